"""Settings that limit a pass: iterations of each pass, ceilings, the smallest move."""

from __future__ import annotations

from math import cos, radians
from typing import Any

import pytest

from engine.decisions import Gate
from engine.trace import Exit, PassKind
from tests.engine.cct.pass_cases import ON_RAMP
from tests.engine.cct.worlds import (
    FEET,
    REST,
    approx,
    box,
    decided,
    end,
    floor,
    iterations,
    passes,
    plane,
    ramp,
    run,
)

FORCE = "prevent_climbing_and_force_sliding"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("up", PassKind.UP),
        ("side", PassKind.SIDE),
        ("sensor", PassKind.SENSOR),
        ("down", PassKind.DOWN),
        ("recover", PassKind.RECOVER),
    ],
)
def test_each_pass_has_its_own_number_of_iterations(name: str, kind: PassKind) -> None:
    words: dict[str, Any] = {"center": ON_RAMP, "move": (0.1, -0.2, 0.0), "non_walkable": FORCE}
    default = {PassKind.UP: {1}, PassKind.SIDE: {10}, PassKind.SENSOR: {1}, PassKind.DOWN: {1, 10}}
    plain = run(ramp(60), **words)
    assert {int(p["max_iterations"]) for p in passes(plain, kind)} == default.get(kind, {10})
    words[f"max_iterations_{name}"] = 3
    changed = run(ramp(60), **words)
    assert {int(p["max_iterations"]) for p in passes(changed, kind)} == {3}
    others = [k for k in default if k != kind]
    for other in others:
        assert [p["max_iterations"] for p in passes(changed, other)] == [
            p["max_iterations"] for p in passes(plain, other)
        ]


def test_the_common_number_serves_every_pass_that_may_iterate() -> None:
    trace = run(ramp(60), center=ON_RAMP, move=(0.1, -0.2, 0.0), non_walkable=FORCE, max_iterations=7)
    found = {
        k.name: {int(p["max_iterations"]) for p in passes(trace, k)}
        for k in (PassKind.UP, PassKind.SIDE, PassKind.DOWN, PassKind.RECOVER)
    }
    assert found == {"UP": {1}, "SIDE": {7}, "DOWN": {1, 7}, "RECOVER": {7}}


def test_one_iteration_collides_and_stops() -> None:
    corner = box("wall", (0.5, -1.0, -5.0), (1.0, 5.0, 5.0))
    words: dict[str, Any] = {"center": (0.0, 1.0, 0.0), "move": (0.3, 0.0, 0.4), "step_offset": 0.0}
    slid, stopped = run(corner, **words), run(corner, max_iterations_side=1, **words)
    assert end(slid)[2] == approx(0.4)
    assert end(stopped)[2] == approx(0.4 * (0.15 / 0.6 - 0.1 * 0.5 / 0.5) / 0.5, abs=1e-6)


@pytest.mark.parametrize(("is_prevented", "budget"), [(False, 10), (True, 1)])
def test_a_jump_slides_along_a_ceiling_unless_that_is_prevented(is_prevented: bool, budget: int) -> None:
    slanted = plane("ceiling", (0.0, REST + FEET + 0.2, 0.0), (-0.5, -cos(radians(30)), 0.0))
    trace = run(slanted, move=(0.0, 1.0, 0.0), prevent_vertical_sliding_against_ceiling=is_prevented)
    (up,) = passes(trace, PassKind.UP)
    assert up["max_iterations"] == budget
    assert (end(trace)[0] < -0.1) == (not is_prevented), "bent to the side by the ceiling"


def test_a_wall_that_leans_over_bends_the_side_move_down_unless_that_is_prevented() -> None:
    words: dict[str, Any] = {"center": (0.0, 1.0, 0.0), "move": (2.0, 0.0, 0.5), "step_offset": 0.0, "climbing": "easy"}
    leaning = plane("wall", (1.0, 1.0, 0.0), (-0.8, -0.6, 0.0))
    bent = run(leaning, **words)
    assert end(bent)[1] < 0.8
    assert len(decided(bent, Gate.CEILING)) == 0
    level = run(leaning, prevent_vertical_sliding_against_ceiling=True, **words)
    assert end(level)[1] == approx(1.0, abs=1e-9)
    assert end(level)[2] == approx(0.5), "along the wall all the same"
    gate = decided(level, Gate.CEILING)[0]
    assert (bool(gate["outcome"]), float(gate["value"])) == (True, approx(-0.6, abs=1e-6))


@pytest.mark.parametrize(("way", "is_made"), [(0.0099, False), (0.01, False), (0.0101, True)])
def test_a_way_of_at_most_the_smallest_distance_is_not_gone(way: float, is_made: bool) -> None:
    trace = run(center=(0.0, 1.0, 0.0), move=(way, 0.0, 0.0), step_offset=0.0, min_move_distance=0.01, climbing="easy")
    assert end(trace)[0] == (way if is_made else 0.0)
    (side,) = passes(trace, PassKind.SIDE)
    assert side["exit"] == (Exit.NO_HIT if is_made else Exit.MIN_DISTANCE)
    (rest,) = decided(trace, Gate.REST)
    assert (float(rest["value"]), float(rest["threshold"]), bool(rest["outcome"])) == (way, 0.01, is_made)


def test_a_rest_below_the_smallest_distance_ends_the_pass() -> None:
    words: dict[str, Any] = {
        "center": (0.0, 1.0, 0.0),
        "move": (0.3, 0.0, 0.02),
        "step_offset": 0.0,
        "climbing": "easy",
    }
    barrier = box("wall", (0.5, -1.0, -5.0), (1.0, 5.0, 5.0))
    fine, coarse = run(barrier, **words), run(barrier, min_move_distance=0.05, **words)
    assert (passes(fine, PassKind.SIDE)[0]["exit"], passes(coarse, PassKind.SIDE)[0]["exit"]) == (
        Exit.NO_HIT,
        Exit.MIN_DISTANCE,
    )
    assert len(iterations(coarse, PassKind.SIDE)) == 1


def test_a_way_back_is_not_gone() -> None:
    # The move runs into a wedge; what the second wall leaves of it points back.
    sides = [plane("left", (1.0, 0.0, 0.0), (-1.0, 0.0, 0.2)), plane("right", (1.0, 0.0, 0.6), (-0.5, 0.0, -1.0))]
    trace = run(*sides, center=(0.0, 1.0, 0.0), move=(3.0, 0.0, 0.6), step_offset=0.0, climbing="easy")
    reversals = decided(trace, Gate.REVERSAL)
    assert reversals["outcome"].tolist() == [False] * (len(reversals) - 1) + [True]
    assert passes(trace, PassKind.SIDE)[0]["exit"] == Exit.REVERSED


def test_constrained_climbing_alone_uses_the_side_rule() -> None:
    for climbing, asked in (("constrained", True), ("easy", False)):
        trace = run(floor(), box("wall", (0.5, -1.0, -5.0), (1.0, 5.0, 5.0)), move=(0.1, -0.05, 0.0), climbing=climbing)
        assert (len(decided(trace, Gate.SIDE_STEEP)) > 0) == asked

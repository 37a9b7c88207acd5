"""Rules about how an iteration sweeps, advances and is bent (001 7, 8; 000 B.1 to B.3)."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import Any

import numpy as np

from engine.decisions import Gate
from engine.scenario import Scenario
from engine.trace import Exit, PassKind, Trace
from tests.engine.cct.cases import shows
from tests.engine.cct.pass_cases import COSINE, FORCE, NEAR, SINE, on_ramp
from tests.engine.cct.worlds import (
    OFFSET,
    RADIUS,
    approx,
    box,
    decided,
    end,
    iterations,
    passes,
    plane,
    ramp,
    run,
    scene,
    wall,
    with_rules,
)

SIDE, DOWN, RECOVER = PassKind.SIDE, PassKind.DOWN, PassKind.RECOVER


def at_wall(face: float, step: float, frames: int = 1) -> Scenario:
    """Return a move against a wall, without any lift."""
    return scene(
        wall(face), center=(0.0, 1.0, 0.0), move=(step, 0.0, 0.0), frames=frames, step_offset=0.0, climbing="easy"
    )


@shows("advance", "before_contact")
def the_capsule_stops_a_contact_offset_before_the_wall() -> None:
    assert end(with_rules(at_wall(1.0, 0.9)))[0] == approx(1.0 - RADIUS - OFFSET)


@shows("advance", "to_contact")
def the_capsule_stops_at_the_wall_itself() -> None:
    trace = with_rules(at_wall(1.0, 0.9, frames=2), advance="to_contact")
    assert end(trace, 0)[0] == approx(1.0 - RADIUS), "no gap is left"
    # The next frame finds itself in the wall, and is pushed out: the jitter that B.1 warns of.
    assert passes(trace, SIDE, frame=1)[0]["exit"] == Exit.OVERLAP_RECOVERED
    assert end(trace, 1)[0] == approx(1.0 - RADIUS - OFFSET)


@shows("sweep_length", "with_offset")
def a_wall_inside_the_skin_is_seen() -> None:
    trace = with_rules(at_wall(0.5, 0.1))
    (gate,) = decided(trace, Gate.HIT)
    assert (float(gate["value"]), float(gate["threshold"])) == approx((0.15, 0.1 + OFFSET))
    assert end(trace)[0] == approx(0.15 - OFFSET)


@shows("sweep_length", "rest_only")
def a_wall_inside_the_skin_is_missed() -> None:
    trace = with_rules(at_wall(0.5, 0.1), sweep_length="rest_only")
    (gate,) = decided(trace, Gate.HIT)
    assert (bool(gate["outcome"]), float(gate["threshold"])) == (False, approx(0.1))
    assert end(trace)[0] == approx(0.1), "the gap is half a contact offset"


@shows("direction", "unit")
def a_unit_direction_stops_at_the_wall() -> None:
    assert end(with_rules(at_wall(0.5, 0.2)))[0] == approx(0.15 - OFFSET)


@shows("direction", "unnormalized")
def a_direction_without_unit_length_tunnels_into_the_wall() -> None:
    trace = with_rules(at_wall(0.5, 0.2), direction="unnormalized")
    (gate,) = decided(trace, Gate.HIT)
    assert (bool(gate["outcome"]), float(gate["threshold"])) == (False, approx(0.2 * (0.2 + OFFSET)))
    assert end(trace)[0] == approx(0.2), "0.05 deep in the wall"


def towards(degrees: float, length: float) -> tuple[float, float, float]:
    """Return a horizontal move that turns from +x to +z."""
    return (length * cos(radians(degrees)), 0.0, length * sin(radians(degrees)))


def slide(response: str) -> Trace:
    """Return a move of 1 m at 30° to the normal of a wall that is 0.45 away."""
    return run(
        wall(RADIUS + 0.45),
        center=(0.0, 1.0, 0.0),
        move=towards(30, 1.0),
        step_offset=0.0,
        changes={"response": response},
    )


SLID = [0.45 - OFFSET * cos(radians(30)), 1.0, sin(radians(30))]
"""The part along the wall is kept whole; the gap is as wide as the contact offset along the sweep."""


@shows("response", "reflection")
def a_reflected_rest_keeps_its_part_along_the_wall() -> None:
    assert end(slide("reflection")) == approx(SLID)


@shows("response", "projection")
def a_projected_rest_is_the_same() -> None:
    assert end(slide("projection")) == approx(SLID)


def valley() -> Scenario:
    """Return a move into a valley that rises along +x between two leaning walls, nearer to one of them."""
    sides = [plane(f"side {z}", (1.0, 0.0, 0.0), (-0.3, 0.4, z)) for z in (0.85, -0.85)]
    return scene(
        *sides, center=(-1.0, 2.0, 0.05), move=(4.0, 0.0, 0.0), step_offset=0.0, slope_limit=0.0, climbing="easy"
    )


@shows("response", "crease")
def two_planes_lead_along_their_crease() -> None:
    trace = with_rules(valley(), response="crease")
    hits = iterations(trace, SIDE)
    assert sorted(hits["body"][:2].tolist()) == [0, 1]
    crease = np.cross((-0.3, 0.4, 0.85), (-0.3, 0.4, -0.85))
    crease /= -np.linalg.norm(crease)
    assert hits[2]["direction"].tolist() == approx(crease.tolist(), abs=NEAR)
    bounced = iterations(with_rules(valley()), SIDE)
    assert abs(float(bounced[2]["direction"] @ crease)) < 1.0 - 1e-3, "the other responses go from side to side"


@shows("zero_direction", "exact")
def the_smallest_move_is_made() -> None:
    trace = run(center=(0.0, 1.0, 0.0), move=(5e-7, 0.0, 0.0), step_offset=0.0, min_move_distance=0.0)
    assert end(trace)[0] == approx(5e-7)
    assert passes(trace, SIDE)[0]["exit"] == Exit.NO_HIT


@shows("zero_direction", "epsilon")
def a_move_of_less_than_a_micrometre_is_none() -> None:
    changes = {"zero_direction": "epsilon"}
    words: dict[str, Any] = {
        "center": (0.0, 1.0, 0.0),
        "step_offset": 0.0,
        "min_move_distance": 0.0,
        "changes": changes,
    }
    trace = run(move=(5e-7, 0.0, 0.0), **words)
    assert end(trace)[0] == 0.0
    assert passes(trace, SIDE)[0]["exit"] == Exit.ZERO
    (guard,) = decided(trace, Gate.GUARD_ZERO_DIRECTION)
    assert (float(guard["value"]), float(guard["threshold"])) == (5e-7, 1e-6)
    assert end(run(move=(2e-6, 0.0, 0.0), **words))[0] == approx(2e-6)


def up_to_a_ceiling() -> Scenario:
    """Return a move that slides up a ramp of 30° until a flat ceiling ends it."""
    return scene(
        ramp(30, foot=1.0),
        box("ceiling", (-5.0, 2.3, -5.0), (9.0, 3.0, 5.0)),
        center=(0.0, 1.0, 0.0),
        move=(3.0, 0.0, 0.0),
        step_offset=0.0,
        climbing="easy",
        slope_limit=0.0,
        prevent_vertical_sliding_against_ceiling=True,
    )


@shows("zero_normal", "kept")
def a_normal_without_length_does_not_level_the_move() -> None:
    trace = with_rules(up_to_a_ceiling())
    rows = iterations(trace, SIDE)
    assert rows["body"][:3].tolist() == [0, 1, 1], "the ramp, then the ceiling again and again"
    assert float(rows[2]["direction"][1]) > 0.4, "still rising"
    assert len(decided(trace, Gate.GUARD_NORMAL)) == 0


@shows("zero_normal", "up")
def a_normal_without_length_becomes_up() -> None:
    trace = with_rules(up_to_a_ceiling(), zero_normal="up")
    guard = decided(trace, Gate.GUARD_NORMAL)[0]
    assert (float(guard["value"]), float(guard["threshold"])) == (approx(0.0, abs=1e-9), 1e-5)
    rows = iterations(trace, SIDE)
    assert rows[2]["direction"].tolist() == approx([1.0, 0.0, 0.0], abs=NEAR), "level from then on"


def lengths(trace: Trace, kind: PassKind) -> list[float]:
    """Return how long the rest of the way was in each iteration of the experiment's pass."""
    rest: list[float] = iterations(trace, kind, attempt=1)["length"].tolist()
    return rest


@shows("normalized_response", "recover")
def the_recovery_sweep_goes_its_full_length() -> None:
    trace = with_rules(on_ramp(FORCE))
    assert lengths(trace, RECOVER) == approx([0.2, 0.2], abs=NEAR)
    assert lengths(trace, DOWN) == approx([0.2, 0.1 * SINE], abs=NEAR)


@shows("normalized_response", "experiment")
def the_whole_experiment_goes_its_full_length() -> None:
    trace = with_rules(on_ramp(FORCE), normalized_response="experiment")
    assert lengths(trace, RECOVER) == approx([0.2, 0.2], abs=NEAR)
    assert lengths(trace, DOWN) == approx([0.2, 0.1], abs=NEAR)


@shows("normalized_response", "never")
def the_recovery_sweep_is_shortened_by_the_ramp() -> None:
    trace = with_rules(on_ramp(FORCE), normalized_response="never")
    assert lengths(trace, RECOVER) == approx([0.2, 0.2 * SINE], abs=NEAR)
    assert lengths(trace, DOWN) == approx([0.2, 0.1 * sqrt(1.0 - COSINE * COSINE)], abs=NEAR)

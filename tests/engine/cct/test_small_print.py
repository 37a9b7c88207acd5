"""Small print of the rules that was wrong once: rounding, what a frame leaves behind, and the order of stages."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.decisions import Gate
from engine.level import Body, BodyRole
from engine.scenario import InputSegment, Scenario
from engine.shapes import Box
from engine.simulate import simulate
from engine.trace import Exit, PassKind
from engine.transforms import Vector
from tests.engine.cct.pass_cases import ON_RAMP
from tests.engine.cct.sweep_cases import up_to_a_ceiling
from tests.engine.cct.test_any_up import turn_scenario
from tests.engine.cct.worlds import (
    FEET,
    OFFSET,
    REST,
    approx,
    attempt_count,
    box,
    decided,
    end,
    floor,
    iterations,
    passes,
    plane,
    ramp,
    run,
    scene,
    wall,
    with_rules,
)

UPS: list[Vector] = [(-1.37, 0.54, -1.76), (0.84, 0.95, 0.22), (-0.58, -0.53, 0.24), (1.52, 0.46, -1.76)]


def differs(straight: Scenario) -> int:
    """Return for how many directions of up a turned world moves the character otherwise."""
    expected, count = simulate(straight).centers, 0
    for up in UPS:
        turned, matrix = turn_scenario(straight, up)
        count += bool(np.abs(simulate(turned).centers @ matrix - expected).max() > 1e-6)
    return count


def step(height: float) -> Body:
    return box("step", (1.02, -1.0, -5.0), (9.0, height, 5.0))


def test_a_high_step_blocks_whatever_up_is() -> None:
    assert differs(scene(floor(), step(0.65), move=(0.05, -0.1, 0.0), frames=60)) == 0


def test_a_level_move_climbs_a_step_whatever_up_is() -> None:
    assert differs(scene(floor(), step(0.3), move=(0.05, 0.0, 0.0), frames=60)) == 0


def test_a_flat_ceiling_does_not_turn_the_move_aside() -> None:
    trace = with_rules(up_to_a_ceiling())
    rows = iterations(trace, PassKind.SIDE)
    assert np.abs(rows["direction"][:, 2]).max() < 1e-9
    assert passes(trace, PassKind.SIDE)[0]["exit"] == Exit.MAX_ITERATIONS


def test_a_ceiling_flattens_its_own_hit_only() -> None:
    trace = run(
        plane("overhang", (1.0, 1.0, 0.0), (-0.8, -0.6, 0.0)),
        plane("rise", (0.0, 0.0, 1.5), (0.0, 0.8660254, -0.5)),
        center=(-0.4, 1.0, 0.0),
        move=(1.5, 0.0, 4.0),
        step_offset=0.0,
        climbing="easy",
        slope_limit=0.0,
        prevent_vertical_sliding_against_ceiling=True,
    )
    rows = iterations(trace, PassKind.SIDE)
    assert rows["body"][:2].tolist() == [0, 1]
    assert float(rows[2]["direction"][1]) > 0.1, "up the rise"


def test_no_slope_rule_applies_with_an_obstacle_underfoot() -> None:
    ledge = Body("ledge", Box((2.0, 0.5, 5.0)), role=BodyRole.OBSTACLE, position=(-1.2, 0.8, 0.0))
    trace = run(ramp(60, slide=True), ledge, center=ON_RAMP, move=(0.0, -1.2, 0.0), climbing="easy")
    assert iterations(trace, PassKind.DOWN, attempt=0)["body"].tolist()[:2] == [0, 1]
    assert attempt_count(trace) == 1


def test_who_stands_under_gravity_is_not_stuck() -> None:
    idle = InputSegment(30, velocity=(0.0, 0.0, 0.0), gravity=-9.81)
    assert len(decided(run(floor(), segments=[idle]), Gate.GUARD_STUCK)) == 0


def test_the_documents_unstick_a_character() -> None:
    trace = run(wall(1.0), center=(0.0, 1.0, 0.0), move=(0.2, 0.0, 0.0), frames=20, rules="spec", step_offset=0.0)
    assert float(trace.centers[10:, 0].min()) < 0.55 - 0.5 * OFFSET


def test_the_documents_snap_to_the_ground() -> None:
    trace = run(
        floor(),
        center=(0.0, FEET + 0.4, 0.0),
        move=(0.05, 0.0, 0.0),
        ground_snap_distance=0.5,
        rules="spec",
        window_step_down=2.0,
    )
    assert end(trace) == approx([0.05, REST, 0.0])


def test_a_gate_about_nothing_names_no_body() -> None:
    there = InputSegment(10, move=(0.1, -0.05, 0.0))
    back = InputSegment(3, move=(-0.1, -0.05, 0.0))
    trace = run(floor(), wall(0.8), segments=[there, back])
    gates = decided(trace, Gate.SENSOR_UNTOUCHED)
    assert gates["body"][gates["outcome"]].tolist() == [-1] * int(gates["outcome"].sum())


def test_the_cache_changes_no_result_of_a_mistaken_direction() -> None:
    moves = [InputSegment(1, move=(2.0, 0.0, 0.0)), InputSegment(1, move=(1.2, 0.0, 0.0))]
    straight = scene(wall(3.906), center=(0.0, 1.0, 0.0), segments=moves, step_offset=0.0, climbing="easy")
    mistaken = replace(straight, rule_changes=(("direction", "unnormalized"),))
    assert simulate(mistaken).centers.tolist() == simulate(mistaken, cache=False).centers.tolist()

"""What a PhysX controller of radius 0.35, height 1.1, step 0.5 and contact offset 0.1 does, in figures."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import numpy as np
import pytest

from engine.decisions import Gate
from engine.level import Body
from engine.scenario import InputSegment
from engine.shapes import Mesh
from engine.trace import Exit, Flags, PassKind, SlopeRule
from tests.engine.cct.worlds import (
    FEET,
    OFFSET,
    RADIUS,
    REST,
    STEP,
    approx,
    box,
    decided,
    end,
    floor,
    kinds,
    passes,
    ramp,
    run,
    wall,
)

FORCE = "prevent_climbing_and_force_sliding"


def test_a_character_rests_a_contact_offset_above_the_floor() -> None:
    fall = InputSegment(90, velocity=(0.0, 0.0, 0.0), gravity=-9.81)
    trace = run(floor(), center=(0.0, 3.0, 0.0), segments=[fall])
    assert end(trace) == approx([0.0, REST, 0.0], abs=1e-9)
    assert (trace.frames[-1]["flags"], trace.frames[-1]["touched"]) == (Flags.DOWN, 0)


def test_a_fall_gathers_speed_and_loses_it_on_landing() -> None:
    fall = InputSegment(60, velocity=(0.0, 0.0, 0.0), gravity=-9.81)
    trace = run(floor(), center=(0.0, 3.0, 0.0), segments=[fall])
    speed = -9.81 / 60.0
    assert trace.frames["move"][:3, 1].tolist() == approx([speed / 60.0, 2.0 * speed / 60.0, 3.0 * speed / 60.0])
    assert trace.frames["move"][-1, 1] == approx(speed / 60.0), "from rest again"


def climb(height: float, **settings: Any) -> float:
    """Return how high the centre ends that walked at a step."""
    step = box("step", (1.0, -1.0, -5.0), (9.0, height, 5.0))
    return end(run(floor(), step, move=(0.1, -0.1, 0.0), frames=60, **settings))[1]


@pytest.mark.parametrize(
    ("height", "climbing", "is_climbed"),
    [
        (0.45, "constrained", True),
        (0.599, "constrained", True),
        (0.61, "constrained", False),
        (0.75, "constrained", False),
        (0.61, "easy", True),
        (0.75, "easy", True),
        (0.90, "easy", True),
        (0.94, "easy", False),
    ],
)
def test_the_highest_step_is_the_step_offset_plus_the_contact_offset(
    height: float, climbing: str, is_climbed: bool
) -> None:
    assert climb(height, climbing=climbing) == approx(REST + (height if is_climbed else 0.0), abs=1e-6)


def test_a_step_of_exactly_step_and_contact_offset_is_climbed() -> None:
    assert climb(STEP + OFFSET) == approx(REST + 0.6, abs=1e-6)


def test_a_narrow_contact_offset_lowers_the_highest_step() -> None:
    assert climb(0.6, contact_offset=0.01) < FEET + 0.2
    assert climb(0.505, contact_offset=0.01) == approx(FEET + 0.01 + 0.505, abs=1e-6)


def tessellated(degrees: float, cell: float = 0.25, length: float = 6.0) -> Body:
    """Return a ramp of small triangles."""
    count, width = int(length / cell), 8
    along = np.arange(count + 1) * cell
    grid = [
        (s * cos(radians(degrees)) + 1.0, s * sin(radians(degrees)), (k - width / 2) * cell)
        for s in along
        for k in range(width + 1)
    ]
    faces = []
    for i in range(count):
        for k in range(width):
            a, b = i * (width + 1) + k, (i + 1) * (width + 1) + k
            faces += [[a, a + 1, b + 1], [a, b + 1, b]]
    return Body("ramp", Mesh(np.array(grid), np.array(faces)))


@pytest.mark.parametrize("mode", ["prevent_climbing", FORCE])
@pytest.mark.parametrize("climbing", ["constrained", "easy"])
def test_46_degrees_block_and_44_do_not(climbing: str, mode: str) -> None:
    words: dict[str, Any] = {"move": (0.05, -0.1, 0.0), "frames": 60, "climbing": climbing, "non_walkable": mode}
    blocked = run(floor(), ramp(46, foot=1.0), **words)
    # Until the ramp is touched from within the step offset: its top is too high wherever it is met.
    assert end(blocked)[1] < REST + 0.3
    assert set(blocked.attempts["slope_rule"].tolist()) <= {0, SlopeRule.SIDE_CONSTRAINED, SlopeRule.DOWN_TRIANGLE}
    climbed = run(floor(), ramp(44, foot=1.0), **words)
    assert end(climbed)[1] > REST + 1.0
    assert (climbed.attempts["slope_rule"] == 0).all()


@pytest.mark.parametrize("climbing", ["constrained", "easy"])
def test_a_steep_ramp_of_small_triangles_is_climbed(climbing: str) -> None:
    trace = run(floor(), tessellated(46), move=(0.05, -0.1, 0.0), frames=60, climbing=climbing)
    assert end(trace)[1] > REST + 1.0


@pytest.mark.parametrize("speed", [100.0, 6000.0])
def test_a_thin_wall_stops_any_speed(speed: float) -> None:
    trace = run(wall(5.0, thickness=0.01), center=(0.0, 1.0, 0.0), move=(speed / 60.0, 0.0, 0.0), frames=5)
    assert trace.centers[:, 0].max() == approx(5.0 - RADIUS - OFFSET)
    assert end(trace)[0] == approx(5.0 - RADIUS - OFFSET)


def test_inside_of_a_cube_there_is_no_contact() -> None:
    trace = run(box("cube", (-5.0, -5.0, -5.0), (5.0, 5.0, 5.0)), center=(0.0, 0.0, 0.0), move=(0.1, -0.1, 0.0))
    assert end(trace) == approx([0.1, -0.1, 0.0])
    assert trace.frames[0]["flags"] == 0


def test_without_a_displacement_nothing_runs() -> None:
    trace = run(wall(0.1), center=(0.0, 1.0, 0.0), frames=3)
    assert end(trace) == [0.0, 1.0, 0.0]
    assert set(trace.passes["exit"].tolist()) == {Exit.ZERO}
    assert len(trace.iterations) == 0


def test_a_gap_is_measured_along_the_sweep() -> None:
    angle = radians(60.0)
    trace = run(
        wall(1.5),
        center=(0.0, 1.0, 0.0),
        move=(3.0 * cos(angle), 0.0, 3.0 * sin(angle)),
        step_offset=0.0,
        max_iterations=1,
    )
    assert 1.5 - RADIUS - end(trace)[0] == approx(OFFSET * cos(angle))


def test_a_low_ceiling_clamps_the_lift_and_is_reported() -> None:
    ceiling = box("ceiling", (-5.0, REST + FEET + 0.25, -5.0), (5.0, 4.0, 5.0))
    trace = run(floor(), ceiling, move=(0.1, -0.05, 0.0))
    (clamp,) = decided(trace, Gate.STEP_CLAMP)
    assert (float(clamp["value"]), float(clamp["threshold"]), bool(clamp["outcome"])) == (approx(0.15), STEP, True)
    assert passes(trace, PassKind.DOWN)[0]["move"].tolist() == approx([0.0, -0.05 - 0.15, 0.0])
    assert trace.frames[0]["flags"] == Flags.UP | Flags.DOWN
    assert end(trace) == approx([0.1, REST, 0.0])


def test_a_jump_cancels_the_step() -> None:
    trace = run(floor(), move=(0.1, 0.2, 0.0))
    assert passes(trace, PassKind.UP)[0]["move"].tolist() == approx([0.0, 0.2, 0.0])
    assert passes(trace, PassKind.DOWN)[0]["exit"] == Exit.ZERO
    assert trace.frames[0]["flags"] == 0


def test_standing_still_is_not_lifted() -> None:
    trace = run(floor(), move=(0.0, -0.1, 0.0))
    assert [p for p in kinds(trace) if passes(trace, p)[0]["exit"] != Exit.ZERO] == [PassKind.DOWN]
    assert end(trace) == approx([0.0, REST, 0.0])


def test_flags_and_touched_body_are_those_of_the_experiment() -> None:
    ceiling = box("ceiling", (-5.0, 4.0, -5.0), (5.0, 5.0, 5.0))
    start = (1.0 - sin(radians(60)) * 0.45, 1.7320508 + 0.5 * 0.45 + 0.55, 0.0)
    trace = run(ramp(60), ceiling, center=start, move=(0.1, -0.2, 0.0), non_walkable=FORCE, step_offset=1.0)
    first = passes(trace, PassKind.UP, attempt=0)
    assert first[0]["exit"] == Exit.MAX_ITERATIONS, "the first attempt hit its head"
    assert (trace.frames[0]["flags"], trace.frames[0]["touched"]) == (Flags.DOWN, -1)
    assert kinds(trace)[-1] == PassKind.RECOVER, "which leaves no touched body"


def test_forced_sliding_goes_down_a_steep_ramp_and_preventing_stands() -> None:
    start = (2.5 - sin(radians(60)) * 0.45, 2.5 * 1.7320508 + 0.5 * 0.45 + 0.55, 0.0)
    words: dict[str, Any] = {"center": start, "move": (0.0, -0.05, 0.0), "frames": 20}
    sliding = run(floor(), ramp(60), non_walkable=FORCE, **words)
    standing = run(floor(), ramp(60), **words)
    down = np.diff(sliding.centers[3:, 1])
    assert (down < -0.04).all()
    assert np.abs(np.diff(standing.centers[3:], axis=0)).max() < 1e-9


def test_a_slope_limit_of_zero_switches_the_rules_off() -> None:
    trace = run(floor(), ramp(60, foot=1.0), move=(0.05, -0.1, 0.0), frames=60, slope_limit=0.0)
    assert not decided(trace, Gate.SLOPE_ON)["outcome"].any()
    assert (trace.frames["attempt_count"] == 1).all()
    assert end(trace)[1] > REST + 1.0

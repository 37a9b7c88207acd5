"""Moving platforms: rising, sinking, sideways and turning (001 13)."""

from __future__ import annotations

from math import cos, pi, radians, sin

import numpy as np
import pytest

from engine.decisions import Gate
from engine.level import Body
from engine.scenario import InputSegment
from engine.trace import Exit, Flags, PassKind
from tests.engine.cct.worlds import FEET, REST, STEP, approx, box, decided, end, passes, platform, run

GRAVITY = (0.0, -0.05, 0.0)


@pytest.mark.parametrize("rules", ["physx", "spec"])
@pytest.mark.parametrize("speed", [0.05, -0.04], ids=["rising", "sinking"])
def test_a_lift_keeps_the_character_at_its_height(speed: float, rules: str) -> None:
    lift = platform([(0.0, -0.5 + speed * k, 0.0) for k in range(10)])
    # The documents' vertical window must reach from the lift down to the platform.
    trace = run(lift, move=GRAVITY, frames=10, rules=rules, window_step_down=1.0)
    assert trace.centers[:, 1].tolist() == approx([REST + speed * k for k in range(10)])
    assert trace.frames["flags"].tolist() == [Flags.DOWN] * 10


def test_a_rising_platform_moves_the_start_and_a_sinking_one_the_displacement() -> None:
    for speed in (0.05, -0.04):
        trace = run(platform([(0.0, -0.5, 0.0), (0.0, -0.5 + speed, 0.0)]), move=GRAVITY, frames=2)
        attempt = trace.attempts[trace.attempts_of(1)[0]]
        assert float(attempt["start"][1]) == approx(REST + max(speed, 0.0))
        assert float(attempt["move"][1]) == approx(-0.05 + min(speed, 0.0))
        assert decided(trace, Gate.RISING)["outcome"].tolist() == [speed > 0.0]


def test_on_a_mover_the_lift_happens_without_side_motion() -> None:
    trace = run(platform([(0.0, -0.5, 0.0), (0.0, -0.45, 0.0)]), move=GRAVITY, frames=2)
    assert passes(trace, PassKind.UP, frame=0)[0]["exit"] == Exit.ZERO
    assert passes(trace, PassKind.UP, frame=1)[0]["move"].tolist() == approx([0.0, STEP, 0.0])


def test_a_jump_from_a_mover_keeps_the_step() -> None:
    still = run(platform([(0.0, -0.5, 0.0)]), segments=_jump())
    moving = run(platform([(0.0, -0.5, 0.0), (0.0, -0.45, 0.0)]), segments=_jump())
    assert passes(still, PassKind.UP, frame=1)[0]["move"].tolist() == approx([0.0, 0.1, 0.0])
    assert passes(moving, PassKind.UP, frame=1)[0]["move"].tolist() == approx([0.0, 0.1 + STEP, 0.0])


def _jump() -> list[InputSegment]:
    return [InputSegment(1, move=GRAVITY), InputSegment(1, move=(0.1, 0.1, 0.0))]


def test_a_rider_walks_on_the_platform_as_on_the_ground() -> None:
    aside = platform([(0.05 * k, -0.5, 0.0) for k in range(20)], half=(9.0, 0.5, 9.0))
    trace = run(aside, move=(0.02, -0.05, 0.01), frames=20, ride_platforms=True)
    assert end(trace) == approx([0.02 * 20 + 0.05 * 19, REST, 0.01 * 20])


def test_a_rider_is_stopped_by_a_wall_and_one_moved_as_a_whole_is_not() -> None:
    def ride(**changes: str) -> float:
        aside = platform([(0.05 * k, -0.5, 0.0) for k in range(20)], half=(9.0, 0.5, 9.0))
        wall = box("wall", (0.8, 0.2, -5.0), (1.0, 5.0, 5.0))
        trace = run(aside, wall, move=GRAVITY, frames=12, ride_platforms=True, changes=changes)
        return float(trace.centers[:, 0].max())

    assert ride() == approx(0.8 - 0.45)
    assert ride(platform="whole") == approx(0.4), "half of the gap is gone before the wall pushes back"


TURN = 2.0 * pi / 60.0


def turning(count: int = 40) -> Body:
    """Return a large disc that turns 2π a second about the vertical."""
    rows = [(0.0, -0.5, 0.0, 0.0, sin(0.5 * TURN * k), 0.0, cos(0.5 * TURN * k)) for k in range(count)]
    return platform(rows, half=(10.0, 0.5, 10.0))


def test_a_turning_platform_carries_along_the_turn() -> None:
    trace = run(turning(), center=(9.0, REST, 0.0), move=GRAVITY, frames=40, ride_platforms=True)
    angles = TURN * np.arange(40)
    expected = np.stack([9.0 * np.cos(angles), np.full(40, REST), -9.0 * np.sin(angles)], axis=1)
    assert np.abs(trace.centers - expected).max() < 1e-3


def test_a_turning_platform_turns_away_below_who_may_not_ride() -> None:
    trace = run(turning(), center=(3.0, REST, 0.0), move=GRAVITY, frames=20)
    assert np.abs(trace.centers - [3.0, REST, 0.0]).max() < 1e-9


def test_a_seesaw_lifts_whoever_stands_on_its_end() -> None:
    rows = [(0.0, -0.5, 0.0, 0.0, 0.0, sin(radians(0.25 * k)), cos(radians(0.25 * k))) for k in range(11)]
    trace = run(platform(rows, half=(4.0, 0.5, 2.0)), center=(2.0, REST, 0.0), move=GRAVITY, frames=11)
    # The top's height below the centre at x = 2, half a degree a frame, and the gap is measured downwards.
    tilt = radians(5.0)
    top = -0.5 + 0.5 / cos(tilt) + 2.0 * sin(tilt) / cos(tilt)
    lowest = 0.35 / cos(tilt) + 0.55 + 0.1
    assert end(trace)[1] == approx(top + lowest, abs=2e-3)


def test_a_platform_that_rises_into_the_feet_is_found_by_the_ray() -> None:
    rising = platform([(0.0, -0.5, 0.0), (0.0, -0.35, 0.0)])
    trace = run(rising, center=(0.0, FEET + 0.1, 0.0), segments=_idle_then_fall())
    # Nothing ran in the first frame, so nothing was touched; the ray from the centre makes up for what it finds.
    (ray,) = decided(trace, Gate.PLATFORM_RAY)
    assert (int(ray["frame"]), float(ray["value"]), float(ray["threshold"])) == (1, approx(0.85), approx(FEET))
    attempt = trace.attempts[trace.attempts_of(1)[0]]
    assert float(attempt["start"][1]) == approx(FEET + 0.15)


def _idle_then_fall() -> list[InputSegment]:
    return [InputSegment(1, move=(0.0, 0.0, 0.0)), InputSegment(1, move=GRAVITY)]


def test_a_platform_that_stands_still_is_no_mover() -> None:
    trace = run(platform([(0.0, -0.5, 0.0)]), move=GRAVITY, frames=3)
    gates = decided(trace, Gate.MOVER)
    assert gates["outcome"].tolist() == [False, False]
    assert gates["threshold"].tolist() == [1e-6, 1e-6]

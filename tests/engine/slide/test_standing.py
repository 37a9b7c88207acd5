"""Walkable ground holds whoever is pulled down, by gravity or by his move; steep ground lets him slide, faster and
faster; a teleport leaves the ground behind.
"""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin, tan

import numpy as np
import pytest

from engine.decisions import Gate
from engine.level import Body
from engine.scenario import InputSegment
from engine.simulate import simulate
from engine.trace import Trace
from tests.engine.cct.worlds import approx, box, decided, floor, ramp
from tests.engine.slide.worlds import DT, FEET, GRAVITY, RADIUS, REST, SKIN, run, scene


def start_on(degrees: float, foot: float = -3.0) -> tuple[float, float, float]:
    """Return a centre a skin above a ramp, at x = 0."""
    slope = radians(degrees)
    return (0.0, -foot * tan(slope) + (RADIUS + SKIN) / cos(slope) - RADIUS + FEET, 0.0)


def run_pulled(degrees: float, velocity: tuple[float, float], pull: float, **words: str) -> Trace:
    """Walk on a ramp for a second: with gravity, or if `pull` is not 0 with that much speed downwards instead."""
    x, z = velocity
    held = InputSegment(60, velocity=(x, pull, z), gravity=None if pull else GRAVITY)
    return run(ramp(degrees, foot=-3.0, length=12.0), center=start_on(degrees), segments=(held,), changes=words)


@pytest.mark.parametrize("degrees", [10.0, 30.0, 44.9])
@pytest.mark.parametrize("velocity", [(0.0, 0.0), (2.0, 0.0), (0.0, 1.5)])
@pytest.mark.parametrize("pull", [-0.1635, -5.0])
def test_a_downward_move_does_what_gravity_does(degrees: float, velocity: tuple[float, float], pull: float) -> None:
    pulled, falling = run_pulled(degrees, velocity, pull), run_pulled(degrees, velocity, 0.0)
    # The first frame does not know its ground yet.
    moved, wanted = np.diff(pulled.centers, axis=0), np.diff(falling.centers, axis=0)
    assert moved[2:] == approx(wanted[2:], abs=1e-5)
    held = decided(pulled, Gate.STANDS)
    assert held["outcome"].all()
    assert held["value"].tolist() == approx([pull * DT] * 59)


def test_without_the_rule_a_downward_move_creeps_down_any_slope() -> None:
    trace = run_pulled(30.0, (0.0, 0.0), -5.0, standing="slides")
    assert trace.centers[-1, 0] < -1.0
    assert len(decided(trace, Gate.STANDS)) == 0


def test_a_move_upwards_leaves_the_ground() -> None:
    trace = run(floor(), velocity=(0.0, 2.0, 0.0), frames=30, gravity=None)
    assert trace.centers[-1, 1] == approx(REST + 60 * DT)


@pytest.mark.parametrize("degrees", [50.0, 60.0, 75.0])
def test_steep_ground_is_slid_down_as_fast_as_without_friction(degrees: float) -> None:
    trace = run(ramp(degrees, foot=-20.0, length=90.0), center=start_on(degrees, -20.0), frames=60)
    fallen = trace.centers[0, 1] - trace.centers[-1, 1]
    # sin² of the slope's angle is what a slide has of a free fall; the frames add up as in a free fall.
    free = -GRAVITY * DT * DT * 0.5 * (60 * 61 - 2)
    assert fallen == approx(free * sin(radians(degrees)) ** 2, rel=0.01)
    assert not trace.states["is_grounded"][-1]


def test_a_wedge_of_steep_slopes_does_not_add_up_a_fall() -> None:
    left, right = ramp(70.0, foot=0.0, length=8.0), _mirrored(70.0)
    trace = run(left, right, center=(0.0, 4.0, 0.0), frames=300)
    assert np.ptp(trace.centers[-100:], axis=0).max() < 1e-3
    assert trace.states["fall_speed"].min() > -10.0
    assert trace.states["fall_speed"][-100:].min() > -1.0


def _mirrored(degrees: float) -> Body:
    """Return a ramp that rises along -x."""
    return ramp(degrees, foot=0.0, length=8.0, name="mirrored", rotation=(0.0, 1.0, 0.0, 0.0))


def test_a_teleport_into_the_air_falls_from_there() -> None:
    walk = InputSegment(5, velocity=(0.0, 0.0, 0.0), gravity=GRAVITY)
    there = InputSegment(3, velocity=(0.0, 0.0, 0.0), gravity=GRAVITY, teleport=(1.0, REST + 0.3, 0.0))
    trace = run(floor(), segments=(walk, there))
    assert trace.states[5]["is_grounded"] == 0
    fallen = REST + 0.3 - trace.centers[5:, 1]
    assert fallen.tolist() == approx([-GRAVITY * DT * DT * k for k in (1, 3, 6)], abs=1e-9)


@pytest.mark.parametrize(("choice", "moved"), [("made", 0.3), ("dropped", 0.0)])
def test_a_slow_walk_at_many_frames_a_second_goes_on(choice: str, moved: float) -> None:
    slow = scene(floor(), velocity=(0.3, 0.0, 0.0), frames=360, changes={"small_moves": choice})
    trace = simulate(replace(slow, dt=1.0 / 360.0))
    assert trace.centers[-1, 0] == approx(moved, abs=1e-3), "all but the first frame, which bumps into its floor"


def test_a_mask_chooses_what_is_collided_with() -> None:
    ghost, solid = box("ghost", (1.0, -1, -5), (1.2, 5, 5), mask=1), box("solid", (2.0, -1, -5), (2.2, 5, 5), mask=2)
    ends = {
        mask: run(floor(), ghost, solid, velocity=(4.0, 0.0, 0.0), frames=60, mask=mask).centers[-1, 0]
        for mask in (1, 2, 3, 4)
    }
    assert ends[1] == approx(1.0 - RADIUS - SKIN, abs=1e-3)
    assert ends[2] == approx(2.0 - RADIUS - SKIN, abs=1e-3)
    assert ends[3] == approx(1.0 - RADIUS - SKIN, abs=1e-3)
    assert ends[4] == approx(60 * 4.0 * DT)

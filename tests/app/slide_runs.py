"""Runs of `slide` that the tests of the app share: simulated once."""

from __future__ import annotations

from functools import cache

from engine.scenario import InputSegment
from engine.trace import Trace
from tests.engine.cct.worlds import box, floor, wall
from tests.engine.slide.worlds import run

SPEED = 4.0


@cache
def run_to_wall() -> Trace:
    """Walk slantwise into a wall at x = 2 and along it: 60 frames, at the wall from frame 24 on."""
    return run(floor(), wall(2.0), velocity=(SPEED, 0.0, SPEED), frames=60)


@cache
def spawn_in_cube() -> Trace:
    """Spawn in a cube, and be pushed out of it."""
    cube = box("cube", (-0.5, 0.0, -0.5), (0.5, 1.0, 0.5))
    return run(floor(), cube, center=(0.4, 1.0, 0.0), frames=2)


@cache
def fall() -> Trace:
    """Fall from 5 m, with nothing near below."""
    return run(floor(), center=(0.0, 5.0, 0.0), frames=10)


@cache
def step_down() -> Trace:
    """Walk off a ledge of 0.3 m, which is snapped to."""
    high, low = box("high", (-5.0, -1.0, -5.0), (1.0, 0.0, 5.0)), box("low", (1.0, -1.3, -5.0), (9.0, -0.3, 5.0))
    return run(high, low, velocity=(SPEED, 0.0, 0.0), frames=60)


@cache
def hold_in_corner(max_bumps: int = 2) -> Trace:
    """Hold against two walls until it counts as stuck, with just as many bumps a frame as there are walls."""
    other = box("other", (-20.0, -1.0, 2.0), (20.0, 5.0, 2.5))
    held = InputSegment(90, velocity=(SPEED, 0.0, 3.0), gravity=-9.81)
    return run(floor(), wall(2.0), other, segments=(held,), max_bumps=max_bumps)

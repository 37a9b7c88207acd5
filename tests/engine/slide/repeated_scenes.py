"""Short scenarios of `slide` with different features. As a program it prints digests of their runs as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from math import cos, sin

import numpy as np

from engine.level import Body, BodyKind
from engine.scenario import InputSegment, Scenario
from engine.shapes import Box, CapsuleShape, Sphere
from engine.simulate import simulate
from tests.engine.cct.worlds import box, floor, ramp, wall
from tests.engine.repeated_scenes import digest
from tests.engine.slide.worlds import GRAVITY, REST, scene


def make_room() -> Scenario:
    """A corner of boxes, a ledge to step down from, a jump, a teleport into a block."""
    ledge = box("ledge", (-2.0, -1.0, -2.0), (0.5, 0.3, 5.0))
    corner = box("corner", (-20.0, -1.0, 2.0), (20.0, 5.0, 2.5))
    block = box("block", (-4.0, 0.0, -1.0), (-3.0, 1.0, 0.0))
    walk = InputSegment(45, velocity=(4.0, 0.0, 2.5), gravity=GRAVITY)
    jump = InputSegment(20, velocity=(0.0, 0.0, -2.0), gravity=GRAVITY, jump=4.0)
    there = InputSegment(10, velocity=(1.0, 0.0, 0.0), gravity=GRAVITY, teleport=(-3.2, REST, -0.4))
    made = scene(floor(), ledge, wall(2.0), corner, block, center=(0.0, REST + 0.3, 0.0), segments=(walk, jump, there))
    return _named(made, "room")


def make_slopes() -> Scenario:
    """A gentle mesh, then a steep one; a ball and a capsule in the way."""
    ball = Body("ball", Sphere(0.5), position=(1.0, 0.3, 0.4))
    log = Body("log", CapsuleShape(0.2, 2.0), position=(-1.0, 1.0, 1.2))
    slopes = (ramp(30.0, foot=1.5, length=2.0), ramp(70.0, foot=3.0, length=4.0, name="steep"))
    return _named(scene(floor(), ball, log, *slopes, velocity=(4.0, 0.0, 0.3), frames=80), "slopes")


def make_door() -> Scenario:
    """A turning box that shuts on the character and has to push him out."""
    poses = [(1.6 - 0.03 * min(k, 30), 1.0, 0.0, 0.0, sin(0.01 * k), 0.0, cos(0.01 * k)) for k in range(60)]
    door = Body("door", Box((0.4, 1.0, 1.5)), kind=BodyKind.KINEMATIC, poses=np.array(poses))
    return _named(scene(floor(), door, wall(3.0), velocity=(3.0, 0.0, 0.0), frames=60), "door")


def _named(scenario: Scenario, name: str) -> Scenario:
    return replace(scenario, name=name)


def make_all() -> list[Scenario]:
    """Return every scene."""
    return [make_room(), make_slopes(), make_door()]


if __name__ == "__main__":
    print(json.dumps({scenario.name: digest(simulate(scenario)) for scenario in make_all()}))

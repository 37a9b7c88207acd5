"""Short scenarios with different features, and digests of their runs. As a program it prints them as JSON, so that
another process, or one without the JIT, can be compared with this one.
"""

from __future__ import annotations

import hashlib
import json
from math import cos, radians, sin

import numpy as np

from engine.level import Body, BodyKind, BodyRole, Level
from engine.scenario import InputSegment, Scenario
from engine.settings import CctSettings
from engine.shapes import Box, Capsule, CapsuleShape, Mesh
from engine.simulate import simulate
from engine.trace import Trace

FLOOR = Body("floor", Box((30.0, 0.5, 30.0)), position=(0.0, -0.5, 0.0))


def _scenario(name: str, *bodies: Body, frames: int = 40, settings: CctSettings | None = None) -> Scenario:
    capsule = Capsule((0.0, 1.0, 0.13), 0.35, 1.1)
    walk = InputSegment(frames, move=(0.066, 0.0, 0.011), gravity=-9.81)
    return Scenario(name, capsule, Level(bodies), settings or CctSettings(contact_offset=0.1), input=(walk,))


def make_stairs() -> Scenario:
    """Boxes, climbed step by step."""
    steps = [Body(f"step {k}", Box((5.0, 0.15, 5.0)), position=(5.8 + 0.6 * k, 0.15 + 0.3 * k, 0.0)) for k in range(4)]
    return _scenario("stairs", FLOOR, *steps, frames=50)


def make_ramp() -> Scenario:
    """A mesh of eight strips at 60°, too steep: the walk experiment runs and slides down."""
    x, y = cos(radians(60.0)), sin(radians(60.0))
    line = np.linspace(0.0, 6.0, 9)
    vertices = [(0.6 + along * x, along * y, side) for along in line for side in (3.0, -3.0)]
    triangles = [row for k in range(0, 16, 2) for row in ((k, k + 2, k + 3), (k, k + 3, k + 1))]
    ramp = Body("ramp", Mesh(np.array(vertices), np.array(triangles, dtype=np.int32)))
    settings = CctSettings(contact_offset=0.1, non_walkable="prevent_climbing_and_force_sliding")
    return _scenario("ramp", FLOOR, ramp, settings=settings)


def make_platform() -> Scenario:
    """A kinematic box that rises, turns and carries the character along."""
    poses = [(0.02 * k, -0.5 + 0.01 * k, 0.0, 0.0, sin(0.005 * k), 0.0, cos(0.005 * k)) for k in range(40)]
    platform = Body("platform", Box((4.0, 0.5, 4.0)), kind=BodyKind.KINEMATIC, poses=np.array(poses))
    return _scenario("platform", platform, settings=CctSettings(contact_offset=0.1, ride_platforms=True))


def make_obstacle() -> Scenario:
    """A lying log as an obstacle, another character behind it, and a block that the capsule starts in."""
    lying = (sin(radians(45.0)), 0.0, 0.0, cos(radians(45.0)))
    log = Body("log", CapsuleShape(0.15, 2.0), BodyRole.OBSTACLE, position=(1.2, 0.15, 0.0), rotation=lying)
    guard = Body("guard", CapsuleShape(0.35, 1.1), BodyRole.CHARACTER, BodyKind.KINEMATIC, position=(2.6, 1.0, 0.5))
    block = Body("block", Box((0.3, 0.3, 0.3)), position=(-0.55, 0.8, 0.1))
    return _scenario("obstacle", FLOOR, block, log, guard, frames=60)


def make_all() -> list[Scenario]:
    """Return every scene."""
    return [make_stairs(), make_ramp(), make_platform(), make_obstacle()]


def digest(trace: Trace) -> dict[str, object]:
    """Return the hash of each frame, and one number for every other level."""
    levels = {name: getattr(trace, name) for name in ("attempts", "passes", "iterations", "decisions", "states")}
    told: dict[str, object] = {name: hashlib.sha256(rows.tobytes()).hexdigest() for name, rows in levels.items()}
    return {"hashes": trace.hashes.tolist(), "rows": [len(rows) for rows in levels.values()], **told}


if __name__ == "__main__":
    print(json.dumps({scenario.name: digest(simulate(scenario)) for scenario in make_all()}))

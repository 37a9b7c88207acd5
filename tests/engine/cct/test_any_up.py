"""Up can be any direction: a world that is turned gives the same motion, turned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.level import Body, Level
from engine.scenario import InputSegment, Scenario
from engine.shapes import Capsule
from engine.simulate import simulate
from engine.trace import Flags
from engine.transforms import (
    FloatArray,
    Quaternion,
    Vector,
    matrix_from_quaternion,
    normalize_quaternion,
    rotation_between,
)
from tests.engine.cct.worlds import OFFSET, REST, approx, box, end, floor, platform, ramp, run, scene, wall

UPS: dict[str, Vector] = {
    "z": (0.0, 0.0, 1.0),
    "x": (1.0, 0.0, 0.0),
    "slanted": (1.0, 2.0, -0.5),
    "upside down": (0.0, -1.0, 0.0),
}


def multiply(p: Quaternion, q: Quaternion) -> Quaternion:
    """Return the rotation that first turns by q, then by p."""
    a, b = np.array(p[:3]), np.array(q[:3])
    x, y, z = (p[3] * b + q[3] * a + np.cross(a, b)).tolist()
    return normalize_quaternion((x, y, z, p[3] * q[3] - float(a @ b)))


def as_vector(values: FloatArray) -> Vector:
    """Return three numbers as a vector."""
    x, y, z = values.tolist()
    return (x, y, z)


def turn_body(body: Body, turn: Quaternion) -> Body:
    """Turn a body about the origin, its poses too."""
    matrix = matrix_from_quaternion(turn)
    poses = body.poses
    if poses is not None:
        rows = [[*(matrix @ row[:3]).tolist(), *multiply(turn, (row[3], row[4], row[5], row[6]))] for row in poses]
        poses = np.array(rows)
    place = as_vector(matrix @ np.array(body.position))
    return replace(body, position=place, rotation=multiply(turn, body.rotation), poses=poses)


def turn_scenario(scenario: Scenario, up: Vector) -> tuple[Scenario, FloatArray]:
    """Turn everything so that Y becomes another direction; return the rotation too."""
    turn = rotation_between((0.0, 1.0, 0.0), up)
    matrix = matrix_from_quaternion(turn)
    capsule = scenario.capsule
    turned = replace(
        scenario,
        capsule=Capsule(as_vector(matrix @ np.array(capsule.center)), capsule.radius, capsule.height, up),
        level=Level(tuple(turn_body(body, turn) for body in scenario.level.bodies)),
        input=tuple(
            replace(segment, move=as_vector(matrix @ np.array(segment.move)))
            for segment in scenario.input
            if segment.move is not None
        ),
    )
    return turned, matrix


COURSE = scene(
    floor(),
    box("step", (1.0, -1.0, -5.0), (2.0, 0.3, 5.0)),
    ramp(30, foot=3.0),
    wall(6.0, high=8.0),
    box("block", (0.4, -1.0, 1.6), (0.9, 3.0, 2.2), rotation=(0.0, 0.3, 0.0, 1.0)),
    segments=[
        InputSegment(60, move=(0.07, -0.06, 0.013)),
        InputSegment(15, move=(-0.02, 0.11, 0.0)),
        InputSegment(60, move=(0.05, -0.09, -0.021)),
    ],
)
STEEP = scene(
    floor(),
    ramp(60, foot=1.0),
    move=(0.07, -0.06, 0.013),
    frames=50,
    non_walkable="prevent_climbing_and_force_sliding",
)
RIDE = scene(
    platform([(0.03 * k, -0.5 + 0.02 * k, 0.01 * k) for k in range(20)]),
    move=(0.01, -0.05, 0.0),
    frames=30,
    ride_platforms=True,
)


@pytest.mark.parametrize("name", list(UPS))
@pytest.mark.parametrize("rules", ["physx", "spec"])
@pytest.mark.parametrize("course", ["course", "steep", "ride"])
def test_a_turned_world_gives_the_same_motion(course: str, rules: str, name: str) -> None:
    straight = replace({"course": COURSE, "steep": STEEP, "ride": RIDE}[course], rules=rules)
    turned, matrix = turn_scenario(straight, UPS[name])
    expected, got = simulate(straight), simulate(turned)
    assert np.abs(got.centers @ matrix - expected.centers).max() < 1e-9
    assert got.frames["flags"].tolist() == expected.frames["flags"].tolist()
    assert got.frames["touched"].tolist() == expected.frames["touched"].tolist()
    assert got.passes["kind"].tolist() == expected.passes["kind"].tolist()


def test_a_ceiling_is_the_floor_of_a_character_upside_down() -> None:
    ceiling = box("ceiling", (-5.0, 4.0, -5.0), (5.0, 5.0, 5.0))
    trace = run(ceiling, center=(0.0, 2.5, 0.0), up=(0.0, -1.0, 0.0), move=(0.1, 0.2, 0.0), frames=10)
    assert end(trace) == approx([1.0, 4.0 - REST, 0.0])
    assert (trace.frames[-1]["flags"], trace.frames[-1]["touched"]) == (Flags.DOWN, 0)
    assert approx(REST - 0.9) == OFFSET

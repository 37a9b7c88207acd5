"""What holds for any world: clean walks have no findings, and a turned or mirrored world has the same."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.detect import FindingKind, find_findings
from engine.level import Body, Level
from engine.room_walk import make_room, make_walk
from engine.scenario import InputSegment, Scenario
from engine.settings import SlideSettings
from engine.shapes import Mesh
from engine.simulate import Runner, simulate
from engine.transforms import Vector
from tests.engine.cct.worlds import floor, plane, ramp, wall
from tests.engine.detect.scenes import along_seam, into_wedge, slide, stairs_down, to_strips, walk

TURNS = {
    "a third of a turn about the diagonal: up is z": np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
    "a quarter turn about up": np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]),
    "mirrored": np.diag([1.0, 1.0, -1.0]),
    "37° about up": np.array(
        [[cos(0.65), 0.0, sin(0.65)], [0.0, 1.0, 0.0], [-sin(0.65), 0.0, cos(0.65)]],
    ),
    "upside down": np.diag([1.0, -1.0, -1.0]),
}
RUNS = {
    "cct, wedge": into_wedge(max_iterations_side=2),
    "cct, strips": to_strips(),
    "cct, no slide": walk(plane("oblique", (2.0, 0.0, 0.0), (-1.0, 0.0, 1.0)), max_iterations_side=1),
    "slide, climbs": replace(
        slide(floor(), ramp(60.0, foot=1.0), gravity=-9.81), rule_changes=(("steep_ground", "climbed"),)
    ),
    "slide, seam": replace(along_seam(5.0), rule_changes=(("clipping", "creases_at_once"),)),
    "slide, one bump": slide(floor(), plane("oblique", (2.0, 0.0, 0.0), (-1.0, 0.0, 1.0)), max_bumps=1),
    "slide, bounces": slide(floor(), wall(2.0), overclip=2.0),
    "slide, stairs": slide(*stairs_down(0.05, 0.56), step_height=0.0, ground_grace_time=0.0, gravity=-9.81),
}


def turn(matrix: np.ndarray, vector: Vector) -> Vector:
    """Return a vector in the turned world."""
    x, y, z = (matrix @ np.array(vector)).tolist()
    return (x, y, z)


def turn_body(matrix: np.ndarray, body: Body) -> Body:
    """Return a body's surface in the turned world, as a mesh that faces the same way."""
    vertices, triangles = body.surface()
    world = body.world_from_local(0)
    turned = (vertices @ world[:3, :3].T + world[:3, 3]) @ matrix.T
    is_mirror = np.linalg.det(matrix) < 0.0
    return Body(body.id, Mesh(turned, triangles[:, ::-1] if is_mirror else triangles))


def turn_scenario(matrix: np.ndarray, scenario: Scenario) -> Scenario:
    """Return the same run in a turned world of meshes."""
    capsule = replace(
        scenario.capsule, center=turn(matrix, scenario.capsule.center), up=turn(matrix, scenario.capsule.up)
    )
    inputs = [
        replace(
            segment,
            move=None if segment.move is None else turn(matrix, segment.move),
            velocity=None if segment.velocity is None else turn(matrix, segment.velocity),
        )
        for segment in scenario.input
    ]
    level = Level(tuple(turn_body(matrix, body) for body in scenario.level.bodies))
    return replace(scenario, capsule=capsule, level=level, input=tuple(inputs))


@pytest.mark.parametrize("way", TURNS)
@pytest.mark.parametrize("name", RUNS)
def test_a_turned_or_mirrored_world_has_the_same_findings(name: str, way: str) -> None:
    plain = find_findings(simulate(turn_scenario(np.eye(3), RUNS[name])))
    turned = find_findings(simulate(turn_scenario(TURNS[way], RUNS[name])))
    assert plain
    assert [(each.kind, each.frames) for each in turned] == [(each.kind, each.frames) for each in plain]


@settings(max_examples=40)
@given(
    angle=st.floats(0.0, 360.0),
    speed=st.floats(0.0, 12.0),
    jump=st.one_of(st.none(), st.floats(0.5, 6.0)),
    is_slide=st.booleans(),
)
def test_straight_walks_on_a_flat_floor_have_no_findings(
    angle: float, speed: float, jump: float | None, is_slide: bool
) -> None:
    """Under 9.81 m/s²: a pull so weak that a frame's fall is below the least move does make `cct` lose its ground."""
    velocity = (speed * cos(radians(angle)), 0.0, speed * sin(radians(angle)))
    held = (InputSegment(90, velocity=velocity, gravity=-9.81, jump=jump),)
    scenario = replace(slide(floor(size=40.0)) if is_slide else walk(), input=held)
    assert find_findings(simulate(scenario)) == ()


@pytest.mark.parametrize("room", range(4))
@pytest.mark.parametrize("controller", ["cct", "slide"])
def test_nobody_tunnels_or_teleports_in_random_rooms(room: int, controller: str) -> None:
    """What is found there is what clutter does: wedges, caps, lost ground; the promises of the rooms are kept."""
    scenario = make_room(11, room)
    if controller == "slide":
        scenario = replace(scenario, settings=SlideSettings(), rules="", rule_changes=())
    trace = Runner(scenario, record=True).run(make_walk(11, room, 3_000, scenario.dt))
    broken = {FindingKind.TUNNELLING, FindingKind.TELEPORT, FindingKind.PENETRATION, FindingKind.NOT_FINITE}
    assert [found for found in find_findings(trace) if found.kind in broken] == []

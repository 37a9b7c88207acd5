"""The level is one mesh that never changes; movers change their place alone; flat faces have no diagonals."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from app.draw.drawlist import DrawList, Mesh
from app.draw.edges import face_normals, find_sharp_edges, hash_positions
from app.draw.options import ViewOptions
from app.draw.scene import build_draw_list, prepare_scene
from app.playback import Cursor
from engine.files.opening import spawn_trace
from engine.level import Body, BodyKind, BodyRole, Level
from engine.scenario import Scenario
from engine.shapes import Box, Capsule, Sphere
from engine.shapes import Mesh as MeshShape
from engine.trace import Trace
from tests.app.sample_traces import open_sample


def spawn(*bodies: Body) -> Trace:
    return spawn_trace(Scenario("test", Capsule((0.0, 1.0, 0.0), 0.35, 1.1), Level(bodies)))


def draw(trace: Trace, frame: int = 0) -> DrawList:
    return build_draw_list(prepare_scene(trace), Cursor(frame), ViewOptions())


def make_grid(count: int, height: float) -> MeshShape:
    """Build a square of 2 × count² triangles, flat or wavy."""
    x, z = np.meshgrid(np.arange(count + 1.0), np.arange(count + 1.0), indexing="ij")
    vertices = np.stack([x, height * np.sin(x) * np.cos(z), z], axis=-1).reshape(-1, 3)
    index = np.arange((count + 1) ** 2).reshape(count + 1, count + 1)
    a, b, c, d = (part.ravel() for part in (index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]))
    return MeshShape(vertices, np.concatenate([np.stack([a, c, b], 1), np.stack([a, d, c], 1)]))


def corners_in_world(mesh: Mesh) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return mesh.corners @ mesh.world_from_local[:3, :3].T + mesh.world_from_local[:3, 3]


def test_a_box_shows_its_twelve_edges_and_no_diagonal() -> None:
    (mesh,) = draw(spawn(Body("box", Box((1.0, 2.0, 3.0))))).meshes
    assert mesh.sharp_edges.shape == (12, 3)
    assert (~mesh.sharp_edges).sum(axis=1).tolist() == [1] * 12


def test_a_flat_grid_shows_its_border_alone() -> None:
    (mesh,) = draw(spawn(Body("floor", make_grid(5, 0.0)))).meshes
    assert mesh.sharp_edges.sum() == 4 * 5


def test_a_wavy_grid_shows_its_edges() -> None:
    (mesh,) = draw(spawn(Body("terrain", make_grid(5, 1.0)))).meshes
    assert mesh.sharp_edges.all()


def test_vertices_repeated_by_a_file_are_joined_but_not_across_bodies() -> None:
    quad = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 0], [1, 1, 0], [0, 1, -0.0]], dtype=np.float32)
    triangles = np.array([[0, 1, 2], [3, 4, 5]])
    normals = face_normals(quad[triangles])
    joined = find_sharp_edges(hash_positions(quad, np.zeros(6, dtype=np.int32))[triangles], normals)
    assert (~joined).sum() == 2
    apart = find_sharp_edges(hash_positions(quad, np.array([0, 0, 0, 1, 1, 1], dtype=np.int32))[triangles], normals)
    assert apart.all()


def test_an_edge_of_three_faces_is_sharp() -> None:
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 2, 0]], dtype=np.float32)
    triangles = np.array([[0, 1, 2], [1, 0, 3], [0, 1, 4]])
    keys = hash_positions(points, np.zeros(5, dtype=np.int32))[triangles]
    assert find_sharp_edges(keys, face_normals(points[triangles])).all()


def test_a_triangle_without_area_has_no_normal_and_no_warning() -> None:
    assert face_normals(np.zeros((1, 3, 3), dtype=np.float32)).tolist() == [[0.0, 0.0, 0.0]]


def test_the_facets_of_a_ball_are_not_edges() -> None:
    (mesh,) = draw(spawn(Body("ball", Sphere(1.0)))).meshes
    assert not mesh.sharp_edges.any()


def test_static_bodies_share_one_mesh_that_names_body_and_triangle() -> None:
    bodies = [Body(f"box{i}", Box((1.0, 1.0, 1.0)), position=(4.0 * i, 0.0, 0.0)) for i in range(3)]
    (mesh,) = draw(spawn(*bodies)).meshes
    assert mesh.bodies.tolist() == [0] * 12 + [1] * 12 + [2] * 12
    assert mesh.triangles.tolist() == list(range(12)) * 3
    world = corners_in_world(mesh).reshape(3, 36, 3)
    assert world[2].min(axis=0).tolist() == pytest.approx([7.0, -1.0, -1.0])


def test_two_sided_bodies_are_set_apart() -> None:
    trace = spawn(Body("floor", make_grid(2, 0.0)), Body("sheet", make_grid(1, 0.0), two_sided=True))
    assert [mesh.two_sided for mesh in draw(trace).meshes] == [False, True]


def test_obstacles_and_characters_have_their_own_colour() -> None:
    trace = spawn(
        Body("floor", Box((9.0, 1.0, 9.0))),
        Body("post", Box((1.0, 1.0, 1.0)), role=BodyRole.OBSTACLE),
        Body("lift", Box((1.0, 1.0, 1.0)), kind=BodyKind.KINEMATIC),
    )
    meshes = draw(trace).meshes
    assert len({mesh.color for mesh in meshes}) == len(meshes) == 3


def test_the_platform_is_where_it_was_during_the_move_and_stays_uploaded(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "P1_platform_h_ride")
    scene = prepare_scene(trace)
    first, later = (build_draw_list(scene, Cursor(frame), ViewOptions()).meshes[-1] for frame in (0, 30))
    assert trace.scenario is not None
    platform = trace.scenario.level.bodies[1]
    assert later.world_from_local[:3, 3] == pytest.approx(platform.pose(30)[0])
    assert later.world_from_local[0, 3] == pytest.approx(31 / 60, abs=1e-6)
    assert (first.key, first.version) == (later.key, later.version)
    assert first.corners is later.corners


def test_the_level_is_uploaded_once_per_trace(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "S1_stairs03_constrained")
    scene = prepare_scene(trace)
    first, later = (build_draw_list(scene, Cursor(frame), ViewOptions()).meshes[0] for frame in (0, 90))
    assert (first.key, first.version) == (later.key, later.version)
    again = build_draw_list(prepare_scene(trace), Cursor(0), ViewOptions()).meshes[0]
    assert again.version != first.version
    kept = build_draw_list(prepare_scene(trace, previous=scene), Cursor(0), ViewOptions()).meshes[0]
    assert kept.version == first.version


def test_a_level_far_from_the_origin_keeps_its_precision() -> None:
    shape = make_grid(4, 0.3)
    body = Body("terrain", shape, position=(5000.1, 0.0, -7000.3))
    (mesh,) = draw(spawn(body)).meshes
    exact = shape.vertices[shape.triangles].reshape(-1, 3) + body.position
    assert np.abs(corners_in_world(mesh) - exact).max() < 1e-6


def test_a_trace_without_a_level_draws_none() -> None:
    from tests.app.sample_traces import make_centre_only_trace

    assert draw(make_centre_only_trace(3)).meshes == []


def test_a_million_triangles_are_prepared_in_time() -> None:
    trace = spawn(Body("terrain", make_grid(708, 1.0)))
    began = time.perf_counter()
    scene = prepare_scene(trace)
    elapsed = time.perf_counter() - began
    assert len(scene.level.static[0][1].bodies) > 1_000_000 - 5_000
    # Half a second alone on a quiet core; the bound leaves room for a busy machine.
    assert elapsed < 3.0

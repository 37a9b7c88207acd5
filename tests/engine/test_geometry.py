"""A level as arrays: everything in its place, moving bodies placed without touching the rest, little memory."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from engine import InputError, Level
from engine.geometry import build_geometry, geometry_of
from engine.level import Body, BodyKind, BodyRole
from engine.queries import sweep
from engine.shapes import Box, Capsule, CapsuleShape, Convex, Mesh, Sphere
from engine.transforms import transform_points
from tests.engine.query_worlds import corners_of, make_level

TRIANGLE = Mesh(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]), np.array([[0, 1, 2]]))
STILL = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def test_ranks_count_by_body_then_by_triangle_and_corners_are_the_worlds() -> None:
    level = make_level(np.random.default_rng(3), 9)
    geometry = geometry_of(level)
    primitives, owners, by_rank = geometry.arrays[:3]
    ordered = owners[by_rank]
    assert (ordered[:, 2] == np.arange(len(owners))).all()
    keys = list(zip(ordered[:, 0].tolist(), ordered[:, 1].tolist(), strict=True))
    assert keys == sorted(keys)
    bodies, placements = geometry.arrays[7], geometry.arrays[8]
    for (body, triangle, _), row in zip(owners.tolist(), primitives, strict=True):
        if triangle >= 0:
            turn, shift = placements[bodies[body, 2], :9].reshape(3, 3), placements[bodies[body, 2], 9:]
            placed = row.reshape(3, 3) @ turn.T + shift
            assert np.allclose(placed, corners_of(level.bodies[body], 0)[triangle], atol=1e-12)


def test_a_level_keeps_its_geometry_and_takes_it_along_when_it_goes() -> None:
    level = Level((Body("t", TRIANGLE),))
    assert geometry_of(level) is geometry_of(level)
    kept = weakref.ref(geometry_of(level))
    del level
    gc.collect()
    assert kept() is None


def test_only_placements_change_when_bodies_move() -> None:
    poses = np.array([STILL, [0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 1.0]])
    lift = Body("lift", Box((1.0, 0.1, 1.0)), kind=BodyKind.KINEMATIC, poses=poses)
    level = Level((Body("floor", Box((9.0, 0.5, 9.0)), position=(0.0, -0.5, 0.0)), lift))
    geometry = geometry_of(level)
    before, after = geometry.at_frame(0), geometry.at_frame(1)
    assert [a is b for a, b in zip(before, after, strict=True)].count(False) == 1
    capsule = Capsule((0.0, 5.0, 0.0), 0.5, 1.0)
    distances = [sweep(level, capsule, (0, -1, 0), 9.0, frame=frame) for frame in (0, 1, 99)]
    assert [hit.distance if hit else None for hit in distances] == pytest.approx([3.9, 1.9, 1.9])


def test_a_level_without_motion_has_one_set_of_arrays() -> None:
    geometry = geometry_of(Level((Body("crate", Box((1.0, 1.0, 1.0)), kind=BodyKind.DYNAMIC),)))
    assert geometry.at_frame(7) is geometry.arrays


def test_every_geometry_has_a_timestamp_of_its_own() -> None:
    level = Level((Body("t", TRIANGLE),))
    assert build_geometry(level).timestamp != build_geometry(level).timestamp


def test_corners_that_float32_cannot_hold_are_rounded_for_physx_only() -> None:
    level = Level((Body("t", Mesh(TRIANGLE.vertices + 0.1, TRIANGLE.triangles), position=(5000.0, 0.0, 0.0)),))
    exact, rounded = geometry_of(level), geometry_of(level, rounded=True)
    moved = np.abs(exact.arrays[0] - rounded.arrays[0]).max()
    assert 0 < moved < 1e-7  # rounded near the body's own origin, not near 5000 where it would be 2e-4
    whole = Level((Body("t", TRIANGLE),))
    assert geometry_of(whole) is geometry_of(whole, rounded=True)


def test_an_instance_is_a_body_of_the_same_mesh_elsewhere() -> None:
    level = Level(tuple(Body(f"t{i}", TRIANGLE, position=(3.0 * i, 0.0, 0.0), scale=(2.0, 1.0, 1.0)) for i in range(4)))
    for i in range(4):
        hit = sweep(level, Capsule((3.0 * i + 0.5, 2.0, -0.2), 0.1, 0.5), (0, -1, 0), 9.0)
        assert hit is not None
        assert (hit.body_id, hit.triangle) == (f"t{i}", 0)


def test_kinds_and_flags_of_bodies_reach_the_kernels() -> None:
    chance = np.random.default_rng(1)
    hull = Body("hull", Convex(chance.normal(size=(9, 3))), mask=6)
    post = Body("post", CapsuleShape(0.3, 1.0), role=BodyRole.OBSTACLE, kind=BodyKind.KINEMATIC)
    sheet = Body("sheet", TRIANGLE, two_sided=True)
    bodies = geometry_of(Level((hull, post, sheet, Body("ball", Sphere(1.0))))).arrays[7]
    assert bodies.tolist() == [[6, 4, 0], [0xFFFFFFFF, 2 + 8 + 32, 1], [0xFFFFFFFF, 1, 0], [0xFFFFFFFF, 0, 0]]


def test_a_body_too_far_out_is_named() -> None:
    level = Level((Body("near", TRIANGLE), Body("far", TRIANGLE, position=(2e9, 0.0, 0.0))))
    with pytest.raises(InputError, match=r"level\[1\] far: expected coordinates within 1e\+09 m"):
        geometry_of(level)


def test_an_empty_level_is_asked_in_vain() -> None:
    assert sweep(Level(()), Capsule((0.0, 0.0, 0.0), 0.5, 1.0), (1, 0, 0), 9.0) is None


def test_a_triangle_costs_at_most_200_bytes_with_its_mesh() -> None:
    cells = 40
    z, x = (grid.ravel() for grid in np.meshgrid(np.arange(cells + 1.0), np.arange(cells + 1.0), indexing="ij"))
    near = np.add.outer(np.arange(cells) * (cells + 1), np.arange(cells)).ravel()
    far = near + cells + 1
    triangles = np.stack([near, far, near + 1, near + 1, far, far + 1], axis=1).reshape(-1, 3)
    level = Level.from_triangles(transform_points(np.eye(4), np.stack([x, np.sin(x + z), z], axis=1)), triangles)
    mesh = level.bodies[0].surface()
    in_all = geometry_of(level).byte_count + mesh[0].nbytes + mesh[1].nbytes
    assert in_all / len(triangles) <= 200


def test_unusable_triangles_are_no_geometry_and_the_others_keep_their_numbers() -> None:
    vertices = np.array([[-20.0, 0.0, 20.0], [20.0, 0.0, 20.0], [0.0, 0.0, -20.0], [0.0, 1.5, 0.0], [np.nan, 0.0, 0.0]])
    # A point in the capsule's way, one with a corner nowhere, then a floor.
    mesh = Mesh.from_raw(vertices, np.array([[3, 3, 3], [0, 1, 4], [0, 1, 2]]))
    level = Level((Body("floor", mesh),))
    hit = sweep(level, Capsule((0.0, 3.0, 0.0), 0.5, 1.0), (0.0, -1.0, 0.0), 5.0)
    assert hit is not None
    assert hit.triangle == 2
    assert hit.distance == pytest.approx(2.0, abs=1e-12)

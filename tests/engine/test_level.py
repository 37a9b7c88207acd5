"""Bodies stand where their poses say, frame by frame."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.errors import InputError
from engine.level import Body, BodyKind, Level
from engine.shapes import Box, CapsuleShape, Sphere
from engine.transforms import transform_points

HALF = math.sqrt(0.5)


def lift() -> Body:
    poses = np.array([[0, 0, 0, 0, 0, 0, 1], [0, 0.1, 0, 0, 0, 0, 2], [0, 0.2, 0, 0, 0, 1, 1]], dtype=np.float64)
    return Body("lift", Box((1, 0.1, 1)), kind=BodyKind.KINEMATIC, poses=poses)


def test_pose_i_holds_during_move_i_and_the_last_from_then_on() -> None:
    heights = [lift().world_from_local(frame)[1, 3] for frame in (0, 1, 2, 3, 1000)]
    assert heights == [0, 0.1, 0.2, 0.2, 0.2]


def test_rotations_of_poses_are_normalised() -> None:
    assert lift().pose(1)[1] == (0, 0, 0, 1)
    assert lift().pose(2)[1] == pytest.approx((0, 0, HALF, HALF))


def test_a_placement_includes_the_scale() -> None:
    body = Body("b", Box((1, 1, 1)), position=(5, 0, 0), rotation=(0, 0, HALF, HALF), scale=(2, 1, 1))
    assert transform_points(body.world_from_local(0), [[1, 0, 0]])[0] == pytest.approx([5, 2, 0])


def test_bounds_follow_a_moving_body_and_hold_round_ones_exactly() -> None:
    level = Level((lift(), Body("ball", Sphere(1.5), position=(4, 0, 0), scale=(2, 2, 2))))
    lower, upper = level.bounds(0)
    assert lower == pytest.approx([-1, -3, -3])
    assert upper == pytest.approx([7, 3, 3])
    lying = Body("log", CapsuleShape(0.3, 4), position=(3, 0.1, 0), rotation=(HALF, 0, 0, HALF))
    lower, upper = lying.bounds(0)
    assert lower == pytest.approx([2.7, -0.2, -2.3])
    assert upper == pytest.approx([3.3, 0.4, 2.3])


def test_a_level_finds_bodies_by_id_and_counts_their_triangles() -> None:
    level = Level((Body("floor", Box((9, 1, 9))), lift()))
    assert level.index_of("lift") == 1
    assert level.triangle_count == 24
    with pytest.raises(KeyError):
        level.index_of("ceiling")


def test_two_bodies_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match='"floor" twice'):
        Level((Body("floor", Box((9, 1, 9))), Body("floor", Sphere(1))))


def test_triangles_make_a_level_of_one_static_mesh() -> None:
    level = Level.from_triangles([[0, 0, 0], [1, 0, 0], [0, 0, -1]], [[0, 1, 2]])
    assert level.triangle_count == 1
    assert level.bodies[0].kind is BodyKind.STATIC
    assert level.bounds(0)[0].tolist() == [0, 0, -1]


def test_a_surface_is_built_once_and_poses_cannot_be_written() -> None:
    body = lift()
    assert body.surface()[0] is body.surface()[0]
    assert body.poses is not None
    with pytest.raises(ValueError, match="read-only"):
        body.poses[0] = 0


def test_a_round_body_takes_no_uneven_scale() -> None:
    with pytest.raises(InputError, match="one number for a round shape"):
        Body("ball", Sphere(1), scale=(1, 2, 1))


def test_an_empty_level_has_bounds_at_the_origin() -> None:
    assert [corner.tolist() for corner in Level(()).bounds(0)] == [[0, 0, 0], [0, 0, 0]]

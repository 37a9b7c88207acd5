"""Placements put points where they should be, and can be undone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import transforms

parts = st.floats(-1.0, 1.0)
directions = st.tuples(parts, parts, parts).filter(lambda v: math.hypot(*v) > 1e-3)
quaternions = st.tuples(parts, parts, parts, parts).filter(lambda q: math.hypot(*q) > 1e-3)
positions = st.tuples(*[st.floats(-1e4, 1e4)] * 3)
scales = st.tuples(*[st.floats(0.01, 100.0)] * 3)


def test_a_quarter_turn_about_z_takes_x_to_y() -> None:
    half = math.sqrt(0.5)
    turned = transforms.matrix_from_quaternion((0, 0, half, half)) @ [1, 0, 0]
    assert turned == pytest.approx([0, 1, 0], abs=1e-15)


def test_scale_comes_before_rotation_and_rotation_before_the_move() -> None:
    half = math.sqrt(0.5)
    matrix = transforms.world_from_local((10, 0, 0), (0, 0, half, half), (2, 3, 4))
    assert transforms.transform_points(matrix, [[1, 1, 1]])[0] == pytest.approx([10 - 3, 2, 4])


def test_a_normal_turns_by_the_inverse_transpose() -> None:
    matrix = transforms.world_from_local((0, 0, 0), (0, 0, 0, 1), (1, 2, 1))
    slanted = np.array([1.0, 1.0, 0.0]) / math.sqrt(2)
    assert transforms.transform_normals(matrix, slanted) == pytest.approx(np.array([2, 1, 0]) / math.sqrt(5))


@given(quaternions)
def test_a_quaternion_of_any_length_gives_a_rotation(rotation: tuple[float, float, float, float]) -> None:
    matrix = transforms.matrix_from_quaternion(rotation)
    assert matrix @ matrix.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(matrix) == pytest.approx(1.0)


@given(positions, quaternions, scales, positions)
def test_a_placement_can_be_undone(
    position: tuple[float, float, float],
    rotation: tuple[float, float, float, float],
    scale: tuple[float, float, float],
    point: tuple[float, float, float],
) -> None:
    matrix = transforms.world_from_local(position, rotation, scale)
    there = transforms.transform_points(matrix, [point])
    back = transforms.transform_points(np.linalg.inv(matrix).astype(np.float64), there)
    assert back[0] == pytest.approx(point, rel=1e-6, abs=1e-4)


@given(directions, directions)
def test_rotation_between_takes_one_direction_to_the_other(
    source: tuple[float, float, float], target: tuple[float, float, float]
) -> None:
    turned = transforms.matrix_from_quaternion(transforms.rotation_between(source, target)) @ np.array(
        transforms.normalize_vector(source)
    )
    assert turned == pytest.approx(transforms.normalize_vector(target), abs=1e-7)


def test_opposite_directions_still_have_a_rotation_between_them() -> None:
    rotation = transforms.rotation_between((0, 1, 0), (0, -1, 0))
    assert transforms.matrix_from_quaternion(rotation) @ [0, 1, 0] == pytest.approx([0, -1, 0], abs=1e-12)


@pytest.mark.parametrize("rotation", [(0, 0, 0, 0), (math.nan, 0, 0, 1), (math.inf, 0, 0, 1)])
def test_a_quaternion_without_a_direction_is_refused(rotation: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="no direction"):
        transforms.normalize_quaternion(rotation)


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_neither_tiny_nor_huge_vectors_lose_their_direction(size: float) -> None:
    assert transforms.normalize_vector((3 * size, 4 * size, 0)) == pytest.approx((0.6, 0.8, 0))


@given(positions, quaternions, scales, directions)
def test_going_to_the_world_and_back_ends_where_it_began(
    position: tuple[float, float, float],
    rotation: tuple[float, float, float, float],
    scale: tuple[float, float, float],
    point: tuple[float, float, float],
) -> None:
    there = transforms.world_from_local(position, rotation, scale)
    back = transforms.local_from_world(position, rotation, scale)
    again = transforms.transform_points(back, transforms.transform_points(there, [point]))[0]
    # Rounding at the far position, seen through the inverse of the smallest scale.
    assert again == pytest.approx(point, abs=1e-11 * max(1.0, *map(abs, position)) / min(scale))
    turned = transforms.transform_directions(back, transforms.transform_directions(there, [point]))[0]
    assert turned == pytest.approx(point, abs=1e-9)


def test_directions_are_scaled_and_turned_but_not_moved() -> None:
    half = math.sqrt(0.5)
    matrix = transforms.world_from_local((10, 20, 30), (0, 0, half, half), (2, 3, 4))
    assert transforms.transform_directions(matrix, [[1, 1, 1]])[0] == pytest.approx([-3, 2, 4])


def test_the_games_axes_become_the_worlds_and_back() -> None:
    north, west, up = transforms.world_from_internal(np.eye(3))
    assert (north.tolist(), west.tolist(), up.tolist()) == ([0, 1, 0], [-1, 0, 0], [0, 0, 1])
    points = np.array([[1.0, 2.0, 3.0], [-4.0, 5.0, -6.0]])
    assert transforms.internal_from_world(transforms.world_from_internal(points)).tolist() == points.tolist()

"""Regions, normals, points and windows of a contact, as the documents mean them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.constants import REGION_BOTTOM, REGION_SIDE, REGION_SPHERE, REGION_TOP
from engine.kernels import contact
from engine.kernels.vectors import dot
from tests.engine.kernels.geometry import Vector, any_vector, direction, ends_of, length

UP = (0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)
TALL = (0.0, 0.0, 0.5)


@given(any_vector, any_vector, length, direction, length)
def test_swept_box_holds_both_ends_and_a_little_more(
    center: Vector, half_axis: Vector, radius: float, way: Vector, distance: float
) -> None:
    low, high = contact.compute_swept_aabb(center, half_axis, radius, way, distance)
    grow = max(0.001, 0.01 * radius)
    for i in range(3):
        ends = [end[i] + t * way[i] for end in ends_of(center, half_axis) for t in (0.0, distance)]
        assert low[i] == pytest.approx(min(ends) - radius - grow)
        assert high[i] == pytest.approx(max(ends) + radius + grow)


def test_bounds_of_a_leaning_capsule() -> None:
    low, high = contact.get_capsule_bounds((1.0, 2.0, 3.0), (0.5, -1.0, 0.0), 0.25)
    assert low == (0.25, 0.75, 2.75)
    assert high == (1.75, 3.25, 3.25)


@pytest.mark.parametrize(
    ("way", "low", "high"),
    [((1.0, 0.0, 0.0), -0.9, 0.9), ((0.0, 0.0, -1.0), -1.4, 0.9), ((0.0, 0.0, 1.0), -0.9, 2.9)],
)
def test_vertical_window_follows_the_direction(way: Vector, low: float, high: float) -> None:
    found = contact.vertical_window(ORIGIN, TALL, 0.35, way, 2.0, UP, 0.5)
    assert found == pytest.approx((low, high))


def test_vertical_window_takes_what_shares_its_heights_along_any_up() -> None:
    sideways = (0.0, -1.0, 0.0)
    a, b, c = (0.0, -1.0, 0.0), (1.0, -1.2, 0.0), (0.0, -3.0, 5.0)
    assert contact.is_in_vertical_window(-0.9, 1.0, a, b, c, sideways)
    assert not contact.is_in_vertical_window(-0.9, 0.99, a, b, c, sideways)
    assert not contact.is_in_vertical_window(3.01, 4.0, a, b, c, sideways)


def test_triangle_normal_by_the_right_hand_and_up_for_a_degenerate_one() -> None:
    assert contact.compute_triangle_normal((0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (1.0, 2.0, 0.0), (1.0, 0.0, 0.0)) == UP
    for c in ((6.0, 3.0, 9.0), (0.0, 0.0, 0.0)):
        assert contact.compute_triangle_normal(ORIGIN, (2.0, 1.0, 3.0), c, (0.0, 1.0, 0.0)) == (0.0, 1.0, 0.0)


def test_small_and_thin_triangles_keep_their_normal() -> None:
    tiny = contact.compute_triangle_normal(ORIGIN, (1e-7, 0.0, 0.0), (0.0, 1e-7, 0.0), (1.0, 0.0, 0.0))
    assert tiny == pytest.approx(UP)
    thin = contact.compute_triangle_normal(ORIGIN, (100.0, 0.0, 0.0), (50.0, 1e-9, 0.0), (1.0, 0.0, 0.0))
    assert thin == pytest.approx(UP)


def test_signed_distance_and_point_in_triangle() -> None:
    a, b, c = ORIGIN, (2.0, 0.0, 0.0), (0.0, 2.0, 0.0)
    assert contact.signed_distance_to_plane((5.0, 5.0, -1.5), a, b, c, UP) == -1.5
    for point, inside in (((0.5, 0.5, 0.0), True), ((1.0, 1.0, 0.0), True), ((0.0, 0.0, 0.0), True)):
        assert contact.point_in_triangle(point, a, b, c) == inside
    assert not contact.point_in_triangle((1.1, 1.0, 0.0), a, b, c)
    assert not contact.point_in_triangle((0.0, 0.0, 0.0), a, b, b)


@pytest.mark.parametrize(
    ("height", "region"),
    [(-0.51, REGION_BOTTOM), (-0.49, REGION_SIDE), (0.0, REGION_SIDE), (0.49, REGION_SIDE), (0.51, REGION_TOP)],
)
def test_region_is_the_part_of_the_surface(height: float, region: int) -> None:
    assert contact.classify_capsule_region(ORIGIN, TALL, (0.3, 0.1, height)) == region


def test_region_of_a_capsule_without_axis() -> None:
    assert contact.classify_capsule_region(ORIGIN, ORIGIN, (0.3, 0.0, 0.0)) == REGION_SPHERE


def test_region_by_parameter_counts_a_tenth_of_the_axis_to_the_ends() -> None:
    told = [contact.classify_by_parameter(t) for t in (-1.0, 0.1, 0.11, 0.89, 0.9, 2.0)]
    assert told == [REGION_BOTTOM, REGION_BOTTOM, REGION_SIDE, REGION_SIDE, REGION_TOP, REGION_TOP]
    assert contact.axis_parameter(ORIGIN, TALL, (7.0, 0.0, 0.25)) == 0.75


@given(direction, direction, any_vector)
def test_normals_are_turned_and_never_bent(normal: Vector, way: Vector, center: Vector) -> None:
    against = contact.orient_normal_for_sweep(normal, way)
    assert dot(against, way) <= 0.0
    outwards = contact.orient_normal_for_overlap(normal, center, ORIGIN)
    assert dot(outwards, center) >= 0.0 or math.hypot(*center) < contact.EPSILON
    upwards = contact.ensure_upward_normal(normal, way)
    assert dot(upwards, way) >= 0.0
    opposite = tuple(-x for x in normal)
    assert {against, outwards, upwards} <= {normal, opposite}


@given(any_vector, any_vector, length, direction, length, direction)
def test_sweep_contact_point_is_the_deepest_point_of_the_capsule(
    center: Vector, half_axis: Vector, radius: float, way: Vector, distance: float, normal: Vector
) -> None:
    point = contact.compute_sweep_contact_point(center, half_axis, radius, way, distance, normal)
    moved = tuple(c + distance * w for c, w in zip(center, way, strict=True))
    deepest = dot(moved, normal) - abs(dot(half_axis, normal)) - radius
    assert dot(point, normal) == pytest.approx(deepest, abs=2e-5)


@given(st.floats(-2.0, 2.0))
def test_contact_point_under_a_standing_capsule(height: float) -> None:
    point = contact.compute_sweep_contact_point((0.0, 0.0, height), TALL, 0.25, (0.0, 0.0, -1.0), 0.5, UP)
    assert point == pytest.approx((0.0, 0.0, height - 0.5 - 0.5 - 0.25))

"""Closest points agree with rational arithmetic, however thin, parallel or degenerate the shapes are."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given

from engine.constants import FEATURE_EDGE_0, FEATURE_FACE, FEATURE_VERTEX_0, FEATURE_VERTEX_2
from engine.kernels.check_sweep import distance_to_feature
from engine.kernels.closest import (
    closest_point_on_segment,
    closest_point_on_triangle,
    closest_points_segment_box,
    closest_points_segment_segment,
    closest_points_segment_triangle,
)
from tests.engine.kernels import exact
from tests.engine.kernels.geometry import Vector, any_vector, box_tetrahedra, ends_of, length, nasty_cases, vector_of

TOLERANCE = 1e-12
"""Metres, at coordinates of 100 m."""


@given(any_vector, any_vector, any_vector)
def test_point_and_segment(p0: Vector, p1: Vector, q: Vector) -> None:
    point, t = closest_point_on_segment(p0, p1, q)
    assert 0.0 <= t <= 1.0
    assert math.dist(point, q) == pytest.approx(exact.root(exact.distance_squared([p0, p1], [q])), abs=TOLERANCE)


@given(any_vector, any_vector, any_vector, any_vector)
@example((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (-1.0, 1e-9, 0.0), (1.0, -1e-9, 0.0))
def test_two_segments(p0: Vector, p1: Vector, q0: Vector, q1: Vector) -> None:
    on_p, on_q, s, t = closest_points_segment_segment(p0, p1, q0, q1)
    assert 0.0 <= s <= 1.0
    assert 0.0 <= t <= 1.0
    truth = exact.root(exact.distance_squared([p0, p1], [q0, q1]))
    assert math.dist(on_p, on_q) == pytest.approx(truth, abs=TOLERANCE)


@pytest.mark.parametrize("angle", [1e-3, 1e-6, 1e-8, 1e-10, 1e-12, 1e-15])
def test_segments_that_cross_at_a_tiny_angle_have_no_distance(angle: float) -> None:
    p0, p1 = (-50.0, 0.1, 0.3), (50.0, 0.1, 0.3)
    q0, q1 = (-50.0, 0.1 - 40 * angle, 0.3), (50.0, 0.1 + 60 * angle, 0.3)
    on_p, on_q, _, _ = closest_points_segment_segment(p0, p1, q0, q1)
    truth = exact.root(exact.distance_squared([p0, p1], [q0, q1]))
    assert math.dist(on_p, on_q) == pytest.approx(truth, abs=2e-11)


@pytest.mark.parametrize(
    ("q0", "q1", "s", "t"),
    [
        ((1.0, 1.0, 0.0), (3.0, 1.0, 0.0), 0.75, 0.25),
        ((3.0, 1.0, 0.0), (1.0, 1.0, 0.0), 0.75, 0.75),
        ((-1.0, 1.0, 0.0), (9.0, 1.0, 0.0), 0.5, 0.2),
        ((4.0, 1.0, 0.0), (7.0, 1.0, 0.0), 1.0, 0.0),
        ((-4.0, 1.0, 0.0), (-7.0, 1.0, 0.0), 0.0, 0.0),
    ],
)
def test_parallel_segments_meet_in_the_middle_of_what_they_share(q0: Vector, q1: Vector, s: float, t: float) -> None:
    on_p, _, found_s, found_t = closest_points_segment_segment((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), q0, q1)
    assert (found_s, found_t) == pytest.approx((s, t))
    assert on_p == pytest.approx((2 * s, 0.0, 0.0))


@given(any_vector, any_vector, any_vector, any_vector)
def test_point_and_triangle(q: Vector, a: Vector, b: Vector, c: Vector) -> None:
    point, feature = closest_point_on_triangle(q, a, b, c)
    assert math.dist(point, q) == pytest.approx(exact.root(exact.distance_squared([q], [a, b, c])), abs=TOLERANCE)
    assert distance_to_feature(point, feature, a, b, c) <= TOLERANCE


def test_features_are_named_by_corner_and_edge() -> None:
    a, b, c = (0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 2.0, 0.0)
    assert closest_point_on_triangle((0.5, 0.5, 3.0), a, b, c) == ((0.5, 0.5, 0.0), FEATURE_FACE)
    assert closest_point_on_triangle((1.0, -1.0, 0.0), a, b, c) == ((1.0, 0.0, 0.0), FEATURE_EDGE_0)
    assert closest_point_on_triangle((2.0, 2.0, 1.0), a, b, c)[1] == FEATURE_EDGE_0 + 1
    assert closest_point_on_triangle((-1.0, 1.0, 0.0), a, b, c)[1] == FEATURE_EDGE_0 + 2
    assert closest_point_on_triangle((-1.0, -1.0, 0.0), a, b, c) == (a, FEATURE_VERTEX_0)
    assert closest_point_on_triangle((-1.0, 5.0, 0.0), a, b, c)[1] == FEATURE_VERTEX_2


@given(any_vector, any_vector, any_vector, any_vector, any_vector)
@example((0.0, -1.0, 5.75), (0.0, 1.0, 5.75), (0.5, 0.25, 6.5), (-0.5, 1.25, 7.5), (-0.5, 0.25, 6.5))
def test_segment_and_triangle(p0: Vector, p1: Vector, a: Vector, b: Vector, c: Vector) -> None:
    on_segment, on_triangle, feature, square = closest_points_segment_triangle(p0, p1, a, b, c)
    truth = exact.root(exact.distance_squared([p0, p1], [a, b, c]))
    assert math.sqrt(square) == pytest.approx(truth, abs=TOLERANCE)
    assert math.dist(on_segment, on_triangle) == pytest.approx(truth, abs=TOLERANCE)
    assert distance_to_feature(on_triangle, feature, a, b, c) <= TOLERANCE


def test_segment_and_triangle_in_nasty_cases() -> None:
    for kind, (center, half_axis, _, _, _, a, b, c) in nasty_cases(25, seed=7):
        low, high = ends_of(center, half_axis)
        truth = exact.root(exact.distance_squared([low, high], [a, b, c]))
        _, on_triangle, feature, square = closest_points_segment_triangle(low, high, a, b, c)
        assert math.sqrt(square) == pytest.approx(truth, abs=2e-12), (kind, low, high, a, b, c)
        assert distance_to_feature(on_triangle, feature, a, b, c) <= 1e-11, (kind, low, high, a, b, c)


@pytest.mark.parametrize("height", [1e-2, 1e-4, 1e-6, 1e-8])
def test_points_and_segments_on_a_sliver_are_at_no_distance(height: float) -> None:
    random = np.random.default_rng(1)
    for _ in range(200):
        a, along, aside, away = random.normal(size=(4, 3)) * [[10.0], [20.0], [height], [1.0]]
        corners = [vector_of(a), vector_of(a + along), vector_of(a + random.uniform(-0.5, 1.5) * along + aside)]
        on = random.dirichlet((1.0, 1.0, 1.0)) @ np.array(corners)
        point, low, high = vector_of(on), vector_of(on - away), vector_of(on + away)
        truth = exact.root(exact.distance_squared([point], corners))
        assert math.dist(closest_point_on_triangle(point, *corners)[0], point) == pytest.approx(truth, abs=1e-13)
        truth = exact.root(exact.distance_squared([low, high], corners))
        square = closest_points_segment_triangle(low, high, *corners)[3]
        assert math.sqrt(square) == pytest.approx(truth, abs=1e-13)


def test_segment_parallel_to_a_face_takes_the_middle_of_what_lies_over_it() -> None:
    a, b, c = (0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 0.0, 4.0)
    on_segment, on_triangle, feature, square = closest_points_segment_triangle(
        (-2.0, 1.0, 1.0), (9.0, 1.0, 1.0), a, b, c
    )
    assert on_segment == pytest.approx((1.5, 1.0, 1.0))
    assert on_triangle == pytest.approx((1.5, 0.0, 1.0))
    assert (feature, square) == (FEATURE_FACE, pytest.approx(1.0))


def test_segment_through_a_triangle_has_distance_zero() -> None:
    on_segment, on_triangle, feature, square = closest_points_segment_triangle(
        (0.5, 3.0, 0.5), (0.5, -1.0, 0.5), (0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 0.0, 2.0)
    )
    assert on_segment == on_triangle == (0.5, 0.0, 0.5)
    assert (feature, square) == (FEATURE_FACE, 0.0)


@given(any_vector, any_vector, length, length, length)
def test_segment_and_box(p0: Vector, p1: Vector, x: float, y: float, z: float) -> None:
    on_segment, on_box, square = closest_points_segment_box(p0, p1, (x, y, z))
    truth = min(exact.distance_squared([p0, p1], part) for part in box_tetrahedra((x, y, z)))
    assert math.sqrt(square) == pytest.approx(exact.root(truth), abs=TOLERANCE)
    assert math.dist(on_segment, on_box) == pytest.approx(exact.root(truth), abs=TOLERANCE)


def test_segment_along_a_face_of_a_box_takes_the_middle() -> None:
    on_segment, on_box, square = closest_points_segment_box((-5.0, 2.0, 0.5), (0.5, 2.0, 0.5), (1.0, 1.0, 1.0))
    assert on_segment == pytest.approx((-0.25, 2.0, 0.5))
    assert on_box == pytest.approx((-0.25, 1.0, 0.5))
    assert square == pytest.approx(1.0)

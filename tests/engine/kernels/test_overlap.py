"""Depths and ways out of an overlap: pushing by depth along the normal ends it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.constants import FEATURE_FACE
from engine.hull import build_hull
from engine.kernels import overlap
from engine.kernels.convex import overlap_capsule_convex
from engine.kernels.vectors import add, dot, scale
from engine.shapes import Box, surface_of
from tests.engine.kernels import exact
from tests.engine.kernels.geometry import Vector, any_vector, ends_of, length, nasty_cases, near_vector

FLOOR = ((-4.0, 0.0, -4.0), (-4.0, 0.0, 4.0), (8.0, 0.0, 0.0))
UPRIGHT = (0.0, 0.55, 0.0)


def test_triangle_depth_agrees_with_rational_arithmetic() -> None:
    for kind, (center, half_axis, radius, _, _, a, b, c) in nasty_cases(8, seed=9):
        depth, normal, on_axis, on_triangle, _ = overlap.overlap_capsule_triangle(center, half_axis, radius, a, b, c)
        truth = exact.root(exact.distance_squared(ends_of(center, half_axis), [a, b, c]))
        assert depth == pytest.approx(radius - truth, abs=2e-12), kind
        assert math.hypot(*normal) == pytest.approx(1.0)
        if truth > 1e-6:
            assert add(on_triangle, scale(normal, truth)) == pytest.approx(on_axis, abs=1e-11), kind


def test_resting_capsule_overlaps_by_what_it_sinks_in() -> None:
    found = overlap.overlap_capsule_triangle((0.0, 0.8, 0.0), UPRIGHT, 0.35, *FLOOR)
    depth, normal, on_axis, on_triangle, feature = found
    assert (depth, feature) == (pytest.approx(0.1), FEATURE_FACE)
    assert normal == pytest.approx((0, 1, 0))
    assert on_axis == pytest.approx((0, 0.25, 0))
    assert on_triangle == pytest.approx((0, 0, 0))


@pytest.mark.parametrize(("height", "up"), [(0.3, 1.0), (-0.3, -1.0)])
def test_an_axis_through_the_triangle_is_pushed_to_the_side_of_its_centre(height: float, up: float) -> None:
    depth, normal, _, _, _ = overlap.overlap_capsule_triangle((0.0, height, 0.0), UPRIGHT, 0.35, *FLOOR)
    assert depth == pytest.approx(0.35)
    assert normal == pytest.approx((0, up, 0))


def test_depth_from_closest_points_and_its_scale() -> None:
    assert overlap.compute_penetration_depth(0.5, (0.0, 0.0, 0.0), (0.3, 0.0, 0.0)) == pytest.approx(0.2)
    assert overlap.compute_penetration_depth(0.5, (0.0, 0.0, 0.0), (0.6, 0.0, 0.0)) == 0.0
    assert overlap.scale_penetration_depth(0.2, 3.0) == pytest.approx(0.6)


@given(near_vector, any_vector, length, near_vector, any_vector, length)
def test_pushing_out_of_a_capsule_ends_the_overlap(
    center: Vector, half_axis: Vector, radius: float, other: Vector, other_axis: Vector, other_radius: float
) -> None:
    shapes = (other, other_axis, other_radius)
    depth, normal, on_axis, on_other = overlap.overlap_capsule_capsule(center, half_axis, radius, *shapes)
    assert math.dist(on_axis, on_other) == pytest.approx(abs(depth - radius), abs=3e-6)
    if depth <= 0:
        return
    pushed = add(center, scale(normal, depth))
    assert overlap.overlap_capsule_capsule(pushed, half_axis, radius, *shapes)[0] <= 1e-5


@given(near_vector, any_vector, length, near_vector, length)
def test_pushing_out_of_a_sphere_ends_the_overlap(
    center: Vector, half_axis: Vector, radius: float, other: Vector, other_radius: float
) -> None:
    depth, normal, _, point = overlap.overlap_capsule_sphere(center, half_axis, radius, other, other_radius)
    assert math.dist(point, other) == pytest.approx(other_radius)
    if depth <= 0:
        return
    pushed = add(center, scale(normal, depth))
    assert overlap.overlap_capsule_sphere(pushed, half_axis, radius, other, other_radius)[0] <= 3e-6


@given(near_vector, any_vector, length, length, length, length)
def test_pushing_out_of_a_box_ends_the_overlap_and_less_does_not(
    center: Vector, half_axis: Vector, radius: float, x: float, y: float, z: float
) -> None:
    box = (x, y, z)
    depth, normal, _, on_box = overlap.overlap_capsule_box(center, half_axis, radius, box)
    if depth <= 1e-3:
        return
    after = overlap.overlap_capsule_box(add(center, scale(normal, depth)), half_axis, radius, box)[0]
    assert after == pytest.approx(0.0, abs=3e-6)
    assert overlap.overlap_capsule_box(add(center, scale(normal, depth - 1e-3)), half_axis, radius, box)[0] > 0
    assert dot(normal, on_box) <= sum(e * abs(n) for e, n in zip(box, normal, strict=True)) + 1e-9


def test_deep_in_a_box_the_way_out_is_the_least_one_away_from_its_centre() -> None:
    depth, normal, on_axis, on_box = overlap.overlap_capsule_box((0.0, 0.7, -0.1), UPRIGHT, 0.35, (3.0, 1.0, 9.0))
    assert depth == pytest.approx(1.0 + 0.55 - 0.7 + 0.35)
    assert normal == (0, 1, 0)
    assert on_axis == pytest.approx((0, 0.15, -0.1))
    assert on_box == pytest.approx((0, 1.0, -0.1))


@given(near_vector, any_vector, length, length, length, length)
def test_a_box_as_a_convex_hull_gives_the_same_depth(
    center: Vector, half_axis: Vector, radius: float, x: float, y: float, z: float
) -> None:
    vertices, triangles = surface_of(Box((x, y, z)))
    as_box = overlap.overlap_capsule_box(center, half_axis, radius, (x, y, z))
    as_hull = overlap_capsule_convex(center, half_axis, radius, vertices, triangles)
    assert as_hull[0] == pytest.approx(as_box[0], abs=3e-6)


@given(st.integers(0, 10_000), any_vector)
def test_pushing_out_of_a_hull_ends_the_overlap(seed: int, half_axis: Vector) -> None:
    random = np.random.default_rng(seed)
    vertices, triangles = build_hull(random.normal(size=(12, 3)))
    center = tuple(float(v) for v in random.normal(size=3) * 0.7)
    depth, normal, _, _ = overlap_capsule_convex(center, half_axis, 0.3, vertices, triangles)
    if depth <= 0:
        return
    pushed = add(center, scale(normal, depth))
    assert overlap_capsule_convex(pushed, half_axis, 0.3, vertices, triangles)[0] == pytest.approx(0, abs=3e-6)

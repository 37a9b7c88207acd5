"""Sweeps against spheres, capsules, boxes and hulls are where they first touch."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given

from engine.hull import build_hull
from engine.kernels import overlap, sweep_shapes
from engine.kernels.convex import overlap_capsule_convex, sweep_capsule_convex
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.kernels.vectors import add, dot, scale
from engine.shapes import Box, surface_of
from engine.transforms import FloatArray, IndexArray
from tests.engine.kernels.geometry import Vector, any_vector, direction, length, unit, vector_of

FAR = 40.0
UPRIGHT = (0.0, 0.55, 0.0)


def deepest_before(depth_at: Callable[[float], float], distance: float) -> float:
    """Return the deepest overlap on the way: the depth is concave along it, so a golden section finds it."""
    low, high, part = 0.0, distance, 0.5 * (math.sqrt(5) - 1)
    one, two = high - part * (high - low), low + part * (high - low)
    at_one, at_two = depth_at(one), depth_at(two)
    deepest = max(depth_at(0.0), depth_at(distance), at_one, at_two)
    for _ in range(60):
        if at_one > at_two:
            high, two, at_two = two, one, at_one
            one = high - part * (high - low)
            at_one = depth_at(one)
        else:
            low, one, at_one = one, two, at_two
            two = low + part * (high - low)
            at_two = depth_at(two)
        deepest = max(deepest, at_one, at_two)
    return deepest


def depth_in_hull(vertices: FloatArray, triangles: IndexArray, half_axis: Vector, radius: float, at: Vector) -> float:
    return float(overlap_capsule_convex(at, half_axis, radius, vertices, triangles)[0])


def check_sweep(
    hit: tuple[float, Vector, Vector], center: Vector, way: Vector, depth_at_center: Callable[[Vector], float]
) -> None:
    """Check a hit or a miss by the overlaps on the way."""

    def depth_at(t: float) -> float:
        return depth_at_center(add(center, scale(way, t)))

    distance, normal, _ = hit
    if distance == 0.0:
        assert depth_at(0.0) >= -1e-9
    elif distance < math.inf:
        assert depth_at(distance) == pytest.approx(0.0, abs=1e-9)
        assert deepest_before(depth_at, distance) <= 1e-9
        assert math.hypot(*normal) == pytest.approx(1.0)
        assert dot(normal, way) <= 1e-6
    else:
        assert deepest_before(depth_at, FAR) <= 1e-9


@given(any_vector, any_vector, length, direction, any_vector, length)
def test_sphere(
    center: Vector, half_axis: Vector, radius: float, way: Vector, other: Vector, other_radius: float
) -> None:
    hit = sweep_shapes.sweep_capsule_sphere(center, half_axis, radius, way, FAR, other, other_radius)
    check_sweep(
        hit,
        center,
        way,
        lambda at: overlap.overlap_capsule_sphere(at, half_axis, radius, other, other_radius)[0],
    )
    if hit[0] < math.inf:
        assert math.dist(hit[2], other) == pytest.approx(other_radius)


@given(any_vector, any_vector, length, direction, any_vector, any_vector, length)
def test_capsule(
    center: Vector, half_axis: Vector, radius: float, way: Vector, other: Vector, axis: Vector, other_radius: float
) -> None:
    hit = sweep_shapes.sweep_capsule_capsule(center, half_axis, radius, way, FAR, other, axis, other_radius)
    check_sweep(
        hit,
        center,
        way,
        lambda at: overlap.overlap_capsule_capsule(at, half_axis, radius, other, axis, other_radius)[0],
    )


@given(any_vector, any_vector, length, direction, length, length, length)
def test_box(center: Vector, half_axis: Vector, radius: float, way: Vector, x: float, y: float, z: float) -> None:
    hit = sweep_shapes.sweep_capsule_box(center, half_axis, radius, way, FAR, (x, y, z))
    check_sweep(hit, center, way, lambda at: overlap.overlap_capsule_box(at, half_axis, radius, (x, y, z))[0])


@pytest.mark.parametrize("seed", range(6))
def test_hull(seed: int) -> None:
    random = np.random.default_rng(seed)
    vertices, triangles = build_hull(random.normal(size=(9, 3)))
    hits = 0
    for _ in range(40):
        way, half_axis, aside = (vector_of(v) for v in random.normal(size=(3, 3)))
        way = unit(way)
        target = vector_of(random.dirichlet(np.ones(len(vertices))) @ vertices)
        center = add(add(target, scale(aside, 0.5)), scale(way, -8.0))
        arguments = (half_axis, float(random.uniform(0.05, 0.5)))
        hit = sweep_capsule_convex(center, *arguments, way, FAR, vertices, triangles)
        hits += 0.0 < hit[0] < math.inf
        check_sweep(hit, center, way, partial(depth_in_hull, vertices, triangles, *arguments))
    assert hits > 20


@pytest.mark.parametrize("half_axis", [(2.0, 1.0, 0.0), (2.0, -1.0, 0.0), (-0.5, 2.0, 0.0), (0.0, 3.0, 0.0)])
def test_box_under_an_axis_that_lies_in_the_plane_of_its_face(half_axis: Vector) -> None:
    box = (1.0, 0.5, 1.0)
    for x, y in product(np.arange(-3.0, 3.2, 0.25), np.arange(-3.0, 3.2, 0.25)):
        center = (float(x), float(y), 5.0)
        over = overlap.overlap_capsule_box((float(x), float(y), 0.0), half_axis, 0.0, box)[0] > 1e-9
        distance = sweep_shapes.sweep_capsule_box(center, half_axis, 0.25, (0.0, 0.0, -1.0), FAR, box)[0]
        if over:
            assert distance == pytest.approx(3.75, abs=1e-12), center


@given(any_vector, any_vector, length, direction, length, length, length)
def test_box_hull_and_twelve_triangles_are_hit_alike(
    center: Vector, half_axis: Vector, radius: float, way: Vector, x: float, y: float, z: float
) -> None:
    vertices, triangles = surface_of(Box((x, y, z)))
    as_box = sweep_shapes.sweep_capsule_box(center, half_axis, radius, way, FAR, (x, y, z))[0]
    as_hull = sweep_capsule_convex(center, half_axis, radius, way, FAR, vertices, triangles)[0]
    corners = [[tuple(map(float, vertices[row])) for row in triangle] for triangle in triangles]
    apart = min(sweep_capsule_triangle(center, half_axis, radius, way, FAR, *each)[0] for each in corners)
    if 0.0 < as_box < math.inf and as_hull < math.inf:
        rate = 1e-3  # a graze may be told 1e-12 / rate apart
        assert as_hull == pytest.approx(as_box, abs=1e-12 / rate**2)
        assert apart == pytest.approx(as_box, abs=1e-12 / rate**2)


def test_standing_capsule_against_a_post_touches_along_both_axes() -> None:
    hit = sweep_shapes.sweep_capsule_capsule(
        (3.0, 0.0, 0.0), UPRIGHT, 0.35, (-1.0, 0.0, 0.0), 9.0, (0.0, 0.9, 0.0), (0.0, 1.0, 0.0), 0.25
    )
    distance, normal, point = hit
    assert distance == pytest.approx(2.4)
    assert normal == pytest.approx((1, 0, 0))
    assert point == pytest.approx((0.25, 0.225, 0))


def test_box_touches_at_exactly_the_end_of_the_way() -> None:
    box = (1.0, 1.0, 1.0)
    hit = sweep_shapes.sweep_capsule_box((0.5, 4.0, 0.25), (0.0, 0.5, 0.0), 0.5, (0.0, -1.0, 0.0), 2.0, box)
    assert hit == (2.0, pytest.approx((0, 1, 0)), pytest.approx((0.5, 1.0, 0.25)))
    assert sweep_shapes.sweep_capsule_box((0.5, 4.0, 0.25), UPRIGHT, 0.5, (0.0, -1.0, 0.0), 1.9, box)[0] == math.inf


def test_wholly_inside_a_box_or_hull_is_a_hit_at_zero_with_the_least_way_out() -> None:
    vertices, triangles = surface_of(Box((5.0, 4.0, 6.0)))
    way = (1.0, 0.0, 0.0)
    as_box = sweep_shapes.sweep_capsule_box((0.0, 1.0, 0.0), UPRIGHT, 0.35, way, 9.0, (5.0, 4.0, 6.0))
    as_hull = sweep_capsule_convex((0.0, 1.0, 0.0), UPRIGHT, 0.35, way, 9.0, vertices, triangles)
    assert as_box[:2] == (0.0, (0, 1, 0))
    assert as_hull[:2] == (0.0, (0, 1, 0))

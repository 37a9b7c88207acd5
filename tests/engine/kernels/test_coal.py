"""Distances and overlaps agree with coal, a library that nobody here wrote."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from engine.kernels.closest import closest_points_segment_triangle
from engine.kernels.overlap import overlap_capsule_box, overlap_capsule_capsule
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.sweep_cases import make_cases
from engine.transforms import FloatArray
from tests.engine.kernels.geometry import Vector, case_of, ends_of

coal = pytest.importorskip("coal")

TOLERANCE = 1e-5
"""Metres. coal iterates and stops when its bounds are this close, a little above the distance."""


def place_along(half_axis: FloatArray, center: FloatArray) -> Any:
    """Return the pose of a shape whose local Z lies along an axis."""
    along = half_axis / np.linalg.norm(half_axis)
    aside = np.cross(along, np.eye(3)[np.abs(along).argmin()])
    aside /= np.linalg.norm(aside)
    return coal.Transform3s(np.stack([aside, np.cross(along, aside), along], axis=1), center)


def hull_of(corners: Sequence[Vector]) -> Any:
    """Return a triangle as a hull with two faces: coal has no distance between a capsule and its own triangles."""
    points, faces = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    points.extend([np.array(corner) for corner in corners])
    faces.extend([coal.Triangle(0, 1, 2), coal.Triangle(0, 2, 1)])
    return coal.Convex(points, faces)


def coal_distance(one: Any, pose: Any, two: Any, other: Any) -> float:
    result = coal.DistanceResult()
    return float(coal.distance(one, pose, two, other, coal.DistanceRequest(), result))


@pytest.mark.parametrize("kind", ["generic", "axis along face", "axis along edge", "graze vertex"])
def test_capsule_and_triangle(kind: str) -> None:
    compared = 0
    for row in make_cases(kind, 150, np.random.default_rng(4)):
        row[11:] = (row[11:].reshape(3, 3) - row[:3]).ravel()
        row[:3] = 0.0
        center, half_axis, radius, _, _, a, b, c = case_of(row)
        size = math.hypot(*half_axis)
        area = np.linalg.norm(np.cross(np.subtract(b, a), np.subtract(c, a)))
        if size < 0.02 or area < 1e-3:
            continue
        square = closest_points_segment_triangle(*ends_of(center, half_axis), a, b, c)[3]
        gap = math.sqrt(square) - radius
        if gap > 1e-3:
            pose = place_along(np.array(half_axis), np.array(center))
            shapes = (coal.Capsule(radius, 2 * size), pose, hull_of((a, b, c)))
            assert coal_distance(*shapes, coal.Transform3s()) == pytest.approx(gap, abs=TOLERANCE)
            compared += 1
    assert compared > 50


def test_at_the_time_of_impact_coal_sees_no_gap() -> None:
    for row in make_cases("generic", 100, np.random.default_rng(6)):
        row[11:] = (row[11:].reshape(3, 3) - row[:3]).ravel()
        row[:3] = 0.0
        case = case_of(row)
        _, half_axis, radius, way, _, a, b, c = case
        distance = sweep_capsule_triangle(*case)[0]
        if 0.0 < distance < math.inf and math.hypot(*half_axis) > 0.02:
            pose = place_along(np.array(half_axis), np.array(way) * distance)
            shapes = (coal.Capsule(radius, 2 * math.hypot(*half_axis)), pose, hull_of((a, b, c)))
            assert coal_distance(*shapes, coal.Transform3s()) == pytest.approx(0.0, abs=2 * TOLERANCE)


def test_capsule_against_capsule_and_box() -> None:
    random = np.random.default_rng(8)
    for _ in range(100):
        center, half_axis, other, other_axis = random.normal(size=(4, 3)) * 2.0
        radius, other_radius, *box = (float(x) for x in random.uniform(0.1, 1.0, 5))
        capsule = coal.Capsule(radius, 2 * float(np.linalg.norm(half_axis)))
        pose = place_along(half_axis, center)
        arguments = (tuple(map(float, center)), tuple(map(float, half_axis)), radius)
        ball = coal.Capsule(other_radius, 2 * float(np.linalg.norm(other_axis)))
        there = (tuple(map(float, other)), tuple(map(float, other_axis)), other_radius)
        depth = overlap_capsule_capsule(*arguments, *there)[0]
        if depth < -1e-3:
            told = coal_distance(capsule, pose, ball, place_along(other_axis, other))
            assert told == pytest.approx(-depth, abs=TOLERANCE)
        depth = overlap_capsule_box(*arguments, tuple(box))[0]
        if depth < -1e-3:
            told = coal_distance(capsule, pose, coal.Box(*(2 * x for x in box)), coal.Transform3s())
            assert told == pytest.approx(-depth, abs=TOLERANCE)

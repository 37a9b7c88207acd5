"""Capsules know their ends, and surfaces look outward."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.errors import InputError
from engine.shapes import Box, Capsule, CapsuleShape, Convex, Mesh, Shape, Sphere, surface_of


def test_a_capsule_stands_on_its_feet() -> None:
    capsule = Capsule.from_feet((1, 2, 3), radius=0.35, height=1.1)
    assert capsule.center == pytest.approx((1, 2.9, 3))
    assert capsule.bottom == pytest.approx((1, 2, 3))
    assert capsule.top == pytest.approx((1, 3.8, 3))
    assert capsule.half_height == 0.55


def test_up_is_normalised_and_moves_the_feet_with_it() -> None:
    capsule = Capsule(center=(0, 0, 5), radius=1, height=2, up=(0, 0, 10))
    assert capsule.up == pytest.approx((0, 0, 1))
    assert capsule.bottom == pytest.approx((0, 0, 3))


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"radius": 0.0}, "capsule radius: expected a finite number > 0, got 0.0"),
        ({"radius": math.nan}, "capsule radius"),
        ({"height": -1.0}, "capsule height: expected a finite number >= 0, got -1.0"),
        ({"height": math.inf}, "capsule height"),
        ({"up": (0, 0, 0)}, "capsule up: expected a direction"),
        ({"center": (0, math.nan, 0)}, "capsule center: expected three finite numbers"),
        ({"center": (0, 1)}, "capsule center"),
    ],
)
def test_an_impossible_capsule_is_refused_by_name(values: dict[str, object], named: str) -> None:
    arguments: dict[str, object] = {"center": (0, 0, 0), "radius": 0.35, "height": 1.1, **values}
    with pytest.raises(InputError, match=named):
        Capsule(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("shape", "volume"),
    [
        (Box((1, 2, 3)), 48.0),
        (Sphere(2), 4 / 3 * math.pi * 8),
        (CapsuleShape(0.5, 3), math.pi * 0.25 * 3 + 4 / 3 * math.pi * 0.125),
        (CapsuleShape(0.5, 0), 4 / 3 * math.pi * 0.125),
        (Convex(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])), 1 / 6),
    ],
)
def test_surfaces_are_closed_look_outward_and_fill_the_shape(shape: Shape, volume: float) -> None:
    vertices, triangles = surface_of(shape)
    a, b, c = vertices[triangles].transpose(1, 0, 2)
    filled = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
    assert 0.93 * volume < filled <= volume * (1 + 1e-12)
    edges = {(int(t[i]), int(t[(i + 1) % 3])) for t in triangles for i in range(3)}
    assert len(edges) == 3 * len(triangles)
    assert {(b, a) for a, b in edges} == edges


def test_a_box_has_eight_vertices_and_twelve_triangles() -> None:
    vertices, triangles = surface_of(Box((1, 2, 3)))
    assert vertices.shape == (8, 3)
    assert triangles.shape == (12, 3)
    assert triangles.dtype == np.int32


def test_a_capsule_shape_lies_along_its_local_y() -> None:
    vertices, _ = surface_of(CapsuleShape(0.5, 3))
    assert np.ptp(vertices, axis=0) == pytest.approx([1, 4, 1])


def test_a_mesh_keeps_its_triangles_in_order_and_cannot_be_written() -> None:
    mesh = Mesh(np.eye(3), np.array([[2, 1, 0], [0, 1, 2]]))
    assert mesh.triangles.tolist() == [[2, 1, 0], [0, 1, 2]]
    with pytest.raises(ValueError, match="read-only"):
        mesh.vertices[0, 0] = 7
    with pytest.raises(ValueError, match="read-only"):
        surface_of(Box((1, 1, 1)))[0][0] = 0


def test_a_triangle_with_a_vertex_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match=r"triangles\[1\]: expected vertex indices from 0 to 2, got \[0, 1, 3\]"):
        Mesh(np.eye(3), np.array([[0, 1, 2], [0, 1, 3]]))


@pytest.mark.parametrize(("total", "height"), [(1.8, 1.1), (0.7, 0.0), (0.5, 0.0)])
def test_a_capsule_too_low_for_its_radius_is_a_sphere(total: float, height: float) -> None:
    capsule = Capsule.from_total_height((1.0, 2.0, 3.0), 0.35, total)
    assert capsule.height == pytest.approx(height)
    assert capsule.bottom == pytest.approx((1.0, 2.0, 3.0))

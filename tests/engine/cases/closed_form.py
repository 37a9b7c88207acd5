"""The capsule's sweep in closed form, in numpy alone: what the engine's sweeps are measured against.

A capsule that meets a triangle is a point that meets the triangle, extruded along the capsule's axis and rounded by
its radius. The first touch is the earliest entry into one of the pieces of that: five faces moved outwards by the
radius, nine cylinders, six spheres. None of the engine's kernels takes part.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_FACES = ((0, 1, 2), (3, 4, 5), (0, 1, 4), (0, 4, 3), (1, 2, 5), (1, 5, 4), (2, 0, 3), (2, 3, 5))
"""Of the prism of corners a b c below and a b c above: two caps, and three sides as two triangles each."""
_EDGES = ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5))


def sweep_in_closed_form(
    center: Floats, direction: Floats, reach: float, corners: Floats, radius: float, half_axis: Floats
) -> float:
    """Return how far a capsule gets along a unit direction before it touches triangles (m, 3, 3); inf: it does not.

    It must not touch at the start.
    """
    grown = radius + np.abs(half_axis)
    ends = np.stack([center, center + reach * direction])
    low, high = ends.min(axis=0) - grown, ends.max(axis=0) + grown
    near = corners[((corners.min(axis=1) <= high) & (corners.max(axis=1) >= low)).all(axis=1)]
    if len(near) == 0:
        return float("inf")
    prisms = np.concatenate([near - half_axis, near + half_axis], axis=1) - center
    faces = prisms[:, _FACES, :].reshape(-1, 3, 3)
    edges = prisms[:, _EDGES, :].reshape(-1, 2, 3)
    first = min(
        _enter_faces(direction, faces, radius),
        _enter_cylinders(direction, edges, radius),
        _enter_spheres(direction, prisms.reshape(-1, 3), radius),
    )
    return first if first <= reach else float("inf")


def _dot(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.einsum("...i,...i->...", a, b))


def _earliest(times: Floats, valid: NDArray[np.bool_]) -> float:
    valid &= times >= 0.0
    return float(times[valid].min()) if valid.any() else float("inf")


def _enter_faces(direction: Floats, faces: Floats, radius: float) -> float:
    """Meet the faces, moved towards the origin by the radius."""
    a, b, c = faces[:, 0], faces[:, 1], faces[:, 2]
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    heights = -_dot(a, normals)
    normals *= np.where(heights < 0.0, -1.0, 1.0)[:, None]
    speeds = -normals @ direction
    moving = speeds > 0.0
    times = np.where(moving, np.abs(heights) - radius, -1.0) / np.where(moving, speeds, 1.0)
    touched = times[:, None] * direction - radius * normals
    turns = [_dot(np.cross(q - p, touched - p), normals) for p, q in ((a, b), (b, c), (c, a))]
    inside = np.all(np.array(turns) >= 0.0, axis=0) | np.all(np.array(turns) <= 0.0, axis=0)
    return _earliest(times, moving & inside)


def _enter_quadratic(square: Floats, half: Floats, rest: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the smaller roots of square t² + 2 half t + rest, and where there are any that lead inwards."""
    under = half * half - square * rest
    valid = (square > 0.0) & (under >= 0.0) & (half < 0.0)
    # The form that does not subtract two near numbers.
    below = np.where(valid, -half + np.sqrt(np.maximum(under, 0.0)), 1.0)
    return np.where(valid, rest / below, -1.0), valid


def _enter_cylinders(direction: Floats, edges: Floats, radius: float) -> float:
    start, along = edges[:, 0], edges[:, 1] - edges[:, 0]
    length_square = _dot(along, along)
    across = direction - (along @ direction / length_square)[:, None] * along
    offset = -start + (_dot(start, along) / length_square)[:, None] * along
    times, valid = _enter_quadratic(_dot(across, across), _dot(across, offset), _dot(offset, offset) - radius * radius)
    share = _dot(times[:, None] * direction - start, along) / length_square
    return _earliest(times, valid & (share >= 0.0) & (share <= 1.0))


def _enter_spheres(direction: Floats, centers: Floats, radius: float) -> float:
    times, valid = _enter_quadratic(
        np.ones(len(centers)), -centers @ direction, _dot(centers, centers) - radius * radius
    )
    return _earliest(times, valid)

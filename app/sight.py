"""Whether the level lies between an eye and the capsule. Only for choosing a camera: a few rays, no acceleration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Trace

    Array = NDArray[np.float64]

_PARALLEL = 1e-12
"""Determinant below which a ray counts as parallel to a triangle: it cannot hide anything."""


def gather_triangles(trace: Trace, frame: int, center: Array, reach: float) -> Array:
    """Return the corners, (m, 3, 3), of the level's triangles that come within `reach` metres of a point."""
    if trace.scenario is None:
        return np.zeros((0, 3, 3))
    found = []
    for body in trace.scenario.level.bodies:
        vertices, triangles = body.surface()
        placement = body.world_from_local(frame)
        world = vertices @ placement[:3, :3].T + placement[:3, 3]
        corners = world[triangles]
        near = (corners.min(axis=1) <= center + reach).all(axis=1) & (corners.max(axis=1) >= center - reach).all(axis=1)
        found.append(corners[near])
    return np.concatenate(found) if found else np.zeros((0, 3, 3))


def count_free_rays(eye: Array, targets: Array, corners: Array) -> int:
    """Return how many of the targets, (n, 3), can be seen from an eye past the triangles, from both their sides."""
    return sum(not is_hidden(eye, target, corners) for target in targets)


def is_hidden(eye: Array, target: Array, corners: Array) -> bool:
    """Tell whether any triangle cuts the segment from an eye to a target."""
    if len(corners) == 0:
        return False
    way = target - eye
    first, second = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    across = np.cross(way, second)
    determinant = np.einsum("ij,ij->i", first, across)
    usable = np.abs(determinant) > _PARALLEL
    inverse = 1.0 / np.where(usable, determinant, 1.0)
    offset = eye - corners[:, 0]
    u = np.einsum("ij,ij->i", offset, across) * inverse
    other = np.cross(offset, first)
    v = other @ way * inverse
    t = np.einsum("ij,ij->i", second, other) * inverse
    return bool((usable & (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (t > 0.0) & (t < 1.0)).any())

"""Meshes packed for the GPU: sixteen bytes a corner, three corners a triangle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.draw.drawlist import Mesh

CORNER = np.dtype([("in_position", "<f4", (3,)), ("in_flags", "<u4")])
CORNER_FORMAT = "3f 1u"

OCTAHEDRAL_STEPS = 11584
"""Steps from the middle to the rim: as many as 29 bits hold for two axes. A normal is turned by less than 0.0075
degrees, which keeps every slope of 45 degrees on the right side of a limit of 0.707."""
ACROSS = 2 * OCTAHEDRAL_STEPS + 1
"""Places along an axis, from rim to rim."""


def pack_corners(mesh: Mesh) -> NDArray[np.void]:
    """Return the corners of a mesh with what the shader wants to know about their triangle."""
    count = len(mesh.corners) // 3
    packed = np.empty(count * 3, dtype=CORNER)
    packed["in_position"] = mesh.corners
    flags = encode_normals(compute_normals(mesh.corners)) << np.uint32(3)
    for edge in range(3):
        flags |= mesh.sharp_edges[:, edge].astype(np.uint32) << np.uint32(edge)
    packed["in_flags"] = np.repeat(flags, 3)
    return packed


def compute_normals(corners: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the unit normal of each triangle; that of a degenerate one is zero."""
    points = corners.reshape(-1, 3, 3).astype(np.float64)
    normals = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    result: NDArray[np.float64] = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0.0)
    return result


def encode_normals(normals: NDArray[np.float64]) -> NDArray[np.uint32]:
    """Fold unit vectors onto an octahedron laid flat: the place along x, and that along y times `ACROSS`."""
    spread = np.abs(normals).sum(axis=1, keepdims=True)
    flat = np.divide(normals, spread, out=np.zeros_like(normals), where=spread > 0.0)
    x, y = flat[:, 0], flat[:, 1]
    below = flat[:, 2] < 0.0
    folded_x = np.where(below, (1.0 - np.abs(y)) * np.where(x >= 0.0, 1.0, -1.0), x)
    folded_y = np.where(below, (1.0 - np.abs(x)) * np.where(y >= 0.0, 1.0, -1.0), y)
    lower = np.stack([folded_x, folded_y], axis=1) * OCTAHEDRAL_STEPS + OCTAHEDRAL_STEPS
    lower = np.clip(np.floor(lower), 0.0, 2.0 * OCTAHEDRAL_STEPS - 1.0)
    # Of the four steps around it the one whose direction is nearest: half the error of rounding each axis alone.
    best, nearest = lower, np.full(len(normals), -2.0)
    for step in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)):
        candidate = lower + step
        likeness = np.einsum("ij,ij->i", decode_normals(candidate), normals)
        better = likeness > nearest
        best = np.where(better[:, None], candidate, best)
        nearest = np.where(better, likeness, nearest)
    steps = best.astype(np.uint32)
    packed: NDArray[np.uint32] = steps[:, 0] + steps[:, 1] * np.uint32(ACROSS)
    return packed


def unpack_steps(packed: NDArray[np.uint32]) -> NDArray[np.float64]:
    """Return the (n, 2) steps of the octahedron that were packed."""
    return np.stack([packed % ACROSS, packed // ACROSS], axis=1).astype(np.float64)


def decode_normals(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the unit vectors that (n, 2) steps of the octahedron stand for, as mesh.vert does."""
    x, y = (steps / OCTAHEDRAL_STEPS - 1.0).T
    z = 1.0 - np.abs(x) - np.abs(y)
    below = np.maximum(-z, 0.0)
    vectors = np.stack([x - np.copysign(below, x), y - np.copysign(below, y), z], axis=1)
    result: NDArray[np.float64] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return result


def bound_sphere(mesh: Mesh) -> tuple[NDArray[np.float64], float]:
    """Return the centre and radius of a sphere around a mesh, in its own space: around its box, not the least one."""
    low = mesh.corners.min(axis=0).astype(np.float64)
    high = mesh.corners.max(axis=0).astype(np.float64)
    return (low + high) / 2.0, float(np.linalg.norm(high - low)) / 2.0


def find_triangle(mesh: Mesh, body: int, triangle: int) -> int | None:
    """Return the row of a body's triangle in a mesh, or None."""
    rows = np.flatnonzero((mesh.bodies == body) & (mesh.triangles == triangle))
    return int(rows[0]) if rows.size else None

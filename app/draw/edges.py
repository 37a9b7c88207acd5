"""Which edges of a mesh are worth a strong line: borders and creases, not the diagonals of flat faces."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CREASE_DEGREES = 1.0
"""Faces that differ by less look flat; a tessellated plane read from a text file differs by less."""

# Odd multipliers with well-mixed bits (from splitmix64 and xxHash), so that a product spreads a key over 64 bits.
_MIX = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)


def hash_positions(positions: NDArray[np.float32], groups: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return a key per vertex, equal for vertices of one group at the same place.

    Files often repeat a vertex for each face. Comparing 64-bit keys instead of positions welds a million of them in
    milliseconds; a clash (one in 10^7 for such a mesh) would cost one wrong line.
    """
    # Adding zero turns -0 into 0, which has other bits.
    bits = (np.ascontiguousarray(positions) + np.float32(0.0)).view(np.uint32).astype(np.uint64)
    key = groups.astype(np.uint64)
    for axis, factor in enumerate(_MIX):
        key = (key ^ bits[:, axis]) * np.uint64(factor)
        key ^= key >> np.uint64(29)
    return key


def face_normals(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the unit normals (m, 3) of triangles given as (m, 3, 3) corners; zero for those without area."""
    # Column by column: numpy's cross on (m, 3) arrays takes five times as long.
    x, y, z = (np.ascontiguousarray(corners[:, :, axis].T) for axis in range(3))
    ax, ay, az = x[1] - x[0], y[1] - y[0], z[1] - z[0]
    bx, by, bz = x[2] - x[0], y[2] - y[0], z[2] - z[0]
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    size = np.sqrt(nx * nx + ny * ny + nz * nz)
    scale = np.divide(1.0, size, out=np.zeros_like(size), where=size > 0)
    return np.stack([nx * scale, ny * scale, nz * scale], axis=1)


def find_sharp_edges(vertex_keys: NDArray[np.uint64], normals: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return (m, 3) flags: edge i of a triangle, from corner i to i + 1, is a border or a crease.

    `vertex_keys` (m, 3) tells which corners coincide. An edge is flat if exactly two faces share it and their normals
    differ by less than CREASE_DEGREES; everything else is sharp.
    """
    following = np.roll(vertex_keys, -1, axis=1)
    low, high = np.minimum(vertex_keys, following), np.maximum(vertex_keys, following)
    edge_keys = (low * np.uint64(_MIX[0]) ^ high * np.uint64(_MIX[1])).ravel()
    order = np.argsort(edge_keys)
    same = np.zeros(len(order) + 1, dtype=np.bool_)
    sorted_keys = edge_keys[order]
    same[1:-1] = sorted_keys[1:] == sorted_keys[:-1]
    # same[j]: edge j equals the one before. A pair begins where the run of equal edges is exactly two long.
    longer = np.append(same[2:], False)
    first = np.flatnonzero(same[1:] & ~same[:-1] & ~longer)
    one, other = order[first], order[first + 1]
    cosines = np.einsum("ij,ij->i", normals[one // 3], normals[other // 3])
    flat = cosines > math.cos(math.radians(CREASE_DEGREES))
    sharp = np.ones(len(order), dtype=np.bool_)
    sharp[one[flat]] = False
    sharp[other[flat]] = False
    return sharp.reshape(-1, 3)

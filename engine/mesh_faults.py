"""Triangles that no collision query can use: found here, left out of the geometry, never renumbered. Metres.

Traces count triangles in file order, so a triangle that cannot be used keeps its number. `Mesh` carries the faults.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.transforms import FloatArray, IndexArray

FaultArray: TypeAlias = NDArray[np.uint8]
RawIndexArray: TypeAlias = NDArray[np.int64]
"""Corners as a file has them: what is out of range may not fit into 32 bits."""

MAX_COORDINATE_M = 1e9
"""Farther out, doubles lie more than 0.1 µm apart, and squared distances no longer fit the renderer's floats."""
FLAT_HEIGHT = 1e-10
"""Height by longest edge below which a triangle has no plane: six digits above what doubles can tell apart."""
ROUNDING = 8 * float(np.finfo(np.float64).eps)
"""Height by largest coordinate below which the height is rounding: three differences and two products of it."""


class Fault(IntEnum):
    """Why a triangle is unusable; the first reason that applies."""

    NONE = 0
    OUT_OF_RANGE = 1
    NOT_FINITE = 2
    TOO_FAR = 3
    DEGENERATE = 4


FAULT_WORDS = {
    Fault.OUT_OF_RANGE: "with a corner that names no vertex",
    Fault.NOT_FINITE: "with a corner that is not a finite number",
    Fault.TOO_FAR: f"with a corner beyond {MAX_COORDINATE_M:.0e} m",
    Fault.DEGENERATE: "without area",
}
"""After a count: `2 without area`."""


def good_vertices(vertices: FloatArray) -> NDArray[np.bool_]:
    """Return (n,) flags: all three coordinates are finite and within reach."""
    finite = finite_rows(vertices)
    good: NDArray[np.bool_] = np.abs(np.where(finite[:, None], vertices, np.inf)).max(axis=1) <= MAX_COORDINATE_M
    return good


def finite_rows(points: FloatArray) -> NDArray[np.bool_]:
    """Return (n,) flags: all three coordinates are numbers, and not infinite."""
    finite: NDArray[np.bool_] = np.logical_and.reduce(np.isfinite(points), axis=1)
    return finite


def find_faults(vertices: FloatArray, triangles: RawIndexArray | IndexArray) -> FaultArray:
    """Return a Fault for each triangle (m,) of vertices (n, 3) as a file has them."""
    faults = np.full(len(triangles), Fault.NONE, dtype=np.uint8)
    outside = ((triangles < 0) | (triangles >= len(vertices))).any(axis=1)
    faults[outside] = Fault.OUT_OF_RANGE
    for fault, is_fine in ((Fault.NOT_FINITE, finite_rows(vertices)), (Fault.TOO_FAR, good_vertices(vertices))):
        if not is_fine.all():
            open_ = np.flatnonzero(faults == Fault.NONE)
            faults[open_[~is_fine[triangles[open_]].all(axis=1)]] = fault
    usable = np.flatnonzero(faults == Fault.NONE)
    corners = vertices[triangles[usable] if len(usable) < len(triangles) else triangles]
    heights, longest = measure_triangles(corners)
    largest = np.abs(corners).max(axis=(1, 2), initial=0.0)
    faults[usable[heights <= np.maximum(FLAT_HEIGHT * longest, ROUNDING * largest)]] = Fault.DEGENERATE
    return faults


def measure_triangles(corners: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the height over the longest edge and that edge's length, (m,) each, of corners (m, 3, 3)."""
    # Column by column: numpy's cross on (m, 3) arrays takes several times as long.
    x, y, z = (np.ascontiguousarray(corners[:, :, axis].T) for axis in range(3))
    longest = np.zeros(len(corners))
    for i, j in ((0, 1), (1, 2), (2, 0)):
        np.maximum(longest, np.sqrt((x[j] - x[i]) ** 2 + (y[j] - y[i]) ** 2 + (z[j] - z[i]) ** 2), out=longest)
    ax, ay, az = x[1] - x[0], y[1] - y[0], z[1] - z[0]
    bx, by, bz = x[2] - x[0], y[2] - y[0], z[2] - z[0]
    doubled = np.sqrt((ay * bz - az * by) ** 2 + (az * bx - ax * bz) ** 2 + (ax * by - ay * bx) ** 2)
    return np.divide(doubled, longest, out=np.zeros_like(doubled), where=longest > 0), longest


def collapse_faults(
    vertices: FloatArray, triangles: RawIndexArray | IndexArray, faults: FaultArray
) -> tuple[FloatArray, IndexArray]:
    """Return arrays without anything that breaks arithmetic, with the same numbers of vertices and triangles.

    A bad vertex moves to the first good one. A triangle with a bad corner shrinks to that point; one without area
    stays as it is. There must be a good vertex.
    """
    good = good_vertices(vertices)
    anchor = int(np.argmax(good))
    sound = vertices if good.all() else np.where(good[:, None], vertices, vertices[anchor])
    broken = (faults != Fault.NONE) & (faults != Fault.DEGENERATE)
    corners = np.where(broken[:, None], anchor, triangles) if broken.any() else triangles
    return sound, corners.astype(np.int32)


def describe_faults(faults: FaultArray) -> str:
    """Say how many triangles are unusable and why: `3 of 12 triangles are unusable: 2 without area, 1 ...`."""
    unusable = int((faults != Fault.NONE).sum())
    return f"{unusable} of {len(faults)} triangles {'is' if unusable == 1 else 'are'} unusable: {list_reasons(faults)}"


def list_reasons(faults: FaultArray) -> str:
    """Return the reasons with their counts: `2 without area, 1 with a corner that names no vertex`."""
    counts = np.bincount(faults, minlength=len(Fault))
    return ", ".join(f"{counts[fault]} {words}" for fault, words in FAULT_WORDS.items() if counts[fault])

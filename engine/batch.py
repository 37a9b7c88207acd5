"""Many queries of one capsule at once: what a map of a level or a benchmark asks for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import InputError
from engine.geometry import FARTHEST_M, geometry_of
from engine.hits import CLOSESTS, HITS, OVERLAPS, Hits, Selection
from engine.level import ALL_BITS, Level
from engine.query_input import (
    SCRATCH,
    Options,
    check_distances,
    check_mask,
    check_rows,
    half_axis_of,
    normalize_rows,
)
from engine.shapes import Y_UP, Capsule
from engine.transforms import FloatArray, IndexArray

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def sweep_many(
    level: Level,
    centers: ArrayLike,
    directions: ArrayLike,
    distances: ArrayLike,
    *,
    radius: float,
    height: float,
    up: Sequence[float] = Y_UP,
    mask: int = ALL_BITS,
    selection: str = Selection.CLOSEST,
    frame: int = 0,
    window: float | None = None,
    parallel: bool = True,
    skip_overlapped: bool = False,
) -> Hits:
    """Sweep a capsule of one size from many centres (n, 3); directions (n, 3) and distances (n,), or one for all.

    height: between the centres of the capsule's spheres. Returns n rows of `HITS`, each what `sweep` would find.
    """
    from engine.kernels.level_query import sweep_rows

    options = Options(mask, selection, frame, window, parallel, skip_overlapped)
    choice = options.check()
    shape = Capsule((0.0, 0.0, 0.0), radius, height, (up[0], up[1], up[2]))
    starts = check_rows("centers", np.asarray(centers, dtype=np.float64), FARTHEST_M)
    ways = np.broadcast_to(np.asarray(directions, dtype=np.float64), starts.shape)
    ways = normalize_rows(check_rows("directions", ways, math.inf))
    lengths = check_distances(np.broadcast_to(np.asarray(distances, dtype=np.float64), len(starts)))
    floats, integers = np.empty((len(starts), 11)), np.empty((len(starts), 4), dtype=np.int32)
    arrays = options.find_geometry(level).at_frame(frame)
    capsule = (half_axis_of(shape), shape.radius)
    while needed := sweep_rows(
        arrays, starts, *capsule, ways, lengths, shape.up, choice, SCRATCH.arrays, floats, integers
    ):
        SCRATCH.grow(needed)
    return _read_rows(lengths, floats, integers)


def _read_rows(lengths: FloatArray, floats: FloatArray, integers: IndexArray) -> Hits:
    """Turn what the kernel wrote into named columns."""
    hits = np.zeros(len(lengths), dtype=HITS)
    hits["hit"] = integers[:, 2] >= 0
    hits["distance"], hits["depth"] = floats[:, 0], floats[:, 7]
    hits["normal"], hits["point"], hits["way_out"] = floats[:, 1:4], floats[:, 4:7], floats[:, 8:11]
    hits["region"], hits["feature"], hits["body"], hits["triangle"] = integers.T
    moving = hits["hit"] & (lengths > 0)
    hits["time"][moving] = hits["distance"][moving] / lengths[moving]
    for name in ("time", "normal", "point", "way_out"):
        hits[name][~hits["hit"]] = np.nan
    return hits


def overlap_many(
    level: Level,
    centers: ArrayLike,
    *,
    radius: float,
    height: float,
    up: Sequence[float] = Y_UP,
    mask: int = ALL_BITS,
    frame: int = 0,
) -> Hits:
    """Return everything that a capsule of one size overlaps at many centres (n, 3), as rows of `OVERLAPS`.

    For each centre what `overlap` would return, in its order; `row` says whose it is.
    """
    from engine.kernels.level_overlap import overlap_level

    shape, starts, checked_mask = _check_places(centers, radius, height, up, mask)
    arrays, parts = geometry_of(level).at_frame(frame), []
    floats, integers = np.empty((len(SCRATCH.found), 10)), np.empty((len(SCRATCH.found), 3), dtype=np.int32)
    for row, center in enumerate(starts.tolist()):
        query = (tuple(center), half_axis_of(shape), shape.radius, shape.up)
        while True:
            count, needed = overlap_level(arrays, query, checked_mask, SCRATCH.found, SCRATCH.stack, floats, integers)
            if needed <= len(SCRATCH.found):
                break
            SCRATCH.grow(needed)
            floats, integers = np.empty((len(SCRATCH.found), 10)), np.empty((len(SCRATCH.found), 3), dtype=np.int32)
        part = np.zeros(count, dtype=OVERLAPS)
        part["row"], part["depth"], part["normal"] = row, floats[:count, 0], floats[:count, 1:4]
        part["point_on_axis"], part["point"] = floats[:count, 4:7], floats[:count, 7:10]
        part["body"], part["triangle"], part["feature"] = integers[:count].T
        parts.append(part)
    return np.concatenate([np.zeros(0, dtype=OVERLAPS), *parts])


def closest_many(
    level: Level,
    centers: ArrayLike,
    *,
    radius: float,
    height: float,
    up: Sequence[float] = Y_UP,
    mask: int = ALL_BITS,
    frame: int = 0,
    max_distance: float = math.inf,
) -> Hits:
    """Return the closest of a level to a capsule of one size at many centres (n, 3), as rows of `CLOSESTS`."""
    from engine.kernels.level_overlap import closest_rows

    if math.isnan(max_distance) or max_distance < 0:
        raise InputError(f"max_distance: expected a number >= 0, got {max_distance!r}")
    shape, starts, checked_mask = _check_places(centers, radius, height, up, mask)
    floats, integers = np.empty((len(starts), 10)), np.empty((len(starts), 3), dtype=np.int32)
    arrays = geometry_of(level).at_frame(frame)
    asked = (half_axis_of(shape), shape.radius, shape.up, float(max_distance), checked_mask)
    closest_rows(arrays, starts, *asked, SCRATCH.stack, SCRATCH.entries, floats, integers)
    rows = np.zeros(len(starts), dtype=CLOSESTS)
    rows["found"] = integers[:, 0] >= 0
    rows["distance"] = np.where(rows["found"], floats[:, 0], np.inf)
    rows["normal"], rows["point"], rows["point_on_capsule"] = floats[:, 1:4], floats[:, 4:7], floats[:, 7:10]
    rows["body"], rows["triangle"], rows["feature"] = integers.T
    for name in ("normal", "point", "point_on_capsule"):
        rows[name][~rows["found"]] = np.nan
    return rows


def _check_places(
    centers: ArrayLike, radius: float, height: float, up: Sequence[float], mask: int
) -> tuple[Capsule, FloatArray, int]:
    """Return the capsule's shape, the centres and the mask, or say what is wrong with them."""
    shape = Capsule((0.0, 0.0, 0.0), radius, height, (up[0], up[1], up[2]))
    return shape, check_rows("centers", np.asarray(centers, dtype=np.float64), FARTHEST_M), check_mask(mask)

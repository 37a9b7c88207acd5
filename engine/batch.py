"""Many sweeps of one capsule at once: what a map of a level or a benchmark asks for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine.geometry import FARTHEST_M
from engine.hits import HITS, Hits, Selection
from engine.level import ALL_BITS, Level
from engine.query_input import SCRATCH, Options, check_distances, check_rows, half_axis_of, normalize_rows
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

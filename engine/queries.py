"""Sweep, overlap and closest: what a capsule meets in a level. Exact; the same answer every time.

A direction need not be of unit length, but has one: a zero vector is an error. A distance of 0 is allowed and asks what
is touched at the start. Numbers that are not finite are errors. Masks select bodies with at least one common bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.cache import HintPass, TriangleCache
from engine.errors import InputError
from engine.geometry import geometry_of
from engine.hits import Closest, Hit, Overlap, Region, Selection, read_feature
from engine.level import ALL_BITS, Level
from engine.query_input import SCRATCH, Options, SweepQuery, ask_sweep, check_center, check_mask, half_axis_of
from engine.shapes import Capsule


def sweep(
    level: Level,
    capsule: Capsule,
    direction: Sequence[float],
    distance: float,
    *,
    mask: int = ALL_BITS,
    selection: str = Selection.CLOSEST,
    frame: int = 0,
    window: float | None = None,
    parallel: bool = True,
    skip_overlapped: bool = False,
    cache: TriangleCache | None = None,
    hint: HintPass | None = None,
) -> Hit | None:
    """Move a capsule along a direction and return what it touches first within a distance, or None.

    frame: where moving bodies are. window: switches the vertical window filter (000 3.3) on, with this step-down
    height. parallel: whether triangles parallel to the move count (000 4.2.1 passes them over). skip_overlapped: pass
    over bodies that are overlapped at the start, as PhysX does without overlap recovery. cache: asked instead of the
    tree where it covers the way. hint: the pass whose last hit in the cache is tried first, and replaced.
    """
    asked = ask_sweep(
        level, capsule, direction, distance, Options(mask, selection, frame, window, parallel, skip_overlapped)
    )
    if cache is None or hint is None:
        told = run_sweep(asked, cache)
    else:
        told = run_sweep(asked, cache, cache.hint(asked.geometry, hint))
        if told[5] >= 0:
            cache.remember(asked.geometry, hint, int(asked.arrays[1][told[5], 2]))
    return _read_hit(level, asked, told) if told[5] >= 0 else None


def run_sweep(asked: SweepQuery, cache: TriangleCache | None = None, first: int = -1) -> tuple[Any, ...]:
    """Run the kernel, with more room if it asks for it; returns what `sweep_level` does.

    first: the rank of what is tried first, or -1.
    """
    from engine.kernels.level_query import sweep_level

    count = -1 if cache is None else cache.count_for(asked.geometry, asked.shape, asked.distance)
    hint = int(asked.arrays[2][first]) if first >= 0 else -1
    while True:
        ranks = SCRATCH.found if cache is None else cache.ranks
        told: tuple[Any, ...] = sweep_level(
            asked.arrays, asked.shape, asked.distance, asked.up, asked.choice, hint, ranks, count, SCRATCH.arrays
        )
        if told[5] >= -1:
            return told
        SCRATCH.grow(-2 - told[5])


def _read_hit(level: Level, asked: SweepQuery, told: tuple[Any, ...]) -> Hit:
    distance, normal, point, region, code, primitive, triangle, depth, way_out = told
    body = int(asked.arrays[1][primitive, 0])
    feature, index = read_feature(code)
    return Hit(
        distance=distance,
        time=distance / asked.distance if asked.distance > 0 else 0.0,
        normal=normal,
        point=point,
        region=Region(region),
        feature=feature,
        feature_index=index,
        body=body,
        body_id=level.bodies[body].id,
        triangle=int(triangle),
        depth=depth,
        way_out=way_out,
    )


def overlap(level: Level, capsule: Capsule, *, mask: int = ALL_BITS, frame: int = 0) -> list[Overlap]:
    """Return everything that a capsule overlaps, by body and triangle. Mere touching is no overlap (000 5.2.3)."""
    from engine.kernels.level_overlap import overlap_level

    shape = (check_center(capsule), half_axis_of(capsule), capsule.radius, capsule.up)
    checked_mask = check_mask(mask)
    arrays = geometry_of(level).at_frame(frame)
    while True:
        found = SCRATCH.found
        floats, integers = np.empty((len(found), 10)), np.empty((len(found), 3), dtype=np.int32)
        count, needed = overlap_level(arrays, shape, checked_mask, found, SCRATCH.stack, floats, integers)
        if needed <= len(found):
            return [_read_overlap(level, floats[i].tolist(), integers[i].tolist()) for i in range(count)]
        SCRATCH.grow(needed)


def _read_overlap(level: Level, floats: list[float], integers: list[int]) -> Overlap:
    depth, nx, ny, nz, ax, ay, az, x, y, z = floats
    body, triangle, code = integers
    name = level.bodies[body].id
    return Overlap(body, name, triangle, depth, (nx, ny, nz), (x, y, z), (ax, ay, az), *read_feature(code))


def closest(
    level: Level, capsule: Capsule, *, mask: int = ALL_BITS, frame: int = 0, max_distance: float = math.inf
) -> Closest | None:
    """Return the closest pair of points of a capsule and a level, or None if nothing lies within a distance."""
    from engine.kernels.level_overlap import closest_in_level

    if math.isnan(max_distance) or max_distance < 0:
        raise InputError(f"max_distance: expected a number >= 0, got {max_distance!r}")
    shape = (check_center(capsule), half_axis_of(capsule), capsule.radius, capsule.up)
    checked_mask = check_mask(mask)
    arrays = geometry_of(level).at_frame(frame)
    depth, normal, on_axis, point, code, primitive = closest_in_level(
        arrays, shape, float(max_distance), checked_mask, SCRATCH.stack, SCRATCH.entries
    )
    if primitive < 0:
        return None
    body, triangle, _ = arrays[1][primitive].tolist()
    x, y, z = (a - capsule.radius * n for a, n in zip(on_axis, normal, strict=True))
    name = level.bodies[body].id
    return Closest(-depth, (x, y, z), point, normal, body, name, max(triangle, -1), *read_feature(code))

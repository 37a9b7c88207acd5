"""Sweeps through a whole level, one or many: the search, then what is told about the hit."""

from math import inf
from typing import Any

from engine.constants import FEATURE_NONE
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.contact import classify_capsule_region, vertical_window
from engine.kernels.level_arrays import (
    BODY,
    GROUP,
    ROUND,
    SOLID,
    TRIANGLE,
    load_corner,
    take_to_group,
    world_from_direction,
    world_from_point,
)
from engine.kernels.overlap import overlap_capsule_capsule, overlap_capsule_triangle
from engine.kernels.sweep_closest import overlap_hull, sweep_closest
from engine.kernels.sweep_physx import SKIP_PARALLEL, sweep_physx
from engine.kernels.vectors import add, scale, subtract

CLOSEST, PHYSX = 0, 1
"""Which of several hits wins (`hit_selection`)."""
WINDOW_OFF = ((0.0, 0.0, 0.0), -inf, inf)


@borrowing_kernel
def overlap_primitive(level, query, i):
    """Return depth (negative: the gap), the way out, on_axis, the point on the shape and the feature."""
    primitives, owners, _, _, _, _, _, bodies, placements, hulls, hull_points, hull_faces = level
    group, kind = bodies[owners[i, BODY], GROUP], owners[i, TRIANGLE]
    (center, half_axis, radius, _), _ = take_to_group(placements, group, query, WINDOW_OFF)
    a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
    feature = FEATURE_NONE
    if kind == ROUND:
        middle, half = scale(add(a, b), 0.5), scale(subtract(b, a), 0.5)
        depth, normal, on_axis, point = overlap_capsule_capsule(center, half_axis, radius, middle, half, c[0])
    elif kind == SOLID:
        depth, normal, on_axis, point = overlap_hull(
            center, half_axis, radius, hulls, hull_points, hull_faces, int(c[0])
        )
    else:
        depth, normal, on_axis, point, feature = overlap_capsule_triangle(center, half_axis, radius, a, b, c)
    if group > 0:
        normal = world_from_direction(placements, group, normal)
        on_axis = world_from_point(placements, group, on_axis)
        point = world_from_point(placements, group, point)
    return depth, normal, on_axis, point, feature


@borrowing_kernel
def make_window(query, distance, up, step_down):
    """Return the vertical window (000 3.3) as (up, low, high); a negative step-down height switches it off."""
    if step_down < 0.0:
        return WINDOW_OFF
    center, half_axis, radius, direction = query
    low, high = vertical_window(center, half_axis, radius, direction, distance, up, step_down)
    return up, low, high


@borrowing_kernel
def sweep_level(
    level: Any,
    query: Any,
    distance: float,
    up: Any,
    choice: Any,
    hint: int,
    cached: Any,
    cached_count: int,
    scratch: Any,
) -> Any:
    """Return distance, normal, point, region, feature, primitive, triangle, depth and way out of the hit that wins.

    query = (center, half_axis, radius, unit direction). choice = (selection, mask, rules, step-down height of the
    vertical window or -1). hint, cached, cached_count: see `sweep_closest`. scratch = (stack, entries, found).
    No hit: distance inf and primitive -1. Primitive -2 - n: `found` must hold n entries.
    """
    selection, mask, rules, step_down = choice
    stack, entries, found = scratch
    window = make_window(query, distance, up, step_down)
    if selection == PHYSX:
        t, normal, point, feature, primitive = sweep_physx(
            level, query, distance, mask, rules, window, hint, cached, cached_count, found, stack
        )
    else:
        skip_parallel = rules & SKIP_PARALLEL != 0
        t, normal, point, feature, primitive = sweep_closest(
            level, query, distance, mask, skip_parallel, window, hint, cached, cached_count, stack, entries
        )
    if primitive < 0:
        return inf, normal, point, -1, -1, primitive, -1, 0.0, normal
    triangle, depth, way_out = max(level[1][primitive, TRIANGLE], -1), 0.0, normal
    if t == 0.0:
        depth, way_out, _, point, feature = overlap_primitive(level, query, primitive)
    center, half_axis, _, direction = query
    region = classify_capsule_region(add(center, scale(direction, t)), half_axis, point)
    return t, normal, point, region, feature, primitive, triangle, max(depth, 0.0), way_out


@borrowing_kernel
def sweep_rows(
    level: Any,
    centers: Any,
    half_axis: Any,
    radius: float,
    directions: Any,
    distances: Any,
    up: Any,
    choice: Any,
    scratch: Any,
    floats: Any,
    integers: Any,
) -> int:
    """Sweep one capsule from many places; return 0, or the length that `found` needs if it is too short.

    Row i of floats gets distance, normal, point, depth and way out, of integers region, feature, body and triangle.
    """
    owners, found = level[1], scratch[2]
    for row in range(len(centers)):
        center = (centers[row, 0], centers[row, 1], centers[row, 2])
        direction = (directions[row, 0], directions[row, 1], directions[row, 2])
        query = (center, half_axis, radius, direction)
        t, normal, point, region, feature, primitive, triangle, depth, way_out = sweep_level(
            level, query, distances[row], up, choice, -1, found, -1, scratch
        )
        if primitive < -1:
            return int(-2 - primitive)
        floats[row, 0], floats[row, 7] = t, depth
        for axis in range(3):
            floats[row, 1 + axis], floats[row, 4 + axis], floats[row, 8 + axis] = (
                normal[axis],
                point[axis],
                way_out[axis],
            )
        body = owners[primitive, BODY] if primitive >= 0 else -1
        integers[row, 0], integers[row, 1], integers[row, 2], integers[row, 3] = region, feature, body, triangle
    return 0

"""What a capsule overlaps in a level, and what is closest to it (000 2.2, 2.3)."""

from math import inf, sqrt
from typing import Any

from engine.constants import FEATURE_NONE
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.bvh import leaf_count, leaf_first
from engine.kernels.gather import gather_swept
from engine.kernels.level_arrays import BODY, FLAGS, IS_CLOSED, MASK, RANK, SOLID, TRIANGLE, take_to_group
from engine.kernels.level_query import WINDOW_OFF, overlap_primitive

NOT_FOUND = (-inf, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), FEATURE_NONE)
"""As `overlap_primitive` returns, for nothing at all."""


@borrowing_kernel
def is_part_of_closed(owners, bodies, i):
    """Whether a primitive is a triangle of a box or hull, which is asked as a whole."""
    return bodies[owners[i, BODY], FLAGS] & IS_CLOSED != 0 and owners[i, TRIANGLE] != SOLID


@borrowing_kernel
def overlap_level(
    level: Any, query: Any, mask: int, found: Any, stack: Any, floats: Any, integers: Any
) -> tuple[int, int]:
    """Fill rows with every overlap, by body and triangle; return how many there are and how long `found` must be.

    Row i of floats gets depth, way out, point on the axis and point on the shape, of integers body, triangle, feature.
    The arrays must be as long as `found`. Meshes overlap by their triangles, closed bodies and round ones as a whole.
    """
    owners, by_rank, bodies = level[1], level[2], level[7]
    count = gather_swept(level, query, 0.0, found, stack)
    overlaps = 0
    for k in range(min(count, len(found))):
        i = by_rank[found[k]]
        if bodies[owners[i, BODY], MASK] & mask == 0 or is_part_of_closed(owners, bodies, i):
            continue
        depth, normal, on_axis, point, feature = overlap_primitive(level, query, i)
        if depth <= 0.0:
            continue
        floats[overlaps, 0] = depth
        for axis in range(3):
            floats[overlaps, 1 + axis], floats[overlaps, 4 + axis] = normal[axis], on_axis[axis]
            floats[overlaps, 7 + axis] = point[axis]
        integers[overlaps, 0], integers[overlaps, 1] = owners[i, BODY], max(owners[i, TRIANGLE], -1)
        integers[overlaps, 2] = feature
        overlaps += 1
    return overlaps, count


@borrowing_kernel
def measure_gap(boxes, row, column, low, high, radius):
    """Return the least gap that anything in a box can have to a capsule whose axis lies in low..high.

    If the boxes touch, it may be as negative as it likes: a closed body can hold the capsule deep inside.
    """
    x = max(float(boxes[row, column]) - high[0], low[0] - float(boxes[row, column + 3]), 0.0)
    y = max(float(boxes[row, column + 1]) - high[1], low[1] - float(boxes[row, column + 4]), 0.0)
    z = max(float(boxes[row, column + 2]) - high[2], low[2] - float(boxes[row, column + 5]), 0.0)
    square = x * x + y * y + z * z
    return sqrt(square) - radius if square > 0.0 else -inf


@borrowing_kernel
def closest_in_level(level: Any, query: Any, max_gap: float, mask: int, stack: Any, entries: Any) -> Any:
    """Return depth (negative: the gap), way out, on_axis, on_shape, feature and primitive of the closest.

    Nothing within max_gap: primitive -1. Of equally close ones, the first body wins, then the first triangle.
    """
    _, owners, _, boxes, children, groups, group_boxes, bodies, placements = level[:9]
    best, best_rank, winner, limit = NOT_FOUND, len(owners), -1, max_gap
    for group in range(len(groups)):
        if group_boxes[group, 0] > group_boxes[group, 3]:
            continue
        (center, half_axis, radius, _), _ = take_to_group(placements, group, query, WINDOW_OFF)
        reach = (abs(half_axis[0]), abs(half_axis[1]), abs(half_axis[2]))
        low = (center[0] - reach[0], center[1] - reach[1], center[2] - reach[2])
        high = (center[0] + reach[0], center[1] + reach[1], center[2] + reach[2])
        stack[0], entries[0] = groups[group, 0], measure_gap(group_boxes, group, 0, low, high, radius)
        height = 1
        while height > 0:
            height -= 1
            child = stack[height]
            if entries[height] > limit:
                continue
            if child >= 0:
                near = measure_gap(boxes, child, 0, low, high, radius)
                far = measure_gap(boxes, child, 6, low, high, radius)
                first = 0 if near <= far else 1
                stack[height], entries[height] = children[child, 1 - first], max(near, far)
                stack[height + 1], entries[height + 1] = children[child, first], min(near, far)
                height += 2
                continue
            for i in range(leaf_first(child), leaf_first(child) + leaf_count(child)):
                if bodies[owners[i, BODY], MASK] & mask == 0 or is_part_of_closed(owners, bodies, i):
                    continue
                found = overlap_primitive(level, query, i)
                gap = -found[0]
                if gap < limit or (gap == limit and owners[i, RANK] < best_rank):
                    best, best_rank, winner, limit = found, owners[i, RANK], i, gap
    depth, normal, on_axis, point, feature = best
    return depth, normal, on_axis, point, feature, winner


@borrowing_kernel
def closest_rows(
    level: Any,
    centers: Any,
    half_axis: Any,
    radius: float,
    up: Any,
    max_gap: float,
    mask: int,
    stack: Any,
    entries: Any,
    floats: Any,
    integers: Any,
) -> None:
    """Find the closest for one capsule at many places.

    Row i of floats gets distance, normal, point on the shape and point on the capsule's surface, of integers body,
    triangle and feature; body -1 where nothing lies within max_gap.
    """
    owners = level[1]
    for row in range(len(centers)):
        query = ((centers[row, 0], centers[row, 1], centers[row, 2]), half_axis, radius, up)
        depth, normal, on_axis, point, feature, primitive = closest_in_level(
            level, query, max_gap, mask, stack, entries
        )
        floats[row, 0] = -depth
        for axis in range(3):
            floats[row, 1 + axis], floats[row, 4 + axis] = normal[axis], point[axis]
            floats[row, 7 + axis] = on_axis[axis] - radius * normal[axis]
        body = owners[primitive, BODY] if primitive >= 0 else -1
        triangle = max(owners[primitive, TRIANGLE], -1) if primitive >= 0 else -1
        integers[row, 0], integers[row, 1], integers[row, 2] = body, triangle, feature

"""Which primitives reach into a box (000 3.2): what caches, overlaps and lists of candidates start from."""

from typing import Any

from engine.kernels.borrow import borrowing_kernel
from engine.kernels.bvh import leaf_count, leaf_first
from engine.kernels.contact import compute_swept_aabb
from engine.kernels.level_arrays import (
    RANK,
    ROUND,
    SOLID,
    TRIANGLE,
    enter_box,
    load_corner,
    make_slabs,
    take_to_group,
)

SHELL_GAPS = (701, 301, 132, 57, 23, 10, 4, 1)
"""Ciura's, for the sort below: lists have tens of entries, seldom thousands."""
NO_WINDOW = ((0.0, 0.0, 0.0), 0.0, 0.0)


@borrowing_kernel
def reaches_box(kind, a, b, c, low, high):
    """Whether the box of a primitive touches a box."""
    radius = c[0] if kind == ROUND else 0.0
    for axis in range(3):
        bottom, top = min(a[axis], b[axis]) - radius, max(a[axis], b[axis]) + radius
        if kind not in (ROUND, SOLID):
            bottom, top = min(bottom, c[axis]), max(top, c[axis])
        if bottom > high[axis] or top < low[axis]:
            return False
    return True


@borrowing_kernel
def touches_node(boxes, node, side, low, high):
    """Whether the box of a node's child touches a box."""
    at = 6 * side
    return (
        float(boxes[node, at]) <= high[0]
        and float(boxes[node, at + 1]) <= high[1]
        and float(boxes[node, at + 2]) <= high[2]
        and float(boxes[node, at + 3]) >= low[0]
        and float(boxes[node, at + 4]) >= low[1]
        and float(boxes[node, at + 5]) >= low[2]
    )


@borrowing_kernel
def gather_in_box(level, group, low, high, found, count, stack):
    """Append the ranks of the primitives of a group that reach into a box of its space; return the new count.

    A count above the length of `found` says how long it should have been: what does not fit is counted, not written.
    """
    primitives, owners, _, boxes, children, groups, group_boxes = level[:7]
    for axis in range(3):
        if group_boxes[group, axis] > high[axis] or group_boxes[group, axis + 3] < low[axis]:
            return count
    stack[0] = groups[group, 0]
    height = 1
    while height > 0:
        height -= 1
        child = stack[height]
        if child >= 0:
            for side in range(2):
                if touches_node(boxes, child, side, low, high):
                    stack[height] = children[child, side]
                    height += 1
            continue
        for i in range(leaf_first(child), leaf_first(child) + leaf_count(child)):
            a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
            if reaches_box(owners[i, TRIANGLE], a, b, c, low, high):
                if count < len(found):
                    found[count] = owners[i, RANK]
                count += 1
    return count


@borrowing_kernel
def gather_along(level, group, query, distance, found, count, stack):
    """Append the ranks of the primitives of a group that lie on the way of a sweep; return the new count.

    As `gather_in_box`, but the boxes are entered by the moving capsule's box: on a long slanting way that leaves few.
    """
    _, owners, _, boxes, children, groups, group_boxes = level[:7]
    center, half_axis, radius, direction = query
    slabs = make_slabs(center, half_axis, radius, direction)
    if group_boxes[group, 0] > group_boxes[group, 3] or enter_box(group_boxes, group, 0, slabs) > distance:
        return count
    stack[0] = groups[group, 0]
    height = 1
    while height > 0:
        height -= 1
        child = stack[height]
        if child >= 0:
            for side in range(2):
                if enter_box(boxes, child, 6 * side, slabs) <= distance:
                    stack[height] = children[child, side]
                    height += 1
            continue
        for i in range(leaf_first(child), leaf_first(child) + leaf_count(child)):
            if count < len(found):
                found[count] = owners[i, RANK]
            count += 1
    return count


@borrowing_kernel
def gather_listed(level, low, high, cached, cached_count, found):
    """Do the same for group 0 from a list of ranks that holds all there is in the box."""
    primitives, owners, by_rank = level[:3]
    count = 0
    for k in range(cached_count):
        i = by_rank[cached[k]]
        a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
        if reaches_box(owners[i, TRIANGLE], a, b, c, low, high):
            if count < len(found):
                found[count] = cached[k]
            count += 1
    return count


@borrowing_kernel
def gather_swept(level: Any, query: Any, distance: float, found: Any, stack: Any) -> int:
    """Fill `found` with the ranks of all primitives in the swept box (000 3.1), in file order; return how many."""
    count = 0
    for group in range(len(level[5])):
        (center, half_axis, radius, direction), _ = take_to_group(level[8], group, query, NO_WINDOW)
        low, high = compute_swept_aabb(center, half_axis, radius, direction, distance)
        count = gather_in_box(level, group, low, high, found, count, stack)
    sort_ranks(found, min(count, len(found)))
    return count


@borrowing_kernel
def gather_candidates(level, query, distance, cached, cached_count, found, stack):
    """Do the same for what a sweep can touch, which is less; group 0 comes from a list if there is one."""
    count = 0
    for group in range(len(level[5])):
        local, _ = take_to_group(level[8], group, query, NO_WINDOW)
        if group == 0 and cached_count >= 0:
            low, high = compute_swept_aabb(local[0], local[1], local[2], local[3], distance)
            count = gather_listed(level, low, high, cached, cached_count, found)
        else:
            count = gather_along(level, group, local, distance, found, count, stack)
    sort_ranks(found, min(count, len(found)))
    return count


@borrowing_kernel
def sort_ranks(ranks, count):
    """Sort the first numbers of an array upwards, in place: Shell's sort needs no memory."""
    for gap in SHELL_GAPS:
        for i in range(gap, count):
            rank = ranks[i]
            j = i
            while j >= gap and ranks[j - gap] > rank:
                ranks[j] = ranks[j - gap]
                j -= gap
            ranks[j] = rank

"""The sweep of a capsule through a level that keeps the closest hit; equal ones by body, then by triangle.

Every primitive is judged by itself, and what decides between two of them is a total order. So neither the order of
the tree, nor a cache, nor a hint can change the answer: they only decide how soon the others can be passed over.
"""

from math import inf, sqrt

from engine.constants import FEATURE_NONE
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.bvh import leaf_count, leaf_first, pack_leaf
from engine.kernels.convex import overlap_capsule_convex
from engine.kernels.level_arrays import (
    BODY,
    FLAGS,
    GROUP,
    MASK,
    RANK,
    ROUND,
    TRIANGLE,
    TWO_SIDED,
    enter_box,
    inflate_extents,
    is_in_window,
    load_corner,
    make_slabs,
    take_to_group,
    world_from_direction,
    world_from_point,
)
from engine.kernels.overlap import overlap_capsule_capsule
from engine.kernels.sweep_shapes import sweep_capsule_capsule
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.kernels.vectors import add, cross, dot, scale, subtract

NOTHING = (inf, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), FEATURE_NONE)
"""A miss, in the form of a hit: distance, normal, point, feature."""
BOUND_SLACK = 1e-9
"""Metres. A plane must be out of reach by more than this before its triangle is passed over unswept."""
TOUCH_DEPTH = 1e-9
"""Metres. A whole shape that is entered no deeper is only touched: whoever moves away from it is free."""


@borrowing_kernel
def is_passed_over(query, a, b, c, two_sided, skip_parallel, limit):
    """Whether a triangle faces away, or its plane is not reached within `limit`. Cheap, and never wrong.

    Meshes are one-sided: B.5 wants the test against the movement, never against up.
    """
    center, half_axis, radius, direction = query
    normal = cross(subtract(b, a), subtract(c, a))
    along = dot(normal, direction)
    height = dot(normal, subtract(center, a))
    if two_sided:
        if height < 0.0:
            along, height = -along, -height
    elif along > 0.0 or (skip_parallel and along == 0.0):
        return True
    size = sqrt(dot(normal, normal))
    gap = height - abs(dot(normal, half_axis)) - (radius + BOUND_SLACK) * size
    if gap > 0.0:
        return gap > -along * limit
    if two_sided:
        return False
    return height + abs(dot(normal, half_axis)) + (radius + BOUND_SLACK) * size < 0.0


@borrowing_kernel
def overlap_hull(center, half_axis, radius, hulls, hull_points, hull_faces, hull):
    """Return depth, normal, on_axis and on_hull of a capsule and a closed body of the level."""
    points = hull_points[hulls[hull, 0] : hulls[hull, 1]]
    faces = hull_faces[hulls[hull, 2] : hulls[hull, 3]]
    return overlap_capsule_convex(center, half_axis, radius, points, faces)


@borrowing_kernel
def sweep_solid(query, low, high, hulls, hull_points, hull_faces, hull):
    """Return a hit at distance 0 if the capsule starts inside of a closed shape, otherwise NOTHING."""
    center, half_axis, radius, _ = query
    x, y, z = inflate_extents(half_axis, radius)
    if center[0] + x < low[0] or center[1] + y < low[1] or center[2] + z < low[2]:
        return NOTHING
    if center[0] - x > high[0] or center[1] - y > high[1] or center[2] - z > high[2]:
        return NOTHING
    depth, normal, _, point = overlap_hull(center, half_axis, radius, hulls, hull_points, hull_faces, hull)
    if depth <= TOUCH_DEPTH:
        return NOTHING
    return 0.0, normal, point, FEATURE_NONE


@borrowing_kernel
def sweep_round(query, limit, a, b, other_radius):
    """Sweep against a sphere or a capsule given by the centres of its ends."""
    center, half_axis, radius, direction = query
    other_center, other_half = scale(add(a, b), 0.5), scale(subtract(b, a), 0.5)
    distance, normal, point = sweep_capsule_capsule(
        center, half_axis, radius, direction, limit, other_center, other_half, other_radius
    )
    if distance == 0.0 and dot(normal, direction) > 0.0:
        depth, _, _, _ = overlap_capsule_capsule(center, half_axis, radius, other_center, other_half, other_radius)
        if depth <= TOUCH_DEPTH:
            return NOTHING
    return distance, normal, point, FEATURE_NONE


@borrowing_kernel
def sweep_closest(level, query, max_distance, mask, skip_parallel, window, hint, cached, cached_count, stack, entries):
    """Return distance, normal, point, feature and primitive of the closest hit; inf and -1 if nothing is hit.

    query = (center, half_axis, radius, unit direction). window = (up, low, high), infinite where it is off.
    hint: a primitive that is likely hit, or -1. cached[:cached_count]: ranks of all primitives of group 0 that
    the swept box can reach, asked instead of its tree; a negative count means that there is no such list.
    stack and entries: room for STACK_SIZE numbers each.
    """
    primitives, owners, by_rank, boxes, children, groups, group_boxes, bodies, placements = level[:9]
    hulls, hull_points, hull_faces = level[9:]
    best, best_rank, winner = NOTHING, len(owners), -1
    limit = max_distance
    is_windowed = window[1] > -inf or window[2] < inf
    for group in range(len(groups)):
        if group_boxes[group, 0] > group_boxes[group, 3]:
            continue
        local, local_window = take_to_group(placements, group, query, window)
        center, half_axis, radius, direction = local
        slabs = make_slabs(center, half_axis, radius, direction)
        entry = enter_box(group_boxes, group, 0, slabs)
        if entry > limit:
            continue
        is_listed = group == 0 and cached_count >= 0
        stack[0], entries[0] = groups[group, 0], entry
        height = 1
        if hint >= 0 and bodies[owners[hint, BODY], GROUP] == group:
            stack[1], entries[1] = pack_leaf(hint, 1), 0.0
            height = 2
        while height > 0:
            height -= 1
            child = stack[height]
            if entries[height] > limit:
                continue
            is_list = is_listed and height == 0
            while child >= 0 and not is_list:
                near = enter_box(boxes, child, 0, slabs)
                far = enter_box(boxes, child, 6, slabs)
                near_child, far_child = children[child, 0], children[child, 1]
                if far < near:
                    near, far = far, near
                    near_child, far_child = far_child, near_child
                if near > limit:
                    break
                if far <= limit:
                    stack[height], entries[height] = far_child, far
                    height += 1
                child = near_child
            if is_list:
                first, last = 0, cached_count
            elif child < 0:
                first = leaf_first(child)
                last = first + leaf_count(child)
            else:
                continue
            for k in range(first, last):
                i = by_rank[cached[k]] if is_list else k
                body, kind = owners[i, BODY], owners[i, TRIANGLE]
                if bodies[body, MASK] & mask == 0:
                    continue
                a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
                if is_windowed and not is_in_window(kind, a, b, c, local_window):
                    continue
                if kind >= 0:
                    two_sided = bodies[body, FLAGS] & TWO_SIDED != 0
                    if is_passed_over(local, a, b, c, two_sided, skip_parallel, limit):
                        continue
                    hit = sweep_capsule_triangle(center, half_axis, radius, direction, limit, a, b, c)
                elif kind == ROUND:
                    hit = sweep_round(local, limit, a, b, c[0])
                else:
                    hit = sweep_solid(local, a, b, hulls, hull_points, hull_faces, int(c[0]))
                if hit[0] < best[0] or (hit[0] == best[0] and owners[i, RANK] < best_rank):
                    best, best_rank, winner = hit, owners[i, RANK], i
                    limit = min(hit[0], limit)
    distance, normal, point, feature = best
    if winner >= 0 and distance < inf:
        group = bodies[owners[winner, BODY], GROUP]
        if group > 0:
            normal = world_from_direction(placements, group, normal)
            point = world_from_point(placements, group, point)
        return distance, normal, point, feature, winner
    return inf, normal, point, feature, -1

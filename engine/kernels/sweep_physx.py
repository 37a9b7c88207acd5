"""The sweep of a capsule through a level that chooses among hits as PhysX does (PHYSX.md, "Which hit wins").

Bodies are visited in order. Among the triangles of one body, the face that is met most frontally wins over those that
are at most a millimetre closer; the reported distance is the smallest.
"""

from math import inf, sqrt

import numpy as np

from engine.constants import FEATURE_NONE
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.closest import closest_points_segment_triangle
from engine.kernels.gather import gather_candidates
from engine.kernels.level_arrays import (
    BODY,
    FLAGS,
    GROUP,
    IS_USER,
    MASK,
    ROUND,
    SOLID,
    TRIANGLE,
    TWO_SIDED,
    is_in_window,
    load_corner,
    take_to_group,
    world_from_direction,
    world_from_point,
)
from engine.kernels.sweep_closest import NOTHING, is_passed_over, sweep_round, sweep_solid
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.kernels.vectors import add, cross, dot, length, normalize, scale, subtract

SAME_DISTANCE = 1e-3
"""Metres, and part of the distance beyond one metre: hits that lie no farther apart compete by their faces."""
ALIGNED = 1e-5
"""1 - cosine below which a sweep runs along the axis, and the leading sphere does the work."""
BEHIND_SPHERE = 0.002
"""Metres behind the leading sphere from which on a triangle is not even tested for overlap."""
UNALIGNED = 2.0
"""Stands for the alignment of no triangle at all: worse than any."""

SKIP_PARALLEL = 1
"""Rule: triangles parallel to the move are passed over (000 4.2.1)."""
PASS_OVERLAPPED = 2
"""Rule: a body that is overlapped at the start is passed over whole, as PhysX does with overlap recovery off."""


@borrowing_kernel
def lead_sphere(query):
    """Return whether a sweep runs along the axis, and the query with the sphere that leads in that case."""
    center, half_axis, radius, direction = query
    half = length(half_axis)
    if half == 0.0 or abs(dot(half_axis, direction)) < (1.0 - ALIGNED) * half:
        return False, query
    return True, (add(center, scale(direction, half)), (0.0, 0.0, 0.0), radius, direction)


@borrowing_kernel
def measure_alignment(a, b, c, direction, two_sided):
    """Return how opposed a face is to the direction, -1 at most, 0 without area; float32, so that coplanar ones tie."""
    normal = normalize(cross(subtract(b, a), subtract(c, a)))
    along = dot(normal, direction)
    return float(np.float32(-abs(along) if two_sided else along))


@borrowing_kernel
def touch_triangle(query, distance, a, b, c):
    """Return normal, point and feature of a triangle for a capsule that has moved on by a distance."""
    center, half_axis, _, direction = query
    there = add(center, scale(direction, distance))
    on_axis, on_triangle, feature, square = closest_points_segment_triangle(
        subtract(there, half_axis), add(there, half_axis), a, b, c
    )
    if square == 0.0:
        return scale(direction, -1.0), on_triangle, feature
    return scale(subtract(on_axis, on_triangle), 1.0 / sqrt(square)), on_triangle, feature


@borrowing_kernel
def sweep_level_triangle(query, sphere, is_along_axis, limit, a, b, c, two_sided, skip_parallel):
    """Return the distance to a triangle of a mesh or a static box, 0 if it is overlapped, inf if it is not hit."""
    center, half_axis, radius, direction = query
    if not is_along_axis:
        if is_passed_over(query, a, b, c, two_sided, skip_parallel, limit):
            return inf
        return sweep_capsule_triangle(center, half_axis, radius, direction, limit, a, b, c)[0]
    ahead = dot(sphere[0], direction) - radius - BEHIND_SPHERE
    if max(dot(a, direction), dot(b, direction), dot(c, direction)) < ahead:
        return inf
    if is_passed_over(query, a, b, c, two_sided, skip_parallel, limit):
        return inf
    distance = sweep_capsule_triangle(center, half_axis, radius, direction, limit, a, b, c)[0]
    if distance == 0.0:
        return 0.0
    if measure_alignment(a, b, c, direction, two_sided) == 0.0:
        return inf
    return distance


@borrowing_kernel
def choose_face(level, local, window, sphere, is_along_axis, start, end, hinted, nearest, limit, flags, rules, found):
    """Return the primitive that counts among a body's hits within a millimetre of the nearest: the most opposed one.

    Equally opposed ones compete by distance, and the hint wins exact ties. Asked when the nearest is known: one by one,
    the millimetres of several faces would add up, and the order of the faces would decide.
    """
    primitives, owners, by_rank = level[:3]
    two_sided, skip_parallel = flags & TWO_SIDED != 0, rules & SKIP_PARALLEL != 0
    limit = min(limit, nearest + SAME_DISTANCE * max(1.0, nearest))
    chosen, alignment, best = -1, UNALIGNED, inf
    for visit in range(start - 1, end):
        k = hinted if visit < start else visit
        if k < 0 or owners[by_rank[found[k]], TRIANGLE] < 0:
            continue
        i = by_rank[found[k]]
        a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
        distance = sweep_level_triangle(local, sphere, is_along_axis, limit, a, b, c, two_sided, skip_parallel)
        if distance > limit or not is_in_window(0, a, b, c, window):
            continue
        facing = measure_alignment(a, b, c, local[3], two_sided)
        if facing < alignment or (facing == alignment and distance < best):
            chosen, alignment, best = i, facing, distance
    return chosen


@borrowing_kernel
def sweep_body(level, local, window, max_distance, rules, start, end, hinted, found):
    """Return distance, normal, point, feature and primitive of the hit on one body's candidates, in its own space.

    A user's box is swept as a whole: no face is preferred, the closest triangle is the box's surface.
    """
    primitives, owners, by_rank, _, _, _, _, bodies, _, hulls, hull_points, hull_faces = level
    flags = bodies[owners[by_rank[found[start]], BODY], FLAGS]
    two_sided, is_user, skip_parallel = flags & TWO_SIDED != 0, flags & IS_USER != 0, rules & SKIP_PARALLEL != 0
    is_windowed = window[1] > -inf or window[2] < inf
    is_along_axis, sphere = lead_sphere(local)
    nearest, chosen, hit, touched = max_distance, -1, NOTHING, 0
    for visit in range(start - 1, end):
        # The hint comes first, and is passed over when its turn comes.
        k = hinted if visit < start else visit
        if k < 0 or (k == hinted and visit >= start):
            continue
        i = by_rank[found[k]]
        kind = owners[i, TRIANGLE]
        a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
        if is_windowed and not is_in_window(kind, a, b, c, window):
            continue
        if kind == ROUND:
            hit = sweep_round(local, max_distance, a, b, c[0])
            nearest, chosen = hit[0], i
        elif kind == SOLID:
            if is_user:
                hit = sweep_solid(local, a, b, hulls, hull_points, hull_faces, int(c[0]))
                if hit[0] == 0.0:
                    nearest, chosen = 0.0, i
        else:
            reach = min(max_distance, nearest + 2.0 * SAME_DISTANCE * max(1.0, nearest))
            distance = sweep_level_triangle(local, sphere, is_along_axis, reach, a, b, c, two_sided, skip_parallel)
            if distance <= max_distance:
                touched += 1
                if chosen < 0 or distance < nearest:
                    nearest, chosen = distance, i
        if chosen >= 0 and nearest == 0.0:
            break
    if chosen < 0 or nearest > max_distance:
        return inf, NOTHING[1], NOTHING[2], FEATURE_NONE, -1
    if nearest == 0.0:
        return 0.0, scale(local[3], -1.0), hit[2], FEATURE_NONE, chosen
    if owners[chosen, TRIANGLE] == ROUND:
        return hit[0], hit[1], hit[2], hit[3], chosen
    if not is_user and touched > 1:
        chosen = choose_face(
            level, local, window, sphere, is_along_axis, start, end, hinted, nearest, max_distance, flags, rules, found
        )
    a, b, c = load_corner(primitives, chosen, 0), load_corner(primitives, chosen, 1), load_corner(primitives, chosen, 2)
    normal, point, feature = touch_triangle(sphere if is_along_axis else local, nearest, a, b, c)
    return nearest, normal, point, feature, chosen


@borrowing_kernel
def sweep_physx(level, query, max_distance, mask, rules, window, hint, cached, cached_count, found, stack):
    """Return distance, normal, point, feature and primitive of the hit that PhysX would report.

    As `sweep_closest`, but `hint` is tested first within its body, which decides exact ties, and `found` is room for
    all candidates. If it is too short, the primitive is -2 - n, where n entries are needed.
    """
    owners, by_rank, bodies, placements = level[1], level[2], level[7], level[8]
    count = gather_candidates(level, query, max_distance, cached, cached_count, found, stack)
    if count > len(found):
        return inf, NOTHING[1], NOTHING[2], FEATURE_NONE, -2 - count
    best = (inf, NOTHING[1], NOTHING[2], FEATURE_NONE, -1)
    start = 0
    while start < count:
        body = owners[by_rank[found[start]], BODY]
        end, hinted = start, -1
        while end < count and owners[by_rank[found[end]], BODY] == body:
            if by_rank[found[end]] == hint:
                hinted = end
            end += 1
        first, start = start, end
        if bodies[body, MASK] & mask == 0:
            continue
        local, local_window = take_to_group(placements, bodies[body, GROUP], query, window)
        hit = sweep_body(level, local, local_window, max_distance, rules, first, end, hinted, found)
        if hit[0] < best[0] and not (hit[0] == 0.0 and rules & PASS_OVERLAPPED != 0):
            best = hit
    distance, normal, point, feature, winner = best
    group = bodies[owners[winner, BODY], GROUP] if winner >= 0 else 0
    if group > 0:
        normal = world_from_direction(placements, group, normal)
        point = world_from_point(placements, group, point)
    return distance, normal, point, feature, winner

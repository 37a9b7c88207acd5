"""Which of the working set a sweep hits (001 7.2.3g, 000 10): PhysX's choice among several hits, or the closest one."""

from math import inf, sqrt

import numpy as np

from engine.constants import FEATURE_FACE
from engine.kernels.borrow import borrowing_kernel, inlined_kernel
from engine.kernels.cct.layout import (
    BOX_ONE_CORNER,
    BOX_PLAIN,
    CULLING,
    HIT_SELECTION,
    PARALLEL_TRIANGLES,
    ROUNDING,
    SET_RECOVERY,
    SET_WINDOW_STEP_DOWN,
    TEMPORAL_BOX,
    VERTICAL_WINDOW,
)
from engine.kernels.cct.lead import sweep_leading_sphere
from engine.kernels.cct.nearby import IS_SLIVER, TOTAL
from engine.kernels.closest import closest_points_segment_triangle
from engine.kernels.contact import compute_swept_aabb
from engine.kernels.level_arrays import (
    GROUP,
    IS_DYNAMIC,
    IS_USER,
    ROUND,
    SOLID,
    TWO_SIDED,
    is_in_window,
    take_to_group,
    world_from_direction,
    world_from_point,
)
from engine.kernels.level_query import WINDOW_OFF, make_window
from engine.kernels.sweep_closest import BOUND_SLACK, NOTHING, sweep_round, sweep_solid
from engine.kernels.sweep_physx import BEHIND_SPHERE, SAME_DISTANCE, UNALIGNED, lead_sphere, touch_triangle
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.kernels.vectors import add, dot, scale, subtract

TOUCHING = 5e-8
"""Metres. A face that is no farther from the capsule at the start counts as overlapped, as float32 has it."""
GRAZE = 1.3e-8
"""Metres. An edge or corner that the capsule would enter no deeper on its way is missed: less than half a step of
float32 at the size of a radius. PhysX meets some of those and misses others."""
AT = 18
"""Column of a row: how far the sweep found it, inf if it did not."""


@borrowing_kernel
def load_row(near, k, corner):
    """Return corner 0, 1 or 2 of a row, or with 3 its normal."""
    at = 3 * corner
    return (near[k, at], near[k, at + 1], near[k, at + 2])


@borrowing_kernel
def is_out_of_reach(near, k, low, high):
    """Whether the box of a row lies outside of a box."""
    return (
        near[k, 12] > high[0]
        or near[k, 15] < low[0]
        or near[k, 13] > high[1]
        or near[k, 16] < low[1]
        or near[k, 14] > high[2]
        or near[k, 17] < low[2]
    )


@borrowing_kernel
def sweep_whole_capsule(query, is_along_axis, limit, a, b, c, along, gap):
    """Return the distance to a triangle, with touching and grazing as float32 sees them; gap: from its plane."""
    center, half_axis, radius, direction = query
    distance, touch_normal, _, feature = sweep_capsule_triangle(center, half_axis, radius, direction, limit, a, b, c)
    if distance > 0.0 and gap > -2.0 * TOUCHING:
        # The plane just touches the capsule: float32 sees an overlap if the triangle is there too.
        square = closest_points_segment_triangle(subtract(center, half_axis), add(center, half_axis), a, b, c)[3]
        if sqrt(square) <= radius + TOUCHING:
            return 0.0
    if distance > 0.0 and is_along_axis and abs(along) <= ROUNDING:
        return inf
    if 0.0 < distance < inf and feature != FEATURE_FACE:
        steepness = dot(touch_normal, direction)
        if 0.5 * radius * steepness * steepness < GRAZE:
            return inf
    return distance


@borrowing_kernel
def sweep_near_triangle(query, is_along_axis, lead, limit, near, k, along, two_sided, is_sliver):
    """Return the distance to a triangle of the working set, 0 if it is overlapped at the start, inf if it is not hit.

    along: its normal · direction. lead: how far along the direction the leading sphere's centre lies, or -inf.
    """
    center, half_axis, radius, direction = query
    a, normal = load_row(near, k, 0), load_row(near, k, 3)
    height = dot(normal, subtract(center, a))
    if two_sided and height < 0.0:
        along, height = -along, -height
    tilt = abs(dot(normal, half_axis))
    gap = height - tilt - radius - TOUCHING
    if gap > 0.0:
        if gap > -along * limit:
            return inf
    elif not two_sided and height + tilt + radius + BOUND_SLACK < 0.0:
        return inf
    b, c = load_row(near, k, 1), load_row(near, k, 2)
    if is_along_axis:
        at_a, at_b, at_c = dot(a, direction), dot(b, direction), dot(c, direction)
        if max(at_a, at_b, at_c) < lead - radius - BEHIND_SPHERE:
            return inf
        if min(at_a, at_b, at_c) > lead and not is_sliver:
            ahead = add(center, scale(direction, lead - dot(center, direction)))
            distance, steepness = sweep_leading_sphere(ahead, radius, direction, limit, a, b, c, normal)
            if distance > TOUCHING:
                if 0.5 * radius * steepness * steepness < GRAZE:
                    return inf
                return inf if abs(along) <= ROUNDING else distance
    return sweep_whole_capsule(query, is_along_axis, limit, a, b, c, along, gap)


@borrowing_kernel
def sweep_whole(world, query, near, near_ids, k):
    """Return a hit at distance 0 if the capsule starts inside of a closed body."""
    level, placements = world[0], world[1]
    group = level[7][near_ids[k, 1], GROUP]
    local, _ = take_to_group(placements, group, query, WINDOW_OFF)
    a, b, c = load_row(near, k, 0), load_row(near, k, 1), load_row(near, k, 2)
    distance, normal, point, feature = sweep_solid(local, a, b, level[9], level[10], level[11], int(c[0]))
    if group > 0:
        normal, point = world_from_direction(placements, group, normal), world_from_point(placements, group, point)
    return distance, normal, point, feature


@borrowing_kernel
def choose_row(near, near_ids, start, end, hint_row, nearest, direction, two_sided):
    """Return which of the rows that a sweep hits counts for PhysX: the most opposed of those within a millimetre.

    Equally opposed ones compete by distance, and the hint wins exact ties. Asked when all distances are known: one by
    one, the millimetres of several rows would add up, and the order of the rows would decide.
    """
    limit = nearest + SAME_DISTANCE * max(1.0, nearest)
    chosen, alignment, best = -1, UNALIGNED, inf
    for visit in range(start - 1, end):
        k = hint_row if visit < start else visit
        if k < 0 or near_ids[k, 2] < 0 or near[k, AT] >= limit:
            continue
        along = dot(load_row(near, k, 3), direction)
        facing = float(np.float32(-abs(along) if two_sided else along))
        if facing < alignment or (facing == alignment and near[k, AT] < best):
            chosen, alignment, best = k, facing, near[k, AT]
    return chosen


@inlined_kernel
def collide_body(world, scratch, config, query, sweep, start, end, hint_row, max_distance):
    """Return distance, row and (for what is no triangle) hit of the rows of one body; row -1 if nothing is hit.

    Among hits a millimetre apart PhysX prefers the face that is met more frontally, and reports the smallest distance.
    A user's box is swept as a whole: no face is preferred, the closest is the box's surface.
    """
    rules = config[1]
    near, near_ids = scratch[0], scratch[1]
    up, window, low, high, is_along_axis, lead = sweep
    direction = query[3]
    flags = near_ids[start, 3]
    is_user, is_physx, cull_by_up = flags & IS_USER != 0, rules[HIT_SELECTION] == 0, rules[CULLING] == 1
    two_sided = flags & TWO_SIDED != 0 or cull_by_up
    skip_parallel, is_windowed = rules[PARALLEL_TRIANGLES] == 1, rules[VERTICAL_WINDOW] == 1
    nearest, chosen, hit, touched = max_distance, -1, NOTHING, 0
    for k in range(start, end):
        near[k, AT] = inf
    if not is_physx:
        hint_row = -1
    for visit in range(start - 1, end):
        # The hint comes first, and is passed over when its turn comes.
        k = hint_row if visit < start else visit
        if k < 0 or (k == hint_row and visit >= start):
            continue
        kind = near_ids[k, 2]
        if is_out_of_reach(near, k, low, high):
            continue
        if kind >= 0:
            normal = load_row(near, k, 3)
            along = dot(normal, direction)
            if cull_by_up:
                if dot(normal, up) < 0.0:
                    continue
            elif not two_sided and (along > 0.0 or (skip_parallel and along == 0.0)):
                continue
        if is_windowed and not is_in_window(
            kind, load_row(near, k, 0), load_row(near, k, 1), load_row(near, k, 2), window
        ):
            continue
        if kind == ROUND:
            hit = sweep_round(query, max_distance, load_row(near, k, 0), load_row(near, k, 1), near[k, 6])
            if hit[0] <= max_distance:
                nearest, chosen = hit[0], k
        elif kind == SOLID:
            if is_user or not is_physx:
                whole = sweep_whole(world, query, near, near_ids, k)
                if whole[0] == 0.0:
                    nearest, chosen, hit = 0.0, k, whole
        else:
            reach = min(max_distance, nearest + 2.0 * SAME_DISTANCE * max(1.0, nearest))
            is_sliver = near_ids[k, 3] & IS_SLIVER != 0
            distance = sweep_near_triangle(query, is_along_axis, lead, reach, near, k, along, two_sided, is_sliver)
            if distance > max_distance:
                continue
            near[k, AT] = distance
            touched += 1
            if chosen < 0 or distance < nearest:
                nearest, chosen = distance, k
        if chosen >= 0 and nearest == 0.0:
            break
    if is_physx and not is_user and touched > 1 and nearest > 0.0:
        chosen = choose_row(near, near_ids, start, end, hint_row, nearest, direction, two_sided)
    return nearest, chosen, hit


@inlined_kernel
def collide_geoms(world, scratch, config, query, up, max_distance, box, hint):
    """Return distance, normal, point and row of the hit that wins; inf and -1 if nothing is hit.

    Rows come body by body; between bodies the strictly closer one wins. box: the temporal box; what lies outside of it
    was not asked for, even if an earlier gather has brought it along.
    """
    settings, rules = config
    near, near_ids, cache = scratch[0], scratch[1], scratch[3]
    count = cache[TOTAL]
    center, half_axis, radius, direction = query
    step_down = settings[SET_WINDOW_STEP_DOWN] if rules[VERTICAL_WINDOW] == 1 else -1.0
    window = make_window(query, max_distance, up, step_down)
    is_along_axis, sphere = lead_sphere(query)
    # What PhysX leaves out when it goes along the axis, the exact search does not.
    is_along_axis = is_along_axis and rules[HIT_SELECTION] == 0
    low, high = compute_swept_aabb(center, half_axis, radius, direction, max_distance)
    if rules[TEMPORAL_BOX] in (BOX_PLAIN, BOX_ONE_CORNER):
        asked_low, asked_high = box
        low = (max(low[0], asked_low[0]), max(low[1], asked_low[1]), max(low[2], asked_low[2]))
        high = (min(high[0], asked_high[0]), min(high[1], asked_high[1]), min(high[2], asked_high[2]))
    sweep = (up, window, low, high, is_along_axis, dot(sphere[0], direction))
    best, winner, best_hit = inf, -1, NOTHING
    start = 0
    while start < count:
        body = near_ids[start, 1]
        hint_row, end = -1, start
        while end < count and near_ids[end, 1] == body:
            if near_ids[end, 0] == hint:
                hint_row = end
            end += 1
        distance, row, hit = collide_body(
            world, scratch, config, query, sweep, start, end, hint_row, min(max_distance, best)
        )
        start = end
        if row < 0 or distance >= best:
            continue
        if distance == 0.0 and (settings[SET_RECOVERY] == 0.0 or near_ids[row, 3] & (IS_USER | IS_DYNAMIC) != 0):
            # What cannot push out is passed over while it is overlapped.
            continue
        best, winner, best_hit = distance, row, hit
    if winner < 0:
        return inf, NOTHING[1], NOTHING[2], -1
    if best == 0.0:
        return 0.0, scale(direction, -1.0), best_hit[2], winner
    if near_ids[winner, 2] == ROUND:
        return best, best_hit[1], best_hit[2], winner
    a, b, c = load_row(near, winner, 0), load_row(near, winner, 1), load_row(near, winner, 2)
    normal, point, _ = touch_triangle(sphere if is_along_axis else query, best, a, b, c)
    return best, normal, point, winner

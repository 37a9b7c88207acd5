"""Gathering candidates and finding the earliest hit (003 3.1 to 3.4, and the loop inside of 4.3).

The spatial hash is the level's tree, and what it finds is kept as the working set of engine.kernels.cct.nearby: sorted
by body and triangle, nothing twice, so the order of the candidates is the level's.
"""

from math import inf

from engine.constants import FEATURE_FACE
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.collide import is_out_of_reach, load_row
from engine.kernels.cct.nearby import IS_SLIVER, TOTAL, update_touched_geoms
from engine.kernels.contact import compute_swept_aabb
from engine.kernels.level_arrays import (
    GROUP,
    ROUND,
    SOLID,
    TWO_SIDED,
    take_to_group,
    world_from_direction,
    world_from_point,
)
from engine.kernels.level_query import WINDOW_OFF
from engine.kernels.slide.cubes import is_cube, sweep_capsule_vs_cube
from engine.kernels.slide.layout import MOVES_IN, SWEEP
from engine.kernels.sweep_closest import BOUND_SLACK, NOTHING, overlap_hull, sweep_round
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.kernels.vectors import dot, scale, subtract


@borrowing_kernel
def gather_candidates(world, scratch, config, query, reach, counts):
    """Make the working set answer for a sweep (3.2); return the box that it was asked for."""
    center, half_axis, radius, direction = query
    low, high = compute_swept_aabb(center, half_axis, radius, direction, reach)
    update_touched_geoms(world, scratch, config[0], low, high, (0.0, 0.0, 0.0), counts)
    return low, high


@borrowing_kernel
def sweep_cube(world, near, near_ids, k, query, reach):
    """Sweep against a cube as the document does; return a hit."""
    level, placements = world[0], world[1]
    group = level[7][near_ids[k, 1], GROUP]
    (center, half_axis, radius, direction), _ = take_to_group(placements, group, query, WINDOW_OFF)
    low, high = load_row(near, k, 0), load_row(near, k, 1)
    t, normal, point = sweep_capsule_vs_cube(center, half_axis, radius, scale(direction, reach), low, high)
    if t == inf:
        return NOTHING
    if group > 0:
        normal, point = world_from_direction(placements, group, normal), world_from_point(placements, group, point)
    return t * reach, normal, point, -1


@borrowing_kernel
def overlap_solid(world, near, near_ids, k, query):
    """Return how deep the capsule starts in a closed body (negative: not), and the way out."""
    level, placements = world[0], world[1]
    group = level[7][near_ids[k, 1], GROUP]
    (center, half_axis, radius, _), _ = take_to_group(placements, group, query, WINDOW_OFF)
    depth, normal, _, point = overlap_hull(center, half_axis, radius, level[9], level[10], level[11], int(near[k, 6]))
    if group > 0:
        normal, point = world_from_direction(placements, group, normal), world_from_point(placements, group, point)
    return depth, normal, point


@borrowing_kernel
def reaches_plane(query, limit, a, normal):
    """Whether a sweep gets to the plane of a triangle at all: most of what is near lies beside the way."""
    center, half_axis, radius, direction = query
    height, along = dot(normal, subtract(center, a)), dot(normal, direction)
    if height < 0.0:
        height, along = -height, -along
    return height - abs(dot(normal, half_axis)) - radius - BOUND_SLACK <= max(0.0, -along) * limit


@borrowing_kernel
def sweep_row(near, near_ids, k, query, limit):
    """Sweep against a triangle or something round; return a hit. Triangles that face away are passed over."""
    if near_ids[k, 2] == ROUND:
        return sweep_round(query, limit, load_row(near, k, 0), load_row(near, k, 1), near[k, 6])
    center, half_axis, radius, direction = query
    a, b, c, normal = load_row(near, k, 0), load_row(near, k, 1), load_row(near, k, 2), load_row(near, k, 3)
    two_sided = near_ids[k, 3] & TWO_SIDED != 0
    if not two_sided and dot(normal, direction) > 0.0:
        return NOTHING
    if near_ids[k, 3] & IS_SLIVER == 0 and not reaches_plane(query, limit, a, normal):
        return NOTHING
    hit = sweep_capsule_triangle(center, half_axis, radius, direction, limit, a, b, c)
    if hit[0] == 0.0 and not two_sided and hit[3] == FEATURE_FACE and dot(normal, subtract(center, a)) < 0.0:
        # Overlapped from behind: a one-sided face holds nobody back there. Its edges do: they belong to others too.
        return NOTHING
    return hit


@borrowing_kernel
def leads_in(hit, direction):
    """Whether a hit is in the way: not for whoever moves away from it, along it, or into it by rounding alone.

    All is convex: it lies behind the plane of the touch, so a way that leads along that plane never gets deeper.
    """
    return hit[0] < inf and dot(hit[1], direction) < -MOVES_IN


@borrowing_kernel
def sweep_earliest(world, scratch, config, query, reach):
    """Return distance, normal, point and row of the earliest hit within reach; inf and -1 if nothing is hit.

    Candidates come in the order of the level, and only a strictly earlier one replaces another: that is the tie-break
    by id (1.5).
    """
    near, near_ids, total = scratch[0], scratch[1], scratch[3][TOTAL]
    center, half_axis, radius, direction = query
    low, high = compute_swept_aabb(center, half_axis, radius, direction, reach)
    is_document = config[2][SWEEP] == 1
    best, best_normal, best_point, winner = inf, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), -1
    skipped = -1
    for k in range(total):
        kind, body = near_ids[k, 2], near_ids[k, 1]
        if body == skipped:
            continue
        hit = NOTHING
        if kind == SOLID:
            if is_document and is_cube(world[0], int(near[k, 6])):
                skipped = body
                hit = sweep_cube(world, near, near_ids, k, query, reach)
            else:
                depth, normal, point = overlap_solid(world, near, near_ids, k, query)
                if depth > 0.0:
                    skipped = body
                    hit = (0.0, normal, point, -1)
        elif not is_out_of_reach(near, k, low, high):
            hit = sweep_row(near, near_ids, k, query, min(reach, best))
        # The document's slabs stop whoever starts inside of them, wherever he goes: only pushing out frees him.
        is_slab = is_document and skipped == body
        if hit[0] <= reach and hit[0] < best and (is_slab or leads_in(hit, direction)):
            best, best_normal, best_point, winner = hit[0], hit[1], hit[2], k
    return best, best_normal, best_point, winner

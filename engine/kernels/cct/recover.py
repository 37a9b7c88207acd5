"""Pushing an overlapping capsule out (001 9, PHYSX.md "Pushing out")."""

from math import inf, sqrt

from engine.constants import (
    FEATURE_EDGE_0,
    FEATURE_EDGE_2,
    FEATURE_FACE,
    FEATURE_VERTEX_0,
    GATE_RECOVERY_ELIGIBLE,
    GATE_RECOVERY_PUSH,
)
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.collide import is_out_of_reach, load_row
from engine.kernels.cct.layout import ALMOST_ZERO, DEPTH, PUSHES, RECOVERY, SET_CONTACT_OFFSET
from engine.kernels.cct.nearby import TOTAL
from engine.kernels.cct.record import note
from engine.kernels.closest import closest_points_segment_triangle
from engine.kernels.level_arrays import (
    GROUP,
    IS_CLOSED,
    IS_DYNAMIC,
    IS_KINEMATIC,
    IS_USER,
    ROUND,
    SOLID,
    TWO_SIDED,
    take_to_group,
    world_from_direction,
)
from engine.kernels.level_query import WINDOW_OFF
from engine.kernels.overlap import overlap_capsule_capsule
from engine.kernels.sweep_closest import overlap_hull
from engine.kernels.vectors import add, cross, dot, normalize, scale, subtract

FLAT = 1e-6
"""Metres. A neighbour's corner must lie deeper below the face for the edge between them to be convex."""
CUT, NO_PUSH = 1e-3, 1e-5
"""Metres. An axis no farther from a triangle of a mesh cuts it; a mesh that pushes less does not push."""
FAT_AXIS, FAT_TRIANGLE, FAT_EDGE = 0.01, 1e-3, 1e-3
"""How much longer the axis counts (metres), how much larger a triangle (share) and an edge (square metres)."""
TOUCHING = 1e-7
"""Metres. A gap below it counts as overlap: float32 sees none there."""


@borrowing_kernel
def should_apply_recovery_module(flags):
    """Whether a body may push the character out (001 9.3): the level's own, unless physics moves it."""
    return flags & (IS_USER | IS_DYNAMIC) == 0


@borrowing_kernel
def reaches(near, start, end, box):
    """Whether any of some rows reaches into a box: only those count, so that no cache can change the result."""
    for k in range(start, end):  # noqa: SIM110 -- kernels know no generators
        if not is_out_of_reach(near, k, box[0], box[1]):
            return True
    return False


@borrowing_kernel
def ray_depth(p, normal, a, b, c):
    """Return how far below a point, along a direction, its triangle lies (negative: above it), or inf."""
    ab, ac, offset = subtract(b, a), subtract(c, a), subtract(p, a)
    way = scale(normal, -1.0)
    turn = cross(way, ac)
    size = dot(ab, turn)
    if size <= 0.0:
        return inf
    u, other = dot(offset, turn), cross(offset, ab)
    v, t = dot(way, other), dot(ac, other)
    slack = FAT_TRIANGLE * size
    if u < -slack or u > size + slack or v < -slack or u + v > size + slack:
        return inf
    return t / size


@borrowing_kernel
def edge_depth(p, q, way, low, high):
    """Return how far along a direction, from an edge p q, an axis low..high passes; inf if it does not (or behind)."""
    edge, axis = subtract(q, p), subtract(high, low)
    plane = cross(edge, way)
    at, along = dot(plane, subtract(low, p)), dot(plane, axis)
    if at * (at + along) > 0.0 or along == 0.0:
        return inf
    there = subtract(low, scale(axis, at / along))
    square = dot(plane, plane)
    distance = dot(cross(edge, subtract(there, p)), plane) / square
    if distance < 0.0:
        return inf
    there = subtract(there, scale(way, distance))
    return distance if dot(subtract(p, there), subtract(q, there)) < FAT_EDGE else inf


@borrowing_kernel
def overlap_on_axis(axis, low, high, radius, a, b, c):
    """Return by how much a capsule and a triangle overlap on an axis, negative if they do not."""
    p, q = dot(low, axis), dot(high, axis)
    at_a, at_b, at_c = dot(a, axis), dot(b, axis), dot(c, axis)
    return min(max(p, q) + radius - min(at_a, at_b, at_c), max(at_a, at_b, at_c) - min(p, q) + radius)


@borrowing_kernel
def is_same_point(p, q):
    """Whether two corners of a mesh are one."""
    return p[0] == q[0] and p[1] == q[1] and p[2] == q[2]


@borrowing_kernel
def is_edge_convex(near, start, end, k, from_corner, normal, box):
    """Whether the edge of row k from a corner on is convex: no neighbour, or one that bends away from the face.

    normal: of the side that is touched.
    """
    p, q = load_row(near, k, from_corner), load_row(near, k, (from_corner + 1) % 3)
    for other in range(start, end):
        if other == k or is_out_of_reach(near, other, box[0], box[1]):
            continue
        for corner in range(3):
            if is_same_point(load_row(near, other, corner), q) and is_same_point(
                load_row(near, other, (corner + 1) % 3), p
            ):
                apex = load_row(near, other, (corner + 2) % 3)
                return dot(normal, subtract(apex, p)) < -FLAT
    return True


@borrowing_kernel
def find_separation(near, start, end, k, low, high, center, radius, best, box):
    """Return the least overlap's axis for a triangle that the capsule's axis cuts, and whether it is cut at all.

    best: the normal of the side that is touched.
    """
    a, b, c = load_row(near, k, 0), load_row(near, k, 1), load_row(near, k, 2)
    facing = best
    least = overlap_on_axis(best, low, high, radius, a, b, c)
    if least < 0.0:
        return best, False
    for side in range(3):
        if not is_edge_convex(near, start, end, k, side, facing, box):
            continue
        edge = subtract(load_row(near, k, side), load_row(near, k, (side + 1) % 3))
        axis = cross(normalize(subtract(high, low)), edge)
        if max(abs(axis[0]), abs(axis[1]), abs(axis[2])) <= ALMOST_ZERO:
            continue
        axis = normalize(axis)
        overlap = overlap_on_axis(axis, low, high, radius, a, b, c)
        if overlap < 0.0:
            return best, False
        if overlap < least:
            least, best = overlap, axis
    middle = scale(add(add(a, b), c), 1.0 / 3.0)
    if dot(best, subtract(center, middle)) < 0.0:
        best = scale(best, -1.0)
    return best, True


@borrowing_kernel
def push_out_of_triangle(near, start, end, k, low, high, center, radius, two_sided, box):
    """Return depth and direction in which one triangle of a mesh pushes; depth 0 if it does not.

    The direction is the face's normal, but at a convex edge the closest one, and for an axis that cuts the triangle
    that of the least overlap. The depth is measured along it, at the axis's ends and where it passes the edges.
    """
    a, b, c, normal = load_row(near, k, 0), load_row(near, k, 1), load_row(near, k, 2), load_row(near, k, 3)
    if dot(normal, subtract(center, a)) < 0.0:
        if not two_sided:
            return 0.0, normal
        b, c, normal = c, b, scale(normal, -1.0)
    side_normal = normal
    on_axis, on_triangle, feature, square = closest_points_segment_triangle(
        low, high, load_row(near, k, 0), load_row(near, k, 1), load_row(near, k, 2)
    )
    distance = sqrt(square)
    if distance >= radius:
        return 0.0, normal
    is_cut = distance <= CUT
    if is_cut:
        normal, is_in = find_separation(near, start, end, k, low, high, center, radius, normal, box)
        if not is_in:
            return 0.0, normal
    elif feature != FEATURE_FACE:
        corner = feature - FEATURE_EDGE_0 if feature <= FEATURE_EDGE_2 else feature - FEATURE_VERTEX_0
        is_convex = is_edge_convex(near, start, end, k, corner, side_normal, box)
        if feature >= FEATURE_VERTEX_0:
            is_convex = is_convex or is_edge_convex(near, start, end, k, (corner + 2) % 3, side_normal, box)
        if is_convex:
            normal = scale(subtract(on_axis, on_triangle), 1.0 / distance)
    depth = 0.0
    more = scale(normalize(subtract(high, low)), FAT_AXIS)
    way = scale(normal, -1.0) if is_cut else normal
    for side in range(3):
        p, q = load_row(near, k, side), load_row(near, k, (side + 1) % 3)
        passed = edge_depth(p, q, way, subtract(low, more), add(high, more))
        if passed < inf:
            depth = max(depth, radius + passed if is_cut else radius - passed)
    depth = max(depth, radius - ray_depth(low, normal, a, b, c), radius - ray_depth(high, normal, a, b, c))
    return depth, normal


@borrowing_kernel
def combine_push(least, most):
    """Return one component of a mesh's push: the extreme, or the mean of both extremes if their signs differ."""
    if least < 0.0 < most:
        return 0.5 * (least + most)
    return most if most > 0.0 else least


@borrowing_kernel
def push_out_of_body(world, scratch, capsule, start, end, box):
    """Return how deep the capsule is in the rows of one body (negative: not), and the push that leads out."""
    level, placements = world[0], world[1]
    near, near_ids = scratch[0], scratch[1]
    center, half_axis, radius = capsule
    low, high = subtract(center, half_axis), add(center, half_axis)
    kind, flags = near_ids[start, 2], near_ids[start, 3]
    if flags & IS_CLOSED != 0 and kind != SOLID:
        return -inf, (0.0, 0.0, 0.0)
    if kind == SOLID:
        group = level[7][near_ids[start, 1], GROUP]
        query = (center, half_axis, radius, (0.0, 0.0, 0.0))
        (local, axis, _, _), _ = take_to_group(placements, group, query, WINDOW_OFF)
        depth, normal, _, _ = overlap_hull(local, axis, radius, level[9], level[10], level[11], int(near[start, 6]))
        if group > 0:
            normal = world_from_direction(placements, group, normal)
        return depth, scale(normal, depth)
    if kind == ROUND:
        a, b = load_row(near, start, 0), load_row(near, start, 1)
        middle, half = scale(add(a, b), 0.5), scale(subtract(b, a), 0.5)
        depth, normal, _, _ = overlap_capsule_capsule(center, half_axis, radius, middle, half, near[start, 6])
        return depth, scale(normal, depth)
    deepest = -inf
    least_x, least_y, least_z, most_x, most_y, most_z = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(start, end):
        if is_out_of_reach(near, k, box[0], box[1]):
            continue
        two_sided = flags & TWO_SIDED != 0
        depth, way = push_out_of_triangle(near, start, end, k, low, high, center, radius, two_sided, box)
        if depth <= 0.0:
            continue
        deepest = max(deepest, depth)
        x, y, z = way[0] * depth, way[1] * depth, way[2] * depth
        least_x, least_y, least_z = min(least_x, x), min(least_y, y), min(least_z, z)
        most_x, most_y, most_z = max(most_x, x), max(most_y, y), max(most_z, z)
    push = (combine_push(least_x, most_x), combine_push(least_y, most_y), combine_push(least_z, most_z))
    if dot(push, push) < NO_PUSH * NO_PUSH:
        return -inf, (0.0, 0.0, 0.0)
    return deepest, push


@borrowing_kernel
def compute_mtd(world, scratch, config, center, half_axis, radius, low, high, log):
    """Return where the capsule stands once it has been pushed out (001 9.2).

    PhysX pushes body by body, up to four times in all, checked once a round; a round whose last body does not overlap
    ends it. The documents add up the pushes of one round instead.
    """
    settings, rules = config
    near, near_ids, total = scratch[0], scratch[1], scratch[3][TOTAL]
    offset = settings[SET_CONTACT_OFFSET]
    is_sum = rules[RECOVERY] == 1
    pushes, is_in = 0, True
    place, sum_of_pushes = center, (0.0, 0.0, 0.0)
    while is_in and pushes < PUSHES:
        is_in = False
        start = 0
        while start < total:
            body = near_ids[start, 1]
            end = start
            while end < total and near_ids[end, 1] == body:
                end += 1
            first, start = start, end
            if not reaches(near, first, end, (low, high)):
                continue
            is_eligible = should_apply_recovery_module(near_ids[first, 3])
            note(log, GATE_RECOVERY_ELIGIBLE, 1.0 if is_eligible else 0.0, 1.0, is_eligible, body, -1)
            if not is_eligible:
                continue
            capsule = (place, half_axis, radius if is_sum else radius + offset)
            depth, push = push_out_of_body(world, scratch, capsule, first, end, (low, high))
            is_touched = near_ids[first, 3] & IS_KINEMATIC != 0 and depth > -TOUCHING
            is_in = depth > 0.0 or is_touched
            least = -TOUCHING if is_touched else 0.0
            if is_sum and is_in:
                # 9.2.2: the depth of the bare capsule, and the offset on top.
                push = scale(push, (depth + offset) / depth) if depth > 0.0 else push
            if rules[DEPTH] == 1:
                push = scale(push, 1.0 / world[2][body])
            note(log, GATE_RECOVERY_PUSH, depth, least, is_in, body, -1)
            if is_in and is_sum:
                sum_of_pushes = add(sum_of_pushes, push)
            elif is_in:
                place = add(place, push)
                pushes += 1
        if is_sum:
            return add(place, sum_of_pushes)
    return place

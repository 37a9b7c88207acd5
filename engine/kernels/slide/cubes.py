"""What document 003 does to its cubes, to the letter (2.3 to 2.5, 3.4, 3.5): rules `sweep` and `closest_points`.

All of it in the space in which the cube's edges are axes.
"""

from math import inf, sqrt

from engine.kernels.borrow import borrowing_kernel
from engine.kernels.closest import closest_point_on_segment
from engine.kernels.vectors import add, dot, scale, subtract

ROUNDS = 4
"""003 2.4."""
INSIDE = 1e-6
"""Metres, 003 2.5: an axis that is no farther from the cube cuts it."""
STILL = 1e-8
"""Metres, 003 3.5: a component of the move that is smaller has no slab to enter."""
FAR = 1e8
"""003 3.5: stands for 1 / 0."""


@borrowing_kernel
def is_cube(level, hull):
    """Whether the corners of a closed body are those of a box along the axes: what 003 knows."""
    hulls, points = level[9], level[10]
    first, last = hulls[hull, 0], hulls[hull, 1]
    if last - first != 8:
        return False
    for axis in range(3):
        low, high = points[first, axis], points[first, axis]
        for k in range(first, last):
            low, high = min(low, points[k, axis]), max(high, points[k, axis])
        for k in range(first, last):
            if points[k, axis] not in (low, high):
                return False
    return True


@borrowing_kernel
def closest_point_on_aabb(p, low, high):
    """Return the point of a box that is closest to a point (2.3)."""
    return (
        min(max(p[0], low[0]), high[0]),
        min(max(p[1], low[1]), high[1]),
        min(max(p[2], low[2]), high[2]),
    )


@borrowing_kernel
def closest_points_segment_aabb(start, end, low, high):
    """Return the points on segment and box that four rounds of projection lead to (2.4)."""
    on_segment = scale(add(start, end), 0.5)
    for _ in range(ROUNDS):
        on_box = closest_point_on_aabb(on_segment, low, high)
        on_segment, _t = closest_point_on_segment(start, end, on_box)
    return on_segment, closest_point_on_aabb(on_segment, low, high)


@borrowing_kernel
def find_min_penetration_axis(p, low, high):
    """Return the normal of the face that is nearest to a point inside of a box, and its distance (2.5)."""
    least, normal = inf, (0.0, 1.0, 0.0)
    for axis in range(3):
        for side in range(2):
            way = p[axis] - low[axis] if side == 0 else high[axis] - p[axis]
            if way < least:
                sign = -1.0 if side == 0 else 1.0
                least = way
                normal = (
                    sign if axis == 0 else 0.0,
                    sign if axis == 1 else 0.0,
                    sign if axis == 2 else 0.0,
                )
    return normal, least


@borrowing_kernel
def capsule_aabb_overlap(center, half_axis, radius, low, high):
    """Return depth (negative: the gap) and the direction that leads out (2.5)."""
    on_segment, on_box = closest_points_segment_aabb(subtract(center, half_axis), add(center, half_axis), low, high)
    offset = subtract(on_segment, on_box)
    distance = sqrt(dot(offset, offset))
    if distance > INSIDE:
        return radius - distance, scale(offset, 1.0 / distance)
    normal, way = find_min_penetration_axis(on_segment, low, high)
    return radius + way, normal


@borrowing_kernel
def invert(along):
    """Return 1 / along, or something large with its sign."""
    if abs(along) > STILL:
        return 1.0 / along
    return FAR if along > 0.0 else (-FAR if along < 0.0 else 0.0)


@borrowing_kernel
def segment_aabb_sweep(start, delta, low, high):
    """Return t and normal where a point enters a box by the slab method (3.5); inf if it does not.

    A component of the move that is zero has no slab to enter: the text's 1e8 · sign(0) is zero, which would make a hit
    of every miss; the point is inside of that slab or the box is missed, as is meant.
    """
    enter, leave, axis_hit = -inf, inf, 0
    for axis in range(3):
        inverse = invert(delta[axis])
        if inverse == 0.0:
            if start[axis] < low[axis] or start[axis] > high[axis]:
                return inf, (0.0, 0.0, 0.0)
            continue
        one, two = (low[axis] - start[axis]) * inverse, (high[axis] - start[axis]) * inverse
        near, far = min(one, two), max(one, two)
        if near > enter:
            enter, axis_hit = near, axis
        leave = min(leave, far)
    if enter > leave or leave < 0.0 or enter > 1.0:
        return inf, (0.0, 0.0, 0.0)
    sign = -1.0 if delta[axis_hit] > 0.0 else 1.0
    normal = (
        sign if axis_hit == 0 else 0.0,
        sign if axis_hit == 1 else 0.0,
        sign if axis_hit == 2 else 0.0,
    )
    return max(enter, 0.0), normal


@borrowing_kernel
def sweep_capsule_vs_cube(center, half_axis, radius, delta, low, high):
    """Return t, normal and the end of the axis that enters the grown box first, both ends taken as points (3.4)."""
    grown_low = (low[0] - radius, low[1] - radius, low[2] - radius)
    grown_high = (high[0] + radius, high[1] + radius, high[2] + radius)
    p0, p1 = subtract(center, half_axis), add(center, half_axis)
    t, normal = segment_aabb_sweep(p0, delta, grown_low, grown_high)
    point = p0
    t1, normal1 = segment_aabb_sweep(p1, delta, grown_low, grown_high)
    if t1 < t:
        t, normal, point = t1, normal1, p1
    return t, normal, subtract(add(point, scale(delta, min(t, 1.0))), scale(normal, radius))

"""The sweep of a capsule against a triangle (000 4), exact.

The capsule's centre moves as a point against a prism, the triangle extruded by ± half_axis, rounded by the radius. That
body is convex, so a line crosses it once, and the time of impact is the least at which the line enters any part of it:
the caps and sides of the prism moved outwards, and its nine edges, rounded. Every part lies inside the body, so a part
that is tested in vain costs time and never a wrong answer; the ones that face backwards are left out.
"""

from math import inf, sqrt

from engine.constants import FEATURE_EDGE_0, FEATURE_FACE, FEATURE_NONE, FEATURE_VERTEX_0
from engine.kernels.cache import kernel
from engine.kernels.closest import edge_feature, face_coordinates, face_frame
from engine.kernels.entry import STEEPNESS, enter_edge, enter_parallelogram, front_normal, is_thin
from engine.kernels.overlap import overlap_capsule_triangle
from engine.kernels.touch_line import LEVEL_SQUARED, choose_middle, is_level
from engine.kernels.vectors import add, cross, dot, normalize, scale, subtract

POINT_LIKE_SQUARED = 1e-24
"""Square metres. A half axis shorter than 1e-12 m makes a sphere."""

FLAT_AHEAD, FLAT_HEIGHT_SQUARED = 1e-9, 1e-8
"""Metres, square metres. A triangle lies in the plane of a side if its third corner is no farther from that than this,
and not because it is hardly farther from their common edge."""

BACKWARD_SQUARED = 1e-12
"""sin² of the angle by which a side of the prism must look backwards before its edges are left out."""

ROUNDING = 1e-12
"""Metres. More than the rounding of positions within 1 km: rejections leave this much room."""

TOUCHING = 1e-11
"""Metres. A gap that rounding alone may have opened: a capsule that moves into it is stopped at once."""

SAME = 1e-13
"""Metres. Parts of the prism that are entered no farther apart are entered together; the flat one is preferred, because
its contact is the middle of a line and the others' one of its ends."""

NO_HIT = (inf, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), FEATURE_NONE)


@kernel
def _misses_beside(axis, size, a, b, c, half_axis, radius):
    """Whether the line passes the prism at more than the radius, seen along an axis at right angles to the direction.

    `size` is the length of what the axis was made from: the axis is only as exact as that times the distance.
    """
    reach = abs(dot(half_axis, axis))
    at_a, at_b, at_c = dot(a, axis), dot(b, axis), dot(c, axis)
    gap = max(min(at_a, at_b, at_c), -max(at_a, at_b, at_c)) - reach - ROUNDING * size
    return gap > 0.0 and gap * gap > radius * radius * dot(axis, axis)


@kernel
def _misses(direction, max_distance, a, b, c, half_axis, axis_square, radius):
    """Whether the capsule cannot touch: all of the prism behind, beyond the way, or beside the line."""
    at_a, at_b, at_c = dot(a, direction), dot(b, direction), dot(c, direction)
    reach = abs(dot(half_axis, direction)) + radius + ROUNDING
    if min(at_a, at_b, at_c) - reach > max_distance or max(at_a, at_b, at_c) + reach < 0.0:
        return True
    if axis_square > POINT_LIKE_SQUARED:
        beside = cross(half_axis, direction)
        if _misses_beside(beside, sqrt(axis_square), a, b, c, half_axis, radius):
            return True
    start, end, other = a, b, c
    for _ in range(3):
        edge = subtract(end, start)
        size = abs(edge[0]) + abs(edge[1]) + abs(edge[2])
        if _misses_beside(cross(edge, direction), size, a, b, c, half_axis, radius):
            return True
        start, end, other = end, other, start
    return False


@kernel
def _is_in_plane(ahead, edge, square, apex):
    """Whether a triangle lies in the plane of a side; `ahead` is the distance of its third corner from that."""
    if abs(ahead) > FLAT_AHEAD:
        return False
    area = cross(edge, apex)
    return dot(area, area) > FLAT_HEIGHT_SQUARED * square


@kernel
def _enter_cap(direction, max_distance, a, b, c, half_axis, radius):
    """Return where the line enters the cap that looks against it: t (inf if beside it), normal, point, whether flat.

    Also 1 if that cap lies at +half_axis, -1 if at -half_axis, 0 if there is none or they are the same; and whether the
    line misses the slab between both caps, and so everything. Flat: the whole axis lies on the face.
    """
    u, v, w = subtract(b, a), subtract(c, a), subtract(c, b)
    square, along, rest, rest_square = face_frame(u, v)
    if is_thin(square, max(dot(v, v), dot(w, w)), rest_square, radius):
        return inf, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), False, 0.0, False
    normal, facing = front_normal(u, rest, direction)
    lift = dot(normal, half_axis)
    sign = 1.0 if lift > 0.0 else -1.0
    height = -dot(normal, a) - abs(lift)
    missed = height - radius > ROUNDING - facing * max_distance or height + 2.0 * abs(lift) + radius < -ROUNDING
    t, point = inf, a
    if facing < -STEEPNESS and not missed:
        entry = (radius - height) / facing
        below = subtract(scale(direction, entry), add(add(a, scale(normal, radius)), scale(half_axis, sign)))
        x, y = face_coordinates(below, u, square, along, rest, rest_square)
        if x >= 0.0 and y >= 0.0 and x + y <= 1.0:
            t, point = entry, add(a, add(scale(u, x), scale(v, y)))
    if lift * lift <= BACKWARD_SQUARED * dot(half_axis, half_axis):
        sign = 0.0
    return t, normal, point, is_level(normal, half_axis), sign, missed


@kernel
def _enter_sides(direction, a, b, c, half_axis, radius):
    """Return where the line enters the sides of the prism first, and what the edges need to know of the sides.

    t (inf if none), normal, point, feature, whether the whole triangle lies in that side's plane, whether that is
    final, bits of the sides that do not look backwards, bits of the edges that are parallel to the axis.
    """
    best, best_normal, point, feature = inf, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), FEATURE_NONE
    flat, final = False, False
    front, parallel = 0, 0
    axis = scale(half_axis, 2.0)
    start, end, third = a, b, c
    for i in range(3):
        edge = subtract(end, start)
        square, along, rest, rest_square = face_frame(edge, axis)
        if rest_square <= LEVEL_SQUARED * dot(axis, axis) and square > 0.0:
            parallel |= 1 << i
        if is_thin(square, dot(axis, axis), rest_square, radius):
            front |= 1 << i
        else:
            normal, facing = front_normal(edge, rest, direction)
            apex = subtract(third, start)
            ahead = dot(normal, apex)
            if ahead <= 0.0 or ahead * ahead <= BACKWARD_SQUARED * dot(apex, apex):
                front |= 1 << i
                corner = subtract(start, half_axis)
                t, x, _ = enter_parallelogram(
                    direction, corner, edge, square, along, rest, rest_square, normal, facing, radius
                )
                if t < best:
                    best, best_normal, point, feature = t, normal, add(start, scale(edge, x)), FEATURE_EDGE_0 + i
                    flat, final = _is_in_plane(ahead, edge, square, apex), ahead <= SAME
                    if final:
                        break
        start, end, third = end, third, start
    return best, best_normal, point, feature, flat, final, front, parallel


@kernel
def _enter_edges(direction, a, b, c, half_axis, axis_square, radius, best, front, cap):
    """Return where the line enters the rounded edges of the prism before best: t, its point, the triangle's, feature.

    front: bits of the sides that do not look backwards; cap: the sign of the cap that does not, 0 for both.
    """
    touched, feature, point = (0.0, 0.0, 0.0), FEATURE_NONE, (0.0, 0.0, 0.0)
    start, end, third = a, b, c
    for i in range(3):
        edge = subtract(end, start)
        turn = cross(edge, direction)
        square, turn_square, along = dot(edge, edge), dot(turn, turn), dot(edge, direction)
        for sign in (-1.0, 1.0):
            if (front >> i & 1 or sign * cap >= 0.0) and (sign < 0.0 or axis_square > POINT_LIKE_SQUARED):
                shift = scale(half_axis, sign)
                t, s = enter_edge(direction, add(start, shift), edge, square, turn, turn_square, along, radius, best)
                if t < best:
                    point = add(start, scale(edge, s))
                    best, touched, feature = t, add(point, shift), edge_feature(i, s)
        start, end, third = end, third, start
    if axis_square > POINT_LIKE_SQUARED:
        axis = scale(half_axis, 2.0)
        turn = cross(axis, direction)
        square, turn_square, along = dot(axis, axis), dot(turn, turn), dot(axis, direction)
        for i in range(3):
            if front >> i & 1 or front >> (i + 2) % 3 & 1:
                foot = subtract(start, half_axis)
                t, s = enter_edge(direction, foot, axis, square, turn, turn_square, along, radius, best)
                if t < best:
                    best, touched, feature, point = t, add(foot, scale(axis, s)), FEATURE_VERTEX_0 + i, start
            start, end, third = end, third, start
    return best, touched, point, feature


@kernel
def _at_start(center, half_axis, radius, direction, a, b, c):
    """Return the hit at distance 0 of a capsule that touches already, or none: the prism lies behind it."""
    depth, normal, _, point, feature = overlap_capsule_triangle((0.0, 0.0, 0.0), half_axis, radius, a, b, c)
    if depth >= 0.0 or (depth >= -TOUCHING and dot(normal, direction) < 0.0):
        return 0.0, normal, add(center, point), feature
    return NO_HIT


@kernel
def sweep_capsule_triangle(center, half_axis, radius, direction, max_distance, a, b, c):
    """Return distance, normal, point and feature of the first touch of a moving capsule and a triangle (000 4.2).

    center, half_axis: the capsule's centre, and from there to its upper sphere's centre (zero: a sphere). direction is
    unit. distance is inf if nothing is touched up to and including max_distance, 0 if the capsule touches at the
    start: then the normal is the closest direction, or the triangle's towards the centre if the axis cuts it. point
    lies on the triangle; where they touch along a line, it is the middle of that. Triangles have no back here: who
    culls by 000 4.2.1 does it before.
    """
    a, b, c = subtract(a, center), subtract(b, center), subtract(c, center)
    axis_square = dot(half_axis, half_axis)
    if _misses(direction, max_distance, a, b, c, half_axis, axis_square, radius):
        return NO_HIT
    t, normal, point, flat, cap, missed = _enter_cap(direction, max_distance, a, b, c, half_axis, radius)
    if missed:
        return NO_HIT
    final, feature, front, parallel = t < inf, FEATURE_FACE, 7, 0
    if not final and axis_square > POINT_LIKE_SQUARED:
        t, normal, point, feature, flat, final, front, parallel = _enter_sides(direction, a, b, c, half_axis, radius)
    if not final:
        limit = t - SAME if flat else t
        t_edge, touched, point_edge, feature_edge = _enter_edges(
            direction, a, b, c, half_axis, axis_square, radius, limit, front, cap
        )
        if t_edge < limit:
            t, point, feature, flat = t_edge, point_edge, feature_edge, False
            normal = normalize(subtract(scale(direction, t), touched))
    if t > max_distance:
        return NO_HIT
    if t <= 0.0:
        return _at_start(center, half_axis, radius, direction, a, b, c)
    if axis_square > POINT_LIKE_SQUARED:
        at = scale(direction, t)
        point, feature = choose_middle(at, normal, feature, point, flat, parallel, half_axis, radius, a, b, c)
    return t, normal, add(center, point), feature

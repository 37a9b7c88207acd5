"""Closest points (000 2.3, 5.3, A.2), exact: points, segments, triangles and boxes.

Where the closest pair is not unique (parallel things), the middle of all closest pairs is returned, so that the answer
does not jump from end to end with the last bit of the input.
"""

from math import inf, sqrt

from engine.constants import FEATURE_EDGE_0, FEATURE_FACE, FEATURE_VERTEX_0
from engine.kernels.cache import kernel
from engine.kernels.vectors import add, cross, dot, scale, subtract

POINT_SQUARED = 1e-40
"""Square metres. What is shorter than 1e-20 m is a point: the squares of such lengths run out of digits."""

PARALLEL_SINE_SQUARED = 1e-24
"""Segments whose angle is below 1e-12 count as parallel: over 100 m, the distance is then off by 1e-10 m at most."""

FLAT_SQUARED = 1e-26
"""A triangle lower than 1e-13 of its base is its edges: what is left of the height there is mostly rounding."""

LEANING_SQUARED = 1e-2
"""A frame whose second side is mostly along the first loses digits when that part is taken off, and is mended."""

LEVEL_DIFFERENCE = 1e-12
"""Metres. A segment whose ends differ by less in height above a face is parallel to it."""


@kernel
def clamp(value, low, high):
    """Return the value, kept between two bounds."""
    return low if value < low else (min(value, high))


@kernel
def closest_point_on_segment(p0, p1, q):
    """Return the point of the segment closest to q, and its parameter from 0 to 1 (000 A.2)."""
    axis = subtract(p1, p0)
    square = dot(axis, axis)
    if square <= POINT_SQUARED:
        return p0, 0.0
    t = clamp(dot(subtract(q, p0), axis) / square, 0.0, 1.0)
    return add(p0, scale(axis, t)), t


@kernel
def _parallel_parameters(p0, axis_p, square_p, q0, q1, axis_q, square_q):
    """Return s and t for parallel segments: the middle of what they share, or the two ends that face each other."""
    s0 = dot(subtract(q0, p0), axis_p) / square_p
    s1 = dot(subtract(q1, p0), axis_p) / square_p
    first = max(0.0, min(s0, s1))
    last = min(1.0, max(s0, s1))
    s = clamp(0.5 * (first + last), 0.0, 1.0) if first <= last else (0.0 if last < 0.0 else 1.0)
    on_p = add(p0, scale(axis_p, s))
    return s, clamp(dot(subtract(on_p, q0), axis_q) / square_q, 0.0, 1.0)


@kernel
def closest_points_segment_segment(p0, p1, q0, q1):
    """Return the closest points of two segments and their parameters: on_p, on_q, s, t (000 4.3.2)."""
    axis_p, axis_q, between = subtract(p1, p0), subtract(q1, q0), subtract(q0, p0)
    square_p, square_q = dot(axis_p, axis_p), dot(axis_q, axis_q)
    if square_p <= POINT_SQUARED:
        on_q, t = closest_point_on_segment(q0, q1, p0)
        return p0, on_q, 0.0, t
    if square_q <= POINT_SQUARED:
        on_p, s = closest_point_on_segment(p0, p1, q0)
        return on_p, q0, s, 0.0
    # By the cross product instead of a·e - b²: that difference has lost all digits at an angle of 1e-8.
    normal = cross(axis_p, axis_q)
    sine_square = dot(normal, normal)
    if sine_square <= PARALLEL_SINE_SQUARED * square_p * square_q:
        s, t = _parallel_parameters(p0, axis_p, square_p, q0, q1, axis_q, square_q)
    else:
        s = clamp(dot(cross(between, axis_q), normal) / sine_square, 0.0, 1.0)
        t = (s * dot(axis_p, axis_q) - dot(between, axis_q)) / square_q
        if t < 0.0 or t > 1.0:
            t = clamp(t, 0.0, 1.0)
            s = clamp((t * dot(axis_p, axis_q) + dot(between, axis_p)) / square_p, 0.0, 1.0)
    return add(p0, scale(axis_p, s)), add(q0, scale(axis_q, t)), s, t


@kernel
def face_frame(u, v):
    """Return what coordinates in the plane of u and v need: |u|², v along u, the rest of v, the square of that.

    Gram-Schmidt, twice where once leaves the rest leaning (a lean of 1e-10 puts a point 10 m along a sliver 1e-9 m
    beside itself). Planes and coordinates that are made from it are right to the last bits of the corners, for slivers
    too, where the cross product of two long edges is not. Squares of 0 mean that there is no plane.
    """
    square = dot(u, u)
    if square <= POINT_SQUARED:
        return 0.0, 0.0, v, 0.0
    along = dot(u, v) / square
    rest = subtract(v, scale(u, along))
    rest_square = dot(rest, rest)
    if rest_square < LEANING_SQUARED * along * along * square:
        lean = dot(u, rest) / square
        along += lean
        rest = subtract(rest, scale(u, lean))
        rest_square = dot(rest, rest)
    if rest_square <= FLAT_SQUARED * along * along * square:
        rest_square = 0.0
    return square, along, rest, rest_square


@kernel
def face_coordinates(p, u, square, along, rest, rest_square):
    """Return x and y of p ≈ x·u + y·v, after `face_frame`."""
    y = dot(p, rest) / rest_square
    return dot(p, u) / square - along * y, y


@kernel
def edge_feature(edge, t):
    """Return the feature code of the point at parameter t on an edge: a corner at its ends."""
    if t <= 0.0:
        return FEATURE_VERTEX_0 + edge
    if t >= 1.0:
        return FEATURE_VERTEX_0 + (edge + 1) % 3
    return FEATURE_EDGE_0 + edge


@kernel
def closest_point_on_triangle(q, a, b, c):
    """Return the point of the triangle closest to q, and which feature it lies on (000 5.3.6)."""
    u, v, p = subtract(b, a), subtract(c, a), subtract(q, a)
    square, along, rest, rest_square = face_frame(u, v)
    if rest_square > 0.0:
        x, y = face_coordinates(p, u, square, along, rest, rest_square)
        if x > 0.0 and y > 0.0 and x + y < 1.0:
            return add(a, add(scale(u, x), scale(v, y))), FEATURE_FACE
    best, point, feature = inf, a, FEATURE_FACE
    start, end, other = a, b, c
    for edge in range(3):
        on_edge, t = closest_point_on_segment(start, end, q)
        offset = subtract(q, on_edge)
        square = dot(offset, offset)
        if square < best:
            best, point, feature = square, on_edge, edge_feature(edge, t)
        start, end, other = end, other, start
    return point, feature


@kernel
def clip_to_triangle(x, y, dx, dy):
    """Return the first and last l from -inf to inf at which (x + l·dx, y + l·dy) has x, y >= 0 and x + y <= 1."""
    first, last = -inf, inf
    z, dz = 1.0 - x - y, -dx - dy
    for _ in range(3):
        if dz > 0.0:
            first = max(first, -z / dz)
        elif dz < 0.0:
            last = min(last, -z / dz)
        elif z < 0.0:
            first = inf
        x, dx, y, dy, z, dz = y, dy, z, dz, x, dx
    return first, last


@kernel
def _over_face(p0, p1, a, u, v):
    """Return s of the point closest to the face, x and y below it, and whether nothing else can be closer.

    s is -1 if no part of the segment lies over the face. Along the part that does, the height is linear: 0 where it
    crosses, else least at an end (000 5.3.2, 5.3.3 and 5.3.6 at once). An end that the face's border cuts off settles
    nothing, because the rest of the segment may come closer to that border.
    """
    square, along, rest, rest_square = face_frame(u, v)
    if rest_square == 0.0:
        return -1.0, 0.0, 0.0, False
    p, axis = subtract(p0, a), subtract(p1, p0)
    x, y = face_coordinates(p, u, square, along, rest, rest_square)
    dx, dy = face_coordinates(axis, u, square, along, rest, rest_square)
    first, last = clip_to_triangle(x, y, dx, dy)
    first, last = max(first, 0.0), min(last, 1.0)
    if first > last:
        return -1.0, 0.0, 0.0, False
    normal = cross(u, rest)
    size = sqrt(dot(normal, normal))
    height, rise = dot(p, normal), dot(axis, normal)
    if abs(rise) <= LEVEL_DIFFERENCE * size:
        s, settled = 0.5 * (first + last), True
    else:
        crossing = -height / rise
        s = clamp(crossing, first, last)
        settled = s == crossing or s == clamp(crossing, 0.0, 1.0)
    # Afresh, not x + s·dx: over a sliver both are large, and what is left of their sum is rounding.
    x, y = face_coordinates(add(p, scale(axis, s)), u, square, along, rest, rest_square)
    return s, x, y, settled


@kernel
def closest_points_segment_triangle(p0, p1, a, b, c):
    """Return the closest points of a segment and a triangle: on_segment, on_triangle, feature, distance² (000 5.3).

    Exact: the distance is 0 where they cross, and triangles that are a segment or a point are treated as such.
    """
    u, v = subtract(b, a), subtract(c, a)
    on_segment, on_triangle, feature, best = p0, a, FEATURE_VERTEX_0, inf
    s, x, y, settled = _over_face(p0, p1, a, u, v)
    if settled:
        on_segment = add(p0, scale(subtract(p1, p0), s))
        on_triangle = add(a, add(scale(u, x), scale(v, y)))
        offset = subtract(on_segment, on_triangle)
        return on_segment, on_triangle, FEATURE_FACE, dot(offset, offset)
    start, end, other = a, b, c
    for edge in range(3):
        on_p, on_q, _, t = closest_points_segment_segment(p0, p1, start, end)
        offset = subtract(on_p, on_q)
        square = dot(offset, offset)
        if square < best:
            on_segment, on_triangle, feature, best = on_p, on_q, edge_feature(edge, t), square
        start, end, other = end, other, start
    return on_segment, on_triangle, feature, best


@kernel
def _closeness_slope(p0, axis, half_extents, s):
    """Return half the derivative of distance²(segment point at s, box): never decreasing in s."""
    slope = 0.0
    for i in range(3):
        x = p0[i] + s * axis[i]
        slope += axis[i] * (x - clamp(x, -half_extents[i], half_extents[i]))
    return slope


@kernel
def _narrow_slope(p0, axis, half_extents, tolerance):
    """Return the parameter at which the slope rises past the tolerance: between two kinks it is linear."""
    low, high = 0.0, 1.0
    low_slope = _closeness_slope(p0, axis, half_extents, low)
    if low_slope >= tolerance:
        return 0.0
    high_slope = _closeness_slope(p0, axis, half_extents, high)
    if high_slope <= tolerance:
        return 1.0
    for i in range(3):
        if axis[i] != 0.0:
            for side in (-1.0, 1.0):
                kink = (side * half_extents[i] - p0[i]) / axis[i]
                if low < kink < high:
                    slope = _closeness_slope(p0, axis, half_extents, kink)
                    if slope <= tolerance:
                        low, low_slope = kink, slope
                    else:
                        high, high_slope = kink, slope
    return low + (high - low) * (tolerance - low_slope) / (high_slope - low_slope)


@kernel
def closest_points_segment_box(p0, p1, half_extents):
    """Return the closest points of a segment and a box around the origin: on_segment, on_box, distance².

    Exact where 003 2.4 iterates four times: distance² is convex along the segment and its slope is piecewise linear
    with six kinks at most. Where it is flat (parallel to a face, or inside) the middle is taken; inside, both points
    are the same.
    """
    axis = subtract(p1, p0)
    size = abs(p0[0]) + abs(p0[1]) + abs(p0[2]) + abs(p1[0]) + abs(p1[1]) + abs(p1[2])
    # What rounding alone makes of a slope of zero.
    tolerance = 1e-15 * size * (abs(axis[0]) + abs(axis[1]) + abs(axis[2]))
    first = _narrow_slope(p0, axis, half_extents, -tolerance)
    last = _narrow_slope(p0, axis, half_extents, tolerance)
    on_segment = add(p0, scale(axis, 0.5 * (first + last)))
    on_box = (
        clamp(on_segment[0], -half_extents[0], half_extents[0]),
        clamp(on_segment[1], -half_extents[1], half_extents[1]),
        clamp(on_segment[2], -half_extents[2], half_extents[2]),
    )
    offset = subtract(on_segment, on_box)
    return on_segment, on_box, dot(offset, offset)

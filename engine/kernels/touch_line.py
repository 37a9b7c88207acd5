"""Touches along a line: an axis that comes down flat on a face or beside an edge. The middle of the line stands for it.

Any point of the line would be exact; the ends would change places with the last bit of the input.
"""

from engine.constants import FEATURE_EDGE_0, FEATURE_FACE, FEATURE_VERTEX_0
from engine.kernels.cache import kernel
from engine.kernels.closest import clamp, clip_to_triangle, edge_feature, face_coordinates, face_frame
from engine.kernels.vectors import add, dot, scale, subtract

LEVEL_SQUARED = 1e-22
"""sin² of the angle up to which the axis lies on a face or along an edge with its whole length."""


@kernel
def is_level(normal, half_axis):
    """Whether the axis is at right angles to a normal."""
    lift = dot(normal, half_axis)
    return lift * lift <= LEVEL_SQUARED * dot(half_axis, half_axis)


@kernel
def _middle_of_edge(at, edge_index, half_axis, a, b, c):
    """Return the middle of what an edge and the axis beside it share, and the feature that it lies on."""
    start, end, third = a, b, c
    for _ in range(edge_index):
        start, end, third = end, third, start
    edge = subtract(end, start)
    square = dot(edge, edge)
    middle, half = dot(subtract(at, start), edge) / square, abs(dot(half_axis, edge)) / square
    first, last = max(0.0, middle - half), min(1.0, middle + half)
    t = min(1.0, max(0.0, 0.5 * (first + last)))
    return add(start, scale(edge, t)), edge_feature(edge_index, t)


@kernel
def _middle_of_face(below, half_axis, point, feature, a, b, c):
    """Return the middle of the part of the axis that lies on the triangle; `below` is the axis' middle on its plane.

    The point and feature that were touched stay where rounding, or a triangle without area, leaves no such part.
    """
    u, v, p = subtract(b, a), subtract(c, a), subtract(below, a)
    square, along, rest, rest_square = face_frame(u, v)
    if rest_square > 0.0:
        x, y = face_coordinates(p, u, square, along, rest, rest_square)
        dx, dy = face_coordinates(half_axis, u, square, along, rest, rest_square)
        first, last = clip_to_triangle(x, y, dx, dy)
        first, last = max(first, -1.0), min(last, 1.0)
        if first <= last:
            middle = 0.5 * (first + last)
            x, y = face_coordinates(add(p, scale(half_axis, middle)), u, square, along, rest, rest_square)
            x = clamp(x, 0.0, 1.0)
            y = clamp(y, 0.0, 1.0 - x)
            return add(a, add(scale(u, x), scale(v, y))), FEATURE_FACE
    return point, feature


@kernel
def choose_middle(at, normal, feature, point, flat, parallel, half_axis, radius, a, b, c):
    """Return point and feature of a touch; where it is a line and not a point, the middle of that line.

    at: the capsule's centre. flat: axis and triangle lie in one plane of contact. parallel: bits of the edges that are
    parallel to the axis; such a one is touched along its length if the normal is at right angles to the axis.
    """
    if flat:
        below = subtract(at, scale(normal, radius))
        return _middle_of_face(below, half_axis, point, feature, a, b, c)
    if parallel != 0 and is_level(normal, half_axis):
        if feature >= FEATURE_VERTEX_0:
            after = feature - FEATURE_VERTEX_0
            before = (after + 2) % 3
        else:
            after = before = feature - FEATURE_EDGE_0
        if parallel >> after & 1:
            return _middle_of_edge(at, after, half_axis, a, b, c)
        if parallel >> before & 1:
            return _middle_of_edge(at, before, half_axis, a, b, c)
    return point, feature

"""Where a line enters rounded points, edges and faces: the parts of every capsule sweep.

A capsule that moves against a shape touches it when its centre, a point, touches the shape extruded along the capsule's
axis and rounded by the radius (000 4.1). All positions are relative to that centre, so the line is t · direction, and t
may be negative. Discriminants come from perpendicular distances: b² - 4ac has lost its digits at 100 m.
"""

from math import inf, sqrt

from engine.kernels.cache import kernel
from engine.kernels.closest import face_coordinates
from engine.kernels.vectors import add, cross, dot, scale, subtract

ALONG_SQUARED = 1e-30
"""sin² of the angle below which a line and an edge have no digits left that say how they lean."""

THIN = 2e-14
"""Metres. A face whose width² is below THIN · radius is left to its edges. Their rounded hulls fill it up to
width² / (8 · radius), which is nothing; and from there on, the normal of the sliver has larger errors than theirs."""

STEEPNESS = 1e-30
"""A line that is flatter to a plane than this never enters it."""


@kernel
def enter_sphere(direction, vertex, radius):
    """Return t at which the line enters a sphere, inf if it never does."""
    aside = cross(vertex, direction)
    room = radius * radius - dot(aside, aside)
    if room < 0.0:
        return inf
    return dot(vertex, direction) - sqrt(room)


@kernel
def enter_edge(direction, start, edge, square, turn, turn_square, along, radius, best):
    """Return t at which the line enters a rounded edge, and where on it from 0 to 1; inf if never, or not before best.

    square = |edge|², turn = edge × direction, turn_square = |turn|², along = edge · direction: edges share them.
    """
    # |t·turn + moment| is |edge| times the distance from the edge's line.
    moment = cross(start, edge)
    across = cross(turn, moment)
    room = radius * radius * square * turn_square - dot(across, across)
    if room < 0.0:
        return inf, 0.0
    if turn_square > ALONG_SQUARED * square:
        t = (-dot(turn, moment) - sqrt(room)) / turn_square
        if t >= best:
            return inf, 0.0
        s = (t * along - dot(start, edge)) / square
        if 0.0 <= s <= 1.0:
            return t, s
    elif dot(moment, moment) > radius * radius * square:
        return inf, 0.0
    else:
        s = -1.0 if along > 0.0 else 2.0
    if s < 0.0:
        return enter_sphere(direction, start, radius), 0.0
    return enter_sphere(direction, add(start, edge), radius), 1.0


@kernel
def is_thin(square, other_square, rest_square, radius):
    """Whether a face of two sides is left to its edges; rest_square as `face_frame` returns it."""
    return square * rest_square <= THIN * radius * max(square, other_square)


@kernel
def front_normal(u, rest, direction):
    """Return the unit normal of a face turned against the direction, and its (negative) product with it."""
    normal = cross(u, rest)
    normal = scale(normal, 1.0 / sqrt(dot(normal, normal)))
    facing = dot(normal, direction)
    if facing > 0.0:
        return scale(normal, -1.0), -facing
    return normal, facing


@kernel
def enter_parallelogram(direction, corner, u, square, along, rest, rest_square, normal, facing, radius):
    """Return t at which the line enters the face of a rounded parallelogram, and where on it (x, y); inf if beside it.

    The frame is that of `face_frame`, normal and facing are those of `front_normal`.
    """
    if facing > -STEEPNESS:
        return inf, 0.0, 0.0
    t = (dot(normal, corner) + radius) / facing
    p = subtract(scale(direction, t), add(corner, scale(normal, radius)))
    x, y = face_coordinates(p, u, square, along, rest, rest_square)
    if x >= 0.0 and y >= 0.0 and x <= 1.0 and y <= 1.0:
        return t, x, y
    return inf, 0.0, 0.0

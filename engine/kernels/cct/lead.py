"""The sweep along the capsule's own axis: only the sphere that leads can hit what lies ahead of its centre.

Most sweeps of a controller go straight up or down, and a sphere takes a sixth of the time of a capsule.
"""

from math import inf

from engine.kernels.borrow import borrowing_kernel
from engine.kernels.entry import enter_edge
from engine.kernels.vectors import add, cross, dot, scale, subtract


@borrowing_kernel
def is_above_face(p, normal, a, b, c):
    """Whether a point lies over a triangle, seen along its normal."""
    return (
        dot(cross(subtract(b, a), subtract(p, a)), normal) >= 0.0
        and dot(cross(subtract(c, b), subtract(p, b)), normal) >= 0.0
        and dot(cross(subtract(a, c), subtract(p, c)), normal) >= 0.0
    )


@borrowing_kernel
def sweep_leading_sphere(center, radius, direction, limit, a, b, c, normal):
    """Return the distance at which a sphere touches a triangle (inf: not within the limit), and how steeply.

    normal: the triangle's, of length 1. Steeply: contact normal · direction, -inf for a hit on the face. A distance of
    0 or less means that the sphere may touch at the start: whoever asks must look closer.
    """
    a, b, c = subtract(a, center), subtract(b, center), subtract(c, center)
    height, along = -dot(normal, a), dot(normal, direction)
    if height < 0.0:
        height, along = -height, -along
        normal = scale(normal, -1.0)
    if along < 0.0:
        t = (radius - height) / along
        if t > limit:
            return inf, 0.0
        p = scale(direction, t)
        if is_above_face(p, normal, a, b, c) or is_above_face(p, scale(normal, -1.0), a, b, c):
            return t, -inf
    best, steepness = limit, 0.0
    is_hit = False
    start, end, third = a, b, c
    for _ in range(3):
        edge = subtract(end, start)
        turn = cross(edge, direction)
        square, turn_square, along = dot(edge, edge), dot(turn, turn), dot(edge, direction)
        t, s = enter_edge(direction, start, edge, square, turn, turn_square, along, radius, best)
        if t <= best and t < inf:
            touched = add(start, scale(edge, s))
            best, steepness, is_hit = t, (t - dot(touched, direction)) / radius, True
        start, end, third = end, third, start
    return (best if is_hit else inf), steepness

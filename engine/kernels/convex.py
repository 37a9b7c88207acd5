"""A capsule against a convex hull: vertices (n, 3) and triangles (m, 3), counter-clockwise from outside."""

from math import inf, sqrt

from engine.kernels.cache import kernel
from engine.kernels.closest import closest_points_segment_triangle
from engine.kernels.contact import EPSILON, compute_triangle_normal
from engine.kernels.overlap import deepest_on_axis, plane_normal
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.kernels.vectors import add, dot, scale, subtract

FACING = 1e-9
"""Faces that look this little away from the direction are still tested: their edges may be touched."""


@kernel
def corner(vertices, triangles, face, i):
    """Return a corner of a face."""
    row = triangles[face, i]
    return (vertices[row, 0], vertices[row, 1], vertices[row, 2])


@kernel
def is_inside_convex(point, vertices, triangles):
    """Whether a point lies behind every face."""
    for face in range(triangles.shape[0]):
        a, b, c = (
            corner(vertices, triangles, face, 0),
            corner(vertices, triangles, face, 1),
            corner(vertices, triangles, face, 2),
        )
        if dot(subtract(point, a), compute_triangle_normal(a, b, c, (0.0, 0.0, 0.0))) > 0.0:
            return False
    return True


@kernel
def _reach(vertices, normal):
    """Return how far a hull reaches along a normal."""
    reach = -inf
    for row in range(vertices.shape[0]):
        reach = max(reach, vertices[row, 0] * normal[0] + vertices[row, 1] * normal[1] + vertices[row, 2] * normal[2])
    return reach


@kernel
def least_overlap_convex(center, half_axis, vertices, triangles):
    """Return the least way out of a hull for an axis that cuts it, and its direction.

    Over the normals of the faces, and of the planes that the edges make with the axis, to both sides: all the faces
    that hull and axis have together.
    """
    least, best = inf, (0.0, 0.0, 0.0)
    for face in range(triangles.shape[0]):
        a, b, c = (
            corner(vertices, triangles, face, 0),
            corner(vertices, triangles, face, 1),
            corner(vertices, triangles, face, 2),
        )
        normal = compute_triangle_normal(a, b, c, (0.0, 0.0, 0.0))
        for _ in range(4):
            if dot(normal, normal) > 0.0:
                way = _reach(vertices, normal) + abs(dot(half_axis, normal)) - dot(center, normal)
                if way < least:
                    least, best = way, normal
            # Each edge is seen from both of its faces, once in each direction: that gives both signs.
            normal = plane_normal(subtract(b, a), half_axis)
            a, b, c = b, c, a
    return least, best


@kernel
def overlap_capsule_convex(center, half_axis, radius, vertices, triangles):
    """Return depth, normal, on_axis and on_hull; out of the inside, the depth is the least way out."""
    low, high = subtract(center, half_axis), add(center, half_axis)
    best, on_axis, on_hull = inf, center, center
    for face in range(triangles.shape[0]):
        p, q, _, square = closest_points_segment_triangle(
            low,
            high,
            corner(vertices, triangles, face, 0),
            corner(vertices, triangles, face, 1),
            corner(vertices, triangles, face, 2),
        )
        if square < best:
            best, on_axis, on_hull = square, p, q
    distance = sqrt(best)
    if distance > EPSILON and not is_inside_convex(center, vertices, triangles):
        return radius - distance, scale(subtract(on_axis, on_hull), 1.0 / distance), on_axis, on_hull
    way, normal = least_overlap_convex(center, half_axis, vertices, triangles)
    on_axis = deepest_on_axis(center, half_axis, normal, on_axis)
    return radius + way, normal, on_axis, add(on_axis, scale(normal, way))


@kernel
def sweep_capsule_convex(center, half_axis, radius, direction, max_distance, vertices, triangles):
    """Return distance, normal and point of the first touch of a moving capsule and a convex hull.

    Only faces that look against the direction, or along it, can be entered. A capsule that touches or overlaps at the
    start, wholly inside included, is at distance 0, with the normal of the overlap.
    """
    depth, normal, _, point = overlap_capsule_convex(center, half_axis, radius, vertices, triangles)
    if depth >= 0.0:
        return 0.0, normal, point
    best, normal, point = inf, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for face in range(triangles.shape[0]):
        a, b, c = (
            corner(vertices, triangles, face, 0),
            corner(vertices, triangles, face, 1),
            corner(vertices, triangles, face, 2),
        )
        if dot(compute_triangle_normal(a, b, c, (0.0, 0.0, 0.0)), direction) <= FACING:
            distance, towards, on_face, _ = sweep_capsule_triangle(
                center, half_axis, radius, direction, min(max_distance, best), a, b, c
            )
            if distance < best:
                best, normal, point = distance, towards, on_face
    return best, normal, point

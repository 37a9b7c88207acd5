"""Overlaps of a capsule with triangles and shapes (000 5 and 9): depth, the way out, and where.

Every function returns depth, normal, the point on the axis and the point on the shape (and for triangles, the feature).
A depth of 0 or less is no overlap. The normal points out of the shape, to the capsule (000 7.2).
"""

from math import inf, sqrt

from engine.kernels.cache import kernel
from engine.kernels.closest import (
    POINT_SQUARED,
    closest_point_on_segment,
    closest_points_segment_box,
    closest_points_segment_segment,
    closest_points_segment_triangle,
)
from engine.kernels.contact import EPSILON, compute_triangle_normal, orient_normal_for_overlap
from engine.kernels.vectors import add, cross, dot, length, scale, subtract

PARALLEL_SQUARED = 1e-24
"""sin² of the angle below which an axis and an edge are parallel and span no plane of their own."""

LEVEL = 1e-9
"""Metres. Ends of an axis that differ by less in depth are as deep as one another."""


@kernel
def any_perpendicular(axis):
    """Return a unit vector at right angles to a vector; for a zero vector, the third axis."""
    x, y, z = abs(axis[0]), abs(axis[1]), abs(axis[2])
    if x <= y and x <= z:
        across = cross(axis, (1.0, 0.0, 0.0))
    elif y <= z:
        across = cross(axis, (0.0, 1.0, 0.0))
    else:
        across = cross(axis, (0.0, 0.0, 1.0))
    size = length(across)
    return (0.0, 0.0, 1.0) if size == 0.0 else scale(across, 1.0 / size)


@kernel
def plane_normal(u, v):
    """Return the unit normal of the plane of two vectors, zero if they are parallel or one is hardly there."""
    normal = cross(u, v)
    square = dot(normal, normal)
    if square <= PARALLEL_SQUARED * dot(u, u) * dot(v, v) or square <= POINT_SQUARED:
        return (0.0, 0.0, 0.0)
    return scale(normal, 1.0 / sqrt(square))


@kernel
def compute_penetration_depth(radius, closest_on_segment, closest_on_geometry):
    """Return how deep the capsule's surface is in, 0 if it is not (000 9.1)."""
    return max(0.0, radius - length(subtract(closest_on_geometry, closest_on_segment)))


@kernel
def scale_penetration_depth(local_depth, instance_scale):
    """Return a depth that was found in the space of a scaled instance in metres of the world (000 9.2)."""
    return local_depth * instance_scale


@kernel
def overlap_capsule_triangle(center, half_axis, radius, a, b, c):
    """Return depth, normal, on_axis, on_triangle and feature (000 5.2).

    Where the axis cuts the triangle (5.2.5's degenerate case), the normal is the triangle's own, turned to the
    capsule's centre (7.2), and the depth is the radius.
    """
    low, high = subtract(center, half_axis), add(center, half_axis)
    on_axis, on_triangle, feature, square = closest_points_segment_triangle(low, high, a, b, c)
    distance = sqrt(square)
    if distance > EPSILON:
        normal = scale(subtract(on_axis, on_triangle), 1.0 / distance)
    else:
        normal = compute_triangle_normal(a, b, c, any_perpendicular(half_axis))
        normal = orient_normal_for_overlap(normal, center, on_triangle)
    return radius - distance, normal, on_axis, on_triangle, feature


@kernel
def overlap_capsule_sphere(center, half_axis, radius, sphere_center, sphere_radius):
    """Return depth, normal, on_axis and the sphere's surface point against a sphere."""
    low, high = subtract(center, half_axis), add(center, half_axis)
    on_axis, _ = closest_point_on_segment(low, high, sphere_center)
    offset = subtract(on_axis, sphere_center)
    distance = length(offset)
    normal = scale(offset, 1.0 / distance) if distance > EPSILON else any_perpendicular(half_axis)
    on_sphere = add(sphere_center, scale(normal, sphere_radius))
    return radius + sphere_radius - distance, normal, on_axis, on_sphere


@kernel
def overlap_capsule_capsule(center, half_axis, radius, other_center, other_half_axis, other_radius):
    """Return depth, normal, on_axis and the other's surface point; axes that cross part along their common normal."""
    on_axis, on_other, _, _ = closest_points_segment_segment(
        subtract(center, half_axis),
        add(center, half_axis),
        subtract(other_center, other_half_axis),
        add(other_center, other_half_axis),
    )
    offset = subtract(on_axis, on_other)
    distance = length(offset)
    if distance > EPSILON:
        normal = scale(offset, 1.0 / distance)
    else:
        normal = plane_normal(half_axis, other_half_axis)
        if dot(normal, normal) == 0.0:
            longer = half_axis if length(half_axis) >= length(other_half_axis) else other_half_axis
            normal = any_perpendicular(longer)
        normal = orient_normal_for_overlap(normal, center, other_center)
    return radius + other_radius - distance, normal, on_axis, add(on_other, scale(normal, other_radius))


@kernel
def _box_reach(half_extents, normal):
    """Return how far a box around the origin reaches along a normal."""
    return half_extents[0] * abs(normal[0]) + half_extents[1] * abs(normal[1]) + half_extents[2] * abs(normal[2])


@kernel
def least_overlap_box(center, half_axis, half_extents):
    """Return the least way out of a box for an axis that cuts it, and its direction.

    The three axes of the box and their crosses with the capsule's axis are all the faces that box and axis have
    together, so the least of them is the least of all. Directions lead away from the box's centre.
    """
    least, best = inf, (1.0, 0.0, 0.0)
    for i in range(6):
        unit = (1.0 if i % 3 == 0 else 0.0, 1.0 if i % 3 == 1 else 0.0, 1.0 if i % 3 == 2 else 0.0)
        normal = unit if i < 3 else plane_normal(unit, half_axis)
        if dot(normal, normal) > 0.0:
            side = dot(center, normal)
            way = _box_reach(half_extents, normal) + abs(dot(half_axis, normal)) - abs(side)
            if way < least:
                least, best = way, (normal if side >= 0.0 else scale(normal, -1.0))
    return least, best


@kernel
def deepest_on_axis(center, half_axis, normal, on_axis):
    """Return the end of the axis that lies deepest against the normal, or `on_axis` if both do."""
    lean = dot(half_axis, normal)
    if abs(lean) <= LEVEL:
        return on_axis
    return subtract(center, half_axis) if lean > 0.0 else add(center, half_axis)


@kernel
def overlap_capsule_box(center, half_axis, radius, half_extents):
    """Return depth, normal, on_axis and on_box against a box around the origin.

    Where the axis cuts the box, the depth is the least way out and on_axis the deepest end of the axis.
    """
    low, high = subtract(center, half_axis), add(center, half_axis)
    on_axis, on_box, square = closest_points_segment_box(low, high, half_extents)
    distance = sqrt(square)
    if distance > EPSILON:
        return radius - distance, scale(subtract(on_axis, on_box), 1.0 / distance), on_axis, on_box
    way, normal = least_overlap_box(center, half_axis, half_extents)
    on_axis = deepest_on_axis(center, half_axis, normal, on_axis)
    return radius + way, normal, on_axis, add(on_axis, scale(normal, way))

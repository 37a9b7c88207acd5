"""How a level looks to the kernels: one plain tuple of arrays, in this order.

    primitives   (p, 9) float64  corners of a triangle, or see the kinds below; in leaf order, in its group's space
    owners       (p, 3) int32    body, triangle of that body in file order or one of the kinds below, rank
    by_rank      (p,)   int32    the primitive of each rank: by body (PhysX's order, where rounded), then by triangle
    boxes        (n, 12) float32 nodes of all trees (engine.kernels.bvh)
    children     (n, 2) int32
    groups       (g, 2) int32    root of the tree, body that moves; group 0 is everything that does not, its body is -1
    group_boxes  (g, 6) float64  lower and upper corner of the whole group, in its space
    bodies       (b, 3) int64    mask, flags, group
    placements   (g, 12) float64 world_from_group for one frame: rotation by rows, then translation; rigid
    hulls        (h, 4) int32    of each box or hull: its vertices first..last, its triangles first..last
    hull_points  (v, 3) float64  corners of all boxes and hulls, in their group's space
    hull_faces   (t, 3) int32    their triangles, counted within the body's own corners

A body that moves keeps its triangles in a space of its own, scale applied. The capsule is taken there instead: rigid
motion keeps it a capsule, so nothing is rebuilt or refitted when bodies move, and frames share every array but one.
A plain tuple, because numba takes much longer to look at a named one on each call.
"""

from math import inf

from engine.kernels.borrow import borrowing_kernel
from engine.kernels.contact import SWEPT_INFLATION, SWEPT_INFLATION_SHARE
from engine.kernels.vectors import dot

ROUND = -1
"""Kind of primitive: a capsule with end centres a, b and radius c[0]; a sphere if a = b."""
SOLID = -2
"""Kind of primitive: box a, b around a closed body, which is hulls[c[0]]."""

BODY, TRIANGLE, RANK = 0, 1, 2
"""Columns of `owners`."""
MASK, FLAGS, GROUP = 0, 1, 2
"""Columns of `bodies`."""
TWO_SIDED, IS_USER, IS_CLOSED = 1, 2, 4
IS_KINEMATIC, IS_DYNAMIC, IS_OBSTACLE = 8, 16, 32
RIDE_YES, RIDE_NO, SLIDES = 64, 128, 256
"""Bits of a body's flags. IS_USER: an obstacle or another character, which PhysX sweeps as a whole shape. IS_CLOSED: a
box or a hull, which has a SOLID primitive ahead of its triangles. RIDE_YES, RIDE_NO: what the body itself says about
carrying the character along; where it says neither, the settings do."""

PARALLEL_INVERSE = 1e30
"""Stands for 1 / 0 in slab tests: huge, but its products stay finite."""


@borrowing_kernel
def load_corner(primitives, index, corner):
    """Return corner 0, 1 or 2 of a primitive as a vector."""
    at = 3 * corner
    return (primitives[index, at], primitives[index, at + 1], primitives[index, at + 2])


@borrowing_kernel
def direction_from_world(placements, group, v):
    """Turn a direction of the world into a group's space."""
    return (
        placements[group, 0] * v[0] + placements[group, 3] * v[1] + placements[group, 6] * v[2],
        placements[group, 1] * v[0] + placements[group, 4] * v[1] + placements[group, 7] * v[2],
        placements[group, 2] * v[0] + placements[group, 5] * v[1] + placements[group, 8] * v[2],
    )


@borrowing_kernel
def point_from_world(placements, group, p):
    """Take a point of the world to a group's space."""
    moved = (p[0] - placements[group, 9], p[1] - placements[group, 10], p[2] - placements[group, 11])
    return direction_from_world(placements, group, moved)


@borrowing_kernel
def world_from_direction(placements, group, v):
    """Turn a direction of a group's space into the world."""
    return (
        placements[group, 0] * v[0] + placements[group, 1] * v[1] + placements[group, 2] * v[2],
        placements[group, 3] * v[0] + placements[group, 4] * v[1] + placements[group, 5] * v[2],
        placements[group, 6] * v[0] + placements[group, 7] * v[1] + placements[group, 8] * v[2],
    )


@borrowing_kernel
def world_from_point(placements, group, p):
    """Take a point of a group's space to the world."""
    turned = world_from_direction(placements, group, p)
    return (turned[0] + placements[group, 9], turned[1] + placements[group, 10], turned[2] + placements[group, 11])


@borrowing_kernel
def inflate_extents(half_axis, radius):
    """Return the half extents of a capsule's box, grown for numerical safety (000 3.1.4)."""
    margin = radius + max(SWEPT_INFLATION, SWEPT_INFLATION_SHARE * radius)
    return (abs(half_axis[0]) + margin, abs(half_axis[1]) + margin, abs(half_axis[2]) + margin)


@borrowing_kernel
def make_slab(origin, extent, along):
    """Return what one axis of `enter_box` needs: 1 / along, the two offsets, and which side of a box comes first.

    A part of the direction that is almost zero counts as parallel. Offsets are rounded at the size of the coordinates,
    which is far less than the extents were inflated by.
    """
    inverse = PARALLEL_INVERSE if abs(along) * PARALLEL_INVERSE < 1.0 else 1.0 / along
    if inverse > 0.0:
        return inverse, (origin + extent) * inverse, (origin - extent) * inverse, 0
    return inverse, (origin - extent) * inverse, (origin + extent) * inverse, 3


@borrowing_kernel
def make_slabs(center, half_axis, radius, direction):
    """Return the slabs of a sweep along x, y and z."""
    extents = inflate_extents(half_axis, radius)
    return (
        make_slab(center[0], extents[0], direction[0]),
        make_slab(center[1], extents[1], direction[1]),
        make_slab(center[2], extents[2], direction[2]),
    )


@borrowing_kernel
def is_in_window(kind, a, b, c, window):
    """Whether a primitive reaches into the vertical window (000 3.3): window = (up, low, high) along up.

    A whole shape matters only where the capsule starts, which is inside of any window.
    """
    up, low, high = window
    bottom, top = min(dot(a, up), dot(b, up)), max(dot(a, up), dot(b, up))
    if kind == ROUND:
        return top + c[0] >= low and bottom - c[0] <= high
    return kind == SOLID or (max(top, dot(c, up)) >= low and min(bottom, dot(c, up)) <= high)


@borrowing_kernel
def take_to_group(placements, group, query, window):
    """Return a query (center, half_axis, radius, direction) and its window in the space of a group."""
    if group == 0:
        return query, window
    center, half_axis, radius, direction = query
    up, low, high = window
    shift = up[0] * placements[group, 9] + up[1] * placements[group, 10] + up[2] * placements[group, 11]
    moved = (
        point_from_world(placements, group, center),
        direction_from_world(placements, group, half_axis),
        radius,
        direction_from_world(placements, group, direction),
    )
    return moved, (direction_from_world(placements, group, up), low - shift, high - shift)


@borrowing_kernel
def enter_box(boxes, row, column, slabs):
    """Return at what distance the capsule's box enters a box, and inf if its way leads past it. Conservative."""
    x, y, z = slabs
    near_x, far_x = column + x[3], column + 3 - x[3]
    near_y, far_y = column + 1 + y[3], column + 4 - y[3]
    near_z, far_z = column + 2 + z[3], column + 5 - z[3]
    # float(): without the JIT, a float32 times a float would stay one.
    enter_x, leave_x = float(boxes[row, near_x]) * x[0] - x[1], float(boxes[row, far_x]) * x[0] - x[2]
    enter_y, leave_y = float(boxes[row, near_y]) * y[0] - y[1], float(boxes[row, far_y]) * y[0] - y[2]
    enter_z, leave_z = float(boxes[row, near_z]) * z[0] - z[1], float(boxes[row, far_z]) * z[0] - z[2]
    enter = max(enter_x, enter_y, enter_z, 0.0)
    return enter if enter <= min(leave_x, leave_y, leave_z) else inf

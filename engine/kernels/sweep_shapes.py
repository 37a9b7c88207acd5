"""Sweeps of a capsule against a sphere, a capsule and a box, exact: distance, normal, point of the shape.

All as in `sweep_triangle`: the capsule's centre is a point that moves against the shape extruded along the capsule's
axis and rounded. Distance is inf if nothing is touched up to and including max_distance. At the distance of the touch,
normal and point are those of the closest points, which choose the middle of a touch along a line.
"""

from math import inf

from engine.kernels.cache import kernel
from engine.kernels.closest import closest_points_segment_box, face_frame
from engine.kernels.entry import STEEPNESS, enter_edge, enter_parallelogram, front_normal, is_thin
from engine.kernels.overlap import overlap_capsule_box, overlap_capsule_capsule, overlap_capsule_sphere
from engine.kernels.vectors import add, cross, dot, normalize, scale, subtract

FLAT_SINE = 1e-12
"""An axis that leans less to a face of the box lies in it with its whole length."""

NOTHING = (inf, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))

TOUCHING = 1e-11
"""Metres. A gap that rounding alone may have opened: a capsule that moves into it is stopped at once."""


@kernel
def _starts_in_touch(depth, normal, direction):
    """Whether a capsule touches at the start, or is as good as touching and moves into the shape."""
    return depth >= 0.0 or (depth >= -TOUCHING and dot(normal, direction) < 0.0)


@kernel
def _enter_segment(direction, start, edge, radius, best):
    """Return t at which the line enters one rounded segment before best, else inf."""
    turn = cross(edge, direction)
    t, _ = enter_edge(
        direction, start, edge, dot(edge, edge), turn, dot(turn, turn), dot(edge, direction), radius, best
    )
    return t


@kernel
def sweep_capsule_sphere(center, half_axis, radius, direction, max_distance, sphere_center, sphere_radius):
    """Sweep against a sphere: a line against a segment, rounded by both radii."""
    start = subtract(subtract(sphere_center, center), half_axis)
    t = _enter_segment(direction, start, scale(half_axis, 2.0), radius + sphere_radius, inf)
    if t > max_distance:
        return NOTHING
    at = add(center, scale(direction, max(t, 0.0)))
    depth, normal, _, point = overlap_capsule_sphere(at, half_axis, radius, sphere_center, sphere_radius)
    if t > 0.0:
        return t, normal, point
    if _starts_in_touch(depth, normal, direction):
        return 0.0, normal, point
    return NOTHING


@kernel
def _enter_parallelogram_hull(direction, middle, u, v, radius):
    """Return t at which the line enters a rounded parallelogram with half sides u and v."""
    side_u, side_v = scale(u, 2.0), scale(v, 2.0)
    first = subtract(subtract(middle, u), v)
    square, along, rest, rest_square = face_frame(side_u, side_v)
    if not is_thin(square, dot(side_v, side_v), rest_square, radius):
        normal, facing = front_normal(side_u, rest, direction)
        t, _, _ = enter_parallelogram(
            direction, first, side_u, square, along, rest, rest_square, normal, facing, radius
        )
        if t < inf:
            return t
    best = _enter_segment(direction, first, side_u, radius, inf)
    best = min(best, _enter_segment(direction, add(first, side_v), side_u, radius, best))
    best = min(best, _enter_segment(direction, first, side_v, radius, best))
    return min(best, _enter_segment(direction, add(first, side_u), side_v, radius, best))


@kernel
def sweep_capsule_capsule(
    center, half_axis, radius, direction, max_distance, other_center, other_half_axis, other_radius
):
    """Sweep against a capsule: a line against the parallelogram of both axes, rounded by both radii."""
    t = _enter_parallelogram_hull(
        direction, subtract(other_center, center), other_half_axis, half_axis, radius + other_radius
    )
    if t > max_distance:
        return NOTHING
    at = add(center, scale(direction, max(t, 0.0)))
    depth, normal, _, point = overlap_capsule_capsule(
        at, half_axis, radius, other_center, other_half_axis, other_radius
    )
    if t > 0.0:
        return t, normal, point
    if _starts_in_touch(depth, normal, direction):
        return 0.0, normal, point
    return NOTHING


@kernel
def _shares_range(position, step, limit, first, last):
    """Narrow first..last to the l with |position - l·step| <= limit."""
    if step == 0.0:
        return (first, last) if abs(position) <= limit else (inf, -inf)
    one, two = (position - limit) / step, (position + limit) / step
    return max(first, min(one, two)), min(last, max(one, two))


@kernel
def _enter_box_face(center, half_axis, direction, half_extents, radius, k):
    """Return t at which the centre enters the face of the extruded box along axis k, inf if beside it."""
    if abs(direction[k]) <= STEEPNESS:
        return inf
    side = -1.0 if direction[k] > 0.0 else 1.0
    height = side * center[k] - half_extents[k] - abs(half_axis[k])
    t = (height - radius) / abs(direction[k])
    flat = abs(half_axis[k]) <= FLAT_SINE * (abs(half_axis[0]) + abs(half_axis[1]) + abs(half_axis[2]))
    # Which part of the axis comes down on the face: the end that is ahead, or some of it if it lies in the face.
    end = 1.0 if side * half_axis[k] > 0.0 else -1.0
    first, last = (-1.0, 1.0) if flat else (end, end)
    i, j = (k + 1) % 3, (k + 2) % 3
    first, last = _shares_range(center[i] + t * direction[i], half_axis[i], half_extents[i], first, last)
    first, last = _shares_range(center[j] + t * direction[j], half_axis[j], half_extents[j], first, last)
    return t if first <= last else inf


@kernel
def _enter_box_side(center, half_axis, direction, half_extents, radius, i):
    """Return t at which the centre enters the side that the edges along axis i and the capsule's axis make."""
    extent = half_extents[i]
    edge = (2.0 * extent if i == 0 else 0.0, 2.0 * extent if i == 1 else 0.0, 2.0 * extent if i == 2 else 0.0)
    axis = scale(half_axis, 2.0)
    square, along, rest, rest_square = face_frame(edge, axis)
    if is_thin(square, dot(axis, axis), rest_square, radius):
        return inf
    normal, facing = front_normal(edge, rest, direction)
    corner = (
        -extent if i == 0 else (half_extents[0] if normal[0] > 0.0 else -half_extents[0]),
        -extent if i == 1 else (half_extents[1] if normal[1] > 0.0 else -half_extents[1]),
        -extent if i == 2 else (half_extents[2] if normal[2] > 0.0 else -half_extents[2]),
    )
    corner = subtract(subtract(corner, half_axis), center)
    t, _, _ = enter_parallelogram(direction, corner, edge, square, along, rest, rest_square, normal, facing, radius)
    return t


@kernel
def _enter_box_edges(center, half_axis, direction, half_extents, radius):
    """Return t at which the centre enters the rounded edges of the extruded box.

    From every corner that is not wholly turned away from the direction: the three edges that start there, at both ends
    of the axis, and the axis itself. Some lie inside the extruded box and are entered later than others.
    """
    best = inf
    axis = scale(half_axis, 2.0)
    for bits in range(8):
        x = half_extents[0] if bits & 1 else -half_extents[0]
        y = half_extents[1] if bits & 2 else -half_extents[1]
        z = half_extents[2] if bits & 4 else -half_extents[2]
        if x * direction[0] < 0.0 or y * direction[1] < 0.0 or z * direction[2] < 0.0:
            low = subtract(subtract((x, y, z), half_axis), center)
            best = min(best, _enter_segment(direction, low, axis, radius, best))
            for end in range(2):
                start = add(low, scale(axis, float(end)))
                best = min(best, _enter_segment(direction, start, (-2.0 * x, 0.0, 0.0), radius, best))
                best = min(best, _enter_segment(direction, start, (0.0, -2.0 * y, 0.0), radius, best))
                best = min(best, _enter_segment(direction, start, (0.0, 0.0, -2.0 * z), radius, best))
    return best


@kernel
def _passes_box(center, half_axis, direction, max_distance, half_extents, radius):
    """Whether the centre stays outside of the box around the extruded and rounded box."""
    first, last = 0.0, max_distance
    for i in range(3):
        reach = half_extents[i] + abs(half_axis[i]) + radius
        first, last = _shares_range(center[i], -direction[i], reach, first, last)
    return first > last + TOUCHING


@kernel
def sweep_capsule_box(center, half_axis, radius, direction, max_distance, half_extents):
    """Sweep against a box around the origin: a line against the box extruded along the axis, rounded by the radius.

    At the start inside, the distance is 0 and the normal that of the least overlap.
    """
    if _passes_box(center, half_axis, direction, max_distance, half_extents, radius):
        return NOTHING
    t = inf
    for i in range(6):
        if t == inf:
            if i < 3:
                t = _enter_box_face(center, half_axis, direction, half_extents, radius, i)
            else:
                t = _enter_box_side(center, half_axis, direction, half_extents, radius, i - 3)
    if t == inf:
        t = _enter_box_edges(center, half_axis, direction, half_extents, radius)
    if t > max_distance:
        return NOTHING
    at = add(center, scale(direction, max(t, 0.0)))
    if t > 0.0:
        on_axis, on_box, _ = closest_points_segment_box(subtract(at, half_axis), add(at, half_axis), half_extents)
        return t, normalize(subtract(on_axis, on_box)), on_box
    depth, normal, _, point = overlap_capsule_box(center, half_axis, radius, half_extents)
    if _starts_in_touch(depth, normal, direction):
        return 0.0, normal, point
    return NOTHING

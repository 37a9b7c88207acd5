"""What a contact is made of: regions of the capsule, normals and points (000 1.3, 3.1, 3.3, 6 to 8, appendix A)."""

from engine.constants import REGION_BOTTOM, REGION_SIDE, REGION_SPHERE, REGION_TOP
from engine.kernels.cache import kernel
from engine.kernels.closest import face_coordinates, face_frame
from engine.kernels.vectors import add, cross, dot, length, normalize, scale, subtract

EPSILON = 1e-6
"""Metres. The documents' tolerance for distances: 000 names it, the constants of 001 give the figure."""

SWEPT_INFLATION = 0.001
"""Metres. The least growth of a swept box (000 3.1.4)."""
SWEPT_INFLATION_SHARE = 0.01
"""The growth of a swept box as a part of the radius (000 3.1.4)."""

WINDOW_LEAN = 0.5
"""How much a direction must point up or down before the vertical window follows it (000 3.3.2)."""
WINDOW_TOLERANCE = 0.05
"""Metres by which the vertical window is wider than the capsule (000 3.3.3)."""

BOTTOM_PARAMETER = 0.1
TOP_PARAMETER = 0.9
"""Where 000 6.3 sees the hemispheres begin, as parts of the axis."""


@kernel
def get_capsule_bounds(center, half_axis, radius):
    """Return the lowest and highest corner of the capsule's box (000 1.3)."""
    reach = (abs(half_axis[0]) + radius, abs(half_axis[1]) + radius, abs(half_axis[2]) + radius)
    return subtract(center, reach), add(center, reach)


@kernel
def compute_swept_aabb(center, half_axis, radius, direction, distance):
    """Return the box around the whole way, inflated for safety (000 3.1)."""
    low, high = get_capsule_bounds(center, half_axis, radius)
    way = scale(direction, distance)
    grow = max(SWEPT_INFLATION, radius * SWEPT_INFLATION_SHARE)
    low = (
        low[0] + min(0.0, way[0]) - grow,
        low[1] + min(0.0, way[1]) - grow,
        low[2] + min(0.0, way[2]) - grow,
    )
    high = (
        high[0] + max(0.0, way[0]) + grow,
        high[1] + max(0.0, way[1]) + grow,
        high[2] + max(0.0, way[2]) + grow,
    )
    return low, high


@kernel
def vertical_window(center, half_axis, radius, direction, distance, up, step_down_height):
    """Return the lowest and highest height along up that a sweep looks at (000 3.3.1 to 3.3.3)."""
    reach = abs(dot(half_axis, up)) + radius + WINDOW_TOLERANCE
    middle, lean = dot(center, up), dot(direction, up)
    low, high = middle - reach, middle + reach
    if lean < -WINDOW_LEAN:
        low -= step_down_height
    if lean > WINDOW_LEAN:
        high += distance
    return low, high


@kernel
def is_in_vertical_window(low, high, a, b, c, up):
    """Whether a triangle shares heights with the window (000 3.3.4)."""
    at_a, at_b, at_c = dot(a, up), dot(b, up), dot(c, up)
    return max(at_a, at_b, at_c) >= low and min(at_a, at_b, at_c) <= high


@kernel
def compute_triangle_normal(a, b, c, up):
    """Return the unit normal by the right hand; for a degenerate triangle, up (000 A.3).

    Degenerate is relative to the size of the triangle: by the document's fixed area, small triangles had no normal.
    """
    edge = subtract(b, a)
    _, _, rest, rest_square = face_frame(edge, subtract(c, a))
    return normalize(cross(edge, rest)) if rest_square > 0.0 else up


@kernel
def signed_distance_to_plane(point, a, b, c, up):
    """Return how far a point lies in front of a triangle's plane (000 A.4)."""
    return dot(subtract(point, a), compute_triangle_normal(a, b, c, up))


@kernel
def point_in_triangle(point, a, b, c):
    """Whether a point of the plane lies in the triangle, its border included (000 A.1); a degenerate one holds none."""
    edge = subtract(b, a)
    square, along, rest, rest_square = face_frame(edge, subtract(c, a))
    if rest_square == 0.0:
        return False
    x, y = face_coordinates(subtract(point, a), edge, square, along, rest, rest_square)
    return x >= 0.0 and y >= 0.0 and x + y <= 1.0


@kernel
def axis_parameter(center, half_axis, point):
    """Return where a point projects on the axis: 0 at the lower sphere's centre, 1 at the upper one's (000 6.2.2)."""
    square = dot(half_axis, half_axis)
    if square == 0.0:
        return 0.5
    return 0.5 + 0.5 * dot(subtract(point, center), half_axis) / square


@kernel
def classify_capsule_region(center, half_axis, contact_point):
    """Return which part of the capsule a contact lies on (000 6.2).

    The document's thresholds are radius / length on both sides of both ends, so they overlap for short capsules and
    call the ends of the cylinder hemispheres. Here the cylinder begins where it does: at the spheres' centres.
    """
    if 2.0 * length(half_axis) < EPSILON:
        return REGION_SPHERE
    t = axis_parameter(center, half_axis, contact_point)
    if t < 0.0:
        return REGION_BOTTOM
    return REGION_TOP if t > 1.0 else REGION_SIDE


@kernel
def classify_by_parameter(t):
    """Return which part of the capsule a place on its axis belongs to, the ends counted generously (000 6.3)."""
    if t <= BOTTOM_PARAMETER:
        return REGION_BOTTOM
    return REGION_TOP if t >= TOP_PARAMETER else REGION_SIDE


@kernel
def orient_normal_for_sweep(surface_normal, sweep_direction):
    """Return the normal turned against the movement (000 7.1)."""
    if dot(surface_normal, sweep_direction) > 0.0:
        return scale(surface_normal, -1.0)
    return surface_normal


@kernel
def orient_normal_for_overlap(surface_normal, capsule_center, closest_on_geometry):
    """Return the normal turned from the geometry to the capsule, the way out (000 7.2)."""
    to_center = subtract(capsule_center, closest_on_geometry)
    if length(to_center) < EPSILON:
        return surface_normal
    if dot(surface_normal, to_center) < 0.0:
        return scale(surface_normal, -1.0)
    return surface_normal


@kernel
def ensure_upward_normal(normal, up):
    """Return a ground normal turned upwards (000 7.3); not for walls and ceilings (7.4)."""
    if dot(normal, up) < 0.0:
        return scale(normal, -1.0)
    return normal


@kernel
def compute_sweep_contact_point(center, half_axis, radius, direction, distance, normal):
    """Return the point of the capsule's surface that touches, from the normal alone (000 8.1).

    The document takes a cosine for a length along the axis. What touches is the end that lies deepest against the
    normal; if the axis is at right angles to it, every point of the axis is as deep, and the middle stands for them.
    """
    at = add(center, scale(direction, distance))
    lean = dot(normal, half_axis)
    if abs(lean) > EPSILON * length(half_axis):
        at = subtract(at, half_axis) if lean > 0.0 else add(at, half_axis)
    return subtract(at, scale(normal, radius))

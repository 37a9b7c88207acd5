"""Checks a sweep by what defines it, on another way than the sweep's: closest points and convexity.

The distance of two convex shapes is convex along a straight way, and the direction between their closest points says
whether it grows. So the least gap on the way is found by bisection, without any of the sweep's cases: a reported hit
must have a gap of zero, and no gap before it may be below zero.
"""

from math import inf, sqrt

from engine.constants import FEATURE_EDGE_0, FEATURE_FACE, FEATURE_NONE, FEATURE_VERTEX_0
from engine.kernels.cache import kernel
from engine.kernels.closest import (
    closest_point_on_segment,
    closest_point_on_triangle,
    closest_points_segment_triangle,
)
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.kernels.vectors import add, dot, length, scale, subtract

DISTANCE, GAP, EARLY, NORMAL, POINT, FEATURE = 0, 1, 2, 3, 4, 5
"""Columns of what `check_sweeps` fills."""
CHECK_COLUMNS = 6

BISECTIONS = 60
"""Enough for a way of 1 km to be cut below one millionth of a nanometre."""

CUT = 1e-12
"""Metres. An axis this close to the triangle cuts it: the gap is the whole radius there, and cannot be less."""

GRAZING = -1e-4
"""normal · direction above which a touch is a graze: there, the last bit of the distance turns the normal."""


@kernel
def measure_gap(half_axis, radius, at, a, b, c):
    """Return the gap between a capsule around `at` and a triangle, and the direction from that to the axis."""
    low, high = subtract(at, half_axis), add(at, half_axis)
    on_axis, on_triangle, _, square = closest_points_segment_triangle(low, high, a, b, c)
    distance = sqrt(square)
    if distance < CUT:
        return -radius, (0.0, 0.0, 0.0)
    return distance - radius, scale(subtract(on_axis, on_triangle), 1.0 / distance)


@kernel
def find_least_gap(half_axis, radius, direction, distance, a, b, c):
    """Return the least gap on the way of a capsule that starts at the origin."""
    gap, away = measure_gap(half_axis, radius, (0.0, 0.0, 0.0), a, b, c)
    least = gap
    if dot(away, direction) >= 0.0:
        return least
    gap, away = measure_gap(half_axis, radius, scale(direction, distance), a, b, c)
    least = min(least, gap)
    if dot(away, direction) <= 0.0:
        return least
    low, high = 0.0, distance
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        gap, away = measure_gap(half_axis, radius, scale(direction, middle), a, b, c)
        least = min(least, gap)
        if dot(away, direction) < 0.0:
            low = middle
        else:
            high = middle
        if not low < middle < high and high - low < 1e-15:
            break
    return least


@kernel
def distance_to_feature(point, feature, a, b, c):
    """Return how far a point lies from the face, edge or corner that it is said to lie on."""
    if feature == FEATURE_FACE:
        on_feature, _ = closest_point_on_triangle(point, a, b, c)
    else:
        start, end, third = a, b, c
        for _ in range((feature - FEATURE_EDGE_0) % 3):
            start, end, third = end, third, start
        if feature >= FEATURE_VERTEX_0:
            on_feature = start
        else:
            on_feature, _ = closest_point_on_segment(start, end, point)
    return length(subtract(point, on_feature))


@kernel
def check_sweep(center, half_axis, radius, direction, max_distance, a, b, c):
    """Sweep and return distance, |gap| at the hit, least gap before it, errors of normal, point and feature.

    For a miss, the gap is 0 and the least one is that of the whole way. The normal's error is the length of the
    difference from the closest direction, unless the touch is a graze; the point's how far it is from being at the
    radius from the axis; the feature's how far the point lies from it.
    """
    distance, normal, point, feature = sweep_capsule_triangle(
        center, half_axis, radius, direction, max_distance, a, b, c
    )
    a, b, c = subtract(a, center), subtract(b, center), subtract(c, center)
    if distance == inf:
        early = find_least_gap(half_axis, radius, direction, max_distance, a, b, c)
        return distance, 0.0, early, 0.0, 0.0, 0.0 if feature == FEATURE_NONE else inf
    at = scale(direction, distance)
    gap, away = measure_gap(half_axis, radius, at, a, b, c)
    point = subtract(point, center)
    wrong_feature = distance_to_feature(point, feature, a, b, c)
    if distance == 0.0:
        return distance, max(gap, 0.0), 0.0, 0.0, 0.0, wrong_feature
    early = find_least_gap(half_axis, radius, direction, distance, a, b, c)
    on_axis, _ = closest_point_on_segment(subtract(at, half_axis), add(at, half_axis), point)
    wrong_point = abs(length(subtract(on_axis, point)) - radius)
    wrong_normal = length(subtract(normal, away)) if dot(normal, direction) < GRAZING else 0.0
    return distance, abs(gap), early, wrong_normal, wrong_point, wrong_feature


@kernel
def row_vector(cases, row, column):
    """Return three numbers of a row as a vector."""
    return (cases[row, column], cases[row, column + 1], cases[row, column + 2])


@kernel
def check_sweeps(cases, results):
    """Check one sweep per row: centre, half axis, radius, direction, max distance, a, b, c in 20 columns."""
    for row in range(cases.shape[0]):
        found = check_sweep(
            row_vector(cases, row, 0),
            row_vector(cases, row, 3),
            cases[row, 6],
            row_vector(cases, row, 7),
            cases[row, 10],
            row_vector(cases, row, 11),
            row_vector(cases, row, 14),
            row_vector(cases, row, 17),
        )
        for column in range(CHECK_COLUMNS):
            results[row, column] = found[column]

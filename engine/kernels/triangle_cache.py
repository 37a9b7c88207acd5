"""The triangle cache (000 11): what lies near the character, gathered once for many sweeps.

Its state is three arrays, so that kernels of a controller can use it without leaving compiled code:
    bounds (6,) float64  lower and upper corner of what was gathered
    state  (8,) int64    timestamp of the geometry, number of ranks, a hint per pass, and counters for the curious
    ranks  int32         all primitives of group 0 that reach into the bounds, in file order

Bodies that move are never in it: they are asked afresh by every sweep, so a frame needs no refresh (11.3.2).
"""

from typing import Any

from engine.kernels.borrow import borrowing_kernel
from engine.kernels.contact import compute_swept_aabb
from engine.kernels.gather import gather_in_box, sort_ranks
from engine.kernels.vectors import dot

TIMESTAMP, COUNT, HINT_UP, HINT_SIDE, HINT_DOWN, BUILDS, REUSES = 0, 1, 2, 3, 4, 5, 6
"""Entries of `state`. A hint is the rank that the last sweep of a pass hit, or -1."""


@borrowing_kernel
def is_inside(low, high, bounds):
    """Whether a box lies within the cached one (11.2.2)."""
    return (
        low[0] >= bounds[0]
        and low[1] >= bounds[1]
        and low[2] >= bounds[2]
        and high[0] <= bounds[3]
        and high[1] <= bounds[4]
        and high[2] <= bounds[5]
    )


@borrowing_kernel
def is_valid(low, high, timestamp, bounds, state):
    """Whether the cache answers for a box of a level as it is now (11.2)."""
    return state[TIMESTAMP] == timestamp and state[COUNT] >= 0 and is_inside(low, high, bounds)


@borrowing_kernel
def grow_bounds(low, high, growth, side, bounds):
    """Write the box that is gathered for a temporal box: scaled, then shifted along the side move (11.3.3).

    The shift uses up at most what scaling added, axis by axis, so that the temporal box stays inside.
    """
    size = dot(side, side) ** 0.5
    for axis in range(3):
        middle, half = 0.5 * (low[axis] + high[axis]), 0.5 * (high[axis] - low[axis])
        if size > 0.0:
            middle += side[axis] / size * (growth - 1.0) * half
        # Rounding must not leave out what growth 1 and a full shift put exactly on the border.
        bounds[axis] = min(middle - growth * half, low[axis])
        bounds[axis + 3] = max(middle + growth * half, high[axis])


@borrowing_kernel
def update_cache(
    level: Any,
    timestamp: int,
    low: Any,
    high: Any,
    side: Any,
    growth: float,
    bounds: Any,
    state: Any,
    ranks: Any,
    stack: Any,
) -> int:
    """Make the cache answer for a temporal box (11.3); return 0, or the length that `ranks` needs."""
    if is_valid(low, high, timestamp, bounds, state):
        state[REUSES] += 1
        return 0
    if state[TIMESTAMP] != timestamp:
        # Ranks of another geometry mean nothing. A mere move keeps them: they are ranks, not places in this list.
        state[HINT_UP] = state[HINT_SIDE] = state[HINT_DOWN] = -1
    grow_bounds(low, high, growth, side, bounds)
    gathered_low, gathered_high = (bounds[0], bounds[1], bounds[2]), (bounds[3], bounds[4], bounds[5])
    count: int = gather_in_box(level, 0, gathered_low, gathered_high, ranks, 0, stack)
    if count > len(ranks):
        state[COUNT] = -1
        return count
    sort_ranks(ranks, count)
    state[TIMESTAMP], state[COUNT] = timestamp, count
    state[BUILDS] += 1
    return 0


@borrowing_kernel
def count_for(query: Any, distance: float, timestamp: int, bounds: Any, state: Any) -> int:
    """Return how many ranks answer for a sweep, or -1 if the tree must: a sweep may leave what was gathered."""
    center, half_axis, radius, direction = query
    low, high = compute_swept_aabb(center, half_axis, radius, direction, distance)
    if is_valid(low, high, timestamp, bounds, state):
        return int(state[COUNT])
    return -1

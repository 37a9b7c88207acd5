"""The working set: what lies near the character, gathered once for the sweeps of many moves (001 5, 000 11).

    near      (n, 19) float64  corners of a triangle (or see the kinds in level_arrays), its unit normal, its box, all
                               in the world; how far the last sweep found it
    near_ids  (n, 4) int32     rank, body, triangle or kind, flags of the body
    bounds    (6,) float64     the box that both were gathered for
    cache     (8,) int64       see triangle_cache; COUNT rows are static, entry 7 counts all of them

Static rows stay as long as the moves stay inside the box. Bodies that move are gathered again for every frame, and
brought into the world then: the sweeps see one list.
"""

from engine.kernels.borrow import borrowing_kernel, inlined_kernel
from engine.kernels.cct.layout import (
    BOX_JUMP,
    BOX_ONE_CORNER,
    BOX_PLAIN,
    FOUND_NEEDED,
    NEAR_NEEDED,
    SET_CONTACT_OFFSET,
    SET_GROWTH,
    SET_HALF_HEIGHT,
    SET_MASK,
    SET_MAX_JUMP,
    SET_RADIUS,
    SET_STEP_OFFSET,
    TEMPORAL_BOX,
)
from engine.kernels.gather import gather_in_box, sort_ranks
from engine.kernels.level_arrays import (
    BODY,
    FLAGS,
    MASK,
    ROUND,
    SOLID,
    TRIANGLE,
    direction_from_world,
    load_corner,
    point_from_world,
    world_from_point,
)
from engine.kernels.triangle_cache import BUILDS, COUNT, REUSES, grow_bounds, is_inside
from engine.kernels.vectors import add, cross, dot, normalize, scale, subtract

TOTAL = 7
"""Entry of `cache`: rows in all, those of moving bodies included; -1 if they must be gathered."""
IS_SLIVER, SLIVER = 1 << 20, 1e-12
"""Bit of the flags of a row, and sin² below which a triangle is one: its normal has too few digits for short cuts."""
TIGHT = 1e-3
"""Metres by which the gathered box is larger than the temporal one, so that touching counts as near."""


@borrowing_kernel
def compute_temporal_box(config, center, direction, up):
    """Return the box around start and end of a move (001 5.3, 15.7), by the rule for it."""
    settings, rules = config
    choice = rules[TEMPORAL_BOX]
    margin = settings[SET_RADIUS] + (0.0 if choice == BOX_PLAIN else settings[SET_CONTACT_OFFSET])
    half = settings[SET_HALF_HEIGHT]
    reach = (abs(up[0]) * half + margin, abs(up[1]) * half + margin, abs(up[2]) * half + margin)
    end = add(center, direction)
    low = (min(center[0], end[0]), min(center[1], end[1]), min(center[2], end[2]))
    high = (max(center[0], end[0]), max(center[1], end[1]), max(center[2], end[2]))
    if choice == BOX_ONE_CORNER:
        # 15.7's mistake: start and end are taken for the lower and the upper corner, whichever way the move goes.
        low, high = center, end
    low, high = subtract(low, reach), add(high, reach)
    if choice == BOX_JUMP:
        jump = settings[SET_MAX_JUMP]
        high = (high[0] + max(0.0, up[0]) * jump, high[1] + max(0.0, up[1]) * jump, high[2] + max(0.0, up[2]) * jump)
        low = (low[0] + min(0.0, up[0]) * jump, low[1] + min(0.0, up[1]) * jump, low[2] + min(0.0, up[2]) * jump)
    return low, high


@borrowing_kernel
def write_row(near, near_ids, at, rank, a, b, c, body, kind, flags):
    """Write a primitive, already in the world, into a row of the working set."""
    for axis in range(3):
        near[at, axis], near[at, 3 + axis], near[at, 6 + axis] = a[axis], b[axis], c[axis]
        low, high = min(a[axis], b[axis]), max(a[axis], b[axis])
        if kind == ROUND:
            low, high = low - c[0], high + c[0]
        elif kind != SOLID:
            low, high = min(low, c[axis]), max(high, c[axis])
        near[at, 12 + axis], near[at, 15 + axis] = low, high
    normal = (0.0, 0.0, 0.0)
    if kind >= 0:
        u, v, w = subtract(b, a), subtract(c, a), subtract(c, b)
        area = cross(u, v)
        normal = normalize(area)
        longest = max(dot(u, u), dot(v, v), dot(w, w))
        if dot(area, area) < SLIVER * longest * longest:
            flags |= IS_SLIVER
    near[at, 9], near[at, 10], near[at, 11] = normal
    near_ids[at, 0], near_ids[at, 1], near_ids[at, 2], near_ids[at, 3] = rank, body, kind, flags


@borrowing_kernel
def take_box_to_group(placements, group, low, high):
    """Return the box in a group's space around a box of the world."""
    middle = (0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2]))
    half = subtract(high, middle)
    center = point_from_world(placements, group, middle)
    x = direction_from_world(placements, group, (half[0], 0.0, 0.0))
    y = direction_from_world(placements, group, (0.0, half[1], 0.0))
    z = direction_from_world(placements, group, (0.0, 0.0, half[2]))
    reach = (
        abs(x[0]) + abs(y[0]) + abs(z[0]),
        abs(x[1]) + abs(y[1]) + abs(z[1]),
        abs(x[2]) + abs(y[2]) + abs(z[2]),
    )
    return subtract(center, reach), add(center, reach)


@borrowing_kernel
def bound_in_world(placements, group, low, high, near, row):
    """Write the box of the world around a box of a group's space into a row."""
    middle, half = scale(add(low, high), 0.5), scale(subtract(high, low), 0.5)
    center = world_from_point(placements, group, middle)
    for axis in range(3):
        reach = 0.0
        for local in range(3):
            reach += abs(placements[group, 3 * axis + local]) * half[local]
        near[row, 12 + axis], near[row, 15 + axis] = center[axis] - reach, center[axis] + reach


@borrowing_kernel
def gather_rows(world, scratch, group, low, high, mask, first, counts):
    """Append the primitives of a group that reach into a box of the world; return the new number of rows.

    A box around a closed body stays in its group's space: whoever asks the whole shape goes there.
    """
    level, placements = world[0], world[1]
    primitives, owners, by_rank, bodies = level[0], level[1], level[2], level[7]
    near, near_ids, found, stack = scratch[0], scratch[1], scratch[4], scratch[5]
    if group > 0:
        low, high = take_box_to_group(placements, group, low, high)
    count = gather_in_box(level, group, low, high, found, 0, stack)
    if count > len(found):
        counts[FOUND_NEEDED] = max(counts[FOUND_NEEDED], count)
        return first
    sort_ranks(found, count)
    rows = first
    for k in range(count):
        i = by_rank[found[k]]
        body, kind = owners[i, BODY], owners[i, TRIANGLE]
        if bodies[body, MASK] & mask == 0:
            continue
        if rows < len(near):
            a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
            if group > 0 and kind != SOLID:
                a, b = world_from_point(placements, group, a), world_from_point(placements, group, b)
                if kind != ROUND:
                    c = world_from_point(placements, group, c)
            write_row(near, near_ids, rows, found[k], a, b, c, body, kind, bodies[body, FLAGS])
            if group > 0 and kind == SOLID:
                bound_in_world(placements, group, a, b, near, rows)
        rows += 1
    if rows > len(near):
        counts[NEAR_NEEDED] = max(counts[NEAR_NEEDED], rows)
        return first
    return rows


@borrowing_kernel
def gather_touched_geoms(world, scratch, config, low, high, side, is_kept, counts):
    """Fill the working set for a temporal box; the static part of it only if it is not kept."""
    settings = config[0]
    bounds, cache = scratch[2], scratch[3]
    mask = int(settings[SET_MASK])
    if is_kept:
        cache[REUSES] += 1
    else:
        low = (low[0] - TIGHT, low[1] - TIGHT, low[2] - TIGHT)
        high = (high[0] + TIGHT, high[1] + TIGHT, high[2] + TIGHT)
        grow_bounds(low, high, settings[SET_GROWTH], side, bounds)
        cache[BUILDS] += 1
    box_low, box_high = (bounds[0], bounds[1], bounds[2]), (bounds[3], bounds[4], bounds[5])
    if not is_kept:
        cache[COUNT] = gather_rows(world, scratch, 0, box_low, box_high, mask, 0, counts)
    total = cache[COUNT]
    for group in range(1, len(world[0][5])):
        total = gather_rows(world, scratch, group, box_low, box_high, mask, total, counts)
    cache[TOTAL] = total


@inlined_kernel
def update_touched_geoms(world, scratch, config, low, high, side, counts):
    """Make the working set answer for a temporal box (001 5.2, PhysX's updateTouchedGeoms)."""
    cache = scratch[3]
    is_kept = cache[COUNT] >= 0 and is_inside(low, high, scratch[2])
    if is_kept and cache[TOTAL] < 0 and len(world[0][5]) == 1:
        # Nothing here can move: what was gathered still stands.
        cache[TOTAL] = cache[COUNT]
        cache[REUSES] += 1
    if not is_kept or cache[TOTAL] < 0:
        gather_touched_geoms(world, scratch, config, low, high, side, is_kept, counts)


@borrowing_kernel
def grow_as_physx(low, high, growth, side):
    """Return the box that PhysX gathers for a temporal box: its cache decides which bodies a recovery looks at."""
    half = (0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1]), 0.5 * (high[2] - low[2]))
    more = scale(half, growth - 1.0)
    ahead = normalize(side)
    shift = scale(ahead, 0.9 * abs(dot(more, ahead)))
    grown_low, grown_high = add(subtract(low, more), shift), add(add(high, more), shift)
    return (
        (min(low[0], grown_low[0]), min(low[1], grown_low[1]), min(low[2], grown_low[2])),
        (max(high[0], grown_high[0]), max(high[1], grown_high[1]), max(high[2], grown_high[2])),
    )


@borrowing_kernel
def contains_box(outer_low, outer_high, low, high):
    """Whether a box lies within another one."""
    return (
        low[0] >= outer_low[0]
        and low[1] >= outer_low[1]
        and low[2] >= outer_low[2]
        and high[0] <= outer_high[0]
        and high[1] <= outer_high[1]
        and high[2] <= outer_high[2]
    )


@borrowing_kernel
def reach_along(low, high, way):
    """Return a box that also holds itself moved by a way."""
    low = (low[0] + min(0.0, way[0]), low[1] + min(0.0, way[1]), low[2] + min(0.0, way[2]))
    high = (high[0] + max(0.0, way[0]), high[1] + max(0.0, way[1]), high[2] + max(0.0, way[2]))
    return low, high


@borrowing_kernel
def update_for_move(world, scratch, config, center, direction, side, sensor, up, counts):
    """Make the working set answer for a whole move (001 5.2): its box, room for the lift, and for the sensor."""
    low, high = compute_temporal_box(config, center, direction, up)
    low, high = reach_along(low, high, scale(up, config[0][SET_STEP_OFFSET]))
    low, high = reach_along(low, high, sensor)
    update_touched_geoms(world, scratch, config, low, high, side, counts)

"""One pass: the iteration loop of 001 7.2, with all its exits."""

from math import inf

import numpy as np

from engine.constants import (
    EXIT_MAX_ITERATIONS,
    EXIT_MIN_DISTANCE,
    EXIT_NO_HIT,
    EXIT_OVERLAP_RECOVERED,
    EXIT_REVERSED,
    EXIT_ZERO,
    GATE_ADVANCE,
    GATE_CEILING,
    GATE_HIT,
    GATE_OVERLAP,
    GATE_REST,
    GATE_REVERSAL,
    GATE_SLIDES,
    GUARD_LOOP,
    GUARD_ZERO_DIRECTION,
    PASS_DOWN,
    PASS_RECOVER,
    PASS_SENSOR,
    PASS_SIDE,
    PASS_UP,
)
from engine.kernels.borrow import borrowing_kernel, embedded_kernel, inlined_kernel
from engine.kernels.cct.collide import collide_geoms, load_row
from engine.kernels.cct.layout import (
    ADVANCE,
    CEILING,
    CONTACT_LEVEL,
    DIRECTION,
    DOWN_BODY,
    DOWN_LEAN,
    DOWN_NORMAL,
    DOWN_TRIANGLE,
    DOWN_TRIANGLE_TOP,
    DOWN_VALID,
    EPSILON_DISTANCE,
    HINTS,
    IS_EXPERIMENT,
    LAST_NORMAL,
    LAST_OF_SWEEP_M,
    NO_VERTICAL_MOTION,
    NORMALIZE_EXPERIMENT,
    NORMALIZE_RECOVER,
    NORMALIZED_RESPONSE,
    RECOVERY,
    ROUNDING,
    SAFETY_ITERATIONS,
    SET_CONTACT_OFFSET,
    SET_FORCE_SLIDING,
    SET_GROWTH,
    SET_NO_CEILING_SLIDE,
    SET_RADIUS,
    SET_RECOVERY,
    SIDE_BODY,
    SIDE_LEAN,
    SIDE_TRIANGLE,
    SIDE_VALID,
    SLIDE_ITERATIONS,
    SLOPE_NORMAL,
    SUPPORT,
    SWEEP_LENGTH,
    TOUCH_POINT,
    TOUCHED,
    USER_UNDERFOOT,
    ZERO_DIRECTION,
)
from engine.kernels.cct.nearby import compute_temporal_box, contains_box, grow_as_physx, update_touched_geoms
from engine.kernels.cct.record import begin_iteration, begin_pass, end_pass, note, record_hit
from engine.kernels.cct.recover import compute_mtd
from engine.kernels.cct.respond import bend_rest, flatten_normal
from engine.kernels.level_arrays import IS_DYNAMIC, IS_KINEMATIC, IS_OBSTACLE, IS_USER, SLIDES
from engine.kernels.vectors import add, dot, length, scale, subtract


@borrowing_kernel
def load_vector(memory, at):
    """Return the vector that begins at an entry."""
    return (memory[at], memory[at + 1], memory[at + 2])


@borrowing_kernel
def store_vector(memory, at, v):
    """Keep a vector from an entry on."""
    memory[at], memory[at + 1], memory[at + 2] = v[0], v[1], v[2]


@borrowing_kernel
def hint_entry(kind):
    """Return which hint a pass uses: there are three, and RECOVER counts as UP."""
    if kind == PASS_DOWN:
        return HINTS + 2
    return HINTS + 1 if kind in (PASS_SIDE, PASS_SENSOR) else HINTS


@borrowing_kernel
def remember_touch(scratch, config, marks, memory, row, point, up, kind, log):
    """Keep what the slope rules and the platforms ask for later (7.2.3j); return whether to slide without limit.

    Only static triangles matter to the slope rules. Obstacles and other characters leave no touched body.
    """
    settings, rules = config
    near, near_ids = scratch[0], scratch[1]
    body, triangle, flags = near_ids[row, 1], near_ids[row, 2], near_ids[row, 3]
    is_triangle = triangle >= 0 and flags & (IS_USER | IS_KINEMATIC | IS_DYNAMIC) == 0
    if kind == PASS_DOWN:
        is_user = flags & IS_USER != 0
        marks[USER_UNDERFOOT] = 1 if is_user else 0
        if is_user:
            marks[SUPPORT] = body if flags & IS_OBSTACLE != 0 else -1
        else:
            marks[TOUCHED], marks[SUPPORT] = body, body
        store_vector(memory, TOUCH_POINT, point)
        if is_triangle:
            a, b, c = load_row(near, row, 0), load_row(near, row, 1), load_row(near, row, 2)
            marks[DOWN_VALID], marks[DOWN_BODY], marks[DOWN_TRIANGLE] = 1, body, triangle
            memory[DOWN_TRIANGLE_TOP] = max(dot(a, up), dot(b, up), dot(c, up))
            memory[DOWN_LEAN] = dot(load_row(near, row, 3), up)
            store_vector(memory, DOWN_NORMAL, load_row(near, row, 3))
    elif is_triangle and kind in (PASS_SIDE, PASS_SENSOR):
        marks[SIDE_VALID], marks[SIDE_BODY], marks[SIDE_TRIANGLE] = 1, body, triangle
        memory[SIDE_LEAN] = dot(load_row(near, row, 3), up)
        store_vector(memory, SLOPE_NORMAL, load_row(near, row, 3))
    if rules[CEILING] == 0:
        # PhysX forgets it with the iteration; 004 keeps it for the passes that follow.
        marks[NO_VERTICAL_MOTION] = 0
    is_ceiling_pass = kind in (PASS_SIDE, PASS_SENSOR) or (kind == PASS_UP and rules[CEILING] == 1)
    if settings[SET_NO_CEILING_SLIDE] != 0.0 and is_triangle and is_ceiling_pass:
        lean = dot(load_row(near, row, 3), up)
        note(log, GATE_CEILING, lean, 0.0, lean < 0.0, body, triangle)
        if lean < 0.0:
            marks[NO_VERTICAL_MOTION] = 1
    return flags & SLIDES != 0 and kind == PASS_DOWN


@borrowing_kernel
def keeps_length(rules, kind, is_experiment):
    """Whether the response keeps the full length of the rest (11.2.3, 15.6)."""
    if rules[NORMALIZED_RESPONSE] == NORMALIZE_EXPERIMENT:
        return is_experiment
    return rules[NORMALIZED_RESPONSE] == NORMALIZE_RECOVER and kind == PASS_RECOVER


@borrowing_kernel
def is_too_short(rest, min_distance):
    """Whether a rest of the way is not worth a sweep (7.2.3c): in float32, as moves of just that length are common."""
    x, y, z = np.float32(rest[0]), np.float32(rest[1]), np.float32(rest[2])
    return np.sqrt(x * x + y * y + z * z) <= np.float32(min_distance)


@inlined_kernel
def is_zero(rules, direction, log):
    """Whether a pass has nowhere to go (7.2.1, 14.1)."""
    size = length(direction)
    is_tiny = rules[ZERO_DIRECTION] == 1 and 0.0 < size < EPSILON_DISTANCE
    if is_tiny:
        note(log, GUARD_ZERO_DIRECTION, size, EPSILON_DISTANCE, True, -1, -1)
    return size == 0.0 or is_tiny


@inlined_kernel
def advance_and_bend(passing, center, target, way, unit, contact, kind, hits, log):
    """Stop short of what was hit, and bend the rest of the way along it (7.2.3m to o); return centre and target."""
    _, scratch, (settings, rules), marks, memory, (up, _, _) = passing
    distance, normal, point, row = contact
    body, triangle = scratch[1][row, 1], max(scratch[1][row, 2], -1)
    memory[CONTACT_LEVEL] = dot(point, up)
    gap = 0.0 if rules[ADVANCE] == 1 else settings[SET_CONTACT_OFFSET] * unit
    note(log, GATE_ADVANCE, distance, gap, distance > gap, body, triangle)
    if distance > gap:
        center = add(center, scale(way, distance - gap))
    is_experiment = marks[IS_EXPERIMENT] != 0
    is_flattened = is_experiment and settings[SET_FORCE_SLIDING] == 0.0
    if is_flattened or (marks[NO_VERTICAL_MOTION] != 0 and kind != PASS_UP):
        normal = flatten_normal(normal, up, rules, log)
    earlier = load_vector(memory, LAST_NORMAL)
    is_normalized = keeps_length(rules, kind, is_experiment)
    bent = bend_rest(subtract(target, center), way, normal, earlier, hits > 0, is_normalized, rules, log)
    store_vector(memory, LAST_NORMAL, normal)
    return center, add(center, bent)


@embedded_kernel
def do_sweep_test(passing, center, direction, side, budget, min_distance, kind, log):
    """Move as far as a pass leads (7.2); return where it ends, and how many hits there were.

    passing: see `move_character`. budget: most iterations. A hit within `LAST_OF_SWEEP_M` of the end is a miss.
    """
    world, scratch, config, marks, memory, (up, half_axis, gathered) = passing
    settings, rules = config
    begin_pass(log, kind, direction, budget, center)
    if is_zero(rules, direction, log):
        end_pass(log, center, EXIT_ZERO, kind == PASS_SENSOR)
        return center, 0
    if kind in (PASS_DOWN, PASS_RECOVER):
        marks[TOUCHED] = marks[SUPPORT] = -1
        marks[DOWN_VALID] = marks[USER_UNDERFOOT] = 0
    hint = hint_entry(kind)
    target, hits, exit_code = add(center, direction), 0, EXIT_MAX_ITERATIONS
    left, done = budget, 0
    while left > 0:
        if done >= SAFETY_ITERATIONS:
            note(log, GUARD_LOOP, float(done), float(SAFETY_ITERATIONS), True, -1, -1)
            break
        left, done = left - 1, done + 1
        rest = subtract(target, center)
        # B.3's mistake looks farther than the move goes, if that is longer than a metre: ask for all that it can see.
        farther = scale(rest, max(1.0, length(rest)) if rules[DIRECTION] == 1 else 1.0)
        low, high = compute_temporal_box(config, center, farther, up)
        update_touched_geoms(world, scratch, config, low, high, side, log[4])
        rest_length = length(rest)
        if is_too_short(rest, min_distance):
            note(log, GATE_REST, rest_length, min_distance, False, -1, -1)
            exit_code = EXIT_MIN_DISTANCE
            break
        way = scale(rest, 1.0 / rest_length)
        forward = dot(way, direction)
        least = -ROUNDING * length(direction)
        if forward < least:
            # At right angles, as after sliding along a floor, the sign would be that of the last digit: it goes on.
            note(log, GATE_REVERSAL, forward, least, True, -1, -1)
            exit_code = EXIT_REVERSED
            break
        begin_iteration(log, center, way, rest_length, low, high)
        note(log, GATE_REST, rest_length, min_distance, True, -1, -1)
        note(log, GATE_REVERSAL, forward, least, False, -1, -1)
        # B.3's mistake sweeps along the rest itself: its length then scales whatever is measured.
        unit = rest_length if rules[DIRECTION] == 1 else 1.0
        reach = unit * (rest_length + (0.0 if rules[SWEEP_LENGTH] == 1 else settings[SET_CONTACT_OFFSET]))
        query = (center, half_axis, settings[SET_RADIUS], way)
        contact = collide_geoms(world, scratch, config, query, up, reach - LAST_OF_SWEEP_M, (low, high), marks[hint])
        distance, normal, point, row = contact
        if row < 0:
            note(log, GATE_HIT, inf, reach, False, -1, -1)
            center, exit_code = target, EXIT_NO_HIT
            break
        body, triangle = scratch[1][row, 1], max(scratch[1][row, 2], -1)
        marks[hint] = scratch[1][row, 0]
        record_hit(log, distance, normal, point, body, triangle)
        note(log, GATE_HIT, distance, reach, True, body, triangle)
        if distance == 0.0 and settings[SET_RECOVERY] != 0.0:
            note(log, GATE_OVERLAP, distance, 0.0, True, body, triangle)
            if rules[RECOVERY] == 0:
                # PhysX looks at all that it has gathered, not only at what the move can reach.
                if contains_box(gathered[0], gathered[1], low, high):
                    low, high = gathered
                else:
                    low, high = grow_as_physx(low, high, settings[SET_GROWTH], side)
                update_touched_geoms(world, scratch, config, low, high, side, log[4])
            center = compute_mtd(world, scratch, config, center, half_axis, settings[SET_RADIUS], low, high, log)
            hits, exit_code = hits + 1, EXIT_OVERLAP_RECOVERED
            break
        if remember_touch(scratch, config, marks, memory, row, point, up, kind, log) and hits == 0:
            note(log, GATE_SLIDES, 1.0, 1.0, True, body, triangle)
            left += SLIDE_ITERATIONS
        center, target = advance_and_bend(passing, center, target, way, unit, contact, kind, hits, log)
        hits += 1
    end_pass(log, center, exit_code, kind == PASS_SENSOR)
    return center, hits

"""The main loop: sweep, stop before what was hit, clip, go on (003 4.3)."""

from math import inf

from engine.constants import (
    EXIT_MAX_ITERATIONS,
    EXIT_MIN_DISTANCE,
    EXIT_NO_HIT,
    EXIT_ZERO,
    FLAG_DOWN,
    FLAG_SIDES,
    FLAG_UP,
    GATE_BUMP_ADVANCE,
    GATE_BUMP_HIT,
    GATE_BUMP_REST,
    GATE_CLIP_PLANES,
    GATE_MAX_BUMPS,
    GATE_STEEP_BLOCKS,
    PASS_BUMP,
)
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.record import begin_iteration, begin_pass, end_pass, note, put_vector, record_hit
from engine.kernels.slide.clip import block_steep, clip_velocity_multi_plane
from engine.kernels.slide.layout import (
    FLAGS_SO_FAR,
    FLOOR_BODY,
    MOVES_IN,
    REST_OF_FRAME,
    SET_DT,
    SET_MAX_BUMPS,
    SET_MAX_CLIP_PLANES,
    SET_RADIUS,
    SET_SKIN,
    SET_SLOPE_LIMIT,
    SET_STOP_EPSILON,
    SKIN,
    SMALL_MOVES,
    STEEP_GROUND,
)
from engine.kernels.slide.sweep import gather_candidates, sweep_earliest
from engine.kernels.vectors import add, dot, length, scale


@borrowing_kernel
def shell_radius(config):
    """Return the radius that is swept: with the skin (1.4), or the bare one if the skin only shortens."""
    settings, rules = config[1], config[2]
    return settings[SET_RADIUS] + (settings[SET_SKIN] if rules[SKIN] == 0 else 0.0)


@borrowing_kernel
def safe_way(config, distance):
    """Return how far to go towards a hit: the shell keeps the gap by itself, the bare capsule stops a skin short."""
    settings, rules = config[1], config[2]
    return distance if rules[SKIN] == 0 else max(0.0, distance - settings[SET_SKIN])


@borrowing_kernel
def remember_bump(marks, lean, slope_limit, body):
    """Note on which side a bump was: floors and ceilings are what is flat enough, all else is a wall."""
    if lean >= slope_limit:
        marks[FLAGS_SO_FAR] |= FLAG_DOWN
        marks[FLOOR_BODY] = body
    elif lean < 0.0 and lean <= -slope_limit:
        marks[FLAGS_SO_FAR] |= FLAG_UP
    else:
        marks[FLAGS_SO_FAR] |= FLAG_SIDES


@borrowing_kernel
def add_plane(work, count, normal, most, log, body, triangle):
    """Keep the plane of a hit, if there is room (4.3); return how many there are."""
    note(log, GATE_CLIP_PLANES, float(count), float(most), count < most, body, triangle)
    if count >= most:
        return count
    put_vector(work[0][count], normal)
    return count + 1


@borrowing_kernel
def sweep_and_slide(passing, center, move, velocity, log):
    """Go through a frame's move, sliding along what is hit; return where it ends, and the velocity then."""
    world, scratch, config, work, (up, half_axis) = passing
    settings, rules, marks = config[1], config[2], work[1]
    most, slope_limit = int(settings[SET_MAX_BUMPS]), settings[SET_SLOPE_LIMIT]
    delta, original, planes, time_left = move, velocity, 0, settings[SET_DT]
    exit_code = EXIT_MAX_ITERATIONS
    begin_pass(log, PASS_BUMP, move, most, center)
    for bump in range(most):
        size = length(delta)
        # The rest after a bump may be dropped; a whole move, however slow, adds up over the frames.
        least = settings[SET_STOP_EPSILON] if bump > 0 or rules[SMALL_MOVES] == 1 else 0.0
        if size < least or size == 0.0:
            note(log, GATE_BUMP_REST, size, least, False, -1, -1)
            exit_code = EXIT_ZERO if bump == 0 else EXIT_MIN_DISTANCE
            break
        way = scale(delta, 1.0 / size)
        query = (center, half_axis, shell_radius(config), way)
        low, high = gather_candidates(world, scratch, config, query, size, log[4])
        begin_iteration(log, center, way, size, low, high)
        note(log, GATE_BUMP_REST, size, least, True, -1, -1)
        distance, normal, point, row = sweep_earliest(world, scratch, config, query, size)
        if row < 0 or distance >= size:
            note(log, GATE_BUMP_HIT, inf, size, False, -1, -1)
            center, exit_code = add(center, delta), EXIT_NO_HIT
            break
        body, triangle = scratch[1][row, 1], max(scratch[1][row, 2], -1)
        record_hit(log, distance, normal, point, body, triangle)
        note(log, GATE_BUMP_HIT, distance, size, True, body, triangle)
        safe = safe_way(config, distance)
        note(log, GATE_BUMP_ADVANCE, safe, 0.0, safe > 0.0, body, triangle)
        center = add(center, scale(way, safe))
        lean = dot(normal, up)
        remember_bump(marks, lean, slope_limit, body)
        planes = add_plane(work, planes, normal, int(settings[SET_MAX_CLIP_PLANES]), log, body, triangle)
        if rules[STEEP_GROUND] == 0 and lean > MOVES_IN:
            note(log, GATE_STEEP_BLOCKS, lean, slope_limit, lean < slope_limit, body, triangle)
            if lean < slope_limit:
                original = block_steep(original, normal, up, lean)
        velocity = clip_velocity_multi_plane(original, work[0], planes, settings, rules, log)
        if rules[REST_OF_FRAME] == 0:
            time_left *= 1.0 - safe / size
        else:
            time_left = settings[SET_DT] * (1.0 - safe / size)
        delta = scale(velocity, time_left)
        if bump == most - 1:
            note(log, GATE_MAX_BUMPS, float(most), float(most), True, -1, -1)
    end_pass(log, center, exit_code, False)
    return center, velocity

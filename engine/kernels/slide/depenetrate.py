"""Pushing the capsule out of what it overlaps, and going back if that fails (003 6)."""

from math import sqrt

from engine.constants import (
    EXIT_MAX_ITERATIONS,
    EXIT_NO_HIT,
    EXIT_OVERLAP_RECOVERED,
    GATE_DEPENETRATION_CLAMP,
    GATE_DEPENETRATION_DEPTH,
    GATE_STILL_OVERLAPS,
    PASS_DEPENETRATE,
)
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.collide import load_row
from engine.kernels.cct.layout import IS_RECORDING, ITERATION, N_PASSES
from engine.kernels.cct.nearby import TOTAL
from engine.kernels.cct.record import begin_iteration, begin_pass, end_pass, note, put_vector, record_hit
from engine.kernels.cct.recover import push_out_of_body, reaches
from engine.kernels.level_arrays import GROUP, SOLID, take_to_group, world_from_direction
from engine.kernels.level_query import WINDOW_OFF
from engine.kernels.slide.bumps import shell_radius
from engine.kernels.slide.cubes import capsule_aabb_overlap, is_cube
from engine.kernels.slide.layout import (
    CLOSEST_POINTS,
    SET_DEPENETRATION_ITERATIONS,
    SET_MAX_PUSH,
    SET_MIN_DEPTH,
    SET_RADIUS,
)
from engine.kernels.slide.sweep import gather_candidates
from engine.kernels.triangle_cache import COUNT
from engine.kernels.vectors import add, dot, scale


@borrowing_kernel
def overlap_body(world, scratch, config, capsule, start, end, box):
    """Return how deep the capsule is in the rows of one body (negative: not), and the push that leads out (2.5)."""
    near, near_ids = scratch[0], scratch[1]
    if config[2][CLOSEST_POINTS] == 1 and near_ids[start, 2] == SOLID:
        level, placements = world[0], world[1]
        if is_cube(level, int(near[start, 6])):
            group = level[7][near_ids[start, 1], GROUP]
            query = (capsule[0], capsule[1], capsule[2], (0.0, 0.0, 0.0))
            (center, half_axis, radius, _), _ = take_to_group(placements, group, query, WINDOW_OFF)
            low, high = load_row(near, start, 0), load_row(near, start, 1)
            depth, normal = capsule_aabb_overlap(center, half_axis, radius, low, high)
            if group > 0:
                normal = world_from_direction(placements, group, normal)
            return depth, scale(normal, depth)
    return push_out_of_body(world, scratch, capsule, start, end, box)


@borrowing_kernel
def find_body_end(scratch, start):
    """Return where the rows of the body that begins at a row end."""
    near_ids, total = scratch[1], scratch[3][TOTAL]
    end = start
    while end < total and near_ids[end, 1] == near_ids[start, 1]:
        end += 1
    return end


@borrowing_kernel
def record_push(log, push, size):
    """Complete an iteration with the way that it pushed."""
    iterations, counts = log[2], log[4]
    at = counts[ITERATION]
    if counts[IS_RECORDING] == 0 or at >= len(iterations) or size == 0.0:
        return
    put_vector(iterations[at]["direction"], scale(push, 1.0 / size))
    iterations[at]["length"] = size


@borrowing_kernel
def add_pushes(passing, center, longest, log):
    """Return the sum of what all bodies push, none of them farther than `longest`, and how many do: a round of 6.2."""
    world, scratch, config, _, (_, half_axis) = passing
    settings = config[1]
    radius = shell_radius(config)
    low, high = gather_candidates(world, scratch, config, (center, half_axis, radius, (0.0, 0.0, 0.0)), 0.0, log[4])
    begin_iteration(log, center, (0.0, 0.0, 0.0), 0.0, low, high)
    total, overlaps, deepest = (0.0, 0.0, 0.0), 0, 0.0
    start = 0
    while start < scratch[3][TOTAL]:
        first, start = start, find_body_end(scratch, start)
        if not reaches(scratch[0], first, start, (low, high)):
            continue
        depth, push = overlap_body(world, scratch, config, (center, half_axis, radius), first, start, (low, high))
        body, is_deep = scratch[1][first, 1], depth > settings[SET_MIN_DEPTH]
        note(log, GATE_DEPENETRATION_DEPTH, depth, settings[SET_MIN_DEPTH], is_deep, body, -1)
        if not is_deep:
            continue
        size = sqrt(dot(push, push))
        if size > longest:
            note(log, GATE_DEPENETRATION_CLAMP, size, longest, True, body, -1)
            push = scale(push, longest / size)
        if depth > deepest and size > 0.0:
            deepest = depth
            record_hit(log, 0.0, scale(push, 1.0 / sqrt(dot(push, push))), center, body, -1)
        total, overlaps = add(total, push), overlaps + 1
    record_push(log, total, sqrt(dot(total, total)))
    return total, overlaps


@borrowing_kernel
def depenetrate(passing, center, is_gentle, log):
    """Push out, round by round (6.2); return where the capsule is then, and whether anything pushed.

    is_gentle: a round goes half a radius at most. Farther, and a body that moves could push the centre behind the
    one-sided wall that the capsule is pressed against, where nothing holds it any more.
    """
    settings = passing[2][1]
    most = int(settings[SET_DEPENETRATION_ITERATIONS])
    longest = min(settings[SET_MAX_PUSH], 0.5 * settings[SET_RADIUS]) if is_gentle else settings[SET_MAX_PUSH]
    begin_pass(log, PASS_DEPENETRATE, (0.0, 0.0, 0.0), most, center)
    is_pushed, exit_code = False, EXIT_MAX_ITERATIONS
    for _ in range(most):
        total, overlaps = add_pushes(passing, center, longest, log)
        if overlaps == 0:
            exit_code = EXIT_OVERLAP_RECOVERED if is_pushed else EXIT_NO_HIT
            break
        size = sqrt(dot(total, total))
        if is_gentle and size > longest:
            total = scale(total, longest / size)
            record_push(log, total, longest)
        center, is_pushed = add(center, total), True
    end_pass(log, center, exit_code, False)
    return center, is_pushed


@borrowing_kernel
def deepest_overlap(passing, center, log):
    """Return how deep the bare capsule is in what it is in deepest, and in which body; 0 and -1 if in nothing."""
    world, scratch, config, _, (_, half_axis) = passing
    radius = config[1][SET_RADIUS]
    low, high = gather_candidates(world, scratch, config, (center, half_axis, radius, (0.0, 0.0, 0.0)), 0.0, log[4])
    deepest, worst, start = 0.0, -1, 0
    while start < scratch[3][TOTAL]:
        first, start = start, find_body_end(scratch, start)
        if reaches(scratch[0], first, start, (low, high)):
            depth, _ = overlap_body(world, scratch, config, (center, half_axis, radius), first, start, (low, high))
            if depth > deepest:
                deepest, worst = depth, scratch[1][first, 1]
    return deepest, worst


@borrowing_kernel
def mark_restored(log):
    """Say of the last pass that its end was not kept."""
    passes, counts = log[1], log[4]
    at = counts[N_PASSES] - 1
    if counts[IS_RECORDING] != 0 and at < len(passes):
        passes[at]["restored"] = True


@borrowing_kernel
def is_overlapped_by_mover(passing, center, log):
    """Whether a body that moves has come into the capsule's shell: what does not move cannot."""
    world, scratch, config, _, (_, half_axis) = passing
    if len(world[0][5]) == 1:
        return False
    capsule = (center, half_axis, shell_radius(config))
    box = gather_candidates(world, scratch, config, (*capsule, (0.0, 0.0, 0.0)), 0.0, log[4])
    start = max(scratch[3][COUNT], 0)
    while start < scratch[3][TOTAL]:
        first, start = start, find_body_end(scratch, start)
        if reaches(scratch[0], first, start, box):
            depth, _ = overlap_body(world, scratch, config, capsule, first, start, box)
            if depth > config[1][SET_MIN_DEPTH]:
                return True
    return False


@borrowing_kernel
def depenetrate_with_fallback(passing, center, last_safe, is_gentle, log):
    """Push out, and go back to the last safe position if that did not help (6.3).

    The document takes any overlap for a failure; but its own rounds leave those below the smallest depth.
    """
    center, _ = depenetrate(passing, center, is_gentle, log)
    depth, body = deepest_overlap(passing, center, log)
    least = passing[2][1][SET_MIN_DEPTH]
    note(log, GATE_STILL_OVERLAPS, depth, least, depth > least, body, -1)
    if depth > least:
        mark_restored(log)
        return last_safe
    return center

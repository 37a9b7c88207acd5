"""Feeling for ground, holding on to it for a moment, and stepping down to it (003 5)."""

from math import inf

from engine.constants import (
    EXIT_MAX_ITERATIONS,
    EXIT_NO_HIT,
    GATE_GROUND_LOST,
    GATE_GROUND_WALKABLE,
    GATE_PROBE,
    GATE_SNAP,
    GATE_SNAP_WALKABLE,
    PASS_PROBE,
    PASS_SNAP,
)
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.record import begin_iteration, begin_pass, end_pass, note, put_vector, record_hit
from engine.kernels.slide.bumps import shell_radius
from engine.kernels.slide.layout import (
    GROUND_PROBE,
    LEAST_LEAN,
    SET_DT,
    SET_GRACE_TIME,
    SET_PROBE_MARGIN,
    SET_PROBE_RADIUS,
    SET_RADIUS,
    SET_SKIN,
    SET_SLOPE_LIMIT,
    SET_STEP_HEIGHT,
    STEEPEST_FELT,
)
from engine.kernels.slide.sweep import gather_candidates, sweep_earliest
from engine.kernels.vectors import add, dot, scale, subtract


@borrowing_kernel
def is_walkable(lean, settings):
    """Whether ground is flat enough to stand on (5.1)."""
    return lean >= settings[SET_SLOPE_LIMIT]


@borrowing_kernel
def probe_ground(passing, center, limit, is_snap, log):
    """Cast a smaller sphere down (5.2); return gap (inf: no ground), normal · up, normal and body.

    The document's distance is the small sphere's own way. Repaired, it is the capsule's gap to the plane that the small
    sphere met: along its normal, as the skin is kept, or for a snap along up, as a step is measured.
    """
    world, scratch, config, _, (up, half_axis) = passing
    settings, rules = config[1], config[2]
    shrink = settings[SET_RADIUS] - settings[SET_PROBE_RADIUS]
    is_document = rules[GROUND_PROBE] == 1
    # A snap is for ground to stand on; the angle of what is too steep for that is to be told too (7.1, T07).
    steepest = settings[SET_SLOPE_LIMIT] if is_snap else min(settings[SET_SLOPE_LIMIT], STEEPEST_FELT)
    reach = limit if is_document else (limit + shrink) / max(steepest, LEAST_LEAN)
    down = scale(up, -1.0)
    query = (subtract(center, half_axis), (0.0, 0.0, 0.0), settings[SET_PROBE_RADIUS], down)
    low, high = gather_candidates(world, scratch, config, query, reach, log[4])
    begin_iteration(log, center, down, reach, low, high)
    distance, normal, point, row = sweep_earliest(world, scratch, config, query, reach)
    if row < 0:
        note(log, GATE_PROBE, inf, limit, False, -1, -1)
        return inf, 0.0, normal, -1
    body, triangle = scratch[1][row, 1], max(scratch[1][row, 2], -1)
    record_hit(log, distance, normal, point, body, triangle)
    lean, gap = dot(normal, up), distance
    if not is_document:
        gap = distance * lean - shrink
        if is_snap:
            gap = gap / max(lean, LEAST_LEAN)
    note(log, GATE_PROBE, gap, limit, gap <= limit, body, triangle)
    return (gap if gap <= limit else inf), lean, normal, body


@borrowing_kernel
def update_grounding(passing, center, state, log):
    """Look for ground, and keep it for the grace time once it is lost (5.3); return the body that bears, or -1."""
    settings = passing[2][1]
    limit = settings[SET_SKIN] + settings[SET_PROBE_MARGIN]
    begin_pass(log, PASS_PROBE, scale(passing[4][0], -limit), 1, center)
    gap, lean, normal, body = probe_ground(passing, center, limit, False, log)
    is_borne = False
    if gap < inf:
        is_borne = is_walkable(lean, settings)
        note(log, GATE_GROUND_WALKABLE, lean, settings[SET_SLOPE_LIMIT], is_borne, body, -1)
    if is_borne:
        state["time_since_grounded"] = 0.0
        state["is_grounded"] = 1
        put_vector(state["ground_normal"], normal)
    else:
        state["time_since_grounded"] += settings[SET_DT]
        is_lost = state["time_since_grounded"] > settings[SET_GRACE_TIME]
        note(log, GATE_GROUND_LOST, state["time_since_grounded"], settings[SET_GRACE_TIME], is_lost, -1, -1)
        if is_lost:
            state["is_grounded"] = 0
    state["is_borne"] = 1 if is_borne else 0
    end_pass(log, center, EXIT_NO_HIT if gap == inf else EXIT_MAX_ITERATIONS, True)
    return body if is_borne else -1


@borrowing_kernel
def fall_short(passing, center, drop, log):
    """Return how much of a drop the capsule with its skin can make: what the small sphere passes, it may not."""
    world, scratch, config, _, (up, half_axis) = passing
    query = (center, half_axis, shell_radius(config), scale(up, -1.0))
    low, high = gather_candidates(world, scratch, config, query, drop, log[4])
    begin_iteration(log, center, query[3], drop, low, high)
    distance, normal, point, row = sweep_earliest(world, scratch, config, query, drop)
    if row < 0:
        return drop
    body, triangle = scratch[1][row, 1], max(scratch[1][row, 2], -1)
    record_hit(log, distance, normal, point, body, triangle)
    return min(drop, distance)


@borrowing_kernel
def snap_to_ground(passing, center, log):
    """Step down to walkable ground that is near enough (5.4); return where the capsule stands then."""
    settings, rules = passing[2][1], passing[2][2]
    up = passing[4][0]
    limit = settings[SET_STEP_HEIGHT] + settings[SET_SKIN]
    begin_pass(log, PASS_SNAP, scale(up, -limit), 2, center)
    gap, lean, _, body = probe_ground(passing, center, limit, True, log)
    if gap == inf:
        end_pass(log, center, EXIT_NO_HIT, False)
        return center
    note(log, GATE_SNAP_WALKABLE, lean, settings[SET_SLOPE_LIMIT], is_walkable(lean, settings), body, -1)
    if is_walkable(lean, settings):
        is_document = rules[GROUND_PROBE] == 1
        drop = gap - settings[SET_SKIN] / (1.0 if is_document else max(lean, LEAST_LEAN))
        note(log, GATE_SNAP, drop, 0.0, drop > 0.0, body, -1)
        if drop > 0.0:
            center = add(center, scale(up, -drop if is_document else -fall_short(passing, center, drop, log)))
    end_pass(log, center, EXIT_MAX_ITERATIONS, False)
    return center

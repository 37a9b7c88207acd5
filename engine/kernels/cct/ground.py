"""Looking for ground below, and snapping down to it (001 12): stages of their own, off unless a distance is set."""

from math import inf

from engine.constants import (
    EXIT_MAX_ITERATIONS,
    EXIT_NO_HIT,
    GATE_PROBE,
    GATE_SNAP,
    GATE_SNAP_WALKABLE,
    PASS_PROBE,
    PASS_SNAP,
)
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.collide import collide_geoms
from engine.kernels.cct.layout import SET_CONTACT_OFFSET, SET_PROBE, SET_RADIUS, SET_SLOPE_LIMIT, SET_SNAP
from engine.kernels.cct.nearby import compute_temporal_box, update_touched_geoms
from engine.kernels.cct.record import begin_iteration, begin_pass, end_pass, note, record_hit
from engine.kernels.vectors import add, dot, scale


@borrowing_kernel
def probe_ground(world, scratch, config, frame, center, reach, kind, log):
    """Look for ground within a reach below (12.1); return its distance (inf: none) and normal · up."""
    settings = config[0]
    up, half_axis = frame
    down = scale(up, -1.0)
    way = scale(down, reach)
    begin_pass(log, kind, way, 1, center)
    low, high = compute_temporal_box(config, center, way, up)
    update_touched_geoms(world, scratch, config, low, high, (0.0, 0.0, 0.0), log[4])
    begin_iteration(log, center, down, reach, low, high)
    query = (center, half_axis, settings[SET_RADIUS], down)
    distance, normal, point, row = collide_geoms(
        world, scratch, config, query, up, reach + settings[SET_CONTACT_OFFSET], (low, high), -1
    )
    if row < 0:
        note(log, GATE_PROBE, inf, reach, False, -1, -1)
        return inf, 0.0
    body, triangle = scratch[1][row, 1], max(scratch[1][row, 2], -1)
    record_hit(log, distance, normal, point, body, triangle)
    note(log, GATE_PROBE, distance, reach, distance <= reach, body, triangle)
    return (distance if distance <= reach else inf), dot(normal, up)


@borrowing_kernel
def snap_to_ground(world, scratch, config, frame, center, log):
    """Put the capsule down on walkable ground that is near enough (12.2); return where it stands then."""
    settings = config[0]
    distance, lean = probe_ground(world, scratch, config, frame, center, settings[SET_SNAP], PASS_SNAP, log)
    if distance == inf:
        end_pass(log, center, EXIT_NO_HIT, False)
        return center
    is_walkable = lean >= settings[SET_SLOPE_LIMIT]
    note(log, GATE_SNAP_WALKABLE, lean, settings[SET_SLOPE_LIMIT], is_walkable, -1, -1)
    if is_walkable:
        delta = distance - settings[SET_CONTACT_OFFSET]
        note(log, GATE_SNAP, delta, 0.0, delta > 0.0, -1, -1)
        if delta > 0.0:
            center = add(center, scale(frame[0], -delta))
    end_pass(log, center, EXIT_MAX_ITERATIONS, False)
    return center


@borrowing_kernel
def find_ground(world, scratch, config, frame, center, log):
    """Run the stages that are switched on after a move."""
    settings = config[0]
    if settings[SET_PROBE] > 0.0:
        distance, _ = probe_ground(world, scratch, config, frame, center, settings[SET_PROBE], PASS_PROBE, log)
        end_pass(log, center, EXIT_NO_HIT if distance == inf else EXIT_MAX_ITERATIONS, True)
    if settings[SET_SNAP] > 0.0:
        center = snap_to_ground(world, scratch, config, frame, center, log)
    return center

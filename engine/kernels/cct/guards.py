"""The last look at a frame as a whole (001 14.5 to 14.7)."""

from math import isfinite

from engine.constants import (
    FLAG_DOWN,
    GUARD_INVALID,
    GUARD_LARGE_MOVE,
    GUARD_STUCK,
)
from engine.kernels.borrow import borrowing_kernel, inlined_kernel
from engine.kernels.cct.layout import (
    ATTEMPT,
    EPSILON_DISTANCE,
    ITERATION,
    LARGE_MOVE,
    LARGE_MOVES,
    PASS,
    RECOVERY,
    SET_CONTACT_OFFSET,
    SET_RADIUS,
    STUCK,
    STUCK_FRAMES,
)
from engine.kernels.cct.nearby import compute_temporal_box, update_touched_geoms
from engine.kernels.cct.record import note
from engine.kernels.cct.recover import compute_mtd
from engine.kernels.cct.respond import decompose
from engine.kernels.vectors import add, dot, length, scale, subtract


@borrowing_kernel
def is_valid_vector(v):
    """Whether all three are numbers (14.6)."""
    return isfinite(v[0]) and isfinite(v[1]) and isfinite(v[2])


@borrowing_kernel
def read_vector(place):
    """Return three entries as a vector."""
    return (place[0], place[1], place[2])


@inlined_kernel
def apply_guards(world, scratch, config, frame, state, start, center, displacement, flags, log):
    """Look at the result as a whole (14.5 to 14.7); return where the frame really ends."""
    settings, rules = config
    counts = log[4]
    attempt = counts[ATTEMPT]
    counts[ATTEMPT] = counts[PASS] = counts[ITERATION] = -1
    if not is_valid_vector(center):
        note(log, GUARD_INVALID, 1.0, 0.0, True, -1, -1)
        center = start
    way, most = length(subtract(center, start)), LARGE_MOVE * length(displacement)
    if way > most:
        note(log, GUARD_LARGE_MOVE, way, most, rules[LARGE_MOVES] == 1, -1, -1)
        if rules[LARGE_MOVES] == 1:
            center = add(start, scale(subtract(center, start), most / way))
    # Whoever stands is pulled down by gravity all the time, and wants nothing.
    vertical, side = decompose(displacement, frame[0])
    is_held = flags & FLAG_DOWN != 0 and dot(vertical, frame[0]) <= 0.0
    wants = length(side if is_held else displacement) > EPSILON_DISTANCE
    if wants and length(subtract(center, read_vector(state["earlier"]))) < EPSILON_DISTANCE:
        state["stuck_frames"] += 1
    else:
        state["stuck_frames"] = 0
    if state["stuck_frames"] > STUCK_FRAMES:
        note(log, GUARD_STUCK, float(state["stuck_frames"]), float(STUCK_FRAMES), rules[STUCK] == 1, -1, -1)
        if rules[STUCK] == 1:
            # 14.7: push out with a radius that is larger by another contact offset.
            more = settings[SET_CONTACT_OFFSET] * (2.0 if rules[RECOVERY] == 1 else 1.0)
            radius = settings[SET_RADIUS] + more
            low, high = compute_temporal_box(config, center, (0.0, 0.0, 0.0), frame[0])
            low = (low[0] - more, low[1] - more, low[2] - more)
            high = (high[0] + more, high[1] + more, high[2] + more)
            update_touched_geoms(world, scratch, config, low, high, (0.0, 0.0, 0.0), counts)
            center = compute_mtd(world, scratch, config, center, frame[1], radius, low, high, log)
    counts[ATTEMPT] = attempt
    return center

"""Whole frames: platform, attempts, guards and state (001 3, 13, 14), for as many frames in a row as are asked for."""

from math import isnan
from typing import Any

from engine.constants import (
    ATTEMPT_MOVE,
    ATTEMPT_WALK_EXPERIMENT,
    FLAG_DOWN,
    GUARD_INVALID,
    SLOPE_NONE,
)
from engine.kernels.borrow import borrowing_kernel, inlined_kernel
from engine.kernels.cct.ground import find_ground
from engine.kernels.cct.guards import apply_guards, is_valid_vector, read_vector
from engine.kernels.cct.layout import (
    ATTEMPT,
    BEFORE,
    EXPERIMENT_DISPLACEMENT,
    FOUND_NEEDED,
    FRAME,
    HINTS,
    IS_EXPERIMENT,
    IS_RECORDING,
    ITERATION,
    N_ATTEMPTS,
    N_DECISIONS,
    N_ITERATIONS,
    N_PASSES,
    NEAR_NEEDED,
    PASS,
    SET_DT,
    SET_FORCE_SLIDING,
    SET_GROWTH,
    SET_HALF_HEIGHT,
    SUPPORT,
    TOUCH_POINT,
    TOUCHED,
)
from engine.kernels.cct.move import move_character
from engine.kernels.cct.nearby import TOTAL, compute_temporal_box, grow_as_physx
from engine.kernels.cct.platform import ride_platform
from engine.kernels.cct.record import begin_attempt, note, put_vector
from engine.kernels.cct.respond import decompose
from engine.kernels.cct.sweep import load_vector
from engine.kernels.level_arrays import GROUP, point_from_world
from engine.kernels.triangle_cache import COUNT
from engine.kernels.vectors import add, scale

MOVE, GRAVITY, JUMP, TELEPORT, START = 0, 3, 4, 5, 8
"""Columns of the input (n, 11) of a frame; NaN where there is none. START: where it begins, whatever came before."""


@inlined_kernel
def begin_frame(inputs, row, state, up, config):
    """Apply teleport, gravity and jump to the state; return the displacement that is asked for."""
    settings = config[0]
    move = (inputs[row, MOVE], inputs[row, MOVE + 1], inputs[row, MOVE + 2])
    if not isnan(inputs[row, TELEPORT]):
        put_vector(state["center"], (inputs[row, TELEPORT], inputs[row, TELEPORT + 1], inputs[row, TELEPORT + 2]))
        state["fall_speed"] = 0.0
    if not isnan(inputs[row, START]):
        put_vector(state["center"], (inputs[row, START], inputs[row, START + 1], inputs[row, START + 2]))
    speed = state["fall_speed"]
    if not isnan(inputs[row, JUMP]):
        speed = inputs[row, JUMP]
    if not isnan(inputs[row, GRAVITY]):
        speed += inputs[row, GRAVITY] * settings[SET_DT]
        move = add(move, scale(up, speed * settings[SET_DT]))
    elif not isnan(inputs[row, JUMP]):
        move = add(move, scale(up, speed * settings[SET_DT]))
        speed = 0.0
    state["fall_speed"] = speed
    return move


@inlined_kernel
def run_attempts(passing, start, displacement, is_on_mover, was_grounded, log):
    """Run the move, and the walk experiment if its ground is non-walkable (3.2.4, 3.2.5); return centre and flags."""
    (settings, rules), marks, up = passing[2], passing[3], passing[5][0]
    marks[IS_EXPERIMENT] = 0
    begin_attempt(log, ATTEMPT_MOVE, displacement, start)
    center, flags, rule = start, 0, SLOPE_NONE
    experiment = displacement
    for attempt in range(2):
        center, flags, rule = move_character(passing, start, experiment, is_on_mover, was_grounded, log)
        if attempt == 1 or rule == SLOPE_NONE:
            break
        if settings[SET_FORCE_SLIDING] != 0.0:
            vertical, horizontal = decompose(displacement, up)
            experiment = horizontal if rules[EXPERIMENT_DISPLACEMENT] == 1 else vertical
        marks[IS_EXPERIMENT] = 1
        begin_attempt(log, ATTEMPT_WALK_EXPERIMENT, experiment, start)
    marks[IS_EXPERIMENT] = 0
    return center, flags


@inlined_kernel
def end_frame(world, state, marks, memory, start, center, flags):
    """Keep what the next frame needs."""
    level, placements = world[0], world[1]
    put_vector(state["center"], center)
    put_vector(state["earlier"], start)
    state["flags"] = flags
    if flags & FLAG_DOWN != 0:
        state["fall_speed"] = 0.0
    support = marks[SUPPORT]
    state["support"] = support
    point = load_vector(memory, TOUCH_POINT) if support >= 0 else (0.0, 0.0, 0.0)
    put_vector(state["support_world"], point)
    if support >= 0 and level[7][support, GROUP] > 0:
        point = point_from_world(placements, level[7][support, GROUP], point)
    put_vector(state["support_local"], point)
    state["hint_up"], state["hint_side"], state["hint_down"] = marks[HINTS], marks[HINTS + 1], marks[HINTS + 2]


@inlined_kernel
def run_frame(world, scratch, config, marks, memory, frame, state, move, log):
    """Move the character by one frame; return where it ends, its flags, and the body that it touched below."""
    scratch[3][TOTAL] = -1
    up = frame[0]
    center = read_vector(state["center"])
    marks[HINTS], marks[HINTS + 1], marks[HINTS + 2] = state["hint_up"], state["hint_side"], state["hint_down"]
    was_grounded = state["flags"] & FLAG_DOWN != 0
    if not is_valid_vector(move):
        note(log, GUARD_INVALID, 1.0, 0.0, True, -1, -1)
        move = (0.0, 0.0, 0.0)
    carried = (state["support"], read_vector(state["support_world"]), read_vector(state["support_local"]))
    start, displacement, is_on_mover = ride_platform(world, scratch, config, center, move, up, carried, log)
    low, high = compute_temporal_box(config, start, displacement, up)
    gathered = grow_as_physx(low, high, config[0][SET_GROWTH], decompose(displacement, up)[1])
    passing = (world, scratch, config, marks, memory, (up, frame[1], gathered))
    end, flags = run_attempts(passing, start, displacement, is_on_mover, was_grounded, log)
    end = apply_guards(world, scratch, config, frame, state, start, end, displacement, flags, log)
    end = find_ground(world, scratch, config, frame, end, log)
    end_frame(world, state, marks, memory, center, end, flags)
    return end, flags, marks[TOUCHED]


@borrowing_kernel
def has_room(log, counts):
    """Whether everything that a frame recorded fitted into its arrays."""
    return (
        counts[NEAR_NEEDED] == 0
        and counts[FOUND_NEEDED] == 0
        and counts[N_ATTEMPTS] <= len(log[0])
        and counts[N_PASSES] <= len(log[1])
        and counts[N_ITERATIONS] <= len(log[2])
        and counts[N_DECISIONS] <= len(log[3])
    )


@borrowing_kernel
def copy_state(target, source):
    """Copy a state."""
    put_vector(target["center"], source["center"])
    put_vector(target["support_world"], source["support_world"])
    put_vector(target["support_local"], source["support_local"])
    put_vector(target["earlier"], source["earlier"])
    target["fall_speed"], target["support"], target["flags"] = source["fall_speed"], source["support"], source["flags"]
    target["hint_up"], target["hint_side"] = source["hint_up"], source["hint_side"]
    target["hint_down"], target["stuck_frames"] = source["hint_down"], source["stuck_frames"]


@borrowing_kernel
def run_frames(
    level: Any,
    placements: Any,
    scales: Any,
    scratch: Any,
    config: Any,
    work: Any,
    up: Any,
    inputs: Any,
    first: int,
    last: int,
    state: Any,
    frames: Any,
    states: Any,
    log: Any,
) -> int:
    """Run frames first..last of the input; return the frame that could not be finished for want of room, or last.

    placements (k, g, 12): where moving bodies are, by frame, the last row from then on. state: one row, carried along.
    frames and states: a row per frame; states only while recording. log = (attempts, passes, iterations, decisions,
    counts). A frame that is given up leaves the state as it found it, and in `counts` both how many rows it needed and,
    from BEFORE on, how many there were: grow what was too short, set the counts back, and go on.
    """
    counts, marks, memory = log[4], work[0], work[1]
    settings = config[0]
    frame = (up, scale(up, settings[SET_HALF_HEIGHT]))
    now = state[0]
    backup = state[1]
    for number in range(first, last):
        copy_state(backup, now)
        before = (counts[N_ATTEMPTS], counts[N_PASSES], counts[N_ITERATIONS], counts[N_DECISIONS])
        counts[NEAR_NEEDED] = counts[FOUND_NEEDED] = 0
        counts[FRAME] = number
        counts[ATTEMPT] = counts[PASS] = counts[ITERATION] = -1
        world = (level, placements[min(number, len(placements) - 1)], scales)
        move = begin_frame(inputs, number, now, up, config)
        if counts[IS_RECORDING] != 0:
            copy_state(states[number], now)
        center, flags, touched = run_frame(world, scratch, config, marks, memory, frame, now, move, log)
        if not has_room(log, counts):
            copy_state(now, backup)
            scratch[3][COUNT] = -1
            for k in range(4):
                counts[BEFORE + k] = before[k]
            return number
        row = frames[number]
        put_vector(row["move"], move)
        put_vector(row["center"], center)
        row["flags"], row["touched"] = flags, touched
        row["attempt_start"], row["attempt_count"] = before[0], counts[N_ATTEMPTS] - before[0]
        row["decision_start"], row["decision_count"] = before[3], counts[N_DECISIONS] - before[3]
    return last

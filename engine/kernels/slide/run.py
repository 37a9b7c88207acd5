"""Whole frames of `slide`: pushing out, sliding, stepping down, feeling for ground (003 4 to 6)."""

from math import isfinite, isnan
from typing import Any

from engine.constants import (
    ATTEMPT_MOVE,
    FLAG_DOWN,
    GATE_DEPENETRATION_DUE,
    GATE_SNAP_DUE,
    GATE_STANDS,
    GATE_STUCK,
    GUARD_INVALID,
)
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.guards import is_valid_vector, read_vector
from engine.kernels.cct.layout import (
    ATTEMPT,
    BEFORE,
    FOUND_NEEDED,
    FRAME,
    IS_RECORDING,
    ITERATION,
    N_ATTEMPTS,
    N_DECISIONS,
    N_ITERATIONS,
    N_PASSES,
    NEAR_NEEDED,
    PASS,
)
from engine.kernels.cct.nearby import TOTAL
from engine.kernels.cct.record import begin_attempt, note, put_vector
from engine.kernels.cct.run import GRAVITY, JUMP, MOVE, START, TELEPORT, copy_state, has_room
from engine.kernels.slide.bumps import sweep_and_slide
from engine.kernels.slide.depenetrate import deepest_overlap, depenetrate_with_fallback, is_overlapped_by_mover
from engine.kernels.slide.ground import snap_to_ground, update_grounding
from engine.kernels.slide.layout import (
    FLAGS_SO_FAR,
    FLOOR_BODY,
    LEAST_BEND,
    PUSHING_OUT,
    SET_DT,
    SET_HALF_HEIGHT,
    SET_MIN_DEPTH,
    SET_SLOPE_LIMIT,
    SET_STEP_HEIGHT,
    SET_STOP_EPSILON,
    SET_STUCK_FRAMES,
    STANDING,
    TRIGGER_MOVER,
    TRIGGER_NONE,
    TRIGGER_STUCK,
    TRIGGER_TELEPORT,
)
from engine.kernels.triangle_cache import COUNT
from engine.kernels.vectors import add, dot, length, scale, subtract


@borrowing_kernel
def begin_frame(inputs, row, state, up, config):
    """Apply teleport, gravity and jump to the state; return the displacement that is asked for.

    Gravity waits while walkable ground bears the character: 003 has no friction, and he would creep down any slope.
    """
    dt = config[1][SET_DT]
    move = (inputs[row, MOVE], inputs[row, MOVE + 1], inputs[row, MOVE + 2])
    if not isnan(inputs[row, TELEPORT]):
        put_vector(state["center"], (inputs[row, TELEPORT], inputs[row, TELEPORT + 1], inputs[row, TELEPORT + 2]))
        state["fall_speed"] = 0.0
        state["depenetrate"] = TRIGGER_TELEPORT
        # The ground that he had is elsewhere: it neither bears him nor is there anything to step down from.
        state["is_grounded"] = state["is_borne"] = 0
    if not isnan(inputs[row, START]):
        put_vector(state["center"], (inputs[row, START], inputs[row, START + 1], inputs[row, START + 2]))
    speed, waits = state["fall_speed"], config[2][STANDING] == 0 and state["is_borne"] == 1
    is_jump, is_falling = not isnan(inputs[row, JUMP]), not isnan(inputs[row, GRAVITY])
    if is_jump:
        speed = inputs[row, JUMP]
    if is_falling and (not waits or speed > 0.0):
        speed += inputs[row, GRAVITY] * dt
    if is_falling or is_jump:
        move = add(move, scale(up, speed * dt))
    state["fall_speed"] = 0.0 if is_jump and not is_falling else speed
    return move


@borrowing_kernel
def push_out(passing, state, center, log):
    """Push out at spawn, after a teleport and when stuck (6.1), or of what has moved into the capsule.

    Returns where the frame's move begins.
    """
    trigger = state["depenetrate"]
    if trigger == TRIGGER_NONE:
        if passing[2][2][PUSHING_OUT] == 1 or not is_overlapped_by_mover(passing, center, log):
            return center
        trigger = TRIGGER_MOVER
    note(log, GATE_DEPENETRATION_DUE, float(trigger), float(TRIGGER_NONE), True, -1, -1)
    state["depenetrate"] = TRIGGER_NONE
    is_gentle = passing[2][2][PUSHING_OUT] == 0 and trigger in (TRIGGER_STUCK, TRIGGER_MOVER)
    center = depenetrate_with_fallback(passing, center, read_vector(state["last_safe"]), is_gentle, log)
    if trigger == TRIGGER_STUCK:
        state["stuck_frames"] = 0
    return center


@borrowing_kernel
def step_down(passing, state, center, move, log):
    """Snap to the ground that the character is walking on (5.4); not one who rises, or has had no ground."""
    up, settings = passing[4][0], passing[2][1]
    if settings[SET_STEP_HEIGHT] == 0.0:
        return center
    # A slope bends the walk upwards, which is no jump: what counts is what was asked for.
    is_due = state["is_grounded"] == 1 and dot(move, up) <= 0.0
    note(log, GATE_SNAP_DUE, 1.0 if is_due else 0.0, 1.0, is_due, -1, -1)
    return snap_to_ground(passing, center, log) if is_due else center


@borrowing_kernel
def stand(state, rules, up, move, log):
    """Return a move without what pulls a character down whom walkable ground bears: no part of it but creeping is left.

    So it is the same whether gravity comes as such or as a downward part of the move.
    """
    fall = dot(move, up)
    if rules[STANDING] == 1 or state["is_borne"] == 0 or fall == 0.0:
        return move
    note(log, GATE_STANDS, fall, 0.0, fall < 0.0, -1, -1)
    return subtract(move, scale(up, fall)) if fall < 0.0 else move


@borrowing_kernel
def slow_fall(speed, change, is_borne, slope_limit):
    """Return the fall speed after a frame: ground takes all of a fall, a ceiling all of a rise.

    A slope too steep to stand on bends a fall, and leaves sin² of it along up, as much as a sledge has there: the speed
    goes on adding up, or he would creep. What leaves less than the gentlest of such slopes (a wedge) takes from it.
    """
    if is_borne and speed <= 0.0:
        return 0.0
    if speed > 0.0:
        return max(speed + min(change, 0.0), 0.0)
    least = max(1.0 - slope_limit * slope_limit, LEAST_BEND)
    return min(max(speed, (speed + change) / least), 0.0)


@borrowing_kernel
def count_stuck(state, settings, up, move, way, log):
    """Count frames whose input asks for motion and gets none (6.1); too many ask for pushing out."""
    side = subtract(move, scale(up, dot(move, up)))
    epsilon = settings[SET_STOP_EPSILON]
    is_held = length(side) > 0.0 and length(side) >= epsilon
    state["stuck_frames"] = state["stuck_frames"] + 1 if is_held and length(way) < epsilon else 0
    if state["stuck_frames"] > 0:
        is_stuck = state["stuck_frames"] > settings[SET_STUCK_FRAMES]
        note(log, GATE_STUCK, float(state["stuck_frames"]), settings[SET_STUCK_FRAMES], is_stuck, -1, -1)
        if is_stuck:
            state["depenetrate"] = TRIGGER_STUCK


@borrowing_kernel
def run_frame(passing, state, move, log):
    """Move the character by one frame; return where it ends, its flags, and the body below."""
    _, scratch, config, work, (up, _) = passing
    settings, rules, marks = config[1], config[2], work[1]
    scratch[3][TOTAL] = -1
    marks[FLAGS_SO_FAR], marks[FLOOR_BODY] = 0, -1
    start = read_vector(state["center"])
    if not is_valid_vector(move):
        note(log, GUARD_INVALID, 1.0, 0.0, True, -1, -1)
        move = (0.0, 0.0, 0.0)
    begin_attempt(log, ATTEMPT_MOVE, move, start)
    begun = push_out(passing, state, start, log)
    way = stand(state, rules, up, move, log)
    asked = scale(way, 1.0 / settings[SET_DT])
    center, velocity = sweep_and_slide(passing, begun, way, asked, log)
    center = step_down(passing, state, center, move, log)
    bearing = update_grounding(passing, center, state, log)
    if not is_valid_vector(center) or not isfinite(dot(velocity, velocity)):
        note(log, GUARD_INVALID, 1.0, 0.0, True, -1, -1)
        center, velocity = start, (0.0, 0.0, 0.0)
    count_stuck(state, settings, up, move, subtract(center, begun), log)
    depth, _ = deepest_overlap(passing, center, log)
    if depth <= settings[SET_MIN_DEPTH]:
        put_vector(state["last_safe"], center)
    is_borne = state["is_borne"] == 1
    change = dot(velocity, up) - dot(asked, up)
    state["fall_speed"] = slow_fall(state["fall_speed"], change, is_borne, settings[SET_SLOPE_LIMIT])
    flags = marks[FLAGS_SO_FAR] | (FLAG_DOWN if is_borne else 0)
    touched = bearing if bearing >= 0 else marks[FLOOR_BODY]
    put_vector(state["center"], center)
    put_vector(state["earlier"], start)
    put_vector(state["velocity"], velocity)
    state["flags"], state["support"] = flags, touched
    return center, flags, touched


@borrowing_kernel
def copy_slide_state(target, source):
    """Copy a state, the parts that only `slide` has included."""
    copy_state(target, source)
    put_vector(target["velocity"], source["velocity"])
    put_vector(target["ground_normal"], source["ground_normal"])
    put_vector(target["last_safe"], source["last_safe"])
    target["time_since_grounded"] = source["time_since_grounded"]
    target["is_grounded"], target["is_borne"] = source["is_grounded"], source["is_borne"]
    target["depenetrate"] = source["depenetrate"]


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
    """Run frames first..last; as engine.kernels.cct.run.run_frames in every argument and in what it returns."""
    counts, settings = log[4], config[1]
    now, backup = state[0], state[1]
    for number in range(first, last):
        copy_slide_state(backup, now)
        before = (counts[N_ATTEMPTS], counts[N_PASSES], counts[N_ITERATIONS], counts[N_DECISIONS])
        counts[NEAR_NEEDED] = counts[FOUND_NEEDED] = 0
        counts[FRAME] = number
        counts[ATTEMPT] = counts[PASS] = counts[ITERATION] = -1
        world = (level, placements[min(number, len(placements) - 1)], scales)
        passing = (world, scratch, config, work, (up, scale(up, settings[SET_HALF_HEIGHT])))
        move = begin_frame(inputs, number, now, up, config)
        if counts[IS_RECORDING] != 0:
            copy_slide_state(states[number], now)
        center, flags, touched = run_frame(passing, now, move, log)
        if not has_room(log, counts):
            copy_slide_state(now, backup)
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

"""Filling the rows of a trace. Rows that no longer fit are counted and not written: the caller grows and runs again."""

from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.layout import (
    ATTEMPT,
    FRAME,
    FRAME_ITERATIONS,
    IS_RECORDING,
    ITERATION,
    N_ATTEMPTS,
    N_DECISIONS,
    N_ITERATIONS,
    N_PASSES,
    PASS,
)


@borrowing_kernel
def put_vector(place, v):
    """Write a vector into three entries."""
    place[0], place[1], place[2] = v[0], v[1], v[2]


@borrowing_kernel
def note(log, gate, value, threshold, outcome, body, triangle):
    """Record a gate: what was compared, and how it came out."""
    decisions, counts = log[3], log[4]
    if counts[IS_RECORDING] == 0:
        return
    at = counts[N_DECISIONS]
    counts[N_DECISIONS] += 1
    if at >= len(decisions):
        return
    row = decisions[at]
    row["frame"] = counts[FRAME]
    row["attempt"] = counts[ATTEMPT]
    row["pass_index"] = counts[PASS]
    row["iteration"] = counts[ITERATION]
    row["gate"] = gate
    row["outcome"] = outcome
    row["value"] = value
    row["threshold"] = threshold
    row["body"] = body
    row["triangle"] = triangle


@borrowing_kernel
def begin_attempt(log, kind, move, start):
    """Open an attempt; passes and decisions belong to it from now on."""
    attempts, counts = log[0], log[4]
    if counts[IS_RECORDING] == 0:
        return
    at = counts[N_ATTEMPTS]
    counts[N_ATTEMPTS] += 1
    counts[ATTEMPT], counts[PASS], counts[ITERATION] = at, -1, -1
    if at >= len(attempts):
        return
    row = attempts[at]
    row["frame"] = counts[FRAME]
    row["kind"] = kind
    put_vector(row["move"], move)
    put_vector(row["start"], start)
    row["slope_rule"] = 0
    nan = (float("nan"), float("nan"), float("nan"))
    put_vector(row["slope_normal"], nan)
    row["slope_height"] = float("nan")
    row["slope_step_offset"] = float("nan")
    row["pass_start"] = counts[N_PASSES]
    row["pass_count"] = 0


@borrowing_kernel
def record_slope(log, rule, normal, height, step_offset):
    """Say why the attempt's ground is non-walkable."""
    attempts, counts = log[0], log[4]
    at = counts[ATTEMPT]
    if counts[IS_RECORDING] == 0 or at >= len(attempts):
        return
    row = attempts[at]
    row["slope_rule"] = rule
    put_vector(row["slope_normal"], normal)
    row["slope_height"] = height
    row["slope_step_offset"] = step_offset


@borrowing_kernel
def begin_pass(log, kind, move, max_iterations, start):
    """Open a pass of the attempt."""
    attempts, passes, counts = log[0], log[1], log[4]
    if counts[IS_RECORDING] == 0:
        return
    at = counts[N_PASSES]
    counts[N_PASSES] += 1
    counts[PASS], counts[ITERATION] = at, -1
    if at >= len(passes) or counts[ATTEMPT] >= len(attempts):
        return
    attempts[counts[ATTEMPT]]["pass_count"] += 1
    row = passes[at]
    row["attempt"] = counts[ATTEMPT]
    row["kind"] = kind
    put_vector(row["move"], move)
    row["max_iterations"] = max_iterations
    put_vector(row["start"], start)
    row["restored"] = False
    row["iteration_start"] = counts[N_ITERATIONS]
    row["iteration_count"] = 0


@borrowing_kernel
def end_pass(log, end, exit_code, is_restored):
    """Close the pass; decisions belong to the attempt again."""
    passes, counts = log[1], log[4]
    if counts[IS_RECORDING] == 0:
        return
    at = counts[PASS]
    counts[PASS], counts[ITERATION] = -1, -1
    if at >= len(passes):
        return
    row = passes[at]
    put_vector(row["end"], end)
    row["exit"] = exit_code
    row["restored"] = is_restored


@borrowing_kernel
def begin_iteration(log, origin, direction, length, low, high):
    """Open an iteration of the pass: its sweep, and the temporal box that geometry was asked for."""
    passes, iterations, counts = log[1], log[2], log[4]
    counts[FRAME_ITERATIONS] += 1
    if counts[IS_RECORDING] == 0:
        return
    at = counts[N_ITERATIONS]
    counts[N_ITERATIONS] += 1
    counts[ITERATION] = at
    if at >= len(iterations) or counts[PASS] >= len(passes):
        return
    passes[counts[PASS]]["iteration_count"] += 1
    row = iterations[at]
    row["pass_index"] = counts[PASS]
    put_vector(row["origin"], origin)
    put_vector(row["direction"], direction)
    row["length"] = length
    put_vector(row["box_low"], low)
    put_vector(row["box_high"], high)
    nan = (float("nan"), float("nan"), float("nan"))
    row["hit"] = False
    row["distance"] = float("nan")
    put_vector(row["normal"], nan)
    put_vector(row["point"], nan)
    row["body"] = -1
    row["triangle"] = -1


@borrowing_kernel
def record_hit(log, distance, normal, point, body, triangle):
    """Complete the iteration with what its sweep hit."""
    iterations, counts = log[2], log[4]
    at = counts[ITERATION]
    if counts[IS_RECORDING] == 0 or at >= len(iterations):
        return
    row = iterations[at]
    row["hit"] = True
    row["distance"] = distance
    put_vector(row["normal"], normal)
    put_vector(row["point"], point)
    row["body"] = body
    row["triangle"] = triangle

"""One attempt: UP, SIDE, SENSOR, DOWN and RECOVER, and the rules that call ground non-walkable (001 4, 6, 10, 11)."""

from engine.constants import (
    FLAG_DOWN,
    FLAG_SIDES,
    FLAG_UP,
    GATE_FALLING,
    GATE_MOVING_UP,
    GATE_SENSOR_MODE,
    GATE_SENSOR_SHORT,
    GATE_SENSOR_UNTOUCHED,
    GATE_SIDE_MOTION,
    GATE_STEP_CLAMP,
    PASS_DOWN,
    PASS_RECOVER,
    PASS_SENSOR,
    PASS_SIDE,
    PASS_UP,
    SLOPE_DOWN_TRIANGLE,
    SLOPE_NONE,
    SLOPE_SIDE_CONSTRAINED,
)
from engine.kernels.borrow import borrowing_kernel, inlined_kernel
from engine.kernels.cct.layout import (
    ALMOST_ZERO,
    DOWN_ITERATIONS,
    DOWN_TAKES_BACK,
    DOWN_VALID,
    FEW_ITERATIONS,
    IS_EXPERIMENT,
    ITERATIONS,
    LIFT,
    NO_VERTICAL_MOTION,
    ROUNDING,
    SENSOR,
    SENSOR_BEFORE_UP,
    SENSOR_DOWNWARD,
    SENSOR_OFF,
    SENSOR_UNTOUCHED,
    SET_CONSTRAINED,
    SET_FORCE_SLIDING,
    SET_HALF_HEIGHT,
    SET_ITERATIONS,
    SET_ITERATIONS_DOWN,
    SET_ITERATIONS_RECOVER,
    SET_ITERATIONS_SENSOR,
    SET_ITERATIONS_SIDE,
    SET_ITERATIONS_UP,
    SET_MIN_DISTANCE,
    SET_NO_CEILING_SLIDE,
    SET_RADIUS,
    SET_SLOPE_LIMIT,
    SET_STEP_OFFSET,
    SIDE_BODY,
    SIDE_RULE,
    SIDE_TRIANGLE,
    SIDE_VALID,
    SUPPORT,
    TOUCHED,
    USER_UNDERFOOT,
)
from engine.kernels.cct.nearby import update_for_move
from engine.kernels.cct.record import note
from engine.kernels.cct.respond import decompose
from engine.kernels.cct.slopes import apply_side_rule, judge_ground
from engine.kernels.cct.sweep import do_sweep_test
from engine.kernels.vectors import add, dot, length, normalize, scale, subtract


@borrowing_kernel
def largest_part(v):
    """Return the largest absolute component."""
    return max(abs(v[0]), abs(v[1]), abs(v[2]))


@borrowing_kernel
def budget_of(config, chosen, ruled):
    """Return the most iterations of a pass: what was set for it, or else what the rules say."""
    settings, rules = config
    budget = int(settings[chosen]) if settings[chosen] > 0.0 else ruled
    return min(budget, FEW_ITERATIONS) if rules[ITERATIONS] == 1 else budget


@borrowing_kernel
def wants_sensor(config, marks, side_length, log):
    """Whether the sensor looks for slopes that a short side move does not reach (6.2.5)."""
    settings, rules = config
    choice = rules[SENSOR]
    if choice == SENSOR_OFF:
        return False
    is_constrained = settings[SET_CONSTRAINED] != 0.0
    note(log, GATE_SENSOR_MODE, settings[SET_CONSTRAINED], 1.0, is_constrained, -1, -1)
    if not is_constrained:
        return False
    if choice == SENSOR_UNTOUCHED:
        is_untouched = marks[SIDE_VALID] == 0
        body, triangle = (-1, -1) if is_untouched else (marks[SIDE_BODY], marks[SIDE_TRIANGLE])
        note(log, GATE_SENSOR_UNTOUCHED, float(marks[SIDE_VALID]), 0.0, is_untouched, body, triangle)
        if not is_untouched:
            return False
    is_short = side_length < settings[SET_RADIUS]
    note(log, GATE_SENSOR_SHORT, side_length, settings[SET_RADIUS], is_short, -1, -1)
    return is_short


@borrowing_kernel
def split_move(direction, up):
    """Return how far a displacement rises, and its parts along up and across; what is mere rounding becomes 0."""
    rise, size = dot(direction, up), length(direction)
    vertical, side = decompose(direction, up)
    if abs(rise) <= ROUNDING * size:
        return 0.0, (0.0, 0.0, 0.0), direction
    if length(side) <= ROUNDING * size:
        return rise, direction, (0.0, 0.0, 0.0)
    return rise, vertical, side


@inlined_kernel
def decompose_movement(config, direction, up, is_on_mover, was_grounded, log):
    """Return the up, side and down vectors, the step offset, and whether the move has a side part (4.2)."""
    settings, rules = config
    step_offset = settings[SET_STEP_OFFSET]
    rise, vertical, side = split_move(direction, up)
    is_moving_up = rise > 0.0
    note(log, GATE_MOVING_UP, rise, 0.0, is_moving_up, -1, -1)
    if is_moving_up and not is_on_mover:
        step_offset = 0.0
    sideways = largest_part(side)
    has_side = sideways > ALMOST_ZERO or is_on_mover
    note(log, GATE_SIDE_MOTION, sideways, ALMOST_ZERO, sideways > ALMOST_ZERO, -1, -1)
    if rules[LIFT] == 1 and not is_moving_up and not is_on_mover:
        note(log, GATE_FALLING, 1.0 if was_grounded else 0.0, 1.0, not was_grounded, -1, -1)
        if not was_grounded:
            # 4.3: UP = 0 while falling. What was not lifted is not taken back either.
            step_offset = 0.0
    lift = scale(up, step_offset if has_side else 0.0)
    zero = (0.0, 0.0, 0.0)
    if is_moving_up:
        return add(vertical, lift), side, zero, step_offset, has_side, sideways > ALMOST_ZERO
    return lift, side, vertical, step_offset, has_side, sideways > ALMOST_ZERO


@inlined_kernel
def plan_pass(config, marks, kind, parts, is_sideways, up):
    """Return the way and the most iterations of a pass that is due (6.3); parts = (lifting, side, sinking)."""
    settings, rules = config
    most = int(settings[SET_ITERATIONS])
    way, budget = parts[1], budget_of(config, SET_ITERATIONS_SIDE, most)
    if kind == PASS_UP:
        is_single = settings[SET_NO_CEILING_SLIDE] != 0.0 or is_sideways
        way, budget = parts[0], budget_of(config, SET_ITERATIONS_UP, 1 if is_single else most)
    elif kind == PASS_SENSOR:
        ahead = scale(up, -1.0) if rules[SENSOR] == SENSOR_DOWNWARD else normalize(parts[1])
        way, budget = scale(ahead, settings[SET_RADIUS]), budget_of(config, SET_ITERATIONS_SENSOR, 1)
    elif kind == PASS_DOWN:
        is_sliding = marks[IS_EXPERIMENT] != 0 and settings[SET_FORCE_SLIDING] != 0.0 and rules[DOWN_ITERATIONS] == 0
        way, budget = parts[2], budget_of(config, SET_ITERATIONS_DOWN, most if is_sliding else 1)
    elif kind == PASS_RECOVER:
        way, budget = parts[2], budget_of(config, SET_ITERATIONS_RECOVER, most)
    return way, budget


@inlined_kernel
def forget_touches(marks):
    """Start an attempt with nothing touched."""
    marks[TOUCHED] = marks[SUPPORT] = marks[SIDE_BODY] = marks[SIDE_TRIANGLE] = -1
    marks[SIDE_VALID] = marks[DOWN_VALID] = marks[USER_UNDERFOOT] = marks[NO_VERTICAL_MOTION] = 0


@inlined_kernel
def move_character(passing, center, direction, is_on_mover, was_grounded, log):
    """Run one attempt (6.2); return where it ends, its collision flags, and which rule calls it non-walkable.

    passing = (world, scratch, config, marks, memory, (up, half axis, the box that PhysX gathers)): what all passes
    share. The passes are a loop with one call in it, so that the call can be compiled into it: that takes half of the
    time of a move away.
    """
    world, scratch, config, marks, memory, (up, _, _) = passing
    settings, rules = config
    is_experiment = marks[IS_EXPERIMENT] != 0
    forget_touches(marks)
    start_level, rise = dot(center, up), split_move(direction, up)[0]
    bottom = start_level - settings[SET_HALF_HEIGHT] - settings[SET_RADIUS]
    lifting, side, sinking, step_offset, has_side, is_sideways = decompose_movement(
        config, direction, up, is_on_mover, was_grounded, log
    )
    sensor = scale(normalize(side), settings[SET_RADIUS])
    update_for_move(world, scratch, config, center, direction, side, sensor, up, log[4])
    flags, rule, hits = 0, SLOPE_NONE, 0
    min_distance = settings[SET_MIN_DISTANCE]
    for stage in range(-1, PASS_RECOVER + 1):
        # Stage -1 is the sensor where it comes too early (15.3); from then on, stages are passes.
        kind = PASS_SENSOR if stage < 0 else stage
        if kind == PASS_UP and is_experiment:
            continue
        if kind == PASS_SENSOR:
            is_early = rules[SENSOR] == SENSOR_BEFORE_UP
            if is_early != (stage < 0) or not wants_sensor(config, marks, length(side), log):
                continue
        elif kind == PASS_DOWN:
            if rules[SIDE_RULE] == 1 and settings[SET_SLOPE_LIMIT] != 0.0:
                if apply_side_rule(config, marks, memory, bottom, step_offset, log):
                    rule = SLOPE_SIDE_CONSTRAINED
                if rule != SLOPE_NONE and not is_experiment:
                    break
            if has_side and not (is_experiment and rules[DOWN_TAKES_BACK] == 0):
                sinking = subtract(sinking, scale(up, step_offset))
        elif kind == PASS_RECOVER:
            judged = judge_ground(passing, hits, rise, bottom, step_offset, log)
            rule = judged if judged != SLOPE_NONE else rule
            if judged != SLOPE_DOWN_TRIANGLE or not is_experiment:
                break
            drop = max(0.0, dot(center, up) - start_level) + abs(rise)
            sinking = scale(up, -drop)
            min_distance = min_distance if drop >= min_distance else drop / settings[SET_ITERATIONS]
        way, budget = plan_pass(config, marks, kind, (lifting, side, sinking), is_sideways, up)
        end, hits = do_sweep_test(passing, center, way, side, budget, min_distance, kind, log)
        if kind != PASS_SENSOR:
            center = end
        if hits > 0 and kind == PASS_UP:
            flags |= FLAG_UP
            lift = dot(center, up) - start_level
            note(log, GATE_STEP_CLAMP, lift, step_offset, lift < step_offset, -1, -1)
            step_offset = min(step_offset, lift)
        elif hits > 0 and kind == PASS_SIDE:
            flags |= FLAG_SIDES
        elif hits > 0 and kind == PASS_DOWN and rise <= 0.0:
            flags |= FLAG_DOWN
    return center, flags, rule

"""One attempt: UP, SIDE, SENSOR, DOWN and RECOVER, and the rules that call ground non-walkable (001 4, 6, 10, 11)."""

from engine.constants import (
    FLAG_DOWN,
    FLAG_SIDES,
    FLAG_UP,
    GATE_DOWN_STEEP,
    GATE_DOWN_TOP,
    GATE_DOWNWARD,
    GATE_FALLING,
    GATE_MOVING_UP,
    GATE_SENSOR_MODE,
    GATE_SENSOR_SHORT,
    GATE_SENSOR_UNTOUCHED,
    GATE_SIDE_HEIGHT,
    GATE_SIDE_MOTION,
    GATE_SIDE_STEEP,
    GATE_SLOPE_ON,
    GATE_STEP_CLAMP,
    GATE_USER_UNDERFOOT,
    PASS_DOWN,
    PASS_RECOVER,
    PASS_SENSOR,
    PASS_SIDE,
    PASS_UP,
    SLOPE_DOWN_TRIANGLE,
    SLOPE_NONE,
    SLOPE_SIDE_CONSTRAINED,
)
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.layout import (
    ALMOST_ZERO,
    CONTACT_HEIGHT,
    CONTACT_LEVEL,
    DOWN_BODY,
    DOWN_ITERATIONS,
    DOWN_LEAN,
    DOWN_NORMAL,
    DOWN_STEP,
    DOWN_TAKES_BACK,
    DOWN_TRIANGLE,
    DOWN_TRIANGLE_TOP,
    DOWN_VALID,
    FEW_ITERATIONS,
    HEIGHT_ALONE,
    HEIGHT_IGNORED,
    IS_EXPERIMENT,
    ITERATIONS,
    LIFT,
    NO_VERTICAL_MOTION,
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
    SIDE_LEAN,
    SIDE_RULE,
    SIDE_TRIANGLE,
    SIDE_VALID,
    SLOPE_NORMAL,
    SUPPORT,
    TOO_STEEP,
    TOUCHED,
    USER_UNDERFOOT,
)
from engine.kernels.cct.nearby import compute_temporal_box, grow_for_step, update_touched_geoms
from engine.kernels.cct.record import note, record_slope
from engine.kernels.cct.respond import decompose
from engine.kernels.cct.sweep import do_sweep_test, load_vector
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
def test_slope(config, lean):
    """Whether ground is too steep, by its normal · up (10.1); PhysX leaves faces alone that look down."""
    settings, rules = config
    return lean < settings[SET_SLOPE_LIMIT] and (rules[TOO_STEEP] == 1 or lean >= 0.0)


@borrowing_kernel
def apply_side_rule(config, marks, memory, bottom, step_offset, log):
    """Whether what was touched sideways makes the ground non-walkable (10.4, 15.4)."""
    settings, rules = config
    is_constrained = settings[SET_CONSTRAINED] != 0.0
    if not is_constrained or marks[SIDE_VALID] == 0:
        return False
    body, triangle = marks[SIDE_BODY], marks[SIDE_TRIANGLE]
    lean, height = memory[SIDE_LEAN], memory[CONTACT_LEVEL] - bottom
    is_steep, is_high = test_slope(config, lean), height > step_offset
    note(log, GATE_SIDE_STEEP, lean, settings[SET_SLOPE_LIMIT], is_steep, body, triangle)
    choice = rules[CONTACT_HEIGHT]
    if is_steep or choice == HEIGHT_ALONE:
        note(log, GATE_SIDE_HEIGHT, height, step_offset, is_high, body, triangle)
    if choice == HEIGHT_ALONE:
        is_hit = is_high
    else:
        is_hit = is_steep and (is_high or choice == HEIGHT_IGNORED)
    if is_hit:
        record_slope(log, SLOPE_SIDE_CONSTRAINED, load_vector(memory, SLOPE_NORMAL), height, step_offset)
    return is_hit


@borrowing_kernel
def apply_down_rule(config, marks, memory, bottom, step_offset, log):
    """Whether the triangle underfoot makes the ground non-walkable (10.3)."""
    settings, rules = config
    body, triangle = marks[DOWN_BODY], marks[DOWN_TRIANGLE]
    step = step_offset if rules[DOWN_STEP] == 1 else settings[SET_STEP_OFFSET]
    lean, height = memory[DOWN_LEAN], memory[DOWN_TRIANGLE_TOP] - bottom
    is_steep, is_high = test_slope(config, lean), height > step
    note(log, GATE_DOWN_STEEP, lean, settings[SET_SLOPE_LIMIT], is_steep, body, triangle)
    if is_steep:
        note(log, GATE_DOWN_TOP, height, step, is_high, body, triangle)
    if is_steep and is_high:
        record_slope(log, SLOPE_DOWN_TRIANGLE, load_vector(memory, DOWN_NORMAL), height, step)
    return is_steep and is_high


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
        note(log, GATE_SENSOR_UNTOUCHED, float(marks[SIDE_VALID]), 0.0, is_untouched, marks[SIDE_BODY], marks[SIDE_TRIANGLE])
        if not is_untouched:
            return False
    is_short = side_length < settings[SET_RADIUS]
    note(log, GATE_SENSOR_SHORT, side_length, settings[SET_RADIUS], is_short, -1, -1)
    return is_short


@borrowing_kernel
def decompose_movement(config, direction, up, is_on_mover, was_grounded, log):
    """Return the up, side and down vectors, the step offset, and whether the move has a side part (4.2)."""
    settings, rules = config
    step_offset = settings[SET_STEP_OFFSET]
    rise = dot(direction, up)
    vertical, side = decompose(direction, up)
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


@borrowing_kernel
def run_pass(passing, center, direction, side, budget, min_distance, kind, log):
    """Run a pass with what all passes of an attempt share; return where it ends and how many hits there were."""
    world, scratch, config, marks, memory, frame = passing
    end, hits, _ = do_sweep_test(
        world, scratch, config, marks, memory, frame, center, direction, side, budget, min_distance, kind, log
    )
    return end, hits


@borrowing_kernel
def move_character(world, scratch, config, marks, memory, frame, center, direction, is_on_mover, was_grounded, log):
    """Run one attempt (6.2); return where it ends, its collision flags, and which rule calls it non-walkable."""
    settings, rules = config
    up, half_axis = frame
    is_experiment = marks[IS_EXPERIMENT] != 0
    marks[TOUCHED] = marks[SUPPORT] = -1
    marks[SIDE_VALID] = marks[DOWN_VALID] = marks[USER_UNDERFOOT] = marks[NO_VERTICAL_MOTION] = 0
    most, min_distance = int(settings[SET_ITERATIONS]), settings[SET_MIN_DISTANCE]
    start_level = dot(center, up)
    bottom = start_level - settings[SET_HALF_HEIGHT] - settings[SET_RADIUS]
    rise = dot(direction, up)
    lifting, side, sinking, step_offset, has_side, is_sideways = decompose_movement(
        config, direction, up, is_on_mover, was_grounded, log
    )
    low, high = compute_temporal_box(config, center, direction, up)
    low, high = grow_for_step(config, low, high, up)
    update_touched_geoms(world, scratch, config, low, high, side, log[4])
    flags, rule = 0, SLOPE_NONE
    passing = (world, scratch, config, marks, memory, frame)
    side_length = length(side)
    sensor = scale(normalize(side), settings[SET_RADIUS])
    sensor_budget = budget_of(config, SET_ITERATIONS_SENSOR, 1)

    if rules[SENSOR] == SENSOR_BEFORE_UP and wants_sensor(config, marks, side_length, log):
        run_pass(passing, center, sensor, side, sensor_budget, min_distance, PASS_SENSOR, log)

    if not is_experiment:
        is_single = settings[SET_NO_CEILING_SLIDE] != 0.0 or is_sideways
        up_budget = budget_of(config, SET_ITERATIONS_UP, 1 if is_single else most)
        center, hits = run_pass(passing, center, lifting, side, up_budget, min_distance, PASS_UP, log)
        if hits > 0:
            flags |= FLAG_UP
            lift = dot(center, up) - start_level
            note(log, GATE_STEP_CLAMP, lift, step_offset, lift < step_offset, -1, -1)
            step_offset = min(step_offset, lift)

    side_budget = budget_of(config, SET_ITERATIONS_SIDE, most)
    center, hits = run_pass(passing, center, side, side, side_budget, min_distance, PASS_SIDE, log)
    if hits > 0:
        flags |= FLAG_SIDES
    if rules[SENSOR] != SENSOR_BEFORE_UP and wants_sensor(config, marks, side_length, log):
        if rules[SENSOR] == SENSOR_DOWNWARD:
            sensor = scale(up, -settings[SET_RADIUS])
        run_pass(passing, center, sensor, side, sensor_budget, min_distance, PASS_SENSOR, log)
    is_slope_on = settings[SET_SLOPE_LIMIT] != 0.0
    if rules[SIDE_RULE] == 1 and is_slope_on and apply_side_rule(config, marks, memory, bottom, step_offset, log):
        rule = SLOPE_SIDE_CONSTRAINED
        if not is_experiment:
            return center, flags, rule

    if has_side and not (is_experiment and rules[DOWN_TAKES_BACK] == 0):
        sinking = subtract(sinking, scale(up, step_offset))
    is_sliding = is_experiment and settings[SET_FORCE_SLIDING] != 0.0 and rules[DOWN_ITERATIONS] == 0
    down_budget = budget_of(config, SET_ITERATIONS_DOWN, most if is_sliding else 1)
    center, hits = run_pass(passing, center, sinking, side, down_budget, min_distance, PASS_DOWN, log)
    note(log, GATE_SLOPE_ON, settings[SET_SLOPE_LIMIT], 0.0, is_slope_on, -1, -1)
    if hits > 0 and rise <= 0.0:
        flags |= FLAG_DOWN
    if hits > 0 and is_slope_on:
        is_user = marks[USER_UNDERFOOT] != 0
        note(log, GATE_USER_UNDERFOOT, float(marks[USER_UNDERFOOT]), 0.0, is_user, -1, -1)
        if not is_user and rules[SIDE_RULE] == 0 and apply_side_rule(config, marks, memory, bottom, step_offset, log):
            rule = SLOPE_SIDE_CONSTRAINED
            if not is_experiment:
                return center, flags, rule
    if is_slope_on and marks[DOWN_VALID] != 0:
        note(log, GATE_DOWNWARD, rise, 0.0, rise <= 0.0, -1, -1)
        if rise <= 0.0 and apply_down_rule(config, marks, memory, bottom, step_offset, log):
            rule = SLOPE_DOWN_TRIANGLE
            if is_experiment:
                drop = max(0.0, dot(center, up) - start_level) + abs(rise)
                least = drop / most if drop < min_distance else min_distance
                recover_budget = budget_of(config, SET_ITERATIONS_RECOVER, most)
                center, _ = run_pass(passing, center, scale(up, -drop), side, recover_budget, least, PASS_RECOVER, log)
    return center, flags, rule

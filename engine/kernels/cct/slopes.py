"""What calls ground non-walkable (001 10): the side rule and the DOWN-triangle rule."""

from engine.constants import (
    GATE_DOWN_STEEP,
    GATE_DOWN_TOP,
    GATE_DOWNWARD,
    GATE_SIDE_HEIGHT,
    GATE_SIDE_STEEP,
    GATE_SLOPE_ON,
    GATE_USER_UNDERFOOT,
    SLOPE_DOWN_TRIANGLE,
    SLOPE_NONE,
    SLOPE_SIDE_CONSTRAINED,
)
from engine.kernels.borrow import borrowing_kernel, inlined_kernel
from engine.kernels.cct.layout import (
    CONTACT_HEIGHT,
    CONTACT_LEVEL,
    DOWN_BODY,
    DOWN_LEAN,
    DOWN_NORMAL,
    DOWN_STEP,
    DOWN_TRIANGLE,
    DOWN_TRIANGLE_TOP,
    DOWN_VALID,
    HEIGHT_ALONE,
    HEIGHT_IGNORED,
    IS_EXPERIMENT,
    ROUNDING,
    SET_CONSTRAINED,
    SET_SLOPE_LIMIT,
    SET_STEP_OFFSET,
    SIDE_BODY,
    SIDE_LEAN,
    SIDE_RULE,
    SIDE_TRIANGLE,
    SIDE_VALID,
    SLOPE_NORMAL,
    TOO_STEEP,
    USER_UNDERFOOT,
)
from engine.kernels.cct.record import note, record_slope
from engine.kernels.cct.sweep import load_vector


@borrowing_kernel
def test_slope(config, lean):
    """Whether ground is too steep, by its normal · up (10.1); PhysX leaves faces alone that look down."""
    settings, rules = config
    return lean < settings[SET_SLOPE_LIMIT] and (rules[TOO_STEEP] == 1 or lean >= -ROUNDING)


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
    is_hit = is_high if choice == HEIGHT_ALONE else is_steep and (is_high or choice == HEIGHT_IGNORED)
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


@inlined_kernel
def judge_ground(passing, hits, rise, bottom, step_offset, log):
    """Return which rule calls the ground non-walkable after the DOWN pass (6.2.7, 10.3, 10.4)."""
    config, marks, memory = passing[2], passing[3], passing[4]
    settings, rules = config
    is_slope_on = settings[SET_SLOPE_LIMIT] != 0.0
    note(log, GATE_SLOPE_ON, settings[SET_SLOPE_LIMIT], 0.0, is_slope_on, -1, -1)
    rule = SLOPE_NONE
    if is_slope_on and hits > 0 and rules[SIDE_RULE] == 0:
        is_user = marks[USER_UNDERFOOT] != 0
        note(log, GATE_USER_UNDERFOOT, float(marks[USER_UNDERFOOT]), 0.0, is_user, -1, -1)
        if not is_user and apply_side_rule(config, marks, memory, bottom, step_offset, log):
            rule = SLOPE_SIDE_CONSTRAINED
    is_decided = rule != SLOPE_NONE and marks[IS_EXPERIMENT] == 0
    if is_slope_on and marks[DOWN_VALID] != 0 and marks[USER_UNDERFOOT] == 0 and not is_decided:
        note(log, GATE_DOWNWARD, rise, 0.0, rise <= 0.0, -1, -1)
        if rise <= 0.0 and apply_down_rule(config, marks, memory, bottom, step_offset, log):
            rule = SLOPE_DOWN_TRIANGLE
    return rule

"""Rules about what is too steep and too high (001 10, 15.4), and about ceilings."""

from __future__ import annotations

from math import cos, radians, sin

from engine.decisions import Gate
from engine.scenario import Scenario
from engine.trace import Flags, PassKind, SlopeRule
from tests.engine.cct.cases import shows
from tests.engine.cct.worlds import (
    FEET,
    HALF_HEIGHT,
    OFFSET,
    RADIUS,
    REST,
    STEP,
    approx,
    attempt_count,
    box,
    decided,
    floor,
    iterations,
    passes,
    plane,
    quads,
    ramp,
    run,
    scene,
    wall,
    with_rules,
)

SIDE, UP, DOWN = PassKind.SIDE, PassKind.UP, PassKind.DOWN


def up_a_gentle_ramp() -> Scenario:
    """Return a long move up a ramp of 30°, which ends more than a step higher."""
    return scene(floor(), ramp(30, foot=0.5), move=(2.5, -0.1, 0.0))


@shows("contact_height", "with_angle")
def steep_and_high_together_refuse() -> None:
    gentle = with_rules(up_a_gentle_ramp())
    assert attempt_count(gentle) == 1
    assert decided(gentle, Gate.SIDE_STEEP)["outcome"].tolist() == [False]
    level = run(floor(), wall(0.5), move=(0.1, -0.05, 0.0))
    assert attempt_count(level) == 1
    assert decided(level, Gate.SIDE_HEIGHT)["outcome"].tolist() == [False]


@shows("contact_height", "alone")
def height_alone_refuses_a_gentle_ramp() -> None:
    trace = with_rules(up_a_gentle_ramp(), contact_height="alone")
    assert (attempt_count(trace), trace.attempts[0]["slope_rule"]) == (2, SlopeRule.SIDE_CONSTRAINED)
    assert float(trace.attempts[0]["slope_height"]) > STEP


@shows("contact_height", "ignored")
def the_angle_alone_refuses_a_wall_beside_level_ground() -> None:
    trace = run(floor(), wall(0.5), move=(0.1, -0.05, 0.0), changes={"contact_height": "ignored"})
    assert (attempt_count(trace), trace.attempts[0]["slope_rule"]) == (2, SlopeRule.SIDE_CONSTRAINED)
    assert float(trace.attempts[0]["slope_height"]) == approx(-OFFSET), "although the ground is level"


def up_to_an_overhang() -> Scenario:
    """Return a move up a ramp of 30° that ends at a wall which leans over it by a little."""
    return scene(floor(), ramp(30, foot=0.5), plane("wall", (3.0, 1.5, 0.0), (-1.0, -0.05, 0.0)), move=(3.5, -0.1, 0.0))


@shows("too_steep", "upward_only")
def a_face_that_looks_down_is_not_too_steep() -> None:
    trace = with_rules(up_to_an_overhang())
    (steep,) = decided(trace, Gate.SIDE_STEEP)
    assert (bool(steep["outcome"]), float(steep["value"])) == (False, approx(-0.05 / (1.0 + 0.05**2) ** 0.5, abs=1e-6))
    assert attempt_count(trace) == 1


@shows("too_steep", "any")
def a_face_that_looks_down_is_too_steep() -> None:
    trace = with_rules(up_to_an_overhang(), too_steep="any")
    assert bool(decided(trace, Gate.SIDE_STEEP)[0]["outcome"])
    assert (attempt_count(trace), trace.attempts[0]["slope_rule"]) == (2, SlopeRule.SIDE_CONSTRAINED)


LOW_TOP = 0.45
"""Above the floor; so 0.35 above the bottom of a character that stands there."""


def steep_sill_below_a_ceiling() -> Scenario:
    """Return a move that lands on a steep sill, below a ceiling that allows a lift of 0.2."""
    rise = LOW_TOP / sin(radians(60)) * cos(radians(60))
    sill = [(0.2, 0.0, 5.0), (0.2 + rise, LOW_TOP, 5.0), (0.2 + rise, LOW_TOP, -5.0), (0.2, 0.0, -5.0)]
    ceiling = box("ceiling", (-5.0, REST + FEET + 0.3, -5.0), (5.0, 4.0, 5.0))
    return scene(floor(), quads("sill", sill), ceiling, move=(0.1, -0.05, 0.0), climbing="easy")


@shows("down_step", "user")
def a_triangle_underfoot_is_measured_with_the_step_that_was_set() -> None:
    trace = with_rules(steep_sill_below_a_ceiling())
    (top,) = decided(trace, Gate.DOWN_TOP)
    assert (float(top["value"]), float(top["threshold"])) == approx((LOW_TOP - OFFSET, STEP))
    assert attempt_count(trace) == 1


@shows("down_step", "clamped")
def a_triangle_underfoot_is_measured_with_the_lift_that_was_left() -> None:
    trace = with_rules(steep_sill_below_a_ceiling(), down_step="clamped")
    top = decided(trace, Gate.DOWN_TOP)[0]
    assert (float(top["value"]), float(top["threshold"])) == approx((LOW_TOP - OFFSET, 0.2))
    assert (attempt_count(trace), trace.attempts[0]["slope_rule"]) == (2, SlopeRule.DOWN_TRIANGLE)


def ramp_behind_a_ceiling() -> Scenario:
    """Return a move whose lift ends at a ceiling above the start, and whose side part meets a ramp of 30°."""
    ceiling = box("ceiling", (-5.0, REST + FEET + 0.3, -5.0), (0.5, 4.0, 5.0))
    return scene(
        ramp(30, foot=1.0),
        ceiling,
        move=(1.6, 0.0, 0.0),
        climbing="easy",
        prevent_vertical_sliding_against_ceiling=True,
    )


def reach_of_the_ramp() -> float:
    """Return how far the character gets that was lifted by 0.2, until a contact offset before the ramp."""
    level = REST + 0.2 - HALF_HEIGHT
    return 1.0 + (cos(radians(30)) * level - RADIUS) / sin(radians(30)) - OFFSET


@shows("ceiling", "side")
def a_ceiling_above_the_lift_lets_the_side_pass_rise() -> None:
    trace = with_rules(ramp_behind_a_ceiling())
    assert trace.frames[0]["flags"] & Flags.UP
    assert len(decided(trace, Gate.CEILING)) == 1, "asked of the ramp alone"
    (side,) = passes(trace, SIDE)
    left = 1.6 - reach_of_the_ramp()
    assert float(side["end"][0]) == approx(reach_of_the_ramp() + left * cos(radians(30)) ** 2, abs=1e-6)
    assert float(side["end"][1]) == approx(REST + 0.2 + left * cos(radians(30)) * sin(radians(30)), abs=1e-6)


@shows("ceiling", "both")
def a_ceiling_above_the_lift_keeps_the_side_pass_level() -> None:
    trace = with_rules(ramp_behind_a_ceiling(), ceiling="both")
    assert decided(trace, Gate.CEILING)["outcome"].tolist() == [True, False]
    (side,) = passes(trace, SIDE)
    assert side["end"].tolist() == approx([reach_of_the_ramp(), REST + 0.2, 0.0], abs=1e-6)
    assert len(iterations(trace, SIDE)) == 1

"""Rules about what a sweep sees and which hit wins (000 3, 4, 10, B; 001 5)."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np

from engine.level import Body
from engine.scenario import Scenario
from engine.trace import Exit, PassKind, Trace
from tests.engine.cct.cases import shows
from tests.engine.cct.worlds import (
    FEET,
    HALF_HEIGHT,
    OFFSET,
    RADIUS,
    REST,
    approx,
    end,
    floor,
    iterations,
    passes,
    plane,
    quads,
    scene,
    wall,
    with_rules,
)

SIDE, DOWN = PassKind.SIDE, PassKind.DOWN
SINE, COSINE = sin(radians(30)), cos(radians(30))
AHEAD = 0.0005
"""How much earlier the sphere meets the slope than the floor: half of what counts as the same distance."""


def floor_and_slope() -> Scenario:
    """Return a fall on a floor that goes over into a slope, which is touched a hair earlier."""
    foot = (RADIUS - COSINE * (RADIUS + AHEAD)) / SINE
    top = (foot + 3.0 * COSINE, 3.0 * SINE)
    flat = [(-5.0, 0.0, 5.0), (foot, 0.0, 5.0), (foot, 0.0, -5.0), (-5.0, 0.0, -5.0)]
    slope = [(foot, 0.0, 5.0), (*top, 5.0), (*top, -5.0), (foot, 0.0, -5.0)]
    return scene(quads("ground", flat, slope), center=(0.0, FEET + 0.3, 0.0), move=(0.0, -0.5, 0.0))


@shows("hit_selection", "physx")
def the_face_that_is_met_frontally_wins_at_the_smallest_distance() -> None:
    (hit,) = iterations(with_rules(floor_and_slope()), DOWN)
    assert float(hit["distance"]) == approx(0.3 - AHEAD, abs=1e-6)
    assert hit["normal"].tolist() == approx([0.0, 1.0, 0.0], abs=1e-6)
    assert hit["triangle"] in (0, 1)


@shows("hit_selection", "closest")
def the_slope_that_is_met_first_wins() -> None:
    (hit,) = iterations(with_rules(floor_and_slope(), hit_selection="closest"), DOWN)
    assert float(hit["distance"]) == approx(0.3 - AHEAD, abs=1e-9)
    assert hit["normal"].tolist() == approx([-SINE, COSINE, 0.0], abs=1e-9)
    assert hit["triangle"] in (2, 3)


def along_a_wall() -> Scenario:
    """Return a move along a wall that the capsule is 0.05 deep in."""
    behind = plane("wall", (-0.3, 0.0, 0.0), (1.0, 0.0, 0.0))
    return scene(behind, center=(0.0, 1.0, 0.0), move=(0.0, 0.0, 0.1), step_offset=0.0)


@shows("parallel_triangles", "tested")
def a_wall_along_the_move_pushes_out() -> None:
    trace = with_rules(along_a_wall())
    assert passes(trace, SIDE)[0]["exit"] == Exit.OVERLAP_RECOVERED
    assert end(trace) == approx([-0.3 + RADIUS + OFFSET, 1.0, 0.0], abs=1e-6)


@shows("parallel_triangles", "skipped")
def a_wall_along_the_move_is_not_seen() -> None:
    trace = with_rules(along_a_wall(), parallel_triangles="skipped")
    assert passes(trace, SIDE)[0]["exit"] == Exit.NO_HIT
    assert end(trace) == approx([0.0, 1.0, 0.1])


def below_an_overhang() -> Scenario:
    """Return a move against a wall that leans over the character: its lower edge is farther than its upper one."""
    leaning = plane("overhang", (1.0, 1.0, 0.0), (-0.8, -0.6, 0.0), size=2.0)
    return scene(leaning, center=(0.0, 1.0, 0.0), move=(2.0, 0.0, 0.0), step_offset=0.0, climbing="easy")


@shows("culling", "by_move")
def an_overhanging_wall_stops_the_move() -> None:
    first = iterations(with_rules(below_an_overhang()), SIDE)[0]
    # The upper sphere touches it: 0.8 (1 - x) - 0.6 * 0.55 = radius.
    assert float(first["distance"]) == approx(1.0 - (RADIUS + 0.6 * HALF_HEIGHT) / 0.8, abs=1e-6)
    assert first["normal"].tolist() == approx([-0.8, -0.6, 0.0], abs=1e-6)


@shows("culling", "by_up")
def an_overhanging_wall_is_walked_through() -> None:
    trace = with_rules(below_an_overhang(), culling="by_up")
    assert end(trace) == approx([2.0, 1.0, 0.0])
    assert trace.frames[0]["flags"] == 0


def fall() -> Scenario:
    """Return a fall of 2 m on a floor that is 1.5 m below the soles."""
    return scene(floor(), center=(0.0, 1.5 + FEET, 0.0), move=(0.0, -2.0, 0.0), window_step_down=0.5)


@shows("vertical_window", "off")
def a_long_fall_ends_on_the_floor() -> None:
    assert end(with_rules(fall())) == approx([0.0, REST, 0.0])


@shows("vertical_window", "on")
def a_floor_below_the_window_is_fallen_through() -> None:
    trace = with_rules(fall(), vertical_window="on")
    assert end(trace) == approx([0.0, FEET - 0.5, 0.0]), "the window ends 0.55 below the soles"
    nearer = scene(floor(), center=(0.0, 0.5 + FEET, 0.0), move=(0.0, -2.0, 0.0), window_step_down=0.5)
    assert end(with_rules(nearer, vertical_window="on")) == approx([0.0, REST, 0.0])


START = (0.25, 1.0, -0.5)
MOVE = (-3.0, 0.0, 0.5)


def fast_to_the_left(*bodies: Body) -> Scenario:
    """Return a long move towards -x, whose geometry is asked for without any growth."""
    return scene(*bodies, center=START, move=MOVE, step_offset=0.0, volume_growth=1.0, max_jump_height=1.5)


def temporal_box(trace: Trace) -> tuple[list[float], list[float]]:
    """Return the box of the first side iteration."""
    first = iterations(trace, SIDE)[0]
    return first["box_low"].tolist(), first["box_high"].tolist()


def box_around(margin: float, jump: float = 0.0) -> tuple[list[float], list[float]]:
    """Return the box around start and end of the move."""
    reach = np.array([RADIUS + margin, RADIUS + HALF_HEIGHT + margin, RADIUS + margin])
    start, finish = np.array(START), np.array(START) + MOVE
    low, high = np.minimum(start, finish) - reach, np.maximum(start, finish) + reach + [0.0, jump, 0.0]
    return low.tolist(), high.tolist()


LEFT = wall(-2.0, thickness=0.5)
"""From -2 to -1.5: in the middle of the move."""


@shows("temporal_box", "grown")
def the_temporal_box_holds_both_ends_and_the_contact_offset() -> None:
    low, high = temporal_box(with_rules(fast_to_the_left()))
    assert low == approx(box_around(OFFSET)[0])
    assert high == approx(box_around(OFFSET)[1])
    assert end(with_rules(fast_to_the_left(LEFT)))[0] == approx(-1.5 + RADIUS + OFFSET * 3.0 / np.hypot(3.0, 0.5))


@shows("temporal_box", "plain")
def the_temporal_box_leaves_the_contact_offset_out() -> None:
    low, high = temporal_box(with_rules(fast_to_the_left(), temporal_box="plain"))
    assert low == approx(box_around(0.0)[0])
    assert high == approx(box_around(0.0)[1])


@shows("temporal_box", "jump")
def the_temporal_box_has_room_for_a_jump() -> None:
    low, high = temporal_box(with_rules(fast_to_the_left(), temporal_box="jump"))
    assert low == approx(box_around(OFFSET, 1.5)[0])
    assert high == approx(box_around(OFFSET, 1.5)[1])


@shows("temporal_box", "one_corner")
def a_box_of_one_corner_misses_a_wall_on_the_left() -> None:
    low, high = temporal_box(with_rules(fast_to_the_left(), temporal_box="one_corner"))
    assert low[0] == approx(START[0] - RADIUS - OFFSET)
    assert high[0] == approx(START[0] - 3.0 + RADIUS + OFFSET)
    assert high[0] < low[0], "turned inside out"
    through = with_rules(fast_to_the_left(LEFT), temporal_box="one_corner")
    assert end(through) == approx([START[0] - 3.0, 1.0, 0.0])

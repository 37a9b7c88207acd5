"""Rules about which passes an attempt runs, and how far each goes (001 4, 6, 11, 13)."""

from __future__ import annotations

from math import cos, radians, sin, tan

from engine.decisions import Gate
from engine.level import Body
from engine.scenario import Scenario
from engine.trace import AttemptKind, Exit, Flags, PassKind, SlopeRule, Trace
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
    end,
    floor,
    iterations,
    kinds,
    passes,
    platform,
    quads,
    ramp,
    run,
    scene,
    wall,
    with_rules,
)

UP, SIDE, SENSOR, DOWN = PassKind.UP, PassKind.SIDE, PassKind.SENSOR, PassKind.DOWN
RECOVER = PassKind.RECOVER
FORCE = "prevent_climbing_and_force_sliding"
SINE, COSINE = sin(radians(60)), cos(radians(60))
ON_RAMP = (1.0 - SINE * (RADIUS + OFFSET), tan(radians(60)) + COSINE * (RADIUS + OFFSET) + HALF_HEIGHT, 0.0)
"""Above a ramp of 60°, with a gap as wide as the contact offset."""
NEAR = 1e-6
"""Corners of meshes are rounded to float32 under the preset `physx`."""


def on_ramp(non_walkable: str) -> Scenario:
    """Return one move against a ramp of 60° that ends in the walk experiment."""
    return scene(ramp(60), center=ON_RAMP, move=(0.1, -0.2, 0.0), non_walkable=non_walkable)


def experiment(trace: Trace) -> list[float]:
    """Return the displacement of the walk experiment."""
    attempt = trace.attempts[trace.attempts_of(0)[1]]
    assert attempt["kind"] == AttemptKind.WALK_EXPERIMENT
    move: list[float] = attempt["move"].tolist()
    return move


@shows("experiment_displacement", "vertical")
def the_experiment_keeps_the_fall() -> None:
    assert experiment(with_rules(on_ramp(FORCE))) == approx([0.0, -0.2, 0.0])


@shows("experiment_displacement", "horizontal")
def the_experiment_keeps_the_side_move() -> None:
    trace = with_rules(on_ramp(FORCE), experiment_displacement="horizontal")
    assert experiment(trace) == approx([0.1, 0.0, 0.0])
    # 0.1 / sine to the plane; what is left of the way is bent along the ramp, upwards.
    left = 0.1 - (0.1 / SINE - OFFSET)
    assert end(trace)[1] - ON_RAMP[1] == approx(left * COSINE * SINE, abs=NEAR)


@shows("sensor", "untouched")
def the_sensor_looks_only_where_the_side_pass_touched_nothing() -> None:
    free = run(floor(), move=(0.1, -0.05, 0.0))
    assert kinds(free) == [UP, SIDE, SENSOR, DOWN]
    (sensor,) = passes(free, SENSOR)
    assert sensor["move"].tolist() == approx([RADIUS, 0.0, 0.0])
    assert (sensor["max_iterations"], bool(sensor["restored"])) == (1, True)
    assert kinds(run(floor(), wall(0.5), move=(0.1, -0.05, 0.0))) == [UP, SIDE, DOWN]
    assert kinds(run(floor(), move=(RADIUS, -0.05, 0.0))) == [UP, SIDE, DOWN], "not shorter than the radius"
    assert kinds(run(floor(), move=(0.1, -0.05, 0.0), climbing="easy")) == [UP, SIDE, DOWN]


@shows("sensor", "always")
def the_sensor_looks_even_where_the_side_pass_touched_a_wall() -> None:
    trace = run(floor(), wall(0.5), move=(0.1, -0.05, 0.0), changes={"sensor": "always"})
    assert kinds(trace) == [UP, SIDE, SENSOR, DOWN]
    assert end(trace) == approx([0.05, REST, 0.0]), "its own way is not kept"


@shows("sensor", "downward")
def the_sensor_looks_down() -> None:
    trace = run(floor(), move=(0.1, -0.05, 0.0), changes={"sensor": "downward"})
    (sensor,) = passes(trace, SENSOR)
    assert sensor["move"].tolist() == approx([0.0, -RADIUS, 0.0])
    assert kinds(trace) == [UP, SIDE, SENSOR, DOWN]


@shows("sensor", "before_up")
def the_sensor_looks_before_the_character_is_lifted() -> None:
    trace = run(floor(), move=(0.1, -0.05, 0.0), changes={"sensor": "before_up"})
    assert kinds(trace) == [SENSOR, UP, SIDE, DOWN]
    (sensor,) = passes(trace, SENSOR)
    assert sensor["start"].tolist() == approx([0.0, REST, 0.0]), "from the ground, where it sees nothing new"


@shows("sensor", "off")
def without_the_sensor_a_short_move_does_not_see_the_wall_ahead() -> None:
    trace = run(floor(), wall(0.7), move=(0.1, -0.05, 0.0), changes={"sensor": "off"})
    assert kinds(trace) == [UP, SIDE, DOWN]
    assert len(decided(trace, Gate.SIDE_STEEP)) == 0
    sensed = run(floor(), wall(0.7), move=(0.1, -0.05, 0.0))
    (steep,) = decided(sensed, Gate.SIDE_STEEP)
    assert (bool(steep["outcome"]), float(steep["value"])) == (True, 0.0), "the wall's normal has no part along up"


@shows("side_rule", "after_down")
def a_wall_is_judged_by_the_height_of_the_ground_below() -> None:
    trace = run(floor(), wall(0.5), move=(0.1, -0.05, 0.0))
    (height,) = decided(trace, Gate.SIDE_HEIGHT)
    assert float(height["value"]) == approx(-OFFSET), "the floor lies below the original bottom"
    assert (bool(height["outcome"]), attempt_count(trace)) == (False, 1)


@shows("side_rule", "after_side")
def a_wall_is_judged_by_the_height_of_its_own_contact() -> None:
    trace = run(floor(), wall(0.5), move=(0.1, -0.05, 0.0), changes={"side_rule": "after_side"})
    first = trace.attempts[0]
    assert (attempt_count(trace), first["slope_rule"]) == (2, SlopeRule.SIDE_CONSTRAINED)
    assert kinds(trace)[:3] == [UP, SIDE, SIDE], "the first attempt ends before its DOWN pass"
    # Somewhere on the straight part of the capsule, which was lifted by the step offset.
    assert STEP + RADIUS <= float(first["slope_height"]) <= STEP + RADIUS + 2.0 * HALF_HEIGHT


@shows("down_takes_back", "not_in_experiment")
def the_experiment_takes_no_step_back() -> None:
    trace = with_rules(on_ramp("prevent_climbing"))
    assert [float(p["move"][1]) for p in passes(trace, DOWN)] == approx([-0.2 - STEP, -0.2])


@shows("down_takes_back", "always")
def the_experiment_takes_a_step_back_that_it_never_made() -> None:
    trace = with_rules(on_ramp("prevent_climbing"), down_takes_back="always")
    assert [float(p["move"][1]) for p in passes(trace, DOWN)] == approx([-0.2 - STEP, -0.2 - STEP])


LEDGE = box("ledge", (0.6, 0.0, -5.0), (5.0, 2.0 - FEET + 0.4, 5.0))
"""0.4 above the soles of a character that falls past it."""


@shows("lift", "always")
def a_falling_character_steps_onto_a_ledge() -> None:
    trace = run(LEDGE, center=(0.0, 2.0, 0.0), move=(0.6, -0.05, 0.0))
    assert passes(trace, UP)[0]["move"].tolist() == approx([0.0, STEP, 0.0])
    assert end(trace) == approx([0.6, 2.0 + 0.4 + OFFSET, 0.0])
    assert trace.frames[0]["flags"] == Flags.DOWN


@shows("lift", "on_ground")
def a_falling_character_is_stopped_by_a_ledge() -> None:
    trace = run(LEDGE, center=(0.0, 2.0, 0.0), move=(0.6, -0.05, 0.0), changes={"lift": "on_ground"})
    assert passes(trace, UP)[0]["exit"] == Exit.ZERO
    assert end(trace) == approx([0.6 - RADIUS - OFFSET, 1.95, 0.0])
    (falling,) = decided(trace, Gate.FALLING)
    assert bool(falling["outcome"])
    standing = run(floor(), move=(0.1, -0.05, 0.0), frames=2, changes={"lift": "on_ground"})
    assert decided(standing, Gate.FALLING)["outcome"].tolist() == [True, False]
    assert passes(standing, UP, frame=1)[0]["move"].tolist() == approx([0.0, STEP, 0.0])


@shows("down_iterations", "by_mode")
def the_experiment_slides_down_the_ramp() -> None:
    (_, down) = passes(with_rules(on_ramp(FORCE)), DOWN)
    assert (down["max_iterations"], down["iteration_count"]) == (10, 2)
    # The gap is 0.1 / cosine = 0.2 along the fall: 0.1 of it is fallen, the other 0.1 slides.
    went = (down["end"] - down["start"]).tolist()
    assert went == approx([-0.1 * SINE * COSINE, -0.1 - 0.1 * SINE * SINE, 0.0], abs=NEAR)


@shows("down_iterations", "one")
def the_experiment_stops_where_it_meets_the_ramp() -> None:
    (_, down) = passes(with_rules(on_ramp(FORCE), down_iterations="one"), DOWN)
    assert (down["max_iterations"], down["iteration_count"]) == (1, 1)
    assert (down["end"] - down["start"]).tolist() == approx([0.0, -0.1, 0.0], abs=NEAR)


def arc(facets: int = 16, radius: float = 2.0) -> list[Body]:
    """Return the inside of a quarter of a round room, walked into along +x and led around towards +z."""
    walls = []
    for k in range(facets):
        begin, finish = (radians(90.0 * (k + side) / facets) for side in (0, 1))
        low = [(radius * sin(a), 0.0, -radius * cos(a)) for a in (begin, finish)]
        walls.append([low[0], low[1], (low[1][0], 5.0, low[1][2]), (low[0][0], 5.0, low[0][2])])
    return [quads("arc", *walls, two_sided=True)]


def around_the_arc() -> Scenario:
    """Return a move along the inside of a round wall: each facet bends it once."""
    return scene(
        *arc(), center=(0.0, 2.0, -2.0 + RADIUS + OFFSET), move=(1.6, 0.0, 0.0), step_offset=0.0, climbing="easy"
    )


@shows("iterations", "as_set")
def ten_iterations_lead_around_a_bend() -> None:
    (side,) = passes(with_rules(around_the_arc()), SIDE)
    assert side["max_iterations"] == 10
    assert 5 <= side["iteration_count"] <= 10


@shows("iterations", "at_most_four")
def four_iterations_end_in_the_bend() -> None:
    whole, short = with_rules(around_the_arc()), with_rules(around_the_arc(), iterations="at_most_four")
    (side,) = passes(short, SIDE)
    assert (side["max_iterations"], side["iteration_count"], side["exit"]) == (4, 4, Exit.MAX_ITERATIONS)
    assert iterations(short, SIDE)["origin"].tolist() == iterations(whole, SIDE)["origin"][:4].tolist()
    assert end(short) == iterations(whole, SIDE)["origin"][4].tolist(), "where the fifth would have begun"


def aside() -> Body:
    """Return a platform whose top is at 0 and that moves 0.05 along x in every frame."""
    return platform([(0.05 * k, -0.5, 0.0) for k in range(10)])


@shows("platform", "split")
def a_platform_carries_sideways_by_permission_only() -> None:
    for may_ride, expected in ((False, 0.0), (True, 0.05)):
        trace = run(aside(), move=(0.0, -0.05, 0.0), frames=3, ride_platforms=may_ride)
        # In the first frame nothing is known of the platform; from then on its motion joins the displacement.
        assert trace.centers[:, 0].tolist() == approx([0.0, expected, 2 * expected])
        assert decided(trace, Gate.RIDE)["outcome"].tolist() == [may_ride] * 2


@shows("platform", "whole")
def a_platform_moves_the_character_whatever_is_permitted() -> None:
    trace = run(aside(), move=(0.0, -0.05, 0.0), frames=3, changes={"platform": "whole"})
    assert trace.centers[:, 0].tolist() == approx([0.0, 0.05, 0.1])
    attempt = trace.attempts[trace.attempts_of(1)[0]]
    assert attempt["start"].tolist() == approx([0.05, REST, 0.0]), "moved without a sweep"
    assert attempt["move"].tolist() == approx([0.0, -0.05, 0.0])
    assert len(decided(trace, Gate.RIDE)) == 0

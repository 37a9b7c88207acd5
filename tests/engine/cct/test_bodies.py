"""What a body is to the character: masks, behaviour flags, obstacles, characters, dynamic and kinematic bodies."""

from __future__ import annotations

from typing import Any

import pytest

from engine.decisions import Gate
from engine.level import Body, BodyKind, BodyRole
from engine.shapes import Box, CapsuleShape
from engine.trace import NO_BODY, Exit, Flags, PassKind, Trace
from tests.engine.cct.worlds import (
    FEET,
    OFFSET,
    RADIUS,
    REST,
    approx,
    box,
    decided,
    end,
    floor,
    iterations,
    passes,
    plane,
    platform,
    ramp,
    run,
)

SIDE, DOWN = PassKind.SIDE, PassKind.DOWN


@pytest.mark.parametrize(("mask", "x"), [(1, 1.0), (2, 0.5 - RADIUS - OFFSET), (3, 0.5 - RADIUS - OFFSET)])
def test_bodies_that_share_no_bit_of_the_mask_are_walked_through(mask: int, x: float) -> None:
    block = box("block", (0.5, 0.0, -5.0), (0.7, 5.0, 5.0), mask=2)
    trace = run(block, center=(0.0, 1.0, 0.0), move=(1.0, 0.0, 0.0), step_offset=0.0, mask=mask)
    assert end(trace)[0] == approx(x)


@pytest.mark.parametrize("mask", [1, 2])
def test_a_masked_platform_is_not_found_below_either(mask: int) -> None:
    rising = platform([(0.0, -0.5 + 0.05 * k, 0.0) for k in range(5)], mask=2)
    trace = run(rising, center=(0.0, FEET, 0.0), move=(0.0, -0.01, 0.0), frames=5, mask=mask)
    assert (len(decided(trace, Gate.MOVER)) > 0) == (mask == 2)


@pytest.mark.parametrize(
    ("of_the_body", "of_the_settings", "carried"),
    [(None, False, False), (None, True, True), (True, False, True), (False, True, False)],
)
def test_a_body_can_say_whether_it_carries(of_the_body: bool | None, of_the_settings: bool, carried: bool) -> None:
    aside = platform([(0.05 * k, -0.5, 0.0) for k in range(10)], ride=of_the_body)
    trace = run(aside, move=(0.0, -0.05, 0.0), frames=4, ride_platforms=of_the_settings)
    assert end(trace)[0] == approx(0.15 if carried else 0.0)


def head(**more: Any) -> Body:
    """Return another character, whose head is touched off its middle."""
    return Body("other", CapsuleShape(RADIUS, 1.1), role=BodyRole.CHARACTER, position=(0.1, 0.9, 0.0), **more)


def land_on_the_head(**more: Any) -> Trace:
    return run(head(**more), center=(0.0, 2.8, 0.0), move=(0.0, -0.3, 0.0))


def test_on_a_character_to_slide_on_nine_more_iterations_are_allowed() -> None:
    standing, sliding = land_on_the_head(), land_on_the_head(slide=True)
    assert [len(iterations(trace, DOWN)) for trace in (standing, sliding)] == [1, 2]
    assert [len(decided(trace, Gate.SLIDES)) for trace in (standing, sliding)] == [0, 1]
    assert end(standing)[0] == 0.0
    assert end(sliding)[0] < -0.005, "off to the side that it leans to"
    (down,) = passes(sliding, DOWN)
    assert down["exit"] == Exit.NO_HIT


def test_a_slide_that_never_ends_is_cut_after_ten_iterations() -> None:
    # In a cleft of two heads each iteration is bent to the other side.
    heads = [
        Body(f"head {x}", CapsuleShape(RADIUS, 1.1), role=BodyRole.CHARACTER, slide=True, position=(x, 0.9, 0.0))
        for x in (0.4, -0.4)
    ]
    trace = run(*heads, center=(0.001, 2.6, 0.0), move=(0.0, -1.0, 0.0), min_move_distance=0.0)
    (down,) = passes(trace, DOWN)
    assert down["max_iterations"] == 1
    assert 2 <= down["iteration_count"] <= 10


OBSTACLES = [
    Body("obstacle", Box((1.0, 0.5, 1.0)), role=BodyRole.OBSTACLE, position=(0.0, -0.5, 0.0)),
    Body(
        "obstacle",
        CapsuleShape(0.5, 2.0),
        role=BodyRole.OBSTACLE,
        position=(0.0, -0.5, 0.0),
        rotation=(0.0, 0.0, 0.7071067811865476, 0.7071067811865476),
    ),
]


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=["box", "capsule"])
def test_obstacles_are_stood_on_but_leave_no_touched_body(obstacle: Body) -> None:
    trace = run(obstacle, move=(0.0, -0.2, 0.0), frames=2)
    assert end(trace) == approx([0.0, REST, 0.0])
    assert trace.frames["flags"].tolist() == [Flags.DOWN] * 2
    assert trace.frames["touched"].tolist() == [NO_BODY] * 2
    assert trace.states[1]["support"] == 0, "it could carry the character all the same"
    assert decided(trace, Gate.USER_UNDERFOOT)["outcome"].all()


def test_a_moving_obstacle_carries_without_being_asked() -> None:
    aside = platform([(0.05 * k, -0.5, 0.0) for k in range(10)], role=BodyRole.OBSTACLE)
    trace = run(aside, move=(0.0, -0.05, 0.0), frames=4)
    assert end(trace)[0] == approx(0.15)
    assert trace.frames["touched"].tolist() == [NO_BODY] * 4


def overlap(**more: Any) -> Trace:
    """Return a move into a block that the capsule is 0.05 deep in."""
    block = box("block", (0.3, -1.0, -2.0), (1.0, 5.0, 2.0), **more)
    return run(block, center=(0.0, 1.0, 0.0), move=(0.01, 0.0, 0.0), step_offset=0.0)


@pytest.mark.parametrize("more", [{}, {"kind": BodyKind.KINEMATIC}], ids=["static", "kinematic"])
def test_static_and_kinematic_bodies_push_out(more: dict[str, Any]) -> None:
    trace = overlap(**more)
    assert passes(trace, SIDE)[0]["exit"] == Exit.OVERLAP_RECOVERED
    assert trace.frames[0]["flags"] == Flags.SIDES
    assert decided(trace, Gate.RECOVERY_ELIGIBLE)["outcome"].tolist()[:1] == [True]
    assert end(trace)[0] == approx(-0.05 - OFFSET, abs=1e-6)


@pytest.mark.parametrize(
    "more", [{"kind": BodyKind.DYNAMIC}, {"role": BodyRole.OBSTACLE}, {"role": BodyRole.CHARACTER}]
)
def test_what_cannot_push_out_is_passed_over_while_it_is_overlapped(more: dict[str, Any]) -> None:
    trace = overlap(**more)
    assert passes(trace, SIDE)[0]["exit"] == Exit.NO_HIT
    assert trace.frames[0]["flags"] == 0


def test_without_recovery_an_overlapped_body_is_passed_over() -> None:
    block = box("block", (0.3, -1.0, -2.0), (1.0, 5.0, 2.0))
    trace = run(block, center=(0.0, 1.0, 0.0), move=(0.1, 0.0, 0.0), step_offset=0.0, overlap_recovery=False)
    assert end(trace)[0] == approx(0.1)
    assert trace.frames[0]["flags"] == 0


@pytest.mark.parametrize("kind", [BodyKind.KINEMATIC, BodyKind.DYNAMIC])
def test_slope_rules_know_static_triangles_only(kind: BodyKind) -> None:
    trace = run(floor(), ramp(60, foot=1.0, kind=kind), move=(0.05, -0.1, 0.0), frames=60)
    assert end(trace)[1] > REST + 1.0
    assert (trace.frames["attempt_count"] == 1).all()


def test_the_back_of_a_mesh_stops_only_if_it_is_two_sided() -> None:
    for two_sided, x in ((False, 1.0), (True, 0.5 - RADIUS - OFFSET)):
        back = run(_sheet(two_sided), center=(0.0, 1.0, 0.0), move=(1.0, 0.0, 0.0), step_offset=0.0, climbing="easy")
        assert end(back)[0] == approx(x, abs=1e-6)


def _sheet(two_sided: bool) -> Body:
    return plane("sheet", (0.5, 0.0, 0.0), (1.0, 0.0, 0.0), two_sided=two_sided)

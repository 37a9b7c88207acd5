"""Rules about pushing out (001 9, 000 B.4) and about guards that change motion (001 14)."""

from __future__ import annotations

from engine.decisions import Gate
from engine.level import Body
from engine.scenario import Scenario
from engine.shapes import Box
from engine.trace import Exit, PassKind
from tests.engine.cct.cases import shows
from tests.engine.cct.worlds import OFFSET, RADIUS, approx, box, decided, end, passes, scene, wall, with_rules

SIDE = PassKind.SIDE


def between_two_blocks() -> Scenario:
    """Return a move towards two blocks side by side, each of which the capsule is 0.05 deep in."""
    blocks = [box(f"block {z}", (0.3, -1.0, z), (1.0, 5.0, z + 2.0)) for z in (-2.0, 0.0)]
    return scene(*blocks, center=(0.0, 1.0, 0.0), move=(0.01, 0.0, 0.0), step_offset=0.0)


@shows("recovery", "sequential")
def what_one_push_cured_is_not_pushed_again() -> None:
    trace = with_rules(between_two_blocks())
    assert passes(trace, SIDE)[0]["exit"] == Exit.OVERLAP_RECOVERED
    pushes = decided(trace, Gate.RECOVERY_PUSH)
    assert pushes["value"][:2].tolist() == approx([0.05 + OFFSET, 0.0], abs=1e-6)
    assert end(trace) == approx([-0.05 - OFFSET, 1.0, 0.0], abs=1e-6)


@shows("recovery", "sum")
def the_pushes_of_all_bodies_are_added_up() -> None:
    trace = with_rules(between_two_blocks(), recovery="sum")
    assert decided(trace, Gate.RECOVERY_PUSH)["value"].tolist() == approx([0.05, 0.05], abs=1e-6)
    assert end(trace) == approx([2.0 * (-0.05 - OFFSET), 1.0, 0.0], abs=1e-6)


def in_a_scaled_block() -> Scenario:
    """Return a move into a block that is twice as large as its shape, 0.05 deep."""
    block = Body("block", Box((0.5, 2.0, 2.0)), position=(1.3, 1.0, 0.0), scale=(2.0, 2.0, 2.0))
    return scene(block, center=(0.0, 1.0, 0.0), move=(0.01, 0.0, 0.0), step_offset=0.0)


@shows("depth", "world")
def a_scaled_block_pushes_by_the_depth_in_metres() -> None:
    assert end(with_rules(in_a_scaled_block()))[0] == approx(-0.05 - OFFSET, abs=1e-6)


@shows("depth", "local")
def a_scaled_block_pushes_by_the_depth_in_its_own_units() -> None:
    # Four pushes of half of what is left: the capsule never gets out.
    left = (0.05 + OFFSET) * 0.5**4
    assert end(with_rules(in_a_scaled_block(), depth="local"))[0] == approx(-(0.05 + OFFSET - left), abs=1e-6)
    once = with_rules(in_a_scaled_block(), depth="local", recovery="sum")
    assert end(once)[0] == approx(-0.5 * (0.05 + OFFSET), abs=1e-6)


def deep_in_a_block() -> Scenario:
    """Return a short move of a capsule that is 0.25 deep in a wall."""
    return scene(wall(0.1), center=(0.0, 1.0, 0.0), move=(0.01, 0.0, 0.0), step_offset=0.0)


@shows("large_moves", "kept")
def a_long_push_is_reported_and_kept() -> None:
    trace = with_rules(deep_in_a_block())
    assert end(trace)[0] == approx(-0.25 - OFFSET, abs=1e-6)
    (guard,) = decided(trace, Gate.GUARD_LARGE_MOVE)
    assert (float(guard["value"]), float(guard["threshold"])) == approx((0.35, 0.02), abs=1e-6)


@shows("large_moves", "clamped")
def a_long_push_is_cut_to_twice_the_displacement() -> None:
    assert end(with_rules(deep_in_a_block(), large_moves="clamped"))[0] == approx(-0.02)


def against_a_wall() -> Scenario:
    """Return twenty moves against a wall that is reached in the second one."""
    return scene(wall(RADIUS + OFFSET + 0.3), center=(0.0, 1.0, 0.0), move=(0.2, 0.0, 0.0), frames=20, step_offset=0.0)


FIRST_STUCK = 13
"""From frame 3 on, a frame ends where it began two frames ago; the eleventh such frame is one too many."""


@shows("stuck", "reported")
def a_character_that_does_not_get_on_is_reported() -> None:
    trace = with_rules(against_a_wall())
    guards = decided(trace, Gate.GUARD_STUCK)
    assert guards["frame"].tolist() == list(range(FIRST_STUCK, 20))
    assert guards["value"].tolist() == list(range(11, 11 + len(guards)))
    assert trace.centers[1:, 0].tolist() == approx([0.3] * 19)


@shows("stuck", "pushed_out")
def a_character_that_does_not_get_on_is_pushed_away() -> None:
    trace = with_rules(against_a_wall(), stuck="pushed_out")
    assert trace.centers[1:FIRST_STUCK, 0].tolist() == approx([0.3] * (FIRST_STUCK - 1))
    # Pushed out with a radius that is larger by another contact offset.
    assert end(trace, FIRST_STUCK)[0] == approx(0.3 - OFFSET)

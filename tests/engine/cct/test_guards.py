"""Guards (001 14): each leaves a decision when it acts, and only then."""

from __future__ import annotations

from math import inf, nan, sqrt
from typing import Any

import numpy as np
import pytest

from engine.decisions import Gate
from engine.scenario import InputSegment
from engine.trace import Exit, PassKind
from tests.engine.cct.pass_cases import on_ramp
from tests.engine.cct.worlds import REST, approx, decided, end, floor, passes, quads, run, scene, wall, with_rules

GUARDS = [gate for gate in Gate if gate.is_guard]


def test_an_ordinary_walk_leaves_no_guard() -> None:
    for rules in ("physx", "spec"):
        trace = run(floor(), wall(5.0), move=(0.1, -0.05, 0.01), frames=30, rules=rules, contact_offset=0.01)
        assert [Gate(int(g)).name for g in set(trace.decisions["gate"].tolist()) if g in GUARDS] == []


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_a_move_that_is_no_number_is_reported_and_not_made(bad: float) -> None:
    moves = [(0.1, -0.05, 0.0), (bad, 0.0, 0.0), (0.1, -0.05, 0.0)]
    trace = run(floor(), segments=[InputSegment(1, move=move) for move in moves])
    guards = decided(trace, Gate.GUARD_INVALID)
    assert guards["frame"].tolist() == [1]
    assert bool(guards[0]["outcome"])
    assert trace.centers[:, 0].tolist() == approx([0.1, 0.1, 0.2])
    assert trace.centers[:, 1].tolist() == approx([REST] * 3)


def test_a_start_that_is_no_number_does_not_spread() -> None:
    jump = InputSegment(1, move=(0.1, -0.05, 0.0), gravity=nan)
    trace = run(floor(), segments=[jump, InputSegment(1, move=(0.1, -0.05, 0.0))])
    assert np.isfinite(trace.centers).all()


def test_no_pass_goes_on_for_more_than_a_hundred_iterations() -> None:
    # The recovery sweep of a ramp that must not be climbed tries the same way again and again.
    endless = scene(
        *on_ramp("prevent_climbing").level.bodies,
        center=on_ramp("prevent_climbing").capsule.center,
        move=(0.1, -0.2, 0.0),
        max_iterations_recover=1000,
    )
    trace = with_rules(endless)
    (recover,) = passes(trace, PassKind.RECOVER)
    assert (recover["max_iterations"], recover["iteration_count"]) == (1000, 100)
    (guard,) = decided(trace, Gate.GUARD_LOOP)
    assert (float(guard["value"]), float(guard["threshold"])) == (100.0, 100.0)
    assert recover["exit"] == Exit.MAX_ITERATIONS


def test_parallel_planes_leave_no_crease() -> None:
    # Along one wall into a slot whose other wall comes nearer by five millionths of a radian.
    bend, gap = 5e-6, 2e-6
    near = [(1.0, -5.0, -9.0), (1.0, -5.0, 9.0), (1.0, 5.0, 9.0), (1.0, 5.0, -9.0)]
    begin, finish = 0.3 - gap - 0.5 * bend, 0.3 - gap + 7.5 * bend
    far = [(begin, -5.0, 1.0), (begin, 5.0, 1.0), (finish, 5.0, 9.0), (finish, -5.0, 9.0)]
    words: dict[str, Any] = {"center": (0.0, 0.0, 0.0), "move": (3.0, 0.0, 3.0), "step_offset": 0.0}
    words |= {"contact_offset": 1e-6, "climbing": "easy"}
    walls = quads("walls", near, far)
    trace = run(walls, changes={"response": "crease", "hit_selection": "closest"}, **words)
    (guard,) = decided(trace, Gate.GUARD_PARALLEL_PLANES)
    assert (float(guard["value"]), float(guard["threshold"])) == (approx(bend, rel=1e-3), 1e-5)
    assert passes(trace, PassKind.SIDE)[0]["exit"] == Exit.MIN_DISTANCE
    assert end(trace)[2] == approx(1.5 + (gap - 1e-6 / sqrt(2.0)) / bend, abs=1e-3), "where the slot is too narrow"


def test_who_asks_for_nothing_is_not_stuck() -> None:
    trace = run(floor(), frames=30)
    assert len(decided(trace, Gate.GUARD_STUCK)) == 0
    assert (trace.states["stuck_frames"] == 0).all()


def test_who_gets_on_again_is_no_longer_stuck() -> None:
    push = InputSegment(20, move=(0.2, 0.0, 0.0))
    away = InputSegment(3, move=(-0.2, 0.0, 0.0))
    trace = run(wall(0.5), center=(0.0, 1.0, 0.0), segments=[push, away, push], step_offset=0.0)
    frames = decided(trace, Gate.GUARD_STUCK)["frame"]
    assert frames.max() > 23
    assert not ((frames >= 20) & (frames < 33)).any(), "its patience starts anew"


def test_guards_belong_to_the_frame_and_to_no_pass() -> None:
    trace = run(wall(0.1), center=(0.0, 1.0, 0.0), move=(0.01, 0.0, 0.0), step_offset=0.0)
    (guard,) = decided(trace, Gate.GUARD_LARGE_MOVE)
    assert (guard["attempt"], guard["pass_index"], guard["iteration"]) == (-1, -1, -1)

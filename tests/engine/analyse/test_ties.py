"""Proofs that a frame which differs from a reference's is a tie: found where there are any, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import load_scenario, load_trace
from engine.analyse.likeness import Aspect, list_aspects, list_unlike_iterations
from engine.analyse.nudges import LARGEST_NUDGE, Nudge, Target, list_nudges, run_nudged
from engine.analyse.pair import Pair
from engine.analyse.ties import _list_faces, find_tie, find_ties
from engine.decisions import Gate
from engine.scenario import Scenario
from engine.simulate import simulate
from engine.trace import Exit, Trace

Load = Callable[[str], tuple[Scenario, Trace, Trace]]


@pytest.fixture(scope="module")
def load(physx_traces: Path) -> Load:
    """Return scenario, our trace and PhysX's by name."""

    def load_named(name: str) -> tuple[Scenario, Trace, Trace]:
        scenario = load_scenario(physx_traces / f"{name}.scenario.json")
        theirs = load_trace(physx_traces / f"{name}.trace.json.gz", scenario)
        return scenario, simulate(scenario, reference=theirs), theirs

    return load_named


def test_two_walls_at_the_same_distance_are_a_tie_that_a_nanometre_decides(load: Load) -> None:
    (tie,) = find_ties(*load("T02_corner90"))
    assert tie.frame == 49
    assert tie.aspects == {Aspect.HITS}
    assert tie.nudge is not None
    assert max(map(abs, tie.nudge.offset)) <= 1e-9
    assert tie.ruling is not None
    assert tie.ruling.gate is Gate.HIT
    assert {tie.ruling.hit.split()[0], tie.ruling.other_hit.split()[0]} == {"wallX", "wallY"}


def test_a_frame_like_the_references_needs_no_proof(load: Load) -> None:
    """In frame 24 the slide along the floor is at right angles to its pass, which is no reversal."""
    assert find_ties(*load("T07_drop60_slide")) == []


def test_an_equally_opposed_face_is_a_tie_by_its_normal_alone(load: Load) -> None:
    scenario, ours, theirs = load("T07_tess60_prev_constrained")
    tie = find_tie(scenario, Pair(ours, theirs), 32)
    assert tie.runner_up is not None
    assert tie.runner_up.margin < 2e-7
    assert tie.runner_up.gap == pytest.approx(0.0, abs=1e-9)


def test_a_millimetre_is_no_tie(load: Load) -> None:
    """The reference ends a millimetre farther: no nudge of a thousandth of that explains it."""
    scenario, ours, theirs = load("T02_corner90")
    frames = theirs.frames.copy()
    frames["center"][20, 0] += 1e-3
    tie = find_tie(scenario, Pair(ours, replace(theirs, frames=frames)), 20)
    assert tie.aspects == {Aspect.OUTCOME}
    assert not tie.is_proven
    assert tie.proof_words == "none"


def test_a_frame_run_again_without_a_nudge_is_the_same_frame(load: Load) -> None:
    scenario, ours, _ = load("P5_kinematic_pusher")
    for frame in (3, 159, 200):
        again = run_nudged(scenario, ours, frame, None)
        assert np.array_equal(again.frames[0]["center"], ours.frames[frame]["center"])
        assert not list_aspects(Pair(again, ours), 0, frame)


def test_a_nudge_moves_the_start_by_as_much_as_it_says(load: Load) -> None:
    scenario, ours, _ = load("T02_corner90")
    plain = run_nudged(scenario, ours, 5, None)
    nudged = run_nudged(scenario, ours, 5, Nudge(Target.CENTER, (1e-6, 0.0, 0.0)))
    assert nudged.attempts[0]["start"][0] - plain.attempts[0]["start"][0] == pytest.approx(1e-6, abs=1e-12)


def test_nudges_grow_and_never_exceed_a_millionth() -> None:
    sizes = [max(map(abs, nudge.offset)) for nudge in list_nudges({7: (0.0, 0.0, 1.0)})]
    assert sizes == sorted(sizes)
    assert sizes[-1] == LARGEST_NUDGE


def test_an_exit_that_is_not_told_is_no_difference(load: Load) -> None:
    _, ours, theirs = load("T02_corner90")
    passes = theirs.passes.copy()
    passes["exit"][passes["exit"] != Exit.ZERO] = Exit.UNKNOWN
    assert not list_aspects(Pair(ours, replace(theirs, passes=passes)), 20, 20)
    passes["exit"][passes["exit"] != Exit.ZERO] = Exit.REVERSED
    assert list_aspects(Pair(ours, replace(theirs, passes=passes)), 20, 20) == {Aspect.PASSES, Aspect.HITS}


def test_faces_of_theirs_are_found_by_our_numbers_of_their_bodies(load: Load) -> None:
    """Their bodies in reverse order: the proofs are the same."""
    scenario, ours, recorded = load("T02_corner90")
    told = recorded.iterations.copy()
    told["triangle"][list_unlike_iterations(Pair(ours, recorded), 49, 49)[0][1]] = 4  # PhysX tells none of a box
    theirs = replace(recorded, iterations=told)
    plain = find_tie(scenario, Pair(ours, theirs), 49)
    count = len(theirs.body_names)
    frames, iterations = theirs.frames.copy(), theirs.iterations.copy()
    for column in (frames["touched"], iterations["body"]):
        column[column >= 0] = count - 1 - column[column >= 0]
    turned = replace(theirs, body_names=theirs.body_names[::-1], frames=frames, iterations=iterations)
    pair = Pair(ours, turned)
    assert find_tie(scenario, pair, 49) == plain
    unlike = list_unlike_iterations(pair, 49, 49)
    assert unlike
    assert _list_faces(scenario, pair, unlike) == _list_faces(scenario, Pair(ours, theirs), unlike)
    assert len(_list_faces(scenario, pair, unlike)) == 2, "a face of each wall"

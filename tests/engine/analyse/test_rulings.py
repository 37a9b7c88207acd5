"""The gate that two runs answered differently, and how close our decisions were to flipping."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.analyse.compare import Comparison, compare_traces
from engine.analyse.differences import Place, What
from engine.decisions import Gate
from engine.trace import ATTEMPT, CONTACT, DECISION, FRAME, ITERATION, NO_BODY, PASS, AttemptKind, Exit, PassKind, Trace

Row = tuple[Gate, bool, float, float]
"""A decision: gate, outcome, value, threshold."""
WALKABLE: Row = (Gate.DOWN_STEEP, False, 0.72, 0.707)
TOO_STEEP: Row = (Gate.DOWN_STEEP, True, 0.72, 0.75)
REST: Row = (Gate.REST, True, 0.1635, 0.001)


def make_run(*frames: list[Row], exit_: Exit = Exit.NO_HIT) -> Trace:
    """Build a run whose frames are one DOWN pass of one iteration, with the given decisions in that pass."""
    count = len(frames)
    frame, attempt = np.zeros(count, dtype=FRAME), np.zeros(count, dtype=ATTEMPT)
    pass_, iteration = np.zeros(count, dtype=PASS), np.zeros(count, dtype=ITERATION)
    numbers = np.arange(count)
    frame["attempt_start"], frame["attempt_count"], frame["touched"] = numbers, 1, NO_BODY
    attempt["frame"], attempt["pass_start"], attempt["pass_count"] = numbers, numbers, 1
    pass_["attempt"], pass_["kind"], pass_["exit"] = numbers, PassKind.DOWN, exit_
    pass_["iteration_start"], pass_["iteration_count"] = numbers, 1
    iteration["pass_index"] = numbers
    counts = [len(rows) for rows in frames]
    frame["decision_count"] = counts
    frame["decision_start"] = np.cumsum([0, *counts])[:-1]
    decisions = np.zeros(sum(counts), dtype=DECISION)
    decisions["body"] = decisions["triangle"] = -1
    for key in ("frame", "attempt", "pass_index", "iteration"):
        decisions[key] = np.repeat(numbers, counts)
    for index, row in enumerate(row for rows in frames for row in rows):
        for key, value in zip(("gate", "outcome", "value", "threshold"), row, strict=True):
            decisions[key][index] = value
    return Trace("test", None, (), frame, attempt, pass_, iteration, np.zeros(0, dtype=CONTACT), decisions)


def shift_from(trace: Trace, frame: int) -> Trace:
    """Let a run end elsewhere from a frame on."""
    trace.frames["center"][frame:, 0] += 1.0
    return trace


def compare(ours: Trace, theirs: Trace, what: What) -> Comparison:
    comparison = compare_traces(ours, theirs)
    assert comparison.first is not None
    assert comparison.first.what is what
    return comparison


def test_the_gate_that_flipped_is_told_with_both_thresholds() -> None:
    ours = make_run([REST, WALKABLE], [REST, WALKABLE], [REST, WALKABLE])
    theirs = shift_from(make_run([REST, WALKABLE], [REST, TOO_STEEP], [REST, TOO_STEEP]), 1)
    comparison = compare(ours, theirs, What.CENTER)
    flip = comparison.gate
    assert flip is not None
    assert flip.place == Place(1, 0, AttemptKind.MOVE, 0, PassKind.DOWN, 0)
    assert flip.ours is not None
    assert flip.theirs is not None
    assert flip.ours.gate is flip.theirs.gate is Gate.DOWN_STEEP
    assert (flip.ours.outcome, flip.ours.value, flip.ours.threshold) == (False, 0.72, 0.707)
    assert (flip.theirs.outcome, flip.theirs.value, flip.theirs.threshold) == (True, 0.72, 0.75)
    assert comparison.deciding == flip.ours
    assert flip.ours.margin == pytest.approx(0.013)


def test_a_changed_threshold_that_changes_no_outcome_is_passed_over() -> None:
    milder: Row = (Gate.DOWN_STEEP, False, 0.72, 0.5)
    ours = make_run([WALKABLE], [WALKABLE], [REST, WALKABLE])
    theirs = shift_from(make_run([milder], [milder], [(Gate.REST, False, 0.0005, 0.001), milder]), 0)
    flip = compare(ours, theirs, What.CENTER).gate
    assert flip is not None
    assert (flip.place.frame, flip.ours and flip.ours.gate) == (2, Gate.REST)


def test_what_differed_without_consequence_before_the_first_difference_is_not_the_gate() -> None:
    ours = make_run([WALKABLE], [REST], [WALKABLE])
    theirs = shift_from(make_run([TOO_STEEP], [REST], [TOO_STEEP]), 1)
    flip = compare(ours, theirs, What.CENTER).gate
    assert flip is not None
    assert flip.place.frame == 2


def test_a_guard_that_acted_in_one_run_stands_alone() -> None:
    guard: Row = (Gate.GUARD_LOOP, True, 100.0, 100.0)
    ours, theirs = make_run([REST, WALKABLE]), shift_from(make_run([REST, guard, WALKABLE]), 0)
    flip = compare(ours, theirs, What.CENTER).gate
    assert flip is not None
    assert flip.ours is None
    assert flip.theirs is not None
    assert flip.theirs.gate is Gate.GUARD_LOOP


def test_a_run_without_decisions_leaves_the_closest_call_of_ours() -> None:
    rows: list[Row] = [REST, (Gate.HIT, False, 0.2635004, 0.2635), (Gate.OVERLAP, False, 0.2635, 0.0)]
    theirs = make_run([], exit_=Exit.MIN_DISTANCE)
    comparison = compare(make_run(rows), theirs, What.EXIT)
    assert comparison.gate is None
    assert comparison.deciding is not None
    assert comparison.deciding.gate is Gate.HIT
    assert comparison.deciding.margin == pytest.approx(4e-7)
    assert comparison.deciding.is_tie
    assert [ruling.gate for ruling in comparison.our_rulings] == [Gate.REST, Gate.HIT, Gate.OVERLAP]
    assert comparison.their_rulings == ()


def test_yes_or_no_and_figures_that_are_none_have_no_margin() -> None:
    rows: list[Row] = [
        (Gate.SLIDES, True, 1.0, 0.0),
        (Gate.HIT, False, math.inf, 0.5),
        (Gate.OVERLAP, True, 0.0, 0.0),
        (Gate.ADVANCE, True, 0.3, 0.1),
    ]
    comparison = compare(make_run(rows), make_run([], exit_=Exit.REVERSED), What.EXIT)
    assert [ruling.margin for ruling in comparison.our_rulings] == [None, None, None, pytest.approx(0.2)]
    assert comparison.deciding is None


def test_a_flip_of_pure_rounding_without_consequence_is_passed_over() -> None:
    stays: Row = (Gate.ADVANCE, False, 0.1, 0.1)
    advances: Row = (Gate.ADVANCE, True, 0.1 + 1e-16, 0.1)
    ours = make_run([REST], [stays, WALKABLE], [WALKABLE])
    theirs = make_run([REST], [advances, WALKABLE], [TOO_STEEP])
    ours.attempts["move"][0, 0] += 1.0  # what differs first, and is no outcome
    flip = compare(ours, theirs, What.ATTEMPT_MOVE).gate
    assert flip is not None
    assert (flip.place.frame, flip.ours and flip.ours.gate, flip.is_tie) == (2, Gate.DOWN_STEEP, False)


def test_a_flip_of_pure_rounding_that_sends_the_run_elsewhere_is_the_gate_and_a_tie() -> None:
    stays: Row = (Gate.ADVANCE, False, 0.1, 0.1)
    advances: Row = (Gate.ADVANCE, True, 0.1 + 1e-16, 0.1)
    flip = compare(make_run([stays]), shift_from(make_run([advances]), 0), What.CENTER).gate
    assert flip is not None
    assert flip.ours is not None
    assert (flip.ours.gate, flip.is_tie) == (Gate.ADVANCE, True)


def test_a_side_move_that_was_removed_is_no_tie_although_zero_is_near_the_threshold() -> None:
    none: Row = (Gate.SIDE_MOTION, False, 0.0, 1e-6)
    some: Row = (Gate.SIDE_MOTION, True, 0.05, 1e-6)
    flip = compare(make_run([none]), shift_from(make_run([some]), 0), What.CENTER).gate
    assert flip is not None
    assert flip.ours is not None
    assert flip.ours.margin == pytest.approx(1e-6)
    assert not flip.is_tie
    assert not flip.ours.is_tie


def test_different_questions_are_a_parting_and_never_a_pair_of_answers() -> None:
    ours, theirs = make_run([REST, WALKABLE]), shift_from(make_run([REST, (Gate.OVERLAP, True, 0.0, 0.0)]), 0)
    flip = compare(ours, theirs, What.CENTER).gate
    assert flip is not None
    assert flip.is_parting
    assert (flip.before and flip.before.gate) is Gate.REST
    shorter = compare(make_run([REST, WALKABLE]), shift_from(make_run([REST]), 0), What.CENTER).gate
    assert shorter is not None
    assert (shorter.is_parting, shorter.theirs) == (True, None)
    assert not shorter.is_tie


def test_the_same_gate_in_another_iteration_is_another_question() -> None:
    ours = make_run([REST, REST])
    theirs = shift_from(make_run([REST, (Gate.REST, False, 0.0005, 0.001)]), 0)
    theirs.decisions["iteration"][1] = 1
    flip = compare(ours, theirs, What.CENTER).gate
    assert flip is not None
    assert flip.is_parting
    assert flip.theirs is not None
    assert (flip.theirs.gate, flip.theirs.place.iteration) == (Gate.REST, 1)

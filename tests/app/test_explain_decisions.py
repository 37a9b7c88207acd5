"""Decisions in words: every gate in a sentence with its figures, and the one that decided."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from app.explain import explain_decision, list_decisions, list_sentences, list_shown, tell_verdict
from app.explain.deciding import decisions_at, find_ending, find_verdict
from app.lanes import build_lanes, find_events
from app.playback import Cursor
from engine.decisions import Gate
from engine.trace import Exit, PassKind, SlopeRule, Trace
from tests.app.sample_decisions import add_decisions, decide
from tests.app.sample_traces import make_trace


def tell(gate: Gate, outcome: bool, value: float = 0.0, threshold: float = 0.0) -> str:
    return explain_decision(add_decisions(make_trace([[[1]]]), [decide(gate, outcome, value, threshold)]), 0)


@pytest.mark.parametrize("outcome", [True, False])
@pytest.mark.parametrize("gate", list(Gate))
@pytest.mark.parametrize("value", [0.25, 0.0, math.nan, math.inf])
def test_every_gate_is_told_in_a_sentence_without_the_names_of_the_code(
    gate: Gate, outcome: bool, value: float
) -> None:
    trace = add_decisions(make_trace([[[1]]]), [decide(gate, outcome, value, 0.5)])
    (line,) = list_decisions(trace, [0])
    assert line.sentence.endswith(".")
    assert len(line.sentence) > 20
    assert "{" not in line.sentence
    assert "_" not in f"{line.sentence}{line.label}{line.outcome}"
    assert "nan" not in line.sentence.split()
    assert 0 < len(line.label) <= 20
    assert 0 < len(line.outcome) <= 24


@pytest.mark.parametrize(
    ("gate", "outcome", "value", "threshold", "told"),
    [
        (Gate.REST, False, 0.0003, 0.001, "Rest of the way 0.0003 m <= min move distance 0.001 m: the pass ends."),
        (Gate.ADVANCE, False, 0.0993, 0.1, "Hit on something at 0.0993 m <= contact offset 0.10 m: no advance."),
        (Gate.ADVANCE, True, 0.1000004, 0.1, "0.1000004 m > contact offset 0.10 m"),
        (Gate.OVERLAP, True, 0.0, 0.0, "at 0 m = 0 m: the sweep began in an overlap."),
        (Gate.OVERLAP, False, 1e-7, 0.0, "at 1e-07 m > 0 m: the sweep began outside."),
        (Gate.HIT, False, math.inf, 0.1667, "Nothing hit within rest of the way + contact offset 0.1667 m: the way"),
        (Gate.DOWN_STEEP, False, -0.9, 0.707, "only faces that look up count as too steep."),
        (
            Gate.GUARD_STUCK,
            True,
            31,
            30,
            "though asked to, for 31 frames > patience 30 frames: the character counts as stuck.",
        ),
        (Gate.RECOVERY_ELIGIBLE, False, 0, 0, "something cannot push the capsule out."),
        (Gate.GUARD_STUCK, False, 31, 30, "the character counts as stuck, which by the rules is only reported."),
        (Gate.RECOVERY_PUSH, True, 0.0, 0.0, "0 m = 0 m: it just touches, which counts as overlap."),
        (Gate.RECOVERY_PUSH, True, 0.2, 0.0, "0.20 m > 0 m: the capsule is pushed out by that much."),
        (
            Gate.SENSOR_SHORT,
            True,
            0.0,
            0.35,
            "0 m < radius 0.35 m: there is no side move, so no direction for the sensor to look in.",
        ),
        (Gate.SENSOR_SHORT, True, 0.1, 0.35, "< radius 0.35 m: SIDE did not see a radius ahead, so the sensor looks."),
        (
            Gate.SENSOR_UNTOUCHED,
            False,
            1.0,
            0.0,
            "Static triangle touched by SIDE: there is one, so no sensor is needed.",
        ),
        (Gate.SENSOR_UNTOUCHED, True, 0.0, 0.0, "Static triangle touched by SIDE: none, so the sensor may look ahead."),
        (Gate.FALLING, False, 0.0, 0.0, "Ground below in the frame before: there was some, so the character may be"),
    ],
)
def test_a_sentence_has_value_relation_threshold_and_what_followed(
    gate: Gate, outcome: bool, value: float, threshold: float, told: str
) -> None:
    assert told in tell(gate, outcome, value, threshold)


def test_a_row_has_the_relation_that_holds_and_a_signed_margin() -> None:
    trace = add_decisions(
        make_trace([[[1]]]), [decide(Gate.ADVANCE, False, 0.0993, 0.1), decide(Gate.SENSOR_MODE, True, 1.0, 0.0)]
    )
    number, plain = list_decisions(trace, [0, 1])
    assert (number.value, number.relation, number.threshold, number.margin, number.unit) == (
        "0.0993",
        "<=",
        "0.10",
        "-0.0007",
        "m",
    )
    assert (plain.value, plain.relation, plain.threshold, plain.margin) == ("", "", "", "")


@pytest.mark.parametrize("gate", [Gate.SIDE_STEEP, Gate.DOWN_STEEP])
def test_the_row_of_a_face_that_looks_down_compares_nothing(gate: Gate) -> None:
    trace = add_decisions(make_trace([[[1]]]), [decide(gate, False, -1.0, 0.707), decide(gate, True, -1.0, 0.707)])
    passed, counted = list_decisions(trace, [0, 1])
    assert (passed.value, passed.relation, passed.threshold, passed.margin) == ("-1.00", "", "", "")
    assert passed.outcome == "not counted: faces down"
    assert (counted.value, counted.relation, counted.threshold, counted.outcome) == ("-1.00", "<", "0.707", "steep")


def test_the_rows_of_a_recovery_name_their_bodies() -> None:
    trace = replace(make_trace([[[1]]]), body_names=("floor", "a-name-that-does-not-fit"))
    trace = add_decisions(
        trace,
        [
            decide(Gate.RECOVERY_ELIGIBLE, True, 1.0, 1.0, body=0),
            decide(Gate.RECOVERY_PUSH, True, 0.0, 0.0, body=0),
            decide(Gate.RECOVERY_PUSH, False, -0.1, 0.0, body=1),
        ],
    )
    lines = list_decisions(trace, [0, 1, 2])
    assert [line.label for line in lines] == ["may push out: floor", "depth: floor", "depth: a-name-that-doe…"]
    assert [line.outcome for line in lines] == ["may push", "just touches", "no push"]
    assert "a-name-that-does-not-fit" in lines[2].sentence


def test_rows_of_several_passes_name_the_pass_and_those_of_one_do_not() -> None:
    trace = make_trace([[[1, 2]]])
    trace.passes["kind"] = [PassKind.UP, PassKind.SIDE]
    trace = add_decisions(
        trace,
        [
            decide(Gate.GUARD_NORMAL, True, 0.0, 1.0, attempt=0, pass_index=0, iteration=0),
            decide(Gate.GUARD_ZERO_DIRECTION, True, 0.0, 1.0, attempt=0, pass_index=1),
            decide(Gate.GUARD_NORMAL, True, 0.0, 1.0, attempt=0, pass_index=1, iteration=2),
        ],
    )
    assert [line.group for line in list_decisions(trace, list_shown(trace, Cursor(0)))] == [
        "move, UP, iteration 1",
        "move, SIDE, before the first iteration",
        "move, SIDE, iteration 2",
    ]
    of_pass = list_decisions(trace, list_shown(trace, Cursor(0, 0, 1)))
    assert [line.group for line in of_pass] == ["before the first iteration", "iteration 2"]


def judged(rule: SlopeRule, *decisions: tuple[Gate, bool, float, float]) -> Trace:
    trace = make_trace([[[1]]])
    trace.attempts["slope_rule"] = rule
    return add_decisions(trace, [decide(*each, attempt=0) for each in decisions])


def test_the_two_gates_of_a_slope_rule_are_one_verdict() -> None:
    trace = judged(
        SlopeRule.DOWN_TRIANGLE,
        (Gate.SLOPE_ON, True, 0.707, 0.0),
        (Gate.DOWN_STEEP, True, 0.6947, 0.707),
        (Gate.DOWN_TOP, True, 7.09, 0.5),
    )
    assert find_verdict(trace, 0) == [1, 2]
    assert tell_verdict(trace, 0) == (
        "DOWN triangle too steep: n·up 0.6947 < slope limit 0.707, and its top is 7.09 m above the bottom > "
        "step offset 0.50 m."
    )
    assert [line.decided for line in list_decisions(trace, [0, 1, 2])] == [False, True, True]
    assert list_sentences(trace, [0, 1, 2]) == (tell_verdict(trace, 0),)


def test_a_steep_triangle_that_is_low_enough_is_told_by_both_figures() -> None:
    trace = judged(SlopeRule.NONE, (Gate.SIDE_STEEP, True, 0.0, 0.707), (Gate.SIDE_HEIGHT, False, 0.3, 0.5))
    assert find_verdict(trace, 0) == [1]
    assert tell_verdict(trace, 0) == (
        "Triangle touched sideways steep, but low enough: n·up 0 < slope limit 0.707, and the last contact is "
        "0.30 m above the bottom <= step offset 0.50 m."
    )


def test_an_attempt_that_no_rule_looked_at_is_let_pass_by_the_gate_that_stopped_the_asking() -> None:
    trace = judged(SlopeRule.NONE, (Gate.SLOPE_ON, False, 0.0, 0.0))
    assert tell_verdict(trace, 0) == "Slope limit 0 <= 0: the slope rules are switched off."
    assert tell_verdict(make_trace([[[1]]]), 0) is None


@pytest.mark.parametrize(
    ("exit_", "wanted"),
    [
        (Exit.MIN_DISTANCE, 3),
        (Exit.NO_HIT, 1),
        (Exit.REVERSED, 4),
        (Exit.OVERLAP_RECOVERED, 2),
        (Exit.ZERO, None),
        (Exit.MAX_ITERATIONS, None),
    ],
)
def test_the_gate_that_ended_a_pass_is_found_by_its_exit(exit_: Exit, wanted: int | None) -> None:
    trace = make_trace([[[2, 1]]])
    trace.passes["exit"] = exit_
    gates = [(Gate.REST, True), (Gate.HIT, False), (Gate.OVERLAP, True), (Gate.REST, False), (Gate.REVERSAL, True)]
    trace = add_decisions(
        trace,
        [decide(gate, outcome, attempt=0, pass_index=0, iteration=0) for gate, outcome in gates]
        + [decide(Gate.HIT, False, attempt=0, pass_index=1, iteration=2)],
    )
    assert find_ending(trace, 0) == wanted
    assert find_ending(trace, 1) == (5 if exit_ == Exit.NO_HIT else None)


def test_decisions_belong_to_frame_attempt_pass_and_iteration() -> None:
    trace = add_decisions(
        make_trace([[[1]], [[2], [1]]]),
        [
            decide(Gate.MOVER, False, frame=1),
            decide(Gate.SENSOR_MODE, True, frame=1, attempt=1),
            decide(Gate.REST, True, 1.0, 0.1, frame=1, attempt=1, pass_index=1, iteration=1),
            decide(Gate.REST, True, 1.0, 0.1, frame=1, attempt=1, pass_index=1, iteration=2),
            decide(Gate.SLOPE_ON, False, frame=1, attempt=1),
            decide(Gate.GUARD_LOOP, True, 11, 10, frame=1, attempt=2, pass_index=2),
        ],
    )
    assert decisions_at(trace, Cursor(0)) == []
    assert decisions_at(trace, Cursor(1)) == [0]
    assert decisions_at(trace, Cursor(1, 0)) == [1, 4]
    assert decisions_at(trace, Cursor(1, 0, 0)) == [2, 3]
    assert decisions_at(trace, Cursor(1, 0, 0, 1)) == [3]
    assert list_shown(trace, Cursor(1)) == [0, 4, 5]


def test_a_guard_that_acted_is_an_event() -> None:
    trace = add_decisions(
        make_trace([[[1]], [[1]], [[1]]]),
        [decide(Gate.REST, True, frame=0), decide(Gate.GUARD_INVALID, True, frame=1, attempt=1)],
    )
    assert find_events(trace).tolist() == [1]
    (lane,) = [lane for lane in build_lanes(trace) if lane.name == "events"]
    assert np.flatnonzero(lane.strength).tolist() == [1]
    assert find_events(make_trace([[[1]]])).tolist() == []

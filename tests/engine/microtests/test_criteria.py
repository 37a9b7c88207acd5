"""Criteria measure what they say, in any trace; a file that gets one wrong is told where."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.criteria import EVENT_HELP, MEASURES, TAKE_HELP, Criterion, Event, PhysxFigure, Take
from engine.errors import InputError
from engine.files.criteria_json import write_criterion
from engine.files.scenario_file import scenario_from_json
from engine.files.trace_file import trace_from_text
from engine.microtests import CriterionResult, Verdict, evaluate
from engine.microtests.measures import _READERS
from engine.microtests.words import tell_criterion, tell_measured, tell_threshold
from engine.trace import Trace

FILE = Path("case.scenario.json")


def make_trace(heights: list[float], **frames: list[Any]) -> Trace:
    """A trace of another engine: places above each other, and whatever else is told of each frame."""
    rows = [
        {"center": [0.0, height, 0.0], **{key: values[index] for key, values in frames.items()}}
        for index, height in enumerate(heights)
    ]
    text = json.dumps({"format": "sweepscope.trace", "version": 1, "frames": rows})
    return trace_from_text(text, Path("a.trace.json"))


def judge_one(trace: Trace, **criterion: Any) -> CriterionResult:
    (result,) = evaluate(trace, [Criterion(**criterion)])
    return result


HEIGHTS = [1.0, 4.0, 2.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("take", "value", "frame"),
    [
        (Take.FIRST, 1.0, 0),
        (Take.LAST, 3.0, 4),
        (Take.LARGEST, 4.0, 1),
        (Take.LEAST, 1.0, 0),
        (Take.MEAN, 2.4, 1),
        (Take.RANGE, 3.0, 1),
        (Take.VARIANCE, 1.04, 1),
        (Take.SUM, 12.0, 1),
        (Take.CHANGE, 2.0, 4),
    ],
)
def test_a_window_becomes_one_number_with_its_frame(take: Take, value: float, frame: int) -> None:
    result = judge_one(make_trace(HEIGHTS), measure="height", take=take, expect=value, within=1e-12)
    assert result.measured == pytest.approx(value)
    assert (result.frame, result.verdict) == (frame, Verdict.PASS)


def test_every_measure_has_a_reader_and_every_word_an_explanation() -> None:
    assert set(_READERS) == set(MEASURES) - {"findings"}
    assert set(TAKE_HELP) == set(Take)
    assert set(EVENT_HELP) == set(Event)


@pytest.mark.parametrize(
    ("limits", "passes", "fails"),
    [
        ({"at_least": 2.0}, (2.0, 3.0), (1.999,)),
        ({"at_most": 2.0}, (2.0, 1.0), (2.001,)),
        ({"above": 2.0}, (2.001,), (2.0, 1.0)),
        ({"below": 2.0}, (1.999,), (2.0, 3.0)),
        ({"at_least": 1.0, "below": 2.0}, (1.0, 1.5), (0.5, 2.0)),
        ({"expect": 2.0, "within": 0.1}, (2.0, 2.09), (2.2, 1.8)),
        ({"expect": 2.0}, (2.0,), (2.0001,)),
    ],
)
def test_limits_are_strict_where_they_say_so(
    limits: dict[str, float], passes: tuple[float, ...], fails: tuple[float, ...]
) -> None:
    criterion = Criterion("height", **limits)  # type: ignore[arg-type]
    assert all(criterion.is_met_by(value) for value in passes)
    assert not any(criterion.is_met_by(value) for value in (*fails, math.nan))


def test_windows_are_frames_from_either_end_or_what_follows_an_event() -> None:
    flags: list[list[str]] = [[], [], ["sides"], [], ["sides"]]
    trace = make_trace(HEIGHTS, flags=flags)
    assert judge_one(trace, measure="height", take=Take.LARGEST, frames=(2, 3), at_most=9).measured == 2.0
    assert judge_one(trace, measure="height", take=Take.LEAST, frames=(-2, -1), at_most=9).measured == 2.0
    after = judge_one(trace, measure="height", take=Take.FIRST, after=Event.CONTACT, at_most=9)
    assert (after.measured, after.frame) == (2.0, 3)


def test_the_events_are_where_they_happen() -> None:
    flags: list[list[str]] = [["down"], [], [], ["down"], []]
    trace = make_trace(HEIGHTS, flags=flags)
    starts = {Event.LANDING: 1, Event.DROP: 3}
    for event, frame in starts.items():
        assert judge_one(trace, measure="height", take=Take.FIRST, after=event, at_most=9).frame == frame


def test_what_a_trace_does_not_tell_fails_with_a_sentence() -> None:
    bare = make_trace(HEIGHTS)
    for measure, reason in {
        "grounded": "The trace does not tell in which frames it stood on ground.",
        "delta_share": "The trace does not tell which moves were asked for.",
        "contacts": "The trace does not tell what was touched.",
        "rounds": "The trace does not tell its passes, so pushes out of overlaps cannot be counted.",
        "overlap": "The trace comes without a scenario, so there is no level to overlap.",
        "ground_angle": "No frame of those that are asked for has a figure for ground_angle.",
    }.items():
        result = judge_one(bare, measure=measure, at_most=9.0)
        assert (result.verdict, result.frame, result.reason) == (Verdict.FAIL, -1, reason)
        assert math.isnan(result.measured)
        assert tell_measured(result) == "not measured"
    late = judge_one(bare, measure="height", frames=(3, 9), at_most=9.0)
    assert late.reason == "The run has 5 frames, and not those that are asked for."
    untouched = judge_one(make_trace(HEIGHTS, flags=[[]] * 5), measure="height", after=Event.CONTACT, at_most=9.0)
    assert untouched.reason == "The run has no contact (the first frame that touched something sideways)."


def test_a_place_that_is_no_number_meets_nothing() -> None:
    frames = make_trace(HEIGHTS).frames.copy()
    frames["center"][2] = np.nan
    lost = replace(make_trace(HEIGHTS), frames=frames)
    result = judge_one(lost, measure="height", at_most=9.0)
    assert (result.verdict, result.reason) == (Verdict.FAIL, "Frame 2 has no figure for height.")


def test_by_design_is_only_what_misses_and_equals_physx() -> None:
    physx = PhysxFigure(3.0, 0.01, "It does.")
    trace = make_trace(HEIGHTS)
    assert judge_one(trace, measure="height", at_most=2.0, physx=physx).verdict is Verdict.DIFFERS
    assert judge_one(trace, measure="height", at_most=3.5, physx=physx).verdict is Verdict.PASS
    assert judge_one(trace, measure="height", at_most=2.0, physx=replace(physx, expect=2.5)).verdict is Verdict.FAIL


def test_findings_are_counted_by_kind() -> None:
    leap = make_trace([1.0, 1.0, 1.0, 9.0, 9.0, 9.0])
    result = judge_one(leap, measure="findings", kind="teleport", expect=0)
    assert (result.measured, result.frame, result.verdict) == (1.0, 3, Verdict.FAIL)
    calm = judge_one(make_trace([1.0] * 6), measure="findings", kind="teleport", expect=0)
    assert (calm.measured, calm.frame, calm.verdict) == (0.0, -1, Verdict.PASS)
    with pytest.raises(InputError, match=r'kind: expected one of tunnelling, .* got "fun"'):
        judge_one(leap, measure="findings", kind="fun", expect=0)


@pytest.mark.parametrize(
    ("criterion", "words", "threshold"),
    [
        (Criterion("height", expect=0.93, within=0.01), "final height", "0.93 ± 0.01 m"),
        (Criterion("delta", after=Event.CONTACT, below=0.01), "largest delta, after contact", "< 0.01 m"),
        (Criterion("x", Take.VARIANCE, frames=(0, 9), below=0.02), "variance of x, frames 0 to 9", "< 0.02 m²"),
        (Criterion("grounded", frames=(-30, -1), at_least=1), "frames on ground, last 30 frames", "≥ 100 %"),
        (Criterion("ground_angle", expect=math.pi / 4), "final ground angle", "= 45°"),
        (Criterion("findings", kind="wall climb", expect=0), "wall climb findings", "= 0"),
        (Criterion("delta_share", above=0.5, at_most=2), "largest delta / asked", "> 0.5×, ≤ 2×"),
        (Criterion("height", frames=(-1, -1), at_least=0), "final height, last frame", "≥ 0 m"),
    ],
)
def test_a_criterion_is_told_in_words(criterion: Criterion, words: str, threshold: str) -> None:
    assert (tell_criterion(criterion), tell_threshold(criterion)) == (words, threshold)


def scenario_with(criteria: Any, **changes: Any) -> Any:
    data = {"format": "sweepscope.scenario", "version": 1, "capsule": {"radius": 1, "height": 1, "feet": [0, 0, 0]}}
    return scenario_from_json({**data, "criteria": criteria, **changes}, FILE)


def test_a_criterion_survives_a_file() -> None:
    criteria = (
        Criterion("delta", Take.MEAN, below=0.1, after=Event.LANDING, note="slow"),
        Criterion("findings", kind="stuck", expect=0, frames=(-30, -1)),
        Criterion("overlap", at_most=0.001, physx=PhysxFigure(1.35, 0.001, "It stays.")),
    )
    assert scenario_with([write_criterion(each) for each in criteria]).criteria == criteria


@pytest.mark.parametrize(
    ("criterion", "message"),
    [
        ({"measure": "heigth", "at_most": 1}, "criteria[0].measure: expected one of x, y, z, height, "),
        ({"measure": "x", "at_mots": 1}, 'criteria[0]: unknown key "at_mots"; did you mean "at_most"?'),
        ({"at_most": 1}, 'criteria[0]: "measure" is missing'),
        ({"measure": "x"}, "criteria[0]: expected either expect, or some of at_least, at_most, above and below"),
        ({"measure": "x", "expect": 1, "below": 2}, "criteria[0]: expected either expect, or some of"),
        (
            {"measure": "x", "above": 1, "at_least": 2},
            "criteria[0]: at_least and above, at_most and below: expected one",
        ),
        ({"measure": "x", "below": 1, "within": 2}, "criteria[0]: within: goes with expect"),
        ({"measure": "x", "below": "1"}, 'criteria[0].below: expected a finite number, got "1"'),
        ({"measure": "x", "below": 1, "take": "max"}, "criteria[0].take: expected one of first, last, largest, "),
        ({"measure": "x", "below": 1, "after": "lunch"}, "criteria[0].after: expected one of contact, landing, "),
        ({"measure": "x", "below": 1, "frames": [1]}, "criteria[0].frames: expected two frame numbers"),
        ({"measure": "x", "below": 1, "frames": [9, 1]}, "criteria[0].frames: expected two frame numbers"),
        (
            {"measure": "x", "below": 1, "frames": [0, 1], "after": "drop"},
            "criteria[0]: frames, after: expected at most",
        ),
        ({"measure": "x", "below": 1, "kind": "stuck"}, "criteria[0]: kind: findings needs it"),
        ({"measure": "findings", "expect": 0}, 'criteria[0]: "kind" is missing; expected one of tunnelling, '),
        ({"measure": "findings", "expect": 0, "kind": "fun"}, "criteria[0].kind: expected one of tunnelling, "),
        ({"measure": "x", "below": 1, "physx": {"expect": 2}}, 'criteria[0].physx: "within" is missing'),
    ],
)
def test_a_wrong_criterion_is_named_with_what_is_allowed(criterion: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        scenario_with([criterion])
    told = str(caught.value)
    assert told.startswith(f"{FILE}: {message}")
    assert len(told.splitlines()) == 1


def test_physx_has_no_say_about_slide() -> None:
    criterion = {"measure": "x", "below": 1, "physx": {"expect": 2, "within": 0, "why": "It does."}}
    with pytest.raises(InputError, match=r"criteria\[0\]\.physx: expected for the controller cct only"):
        scenario_with([criterion], controller="slide")


def test_the_documentation_names_every_word(repository: Path) -> None:
    text = (repository / "docs" / "microtests.md").read_text(encoding="utf-8")
    for name, measure in MEASURES.items():
        assert f"| `{name}` | {measure.unit or '–'} | {measure.take} | {measure.help} |" in text
    for words in (TAKE_HELP, EVENT_HELP):
        for word, told in words.items():
            assert f"`{word}` | " in text
            assert told in text

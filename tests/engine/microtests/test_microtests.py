"""T01 to T10 come out as they must for both controllers, and a broken controller is noticed."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.microtests import Verdict, find_microtest, judge, list_microtests, run_microtest
from engine.microtests.words import tell_criterion, tell_physx, tell_threshold
from engine.scenario import Controller, Scenario
from engine.simulate import simulate

IDS = tuple(f"T{number:02}" for number in range(1, 11))
BY_DESIGN = {
    ("T05_inside_cct", "final overlap"),
    ("T05_inside_cct", "frames in overlap"),
    ("T07_drop_above_prevent_cct", "largest rise, frame 30 on"),
    ("T07_drop_above_prevent_cct", "frames on ground, frame 30 on"),
    ("T07_drop_above_force_cct", "frames on ground, frame 30 on"),
    ("T08_cct", "frames on ground"),
}
"""Where real PhysX does not do what 003 asks of its own controller."""


def test_there_are_ten_for_both_controllers() -> None:
    assert tuple(test.id for test in list_microtests()) == IDS
    for test in list_microtests():
        for controller in Controller:
            cases = test.cases_of(controller)
            assert cases
            assert all(case.scenario.criteria and case.scenario.controller is controller for case in cases)
    names = [case.name for test in list_microtests() for case in test.cases]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", IDS)
def test_slide_passes(name: str) -> None:
    result = run_microtest(name, "slide")
    told = [(run.variant, each) for run in result.runs for each in run.criteria if each.verdict is not Verdict.PASS]
    assert told == []
    assert result.verdict is Verdict.PASS


@pytest.mark.parametrize("name", IDS)
def test_cct_passes_or_differs_where_physx_does(name: str) -> None:
    result = run_microtest(name, Controller.CCT)
    differing = {
        (run.scenario.name, tell_criterion(each.criterion))
        for run in result.runs
        for each in run.criteria
        if each.verdict is Verdict.DIFFERS
    }
    assert differing == {each for each in BY_DESIGN if each[0].startswith(name)}
    assert result.verdict is (Verdict.DIFFERS if differing else Verdict.PASS)
    assert result.shown.verdict is result.verdict


def test_both_controllers_get_the_same_level_and_the_same_input() -> None:
    for test in list_microtests():
        cct = {case.variant.removesuffix(" prevent"): case for case in test.cases_of("cct")}
        for slide in test.cases_of("slide"):
            other = cct[slide.variant]
            assert other.document["level"] == slide.document["level"]
            for ours, theirs in zip(other.scenario.input, slide.scenario.input, strict=True):
                assert theirs.velocity is not None
                assert ours.move == pytest.approx(np.array(theirs.velocity) / 60.0)
                assert (ours.frames, ours.gravity) == (theirs.frames, theirs.gravity)


@pytest.mark.parametrize(
    ("name", "controller", "frame"),
    [("T01", "slide", 81), ("T02", "slide", 55), ("T04", "cct", 23), ("T05", "slide", 0), ("T08", "slide", 34)],
)
def test_the_key_frame_is_the_moment_to_look_at(name: str, controller: str, frame: int) -> None:
    assert run_microtest(name, controller).runs[0].key_frame == frame


def test_the_key_moment_of_the_fall_is_the_first_frame_on_ground() -> None:
    run = run_microtest("T01", "slide").runs[0]
    heights = run.trace.centers[:, 1]
    assert heights[run.key_frame] == pytest.approx(0.93, abs=1e-6)
    assert heights[run.key_frame - 1] > 0.94


def failures_of(name: str, variant: str, controller: str, **changes: Any) -> set[str]:
    """Break settings or rules of one case; return what fails then, in words."""
    test = find_microtest(name)
    scenario = next(case.scenario for case in test.cases_of(controller) if case.variant == variant)
    broken = _break(scenario, **changes)
    run = judge(broken, simulate(broken), test.key)
    return {tell_criterion(each.criterion) for each in run.criteria if each.verdict is Verdict.FAIL}


def _break(scenario: Scenario, rules: dict[str, str] | None = None, preset: str = "", **settings: Any) -> Scenario:
    return replace(
        scenario,
        settings=replace(scenario.settings, **settings),
        rules=preset or scenario.rules,
        rule_changes=tuple((rules or {}).items()),
    )


@pytest.mark.parametrize(
    ("case", "changes", "failing"),
    [
        (("T01", "", "slide"), {"skin": 0.06}, {"final height"}),
        (("T01", "", "slide"), {"rules": {"ground_probe": "from_probe"}}, {"frames on ground, last 30 frames"}),
        (("T01", "", "cct"), {"rules": {"advance": "to_contact"}}, {"range of height, last 30 frames"}),
        (("T02", "45°", "cct"), {"preset": "spec"}, {"largest delta, after contact", "largest delta / asked"}),
        (("T02", "45°", "cct"), {"rules": {"sweep_length": "rest_only"}}, {"largest delta, after contact"}),
        (("T03", "", "slide"), {"max_bumps": 1}, {"least delta z, after contact"}),
        (("T03", "", "slide"), {"rules": {"sweep": "two_points"}}, {"least delta z, after contact"}),
        (("T04", "", "cct"), {"rules": {"sweep_length": "rest_only"}}, {"largest delta, frames 30 to 149"}),
        (("T05", "inside", "slide"), {"max_depenetration_iterations": 1}, {"final overlap", "frames in overlap"}),
        (("T05", "side", "cct"), {"overlap_recovery": False}, {"final overlap", "frames in overlap"}),
        (("T07", "at", "slide"), {"slope_limit": 0.72}, {"change of height", "final ground angle"}),
        (
            ("T07", "above", "slide"),
            {"rules": {"steep_ground": "climbed"}},
            {"change of height", "final ground angle", "wall climb findings"},
        ),
        (("T07", "at prevent", "cct"), {"slope_limit": 0.72}, {"change of height"}),
        (("T07", "drop above force", "cct"), {"max_iterations": 1}, {"largest rise, frame 30 on"}),
        (("T08", "", "slide"), {"step_height": 0.0}, {"frames on ground"}),
        (("T08", "", "slide"), {"preset": "document"}, {"frames on ground", "final height"}),
        (("T09", "", "cct"), {"preset": "spec"}, {"least contacts, after contact", "largest delta, after contact"}),
        (("T10", "within", "slide"), {"max_bumps": 1}, {"least delta z"}),
    ],
)
def test_a_broken_constant_or_rule_fails_the_matching_criterion(
    case: tuple[str, str, str], changes: dict[str, Any], failing: set[str]
) -> None:
    name, variant, controller = case
    assert failing <= failures_of(name, variant, controller, **changes)


def test_physx_is_no_excuse_for_another_value() -> None:
    """T08 may be in the air for as long as PhysX is, not for longer."""
    assert failures_of("T08", "", "cct", contact_offset=0.01) >= {"frames on ground"}


def test_a_tunnelling_run_fails_t06() -> None:
    test = find_microtest("T06")
    case = test.cases_of("slide")[0]
    through = replace(case.scenario, level=type(case.scenario.level)(case.scenario.level.bodies[:1]))
    trace = replace(simulate(through), scenario=case.scenario)  # a run without the wall, told as one with it
    failing = [each.measured for each in judge(case.scenario, trace).criteria if each.verdict is Verdict.FAIL]
    assert failing[0] == failing[1] > 40.0
    assert failing[2] >= 1.0


def test_an_unknown_microtest_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r'expected one of T01, .*, T10, got "T11"'):
        run_microtest("T11", "cct")
    assert find_microtest("t03").id == "T03"


def test_a_case_written_to_a_file_is_the_same_scenario(tmp_path: Path) -> None:
    for case in find_microtest("T05").cases:
        file = tmp_path / f"{case.name}.scenario.json"
        file.write_text(json.dumps(case.document), encoding="utf-8")
        read = load_scenario(file)
        assert read.criteria == case.scenario.criteria
        assert (simulate(read).hashes == simulate(case.scenario).hashes).all()


def test_all_twenty_simulate_in_a_fifth_of_a_second() -> None:
    scenarios = [case.scenario for test in list_microtests() for case in test.cases]
    for scenario in scenarios:
        simulate(scenario)
    best = min(_time_all(scenarios) for _ in range(3))
    assert best < 0.2


def _time_all(scenarios: list[Scenario]) -> float:
    started = time.process_time()
    for scenario in scenarios:
        simulate(scenario)
    return time.process_time() - started


def test_the_documentation_describes_each_one(repository: Path) -> None:
    text = (repository / "docs" / "microtests.md").read_text(encoding="utf-8")
    for test in list_microtests():
        assert f"| {test.id} | {test.title} | {test.setup} | {test.expected} |" in text
        for case in test.cases_of("cct"):
            for criterion in case.scenario.criteria:
                if criterion.physx is not None:
                    told = f"| {tell_criterion(criterion)} {tell_threshold(criterion)} | {tell_physx(criterion)} |"
                    assert f"| {f'{test.id} {case.variant}'.strip()} {told} {criterion.physx.why} |" in text

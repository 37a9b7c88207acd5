"""The check of 003 7.4: it agrees where runs agree, and names the first frame where they do not."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import determinism
from engine.determinism import Case, Check, Way, change_controller, check_cases, load_case, make_walk_cases
from engine.errors import InputError
from engine.rules import SlideRules
from engine.scenario import Controller
from engine.settings import CctSettings, SlideSettings
from engine.simulate import Runner, rerun_frame
from engine.trace import Trace
from engine.transforms import FloatArray

FRAMES = 240
BOTH = pytest.mark.parametrize("controller", list(Controller))


def check_walk(controller: Controller, **words: Any) -> list[Check]:
    """Check a walk among closed solids."""
    return list(check_cases(make_walk_cases(controller, 1, FRAMES)[1:], 2, **words))


def plant(monkeypatch: pytest.MonkeyPatch, frame: int, run: int) -> None:
    """Let one run in this process end a frame a last bit beside."""
    made: list[Runner] = []

    class Drifting(Runner):
        def run(self, inputs: FloatArray, *rest: Any, **words: Any) -> Trace:
            made.append(self)
            trace = super().run(inputs, *rest, **words)
            if len(made) - 1 != run:
                return trace
            centers = trace.centers.copy()
            centers[frame, 1] = np.nextafter(centers[frame, 1], np.inf)
            return determinism.trace_from_centers(centers)

    monkeypatch.setattr(determinism, "Runner", Drifting)


@BOTH
def test_random_walks_agree_in_every_way(controller: Controller) -> None:
    cases = make_walk_cases(controller, 3, FRAMES)
    told: list[int] = []
    checks = list(check_cases(cases, 3, tell=told.append))
    ways = [Way.AGAIN, Way.AGAIN, Way.UNCACHED, Way.STEPPED, Way.FRESH]
    assert [(check.case, check.way) for check in checks] == [(case, way) for case in cases for way in ways]
    assert all(check.is_same and check.first == check.second and check.frames == FRAMES for check in checks)
    assert len({check.first for check in checks}) == len(cases), "another room is another run"
    assert sum(told) == len(cases) * determinism.count_frames(FRAMES, 3)


@BOTH
def test_plain_python_agrees_in_the_first_frames(controller: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(determinism, "PLAIN_FRAMES", 5)
    last = check_walk(controller, plain=True)[-1]
    assert (last.way, last.frames, last.is_same) == (Way.PLAIN, 5, True)


def test_the_hash_of_a_run_is_crc_32_over_those_of_its_frames() -> None:
    case = make_walk_cases(Controller.SLIDE, 1, 50)[0]
    check = next(iter(check_cases([case], 2)))
    trace = Runner(load_case(case)[0], record=False).run(load_case(case)[1])
    assert check.first == zlib.crc32(b"".join(int(each).to_bytes(4, "little") for each in trace.hashes))
    assert check.line == f"[DETERMINISM] OK: 0x{check.first:08X}, 50 frames"


def test_another_seed_is_another_walk() -> None:
    hashes = {seed: next(iter(check_cases(make_walk_cases(Controller.CCT, seed, 60)[:1], 2))).first for seed in (1, 2)}
    assert hashes[1] != hashes[2]


@BOTH
@pytest.mark.parametrize(("run", "way"), [(1, Way.AGAIN), (2, Way.UNCACHED)])
def test_a_bit_that_differs_is_caught_in_its_frame(
    controller: Controller, run: int, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, frame=137, run=run)
    failed = [check for check in check_walk(controller) if not check.is_same]
    assert [(check.way, check.differs_at) for check in failed] == [(way, 137)]
    start = f"[DETERMINISM] FAILED: 0x{failed[0].first:08X} vs 0x{failed[0].second:08X}"
    assert failed[0].line.startswith(start)
    assert "frame 137" in failed[0].line


def test_a_first_run_that_differs_fails_against_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, frame=20, run=0)
    assert [(check.way, check.differs_at) for check in check_walk(Controller.SLIDE)] == [
        (Way.AGAIN, 20), (Way.UNCACHED, 20), (Way.STEPPED, 20), (Way.FRESH, 20)
    ]  # fmt: skip


def test_a_state_that_forgets_something_is_caught_by_stepping(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(trace: Trace, frame: int) -> Trace:
        states = trace.states.copy()
        states["is_grounded"] = 0
        return rerun_frame(replace(trace, states=states), frame)

    monkeypatch.setattr(determinism, "rerun_frame", forgetful)
    failed = [check for check in check_walk(Controller.SLIDE) if not check.is_same]
    assert [check.way for check in failed] == [Way.STEPPED], "who is not grounded does not snap down"


def test_only_the_first_frames_of_a_long_run_are_stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(determinism, "STEPPED_FRAMES", 25)
    stepped = next(check for check in check_walk(Controller.CCT) if check.way is Way.STEPPED)
    assert (stepped.frames, stepped.is_same) == (25, True)


def test_a_fresh_process_that_fails_says_why_in_a_line(tmp_path: Path) -> None:
    case = Case("lost", Controller.CCT, str(tmp_path / "lost.scenario.json"))
    with (
        determinism.run_elsewhere([case]) as runs,
        pytest.raises(InputError, match=r"^the fresh process ended early: .*lost\.scenario\.json") as told,
    ):
        next(runs)
    assert "\n" not in str(told.value)


def test_a_scenario_of_the_other_controller_runs_with_default_settings() -> None:
    scenario = load_case(make_walk_cases(Controller.CCT, 1, 10)[0])[0]
    assert isinstance(scenario.settings, CctSettings)
    assert change_controller(scenario, Controller.CCT) is scenario
    other = change_controller(scenario, Controller.SLIDE)
    assert other.settings == SlideSettings()
    assert other.rule_set == SlideRules()
    assert other.level is scenario.level

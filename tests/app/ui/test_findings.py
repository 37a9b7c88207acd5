"""The Findings panel lists what went wrong; a click goes there, and the tooltip says what helps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.lanes import FINDINGS
from app.playback import Cursor
from app.preferences import Preferences
from app.ui.findings import NOT_ASKED, NOTHING_FOUND, NOTHING_OPEN, describe_finding
from app.ui.layout import PLOTS, TIMELINE, VIEWPORT
from engine.detect import FindingKind
from tests.app.ui.conftest import MakeDriver, open_walk
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu

ALONE = Preferences(hidden_panels=(VIEWPORT, TIMELINE, PLOTS))
"""Without the tabs beside which it lies, it is in front."""


@pytest.fixture
def drop(make_driver: MakeDriver, physx_traces: Path) -> Driver:
    """PhysX with recovery off: it walks through a cube."""
    driver = make_driver(ALONE)
    driver.open(physx_traces / "T05e_recovery_off.trace.json.gz")
    return driver


def test_a_row_per_finding_and_a_click_goes_there(drop: Driver) -> None:
    document = drop.session.state.document
    assert document is not None
    kinds = [finding.kind for finding in document.findings]
    assert kinds == [FindingKind.PENETRATION, FindingKind.TUNNELLING]
    texts = drop.read_texts()
    assert {"0–56", "21", document.findings[0].sentence} <= set(texts)
    drop.click("finding 1")
    assert drop.session.state.playback.cursor == Cursor(21)
    drop.click("finding 0")
    assert drop.session.state.playback.cursor == Cursor(0)


def test_the_tooltip_says_what_helps_and_what_to_turn(drop: Driver) -> None:
    document = drop.session.state.document
    assert document is not None
    words = describe_finding(document.findings[0])
    assert "What helps: Push out of overlaps" in words
    assert "Knobs: overlap_recovery" in words
    assert "the limit is 0.001 m" in words


def test_the_timeline_has_their_lane(drop: Driver) -> None:
    document = drop.session.state.document
    assert document is not None
    lane = document.lanes[-1]
    assert lane.name == FINDINGS
    assert lane.strength.nonzero()[0].tolist() == list(range(57))


def test_the_timeline_stays_in_front_at_the_first_start(driver: Driver) -> None:
    assert "scrub" in driver.items


def test_what_was_not_looked_for_before_the_kernels_are_compiled_is_told(
    make_driver: MakeDriver, physx_traces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.warm_up.is_warm", lambda: False)
    driver = make_driver(ALONE)
    driver.open(physx_traces / "T05e_recovery_off.trace.json.gz")
    assert {NOT_ASKED, NOTHING_FOUND} <= set(driver.read_texts())


def test_nothing_open_and_nothing_found_are_told(make_driver: MakeDriver, tmp_path: Path) -> None:
    driver = make_driver(ALONE)
    assert NOTHING_OPEN in driver.read_texts()
    document = open_walk(driver, tmp_path).session.state.document
    assert document is not None
    assert document.findings == ()
    assert NOTHING_FOUND in driver.read_texts()


def test_a_run_of_slide_is_listed_with_the_knobs_of_slide(make_driver: MakeDriver, tmp_path: Path) -> None:
    path = tmp_path / "one_bump.scenario.json"
    level = [
        {"shape": "box", "id": "floor", "half_extents": [10, 0.5, 10], "position": [0, -0.5, 0]},
        {"shape": "box", "id": "block", "half_extents": [20, 20, 20], "position": [30, 0, 0]},
    ]
    inputs = [{"frames": 12, "velocity": [1, 0, 0]}, {"frames": 8, "velocity": [0, 0, 0], "teleport": [30, 0, 0]}]
    scenario = {"format": "sweepscope.scenario", "version": 1, "name": "put", "controller": "slide", "level": level}
    capsule = {"radius": 0.35, "height": 1.1, "feet": [0, 0.03, 0]}
    path.write_text(json.dumps({**scenario, "capsule": capsule, "input": inputs}), encoding="utf-8")
    driver = make_driver(ALONE)
    driver.open(path)
    document = driver.session.state.document
    assert document is not None
    assert [(found.kind, found.frames) for found in document.findings] == [
        (FindingKind.TELEPORT, "12"),
        (FindingKind.ITERATION_CAP, "12"),
    ]
    assert "Knobs: max_depenetration_push" in describe_finding(document.findings[0])
    assert document.findings[0].sentence in driver.read_texts()
    driver.click("finding 1")
    assert driver.session.state.playback.cursor == Cursor(12)

"""The microtests in the Scenarios panel: badges that are run, opened by a click, and follow the knobs."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import commands as ask
from engine.microtests import Verdict, list_microtests
from engine.scenario import Controller
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu


@pytest.fixture
def board(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """A screen in which nothing is open and the microtests have been run."""
    driver = make_driver()
    driver.session.apply(ask.BrowseFolder(tmp_path))
    return settle(driver)


def settle(driver: Driver) -> Driver:
    driver.settle()
    driver.session.wait()
    driver.settle()
    return driver


def test_every_microtest_has_a_badge_for_each_controller_without_being_asked(board: Driver) -> None:
    results = board.session.state.board
    assert results is not None
    assert len(results.results) == 20
    for test in list_microtests():
        for controller in Controller:
            assert f"badge {test.id} {controller}" in board.items


def test_a_click_on_a_badge_opens_that_run_with_the_other_controller_as_ghost(board: Driver) -> None:
    board.click("badge T02 slide")
    settle(board)
    document = board.session.state.document
    assert document is not None
    assert document.microtest is not None
    assert (document.microtest.id, document.microtest.controller) == ("T02", Controller.SLIDE)
    assert board.session.state.playback.cursor.frame == document.key_frame > 0
    texts = board.read_texts()
    assert "Verdict: pass" in texts
    assert "Ghost: Sweepscope, controller cct instead of slide" in texts


def test_a_criterion_leads_to_its_frame(board: Driver) -> None:
    board.click("badge T04 cct")
    settle(board)
    board.session.apply(ask.GoToEnd(-1))
    board.settle()
    board.click("criterion 0")
    board.settle()
    assert board.session.state.playback.cursor.frame == 30


def test_the_badge_of_an_edited_microtest_fails_and_comes_back(board: Driver) -> None:
    board.session.apply(ask.OpenMicrotest("T07", Controller.SLIDE, "above"))
    settle(board)
    board.session.apply(ask.SetSetting("slope_limit", 0.5))
    settle(board)
    results = board.session.state.board
    assert results is not None
    assert results.results["T07", Controller.SLIDE].verdict is Verdict.FAIL
    assert "Verdict: fail" in board.read_texts()
    board.session.apply(ask.Undo())
    settle(board)
    assert "Verdict: pass" in board.read_texts()


def test_the_filter_finds_microtests_by_id_and_title(board: Driver) -> None:
    board.click("filter")
    board.type("slope")
    board.settle()
    shown = [name for name in board.items if name.startswith("microtest ")]
    assert shown == ["microtest T07"]


def test_a_microtest_with_variants_unfolds_to_them(board: Driver) -> None:
    left, top, _, bottom = board.items["microtest T02"]
    board.click((left + 8.0, 0.5 * (top + bottom)))
    board.settle()
    board.click("badge T02 slide 30°")
    settle(board)
    document = board.session.state.document
    assert document is not None
    assert document.microtest is not None
    assert document.microtest.variant == "30°"

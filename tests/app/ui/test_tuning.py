"""Tuning as a person does it: the slope slider dragged on T07, its verdict, its badge and the colours; undo; a fork."""

from __future__ import annotations

import numpy as np
import pytest

from app import commands as ask
from app.playback import Cursor
from app.state import Document
from engine.microtests import Verdict
from engine.scenario import Controller
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver
from tests.app.ui.test_parameters import drag_by
from tests.app.ui.test_walkable import count_colors

pytestmark = pytest.mark.gpu
SLOPE = "knob slope_limit"
"""The bar of the cosine; the one of the degrees stands beside it."""


@pytest.fixture
def t07(make_driver: MakeDriver) -> Driver:
    """The ramp of 46° that must not be climbed, with all badges, the walkable ground coloured."""
    driver = make_driver(size=(1600, 1000))
    driver.session.apply(ask.OpenMicrotest("T07", Controller.SLIDE, "above"))
    driver.session.wait()
    driver.session.apply(ask.ToggleLayer("walkable"))
    driver.session.apply(ask.FrameLevel())
    settle(driver)
    settle(driver)
    return driver


def settle(driver: Driver) -> None:
    driver.settle()
    driver.session.wait()
    driver.settle()


def shown(driver: Driver) -> Document:
    document = driver.session.state.document
    assert document is not None
    return document


def badge(driver: Driver) -> Verdict:
    board = driver.session.state.board
    assert board is not None
    assert not board.stale
    return board.results["T07", Controller.SLIDE].verdict


def test_dragging_the_slope_slider_changes_run_verdict_badge_and_colours_and_undo_brings_them_back(t07: Driver) -> None:
    before, colours = shown(t07), count_colors(t07)
    assert {result.verdict for result in before.verdicts} == {Verdict.PASS}
    assert badge(t07) is Verdict.PASS
    drag_by(t07, SLOPE, -0.25)
    settle(t07)
    after = shown(t07)
    assert after.trace.scenario is not None
    assert after.trace.scenario.settings.slope_limit < 0.69
    assert after.trace.centers[-1, 1] > before.trace.centers[-1, 1] + 2.0, "the ramp is climbed now"
    assert Verdict.FAIL in {result.verdict for result in after.verdicts}
    assert badge(t07) is Verdict.FAIL
    assert count_colors(t07)[1] < 0.5 * colours[1], "the ramp is orange no more"
    assert after.ghost is not None
    assert after.ghost.trace is before.trace
    t07.press("ctrl+z")
    settle(t07)
    np.testing.assert_array_equal(shown(t07).trace.hashes, before.trace.hashes)
    assert badge(t07) is Verdict.PASS


def test_an_edit_from_frame_40_on_leaves_the_frames_before_it_alone(t07: Driver) -> None:
    before = shown(t07).trace.hashes
    t07.session.apply(ask.SetCursor(Cursor(40)))
    t07.settle()
    t07.click("fork")
    t07.settle()
    drag_by(t07, SLOPE, -0.25)
    settle(t07)
    after = shown(t07).trace.hashes
    assert (after[:40] == before[:40]).all()
    assert (after[41:] != before[41:]).any()

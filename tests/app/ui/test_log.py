"""The Log panel: a line selects its frame and iteration, a frame its lines; searching, tags and copying."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from imgui_bundle import imgui

from app import commands as ask
from app.playback import Cursor
from app.preferences import Preferences
from app.ui.layout import FINDINGS, PLOTS, TIMELINE, VIEWPORT
from app.ui.log import ALL_HIDDEN, NOTHING_FOUND, NOTHING_OPEN, SEARCH
from engine.log_lines import Tag, build_log
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu

ALONE = Preferences(hidden_panels=(VIEWPORT, TIMELINE, FINDINGS, PLOTS))
"""Without what lies beside it, the tab is in front."""
SCENARIO = {
    "format": "sweepscope.scenario",
    "version": 1,
    "name": "slide along a wall",
    "controller": "slide",
    "capsule": {"radius": 0.35, "height": 1.1, "feet": [0, 0.03, 0]},
    "level": [
        {"shape": "box", "id": "floor", "half_extents": [20, 0.5, 20], "position": [0, -0.5, 0]},
        {"shape": "box", "id": "wall", "half_extents": [0.5, 2, 20], "position": [2.5, 2, 0]},
    ],
    "input": [{"frames": 60, "velocity": [4, 0, 4], "gravity": -9.81}],
}


@pytest.fixture
def log(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """A run of `slide` into a wall and along it."""
    file = tmp_path / "wall.scenario.json"
    file.write_text(json.dumps(SCENARIO))
    driver = make_driver(ALONE)
    driver.open(file)
    return driver


def find_line(driver: Driver, frame: int, words: str) -> int:
    """Return the number of a line of a frame."""
    document = driver.session.state.document
    assert document is not None
    made = build_log(document.trace)
    return next(n for n in made.numbers_of(frame) if words in made.lines([n])[0].text)


def list_lines(driver: Driver) -> list[str]:
    return [text for text in driver.read_texts() if text.startswith("[")]


def test_a_click_on_a_line_goes_to_its_frame_and_iteration(log: Driver) -> None:
    log.session.apply(ask.SetCursor(Cursor(40)))
    log.settle()
    number = find_line(log, 40, "[Slide 1]")
    log.click(f"line {number}")
    assert log.session.state.playback.cursor == Cursor(40, 0, 0, 1)


def test_a_frame_brings_its_lines_into_sight(log: Driver) -> None:
    assert f"line {find_line(log, 0, '[Slide 0]')}" in log.items
    far = f"line {find_line(log, 55, '[Slide 0]')}"
    assert far not in log.items
    log.session.apply(ask.SetCursor(Cursor(55)))
    log.settle()
    assert far in log.items
    log.session.apply(ask.SetCursor(Cursor(2)))
    log.settle()
    assert f"line {find_line(log, 2, '[Slide 0]')}" in log.items


def test_who_scrolls_is_left_where_he_is(log: Driver) -> None:
    log.session.apply(ask.SetCursor(Cursor(55)))
    log.settle()
    far = f"line {find_line(log, 55, '[Slide 0]')}"
    log.turn_wheel(far, 100.0)
    assert far not in log.items
    log.settle()
    assert f"line {find_line(log, 0, '[DEPEN]')}" in log.items


def test_who_reads_while_it_plays_is_not_carried_along(log: Driver) -> None:
    first, late = (f"line {find_line(log, frame, '[Slide 0]')}" for frame in (0, 55))
    log.move(first)
    log.session.apply(ask.TogglePlay())
    log.session.advance(55.5 / 60.0)
    log.settle()
    assert log.session.state.playback.cursor.frame == 55
    assert first in log.items
    log.session.apply(ask.SetCursor(Cursor(0)))
    log.move((1.0, 1.0))
    log.session.advance(55.0 / 60.0)
    log.settle()
    assert late in log.items


def test_a_search_filters_in_any_case(log: Driver) -> None:
    log.click(SEARCH)
    log.type("gRoUnd")
    assert list_lines(log) == ["[GROUND] AIR -> GROUNDED, normalY=1.000"]
    log.type(" and not this")
    assert NOTHING_FOUND in log.read_texts()


def test_tags_are_switched_and_those_of_every_frame_are_off_at_first(log: Driver) -> None:
    assert not [text for text in list_lines(log) if text.startswith(("[HASH]", "[CANDIDATES]"))]
    for tag in (Tag.HASH, Tag.CANDIDATES):
        log.click(f"tag {tag}")
    shown = list_lines(log)
    assert "[CANDIDATES] 2, first floor 6, last floor 7" in shown
    assert [text for text in shown if text.startswith("[HASH] frame=0 positionHash=0x")]
    for tag in (Tag.SLIDE, Tag.GROUND, Tag.DEPEN, Tag.HASH, Tag.CANDIDATES):
        log.click(f"tag {tag}")
    assert ALL_HIDDEN in log.read_texts()


def test_lines_are_copied_with_their_frames(log: Driver) -> None:
    log.session.apply(ask.SetCursor(Cursor(40)))
    log.settle()
    log.click("copy frame")
    copied = imgui.get_clipboard_text().splitlines()
    assert [line.split()[:3] for line in copied] == [["40", "[Slide", "0]"], ["40", "[Slide", "1]"]]
    log.click("copy all")
    assert len(imgui.get_clipboard_text().splitlines()) > 60


def test_the_line_of_the_iteration_stands_out_among_those_of_the_frame(log: Driver) -> None:
    log.session.apply(ask.SetCursor(Cursor(40, 0, 0, 1)))
    log.settle()
    assert f"line {find_line(log, 40, '[Slide 1]')}" in log.items


def test_nothing_open_is_told(make_driver: MakeDriver) -> None:
    assert NOTHING_OPEN in make_driver(ALONE).read_texts()


def test_the_timeline_stays_in_front_at_the_first_start(driver: Driver) -> None:
    assert "scrub" in driver.items
    assert SEARCH not in driver.items

"""Driving by the keyboard of a person: injected keys, what the screen says, saving, and what was left unsaved."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app import commands as ask
from app.playback import Cursor
from app.session import Session
from app.ui import events
from engine.files.scenario_file import load_scenario
from engine.simulate import simulate
from tests.app.test_driving import DT, assert_same, drive, shown, start, write_yard
from tests.app.ui.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.app.ui.conftest import MakeDriver

pytestmark = pytest.mark.gpu


@pytest.fixture
def yard(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """A yard to drive in, with the floor, a step and a wall."""
    driver = make_driver()
    driver.open(write_yard(tmp_path))
    return driver


def begin(driver: Driver) -> None:
    driver.press("g")
    driver.session.wait()
    driver.headless.run_frame()


def run(driver: Driver, ticks: int) -> None:
    """Let frames of the screen pass as the window does: time first, then the picture and its keys."""
    for _ in range(ticks):
        driver.session.advance(DT)
        driver.headless.run_frame()


def is_driving(driver: Driver) -> bool:
    return driver.session.state.driving is not None


def is_captured(driver: Driver) -> bool:
    driving = driver.session.state.driving
    return driving is not None and driving.is_captured


@contextmanager
def held(driver: Driver, *names: str) -> Iterator[None]:
    """Hold keys down; the frame that sees them comes before the first tick."""
    for name in names:
        events.send_key(name, down=True)
    driver.headless.run_frame()
    yield
    for name in names:
        events.send_key(name, down=False)
    driver.headless.run_frame()


def test_a_hundred_ticks_of_injected_keys_run_again_bit_for_bit(yard: Driver) -> None:
    begin(yard)
    with held(yard, "w"):
        run(yard, 40)
        with held(yard, "d", "left_shift"):
            run(yard, 30)
            with held(yard, "space"):
                run(yard, 10)
    with held(yard, "s"):
        run(yard, 20)
    yard.press("g")
    trace = shown(yard.session).trace
    assert len(trace) == 100
    assert trace.scenario is not None
    assert [segment.jump for segment in trace.scenario.input] == [None, None, 5.0, None]
    speeds = [round(float(np.hypot(*segment.velocity[::2])), 3) for segment in trace.scenario.input]  # type: ignore[index]
    assert speeds == [4.0, 8.0, 8.0, 4.0]
    assert_same(trace, simulate(trace.scenario))


def test_letters_steer_while_driving_and_are_switches_again_after(yard: Driver) -> None:
    begin(yard)
    before = yard.session.state.options
    for name in ("w", "a", "c", "l", "space"):
        yard.press(name)
    run(yard, 3)
    assert yard.session.state.options == before
    assert is_driving(yard)
    yard.press("escape")
    assert not is_driving(yard)
    yard.press("c")
    assert yard.session.state.options != before


def test_an_arrow_pauses_and_steps_back_and_g_forks_there(yard: Driver) -> None:
    begin(yard)
    with held(yard, "w"):
        run(yard, 30)
    yard.press("left")
    assert yard.session.state.driving is None
    assert yard.session.state.playback.cursor == Cursor(28)
    yard.session.apply(ask.SetCursor(Cursor(9)))
    begin(yard)
    with held(yard, "a"):
        run(yard, 5)
    yard.press("g")
    assert len(shown(yard.session).trace) == 15
    assert shown(yard.session).ghost is not None


def test_the_mouse_is_freed_and_taken_by_m_and_a_drag_turns_the_view(yard: Driver) -> None:
    begin(yard)
    assert is_captured(yard)
    yard.press("m")
    assert not is_captured(yard)
    before = yard.session.state.camera.yaw
    x, y = yard.find("scene")
    yard.drag("scene", (x + 60, y))
    assert is_driving(yard), "looking around is no pause"
    assert yard.session.state.camera.yaw == pytest.approx(before + 60 * 0.006, abs=0.03)
    yard.click("scene")
    assert is_driving(yard)


def test_the_plate_is_there_while_driving_and_after_a_pause_until_it_is_saved(yard: Driver, tmp_path: Path) -> None:
    assert "drive" not in yard.items
    begin(yard)
    run(yard, 10)
    assert "drive" in yard.items
    yard.press("g")
    assert "drive" in yard.items
    yard.press("ctrl+s")
    assert "save path" in yard.items
    yard.click("save")
    file = tmp_path / "yard-driven.scenario.json"
    assert [message.text for message in yard.session.state.messages] == [f"Scenario saved: {file}"]
    yard.settle()
    assert "drive" not in yard.items
    assert "save path" not in yard.items
    assert load_scenario(file).frame_count == 10


def test_what_was_left_unsaved_is_offered_and_recovered_by_a_click(make_driver: MakeDriver, tmp_path: Path) -> None:
    journals = tmp_path / "journals"
    for ticks in (20, 35):
        left = Session(journals=journals)
        left.open_now(write_yard(tmp_path))
        start(left)
        drive(left, ticks, forward=1.0)
        left.close()
    driver = make_driver()
    driver.session.offer_recoveries(journals)
    driver.settle()
    counts = [recovery.frames for recovery in driver.session.state.recoveries]
    assert sorted(counts) == [20, 35]
    driver.click("discard 1")
    driver.click("recover 0")
    driver.session.wait()
    driver.settle()
    assert len(shown(driver.session).trace) == counts[0]
    assert driver.session.state.recoveries == ()
    assert "recover 0" not in driver.items

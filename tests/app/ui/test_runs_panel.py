"""The Runs panel, what an edit changed, and the passes of two runs side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import commands as ask
from app.playback import Cursor
from app.preferences import Preferences
from app.state import Document
from app.ui.layout import CHANGES, INSPECTOR, SELECTION, TIMELINE, VIEWPORT
from app.ui.runs import ALONE as NO_OTHER
from app.ui.runs import pool_distances
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu

STAIRS = Path("assets/scenarios/stairs.scenario.json")
RUNS_ALONE = Preferences(hidden_panels=(VIEWPORT, SELECTION, CHANGES, TIMELINE, INSPECTOR))
CHANGES_ALONE = Preferences(hidden_panels=(VIEWPORT, SELECTION, INSPECTOR))


def open_stairs(driver: Driver, repository: Path) -> Driver:
    driver.open(repository / STAIRS)
    return driver


@pytest.fixture
def runs(make_driver: MakeDriver, repository: Path) -> Driver:
    return open_stairs(make_driver(RUNS_ALONE), repository)


def edit(driver: Driver, value: float) -> None:
    driver.session.apply(ask.SetSetting("step_offset", value))
    driver.session.wait()
    driver.settle()


def shown(driver: Driver) -> Document:
    document = driver.session.state.document
    assert document is not None
    return document


def wait_out_double_click(driver: Driver) -> None:
    for _ in range(20):
        driver.headless.run_frame()


def double_click(driver: Driver, name: str) -> None:
    driver.move(name)
    for _ in range(2):
        with driver.holding("left"):
            pass
    driver.settle()


def test_a_run_is_kept_compared_with_hidden_and_closed(runs: Driver) -> None:
    assert NO_OTHER in runs.read_texts()
    edit(runs, 0.05)
    runs.click("keep run")
    edit(runs, 0.4)
    assert [run.name for run in shown(runs).others] == ["step_offset 0.05", "step_offset 0.05"]
    kept, before = shown(runs).others
    assert (kept.is_before, before.is_before) == (False, True)
    assert shown(runs).ghost is before
    runs.click("run 0")
    assert shown(runs).ghost is not None
    assert shown(runs).compared == 0
    runs.click("show run 0")
    assert not shown(runs).others[0].is_shown
    runs.click("close run 0")
    assert [run.slot for run in shown(runs).others] == [1]


@pytest.mark.parametrize("slot", [ask.OWN_RUN, 0])
def test_a_run_is_renamed_in_place(runs: Driver, slot: int) -> None:
    edit(runs, 0.05)
    double_click(runs, f"run {slot}")
    runs.press("ctrl+a")
    runs.type("low steps")
    runs.press("enter")
    name = shown(runs).run_name if slot == ask.OWN_RUN else shown(runs).others[0].name
    assert name == "low steps"
    wait_out_double_click(runs)
    double_click(runs, f"run {slot}")
    runs.type("not this")
    runs.press("escape")
    assert "not this" not in (shown(runs).run_name, shown(runs).others[0].name)


def test_a_run_is_looked_at_and_this_one_takes_its_place(runs: Driver) -> None:
    first = shown(runs).trace
    edit(runs, 0.05)
    second = shown(runs).trace
    runs.click("swap run 0")
    assert shown(runs).trace is first
    assert shown(runs).others[0].trace is second


def test_the_largest_distance_and_the_plot_go_to_their_frames(runs: Driver) -> None:
    edit(runs, 0.05)
    texts = runs.read_texts()
    runs.session.apply(ask.SetCursor(Cursor(50)))
    here = shown(runs).others[0].comparison.distances[50]
    texts = runs.read_texts()
    assert any(f"{here:.3f}".rstrip("0") in text for text in texts), texts
    runs.click("worst run 0")
    assert runs.session.state.playback.cursor == Cursor(99)
    left, top, right, bottom = runs.items["distances"]
    runs.click((left + 0.255 * (right - left), (top + bottom) / 2))
    assert runs.session.state.playback.cursor == Cursor(25)


def test_the_plot_keeps_the_largest_of_each_column(runs: Driver) -> None:
    edit(runs, 0.05)
    ghost = shown(runs).ghost
    assert ghost is not None
    points = pool_distances(ghost, 10, 100)
    assert len(points) == 10
    assert points[0] == (0.005, 0.0)
    assert points[-1][1] == 1.0
    assert [y for _, y in points] == sorted(y for _, y in points)


def test_eight_runs_fit_and_no_ninth_is_kept(runs: Driver) -> None:
    for number in range(7):
        edit(runs, 0.05 * (number + 1))
        runs.click("keep run")
        wait_out_double_click(runs)
    assert len(shown(runs).others) == 7
    assert "8 runs of 8" in runs.read_texts()
    runs.click("keep run")
    assert runs.session.state.messages == (), "the button is off"


def test_a_line_of_what_changed_goes_to_its_frame(make_driver: MakeDriver, repository: Path) -> None:
    driver = open_stairs(make_driver(CHANGES_ALONE), repository)
    edit(driver, 0.05)
    changes = shown(driver).changes
    assert changes is not None
    assert changes.summary in driver.read_texts()
    number = next(i for i, row in enumerate(changes.rows) if row.label == "gate: hit in reach")
    driver.click(f"change {number}")
    assert driver.session.state.playback.cursor == Cursor(22)
    driver.click("change 0")
    assert driver.session.state.playback.cursor == Cursor(99)


def test_the_first_edit_brings_what_changed_forward_and_leaves_the_keyboard(
    make_driver: MakeDriver, repository: Path
) -> None:
    driver = open_stairs(make_driver(Preferences(hidden_panels=(VIEWPORT,))), repository)
    driver.click("filter")
    assert "changes summary" not in driver.items
    edit(driver, 0.05)
    assert "changes summary" in driver.items
    driver.type("x")
    assert driver.headless.screen._texts["filter"] == "x"


def test_another_run_to_compare_with_gives_another_table(make_driver: MakeDriver, repository: Path) -> None:
    driver = open_stairs(make_driver(CHANGES_ALONE), repository)
    edit(driver, 0.05)
    driver.session.apply(ask.KeepRun())
    edit(driver, 0.4)
    before = driver.read_texts()
    made = shown(driver).changes
    assert made is not None
    assert made.summary in before
    driver.session.apply(ask.KeepRun("same"))
    driver.session.apply(ask.CompareWith(2))
    driver.settle()
    assert made.summary not in driver.read_texts()


def test_the_passes_of_two_runs_stand_side_by_side(make_driver: MakeDriver, repository: Path) -> None:
    driver = open_stairs(make_driver(Preferences(hidden_panels=(VIEWPORT,))), repository)
    assert "side by side" not in driver.items
    edit(driver, 0.05)
    driver.session.apply(ask.SetCursor(Cursor(40)))
    driver.settle()
    driver.click("side by side")
    texts = driver.read_texts()
    assert {"walk SIDE", "did not run"} <= set(texts)


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [1400, 2400])
def test_the_buttons_of_a_run_stay_inside_the_panel(
    make_driver: MakeDriver, repository: Path, width: int, scale: float
) -> None:
    driver = open_stairs(make_driver(RUNS_ALONE, size=(width, 1000), scale=scale), repository)
    edit(driver, 0.05)
    right = driver.items["distances"][2]
    for name in ("show run 0", "run 0", "worst run 0", "swap run 0", "close run 0"):
        assert driver.items[name][2] <= right + 1, name
    assert driver.items["run 0"][2] <= driver.items["swap run 0"][0]
    assert driver.items["swap run 0"][2] <= driver.items["close run 0"][0]

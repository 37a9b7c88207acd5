"""The Plots panel: linked to the cursor, to the timeline's range and to the runs; it says what is not known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app import commands as ask
from app.playback import Cursor
from app.preferences import Preferences
from app.session import Session
from app.ui.layout import FINDINGS, PLOTS, TIMELINE, VIEWPORT
from app.ui.plots import arrange_plots
from engine.decisions import Gate
from tests.app.sample_files import FRAMES, write_walk
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu
ALONE = (VIEWPORT, TIMELINE, FINDINGS)
STAIRS = Path("assets/scenarios/stairs.scenario.json")


def open_plots(make_driver: MakeDriver, path: Path, *plots: str) -> Driver:
    driver = make_driver(Preferences(hidden_panels=ALONE, plots=plots or ("height", "speed")))
    driver.open(path)
    return driver


@pytest.fixture
def stairs(make_driver: MakeDriver, repository: Path) -> Driver:
    return open_plots(make_driver, repository / STAIRS)


def place(driver: Driver, frame: float, name: str = "height") -> tuple[float, float]:
    """Return where a frame lies in a plot, as it does on the Timeline: its middle is at + 0.5."""
    left, top, right, bottom = driver.items[f"plot {name}"]
    first, last = driver.session.state.timeline_range
    return left + (frame - first) * (right - left) / (last - first + 1), (top + bottom) / 2


def frame_of(driver: Driver) -> int:
    return driver.session.state.playback.cursor.frame


def test_a_click_and_a_drag_go_to_their_frame(stairs: Driver) -> None:
    for frame in (0, 37, 99):
        stairs.click(place(stairs, frame + 0.5))
        assert stairs.session.state.playback.cursor == Cursor(frame)
    stairs.drag(place(stairs, 10.5, "speed"), place(stairs, 30.5, "speed"), place(stairs, 60.5, "speed"))
    assert frame_of(stairs) == 60


def test_the_wheel_zooms_both_the_plots_and_the_timeline_about_the_pointer(stairs: Driver) -> None:
    before = place(stairs, 60.5)
    stairs.turn_wheel(before, 3)
    first, last = stairs.session.state.timeline_range
    assert last - first == pytest.approx(99 * 0.8**3, rel=0.02)
    assert place(stairs, 60.5)[0] == pytest.approx(before[0], abs=6)
    stairs.turn_wheel(before, -9)
    assert stairs.session.state.timeline_range == (0.0, 99.0)


def test_a_drag_with_the_right_button_pans_and_stops_at_the_ends(stairs: Driver) -> None:
    stairs.session.apply(ask.SetTimelineRange(40, 59))
    stairs.settle()
    start = place(stairs, 50.5)
    stairs.drag(start, place(stairs, 45.5), button="right")
    first, last = stairs.session.state.timeline_range
    assert (first, last) == pytest.approx((45.0, 64.0), abs=0.1)
    x, y = place(stairs, first)
    for _ in range(4):
        stairs.drag((x + 10, y), (x + 800, y), button="right")
    assert stairs.session.state.timeline_range == pytest.approx((0.0, 19.0))
    assert frame_of(stairs) == 0, "panning does not seek"


def test_a_line_marks_the_cursor_in_every_plot(stairs: Driver) -> None:
    stairs.session.apply(ask.SetCursor(Cursor(70)))
    stairs.settle()
    pixels = stairs.headless.read_pixels().astype(int).sum(axis=2)
    for name in ("height", "speed"):
        _, top, _, bottom = (int(edge) for edge in stairs.items[f"plot {name}"])
        x = int(place(stairs, 70.5, name)[0])
        bright = (pixels[top + 4 : bottom - 4, x - 1 : x + 2].max(axis=1) > 450).mean()
        beside = (pixels[top + 4 : bottom - 4, x + 6 : x + 9].max(axis=1) > 450).mean()
        assert bright > 0.95
        assert beside < 0.6


def test_hovering_tells_frame_value_and_unit(stairs: Driver) -> None:
    stairs.move(place(stairs, 37.5))
    stairs.settle()
    texts = stairs.read_texts()
    assert "Height, frame 37" in texts
    assert stairs.session.state.document is not None
    height = stairs.session.state.document.trace.centers[37, 1]
    told = next(text for text in texts if text.endswith(" m") and text[0].isdigit())
    assert float(told.removesuffix(" m")) == pytest.approx(height, abs=0.001)


def test_every_run_on_screen_has_its_curve_in_its_own_colour(stairs: Driver) -> None:
    stairs.session.apply(ask.TogglePlot("distance"))
    stairs.settle()
    assert "unknown distance" in stairs.items
    stairs.session.apply(ask.SetSetting("step_offset", 0.05))
    stairs.session.wait()
    stairs.settle()
    assert "unknown distance" not in stairs.items
    left, top, right, bottom = (int(edge) for edge in stairs.items["plot height"])
    violet = count_near(stairs.headless.read_pixels()[top:bottom, left:right], (0xB9, 0xA7, 0xF0))
    assert violet > 100
    stairs.session.apply(ask.ToggleRun(0))
    stairs.settle()
    assert count_near(stairs.headless.read_pixels()[top:bottom, left:right], (0xB9, 0xA7, 0xF0)) < 10
    assert "unknown distance" in stairs.items


def count_near(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], color: tuple[int, int, int]) -> int:
    """Count pixels that are nearly of a colour, which is drawn with an opacity of 0.85."""
    return int((np.abs(pixels.astype(int) - 0.9 * np.array(color)).max(axis=2) < 30).sum())


def test_plots_are_chosen_by_name_and_remembered(stairs: Driver) -> None:
    stairs.click("choose plots")
    stairs.click("choose iterations")
    assert stairs.session.state.plots == ("height", "speed", "iterations")
    assert "plot iterations" in stairs.items
    stairs.click("choose plots")
    stairs.click("choose height")
    remembered = stairs.session.remember("", 1.0)
    assert remembered.plots == ("speed", "iterations")
    assert Session(Preferences(plots=(*remembered.plots, "of a newer version"))).state.plots == remembered.plots


def test_a_gate_is_chosen_among_those_that_were_asked(make_driver: MakeDriver, repository: Path) -> None:
    driver = open_plots(make_driver, repository / STAIRS.with_name("steep_ramp.scenario.json"))
    driver.click("choose plots")
    assert "choose gate DOWN_STEEP" in driver.items
    assert "choose gate BUMP_HIT" not in driver.items, "a gate of the other controller"
    driver.click("choose gate DOWN_STEEP")
    assert driver.session.state.plots[-1] == "gate DOWN_STEEP"
    assert "unknown gate DOWN_STEEP" not in driver.items
    driver.move(place(driver, 60.5, "gate DOWN_STEEP"))
    driver.settle()
    texts = driver.read_texts()
    assert any(text.startswith("0.6947 against 0.707 (steep)") for text in texts), texts


def test_what_is_not_known_is_said(make_driver: MakeDriver, tmp_path: Path) -> None:
    driver = open_plots(make_driver, write_walk(tmp_path), "distance", f"gate {Gate.HIT.name}", "height")
    assert {"unknown distance", "unknown gate HIT"} <= set(driver.items)
    assert "unknown height" not in driver.items
    assert driver.session.state.timeline_range == (0.0, FRAMES - 1.0)


def test_depths_are_measured_in_the_background_once_they_are_plotted(stairs: Driver) -> None:
    stairs.session.wait()
    assert not stairs.session.state.depths, "nobody asked"
    stairs.session.apply(ask.TogglePlot("penetration"))
    stairs.settle()
    assert "unknown penetration" in stairs.items, "not asked yet"
    stairs.session.advance(0.0)
    assert stairs.session.is_busy
    stairs.session.wait()
    stairs.settle()
    assert "unknown penetration" not in stairs.items
    document = stairs.session.state.document
    assert document is not None
    assert len(stairs.session.state.depths[document.trace]) == len(document.trace)


def test_without_a_file_or_a_choice_the_panel_says_what_to_do(make_driver: MakeDriver, tmp_path: Path) -> None:
    driver = make_driver(Preferences(hidden_panels=ALONE, plots=()))
    assert any("here you will see curves" in text for text in driver.read_texts())
    driver.open(write_walk(tmp_path))
    assert any("Nothing is plotted" in text for text in driver.read_texts())


def test_the_panel_lies_behind_the_timeline_at_first(driver: Driver) -> None:
    assert PLOTS not in driver.session.state.hidden_panels
    assert "scrub" in driver.items
    assert "plot height" not in driver.items


@pytest.mark.parametrize(
    ("count", "columns", "rows", "arranged"),
    [(1, 3.9, 2.9, (1, 1)), (2, 3.0, 2.0, (1, 2)), (3, 3.0, 2.0, (2, 2)), (4, 3.0, 1.0, (2, 2)), (7, 1.0, 2.0, (1, 7))],
)
def test_plots_stand_side_by_side_where_they_would_be_too_low(
    count: int, columns: float, rows: float, arranged: tuple[int, int]
) -> None:
    assert arrange_plots(count, columns, rows) == arranged

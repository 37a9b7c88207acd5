"""The screen as a whole: any size and scale, whatever was remembered, nothing drawn in vain, nothing left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import commands as ask
from app.draw.drawlist import DrawList
from app.playback import Cursor
from app.preferences import Preferences
from app.render.painter import Painter
from app.session import Session
from app.state import State
from app.ui.context import Rect
from app.ui.layout import PANELS
from tests.app.sample_files import write_walk
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu

MENU_SHARE_PX = 8
"""The first layout does not know the menu bar's height yet; a later one may differ by its share of it."""
PLATES = ("hud", "legend", "camera words")


def inside(inner: Rect, outer: Rect) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def apart(one: Rect, other: Rect) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.fixture
def paints(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The size of each scene that is drawn from now on."""
    drawn: list[tuple[int, int]] = []
    paint = Painter.paint

    def count(self: Painter, draw_list: DrawList, state: State, size_px: tuple[int, int], density: float) -> int:
        drawn.append(size_px)
        return paint(self, draw_list, state, size_px, density)

    monkeypatch.setattr(Painter, "paint", count)
    return drawn


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1600, 900), (1280, 800), (480, 320)])
def test_words_over_the_scene_stay_inside_it_and_apart(
    make_driver: MakeDriver, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    driver = make_driver(size=size, scale=scale)
    driver.open(write_walk(tmp_path, "a_name_that_is_rather_long_for_a_small_window"))
    driver.session.apply(ask.SetCursor(Cursor(5, 1, 1, 0)))
    driver.settle()
    scene, plates = driver.items["scene"], {name: driver.items[name] for name in PLATES if name in driver.items}
    assert "hud" in plates
    assert all(inside(plate, scene) for plate in plates.values()), plates
    pairs = [(a, b) for a in plates for b in plates if a < b]
    assert all(apart(plates[a], plates[b]) for a, b in pairs), plates
    if size == (1600, 900) and scale < 2:
        assert set(plates) == set(PLATES), "there is room for all"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_whole_transport_can_be_reached(make_driver: MakeDriver, tmp_path: Path, scale: float) -> None:
    driver = make_driver(size=(1280, 800), scale=scale)
    driver.open(write_walk(tmp_path))
    for name in ("button First frame", "button Play", "button Next iteration", "frame field", "speed", "loop"):
        assert driver.items[name][2] < driver.items["scene"][2], name
    driver.click("loop")
    assert driver.session.state.playback.loop


def test_words_grow_with_the_scale(make_driver: MakeDriver) -> None:
    heights = []
    for scale in (1.0, 1.5, 2.0):
        _, top, _, bottom = make_driver(scale=scale).items["filter"]
        heights.append(bottom - top)
    assert heights[1] == pytest.approx(1.5 * heights[0], abs=1.5)
    assert heights[2] == pytest.approx(2.0 * heights[0], abs=1.5)


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (30, 20), (1, 800), (1280, 1)])
def test_folding_the_window_to_nothing_and_back_changes_nothing(driver: Driver, size: tuple[int, int]) -> None:
    before = dict(driver.items)
    driver.resize(size)
    driver.press("right")
    driver.session.apply(ask.ToggleHelp())
    driver.settle()
    driver.session.apply(ask.ToggleHelp())
    driver.resize((1280, 800))
    assert driver.session.state.playback.cursor == Cursor(1)
    assert driver.items == before


def test_a_start_in_a_window_of_nothing_is_laid_out_once_it_grows(make_driver: MakeDriver) -> None:
    wanted = make_driver().items["scene"]
    for size in ((1, 1), (30, 20)):
        driver = make_driver(size=size)
        driver.resize((1280, 800))
        assert driver.items["scene"] == pytest.approx(wanted, abs=MENU_SHARE_PX)


def test_the_scene_is_drawn_only_when_something_in_it_changes(driver: Driver, paints: list[tuple[int, int]]) -> None:
    driver.settle()
    driver.move("scene")
    driver.move("filter")
    driver.type("x")
    driver.session.tell("words", is_error=False)
    driver.settle()
    assert paints == [], "neither time nor the pointer nor the panels change it"
    changes: list[ask.Command] = [
        ask.SetCursor(Cursor(3)),
        ask.ToggleLayer("grid"),
        ask.ZoomCamera(1),
        ask.SetTheme("light"),
        ask.SetScale(1.5),
    ]
    for number, command in enumerate(changes, 1):
        driver.session.apply(command)
        driver.settle()
        assert len(paints) >= number, command
    # A new scale changes the size of the viewport too, which takes a frame or two to settle.
    assert len(paints) <= len(changes) + 2


def test_a_hidden_viewport_draws_no_scene(panels: Driver, paints: list[tuple[int, int]]) -> None:
    panels.press("right")
    assert paints == []


def test_the_layout_of_the_last_time_comes_back(make_driver: MakeDriver) -> None:
    first = make_driver()
    right, y = first.items["scene"][2] + 1.0, 300.0
    first.drag((right, y), (right - 60, y), (right - 120, y))
    moved = first.items["scene"]
    layout = first.headless.screen.save_layout()
    again = make_driver(layout=layout)
    assert again.items["scene"] == moved


HOSTILE_LAYOUTS = (
    "no layout at all",
    "[Window][Viewport]\nPos=-9999,-9999\nSize=0,-3\nCollapsed=1\nDockId=0xFFFFFFFF,9\n",
    "[Docking][Data]\nDockSpace ID=0x1 Split=Q SizeRef=-1,99999999999999999999\nDockNode ID=0x1 Parent=0x1\n",
    "%s%s%n[Window][[[[]]\n" + "[Window][x]\n" * 1000,
)


@pytest.mark.parametrize("layout", HOSTILE_LAYOUTS, ids=range(len(HOSTILE_LAYOUTS)))
def test_a_remembered_layout_that_makes_no_sense_does_no_harm(make_driver: MakeDriver, layout: str) -> None:
    wanted = make_driver().items["scene"]
    driver = make_driver(layout=layout)
    driver.session.apply(ask.ResetLayout())
    driver.settle()
    assert driver.items["scene"] == pytest.approx(wanted, abs=MENU_SHARE_PX)


def test_unknown_and_all_hidden_panels_do_no_harm(make_driver: MakeDriver) -> None:
    driver = make_driver(Preferences(hidden_panels=(*PANELS, "no such panel")))
    assert "scene" not in driver.items
    driver.session.apply(ask.ResetLayout())
    driver.settle()
    assert "scene" in driver.items


def test_closing_leaves_no_context_behind(make_driver: MakeDriver) -> None:
    from imgui_bundle import imgui

    for _ in range(3):
        driver = Driver(Session())
        assert imgui.get_current_context() is not None
        context = driver.headless._canvas.context
        driver.close()
        assert imgui.get_current_context() is None
        assert type(context.mglo).__name__ == "InvalidObject", "the GL context was released"

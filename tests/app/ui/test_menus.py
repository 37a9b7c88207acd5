"""Menus, keys and the page of keys: layers, panels, layout, theme, picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import commands as ask
from app.draw.options import LAYERS
from app.ui.keys import BINDINGS, find_chord
from app.ui.layout import PANELS
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu

MENU_SHARE_PX = 8
"""The first layout does not know the menu bar's height yet; a later one may differ by its share of it."""


def open_menu(driver: Driver, title: str) -> None:
    driver.click(f"menu {title}")


def test_each_layer_is_switched_by_its_key(panels: Driver) -> None:
    for layer in LAYERS:
        before = getattr(panels.session.state.options, layer.name)
        panels.press(layer.key.lower())
        assert getattr(panels.session.state.options, layer.name) is not before, layer.name


def test_a_layer_is_switched_by_the_menu_and_leaves_the_picture(driver: Driver) -> None:
    before = driver.headless.read_pixels()
    open_menu(driver, "Layers")
    driver.click("item Capsule")
    assert not driver.session.state.options.capsule
    x, y = (int(part) for part in driver.find_world((0.1, 1.0, 0.0)))
    part = slice(y - 80, y + 80), slice(x - 40, x + 40)
    changed = abs(driver.headless.read_pixels()[part].astype(int) - before[part]).max(axis=2) > 8
    assert changed.mean() > 0.5, "the capsule stood there"


def test_keys_are_told_apart_and_stand_beside_their_menu_items() -> None:
    chords = [binding.chord for binding in BINDINGS]
    assert len(chords) == len(set(chords))
    assert find_chord(ask.ToggleLayer("level")) == "L"
    assert find_chord(ask.GoToExperiment(1)) == "."
    assert {layer.name for layer in LAYERS} == {
        binding.command.name for binding in BINDINGS if isinstance(binding.command, ask.ToggleLayer)
    }


def has_help(driver: Driver) -> bool:
    return driver.session.state.help_open


def test_the_page_of_keys_opens_and_closes(panels: Driver) -> None:
    panels.type("?")
    assert has_help(panels)
    texts = panels.read_texts()
    for binding in BINDINGS:
        assert binding.words in texts
    panels.type("?")
    assert not has_help(panels)
    panels.type("?")
    panels.press("escape")
    assert not has_help(panels)
    open_menu(panels, "Help")
    panels.click("item Keys")
    assert has_help(panels)


def test_a_hidden_panel_comes_back_when_the_layout_is_reset(driver: Driver) -> None:
    before = {name: driver.items[name] for name in ("scene", "scrub", "filter", "tree 0")}
    for title in PANELS:
        open_menu(driver, "Window")
        driver.click(f"item {title}")
    assert driver.session.state.hidden_panels == frozenset(PANELS)
    assert not before.keys() & driver.items.keys()
    open_menu(driver, "Window")
    driver.click("item Reset layout")
    assert driver.session.state.hidden_panels == frozenset()
    driver.move((5.0, 790.0))
    driver.settle()
    for name, place in before.items():
        assert driver.items[name] == pytest.approx(place, abs=MENU_SHARE_PX), name


def test_a_border_that_was_dragged_goes_back_when_the_layout_is_reset(driver: Driver) -> None:
    before = driver.items["scene"]
    right, y = before[2] + 1.0, (before[1] + before[3]) / 2
    driver.drag((right, y), (right - 60, y), (right - 150, y))
    assert driver.items["scene"][2] == pytest.approx(before[2] - 150, abs=6)
    driver.session.apply(ask.ResetLayout())
    driver.settle()
    assert driver.items["scene"] == pytest.approx(before, abs=MENU_SHARE_PX)


def test_the_theme_changes_panels_and_scene(driver: Driver) -> None:
    x, y = (int(part) for part in driver.find("scene"))
    corners = ((3, 100), (y - 200, x))
    dark = driver.headless.read_pixels()
    open_menu(driver, "Window")
    driver.click("item Light theme")
    driver.move((5.0, 790.0))
    driver.settle()
    light = driver.headless.read_pixels()
    for place in corners:
        assert light[place].mean() > dark[place].mean() + 60


def test_a_picture_is_asked_for_with_the_name_of_the_frame(
    panels: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    panels.press("right")
    panels.press("f12")
    assert panels.session.state.picture == tmp_path / "walk-frame1.png"
    panels.headless.save_picture(tmp_path / "walk-frame1.png")
    assert (tmp_path / "walk-frame1.png").read_bytes()[:4] == b"\x89PNG"


def test_camera_keys_choose_mode_view_and_projection(panels: Driver) -> None:
    panels.press("f3")
    panels.press("f4")
    assert (panels.session.state.camera.mode, panels.session.state.camera.projection) == ("follow", "orthographic")
    panels.press("shift+f6")
    assert panels.session.state.camera.pitch == 0.0


def test_quit_is_asked_for_by_key(panels: Driver) -> None:
    panels.press("ctrl+q")
    assert panels.session.state.finished

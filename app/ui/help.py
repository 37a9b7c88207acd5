"""The page of keys."""

from __future__ import annotations

from imgui_bundle import imgui

from app import commands as ask
from app.ui.context import Ui, vec2
from app.ui.keys import BINDINGS, name_chord

MOUSE = (
    ("Left click", "Select what is under the pointer"),
    ("Left drag", "Turn the camera"),
    ("Middle drag, or Shift+left drag", "Shift the camera"),
    ("Wheel", "Come nearer, go away; over the timeline: zoom it"),
    ("Right drag", "Look around; W A S D, Q and E move meanwhile"),
)
COLUMNS = (("Time", "Window"), ("Camera", "Mouse"), ("Layers", "Edit"))
"""Of the page of keys, chosen so that it fits on a small screen."""


def help_ui(ui: Ui) -> None:
    """Draw the page of keys, if it is open."""
    if not ui.state.help_open:
        return
    viewport = imgui.get_main_viewport()
    size = vec2(min(ui.px(1180), viewport.work_size.x * 0.96), min(ui.px(620), viewport.work_size.y * 0.94))
    imgui.set_next_window_size(size, imgui.Cond_.appearing)
    imgui.set_next_window_pos(viewport.get_center(), imgui.Cond_.appearing, vec2(0.5, 0.5))
    flags = imgui.WindowFlags_.no_docking | imgui.WindowFlags_.no_collapse | imgui.WindowFlags_.no_saved_settings
    visible, still_open = imgui.begin("Keys and mouse", True, flags)
    if visible:
        _columns_ui(ui)
    imgui.end()
    if not still_open:
        ui.send(ask.ToggleHelp())


def _columns_ui(ui: Ui) -> None:
    if not imgui.begin_table("keys", len(COLUMNS), imgui.TableFlags_.sizing_stretch_same):
        return
    for groups in COLUMNS:
        imgui.table_next_column()
        for group in groups:
            keys = [(name_chord(binding.chord), binding.words) for binding in BINDINGS if binding.group == group]
            _group_ui(ui, group, keys or list(MOUSE))
    imgui.end_table()


def _group_ui(ui: Ui, title: str, rows: list[tuple[str, str]]) -> None:
    imgui.push_font(ui.fonts.heading, 0.0)
    imgui.separator_text(title)
    imgui.pop_font()
    if imgui.begin_table(title, 2):
        imgui.table_setup_column("key", imgui.TableColumnFlags_.width_fixed, ui.px(110))
        imgui.table_setup_column("words", imgui.TableColumnFlags_.width_stretch)
        for chord, words in rows:
            imgui.table_next_column()
            imgui.push_text_wrap_pos(0.0)
            imgui.text_disabled(chord)
            imgui.table_next_column()
            imgui.text(words)
            imgui.pop_text_wrap_pos()
        imgui.end_table()

"""The page of keys, and the messages."""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.draw.palette import parse_hex
from app.ui.context import Ui, pack_color, vec2
from app.ui.keys import BINDINGS, name_chord

MOUSE = (
    ("Left click", "Select what is under the pointer"),
    ("Left drag", "Turn the camera"),
    ("Middle drag, or Shift+left drag", "Shift the camera"),
    ("Wheel", "Come nearer, go away; over the timeline: zoom it"),
    ("Right drag", "Look around; W A S D, Q and E move meanwhile"),
)
COLUMNS = (("Time", "Window"), ("Camera", "Mouse"), ("Layers",))
"""Of the page of keys, chosen so that it fits on a small screen."""
ERROR_COLOR, DONE_COLOR = parse_hex("#E06C5A"), parse_hex("#6FA8DC")


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
    if not still_open or imgui.is_key_pressed(imgui.Key.escape):
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


def messages_ui(ui: Ui) -> None:
    """Draw the messages over the lower right corner of the window, newest lowest, until they are dismissed."""
    viewport = imgui.get_main_viewport()
    bottom = viewport.work_pos.y + viewport.work_size.y - ui.px(12)
    right = viewport.work_pos.x + viewport.work_size.x - ui.px(12)
    for message in reversed(ui.state.messages):
        imgui.set_next_window_pos(vec2(right, bottom), imgui.Cond_.always, vec2(1.0, 1.0))
        imgui.set_next_window_size(vec2(min(ui.px(520), viewport.work_size.x * 0.8), 0))
        flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_docking | imgui.WindowFlags_.no_saved_settings
        flags |= imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_nav
        imgui.begin(f"message {message.number}", None, flags)
        color = ERROR_COLOR if message.is_error else DONE_COLOR
        corner, size = imgui.get_window_pos(), imgui.get_window_size()
        strip = vec2(corner.x + ui.px(4), corner.y + size.y)
        imgui.get_window_draw_list().add_rect_filled(corner, strip, pack_color(color))
        icon = icons.ICON_FA_TRIANGLE_EXCLAMATION if message.is_error else icons.ICON_FA_CIRCLE_INFO
        imgui.text_colored(imgui.ImVec4(*color), icon)
        imgui.same_line()
        imgui.push_text_wrap_pos(size.x - ui.px(44))
        imgui.text(message.text)
        imgui.pop_text_wrap_pos()
        imgui.same_line(size.x - ui.px(34))
        if imgui.small_button(f"{icons.ICON_FA_XMARK}##dismiss"):
            ui.send(ask.DismissMessage(message.number))
        ui.note_item(f"dismiss {message.number}")
        bottom -= imgui.get_window_size().y + ui.px(8)
        imgui.end()

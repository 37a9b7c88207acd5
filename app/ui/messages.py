"""Messages: what went wrong or was done, until it is dismissed."""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.draw.palette import parse_hex
from app.ui.context import Ui, pack_color, vec2

ERROR_COLOR, DONE_COLOR = parse_hex("#E06C5A"), parse_hex("#6FA8DC")


def messages_ui(ui: Ui) -> None:
    """Draw the messages over the lower right corner of the window, newest lowest, until they are dismissed.

    A picture is of the program, not of what it says about pictures: while one is taken there are none.
    """
    if ui.state.picture is not None:
        return
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

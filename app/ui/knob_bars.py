"""Bars that numbers are dragged on, and the field that takes a bar's place while its number is typed."""

from __future__ import annotations

from imgui_bundle import ImVec4, imgui

from app.draw.palette import parse_hex
from app.ui.context import Ui, pack_color, vec2, with_alpha
from app.ui.dials import Span
from app.ui.style import PANEL_COLORS

FILL_OPACITY = 0.32
"""Of the full part of a bar: the number on it stays legible in both themes."""
TYPING, TYPED, GESTURE = "typing", "typed number", "gesture"
"""Names in the panel's memory: which bar is being typed in, what, and the drag that goes on."""


def drag_ui(
    ui: Ui, key: str, value: float, span: Span, words: str, width: float, default: float | None
) -> float | None:
    """Draw a bar that is as full as the value is in its span; return the value that it was dragged to, if it was."""
    _ground_ui(ui, span.fraction(value), None if default is None else span.fraction(default), width)
    for color in (imgui.Col_.frame_bg, imgui.Col_.frame_bg_hovered, imgui.Col_.frame_bg_active):
        imgui.push_style_color(color, ImVec4(0.5, 0.5, 0.5, 0.0 if color == imgui.Col_.frame_bg else 0.12))
    imgui.set_next_item_width(width)
    flags = imgui.SliderFlags_.no_input | (imgui.SliderFlags_.logarithmic if span.is_log else 0)
    speed = (span.high - span.low) / max(width, 1.0)
    # The words are no format: they have all digits, and ImGui does not round by them.
    changed, moved = imgui.drag_float(f"##{key}", value, speed, span.low, span.high, words.replace("%", "%%"), flags)
    imgui.pop_style_color(3)
    ui.note_item(f"knob {key}")
    if imgui.is_item_activated():
        begin_gesture(ui, key)
    if not changed:
        return None
    rounded = span.round(min(max(moved, span.low), span.high), finely=imgui.get_io().key_alt)
    return None if rounded == value else rounded


def _ground_ui(ui: Ui, fraction: float, default: float | None, width: float) -> None:
    """Draw a bar's ground, its full part, and a tick where the default is."""
    low, height = imgui.get_cursor_screen_pos(), imgui.get_frame_height()
    draw, colors = imgui.get_window_draw_list(), PANEL_COLORS[ui.state.theme]
    high = vec2(low.x + width, low.y + height)
    draw.add_rect_filled(low, high, pack_color(parse_hex(colors.field)), ui.px(4))
    fill = pack_color(with_alpha(parse_hex(colors.accent), FILL_OPACITY))
    draw.push_clip_rect(low, vec2(low.x + width * fraction, high.y), True)
    draw.add_rect_filled(low, high, fill, ui.px(4))
    draw.pop_clip_rect()
    if default is not None:
        x = round(low.x + (width - 1.0) * default)
        draw.add_line(vec2(x, high.y - ui.px(6)), vec2(x, high.y - 1), imgui.get_color_u32(imgui.Col_.text_disabled))


def begin_gesture(ui: Ui, key: str) -> None:
    """Begin a drag: what it edits from now on is undone together."""
    number = ui.memory.get(GESTURE, (0, ""))[0]
    assert isinstance(number, int)
    ui.memory[GESTURE] = (number + 1, f"{key} {number + 1}")


def name_gesture(ui: Ui) -> str:
    """Return the name of the drag that goes on: its edits are undone together."""
    return str(ui.memory.get(GESTURE, (0, ""))[1])


def wants_typing() -> bool:
    """Tell whether the last item is asked to become a field for text: by a double click, or Ctrl and a click."""
    if not imgui.is_item_hovered():
        return False
    return imgui.is_mouse_double_clicked(0) or (imgui.is_mouse_clicked(0) and imgui.get_io().key_ctrl)


def begin_typing(ui: Ui, key: str, text: str) -> None:
    """Put a field for text in place of a bar, from the next frame on."""
    ui.memory[TYPING] = (key, text)
    ui.texts.pop(TYPED, None)


def is_typing(ui: Ui, key: str) -> bool:
    """Tell whether a bar is a field for text just now."""
    return ui.memory.get(TYPING, ("", ""))[0] == key


def typed_ui(ui: Ui, key: str, width: float) -> str | None:
    """Draw the field; return what was typed once it is left, None before and if nothing was changed."""
    before = str(ui.memory[TYPING][1])
    imgui.set_next_item_width(width)
    if TYPED not in ui.texts:
        imgui.set_keyboard_focus_here()
    _, text = imgui.input_text(f"##type {key}", ui.texts.get(TYPED, before), imgui.InputTextFlags_.auto_select_all)
    ui.note_item(f"knob {key}")
    ui.texts[TYPED] = text
    if not imgui.is_item_deactivated():
        return None
    del ui.memory[TYPING], ui.texts[TYPED]
    return None if text == before else text

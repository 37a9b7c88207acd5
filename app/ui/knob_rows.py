"""A knob as a row: its name with marks where it differs, a bar to drag, tick or choose from, and a button back.

A bar is dragged; a double click or Ctrl+click types the value; a right click offers the ways back.
"""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app.draw.palette import parse_hex
from app.knobs import Value
from app.ui.context import Ui, pack_color, vec2
from app.ui.dials import AS_THE_RULES_SAY, CAPSULE, Dial, Span, read_number, to_cosine, to_degrees
from app.ui.knob_bars import begin_typing, drag_ui, is_typing, name_gesture, typed_ui, wants_typing
from app.ui.style import PANEL_COLORS
from app.ui.tables import shorten

WIDE_PX = 340.0
"""From this width on, name and bar stand side by side."""
GUTTER_PX = 16.0
"""Left of the names: the marks."""
NAME_SHARE = 0.46
"""Of a wide row."""
HOW_TO = "Drag, with Alt finely; double-click or Ctrl+click to type; right-click for more."
DEGREES = Span(0.0, 90.0)


def row_height(ui: Ui, dial: Dial, width: float) -> float:
    """Return the height of a row with the space below it, pixels."""
    line = imgui.get_frame_height_with_spacing()
    is_low = width >= ui.px(WIDE_PX) or dial.knob.kind is bool
    return line if is_low else line + imgui.get_text_line_height_with_spacing()


def row_ui(ui: Ui, dial: Dial) -> None:
    """Draw a knob; one that is out of sight only takes its room."""
    width = imgui.get_content_region_avail().x
    height = row_height(ui, dial, width)
    if not imgui.is_rect_visible(vec2(max(width, 1.0), height)):
        imgui.dummy(vec2(1.0, height - imgui.get_style().item_spacing.y))
        return
    imgui.push_id(dial.key)
    frozen = ui.state.is_forking and dial.key.startswith(CAPSULE)
    imgui.begin_disabled(frozen)
    left, gutter, button = imgui.get_cursor_pos_x(), ui.px(GUTTER_PX), imgui.get_frame_height()
    right = left + width
    is_wide = width >= ui.px(WIDE_PX)
    _marks_ui(ui, dial, button if is_wide or dial.knob.kind is bool else imgui.get_text_line_height())
    imgui.same_line(left + gutter)
    if dial.knob.kind is bool:
        _switch_ui(ui, dial, right - button - imgui.get_cursor_pos_x())
    else:
        if is_wide:
            name_width = (width - gutter) * NAME_SHARE
            _name_ui(ui, dial, name_width, is_wide=True)
            imgui.same_line(left + gutter + name_width)
        else:
            _name_ui(ui, dial, width - gutter, is_wide=False)
            imgui.set_cursor_pos_x(left + gutter)
        _control_ui(ui, dial, right - button - ui.px(4) - imgui.get_cursor_pos_x())
    imgui.same_line(right - button)
    _reset_ui(ui, dial, button)
    imgui.end_disabled()
    imgui.pop_id()


def _marks_ui(ui: Ui, dial: Dial, height: float) -> None:
    """Draw a dot for what differs from the default, a bar beside it for what differs from the file."""
    corner = imgui.get_cursor_screen_pos()
    imgui.dummy(vec2(ui.px(GUTTER_PX) * 0.8, height))
    ui.note_item(f"marks {dial.key}")
    draw, middle = imgui.get_window_draw_list(), corner.y + 0.5 * height
    if dial.is_edited:
        low, high = vec2(corner.x, middle - ui.px(6)), vec2(corner.x + ui.px(3), middle + ui.px(6))
        draw.add_rect_filled(low, high, pack_color(ui.selected_color), 1.0)
    if dial.is_changed and not dial.key.startswith(CAPSULE):
        color = pack_color(parse_hex(PANEL_COLORS[ui.state.theme].accent))
        draw.add_circle_filled(vec2(corner.x + ui.px(9), middle), ui.px(3), color)
    if imgui.is_item_hovered() and (dial.is_edited or dial.is_changed):
        dot = "● differs from the default" if dial.is_changed and not dial.key.startswith(CAPSULE) else ""
        bar = "▎differs from the file" if dial.is_edited else ""
        imgui.set_tooltip("\n".join(filter(None, (dot, bar))))


def _name_ui(ui: Ui, dial: Dial, width: float, *, is_wide: bool) -> None:
    if is_wide:
        imgui.align_text_to_frame_padding()
    words = shorten(dial.words, width)
    imgui.text(words)
    ui.note_item(f"name {dial.key}")
    imgui.set_item_tooltip(dial.describe())


def _switch_ui(ui: Ui, dial: Dial, width: float) -> None:
    changed, value = imgui.checkbox("##switch", bool(dial.value))
    ui.note_item(f"knob {dial.key}")
    imgui.set_item_tooltip(dial.describe())
    _more_ui(ui, dial)
    imgui.same_line()
    imgui.text(shorten(dial.words, width - 2 * imgui.get_frame_height()))
    imgui.set_item_tooltip(dial.describe())
    if changed:
        send_value(ui, dial, value)


def _control_ui(ui: Ui, dial: Dial, width: float) -> None:
    if dial.knob.choices:
        _choice_ui(ui, dial, width)
    elif dial.knob.unit == "cosine":
        spacing = ui.px(4)
        half = (width - spacing) / 2
        _slope_ui(ui, dial, half)
        imgui.same_line(0, spacing)
        _bar_ui(ui, dial, half)
    elif dial.can_be_none:
        _perhaps_ui(ui, dial, width)
    elif dial.key == "mask":
        _exact_ui(ui, dial, dial.key, width, dial.write(dial.value))
    else:
        _bar_ui(ui, dial, width)


def _choice_ui(ui: Ui, dial: Dial, width: float) -> None:
    imgui.set_next_item_width(width)
    opened = imgui.begin_combo("##choice", dial.write(dial.value))
    ui.note_item(f"knob {dial.key}")
    if not opened:
        imgui.set_item_tooltip(dial.describe())
        _more_ui(ui, dial)
        return
    for choice in dial.knob.choices:
        words = f"{dial.write(choice)}  (default)" if choice == dial.default else dial.write(choice)
        if imgui.selectable(words, choice == dial.value)[0]:
            send_value(ui, dial, choice)
        ui.note_item(f"choice {dial.key} {choice}")
    imgui.end_combo()


def _perhaps_ui(ui: Ui, dial: Dial, width: float) -> None:
    """Draw a number that may be left to the rules: a tick says whether it is set."""
    is_set = dial.value is not None
    changed, ticked = imgui.checkbox("##set", is_set)
    ui.note_item(f"set {dial.key}")
    imgui.set_item_tooltip(f"Off: {AS_THE_RULES_SAY}.")
    if changed:
        send_value(ui, dial, _first_count(ui) if ticked else None)
    imgui.same_line(0, ui.px(4))
    rest = width - imgui.get_frame_height() - ui.px(4)
    if is_set:
        _bar_ui(ui, dial, rest)
        return
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(shorten(AS_THE_RULES_SAY, rest))
    ui.note_item(f"knob {dial.key}")
    imgui.set_item_tooltip(dial.describe())


def _first_count(ui: Ui) -> Value:
    """Return what a count begins with when it is no longer left to the rules: that of all passes."""
    plan = ui.state.editing.plan
    return 10 if plan is None else getattr(plan.scenario.settings, "max_iterations", 10)


def _slope_ui(ui: Ui, dial: Dial, width: float) -> None:
    """Draw the slope limit in degrees; what is sent is the cosine."""
    assert isinstance(dial.value, float)
    degrees, key = to_degrees(dial.value), f"{dial.key} degrees"
    if is_typing(ui, key):
        text = typed_ui(ui, key, width)
        if text is not None:
            number = read_number(text, dial.knob)
            send_value(ui, dial, to_cosine(float(number)) if isinstance(number, int | float) else number)
        return
    words = "off" if dial.value == 0.0 else f"{degrees:.2f}°"
    default = to_degrees(dial.default) if isinstance(dial.default, float) else None
    moved = drag_ui(ui, key, degrees, DEGREES, words, width, default)
    _after_bar_ui(ui, dial, key, f"{degrees:.10g}")
    if moved is not None:
        send_value(ui, dial, to_cosine(moved), name_gesture(ui))


def _bar_ui(ui: Ui, dial: Dial, width: float) -> None:
    """Draw a number as a bar."""
    if is_typing(ui, dial.key):
        text = typed_ui(ui, dial.key, width)
        if text is not None:
            send_value(ui, dial, read_number(text, dial.knob))
        return
    assert isinstance(dial.value, int | float)
    default = dial.default if isinstance(dial.default, int | float) else None
    moved = drag_ui(ui, dial.key, dial.value, dial.span, dial.write(dial.value), width, default)
    _after_bar_ui(ui, dial, dial.key, f"{dial.value:.17g}" if _needs_digits(dial.value) else f"{dial.value:.9g}")
    if moved is not None:
        send_value(ui, dial, round(moved) if dial.knob.kind is int else moved, name_gesture(ui))


def _needs_digits(value: float) -> bool:
    return float(f"{value:.9g}") != value


def _after_bar_ui(ui: Ui, dial: Dial, key: str, text: str) -> None:
    """Draw the tooltip and the menu of a bar, and begin to type if that is asked for."""
    if wants_typing():
        begin_typing(ui, key, text)
    if not imgui.is_item_active():
        imgui.set_item_tooltip(f"{dial.describe()}\n\n{HOW_TO}")
    _more_ui(ui, dial, key, text)


def _exact_ui(ui: Ui, dial: Dial, key: str, width: float, shown: str) -> None:
    """Draw a number that is only typed."""
    imgui.set_next_item_width(width)
    text = ui.texts.get(f"field {key}", shown)
    _, text = imgui.input_text(f"##{key}", text)
    ui.note_item(f"knob {key}")
    imgui.set_item_tooltip(dial.describe())
    if imgui.is_item_deactivated_after_edit():
        send_value(ui, dial, read_number(text, dial.knob))
    if imgui.is_item_active():
        ui.texts[f"field {key}"] = text
    else:
        ui.texts.pop(f"field {key}", None)


def _reset_ui(ui: Ui, dial: Dial, size: float) -> None:
    """Draw the way back to the default; it keeps its room where there is nothing to reset."""
    if not dial.is_changed:
        imgui.dummy(vec2(size, imgui.get_text_line_height()))
        return
    if imgui.button(f"{icons.ICON_FA_ROTATE_LEFT}##reset", vec2(size, 0)):
        send_value(ui, dial, dial.default)
    ui.note_item(f"reset {dial.key}")
    imgui.set_item_tooltip(f"Back to {dial.write(dial.default)}")


def _more_ui(ui: Ui, dial: Dial, key: str = "", text: str = "") -> None:
    """Draw what a right click offers."""
    if not imgui.begin_popup_context_item(f"more {key or dial.key}"):
        return
    if text and imgui.menu_item("Type a value", "", False)[0]:
        begin_typing(ui, key, text)
    for words, value, differs in (
        ("Back to the default", dial.default, dial.is_changed and not dial.key.startswith(CAPSULE)),
        ("Back to the file's", dial.filed, dial.is_edited),
    ):
        if imgui.menu_item(f"{words}: {dial.write(value)}", "", False, differs)[0]:
            send_value(ui, dial, value)
        ui.note_item(f"more {words}")
    imgui.end_popup()


def send_value(ui: Ui, dial: Dial, value: Value, gesture: str = "") -> None:
    """Ask for another value, of the whole run or from the cursor's frame on."""
    frame = ui.state.playback.cursor.frame if ui.state.is_forking else 0
    ui.send(dial.command(value, gesture, frame))

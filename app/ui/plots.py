"""The Plots panel: curves of the run and of those beside it, over the same frames as the Timeline shows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from imgui_bundle import ImVec4, imgui, implot
from imgui_bundle import icons_fontawesome_6 as icons

from app import commands as ask
from app.explain.gate_words import GATE_WORDS
from app.playback import Cursor
from app.series import QUANTITIES, find_gate, find_range, list_gates, name_gate_plot
from app.ui.context import PLATE, Rect, Ui, pack_color, vec2, with_alpha
from app.ui.lanes import FEWEST_FRAMES, ZOOM_STEP
from app.ui.layout import PLOTS, TIMELINE
from app.ui.plot_curves import OWN, RunCurve, gather_curves, list_runs, name_plot, tell_unknown, tell_value
from app.ui.plot_lines import COLUMN_PX, apply_plot_style, cut_curve, run_curve_ui
from app.ui.tables import weak_ui

if TYPE_CHECKING:
    from app.state import Document

NOTHING_OPEN = "Nothing is open: here you will see curves of a run."
NOTHING_CHOSEN = "Nothing is plotted: choose something above."
LEAST_HEIGHT_PX = 70.0
"""Of a plot: lower ones cannot be read, so that they stand side by side instead, or the panel scrolls."""
LEAST_WIDTH_PX = 300.0
AXIS_PX = 20.0
"""What the numbers of the frames take, below the last plot."""
MOST_HEADING = 0.4
"""Part of a plot's height that its name may keep free."""
ZERO_BASED = ("speed", "delta", "penetration", "iterations", "distance")
"""Quantities whose zero means something: it stays on the axis."""
QUIET = implot.Flags_.canvas_only | implot.Flags_.no_inputs | implot.Flags_.no_frame
"""The panel has its own mouse: what is dragged here is the run's time, and the Timeline follows."""


def plots_window_ui(ui: Ui) -> None:
    """Draw the panel, unless it is hidden; where a remembered layout does not know it, beside the Timeline."""
    if PLOTS in ui.state.hidden_panels:
        return
    beside = imgui.internal.find_window_by_name(TIMELINE)
    if beside is not None and beside.dock_id:
        imgui.set_next_window_dock_id(beside.dock_id, imgui.Cond_.first_use_ever)
    visible, _ = imgui.begin(PLOTS, None, imgui.WindowFlags_.no_focus_on_appearing)
    if visible:
        plots_ui(ui)
    imgui.end()


def plots_ui(ui: Ui) -> None:
    """Draw the content: what is plotted, which colour is which run, the plots one above the other."""
    document = ui.document
    if document is None:
        weak_ui(NOTHING_OPEN)
        return
    ui.remember("plot style", (ui.state.theme, ui.state.scale), lambda: apply_plot_style(ui))
    _menu_ui(ui, document)
    _runs_ui(ui, document)
    imgui.begin_child("plots", vec2(0, 0), 0, imgui.WindowFlags_.no_scroll_with_mouse)
    if not ui.state.plots:
        weak_ui(NOTHING_CHOSEN)
    else:
        _stack_ui(ui, document)
    imgui.end_child()


def _menu_ui(ui: Ui, document: Document) -> None:
    """Draw the button that opens the list of what can be plotted."""
    if imgui.button(f"{icons.ICON_FA_CHART_LINE}  Choose"):
        imgui.open_popup("choose plots")
    ui.note_item("choose plots")
    imgui.set_item_tooltip("What is plotted")
    if not imgui.begin_popup("choose plots"):
        return
    for quantity in QUANTITIES:
        _choice_ui(ui, quantity.name)
    gates = ui.remember("gates", document.trace, lambda: list_gates(document.trace))
    imgui.separator_text("Decisions: value and threshold")
    if not gates:
        imgui.text_disabled("This trace records none.")
    for gate in sorted(gates, key=lambda gate: GATE_WORDS[gate].label):
        _choice_ui(ui, name_gate_plot(gate))
    imgui.end_popup()


def _choice_ui(ui: Ui, name: str) -> None:
    words, meaning = name_plot(name)
    if imgui.menu_item(f"{words}##{name}", "", name in ui.state.plots)[0]:
        ui.send(ask.TogglePlot(name))
    ui.note_item(f"choose {name}")
    imgui.set_item_tooltip(meaning)


def _runs_ui(ui: Ui, document: Document) -> None:
    """Draw which colour is which run, as far as there is room."""
    size = imgui.get_text_line_height()
    for _, name, _, color in list_runs(ui, document):
        imgui.same_line(0, ui.px(14))
        if imgui.get_content_region_avail().x < imgui.calc_text_size(name).x + 2 * size:
            break
        imgui.align_text_to_frame_padding()
        corner = imgui.get_cursor_screen_pos()
        y = corner.y + 0.5 * size + imgui.get_style().frame_padding.y
        low, high = vec2(corner.x, y), vec2(corner.x + size, y)
        imgui.get_window_draw_list().add_line(low, high, pack_color(color), ui.px(2.5))
        imgui.dummy(vec2(size, 0))
        imgui.same_line(0, ui.px(5))
        imgui.text_disabled(name)


def _stack_ui(ui: Ui, document: Document) -> None:
    """Draw the plots, and then what moves with the cursor: what stays is not sent to the GPU again."""
    names, room, corner = ui.state.plots, imgui.get_content_region_avail(), imgui.get_cursor_screen_pos()
    usable = room.y - ui.px(AXIS_PX)
    columns, rows = arrange_plots(len(names), room.x / ui.px(LEAST_WIDTH_PX), usable / ui.px(LEAST_HEIGHT_PX))
    size = (math.floor(room.x / columns), max(math.floor(usable / rows), math.floor(ui.px(LEAST_HEIGHT_PX))))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, vec2(0, 0))
    drawn: list[tuple[str, Rect, list[RunCurve]]] = []
    for column in range(columns):
        chosen = names[column * rows : (column + 1) * rows]
        implot.begin_aligned_plots(f"column {column}", True)
        for row, name in enumerate(chosen):
            imgui.set_cursor_screen_pos(vec2(corner.x + column * size[0], corner.y + row * size[1]))
            with_frames = row + 1 == len(chosen)
            height = size[1] + (ui.px(AXIS_PX) if with_frames else 0.0)
            curves = gather_curves(ui, document, name)
            drawn.append((name, _plot_ui(ui, name, curves, (size[0], height), with_frames=with_frames), curves))
        implot.end_aligned_plots()
    imgui.pop_style_var()
    for name, rect, curves in drawn:
        _overlay_ui(ui, document, name, rect, curves)


def arrange_plots(count: int, most_columns: float, most_rows: float) -> tuple[int, int]:
    """Return columns and rows for some plots: one above the other while there is room, then side by side.

    What still does not fit makes the columns longer than the panel, which scrolls.
    """
    rows = min(max(math.floor(most_rows), 1), count)
    columns = min(math.ceil(count / rows), max(math.floor(most_columns), 1))
    rows = math.ceil(count / columns)
    return math.ceil(count / rows), rows


def _plot_ui(ui: Ui, name: str, curves: list[RunCurve], size: tuple[float, float], *, with_frames: bool) -> Rect:
    """Draw a plot; returns where its curves are."""
    corner, width, height = imgui.get_cursor_screen_pos(), max(size[0], 1.0), max(size[1], 1.0)
    buttons = imgui.ButtonFlags_.mouse_button_left | imgui.ButtonFlags_.mouse_button_right
    imgui.set_next_item_allow_overlap()
    imgui.invisible_button(f"mouse {name}", vec2(width, height), buttons | imgui.ButtonFlags_.mouse_button_middle)
    is_hovered, is_active = imgui.is_item_hovered(), imgui.is_item_active()
    imgui.set_cursor_screen_pos(corner)
    first, last = ui.state.timeline_range
    columns = max(int(width / ui.px(COLUMN_PX)), 1)
    parts = [cut_curve(ui, name, run, first, last, columns) for run in curves]
    shown = [curve for part in parts for curve in part[:2] if curve is not None]
    # The curves stay below the plot's name.
    heading = min(imgui.get_text_line_height() / height, MOST_HEADING)
    limits = ui.remember(
        f"range {name}", (*shown, heading), lambda: find_range(shown, heading, with_zero=name in ZERO_BASED)
    )
    rect = (corner.x, corner.y, corner.x + width, corner.y + height)
    if implot.begin_plot(f"##{name}", vec2(width, height), QUIET):
        hidden = 0 if with_frames else implot.AxisFlags_.no_tick_labels
        unlabelled = implot.AxisFlags_.no_tick_labels if limits is None else 0
        implot.setup_axes("", "", hidden | implot.AxisFlags_.no_label, unlabelled | implot.AxisFlags_.no_label)
        implot.setup_axis_limits(implot.ImAxis_.x1, first - 0.5, last + 0.5, implot.Cond_.always)
        implot.setup_axis_limits(implot.ImAxis_.y1, *(limits or (0.0, 1.0)), implot.Cond_.always)
        implot.setup_axis_format(implot.ImAxis_.x1, "%.0f")
        implot.setup_finish()
        # The open run is drawn last: over the others.
        for run, part in reversed(list(zip(curves, parts, strict=True))):
            run_curve_ui(ui, run, part)
        place, area = implot.get_plot_pos(), implot.get_plot_size()
        rect = (place.x, place.y, place.x + area.x, place.y + area.y)
        implot.end_plot()
    ui.items[f"plot {name}"] = rect
    _read_mouse(ui, rect, is_hovered=is_hovered, is_active=is_active)
    return rect


def _overlay_ui(ui: Ui, document: Document, name: str, rect: Rect, curves: list[RunCurve]) -> None:
    """Draw the cursor, the plot's name with the value there, or why there is none."""
    left, top, right, bottom = rect
    draw, padding = imgui.get_window_draw_list(), ui.px(4)
    first, last = ui.state.timeline_range
    frame = ui.state.playback.cursor.frame
    x = left + (frame - first + 0.5) * (right - left) / (last - first + 1.0)
    words, _ = name_plot(name)
    is_known = any(run.line.is_known for run in curves)
    if is_known and left <= x <= right:
        draw.add_line(vec2(x, top), vec2(x, bottom), pack_color(ui.theme.text), ui.px(1.2))
    value = tell_value(name, curves[0], frame) if is_known else ""
    if is_known and curves[0].slot != OWN:
        value = f"{value} ({curves[0].name})"
    place = vec2(left + ui.px(6), top + ui.px(4))
    size = imgui.calc_text_size(f"{words}  {value}")
    high = vec2(place.x + size.x + padding, place.y + size.y)
    draw.add_rect_filled(vec2(place.x - padding, place.y), high, pack_color(PLATE[ui.state.theme]), ui.px(3))
    draw.add_text(place, imgui.get_color_u32(imgui.Col_.text_disabled), words)
    draw.add_text(vec2(place.x + imgui.calc_text_size(f"{words}  ").x, place.y), pack_color(ui.theme.text), value)
    if not is_known:
        told = tell_unknown(ui, document, name)
        shift = imgui.calc_text_size(told)
        middle = vec2((left + right - shift.x) / 2, (top + bottom - shift.y) / 2)
        draw.add_text(middle, imgui.get_color_u32(imgui.Col_.text_disabled), told)
        ui.items[f"unknown {name}"] = (middle.x, middle.y, middle.x + shift.x, middle.y + shift.y)
    if imgui.is_mouse_hovering_rect(vec2(left, top), vec2(right, bottom)) and imgui.is_window_hovered():
        pointed = math.floor(first + (imgui.get_mouse_pos().x - left) * (last - first + 1.0) / (right - left))
        _tooltip_ui(name, curves, min(max(pointed, 0), len(document.trace) - 1))


def _tooltip_ui(name: str, curves: list[RunCurve], frame: int) -> None:
    """Say what every run has in the frame under the pointer."""
    if not imgui.begin_tooltip():
        return
    words, meaning = name_plot(name)
    imgui.text(f"{words}, frame {frame}")
    for run in curves:
        told = tell_value(name, run, frame)
        imgui.text_colored(ImVec4(*with_alpha(run.color, 1.0)), f"{told}  {run.name}" if len(curves) > 1 else told)
    if find_gate(name) is not None:
        imgui.text_disabled("squares: it held; crosses: it did not; thin line: the threshold")
    imgui.text_disabled(meaning)
    imgui.end_tooltip()


def _read_mouse(ui: Ui, rect: Rect, *, is_hovered: bool, is_active: bool) -> None:
    """Seek with the left button, pan with the others, zoom with the wheel: all as in the Timeline."""
    first, last = ui.state.timeline_range
    left, _, right, _ = rect
    per_px = (last - first + 1.0) / max(right - left, 1.0)
    pointer = first + (imgui.get_mouse_pos().x - left) * per_px
    io = imgui.get_io()
    if is_active and imgui.is_mouse_down(imgui.MouseButton_.left):
        frame = math.floor(min(max(pointer, first), math.ceil(last)))
        if frame != ui.state.playback.cursor.frame or ui.state.playback.cursor.attempt is not None:
            ui.send(ask.SetCursor(Cursor(frame)))
    elif is_active and io.mouse_delta.x and ui.document is not None:
        shift = min(max(-io.mouse_delta.x * per_px, -first), len(ui.document.trace) - 1 - last)
        ui.send(ask.SetTimelineRange(first + shift, last + shift))
    if is_hovered and io.mouse_wheel:
        factor = ZOOM_STEP**io.mouse_wheel
        anchor = min(max(pointer, first), last)
        if (last - first) * factor >= FEWEST_FRAMES or io.mouse_wheel < 0:
            ui.send(ask.SetTimelineRange(anchor - (anchor - first) * factor, anchor + (last - anchor) * factor))

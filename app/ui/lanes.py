"""The lanes of the Timeline: one per pass, experiment, ground, contact, findings, with the cursor across them."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from app import commands as ask
from app.draw.drawlist import Color, PickKind
from app.draw.palette import PASS_COLORS, parse_hex
from app.lanes import DIFFERENCE, FINDINGS, HIT, Lane, build_touch_lane, find_runs, pool_lane
from app.playback import Cursor
from app.state import Document
from app.ui.context import Ui, pack_color, vec2, with_alpha

LABEL_WIDTH_PX = 92.0
LANE_STEP_PX, LEAST_LANE_STEP_PX, LANE_GAP_PX = 18.0, 11.0, 3.0
"""From one lane to the next: they move together when the panel is low."""
COLUMN_PX = 2.0
"""Width of the finest mark in a lane: what lies nearer together is pooled, the strongest winning."""
RULER_HEIGHT_PX = 20.0
TICK_SPACING_PX = 70.0
OVERVIEW_PX = 3.0
ZOOM_STEP = 0.8
FEWEST_FRAMES = 8.0
"""Shown across the timeline when zoomed in as far as it goes."""
STRENGTH_WORDS = ("nothing", "it ran, or there was a contact", "it touched something")
"""What NONE, RAN and HIT mean in a lane."""
DIFFERENCE_WORDS = ("the same place", "the ghost has ended", "they differ")
"""What they mean in the lane of the ghost."""
FINDING_WORDS = ("nothing was found", "", "something went wrong")
"""What they mean in the lane of the findings."""
GROUND_COLOR: Color = (0.62, 0.65, 0.70, 1.0)
FINDING_COLORS: dict[str, Color] = {"dark": parse_hex("#E06C5A"), "light": parse_hex("#B23A28")}
"""By theme: as what is unusable in a mesh."""


def lanes_ui(ui: Ui, document: Document) -> None:
    """Draw ruler, lanes and cursor; drag to scrub, wheel to zoom."""
    corner, space = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()
    lanes, label = list_lanes(ui, document), ui.px(LABEL_WIDTH_PX)
    room = (space.y - ui.px(RULER_HEIGHT_PX)) / max(len(lanes), 1)
    lane_step = min(max(room, ui.px(LEAST_LANE_STEP_PX)), ui.px(LANE_STEP_PX))
    left, width = corner.x + label, max(space.x - label, 1.0)
    top = corner.y + ui.px(RULER_HEIGHT_PX)
    height = ui.px(RULER_HEIGHT_PX) + lane_step * len(lanes)
    first, last = ui.state.timeline_range
    per_frame = width / (last - first + 1.0)
    imgui.invisible_button("scrub", vec2(max(space.x, 1.0), max(height, 1.0)))
    ui.note_item("scrub")
    _scrub(ui, left, per_frame)
    draw = imgui.get_window_draw_list()
    _ruler_ui(ui, left, corner.y, width, per_frame)
    _overview_ui(ui, document, left, corner.y, width)
    for number, lane in enumerate(lanes):
        place = (corner.x, left, top + number * lane_step, width, lane_step - ui.px(LANE_GAP_PX))
        _lane_ui(ui, lane, place)
    x = left + (ui.state.playback.cursor.frame - first + 0.5) * per_frame
    if left <= x <= left + width:
        color = pack_color(ui.theme.text)
        draw.add_line(vec2(x, corner.y), vec2(x, corner.y + height), color, ui.px(1.5))
        draw.add_triangle_filled(
            vec2(x - ui.px(5), corner.y), vec2(x + ui.px(5), corner.y), vec2(x, corner.y + ui.px(7)), color
        )


def list_lanes(ui: Ui, document: Document) -> tuple[Lane, ...]:
    """Return the lanes of the trace, one for its ghost, and one for a selected triangle: when it was touched."""
    pick = ui.state.selection.pick
    lanes = document.lanes if document.ghost is None else (*document.lanes, document.ghost.lane)
    if pick.kind != PickKind.TRIANGLE:
        return lanes
    key = (document, pick)
    touched = ui.remember("touch lane", key, lambda: build_touch_lane(document.trace, pick.index, pick.triangle))
    return (*lanes, touched)


def _scrub(ui: Ui, left: float, per_frame: float) -> None:
    first, last = ui.state.timeline_range
    pointer = first + (imgui.get_mouse_pos().x - left) / per_frame
    if imgui.is_item_active():
        frame = math.floor(min(max(pointer, first), math.ceil(last)))
        if frame != ui.state.playback.cursor.frame or ui.state.playback.cursor.attempt is not None:
            ui.send(ask.SetCursor(Cursor(frame)))
    wheel = imgui.get_io().mouse_wheel
    if imgui.is_item_hovered() and wheel:
        factor = ZOOM_STEP**wheel
        anchor = min(max(pointer, first), last)
        if (last - first) * factor >= FEWEST_FRAMES or wheel < 0:
            ui.send(ask.SetTimelineRange(anchor - (anchor - first) * factor, anchor + (last - anchor) * factor))


def _ruler_ui(ui: Ui, left: float, top: float, width: float, per_frame: float) -> None:
    first, last = ui.state.timeline_range
    step = choose_tick_step(ui.px(TICK_SPACING_PX) / per_frame)
    draw = imgui.get_window_draw_list()
    weak = imgui.get_color_u32(imgui.Col_.text_disabled)
    frame = math.ceil(first / step) * step
    while frame <= last:
        x = left + (frame - first + 0.5) * per_frame
        draw.add_line(vec2(x, top + ui.px(12)), vec2(x, top + ui.px(RULER_HEIGHT_PX)), weak)
        if x + ui.px(30) < left + width:
            draw.add_text(vec2(x + ui.px(3), top), weak, str(frame))
        frame += step


def _overview_ui(ui: Ui, document: Document, left: float, top: float, width: float) -> None:
    """Draw which part of the trace is shown, as a thin bar above the ruler, when it is not the whole."""
    first, last = ui.state.timeline_range
    count = len(document.trace)
    if last - first >= count - 1:
        return
    draw, height = imgui.get_window_draw_list(), ui.px(OVERVIEW_PX)
    draw.add_rect_filled(vec2(left, top), vec2(left + width, top + height), imgui.get_color_u32(imgui.Col_.frame_bg))
    begin, end = left + width * first / count, left + width * (last + 1) / count
    color = imgui.get_color_u32(imgui.Col_.slider_grab)
    draw.add_rect_filled(vec2(begin, top), vec2(max(end, begin + 2.0), top + height), color)


def choose_tick_step(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50, ... frames that is at least `least`."""
    step = 1
    for factor in (2, 2.5, 2) * 9:
        if step >= least:
            break
        step = round(step * factor)
    return step


def _lane_ui(ui: Ui, lane: Lane, place: tuple[float, float, float, float, float]) -> None:
    """Draw a lane's name and its runs: faint where it ran, strong where it touched something."""
    label_left, left, top, width, height = place
    draw = imgui.get_window_draw_list()
    middle = top + (height - imgui.get_text_line_height()) / 2
    draw.add_text(vec2(label_left, middle), imgui.get_color_u32(imgui.Col_.text_disabled), lane.name)
    draw.add_rect_filled(
        vec2(left, top), vec2(left + width, top + height), imgui.get_color_u32(imgui.Col_.frame_bg), 2.0
    )
    first, last = ui.state.timeline_range
    # Whole frames, of which those at the edges may lie half outside.
    begin_frame, end_frame = math.floor(first), math.ceil(last) + 1
    per_frame = width / (last - first + 1.0)
    begin_x, span = left + (begin_frame - first) * per_frame, (end_frame - begin_frame) * per_frame
    columns = min(max(int(span / ui.px(COLUMN_PX)), 1), end_frame - begin_frame)
    key = (lane, first, last, columns)
    runs = ui.remember(
        f"lane {lane.name}", key, lambda: find_runs(pool_lane(lane, begin_frame, end_frame - 1, columns))
    )
    color = _lane_color(ui, lane)
    strong, faint = pack_color(color), pack_color(with_alpha(color, 0.38))
    step = span / columns
    gap = 1.0 if step > 4 else 0.0
    draw.push_clip_rect(vec2(left, top), vec2(left + width, top + height), True)
    # On whole pixels: ImGui smooths other edges, with twice the vertices.
    upper, lower = round(top), round(top + height)
    for begin, end, value in runs:
        low, high = vec2(round(begin_x + begin * step), upper), vec2(round(begin_x + end * step - gap), lower)
        draw.add_rect_filled(low, high, strong if value == HIT else faint)
    draw.pop_clip_rect()
    over = imgui.is_mouse_hovering_rect(vec2(label_left, top), vec2(left + width, top + height))
    if over and not imgui.is_item_active():
        pointer = imgui.get_mouse_pos().x
        _lane_tooltip_ui(lane, math.floor(first + (pointer - left) / per_frame) if pointer >= left else -1)


def _lane_tooltip_ui(lane: Lane, frame: int) -> None:
    """Say what a lane means, and what happened in the frame under the pointer; -1 is none."""
    inside = 0 <= frame < len(lane.strength)
    meanings = {DIFFERENCE: DIFFERENCE_WORDS, FINDINGS: FINDING_WORDS}.get(lane.name, STRENGTH_WORDS)
    words = f"frame {frame}: {meanings[int(lane.strength[frame])]}\n" if inside else ""
    imgui.set_tooltip(f"{lane.name}\n{words}{lane.help}")


def _lane_color(ui: Ui, lane: Lane) -> Color:
    if lane.pass_kind is not None:
        return PASS_COLORS[lane.pass_kind]
    own = {
        "experiment": ui.theme.experiment,
        "selected": ui.selected_color,
        DIFFERENCE: ui.theme.runs[0 if ui.document is None or ui.document.ghost is None else ui.document.ghost.slot],
        FINDINGS: FINDING_COLORS[ui.state.theme],
    }
    return own.get(lane.name, GROUND_COLOR)

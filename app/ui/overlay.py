"""The words over the viewport: head-up display, legend, labels, and what to do when nothing is open."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app.draw.drawlist import Color, DrawList
from app.draw.palette import CLOSEST_ON_CAPSULE, CLOSEST_ON_LEVEL, PASS_COLORS, parse_hex
from app.explain import WARNING, Row, ghost_row, list_hud_rows, name_producer
from app.paths import write_path
from app.playback import Cursor
from app.state import Document
from app.ui.axes import axes_ui
from app.ui.context import Area, Rect, Ui, pack_color, plate_ui, vec2, with_alpha
from app.ui.labels import labels_ui
from engine.trace import SPAWN_ONLY

MARGIN_PX, PADDING_PX = 10.0, 8.0
MOST_HUD_SHARE = 0.6
"""Of the picture's height that the figures may take: in a small one the last of them are left out, not the scene."""
LEAST_HUD_PX = 110.0
"""Height of a name and four figures, which are shown wherever they fit."""
WARNING_COLORS = {"dark": parse_hex("#E6B450"), "light": parse_hex("#8A5A00")}
"""Of a figure that says that something is wrong, by theme; its label says so too."""
EMPTY = (
    f"{icons.ICON_FA_ROUTE}  Open a scenario or a trace",
    "Choose one in the Scenarios panel, or drop a file on this window.",
    "Press ? for the keys.",
)


def overlay_ui(ui: Ui, drawn: DrawList, area: Area) -> None:
    """Draw everything over the picture."""
    picture = imgui.get_window_draw_list()
    picture.push_clip_rect(vec2(area[0], area[1]), vec2(area[0] + area[2], area[1] + area[3]), True)
    if ui.document is None:
        _empty_ui(ui, area)
    else:
        if ui.state.options.hud:
            _hud_ui(ui, ui.document, area)
        if ui.state.options.legend:
            _legend_ui(ui, ui.document, area)
        _camera_ui(ui, area)
        axes_ui(ui, area)
        labels_ui(ui, ui.document, drawn, area)
        _opening_ui(ui, area)
    picture.pop_clip_rect()


def _name_opening(ui: Ui) -> str:
    """Say what the background is doing, and how far it is."""
    assert ui.state.opening is not None
    return f"{write_path(ui.state.opening.name)}: {ui.state.stage or 'opening'} ..."


def _opening_ui(ui: Ui, area: Area) -> None:
    """Draw what is being opened over the picture of what is open, in its middle."""
    if ui.state.opening is None:
        return
    words = f"{icons.ICON_FA_HOURGLASS_HALF}  {_name_opening(ui)}"
    size, padding = imgui.calc_text_size(words), ui.px(PADDING_PX)
    left, top = area[0] + (area[2] - size.x) / 2, area[1] + (area[3] - size.y) / 2
    plate_ui(ui, (left - padding, top - padding), (size.x + 2 * padding, size.y + 2 * padding))
    imgui.get_window_draw_list().add_text(vec2(left, top), pack_color(ui.theme.text), words)
    ui.items["opening"] = (left, top, left + size.x, top + size.y)


def _empty_ui(ui: Ui, area: Area) -> None:
    words = (_name_opening(ui),) if ui.state.opening else EMPTY
    line = imgui.get_text_line_height_with_spacing()
    top = area[1] + (area[3] - line * len(words)) / 2
    for number, text in enumerate(words):
        left = area[0] + (area[2] - imgui.calc_text_size(text).x) / 2
        color = with_alpha(ui.theme.text, 1.0 if number == 0 else 0.7)
        imgui.get_window_draw_list().add_text(vec2(left, top + number * line), pack_color(color), text)


def _hud_ui(ui: Ui, document: Document, area: Area) -> None:
    """Draw where we are and how the capsule is doing, in the upper left corner: as much as there is room for."""
    cursor = ui.state.playback.cursor
    rows = ui.remember("hud", (document, cursor), lambda: _list_rows(document, cursor))
    draw, line = imgui.get_window_draw_list(), imgui.get_text_line_height()
    padding, margin = ui.px(PADDING_PX), ui.px(MARGIN_PX)
    tallest = min(max(MOST_HUD_SHARE * area[3], ui.px(LEAST_HUD_PX)), area[3] - 2 * margin)
    room = area[2] - 2 * margin - 2 * padding, tallest - 2 * padding - line - ui.px(4)
    rows = rows[: max(int(room[1] / line), 0)]
    if not rows:
        return
    label_width = max(imgui.calc_text_size(row.label).x for row in rows) + ui.px(12)
    imgui.push_font(ui.fonts.numbers, 0.0)
    texts = [shorten(row.text, room[0] - label_width) for row in rows]
    value_width = max(imgui.calc_text_size(text).x for text in texts)
    imgui.pop_font()
    left, top = area[0] + margin, area[1] + margin
    imgui.push_font(ui.fonts.heading, 0.0)
    title = shorten(document.name, room[0])
    title_width = imgui.calc_text_size(title).x
    imgui.pop_font()
    width = max(label_width + value_width, title_width) + 2 * padding
    plate_ui(ui, (left, top), (width, (len(rows) + 1) * line + 2 * padding + ui.px(4)))
    strong, weak = pack_color(ui.theme.text), pack_color(with_alpha(ui.theme.text, 0.65))
    size = ui.px(ui.fonts.size_px)
    draw.add_text(ui.fonts.heading, size, vec2(left + padding, top + padding), strong, title)
    y = top + padding + line + ui.px(4)
    for row, text in zip(rows, texts, strict=True):
        color = pack_color(WARNING_COLORS[ui.state.theme]) if row.label == WARNING else strong
        draw.add_text(vec2(left + padding, y), weak, row.label)
        draw.add_text(ui.fonts.numbers, size, vec2(left + padding + label_width, y), color, text)
        _row_tooltip_ui(ui, row, (left, y, left + width, y + line))
        y += line
    ui.items["hud"] = (left, top, left + width, y + padding)


def _row_tooltip_ui(ui: Ui, row: Row, place: Rect) -> None:
    """Say what a figure means while the pointer rests on it; not while it drags the scene across."""
    ui.items[f"hud {row.label}"] = place
    is_here = imgui.is_mouse_hovering_rect(vec2(place[0], place[1]), vec2(place[2], place[3]))
    if row.tooltip and is_here and imgui.is_window_hovered() and not imgui.is_any_mouse_down():
        imgui.set_tooltip(row.tooltip)


def _list_rows(document: Document, cursor: Cursor) -> tuple[Row, ...]:
    """Return the figures of the run, and how far its ghost is."""
    rows, ghost = list_hud_rows(document.trace, cursor), document.ghost
    return rows if ghost is None else (*rows, replace(ghost_row(ghost.comparison, cursor.frame), label="ghost"))


def shorten(text: str, width: float) -> str:
    """Return as much of a text as the current font fits into a width, with dots where it was cut."""
    if imgui.calc_text_size(text).x <= width:
        return text
    kept = text
    while kept and imgui.calc_text_size(f"{kept}...").x > width:
        kept = kept[:-1]
    return f"{kept}..." if kept else ""


def _legend_ui(ui: Ui, document: Document, area: Area) -> None:
    """Draw what the colours mean, in the lower left corner: what this trace has, and is switched on.

    In two columns where the figures above leave no room for one, and not at all where that does not help: the figures
    matter more.
    """
    entries = list_legend(ui, document)
    line, padding, margin = imgui.get_text_line_height() + ui.px(2), ui.px(PADDING_PX), ui.px(MARGIN_PX)
    swatch = ui.px(22)
    column = max(imgui.calc_text_size(words).x for words, _, _ in entries) + swatch + ui.px(8) + padding
    lowest, left = area[1] + area[3] - margin, area[0] + margin
    for columns in (1, 2):
        rows = -(-len(entries) // columns)
        width, height = columns * column + padding, line * rows + 2 * padding
        top = lowest - height
        if top >= ui.items.get("hud", (0.0, 0.0, 0.0, area[1]))[3] and width <= area[2] - 2 * margin:
            break
    else:
        return
    plate_ui(ui, (left, top), (width, height))
    draw = imgui.get_window_draw_list()
    for number, (words, color, dashed) in enumerate(entries):
        x, y = left + padding + number // rows * column, top + padding + number % rows * line
        middle = y + 0.5 * line
        for begin, end in ((0.0, 0.4), (0.6, 1.0)) if dashed else ((0.0, 1.0),):
            low, high = vec2(x + begin * swatch, middle), vec2(x + end * swatch, middle)
            draw.add_line(low, high, pack_color(color), ui.px(3))
        draw.add_text(vec2(x + swatch + ui.px(8), y), pack_color(ui.theme.text), words)
    ui.items["legend"] = (left, top, left + width, top + height)


def _name_path(document: Document) -> str:
    """Name the run's own path, by what tells it from its ghost."""
    if document.ghost is None:
        return "path"
    mine, other = name_producer(document.trace), name_producer(document.ghost.trace)
    return f"path of {mine}" if mine != other else f"path: {document.run_name}"


def list_legend(ui: Ui, document: Document) -> list[tuple[str, Color, bool]]:
    """Return words, colour and whether dashed, of what the scene may show now."""
    theme, options, lanes = ui.theme, ui.state.options, document.lanes
    any_asked = bool(np.isfinite(document.trace.frames["move"][0]).all())
    entries: list[tuple[str, Color, bool]] = [
        (lane.pass_kind.name, PASS_COLORS[lane.pass_kind], False)
        for lane in lanes
        if lane.pass_kind is not None and options.shows_pass(lane.pass_kind)
    ]
    if options.experiment and any(lane.name == "experiment" for lane in lanes):
        entries.append(("walk experiment", theme.experiment, True))
    if options.refusals and any(lane.name == "experiment" for lane in lanes):
        entries.append(("refusing triangle", theme.experiment, False))
    if options.attempted and any_asked:
        entries.append(("asked for", theme.attempted, False))
    if options.achieved and document.trace.producer != SPAWN_ONLY:
        entries.append(("achieved", theme.achieved, False))
    if options.closest_pair:
        entries.append(("closest, on the axis", CLOSEST_ON_CAPSULE, False))
        entries.append(("closest, on the level", CLOSEST_ON_LEVEL, False))
    if options.ground_normal:
        entries.append(("ground normal", theme.ground_normal, False))
    entries += list_slope_entries(ui)
    if options.path:
        entries.append((_name_path(document), theme.path_near, False))
    if options.other_run:
        entries += [(f"ghost: {run.name}", theme.runs[run.slot], True) for run in document.others if run.is_shown]
    return entries or [("all layers are off", theme.text, False)]


def list_slope_entries(ui: Ui) -> list[tuple[str, Color, bool]]:
    """Return what blue and orange ground mean, with the limit that is wanted now; nothing if the layer is off."""
    plan, options = ui.state.editing.plan, ui.state.options
    if plan is None or not options.walkable or not (options.level or options.movers):
        return []
    limit = plan.scenario.settings.slope_limit
    degrees = math.degrees(math.acos(limit))
    walkable, steep = with_alpha(ui.theme.walkable, 1.0), with_alpha(ui.theme.steep, 1.0)
    return [(f"walkable, up to {degrees:.1f}°", walkable, False), ("too steep, hatched", steep, True)]


def _camera_ui(ui: Ui, area: Area) -> None:
    camera = ui.state.camera
    words = f"{icons.ICON_FA_VIDEO}  {camera.mode}, {camera.projection}"
    size = imgui.calc_text_size(words)
    padding = ui.px(5)
    left = area[0] + area[2] - size.x - ui.px(MARGIN_PX) - 2 * padding
    top = area[1] + ui.px(MARGIN_PX)
    if left < ui.items.get("hud", (0.0, 0.0, area[0], 0.0))[2]:
        return
    plate_ui(ui, (left, top), (size.x + 2 * padding, size.y + 2 * padding))
    color = pack_color(with_alpha(ui.theme.text, 0.75))
    imgui.get_window_draw_list().add_text(vec2(left + padding, top + padding), color, words)
    ui.items["camera words"] = (left, top, left + size.x + 2 * padding, top + size.y + 2 * padding)

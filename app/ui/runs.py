"""The Runs panel: the run that is looked at and up to seven beside it, all at the same frame."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.draw.drawlist import Color
from app.explain.ghosts import write_distance
from app.explain.words import count_words
from app.playback import Cursor
from app.runs import MOST_OTHERS, OtherRun
from app.state import Document
from app.ui.context import Ui, pack_color, vec2, with_alpha
from app.ui.tables import shorten, weak_ui

NOTHING_OPEN = "Nothing is open."
ALONE = "No run lies beside this one yet. An edit leaves the run before it here; Keep makes room for more."
RENAMING, RENAMED = "renaming", "run name"
"""Names in the panel's memory: which run is being renamed, and how."""
PLOT_HEIGHT_PX = 56.0
FIGURES_PX = 76.0
WIDE_PX = 380.0
"""From this width on the distances have columns of their own; else they stand below the names."""


def runs_ui(ui: Ui) -> None:
    """Draw the panel."""
    document = ui.document
    if document is None:
        weak_ui(NOTHING_OPEN)
        return
    _keep_ui(ui, document)
    _table_ui(ui, document, is_wide=imgui.get_content_region_avail().x >= ui.px(WIDE_PX))
    if document.ghost is None:
        weak_ui(ALONE)
    else:
        _distances_ui(ui, document, document.ghost)


def _keep_ui(ui: Ui, document: Document) -> None:
    kept = sum(not run.is_before for run in document.others)
    imgui.begin_disabled(kept >= MOST_OTHERS)
    if imgui.button(f"{icons.ICON_FA_THUMBTACK}  Keep this run"):
        ui.send(ask.KeepRun())
    imgui.end_disabled()
    ui.note_item("keep run")
    imgui.set_item_tooltip("It stays beside the run while the next edits change it")
    imgui.same_line()
    imgui.text_disabled(f"{count_words(1 + len(document.others), 'run')} of {1 + MOST_OTHERS}")


def _table_ui(ui: Ui, document: Document, *, is_wide: bool) -> None:
    button = imgui.get_font_size() * 1.15 + 2 * imgui.get_style().frame_padding.x  # the widest of the icons
    figures = (("here, m", ui.px(FIGURES_PX)), ("most, m", ui.px(FIGURES_PX))) if is_wide else ()
    columns = (("##shown", button), ("run", 0.0), *figures, ("##buttons", 2 * button + ui.px(4)))
    if not imgui.begin_table("runs", len(columns), imgui.TableFlags_.row_bg | imgui.TableFlags_.no_pad_outer_x):
        return
    for name, width in columns:
        flag = imgui.TableColumnFlags_.width_fixed if width else imgui.TableColumnFlags_.width_stretch
        imgui.table_setup_column(name, flag, width)
    imgui.table_headers_row()
    imgui.table_next_row()
    imgui.table_set_column_index(1)
    _name_ui(ui, ask.OWN_RUN, document.run_name, ui.theme.path_near, is_compared=False)
    if is_wide:
        imgui.table_next_column()
        imgui.text_disabled("this run")
    for run in document.others:
        _run_ui(ui, document, run, is_wide=is_wide)
    imgui.end_table()


def _run_ui(ui: Ui, document: Document, run: OtherRun, *, is_wide: bool) -> None:
    imgui.table_next_row()
    imgui.push_id(run.slot)
    imgui.table_next_column()
    if imgui.small_button(icons.ICON_FA_EYE if run.is_shown else icons.ICON_FA_EYE_SLASH):
        ui.send(ask.ToggleRun(run.slot))
    ui.note_item(f"show run {run.slot}")
    imgui.set_item_tooltip("Hide it in the viewport" if run.is_shown else "Show it in the viewport")
    imgui.table_next_column()
    _name_ui(ui, run.slot, run.name, ui.theme.runs[run.slot], is_compared=run is document.ghost)
    _figures_ui(ui, run, is_wide=is_wide)
    imgui.table_next_column()
    for icon, words, command in (
        (icons.ICON_FA_RIGHT_LEFT, "Look at it, and put this run in its place", ask.SwapRun(run.slot)),
        (icons.ICON_FA_XMARK, "Close it", ask.CloseRun(run.slot)),
    ):
        if imgui.small_button(icon):
            ui.send(command)
        ui.note_item(f"{'swap' if isinstance(command, ask.SwapRun) else 'close'} run {run.slot}")
        imgui.set_item_tooltip(words)
        imgui.same_line(0, ui.px(4))
    imgui.pop_id()


def _figures_ui(ui: Ui, run: OtherRun, *, is_wide: bool) -> None:
    """Draw how far it is away at the cursor's frame, and how far at most."""
    frame, distances = ui.state.playback.cursor.frame, run.comparison.distances
    here = write_distance(float(distances[frame]))[0] if frame < len(distances) else "ended"
    worst = ui.remember(f"worst {run.slot}", run.comparison, lambda: _find_worst(run))
    imgui.push_font(ui.fonts.numbers, 0.0)
    if is_wide:
        imgui.table_next_column()
        imgui.text(here)
        imgui.table_next_column()
    else:
        imgui.text_disabled(f"{here} /")
        imgui.same_line(0, ui.px(6))
    if imgui.text_link(f"{write_distance(worst[1])[0]}##worst"):
        ui.send(ask.SetCursor(Cursor(worst[0])))
    imgui.pop_font()
    ui.note_item(f"worst run {run.slot}")
    imgui.set_item_tooltip(f"At most this far away, in frame {worst[0]}; click to go there")


def _find_worst(run: OtherRun) -> tuple[int, float]:
    distances = run.comparison.distances
    frame = int(np.argmax(np.nan_to_num(distances, nan=0.0))) if len(distances) else 0
    return frame, float(distances[frame]) if len(distances) else 0.0


def _name_ui(ui: Ui, slot: int, name: str, color: Color, *, is_compared: bool) -> None:
    """Draw a run's colour and name: a click compares with it, a double click renames it."""
    line = imgui.get_text_line_height()
    corner = imgui.get_cursor_screen_pos()
    low, high = vec2(corner.x, corner.y + 0.2 * line), vec2(corner.x + 0.6 * line, corner.y + 0.8 * line)
    imgui.get_window_draw_list().add_rect_filled(low, high, pack_color(with_alpha(color, 1.0)), 2.0)
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + line)
    if ui.memory.get(RENAMING, (None, ""))[0] == slot:
        _rename_ui(ui, slot)
        return
    words = shorten(name, imgui.get_content_region_avail().x)
    clicked, _ = imgui.selectable(f"{words}##run {slot}", is_compared, imgui.SelectableFlags_.allow_double_click)
    ui.note_item(f"run {slot}")
    if clicked and imgui.is_mouse_double_clicked(0):
        ui.memory[RENAMING] = (slot, name)
    elif clicked and slot != ask.OWN_RUN and not is_compared:
        ui.send(ask.CompareWith(slot))
    way = "" if slot == ask.OWN_RUN else "Compared with this run. " if is_compared else "Click to compare with it. "
    imgui.set_item_tooltip(f"{name}\n{way}Double-click to rename.")


def _rename_ui(ui: Ui, slot: int) -> None:
    before = str(ui.memory[RENAMING][1])
    imgui.set_next_item_width(-1)
    if RENAMED not in ui.texts:
        imgui.set_keyboard_focus_here()
    imgui.push_style_var(imgui.StyleVar_.frame_padding, vec2(ui.px(4), 0))
    _, text = imgui.input_text("##rename", ui.texts.get(RENAMED, before), imgui.InputTextFlags_.auto_select_all)
    imgui.pop_style_var()
    ui.note_item(f"run {slot}")
    ui.texts[RENAMED] = text
    if imgui.is_item_deactivated():
        if text.strip() and text != before:
            ui.send(ask.RenameRun(slot, text))
        del ui.memory[RENAMING], ui.texts[RENAMED]


def _distances_ui(ui: Ui, document: Document, ghost: OtherRun) -> None:
    """Draw the distance from the compared run over all frames, with the cursor and the first difference."""
    first = ghost.comparison.first
    parting = "they never part" if first is None else f"they part in frame {first}"
    weak_ui(f"Distance from {ghost.name}; {parting}")
    corner, width = imgui.get_cursor_screen_pos(), max(imgui.get_content_region_avail().x, 1.0)
    height = ui.px(PLOT_HEIGHT_PX)
    imgui.invisible_button("distances", vec2(width, height))
    ui.note_item("distances")
    count = len(document.trace)
    if imgui.is_item_active():
        frame = int((imgui.get_mouse_pos().x - corner.x) / width * count)
        ui.send(ask.SetCursor(Cursor(min(max(frame, 0), count - 1))))
    draw = imgui.get_window_draw_list()
    high = vec2(corner.x + width, corner.y + height)
    draw.add_rect_filled(corner, high, imgui.get_color_u32(imgui.Col_.frame_bg), ui.px(2))
    columns = max(int(width / ui.px(2)), 1)
    heights = ui.remember(
        "distances", (ghost.comparison, columns, count), lambda: pool_distances(ghost, columns, count)
    )
    color = pack_color(with_alpha(ui.theme.runs[ghost.slot], 1.0))
    points = [vec2(corner.x + x * width, high.y - 2 - y * (height - 4)) for x, y in heights]
    for begin, end in pairwise(points):
        draw.add_line(begin, end, color, ui.px(1.5))
    weak = imgui.get_color_u32(imgui.Col_.text_disabled)
    for mark, shade in ((first, weak), (ui.state.playback.cursor.frame, pack_color(ui.theme.text))):
        if mark is not None:
            x = round(corner.x + (mark + 0.5) / count * width)
            draw.add_line(vec2(x, corner.y), vec2(x, high.y), shade, 1.0)


def pool_distances(ghost: OtherRun, columns: int, count: int) -> list[tuple[float, float]]:
    """Return the distances as points from 0 to 1 of a plot of `count` frames, the largest of each column."""
    distances = np.nan_to_num(ghost.comparison.distances, nan=0.0)
    if not len(distances):
        return []
    parts = min(columns, len(distances))
    starts = np.arange(parts) * len(distances) // parts
    pooled = np.maximum.reduceat(distances, starts)
    most = float(pooled.max()) or 1.0
    return [((float(start) + 0.5) / count, float(value) / most) for start, value in zip(starts, pooled, strict=True)]

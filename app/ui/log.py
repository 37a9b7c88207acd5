"""The Log panel: what the run would have logged; a line selects its frame, a frame its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from imgui_bundle import ImVec4, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app import commands as ask
from app.draw.palette import parse_hex
from app.playback import Cursor
from app.ui.context import Ui, pack_color, with_alpha
from app.ui.layout import LOG, TIMELINE
from app.ui.tables import weak_ui
from engine.log_lines import Log, LogLine, Severity, Tag, build_log
from engine.warm_up import is_warm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.draw.drawlist import Color

NOTHING_OPEN = "Nothing is open: here you will read what the run logs, frame by frame."
NOTHING_LOGGED = "This trace tells nothing that could be logged."
NOTHING_FOUND = "No line contains these words."
ALL_HIDDEN = "All tags that occur are switched off: switch one on above."
SEARCH = "log search"
SEVERITY_COLORS: dict[str, dict[Severity, Color]] = {
    "dark": {Severity.WARNING: parse_hex("#E6B450"), Severity.ERROR: parse_hex("#E06C5A")},
    "light": {Severity.WARNING: parse_hex("#8A5A00"), Severity.ERROR: parse_hex("#A8321E")},
}
TAG_HELP = {
    Tag.SLIDE: "Every bump of `slide`: time of impact, normal, and the length it was to go.",
    Tag.UP: "Every iteration of UP; t above 1 is within the contact offset beyond its way.",
    Tag.SIDE: "Every iteration of SIDE.",
    Tag.SENSOR: "Every iteration of SENSOR.",
    Tag.DOWN: "Every iteration of DOWN.",
    Tag.RECOVER: "Every iteration of RECOVER.",
    Tag.GROUND: "Ground reached or left: its normal along up, and how long the old state had lasted.",
    Tag.SNAP: "Stepping down to ground that was just left.",
    Tag.DEPEN: "Pushing out of overlaps: why, each push, and the test after it.",
    Tag.SLOPE: "Ground that was called non-walkable.",
    Tag.WALK: "The walk experiment after such ground.",
    Tag.WARN: "Last bump or iteration used, guards that acted, and being stuck.",
    Tag.HASH: "Hash of each frame's number and centre: two equal runs have equal ones.",
    Tag.CANDIDATES: "How many candidates each frame gathered, the first and the last. Looked up for lines in sight.",
}


def log_window_ui(ui: Ui) -> None:
    """Draw the panel, unless it is hidden; where a remembered layout does not know it, beside the Timeline."""
    if LOG in ui.state.hidden_panels:
        return
    beside = imgui.internal.find_window_by_name(TIMELINE)
    if beside is not None and beside.dock_id:
        imgui.set_next_window_dock_id(beside.dock_id, imgui.Cond_.first_use_ever)
    visible, _ = imgui.begin(LOG, None, imgui.WindowFlags_.no_focus_on_appearing)
    if visible:
        log_ui(ui)
    imgui.end()


def log_ui(ui: Ui) -> None:
    """Draw the content: search and tags above, the lines below."""
    if ui.document is None:
        weak_ui(NOTHING_OPEN)
        return
    trace = ui.document.trace
    log = ui.remember("log", trace, lambda: build_log(trace))
    if not len(log):
        weak_ui(NOTHING_LOGGED)
        return
    is_typing = _search_ui(ui)
    words, hidden = ui.texts.get(SEARCH, ""), ui.state.hidden_tags
    shown = ui.remember("log shown", (trace, words, hidden), lambda: log.select(hidden, words))
    _copy_ui(ui, log, shown)
    _tags_ui(ui, log)
    if len(shown) == 0:
        weak_ui(ALL_HIDDEN if set(log.tags) <= hidden else NOTHING_FOUND)
    else:
        _table_ui(ui, log, shown, may_follow=not is_typing)


def _search_ui(ui: Ui) -> bool:
    """Draw the field; return whether somebody is typing in it."""
    imgui.set_next_item_width(ui.px(190))
    changed, text = imgui.input_text_with_hint(
        "##log search", f"{icons.ICON_FA_MAGNIFYING_GLASS}  search", ui.texts.get(SEARCH, "")
    )
    ui.note_item(SEARCH)
    if changed:
        ui.texts[SEARCH] = text
    return imgui.is_item_active()


def _copy_ui(ui: Ui, log: Log, shown: NDArray[np.intp]) -> None:
    """Draw the ways to take lines elsewhere: those of the frame that is looked at, or all that are shown."""
    frame = ui.state.playback.cursor.frame
    first, end = log.rows["frame"][shown].searchsorted((frame, frame + 1))
    for words, numbers in (("Copy frame", shown[first:end]), ("Copy all", shown)):
        imgui.same_line()
        imgui.begin_disabled(len(numbers) == 0)
        if imgui.button(f"{icons.ICON_FA_COPY}  {words}"):
            imgui.set_clipboard_text(write_lines(log.lines(numbers.tolist(), look_up=is_warm())))
        ui.note_item(words.lower())
        imgui.end_disabled()
    imgui.same_line()
    count = len(shown)
    imgui.text_disabled(f"{count:,} line{'' if count == 1 else 's'}")


def write_lines(lines: list[LogLine]) -> str:
    """Return lines as text, each with its frame before it."""
    return "".join(f"{line.frame:>6}  {line.text}\n" for line in lines)


def _tags_ui(ui: Ui, log: Log) -> None:
    """Draw a switch for each tag that occurs, in as many rows as it takes."""
    right = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
    for number, tag in enumerate(log.tags):
        width = imgui.calc_text_size(tag).x + 2 * imgui.get_style().frame_padding.x
        if number and imgui.get_item_rect_max().x + ui.px(4) + width <= right:
            imgui.same_line(0, ui.px(4))
        is_on = tag not in ui.state.hidden_tags
        color = imgui.get_style_color_vec4(imgui.Col_.button_active if is_on else imgui.Col_.frame_bg)
        imgui.push_style_color(imgui.Col_.button, color)
        imgui.push_style_color(imgui.Col_.text, _text_color(is_on=is_on))
        if imgui.small_button(tag):
            ui.send(ask.ToggleLogTag(tag))
        imgui.pop_style_color(2)
        ui.note_item(f"tag {tag}")
        imgui.set_item_tooltip(TAG_HELP[tag])


def _text_color(*, is_on: bool) -> ImVec4:
    return imgui.get_style_color_vec4(imgui.Col_.text if is_on else imgui.Col_.text_disabled)


def _table_ui(ui: Ui, log: Log, shown: NDArray[np.intp], *, may_follow: bool) -> None:
    """Draw the lines in sight."""
    flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.scroll_y
    if not imgui.begin_table("log", 2, flags):
        return
    imgui.table_setup_column("frame", imgui.TableColumnFlags_.width_fixed, ui.px(60))
    imgui.table_setup_column("line", imgui.TableColumnFlags_.width_stretch)
    imgui.push_font(ui.fonts.numbers, 0.0)
    _follow(ui, log, shown, may_follow=may_follow)
    clipper = imgui.ListClipper()
    clipper.begin(len(shown))
    while clipper.step():
        # Once for one line to measure, then for those in sight: only the latter are worth keeping.
        seen = shown[clipper.display_start : clipper.display_end]
        lines = _read(ui, log, seen)
        for number, line in zip(seen.tolist(), lines, strict=True):
            _row_ui(ui, number, line)
    clipper.end()
    imgui.pop_font()
    imgui.end_table()


def _read(ui: Ui, log: Log, seen: NDArray[np.intp]) -> list[LogLine]:
    """Return the lines in sight, with their candidates where the kernels are compiled; nobody waits for them here."""
    key = (log, seen.tobytes())
    name = "log line" if len(seen) == 1 else "log lines"
    return ui.remember(name, key, lambda: log.lines(seen.tolist(), look_up=is_warm()))


def _follow(ui: Ui, log: Log, shown: NDArray[np.intp], *, may_follow: bool) -> None:
    """Scroll to the lines of the frame that is looked at, when that changes and they are out of sight.

    Not while somebody types, turns the wheel, or reads on while it plays.
    """
    cursor = ui.state.playback.cursor
    moved = ui.has_changed("log frame", (log, cursor.frame, len(shown)))
    is_read = imgui.is_window_hovered() and (ui.state.playback.playing or imgui.get_io().mouse_wheel != 0.0)
    if not moved or not may_follow or is_read:
        return
    at = int(log.rows["frame"][shown].searchsorted(cursor.frame))
    height = imgui.get_text_line_height() + 2 * imgui.get_style().cell_padding.y
    top, room = imgui.get_scroll_y(), imgui.get_window_height()
    if not top <= at * height <= top + room - 2 * height:
        imgui.set_scroll_y(max(at * height - room / 3, 0.0))


def _row_ui(ui: Ui, number: int, line: LogLine) -> None:
    """Draw a line: the frame's own stand out, and the one of the iteration that is looked at the most."""
    cursor = ui.state.playback.cursor
    target = Cursor(line.frame, line.attempt, line.pass_, line.iteration)
    imgui.table_next_row()
    if line.frame == cursor.frame:
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg1, pack_color(with_alpha(ui.selected_color, 0.13)))
    imgui.table_next_column()
    is_here = target == cursor and target.attempt is not None
    if imgui.selectable(f"{line.frame:>6}##{number}", is_here, imgui.SelectableFlags_.span_all_columns)[0]:
        ui.send(ask.SetCursor(target))
    ui.note_item(f"line {number}")
    if imgui.begin_popup_context_item(f"line {number}"):
        if imgui.menu_item("Copy line", "", False)[0]:
            imgui.set_clipboard_text(line.text)
        imgui.end_popup()
    imgui.table_next_column()
    color = SEVERITY_COLORS[ui.state.theme].get(line.severity)
    if color is None:
        imgui.text(line.text)
    else:
        imgui.text_colored(ImVec4(*color), line.text)

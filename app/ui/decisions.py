"""The decisions of what the cursor looks at: gate, figures, margin, outcome; what decided is marked and told."""

from __future__ import annotations

from imgui_bundle import ImVec4, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.explain import DecisionLine, list_decisions, list_refusals, list_sentences, list_shown, name_cursor
from app.playback import Cursor, Depth
from app.state import Document
from app.ui.context import Ui
from app.ui.tables import heading_ui, paragraph_ui, weak_ui

COLUMNS = ("gate", "value", "", "threshold", "margin", "outcome")
RIGHT_ALIGNED = (1, 3, 4)
MARGIN_HELP = "Value less threshold: how far the other answer was."


def decisions_ui(ui: Ui, document: Document, cursor: Cursor) -> None:
    """Draw the decisions that belong to the cursor's frame, attempt, pass or iteration; nothing if there are none."""
    if not document.trace.frames[cursor.frame]["decision_count"]:
        return
    lines, sentences = ui.remember("decisions", (document, cursor), lambda: _explain(document, cursor))
    place = "" if cursor.depth == Depth.FRAME else f": {name_cursor(document.trace, cursor)}"
    heading_ui(ui, f"Decisions{place}")
    if not lines:
        weak_ui("No gate was asked here; the passes below have theirs.")
        return
    for sentence in sentences:
        paragraph_ui(sentence)
    _table_ui(ui, lines)


def _explain(document: Document, cursor: Cursor) -> tuple[tuple[DecisionLine, ...], tuple[str, ...]]:
    trace, indices = document.trace, list_shown(document.trace, cursor)
    # What refused the frame stands in its own words, just above.
    told = list_refusals(trace, cursor.frame) if cursor.depth == Depth.FRAME else frozenset()
    return list_decisions(trace, indices), list_sentences(trace, indices, told_already=told)


def _table_ui(ui: Ui, lines: tuple[DecisionLine, ...]) -> None:
    flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_fixed_fit | imgui.TableFlags_.no_host_extend_x
    imgui.push_style_var(imgui.StyleVar_.cell_padding, imgui.ImVec2(ui.px(4), ui.px(2)))
    if imgui.begin_table("decisions", len(COLUMNS), flags):
        widths = _measure_columns(ui, lines)
        for number, name in enumerate(COLUMNS):
            stretch = imgui.TableColumnFlags_.width_stretch if number == len(COLUMNS) - 1 else 0
            imgui.table_setup_column(f"{name}##{number}", stretch)
        _header_ui(widths)
        groups = len({line.group for line in lines})
        for line, before in zip(lines, (None, *lines), strict=False):
            if groups > 1 and (before is None or before.group != line.group):
                _group_ui(line.group)
            _line_ui(ui, line, widths)
        imgui.end_table()
    imgui.pop_style_var()


def _measure_columns(ui: Ui, lines: tuple[DecisionLine, ...]) -> dict[int, float]:
    """Return the widths of the columns of figures, so that they can stand at the right."""
    headers = {number: imgui.calc_text_size(COLUMNS[number]).x for number in RIGHT_ALIGNED}
    imgui.push_font(ui.fonts.numbers, 0.0)
    widths = {
        number: max(headers[number], *(imgui.calc_text_size(_cells(line)[number]).x for line in lines))
        for number in RIGHT_ALIGNED
    }
    imgui.pop_font()
    return widths


def _cells(line: DecisionLine) -> tuple[str, ...]:
    unit = f" {line.unit}" if line.unit else ""
    threshold = f"{line.threshold}{unit}" if line.threshold else ""
    return line.label, line.value, line.relation, threshold, line.margin, line.outcome


def _header_ui(widths: dict[int, float]) -> None:
    imgui.table_next_row()
    for number, name in enumerate(COLUMNS):
        imgui.table_next_column()
        if number in widths:
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + widths[number] - imgui.calc_text_size(name).x)
        imgui.text_disabled(name)
        if name == "margin":
            imgui.set_item_tooltip(MARGIN_HELP)


def _group_ui(words: str) -> None:
    """Draw whose decisions follow."""
    imgui.table_next_row()
    imgui.table_next_column()
    imgui.text_disabled(words)


def _line_ui(ui: Ui, line: DecisionLine, widths: dict[int, float]) -> None:
    """Draw a row; what decided has a mark and the text's full colour, and its sentence shows under the pointer."""
    imgui.table_next_row()
    style = imgui.get_style()
    color = style.color_(imgui.Col_.text if line.decided else imgui.Col_.text_disabled)
    imgui.push_style_color(imgui.Col_.text, ImVec4(color.x, color.y, color.z, color.w))
    for number, text in enumerate(_cells(line)):
        imgui.table_next_column()
        if number == 0:
            mark = f"{icons.ICON_FA_CARET_RIGHT} " if line.decided else "   "
            imgui.text(f"{mark}{text}")
            ui.note_item(f"decision {line.index}")
        else:
            _cell_ui(ui, text, widths.get(number), plain=number == len(COLUMNS) - 1)
        if text and imgui.is_item_hovered():
            imgui.set_tooltip(line.sentence)
    imgui.pop_style_color()


def _cell_ui(ui: Ui, text: str, width: float | None, *, plain: bool) -> None:
    if plain:
        imgui.text(text)
        return
    imgui.push_font(ui.fonts.numbers, 0.0)
    if width is not None:
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + width - imgui.calc_text_size(text).x)
    imgui.text(text)
    imgui.pop_font()

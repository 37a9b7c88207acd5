"""What the edit changed: the run against the one before it, or against the one that is chosen in Runs."""

from __future__ import annotations

from imgui_bundle import ImVec4, imgui

from app import commands as ask
from app.documents import add_changes
from app.explain.changes import ChangeRow, Changes
from app.playback import Cursor
from app.runs import OtherRun
from app.state import Document
from app.ui.context import Ui, pack_color, with_alpha
from app.ui.tables import paragraph_ui, weak_ui

NOTHING_OPEN = "Nothing is open."
NO_GHOST = "Turn a knob in Parameters: here you will see what it changed."
DRIVING = "While it is driven, nothing is compared."
MARK_OPACITY = 0.22
"""Of the ground of a row that differs."""


def changes_ui(ui: Ui) -> None:
    """Draw the panel."""
    document = ui.document
    if document is None or document.ghost is None:
        weak_ui(NOTHING_OPEN if document is None else NO_GHOST)
        return
    if ui.state.driving is not None:
        weak_ui(DRIVING)
        return
    changes = find_changes(ui, document, document.ghost)
    paragraph_ui(changes.summary)
    ui.note_item("changes summary")
    _table_ui(ui, document, document.ghost, changes)


def find_changes(ui: Ui, document: Document, ghost: OtherRun) -> Changes:
    """Return the table that was made with the run; made here, once, where another run has been chosen since."""
    known = document.changes
    if known is not None and known.now is document.trace and known.against is ghost.trace:
        return known
    made = ui.remember("changes", (document.trace, ghost.trace), lambda: add_changes(document).changes)
    assert made is not None
    return made


def _table_ui(ui: Ui, document: Document, ghost: OtherRun, changes: Changes) -> None:
    flags = imgui.TableFlags_.borders_inner_h | imgui.TableFlags_.scroll_y
    if not imgui.begin_table("changes", 3, flags):
        return
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_setup_column("##what", imgui.TableColumnFlags_.width_stretch, 0.28)
    imgui.table_setup_column("before", imgui.TableColumnFlags_.width_stretch, 0.36)
    imgui.table_setup_column("now", imgui.TableColumnFlags_.width_stretch, 0.36)
    _headings_ui(ui, document, ghost)
    for number, row in enumerate(changes.rows):
        _row_ui(ui, number, row)
    imgui.end_table()


def _headings_ui(ui: Ui, document: Document, ghost: OtherRun) -> None:
    """Draw the names of the two runs, the other in its colour."""
    imgui.table_next_row(imgui.TableRowFlags_.headers)
    imgui.table_next_column()
    for name, color in ((ghost.name, ui.theme.runs[ghost.slot]), (document.run_name, ui.theme.text)):
        imgui.table_next_column()
        imgui.push_style_color(imgui.Col_.text, ImVec4(*with_alpha(color, 1.0)))
        imgui.text_wrapped(name)
        imgui.pop_style_color()


def _row_ui(ui: Ui, number: int, row: ChangeRow) -> None:
    """Draw a line; a click goes to its frame."""
    imgui.table_next_row()
    if row.differs:
        color = pack_color(with_alpha(ui.selected_color, MARK_OPACITY))
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, color)
    imgui.table_next_column()
    is_here = row.frame is not None and row.frame == ui.state.playback.cursor.frame
    if row.frame is None:
        imgui.text_wrapped(row.label)
    else:
        if imgui.text_link(row.label) and not is_here:
            ui.send(ask.SetCursor(Cursor(row.frame)))
        ui.note_item(f"change {number}")
    words = f"{row.tooltip}\nClick to go there." if row.frame is not None else row.tooltip
    if words:
        imgui.set_item_tooltip(words.strip())
    for text in (row.before, row.now):
        imgui.table_next_column()
        imgui.push_font(ui.fonts.numbers, 0.0)
        imgui.text_wrapped(text)
        imgui.pop_font()
        if row.tooltip:
            imgui.set_item_tooltip(row.tooltip)

"""The Findings panel: what went wrong, a row each; a click goes there, the tooltip says what helps."""

from __future__ import annotations

from imgui_bundle import imgui

from app import commands as ask
from app.state import Document
from app.ui.context import Ui
from app.ui.layout import FINDINGS, FINDINGS_ID, TIMELINE
from app.ui.tables import weak_ui
from engine.detect.finding import Finding

NOTHING_OPEN = "Nothing is open."
NOTHING_FOUND = "Nothing went wrong in this run, as far as its trace tells."
NOT_ASKED = (
    "Tunnelling, penetration and wall climb were not looked for, and stuck only by what was touched: the kernels are "
    "not compiled yet. Open a scenario, which compiles them, and then this file again."
)
COLUMNS = ("kind", "frames", "what happened")


def findings_window_ui(ui: Ui) -> None:
    """Draw the panel, unless it is hidden; where a remembered layout does not know it, beside the Timeline."""
    if FINDINGS in ui.state.hidden_panels:
        return
    beside = imgui.internal.find_window_by_name(TIMELINE)
    if beside is not None and beside.dock_id:
        imgui.set_next_window_dock_id(beside.dock_id, imgui.Cond_.first_use_ever)
    count = 0 if ui.document is None else len(ui.document.findings)
    title = f"{FINDINGS} ({count}){FINDINGS_ID}" if count else f"{FINDINGS}{FINDINGS_ID}"
    visible, _ = imgui.begin(title, None, imgui.WindowFlags_.no_focus_on_appearing)
    if visible:
        findings_ui(ui)
    imgui.end()


def findings_ui(ui: Ui) -> None:
    """Draw the content: a row per finding."""
    if ui.document is None:
        weak_ui(NOTHING_OPEN)
        return
    if not ui.document.asked_level:
        weak_ui(NOT_ASKED)
    if not ui.document.findings:
        weak_ui(NOTHING_FOUND)
    else:
        _table_ui(ui, ui.document)


def _table_ui(ui: Ui, document: Document) -> None:
    flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.scroll_y
    if not imgui.begin_table("findings", len(COLUMNS), flags):
        return
    fixed, stretch = imgui.TableColumnFlags_.width_fixed, imgui.TableColumnFlags_.width_stretch
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_setup_column(COLUMNS[0], fixed, ui.px(110))
    imgui.table_setup_column(COLUMNS[1], fixed, ui.px(100))
    imgui.table_setup_column(COLUMNS[2], stretch)
    imgui.table_headers_row()
    frame = ui.state.playback.cursor.frame
    # A long trace may have thousands: only those in sight are drawn.
    clipper = imgui.ListClipper()
    clipper.begin(len(document.findings))
    while clipper.step():
        for number in range(clipper.display_start, clipper.display_end):
            _row_ui(ui, number, document.findings[number], frame)
    clipper.end()
    imgui.end_table()


def _row_ui(ui: Ui, number: int, finding: Finding, frame: int) -> None:
    """Draw one finding; it is marked while the cursor is in its frames."""
    imgui.table_next_row()
    imgui.table_next_column()
    inside = finding.first <= frame <= finding.last
    if imgui.selectable(f"{finding.kind}##{number}", inside, imgui.SelectableFlags_.span_all_columns)[0]:
        ui.send(ask.GoToFinding(number))
    ui.note_item(f"finding {number}")
    if imgui.is_item_hovered():
        imgui.set_tooltip(describe_finding(finding))
    imgui.table_next_column()
    imgui.push_font(ui.fonts.numbers, 0.0)
    imgui.text(finding.frames)
    imgui.pop_font()
    imgui.table_next_column()
    imgui.text(finding.sentence)


def describe_finding(finding: Finding) -> str:
    """Return the tooltip: the sentence whole, the figures, what helps and what to turn."""
    unit = f" {finding.unit}" if finding.unit else ""
    figures = f"{finding.value:.4g}{unit}; the limit is {finding.threshold:.4g}{unit}"
    return f"{finding.sentence}\n{figures}\n\nWhat helps: {finding.mitigation}\nKnobs: {finding.knob}"

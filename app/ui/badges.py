"""Verdicts as badges and tables: the same mark, colour and words wherever a verdict is shown."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.draw.drawlist import Color
from app.draw.palette import parse_hex
from app.playback import Cursor
from app.state import Document
from app.ui.context import Ui, pack_color
from app.ui.tables import heading_ui
from engine.microtests import CriterionResult, RunResult, Verdict
from engine.microtests.verdicts import worst_of
from engine.microtests.words import tell_criterion, tell_measured, tell_physx, tell_threshold

ICONS = {
    Verdict.PASS: icons.ICON_FA_CHECK,
    Verdict.DIFFERS: icons.ICON_FA_NOT_EQUAL,
    Verdict.FAIL: icons.ICON_FA_XMARK,
}
"""Told by shape first: colour is never the only sign."""
COLORS: dict[str, dict[Verdict, Color]] = {
    "dark": {
        Verdict.PASS: parse_hex("#63C7A6"),
        Verdict.DIFFERS: parse_hex("#E5C76B"),
        Verdict.FAIL: parse_hex("#FF8A5C"),
    },
    "light": {
        Verdict.PASS: parse_hex("#00704F"),
        Verdict.DIFFERS: parse_hex("#7A5A00"),
        Verdict.FAIL: parse_hex("#B23A00"),
    },
}
STALE_OPACITY = 0.45
"""Of a badge whose run is of earlier knobs."""


def verdict_color(ui: Ui, verdict: Verdict) -> Color:
    """Return a verdict's colour."""
    return COLORS[ui.state.theme][verdict]


def verdict_ui(ui: Ui, verdict: Verdict, *, words: bool = True) -> None:
    """Draw a verdict's mark, and its name."""
    text = f"{ICONS[verdict]}  {verdict}" if words else ICONS[verdict]
    imgui.push_style_color(imgui.Col_.text, pack_color(verdict_color(ui, verdict)))
    imgui.text(text)
    imgui.pop_style_color()


def describe_run(run: RunResult) -> str:
    """Return what a run came to, a line per criterion: for a tooltip."""
    lines = [f"{run.variant}: {run.verdict}" if run.variant else str(run.verdict)]
    lines += [
        f"    {result.verdict}:  {tell_criterion(result.criterion)} {tell_measured(result)}"
        f"  ({tell_threshold(result.criterion)})"
        for result in run.criteria
    ]
    return "\n".join(lines)


def verdicts_ui(ui: Ui, document: Document) -> None:
    """Draw what the open run comes to by the criteria of its scenario, if it has any."""
    if not document.verdicts:
        return
    verdict = worst_of(result.verdict for result in document.verdicts)
    heading_ui(ui, f"Verdict: {verdict}", verdict_color(ui, verdict))
    criteria_ui(ui, document.verdicts)


def criteria_ui(ui: Ui, results: Sequence[CriterionResult]) -> None:
    """Draw a table of criteria: what was measured, what it may be; a click goes to the frame of the value."""
    flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_fixed_fit
    if not imgui.begin_table("criteria", 4, flags):
        return
    stretch, fixed = imgui.TableColumnFlags_.width_stretch, imgui.TableColumnFlags_.width_fixed
    imgui.table_setup_column("criterion", stretch)
    for name in ("measured", "must be", ""):
        imgui.table_setup_column(name, fixed)
    imgui.table_headers_row()
    for number, result in enumerate(results):
        _criterion_row_ui(ui, number, result)
    imgui.end_table()


def _criterion_row_ui(ui: Ui, number: int, result: CriterionResult) -> None:
    imgui.table_next_row()
    imgui.table_next_column()
    words = tell_criterion(result.criterion)
    span = imgui.SelectableFlags_.span_all_columns
    if imgui.selectable(f"{words}##criterion {number}", False, span)[0] and result.frame >= 0:
        ui.send(ask.SetCursor(Cursor(result.frame)))
    ui.note_item(f"criterion {number}")
    if imgui.is_item_hovered():
        imgui.set_tooltip(describe_result(result))
    imgui.push_font(ui.fonts.numbers, 0.0)
    for text in (tell_measured(result), tell_threshold(result.criterion)):
        imgui.table_next_column()
        imgui.text(text)
    imgui.pop_font()
    imgui.table_next_column()
    verdict_ui(ui, result.verdict, words=False)


def describe_result(result: CriterionResult) -> str:
    """Return the tooltip of a criterion: verdict, what it means, why it differs, where to look."""
    criterion = result.criterion
    measured, allowed = tell_measured(result), tell_threshold(criterion)
    lines = [f"{result.verdict}: {tell_criterion(criterion)} is {measured}, must be {allowed}"]
    if criterion.note:
        lines.append(criterion.note)
    if criterion.physx is not None:
        lines.append(f"Real PhysX: {tell_physx(criterion)}.")
    if result.reason:
        lines.append(result.reason)
    if result.frame >= 0:
        lines.append(f"Click to go to frame {result.frame}.")
    return "\n".join(lines)

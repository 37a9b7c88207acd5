"""The Inspector: the frame in words, the rules that refused it, and its passes as a tree."""

from __future__ import annotations

from imgui_bundle import imgui

from app import commands as ask
from app.draw.palette import PASS_COLORS
from app.explain import (
    Explanation,
    explain_acceptance,
    explain_exemption,
    explain_frame,
    explain_slope,
    label_pass,
    name_surface,
)
from app.explain.words import format_length
from app.measure import cct_settings, trace_up
from app.playback import Cursor, attempt_index, iteration_index, pass_index
from app.state import Document
from app.ui.badges import verdicts_ui
from app.ui.context import Ui, pack_color, vec2
from app.ui.decisions import decisions_ui
from app.ui.ghost import ghost_ui
from app.ui.side_by_side import side_by_side_ui
from app.ui.tables import explanation_ui, heading_ui, paragraph_ui, rows_ui, weak_ui
from engine.trace import AttemptKind, PassKind, SlopeRule, Trace

EMPTY = "Nothing is open. Choose a file in Scenarios, or drop one on the window."
NO_PASSES = "This trace tells where the capsule was, not the passes that took it there."


def inspector_ui(ui: Ui) -> None:
    """Draw the panel: the frame in words, the rules that refused it, and its passes as a tree."""
    document = ui.document
    if document is None:
        paragraph_ui(EMPTY)
        return
    cursor = ui.state.playback.cursor
    frame, slopes, accepted = ui.remember(
        "inspector", (document, cursor.frame), lambda: _explain(document, cursor.frame)
    )
    verdicts_ui(ui, document)
    ghost_ui(ui, document, cursor)
    side_by_side_ui(ui, document, cursor)
    explanation_ui(ui, "frame", frame)
    for number, slope in enumerate(slopes):
        # The frame's own words tell the rule; here are its figures.
        heading_ui(ui, slope.title, ui.theme.experiment)
        rows_ui(ui, f"slope {number}", slope.rows)
    if accepted is not None:
        explanation_ui(ui, "accepted", accepted)
    decisions_ui(ui, document, cursor)
    heading_ui(ui, "Passes of this frame")
    _tree_ui(ui, document.trace, cursor)


def _explain(document: Document, frame: int) -> tuple[Explanation, tuple[Explanation, ...], Explanation | None]:
    """Return the words for a frame, the figures of the slopes that it was refused, and why it was not refused."""
    trace = document.trace
    if trace.frames[frame]["decision_count"]:
        # The decisions themselves tell it, with all figures; only what was not asked is not among them.
        return explain_frame(trace, frame), (), explain_exemption(trace, frame)
    settings, up = cct_settings(trace), trace_up(trace)
    slopes = (explain_slope(trace.attempts[i], settings, up) for i in trace.attempts_of(frame))
    refused = tuple(slope for slope in slopes if slope is not None)
    return explain_frame(trace, frame), refused, None if refused else explain_acceptance(trace, frame)


def _tree_ui(ui: Ui, trace: Trace, cursor: Cursor) -> None:
    attempts = trace.attempts_of(cursor.frame)
    if not attempts:
        weak_ui(NO_PASSES)
        return
    moved = ui.has_changed("tree cursor", cursor)
    here = attempt_index(trace, cursor), pass_index(trace, cursor), iteration_index(trace, cursor)
    for ordinal, attempt in enumerate(attempts):
        target = Cursor(cursor.frame, ordinal)
        _line_ui(
            ui, _name_attempt(trace, attempt), target, 0, None, selected=here == (attempt, None, None), moved=moved
        )
        for number, pass_ in enumerate(trace.passes_of(attempt)):
            kind = PassKind(int(trace.passes[pass_]["kind"]))
            target = Cursor(cursor.frame, ordinal, number)
            _line_ui(
                ui, label_pass(trace, pass_), target, 1, kind, selected=here == (attempt, pass_, None), moved=moved
            )
            for count, iteration in enumerate(trace.iterations_of(pass_)):
                target = Cursor(cursor.frame, ordinal, number, count)
                _line_ui(
                    ui,
                    _name_iteration(trace, iteration, count),
                    target,
                    2,
                    kind,
                    selected=here[2] == iteration,
                    moved=moved,
                )


def _name_attempt(trace: Trace, index: int) -> str:
    record = trace.attempts[index]
    name = "walk experiment" if record["kind"] == AttemptKind.WALK_EXPERIMENT else "move"
    refused = "" if record["slope_rule"] == SlopeRule.NONE else "  (refused: too steep)"
    return f"{name}{refused}"


def _name_iteration(trace: Trace, index: int, count: int) -> str:
    record = trace.iterations[index]
    if trace.passes[record["pass_index"]]["kind"] == PassKind.DEPENETRATE:
        pushed = f"pushed {format_length(float(record['length']))}" if record["length"] > 0.0 else "nothing overlaps"
        return f"{count + 1}  {pushed}"
    if not record["hit"]:
        return f"{count + 1}  swept {format_length(float(record['length']))}, no hit"
    surface = name_surface(trace, int(record["body"]), int(record["triangle"]))
    if record["distance"] == 0.0:
        return f"{count + 1}  touching or overlapping {surface}"
    return f"{count + 1}  hit {surface} after {format_length(float(record['distance']))}"


def _line_ui(
    ui: Ui, words: str, target: Cursor, depth: int, kind: PassKind | None, *, selected: bool, moved: bool
) -> None:
    """Draw a line of the tree; a click looks at it, a click on what is looked at goes back to the whole frame."""
    line = imgui.get_text_line_height()
    indent = ui.px(14) * depth + 0.1
    imgui.indent(indent)
    corner = imgui.get_cursor_screen_pos()
    if kind is not None and depth == 1:
        low, high = vec2(corner.x, corner.y + 0.2 * line), vec2(corner.x + 0.6 * line, corner.y + 0.8 * line)
        imgui.get_window_draw_list().add_rect_filled(low, high, pack_color(PASS_COLORS[kind]), 2.0)
    imgui.indent(line)
    clicked, _ = imgui.selectable(f"{words}##{target}", selected)
    ui.note_item(f"tree {'.'.join(map(str, target.path[1:]))}")
    if selected and moved and not imgui.is_item_visible():
        imgui.set_scroll_here_y()
    imgui.unindent(line)
    imgui.unindent(indent)
    if clicked:
        ui.send(ask.SetCursor(Cursor(target.frame) if selected else target))

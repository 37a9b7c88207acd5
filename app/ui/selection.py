"""The Selection: the pass or iteration that the cursor looks at, and what was picked in the scene."""

from __future__ import annotations

from dataclasses import replace

from app.draw.drawlist import Pick, PickKind
from app.draw.palette import PASS_COLORS
from app.explain import Explanation, describe_pick, explain_iteration, explain_pass, list_candidate_rows
from app.playback import Cursor, iteration_index, pass_index
from app.state import Document
from app.ui.context import Ui
from app.ui.scene_panel import scene_panel_ui
from app.ui.scene_target import can_edit_scene
from app.ui.tables import explanation_ui, weak_ui
from engine.trace import PassKind

HINT = "Click a pass, a contact, the capsule or a triangle; or step into the frame with Shift+→. Esc lets go."


def selection_ui(ui: Ui) -> None:
    """Draw the panel."""
    document = ui.document
    if document is None:
        weak_ui("Nothing is open.")
        return
    if can_edit_scene(ui):
        scene_panel_ui(ui)
    cursor, pick = ui.state.playback.cursor, ui.state.selection.pick
    looked_at, picked = ui.remember("selection", (document, cursor, pick), lambda: _explain(document, cursor, pick))
    if looked_at is not None:
        index = pass_index(document.trace, cursor)
        color = PASS_COLORS[PassKind(int(document.trace.passes[index]["kind"]))]
        explanation_ui(ui, "looked at", looked_at, color)
    if picked is not None:
        explanation_ui(ui, "picked", picked, ui.selected_color)
    if looked_at is None and picked is None:
        weak_ui(HINT)


def _explain(document: Document, cursor: Cursor, pick: Pick) -> tuple[Explanation | None, Explanation | None]:
    """Return the words for what the cursor looks at and for what was picked; a thing that is both is told once."""
    trace = document.trace
    iteration, pass_ = iteration_index(trace, cursor), pass_index(trace, cursor)
    looked_at = None
    if iteration is not None:
        looked_at = explain_iteration(trace, iteration)
        looked_at = replace(looked_at, rows=(*looked_at.rows, *list_candidate_rows(trace, iteration)))
    elif pass_ is not None:
        looked_at = explain_pass(trace, pass_)
    is_both = pick.kind in (PickKind.ITERATION, PickKind.HIT) and looked_at is not None
    picked = None if pick.kind == PickKind.NOTHING or is_both else describe_pick(trace, pick, cursor)
    return looked_at, picked

"""The ghost in the Inspector: who made it, how far away it is, and the way to where the two part."""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app.explain import explain_ghost
from app.playback import Cursor
from app.state import Document
from app.ui.context import Ui
from app.ui.tables import explanation_ui

CLOSE_PX = 110.0
"""Width of the second button: in a narrow panel it goes to a line of its own."""


def ghost_ui(ui: Ui, document: Document, cursor: Cursor) -> None:
    """Draw how the run compares with its ghost, if it has one."""
    ghost = document.ghost
    if ghost is None:
        return
    told = ui.remember(
        "ghost",
        (ghost, cursor.frame),
        lambda: explain_ghost(document.trace, ghost.trace, ghost.comparison, cursor.frame),
    )
    explanation_ui(ui, "ghost", told, ui.theme.runs[ghost.slot])
    if ghost.comparison.first is not None:
        if imgui.small_button(f"{icons.ICON_FA_CODE_COMPARE}  Go to frame {ghost.comparison.first}"):
            ui.send(ask.GoToDifference())
        ui.note_item("go to difference")
        imgui.set_item_tooltip("The first frame in which the two differ")
        imgui.same_line()
        if imgui.get_content_region_avail().x < ui.px(CLOSE_PX):
            imgui.new_line()
    if imgui.small_button(f"{icons.ICON_FA_XMARK}  Close ghost"):
        ui.send(ask.CloseGhost())
    ui.note_item("close ghost")

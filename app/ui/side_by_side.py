"""The passes of the cursor's frame in two runs side by side, in the Inspector; what differs is marked."""

from __future__ import annotations

from imgui_bundle import ImVec4, imgui

from app.draw.drawlist import Color
from app.draw.palette import PASS_COLORS
from app.explain.pass_pairs import PassCells, PassPair, pair_passes
from app.playback import Cursor
from app.state import Document
from app.ui.context import Ui, pack_color, vec2, with_alpha
from app.ui.tables import weak_ui

COLUMNS = ("pass", "iterations", "exit", "end, m")
NO_PASSES = "At this frame one of the two has ended, or tells no passes."
MARK_OPACITY = 0.28
"""Of the ground of a cell that differs."""


def side_by_side_ui(ui: Ui, document: Document, cursor: Cursor) -> None:
    """Draw the table, folded at first, if there is a run to compare with."""
    ghost = document.ghost
    if ghost is None:
        return
    imgui.push_font(ui.fonts.heading, 0.0)
    opened = imgui.collapsing_header(f"Passes beside “{ghost.name}”###side by side")
    imgui.pop_font()
    ui.note_item("side by side")
    if not opened:
        return
    pairs = ui.remember(
        "side by side",
        (document.trace, ghost.trace, cursor.frame),
        lambda: pair_passes(document.trace, ghost.trace, cursor.frame),
    )
    if not pairs:
        weak_ui(NO_PASSES)
        return
    flags = imgui.TableFlags_.borders_inner_h | imgui.TableFlags_.sizing_fixed_fit
    if not imgui.begin_table("side by side", len(COLUMNS), flags):
        return
    for name in COLUMNS[:-1]:
        imgui.table_setup_column(name)
    imgui.table_setup_column(COLUMNS[-1], imgui.TableColumnFlags_.width_stretch)
    imgui.table_headers_row()
    colors = ui.theme.text, ui.theme.runs[ghost.slot]
    for pair in pairs:
        _pair_ui(ui, pair, colors)
    imgui.end_table()


def _pair_ui(ui: Ui, pair: PassPair, colors: tuple[Color, Color]) -> None:
    """Draw a pass: ours above, theirs below in the colour of its run."""
    imgui.table_next_row()
    imgui.table_next_column()
    corner, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
    low, high = vec2(corner.x, corner.y + 0.2 * line), vec2(corner.x + 0.6 * line, corner.y + 0.8 * line)
    imgui.get_window_draw_list().add_rect_filled(low, high, pack_color(PASS_COLORS[pair.kind]), 2.0)
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + line)
    imgui.text(pair.label)
    mark = pack_color(with_alpha(ui.selected_color, MARK_OPACITY))
    for number, name in enumerate(("iterations", "exit", "end")):
        imgui.table_next_column()
        if pair.differs[number]:
            imgui.table_set_bg_color(imgui.TableBgTarget_.cell_bg, mark)
        for cells, color in zip((pair.ours, pair.theirs), colors, strict=True):
            _cell_ui(ui, cells, name, color)


def _cell_ui(ui: Ui, cells: PassCells | None, name: str, color: Color) -> None:
    imgui.push_font(ui.fonts.numbers if name != "exit" else ui.fonts.text, 0.0)
    imgui.push_style_color(imgui.Col_.text, ImVec4(*with_alpha(color, 1.0)))
    imgui.text("did not run" if cells is None and name == "exit" else "–" if cells is None else getattr(cells, name))
    imgui.pop_style_color()
    imgui.pop_font()

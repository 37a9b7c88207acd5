"""How explanations are drawn: a heading, sentences that wrap, and figures in aligned columns with their units."""

from __future__ import annotations

from imgui_bundle import ImVec4, imgui

from app.draw.drawlist import Color
from app.explain import Explanation, Row
from app.ui.context import Ui


def heading_ui(ui: Ui, words: str, color: Color | None = None) -> None:
    """Draw a heading with a rule behind it."""
    imgui.push_font(ui.fonts.heading, 0.0)
    if color is not None:
        imgui.push_style_color(imgui.Col_.text, ImVec4(*color))
    imgui.separator_text(words)
    if color is not None:
        imgui.pop_style_color()
    imgui.pop_font()


def paragraph_ui(words: str, color: Color | None = None) -> None:
    """Draw text that wraps at the panel's edge."""
    imgui.push_text_wrap_pos(0.0)
    if color is None:
        imgui.text(words)
    else:
        imgui.text_colored(ImVec4(*color), words)
    imgui.pop_text_wrap_pos()


def weak_ui(words: str) -> None:
    """Draw a hint, or that there is nothing: text that wraps and keeps back."""
    imgui.push_text_wrap_pos(0.0)
    imgui.text_disabled(words)
    imgui.pop_text_wrap_pos()


def shorten(words: str, width: float) -> str:
    """Return words that fit into a width, with an ellipsis where they had to be cut."""
    if imgui.calc_text_size(words).x <= width:
        return words
    while len(words) > 1 and imgui.calc_text_size(f"{words}…").x > width:
        words = words[:-1].rstrip()
    return f"{words}…"


def rows_ui(ui: Ui, name: str, rows: tuple[Row, ...]) -> None:
    """Draw figures: what, how much, unit. Long values wrap."""
    if not rows or not imgui.begin_table(name, 2, imgui.TableFlags_.row_bg):
        return
    imgui.table_setup_column("label", imgui.TableColumnFlags_.width_fixed)
    imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch)
    for row in rows:
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text_disabled(row.label)
        if row.tooltip:
            imgui.set_item_tooltip(row.tooltip)
        imgui.table_next_column()
        imgui.push_font(ui.fonts.numbers, 0.0)
        imgui.push_text_wrap_pos(0.0)
        imgui.text(row.text)
        imgui.pop_text_wrap_pos()
        imgui.pop_font()
    imgui.end_table()


def explanation_ui(ui: Ui, name: str, explanation: Explanation, color: Color | None = None) -> None:
    """Draw an explanation whole."""
    heading_ui(ui, explanation.title, color)
    for sentence in explanation.sentences:
        paragraph_ui(sentence)
    rows_ui(ui, name, explanation.rows)

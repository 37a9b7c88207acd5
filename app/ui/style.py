"""How the panels look: calm, flat, dense enough for numbers; the same colours as the scene. And the fonts."""

from __future__ import annotations

from dataclasses import dataclass

from imgui_bundle import ImVec2, ImVec4, imgui

from app.draw.palette import parse_hex
from app.ui.context import Fonts
from app.ui.fonts import find_font_files

TEXT_SIZE_PX = 15.0
"""Of words and numbers at 100 %: one size for text keeps the panels calm."""


@dataclass(frozen=True)
class PanelColors:
    """Colours of the panels, as #RRGGBB."""

    window: str
    field: str
    header: str
    hovered: str
    active: str
    border: str
    text: str
    weak: str
    accent: str


PANEL_COLORS = {
    "dark": PanelColors(
        window="#1B1E23",
        field="#262A31",
        header="#2C313A",
        hovered="#363D48",
        active="#43506A",
        border="#353B45",
        text="#E4E6EA",
        weak="#9BA3AF",
        accent="#6FA8DC",
    ),
    "light": PanelColors(
        window="#F6F7F9",
        field="#FFFFFF",
        header="#E4E8EE",
        hovered="#D4DBE6",
        active="#B9CBE6",
        border="#C4CAD3",
        text="#1C1F24",
        weak="#5B6675",
        accent="#1F5FA8",
    ),
}


def load_fonts() -> Fonts:
    """Load the fonts once per ImGui context; sizes are dynamic, so every scale is crisp."""
    files = find_font_files()
    atlas = imgui.get_io().fonts
    text = atlas.add_font_from_file_ttf(str(files.text), TEXT_SIZE_PX)
    merge = imgui.ImFontConfig()
    merge.merge_mode = True
    merge.glyph_min_advance_x = TEXT_SIZE_PX
    atlas.add_font_from_file_ttf(str(files.icons), TEXT_SIZE_PX * 0.82, merge)
    heading = atlas.add_font_from_file_ttf(str(files.heading), TEXT_SIZE_PX)
    numbers = atlas.add_font_from_file_ttf(str(files.numbers), TEXT_SIZE_PX)
    return Fonts(text, heading, numbers, TEXT_SIZE_PX)


def apply_style(theme: str, scale: float) -> None:
    """Set colours and sizes for a theme and a scale."""
    style = imgui.get_style()
    style.font_scale_main = scale
    style.font_size_base = TEXT_SIZE_PX
    _set_sizes(style, scale)
    _set_colors(style, PANEL_COLORS[theme])


def _set_sizes(style: imgui.Style, scale: float) -> None:
    style.window_padding = ImVec2(10 * scale, 8 * scale)
    style.frame_padding = ImVec2(7 * scale, 4 * scale)
    style.item_spacing = ImVec2(8 * scale, 5 * scale)
    style.item_inner_spacing = ImVec2(6 * scale, 4 * scale)
    style.cell_padding = ImVec2(6 * scale, 2 * scale)
    style.indent_spacing = 16 * scale
    style.scrollbar_size = 12 * scale
    style.grab_min_size = 10 * scale
    style.window_rounding = 4 * scale
    style.frame_rounding = 4 * scale
    style.popup_rounding = 4 * scale
    style.grab_rounding = 4 * scale
    style.tab_rounding = 4 * scale
    style.window_border_size = 1.0
    style.frame_border_size = 1.0  # or an empty checkbox is not seen
    style.docking_separator_size = 2 * scale
    style.separator_text_padding = ImVec2(0, 4 * scale)


def _set_colors(style: imgui.Style, colors: PanelColors) -> None:
    names = imgui.Col_
    table = {
        names.text: colors.text,
        names.text_disabled: colors.weak,
        names.window_bg: colors.window,
        names.child_bg: colors.window,
        names.popup_bg: colors.header,
        names.menu_bar_bg: colors.header,
        names.border: colors.border,
        names.separator: colors.border,
        names.frame_bg: colors.field,
        names.frame_bg_hovered: colors.hovered,
        names.frame_bg_active: colors.active,
        names.title_bg: colors.header,
        names.title_bg_active: colors.header,
        names.title_bg_collapsed: colors.header,
        names.header: colors.active,
        names.header_hovered: colors.hovered,
        names.header_active: colors.active,
        names.button: colors.header,
        names.button_hovered: colors.hovered,
        names.button_active: colors.active,
        names.tab: colors.header,
        names.tab_hovered: colors.hovered,
        names.tab_selected: colors.window,
        names.tab_dimmed: colors.header,
        names.tab_dimmed_selected: colors.window,
        names.tab_selected_overline: colors.accent,
        names.check_mark: colors.accent,
        names.checkbox_selected_bg: colors.field,
        names.slider_grab: colors.accent,
        names.slider_grab_active: colors.accent,
        names.resize_grip: colors.border,
        names.scrollbar_bg: colors.window,
        names.scrollbar_grab: colors.hovered,
        names.table_header_bg: colors.header,
        names.table_border_light: colors.border,
        names.docking_preview: colors.accent,
        names.text_link: colors.accent,
        names.nav_cursor: colors.accent,
    }
    for index, text in table.items():
        style.set_color_(index, ImVec4(*parse_hex(text)))

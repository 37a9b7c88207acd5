"""A small cross of the world's axes in the corner of the viewport: which way is up differs from file to file."""

from __future__ import annotations

import numpy as np
from imgui_bundle import imgui

from app.camera import view_axes
from app.draw.drawlist import Color
from app.draw.palette import parse_hex
from app.ui.context import Area, Ui, pack_color, vec2, with_alpha

ARM_PX = 30.0
AXIS_COLORS: tuple[tuple[str, Color], ...] = (
    ("x", parse_hex("#D0636A")),
    ("y", parse_hex("#7FAE62")),
    ("z", parse_hex("#5F8FD6")),
)
"""As the axes on the ground."""


def axes_ui(ui: Ui, area: Area) -> None:
    """Draw the axes as the camera sees them, in the lower right corner; those that point away first and weaker."""
    arm, letter = ui.px(ARM_PX), imgui.get_text_line_height()
    middle = (area[0] + area[2] - arm - 1.5 * letter, area[1] + area[3] - arm - 1.5 * letter)
    right, up, forward = view_axes(ui.state.camera)
    draw = imgui.get_window_draw_list()
    for axis in np.argsort(-forward):
        name, color = AXIS_COLORS[axis]
        shade = pack_color(with_alpha(color, 0.5 if forward[axis] > 0.05 else 1.0))
        tip = (middle[0] + arm * right[axis], middle[1] - arm * up[axis])
        draw.add_line(vec2(*middle), vec2(*tip), shade, ui.px(2))
        place = (middle[0] + 1.3 * (tip[0] - middle[0]), middle[1] + 1.3 * (tip[1] - middle[1]))
        size = imgui.calc_text_size(name)
        draw.add_text(vec2(place[0] - size.x / 2, place[1] - size.y / 2), shade, name)
    reach = arm + letter
    ui.items["axes"] = (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)

"""How the curves of a plot are drawn: what of them is on screen, lines, marks, and the look of the axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from imgui_bundle import ImVec4, implot

from app.draw.palette import parse_hex
from app.series import Curve, decimate
from app.ui.context import Ui, vec2, with_alpha
from app.ui.plot_curves import RunCurve
from app.ui.style import PANEL_COLORS

if TYPE_CHECKING:
    from app.draw.drawlist import Color

COLUMN_PX = 2.0
"""Width of the finest detail of a curve."""
MARK_COLUMN_PX = 5.0
"""From one mark of a gate's outcome to the next, at least."""
LINE_PX, THIN_PX, MARK_PX = 1.6, 1.2, 3.0
THRESHOLD_ALPHA = 0.55


Part = tuple[Curve, Curve | None, Curve | None, Curve | None]
"""Of a run in the frames that are shown: the curve, and for a gate its threshold and its two outcomes."""


def cut_curve(ui: Ui, name: str, run: RunCurve, first: float, last: float, columns: int) -> Part:
    """Return what of a curve is on screen, in as many points as can be seen."""
    key = (run.line, first, last, columns)

    def cut() -> Part:
        line = decimate(run.line, first, last, columns)
        if run.gate is None:
            return line, None, None, None
        marks = max(int(columns * COLUMN_PX / MARK_COLUMN_PX), 1)
        return (
            line,
            decimate(run.gate.threshold, first, last, columns),
            decimate(run.gate.held, first, last, marks),
            decimate(run.gate.failed, first, last, marks),
        )

    return ui.remember(f"part {name} {run.slot}", key, cut)


def run_curve_ui(ui: Ui, run: RunCurve, part: Part) -> None:
    """Draw the curve of a run; a gate's threshold thin beside it, and a mark for each answer."""
    line, threshold, held, failed = part
    if threshold is not None and len(threshold):
        _line_ui(ui, f"threshold {run.slot}", threshold, with_alpha(run.color, THRESHOLD_ALPHA), THIN_PX)
    if len(line):
        _line_ui(ui, f"line {run.slot}", line, run.color, LINE_PX)
    for words, marks, color in (("no", failed, run.color), ("yes", held, ui.theme.experiment)):
        if marks is not None and len(marks):
            spec = implot.Spec()
            spec.marker = implot.Marker_.square if words == "yes" else implot.Marker_.cross
            spec.marker_size = ui.px(MARK_PX)
            spec.marker_line_color = spec.marker_fill_color = ImVec4(*color)
            implot.plot_scatter(f"{words} {run.slot}", marks.xs, marks.ys, spec)


def _line_ui(ui: Ui, label: str, curve: Curve, color: Color, width_px: float) -> None:
    spec = implot.Spec()
    spec.line_color = ImVec4(*color)
    spec.line_weight = ui.px(width_px)
    implot.plot_line(label, curve.xs, curve.ys, spec)
    if len(curve.lone):
        spec.marker, spec.marker_size = implot.Marker_.circle, ui.px(0.9 * width_px)
        spec.marker_line_color = spec.marker_fill_color = spec.line_color
        implot.plot_scatter(f"{label} dots", curve.lone.xs, curve.lone.ys, spec)


def apply_plot_style(ui: Ui) -> None:
    """Give the plots the colours and sizes of the panels."""
    style, colors, names = implot.get_style(), PANEL_COLORS[ui.state.theme], implot.Col_
    for index, color in {
        names.frame_bg: parse_hex(colors.window, 0.0),
        names.plot_bg: parse_hex(colors.field),
        names.plot_border: parse_hex(colors.border),
        names.axis_text: parse_hex(colors.weak),
        names.axis_grid: parse_hex(colors.weak, 0.22),
        names.axis_tick: parse_hex(colors.weak, 0.5),
        names.axis_bg: parse_hex(colors.window, 0.0),
    }.items():
        style.set_color_(index, ImVec4(*color))
    style.plot_padding = vec2(ui.px(4), ui.px(3))
    style.label_padding = vec2(ui.px(5), ui.px(3))
    style.plot_min_size = vec2(ui.px(40), ui.px(30))
    style.plot_border_size = 1.0

"""The Mesh health panel: what is wrong with the level's meshes; a click goes through the triangles of a finding."""

from __future__ import annotations

from imgui_bundle import ImVec4, imgui

from app import commands as ask
from app.draw.drawlist import Color, Pick, PickKind
from app.draw.palette import parse_hex
from app.health import BodyHealth
from app.ui.context import Ui, pack_color, vec2
from app.ui.layout import HEALTH, INSPECTOR
from app.ui.tables import heading_ui, paragraph_ui
from engine.mesh_findings import FindingKind, MeshFinding, Severity

NOTHING_OPEN = "Nothing is open."
EXAMINING = "The meshes are being examined ..."
NO_MESH = "No body of this level is a mesh; the other shapes are always sound."
HINT = "Click a finding to go through its triangles; F frames the selected one."
PLACELESS = (FindingKind.OUT_OF_RANGE, FindingKind.NOT_FINITE, FindingKind.TOO_FAR)
"""Kinds whose triangles are nowhere, so that there is nothing to select."""
SHOWN_IDS = 8
"""Numbers of such triangles that are written out."""
SEVERITY_COLORS: dict[str, dict[Severity, Color]] = {
    "dark": {
        Severity.UNUSABLE: parse_hex("#E06C5A"),
        Severity.HARMFUL: parse_hex("#E69F00"),
        Severity.NOTABLE: parse_hex("#6FA8DC"),
    },
    "light": {
        Severity.UNUSABLE: parse_hex("#B23A28"),
        Severity.HARMFUL: parse_hex("#8F6000"),
        Severity.NOTABLE: parse_hex("#2F6DA8"),
    },
}
"""By theme. Told by their words too: a severity is never a colour alone."""


def health_window_ui(ui: Ui) -> None:
    """Draw the panel, if it is open; where a remembered layout does not know it, beside the Inspector."""
    if not ui.state.health_open:
        return
    beside = imgui.internal.find_window_by_name(INSPECTOR)
    if beside is not None and beside.dock_id:
        imgui.set_next_window_dock_id(beside.dock_id, imgui.Cond_.first_use_ever)
    visible, still_open = imgui.begin(HEALTH, True)
    if visible:
        health_ui(ui)
    imgui.end()
    if not still_open:
        ui.send(ask.ToggleHealth())


def health_ui(ui: Ui) -> None:
    """Draw the content: each mesh with its findings."""
    document = ui.document
    if document is None:
        paragraph_ui(NOTHING_OPEN)
    elif document.health is None:
        paragraph_ui(EXAMINING)
    elif not document.health.bodies:
        paragraph_ui(NO_MESH)
    else:
        for body in document.health.bodies:
            _body_ui(ui, body)
        if any(body.health.findings for body in document.health.bodies):
            imgui.spacing()
            paragraph_ui(HINT, _weak())


def _weak() -> Color:
    color = imgui.get_style_color_vec4(imgui.Col_.text_disabled)
    return color.x, color.y, color.z, color.w


def _body_ui(ui: Ui, body: BodyHealth) -> None:
    health = body.health
    heading_ui(ui, body.name)
    size = " × ".join(f"{part:.1f}" for part in health.high - health.low)
    paragraph_ui(f"{health.triangle_count:,} triangles, {health.vertex_count:,} vertices, {size} m", _weak())
    if not health.findings:
        paragraph_ui("Healthy: nothing was found.")
        return
    if health.unusable_count:
        told = "1 triangle is" if health.unusable_count == 1 else f"{health.unusable_count:,} triangles are"
        paragraph_ui(f"{told} left out; the others keep their numbers.")
    for finding in health.findings:
        _finding_ui(ui, body, finding)


def _finding_ui(ui: Ui, body: BodyHealth, finding: MeshFinding) -> None:
    """Draw a line to click, and under it what it means."""
    imgui.spacing()
    picked = _find_picked(ui.state.selection.pick, body, finding)
    color = SEVERITY_COLORS[ui.state.theme][finding.severity]
    line, corner = imgui.get_text_line_height(), imgui.get_cursor_screen_pos()
    middle = vec2(corner.x + 0.35 * line, corner.y + 0.5 * line)
    imgui.get_window_draw_list().add_circle_filled(middle, 0.28 * line, pack_color(color))
    imgui.indent(line)
    name = f"{finding.count:,} × {finding.words.name}"
    if finding.kind in PLACELESS:
        imgui.text(name)
    elif imgui.selectable(f"{name}##{body.index} {finding.kind}", picked is not None)[0]:
        following = 0 if picked is None else (picked + 1) % len(finding.triangles)
        ui.send(ask.SelectPick(Pick(PickKind.TRIANGLE, body.index, int(finding.triangles[following]))))
    ui.note_item(f"finding {body.name} {finding.kind}")
    _at_right_ui(finding.severity.name.lower(), color)
    if picked is not None:
        chosen = f"triangle {finding.triangles[picked]} is selected, {picked + 1} of {len(finding.triangles)}"
        paragraph_ui(chosen, ui.selected_color)
    elif finding.kind in PLACELESS:
        paragraph_ui(_list_ids(finding))
    paragraph_ui(f"{finding.sentence} {finding.words.effect}", _weak())
    imgui.unindent(line)


def _at_right_ui(word: str, color: Color) -> None:
    """Draw a word at the right end of the line."""
    imgui.same_line()
    space = imgui.get_content_region_avail().x - imgui.calc_text_size(word).x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(space, 0.0))
    imgui.text_colored(ImVec4(*color), word)


def _find_picked(pick: Pick, body: BodyHealth, finding: MeshFinding) -> int | None:
    """Return which of a finding's triangles is selected."""
    if pick.kind != PickKind.TRIANGLE or pick.index != body.index or finding.kind in PLACELESS:
        return None
    at = int(finding.triangles.searchsorted(pick.triangle))
    return at if at < len(finding.triangles) and finding.triangles[at] == pick.triangle else None


def _list_ids(finding: MeshFinding) -> str:
    noun = "triangle" if len(finding.triangles) == 1 else "triangles"
    shown = ", ".join(map(str, finding.triangles[:SHOWN_IDS].tolist()))
    return f"{noun} {shown}" + (" ..." if len(finding.triangles) > SHOWN_IDS else "")

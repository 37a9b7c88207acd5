"""The tools of scene editing over the viewport: what the gizmo does, what can be added, and what is selected."""

from __future__ import annotations

from imgui_bundle import ImVec4, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app import commands as ask
from app import scene_edits as edits
from app.camera import view_axes
from app.draw.drawlist import Pick, PickKind
from app.draw.palette import parse_hex
from app.measure import as_vec3
from app.ui.context import Area, Ui, plate_ui, vec2
from app.ui.scene_target import ERROR, KEYING, MODE, MODES, Target, find_target, send_edit, wanted
from app.ui.style import PANEL_COLORS
from app.ui.tables import shorten
from engine.transforms import Vector

MARGIN_PX, PADDING_PX, BUTTON_PX, GAP_PX = 10.0, 5.0, 28.0, 3.0
MODE_ICONS = {
    "move": (icons.ICON_FA_UP_DOWN_LEFT_RIGHT, "Move along the world's axes; Ctrl goes by 0.25 m"),
    "turn": (icons.ICON_FA_ROTATE, "Turn; Ctrl goes by 15°"),
    "scale": (icons.ICON_FA_MAXIMIZE, "Scale along its own axes; round bodies evenly"),
}
ADD_ICONS: dict[edits.NewBody, tuple[str, str]] = {
    "box": (icons.ICON_FA_CUBE, "Add a box before the capsule"),
    "ramp": (icons.ICON_FA_PLAY, "Add a ramp of 30° before the capsule"),
    "sphere": (icons.ICON_FA_CIRCLE, "Add a sphere before the capsule"),
    "obstacle": (icons.ICON_FA_CAPSULES, "Add an obstacle, a capsule, before the capsule"),
}


def scene_tools_ui(ui: Ui, area: Area) -> None:
    """Draw the tools in a row below the upper right corner."""
    target = find_target(ui)
    size, gap, padding = ui.px(BUTTON_PX), ui.px(GAP_PX), ui.px(PADDING_PX)
    width = 11 * (size + gap) + 3 * gap + 2 * padding
    left = area[0] + area[2] - width - ui.px(MARGIN_PX)
    words = ui.items.get("camera words")
    top = (area[1] if words is None else words[3]) + ui.px(MARGIN_PX)
    height = size + imgui.get_text_line_height() + gap + 2 * padding
    plate_ui(ui, (left, top), (width, height))
    ui.items["scene tools"] = (left, top, left + width, top + height)
    imgui.set_cursor_screen_pos(vec2(left + padding, top + padding))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, vec2(gap, gap))
    _modes_ui(ui, target)
    _adding_ui(ui)
    _target_ui(ui, target)
    imgui.pop_style_var()
    words_below = ui.texts.get(ERROR) or (target.name if target is not None else "Click a body or the capsule")
    imgui.set_cursor_screen_pos(vec2(left + padding, top + padding + size + gap))
    imgui.text(shorten(words_below, width - 2 * padding))


def _modes_ui(ui: Ui, target: Target | None) -> None:
    for mode in MODES:
        icon, words = MODE_ICONS[mode]
        is_possible = target is None or mode in target.modes
        if _button_ui(ui, mode, icon, words, is_on=ui.texts.get(MODE, "move") == mode, enabled=is_possible):
            ui.texts[MODE] = mode
    has_body = target is not None and target.body is not None
    words = "Set keys: a drag puts a key of the body's path at the cursor's frame; off: it moves the whole path"
    if _button_ui(ui, "keys", icons.ICON_FA_KEY, words, is_on=bool(ui.texts.get(KEYING)), enabled=has_body):
        ui.texts[KEYING] = "" if ui.texts.get(KEYING) else "on"
    _space_ui(ui)


def _adding_ui(ui: Ui) -> None:
    for what, (icon, words) in ADD_ICONS.items():
        if _button_ui(ui, f"add {what}", icon, words):
            _add(ui, what)
    _space_ui(ui)


def _add(ui: Ui, what: edits.NewBody) -> None:
    feet, ahead = _find_place(ui)
    send_edit(ui, f"add {what}", lambda scenario: edits.add_body(scenario, what, feet, ahead)[0])


def _target_ui(ui: Ui, target: Target | None) -> None:
    has_body, name = target is not None and target.body is not None, "" if target is None else target.name
    if _button_ui(ui, "duplicate", icons.ICON_FA_COPY, "Put a second one beside it", enabled=has_body):
        send_edit(ui, f"duplicate {name}", lambda scenario: edits.duplicate_body(scenario, name)[0])
    if _button_ui(ui, "delete", icons.ICON_FA_TRASH_CAN, "Delete it", enabled=has_body):
        send_edit(ui, f"delete {name}", lambda scenario: edits.delete_body(scenario, name))
    if _button_ui(ui, "spawn", icons.ICON_FA_PERSON, "Select the spawn", is_on=target is not None and not has_body):
        ui.send(ask.SelectPick(Pick(PickKind.CAPSULE)))


def _button_ui(ui: Ui, name: str, icon: str, words: str, *, is_on: bool = False, enabled: bool = True) -> bool:
    if is_on:
        imgui.push_style_color(imgui.Col_.button, ImVec4(*parse_hex(PANEL_COLORS[ui.state.theme].accent, 0.55)))
    imgui.begin_disabled(not enabled)
    clicked = bool(imgui.button(f"{icon}##scene {name}", vec2(ui.px(BUTTON_PX), ui.px(BUTTON_PX))))
    imgui.end_disabled()
    ui.note_item(f"scene {name}")
    imgui.set_item_tooltip(words)
    if is_on:
        imgui.pop_style_color()
    imgui.same_line()
    return clicked


def _space_ui(ui: Ui) -> None:
    imgui.dummy(vec2(ui.px(GAP_PX) / 2, ui.px(BUTTON_PX)))
    imgui.same_line()


def _find_place(ui: Ui) -> tuple[Vector, Vector]:
    """Return the capsule's feet at the cursor, and where it is asked to go; without input, where the camera looks."""
    assert ui.document is not None
    scenario, frame, trace = wanted(ui), ui.state.playback.cursor.frame, ui.document.trace
    feet = scenario.capsule.moved_to(as_vec3(trace.frames["center"][frame])).bottom
    ahead = as_vec3(view_axes(ui.state.camera)[2])
    if frame < scenario.frame_count:
        asked = edits.input_vector(scenario.input[edits.find_segment(scenario, frame)[0]])
        ahead = asked if any(asked) else ahead
    return feet, ahead

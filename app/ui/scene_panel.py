"""The numbers of scene editing in the Selection panel: place, rotation and size of what is selected, and the input."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from app import commands as ask
from app import scene_edits as edits
from app.playback import Cursor
from app.rotations import degrees_from_quaternion, quaternion_from_degrees
from app.ui.context import Ui
from app.ui.scene_target import KEYING, Target, find_target, send_edit, send_input, send_place, wanted
from app.ui.tables import heading_ui, weak_ui
from engine.transforms import Vector

HINT = "Editing the scene: click a body or the capsule, or add something with the tools in the viewport."


def scene_panel_ui(ui: Ui) -> None:
    """Draw the numbers; a field counts once it is left or Enter is pressed."""
    target = find_target(ui)
    if target is None:
        weak_ui(HINT)
    else:
        heading_ui(ui, f"Edit {target.name}", ui.selected_color)
        _place_ui(ui, target)
        if target.body is not None:
            _keys_ui(ui, target)
    _input_ui(ui)


def _place_ui(ui: Ui, target: Target) -> None:
    position = _vector_ui(ui, "position", target.position, "m")
    if position is not None:
        send_place(ui, target, position, target.rotation)
    if "turn" in target.modes:
        angles = _vector_ui(ui, "rotation", degrees_from_quaternion(target.rotation), "°, about x, then y, then z")
        if angles is not None:
            send_place(ui, target, target.position, quaternion_from_degrees(angles))
    if target.body is not None and "scale" in target.modes:
        size, name = _vector_ui(ui, "size", edits.size_of(target.body), "m, along its own axes"), target.name
        if size is not None:
            send_edit(ui, f"size of {name}", lambda scenario: edits.resize_body(scenario, name, size))


def _keys_ui(ui: Ui, target: Target) -> None:
    """Draw the key poses of a body: those that there are, and what to do at the cursor's frame."""
    frame, keys, name = ui.state.playback.cursor.frame, target.keys, target.name
    if imgui.button(f"{icons.ICON_FA_KEY}  Key at frame {frame}"):
        place, turned = target.position, target.rotation
        send_edit(
            ui,
            f"key of {name} at frame {frame}",
            lambda scenario: edits.set_key_pose(scenario, name, frame, place, turned),
        )
        ui.texts[KEYING] = "on"
    ui.note_item("scene key")
    imgui.set_item_tooltip("Its pose now becomes a key of its path; drags then set keys, at an even pace between them.")
    if frame in keys and len(keys) > 1:
        imgui.same_line()
        if imgui.button("Remove key"):
            send_edit(ui, f"no key of {name}", lambda scenario: edits.remove_key_pose(scenario, name, frame))
        ui.note_item("scene remove key")
    if keys:
        before = [key for key in keys if key < frame][-1:]
        after = [key for key in keys if key > frame][:1]
        weak_ui(f"{len(keys)} keys, frames {keys[0]} to {keys[-1]}")
        for words, found in (("previous", before), ("next", after)):
            imgui.same_line()
            imgui.begin_disabled(not found)
            if imgui.small_button(words):
                ui.send(ask.SetCursor(Cursor(found[0])))
            imgui.end_disabled()


def _input_ui(ui: Ui) -> None:
    """Draw the input of the segment at the cursor."""
    scenario, frame = wanted(ui), ui.state.playback.cursor.frame
    if frame >= scenario.frame_count:
        return
    number, first = edits.find_segment(scenario, frame)
    segment = scenario.input[number]
    start = frame if ui.state.is_forking else first
    unit = "m/s" if segment.velocity is not None else "m a frame"
    where = f"{unit}, frames {start} to {first + segment.frames - 1}"
    vector = _vector_ui(ui, "input", edits.input_vector(segment), where)
    if vector is not None:
        send_input(ui, vector)


def _vector_ui(ui: Ui, name: str, value: Sequence[float], words: str) -> Vector | None:
    """Draw three numbers; return them once one has been typed."""
    imgui.text_disabled(f"{name}  {words}")
    width = (imgui.get_content_region_avail().x - 2 * imgui.get_style().item_spacing.x) / 3
    typed: list[float] = list(value)
    is_typed = False
    for axis in range(3):
        if axis:
            imgui.same_line()
        imgui.set_next_item_width(max(width, 1.0))
        _, number = imgui.input_double(f"##scene {name} {axis}", value[axis], 0.0, 0.0, "%.6g")
        ui.note_item(f"scene {name} {'xyz'[axis]}")
        if imgui.is_item_deactivated_after_edit():
            typed[axis], is_typed = number, True
    return (typed[0], typed[1], typed[2]) if is_typed else None

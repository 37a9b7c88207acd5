"""Handles over the viewport: the gizmo of what is selected, and the arrow of the input."""

from __future__ import annotations

import numpy as np
from imgui_bundle import imgui, imguizmo

from app import commands as ask
from app import scene_edits as edits
from app.camera import clip_from_view, project, ray_from_pixel, view_from_world
from app.draw.palette import parse_hex
from app.measure import as_vec3
from app.rotations import quaternion_from_matrix
from app.ui.context import Area, Ui, pack_color, vec2
from app.ui.knob_bars import begin_gesture, name_gesture
from app.ui.scene_target import KEYING, MODE, Target, find_target, send_edit, send_input, send_place, wanted
from engine.transforms import FloatArray, Vector

guizmo = imguizmo.im_guizmo

OPERATIONS = {
    "move": (guizmo.OPERATION.translate, guizmo.MODE.world),
    "turn": (guizmo.OPERATION.rotate, guizmo.MODE.local),
    "scale": (guizmo.OPERATION.scale, guizmo.MODE.local),
}
SNAPS = {"move": 0.25, "turn": 15.0, "scale": 0.25}
"""Metres, degrees and factors that a drag goes by while Ctrl is held."""
DIGITS = 4
"""Decimals of what a drag gives: a tenth of a millimetre is finer than any pixel."""
HELD, ARROW = "handle held", "arrow held"
"""Names in the memory: whether the pointer is on a handle, and whether it drags the arrow."""
ARROW_S, ARROW_FRAMES = 0.5, 30
"""The arrow shows the way of half a second: its length is that of what it asks for, and stays on the screen."""
GIZMO_PX = 80.0
"""The length of the gizmo's arrows: they reach out of what lies in their middle, such as the capsule's labels."""
TIP_PX = 7.0
ARROW_COLOR = parse_hex("#58C4DD")


def is_handle_held(ui: Ui) -> bool:
    """Tell whether the pointer is on a handle or drags one: then it does not move the camera and selects nothing."""
    return bool(ui.memory.get(HELD, (False, None))[0])


def handles_ui(ui: Ui, area: Area) -> None:
    """Draw the handles and send what is done with them."""
    target = find_target(ui)
    picture = imgui.get_window_draw_list()
    picture.push_clip_rect(vec2(area[0], area[1]), vec2(area[0] + area[2], area[1] + area[3]), True)
    on_arrow = _arrow_ui(ui, area) if target is None or target.body is None else False
    on_gizmo = target is not None and _gizmo_ui(ui, target, area, enabled=not on_arrow)
    picture.pop_clip_rect()
    ui.memory[HELD] = (on_arrow or on_gizmo, None)


def _gizmo_ui(ui: Ui, target: Target, area: Area, *, enabled: bool) -> bool:
    """Draw the gizmo; return whether the pointer is on it."""
    mode = ui.texts.get(MODE, "move")
    if mode not in target.modes:
        return False
    camera = ui.state.camera
    guizmo.set_orthographic(camera.projection == "orthographic")
    guizmo.begin_frame()  # else it takes the pointer to be on another gizmo for good
    guizmo.set_drawlist()
    guizmo.set_rect(*area)
    guizmo.set_gizmo_size_clip_space(2.0 * ui.px(GIZMO_PX) / max(area[2], 1.0))
    guizmo.enable(enabled)
    guizmo.allow_axis_flip(False)
    before = target.world_from_local()
    matrix = _pack(before)
    snap = guizmo.Matrix3([SNAPS[mode]] * 3) if imgui.get_io().key_ctrl else None
    view, projection = _pack(view_from_world(camera)), _pack(clip_from_view(camera, area[2] / max(area[3], 1.0)))
    was_using = ui.memory.get("gizmo used", (False, None))[0]
    is_changed = guizmo.manipulate(view, projection, *OPERATIONS[mode], matrix, None, snap)
    is_using = bool(guizmo.is_using())
    if is_using and not was_using:
        begin_gesture(ui, f"gizmo {target.name}")
    ui.memory["gizmo used"] = (is_using, None)
    if is_changed and is_using:
        _send_change(ui, target, mode, _unpack(_pack(before)), _unpack(matrix))
    return is_using or (enabled and bool(guizmo.is_over()))


def _send_change(ui: Ui, target: Target, mode: str, before: FloatArray, after: FloatArray) -> None:
    """Send what a drag did: the difference, because the gizmo's own numbers are rounded to 24 bits."""
    gesture = name_gesture(ui)
    if mode == "move":
        moved = np.asarray(target.position) + (after[:3, 3] - before[:3, 3])
        send_place(ui, target, as_vec3(np.round(moved, DIGITS)), target.rotation, gesture)
    elif mode == "turn":
        send_place(ui, target, target.position, quaternion_from_matrix(after[:3, :3]), gesture)
    else:
        scale = as_vec3(np.round(np.linalg.norm(after[:3, :3], axis=0), DIGITS))
        _send_scale(ui, target, scale, gesture)


def _send_scale(ui: Ui, target: Target, scale: Vector, gesture: str) -> None:
    if target.body is not None:
        name = target.name
        send_edit(ui, f"scale {name}", lambda scenario: edits.scale_body(scenario, name, scale), gesture)
        return
    # The placement of the spawn is scaled by radius, height, radius: that is what comes back.
    radius = max((scale[0], scale[2]), key=lambda part: abs(part - target.scale[0]))
    ui.send(ask.SetCapsule(radius=max(radius, 0.01), height=scale[1], gesture=gesture))


def _arrow_ui(ui: Ui, area: Area) -> bool:
    """Draw the input at the cursor as an arrow from the capsule; its tip is dragged across up. Returns if it is held.

    Nothing is drawn where there is no input, or while a body's key poses are set.
    """
    scenario, frame, document = wanted(ui), ui.state.playback.cursor.frame, ui.document
    if document is None or frame >= scenario.frame_count or ui.texts.get(KEYING):
        return False
    segment = scenario.input[edits.find_segment(scenario, frame)[0]]
    span = ARROW_S if segment.velocity is not None else float(ARROW_FRAMES)
    vector = np.asarray(edits.input_vector(segment))
    # From the feet before the move: there the gizmo of the spawn is out of the way, and the ground gives the scale.
    capsule = scenario.capsule
    capsule = capsule.moved_to(as_vec3(document.trace.frames["center"][frame - 1])) if frame else capsule
    feet = np.asarray(capsule.bottom)
    tip = feet + vector * span
    ends = _find_pixel(ui, feet, area), _find_pixel(ui, tip, area)
    if ends[0] is None or ends[1] is None:
        return False
    mouse = imgui.get_io().mouse_pos
    is_near = np.hypot(mouse.x - ends[1][0], mouse.y - ends[1][1]) < ui.px(TIP_PX + 3) and imgui.is_window_hovered()
    is_held = bool(ui.memory.get(ARROW, (False, None))[0]) and imgui.is_mouse_down(0)
    if is_near and not is_held and imgui.is_mouse_clicked(0):
        begin_gesture(ui, "input arrow")
        is_held = True
    elif is_held and (imgui.get_io().mouse_delta.x or imgui.get_io().mouse_delta.y):
        _drag_arrow(ui, area, feet, tip, span)
    ui.memory[ARROW] = (is_held, None)
    _draw_arrow(ui, ends[0], ends[1], is_lit=is_held or bool(is_near))
    return is_held or bool(is_near)


def _drag_arrow(ui: Ui, area: Area, feet: FloatArray, tip: FloatArray, span: float) -> None:
    """Send the input whose tip lies under the pointer, at the height that it had."""
    up = np.asarray(wanted(ui).up)
    mouse = imgui.get_io().mouse_pos
    eye, direction = ray_from_pixel(ui.state.camera, mouse.x - area[0], mouse.y - area[1], int(area[2]), int(area[3]))
    slope = float(np.dot(direction, up))
    if abs(slope) < 0.02:  # along the plane every pixel is metres wide
        return
    reach = float(np.dot(tip - eye, up)) / slope
    if reach > 0:
        vector = (np.asarray(eye) + reach * np.asarray(direction) - feet) / span
        send_input(ui, as_vec3(np.round(vector, DIGITS)), name_gesture(ui))


def _draw_arrow(ui: Ui, tail: tuple[float, float], tip: tuple[float, float], *, is_lit: bool) -> None:
    draw, color = imgui.get_window_draw_list(), pack_color(ui.selected_color if is_lit else ARROW_COLOR)
    draw.add_line(vec2(*tail), vec2(*tip), color, ui.px(3))
    draw.add_circle_filled(vec2(*tip), ui.px(TIP_PX), color)
    draw.add_circle(vec2(*tip), ui.px(TIP_PX), pack_color((0.0, 0.0, 0.0, 0.5)))
    draw.add_text(vec2(tip[0] + ui.px(10), tip[1] - ui.px(8)), color, "input")
    reach = ui.px(TIP_PX)
    ui.items["input arrow"] = (tip[0] - reach, tip[1] - reach, tip[0] + reach, tip[1] + reach)


def _find_pixel(ui: Ui, point: FloatArray, area: Area) -> tuple[float, float] | None:
    pixel = project(ui.state.camera, as_vec3(point), int(area[2]), int(area[3]))
    return None if pixel is None else (area[0] + pixel[0], area[1] + pixel[1])


def _pack(matrix: FloatArray) -> guizmo.Matrix16:
    """Return a matrix as ImGuizmo has them: column after column."""
    return guizmo.Matrix16([float(value) for value in matrix.T.ravel()])


def _unpack(matrix: guizmo.Matrix16) -> FloatArray:
    return np.array(matrix.values, dtype=np.float64).reshape(4, 4).T

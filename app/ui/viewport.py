"""The Viewport: the scene as a picture, the mouse in it, and the words over it."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from app import commands as ask
from app.draw.drawlist import DrawList, Pick
from app.state import State
from app.ui.context import Ui, vec2
from app.ui.drive import drive_ui
from app.ui.gizmo import handles_ui, is_handle_held
from app.ui.overlay import overlay_ui
from app.ui.scene_target import can_edit_scene
from app.ui.scene_tools import scene_tools_ui

CLICK_SLACK_PX = 4.0
"""A press that moves less than this is a click, not a drag."""
FLY_KEYS = (
    (imgui.Key.w, (1.0, 0.0, 0.0)),
    (imgui.Key.s, (-1.0, 0.0, 0.0)),
    (imgui.Key.d, (0.0, 1.0, 0.0)),
    (imgui.Key.a, (0.0, -1.0, 0.0)),
    (imgui.Key.e, (0.0, 0.0, 1.0)),
    (imgui.Key.q, (0.0, 0.0, -1.0)),
)
"""Forward, right and up of each key while the right button is held."""

Draw = Callable[[State, tuple[int, int]], tuple[int, DrawList]]
"""Draws the scene of a state at a size; returns the texture to show and what is in it."""
PickAt = Callable[[float, float], Pick]
"""Finds what the picture shows at a pixel."""


def viewport_ui(ui: Ui, draw: Draw, pick_at: PickAt) -> tuple[int, int]:
    """Draw the panel; returns the size of the picture in pixels."""
    corner, space = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()
    density = imgui.get_io().display_framebuffer_scale.x
    size = (max(int(space.x * density), 1), max(int(space.y * density), 1))
    texture, drawn = draw(ui.state, size)
    buttons = imgui.ButtonFlags_.mouse_button_left | imgui.ButtonFlags_.mouse_button_right
    buttons |= imgui.ButtonFlags_.mouse_button_middle
    area = (corner.x, corner.y, space.x, space.y)
    is_editing = can_edit_scene(ui)
    if is_editing:
        imgui.set_next_item_allow_overlap()  # for the tools that lie over the picture
    is_held = is_editing and is_handle_held(ui)
    if is_held:  # a button below it would take the mouse from a handle
        imgui.dummy(vec2(max(space.x, 1.0), max(space.y, 1.0)))
    else:
        imgui.invisible_button("scene", vec2(max(space.x, 1.0), max(space.y, 1.0)), buttons)
    ui.note_item("scene")
    picture = imgui.get_window_draw_list()
    # The texture's first row is the lowest one.
    low, high = corner, vec2(corner.x + space.x, corner.y + space.y)
    picture.add_image(imgui.ImTextureRef(texture), low, high, vec2(0, 1), vec2(1, 0))
    if not is_held:
        _read_mouse(ui, pick_at, (corner.x, corner.y), density, size[1])
    overlay_ui(ui, drawn, area)
    drive_ui(ui, area)
    if is_editing:
        handles_ui(ui, area)
        scene_tools_ui(ui, area)
    return size


def is_flying() -> bool:
    """Tell whether the letters move the camera just now."""
    return imgui.is_mouse_down(imgui.MouseButton_.right)


def _read_mouse(ui: Ui, pick_at: PickAt, corner: tuple[float, float], density: float, height: int) -> None:
    io = imgui.get_io()
    if imgui.is_item_hovered() and io.mouse_wheel:
        ui.send(ask.ZoomCamera(io.mouse_wheel))
    if imgui.is_item_deactivated() and not imgui.is_mouse_dragging(imgui.MouseButton_.left, ui.px(CLICK_SLACK_PX)):
        drag = imgui.get_mouse_drag_delta(imgui.MouseButton_.left, 0.0)
        is_click = abs(drag.x) + abs(drag.y) < ui.px(CLICK_SLACK_PX)
        if imgui.is_mouse_released(imgui.MouseButton_.left) and is_click and ui.state.driving is None:
            ui.send(
                ask.SelectPick(pick_at((io.mouse_pos.x - corner[0]) * density, (io.mouse_pos.y - corner[1]) * density))
            )
    if imgui.is_item_active():
        _drag(ui, io, density, height)


def _drag(ui: Ui, io: imgui.IO, density: float, height: int) -> None:
    dx, dy = io.mouse_delta.x, io.mouse_delta.y
    left = imgui.is_mouse_down(imgui.MouseButton_.left) and imgui.is_mouse_dragging(
        imgui.MouseButton_.left, ui.px(CLICK_SLACK_PX)
    )
    right = imgui.is_mouse_down(imgui.MouseButton_.right)
    if right and ui.state.driving is None:
        _fly(ui, io.delta_time)
    if dx == 0 and dy == 0:
        return
    if imgui.is_mouse_down(imgui.MouseButton_.middle) or (left and io.key_shift):
        ui.send(ask.PanCamera(dx * density, dy * density, height))
    elif left or right:
        ui.send(ask.TurnCamera(dx, dy))


def _fly(ui: Ui, seconds: float) -> None:
    held = [direction for key, direction in FLY_KEYS if imgui.is_key_down(key)]
    if held:
        forward, right, up = (sum(parts) for parts in zip(*held, strict=True))
        ui.send(ask.FlyCamera(forward, right, up, min(seconds, 0.1)))

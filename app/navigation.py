"""What the camera commands do. Pure: from a state and a command to the next camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from app import camera as view
from app import commands as ask
from app.camera import Camera
from app.draw.drawlist import PickKind
from app.explain.picks import find_body, triangle_corners
from app.framing import choose_view, frame_capsule, frame_level
from app.measure import as_vec3, cursor_center
from app.playback import Cursor
from app.state import State
from engine.trace import Trace

FLY_SPEED = 1.2
"""Speed of flying by the camera's distance, per second: far away one wants to travel, near by to look."""
LEAST_FLY_SPEED_M_S = 1.5


def follow_capsule(camera: Camera, trace: Trace, before: Cursor, now: Cursor) -> Camera:
    """Carry a following camera along with the capsule, from frame to frame; the others stay.

    By as much as the capsule went, so that a view that was shifted stays shifted; and not inside a frame, where the
    passes would make it bob.
    """
    if camera.mode != "follow" or before.frame == now.frame:
        return camera
    way = trace.frames[now.frame]["center"] - trace.frames[before.frame]["center"]
    return view.follow(camera, as_vec3(np.asarray(camera.target) + way))


def _turn(state: State, command: ask.TurnCamera, _aspect: float) -> Camera:
    turn = view.look if state.camera.mode == "fly" else view.orbit
    return turn(state.camera, command.dx, command.dy)


def _fly(state: State, command: ask.FlyCamera, _aspect: float) -> Camera:
    speed = max(FLY_SPEED * state.camera.distance, LEAST_FLY_SPEED_M_S)
    return view.fly(state.camera, command.forward * speed, command.right * speed, command.up * speed, command.seconds)


def _set_mode(state: State, command: ask.SetCameraMode, _aspect: float) -> Camera:
    camera = replace(state.camera, mode=command.mode)
    if state.document is None or command.mode != "follow":
        return camera
    return view.follow(camera, cursor_center(state.document.trace, state.playback.cursor))


def _frame_capsule(state: State, _command: ask.FrameCapsule, aspect: float) -> Camera:
    if state.document is None:
        return state.camera
    trace, pick = state.document.trace, state.selection.pick
    if pick.kind == PickKind.TRIANGLE and (body := find_body(trace, pick.index)) is not None and pick.triangle >= 0:
        corners = triangle_corners(body, pick.triangle, state.playback.cursor.frame)
        return view.frame_box(state.camera, as_vec3(corners.min(axis=0)), as_vec3(corners.max(axis=0)), aspect)
    return frame_capsule(state.camera, trace, state.playback.cursor, aspect)


def _frame_level(state: State, _command: ask.FrameLevel, aspect: float) -> Camera:
    return state.camera if state.document is None else frame_level(state.camera, state.document.trace, aspect)


def _axis_view(state: State, command: ask.SetAxisView, aspect: float) -> Camera:
    if state.document is None:
        return view.set_axis_view(state.camera, command.name)
    trace, cursor = state.document.trace, state.playback.cursor
    if command.name == "iso":
        chosen = choose_view(trace, cursor, aspect)
        return replace(chosen, mode=state.camera.mode, projection=state.camera.projection)
    centered = view.follow(state.camera, cursor_center(trace, cursor))
    return view.set_axis_view(centered, command.name)


CAMERA_HANDLERS: dict[type[ask.Command], Callable[[State, Any, float], Camera]] = {
    ask.TurnCamera: _turn,
    ask.PanCamera: lambda state, c, _: view.pan(state.camera, c.dx, c.dy, c.height),
    ask.ZoomCamera: lambda state, c, _: view.zoom(state.camera, c.notches),
    ask.FlyCamera: _fly,
    ask.SetCameraMode: _set_mode,
    ask.SetAxisView: _axis_view,
    ask.ToggleProjection: lambda state, _c, _a: view.toggle_projection(state.camera),
    ask.FrameCapsule: _frame_capsule,
    ask.FrameLevel: _frame_level,
}

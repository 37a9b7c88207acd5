"""Where a camera must stand so that a picture explains what happened."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from app.camera import Camera, frame_box, frame_sphere, horizon_axes
from app.camera_words import parse_camera
from app.draw.view import MARK_RADIUS
from app.measure import Vec3, as_vec3, cursor_center, trace_up
from engine.errors import InputError

if TYPE_CHECKING:
    from app.playback import Cursor
    from engine.trace import Trace

SURROUNDINGS = 1.9
"""How much around the capsule is framed, by half its height: its own move, the step in front of it, some words."""
SIDE_ANGLE = math.radians(74.0)
"""From the direction of the move: nearly across it, so that lift, side and drop lie apart in the picture."""
VIEW_PITCH = math.radians(14.0)
PATH_MARGIN_M = 2.0
"""Metres of level around the path that the overview shows: a floor of 120 m would leave the path a dot."""


def choose_view(trace: Trace, cursor: Cursor, aspect: float) -> Camera:
    """Look at the capsule from beside its way, near enough to read the passes of a frame."""
    camera = Camera(up=trace_up(trace), pitch=VIEW_PITCH)
    return frame_capsule(replace(camera, yaw=_choose_yaw(trace, camera.up)), trace, cursor, aspect)


def frame_capsule(camera: Camera, trace: Trace, cursor: Cursor, aspect: float) -> Camera:
    """Fill the picture with the capsule at the cursor and what is next to it."""
    capsule = None if trace.scenario is None else trace.scenario.capsule
    half_size = 4 * MARK_RADIUS if capsule is None else capsule.half_height + capsule.radius
    return frame_sphere(camera, cursor_center(trace, cursor), SURROUNDINGS * half_size, aspect)


def frame_level(camera: Camera, trace: Trace, aspect: float) -> Camera:
    """Show the whole path with the level around it."""
    centers = trace.centers
    low, high = centers.min(axis=0) - PATH_MARGIN_M, centers.max(axis=0) + PATH_MARGIN_M
    return frame_box(camera, as_vec3(low), as_vec3(high), aspect)


def read_camera(text: str, base: Camera, trace: Trace, aspect: float) -> Camera:
    """Read a camera from the words of the command line; a named view frames the capsule. Raises InputError."""
    capsule = None if trace.scenario is None else trace.scenario.capsule
    half_size = 4 * MARK_RADIUS if capsule is None else capsule.half_height + capsule.radius
    try:
        return parse_camera(text, base, SURROUNDINGS * half_size, aspect)
    except ValueError as error:
        raise InputError(str(error)) from error


def _choose_yaw(trace: Trace, up: Vec3) -> float:
    """Return the yaw that looks across the way that the capsule took, from its left or right as it may be."""
    axis = np.asarray(up)
    right, forward = horizon_axes(up)
    way = trace.centers[-1] - trace.start_center(0)
    flat = way - axis * float(way @ axis)
    if np.linalg.norm(flat) < 0.05:  # it hardly went anywhere: what it was asked for tells the direction
        asked = np.nan_to_num(trace.frames["move"]).sum(axis=0)
        flat = asked - axis * float(asked @ axis)
    if np.linalg.norm(flat) < 1e-6:
        return Camera.yaw
    heading = math.atan2(float(flat @ right), float(flat @ forward))
    return heading - SIDE_ANGLE

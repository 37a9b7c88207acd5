"""Where a camera must stand so that a picture explains what happened."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from app.camera import Camera, eye_of, frame_box, frame_sphere, horizon_axes
from app.camera_words import parse_camera
from app.draw.view import MARK_RADIUS
from app.measure import Vec3, as_vec3, cursor_center, trace_up
from app.sight import count_free_rays, gather_triangles
from engine.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.playback import Cursor
    from engine.trace import Trace

    Array = NDArray[np.float64]

SURROUNDINGS = 1.9
"""How much around the capsule is framed, by half its height: its own move, the step in front of it, some words."""
SIDE_ANGLES = tuple(math.radians(degrees) for degrees in (74, -74, 106, -106, 40, -40, 140, -140, 0, 180))
"""From the direction of the move, best first: nearly across it, so that lift, side and drop lie apart on screen."""
PITCHES = tuple(math.radians(degrees) for degrees in (14, 3, 42, 70))
"""Above the horizon, best first: the first shows heights best, the next looks below a ceiling, the last over walls."""
PATH_MARGIN_M = 2.0
"""Metres of level around the path that the overview shows: a floor of 120 m would leave the path a dot."""


def choose_view(trace: Trace, cursor: Cursor, aspect: float) -> Camera:
    """Look at the capsule from beside its way, near enough to read the passes of a frame, past what stands before it.

    The first direction from which it is seen whole is taken; if there is none, that from which most of it is.
    """
    camera = Camera(up=trace_up(trace), pitch=PITCHES[0], mode="follow")
    heading = _find_heading(trace, camera.up)
    center = np.asarray(cursor_center(trace, cursor))
    views = [
        frame_capsule(replace(camera, yaw=heading - angle, pitch=pitch), trace, cursor, aspect)
        for pitch in PITCHES
        for angle in SIDE_ANGLES
    ]
    corners = gather_triangles(trace, cursor.frame, center, views[0].distance)
    targets = _list_targets(trace, center)
    best, most = views[0], -1
    for view in views:
        free = count_free_rays(np.asarray(eye_of(view)), targets, corners)
        if free == len(targets):
            return view
        if free > most:
            best, most = view, free
    return best


def _list_targets(trace: Trace, center: Array) -> Array:
    """Return the points that must be seen: the capsule's middle, head and foot."""
    capsule = None if trace.scenario is None else trace.scenario.capsule
    half_size = MARK_RADIUS if capsule is None else capsule.half_height + capsule.radius
    up = np.asarray(trace_up(trace))
    return center + np.outer((0.0, 0.9 * half_size, -0.9 * half_size), up)


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


def _find_heading(trace: Trace, up: Vec3) -> float:
    """Return the yaw that looks along the way that the capsule took."""
    axis = np.asarray(up)
    right, forward = horizon_axes(up)
    way = trace.centers[-1] - trace.start_center(0)
    flat = way - axis * float(way @ axis)
    if np.linalg.norm(flat) < 0.05:  # it hardly went anywhere: what it was asked for tells the direction
        asked = np.nan_to_num(trace.frames["move"]).sum(axis=0)
        flat = asked - axis * float(asked @ axis)
    if np.linalg.norm(flat) < 1e-6:
        return Camera.yaw + SIDE_ANGLES[0]
    return math.atan2(float(flat @ right), float(flat @ forward))

"""How high the capsule steps, as a mark at its feet: a ring at that height and a bracket with the figure.

It shows the value that is wanted, so it follows a slider before the run of it is there. `slide` does not step up; its
step height says how far it snaps down, and is marked below the feet.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from app.draw.drawlist import Label, Lines
from app.draw.line_batch import LineBatch, perpendiculars
from app.draw.palette import fade
from app.measure import Vec3, add_scaled, as_vec3, cursor_center, is_known
from app.playback import Depth
from engine.settings import CctSettings

if TYPE_CHECKING:
    from app.draw.view import View

_RING_PARTS = 32
"""Segments of the ring: it looks round with the capsule filling the picture."""
_RING = 1.12
"""Of the capsule's radius: outside its contact offset, so that the two rims do not run into each other."""
_BRACKET = 1.4
"""How far beside the axis the bracket stands, by the radius: it is seen beside the capsule, not through it."""
_TICK = 0.12
_WORDS_ASIDE = 2.5
"""How far beside the axis the words stand, by the radius."""
_WIDTH_PX = 1.5
_OPACITY = 0.75


def step_height(view: View) -> float | None:
    """Return the height of the mark above the feet, metres; below zero for a snap. None if there is none to show."""
    if view.wanted is None:
        return None
    settings = view.wanted.settings
    height = settings.step_offset if isinstance(settings, CctSettings) else -settings.step_height
    return height if height != 0.0 else None


def draw_step(view: View) -> list[Lines]:
    """Return the ring, which stays as the camera turns, and the bracket, which turns with it."""
    height, feet = step_height(view), find_feet(view)
    if height is None or not is_known(feet):
        return []
    color = fade(view.theme.capsule, _OPACITY)
    ring, bracket = LineBatch(), LineBatch()
    level = add_scaled(feet, view.up, height)
    points = [as_vec3(point) for point in _ring_points(view, level)]
    for begin, end in zip(points, points[1:] + points[:1], strict=True):
        ring.add(begin, end, color, _WIDTH_PX)
    low, high = (add_scaled(place, view.beside, _BRACKET * view.radius) for place in (feet, level))
    bracket.add(low, high, color, _WIDTH_PX)
    for end in (low, high):
        near, far = (add_scaled(end, view.beside, sign * _TICK * view.radius) for sign in (-1.0, 1.0))
        bracket.add(near, far, color, _WIDTH_PX)
    version = (level, view.radius, view.theme.name)
    return [
        *ring.build((view.scene.label, "step ring"), version, hidden_alpha=0.3),
        *bracket.build((view.scene.label, "step bracket"), (*version, feet, view.beside), hidden_alpha=0.3),
    ]


def label_step(view: View) -> list[Label]:
    """Return the figure, half way up the bracket."""
    height, feet = step_height(view), find_feet(view)
    if height is None or not is_known(feet):
        return []
    middle = add_scaled(feet, view.up, 0.5 * height)
    words = f"step {height:.2f} m" if height > 0.0 else f"snap {-height:.2f} m"
    return [Label(add_scaled(middle, view.beside, _WORDS_ASIDE * view.radius), words, view.theme.capsule)]


def find_feet(view: View) -> Vec3:
    """Return the lowest point of the capsule; inside a frame that of its start, which the rules count from."""
    inside = view.cursor.depth > Depth.FRAME
    start = as_vec3(view.trace.start_center(view.cursor.frame))
    center = start if inside and is_known(start) else cursor_center(view.trace, view.cursor)
    return add_scaled(center, view.up, -view.half_height - view.radius)


def _ring_points(view: View, center: Vec3) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    first, second = (np.array(side) for side in perpendiculars(view.up))
    angles = np.linspace(0.0, math.tau, _RING_PARTS, endpoint=False)[:, None]
    circle = np.cos(angles) * first + np.sin(angles) * second
    points: np.ndarray[tuple[int, int], np.dtype[np.float64]] = np.array(center) + _RING * view.radius * circle
    return points

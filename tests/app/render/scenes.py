"""Small scenes for the render tests, seen from the front: x to the right, y up, the eye on +z."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.camera import Camera
from app.draw.drawlist import Color, Lines, Mesh, Pick, Vec3

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from app.render.renderer import Renderer

SIZE = (200, 200)
CENTER = (100, 100)
GREY: Color = (0.5, 0.5, 0.5, 1.0)
RED: Color = (1.0, 0.0, 0.0, 1.0)
FRONT = Camera(target=(0.0, 0.0, 0.0), distance=10.0, yaw=0.0, pitch=0.0, projection="orthographic")
"""Shows 8.28 m, so that a pixel is 4.1 cm."""


def make_wall(
    z: float = 0.0,
    half: float = 2.0,
    color: Color = GREY,
    *,
    key: Hashable = "wall",
    version: Hashable = 1,
    flipped: bool = False,
    two_sided: bool = False,
) -> Mesh:
    """Make a square of two triangles that faces the eye; body 7, triangles 30 (lower right) and 31."""
    a, b, c, d = (-half, -half, z), (half, -half, z), (half, half, z), (-half, half, z)
    triangles = [(a, c, b), (a, d, c)] if flipped else [(a, b, c), (a, c, d)]
    # The diagonal runs from a to c: the last edge of the first triangle and the first of the second.
    sharp = [(False, True, True), (True, True, False)] if flipped else [(True, True, False), (False, True, True)]
    return Mesh(
        key=key,
        version=version,
        corners=np.array(triangles, dtype=np.float32).reshape(-1, 3),
        bodies=np.array([7, 7], dtype=np.int32),
        triangles=np.array([30, 31], dtype=np.int32),
        sharp_edges=np.array(sharp),
        world_from_local=np.eye(4),
        color=color,
        two_sided=two_sided,
    )


def make_line(
    start: Vec3,
    end: Vec3,
    color: Color = RED,
    *,
    key: Hashable = "line",
    width: float = 4.0,
    dash_px: float = 0.0,
    hidden_alpha: float = 0.25,
    picks: tuple[Pick, ...] = (),
) -> Lines:
    """Make one segment."""
    return Lines(
        key=key,
        version=(start, end, color, width),
        points=np.array([[start, end]], dtype=np.float32),
        colors=np.array([color], dtype=np.float32),
        widths_px=np.array([width], dtype=np.float32),
        dash_px=dash_px,
        hidden_alpha=hidden_alpha,
        picks=picks,
    )


def read_pixel(renderer: Renderer, x: int, y: int) -> NDArray[np.int64]:
    """Return a pixel's colour of the last picture, counted from the top left corner."""
    pixel: NDArray[np.int64] = renderer.read_pixels()[y, x].astype(np.int64)
    return pixel

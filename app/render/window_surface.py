"""The window's own framebuffer: found in the context that the window has made current."""

from __future__ import annotations

from typing import TYPE_CHECKING

import moderngl
import numpy as np

from app.render.painter import Painter

if TYPE_CHECKING:
    from numpy.typing import NDArray


class WindowSurface:
    """Draws into the current window."""

    def __init__(self) -> None:
        self._context = moderngl.create_context(require=330)
        self.painter = Painter(self._context)
        self._size = (1, 1)

    def begin(self, size_px: tuple[int, int]) -> None:
        """Empty the window, which is this many pixels large now, and draw into it."""
        self._size = size_px
        _ = self._context.error  # a stale error of the window library is not ours
        target = self._context.screen
        target.viewport = (0, 0, *size_px)
        target.use()
        target.clear(0.1, 0.11, 0.13, 1.0)

    def read_pixels(self) -> NDArray[np.uint8]:
        """Return what was drawn as (height, width, 3), top row first."""
        width, height = self._size
        data = self._context.screen.read(viewport=(0, 0, width, height), components=3, alignment=1)
        return np.ascontiguousarray(np.frombuffer(data, dtype=np.uint8).reshape(height, width, 3)[::-1])

    def release(self) -> None:
        """Free everything on the GPU."""
        self.painter.release()

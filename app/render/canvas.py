"""A picture without a window: the framebuffer that panels and scene are drawn into, and read back from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.render.context import create_headless_context
from app.render.painter import Painter

if TYPE_CHECKING:
    import moderngl
    from numpy.typing import NDArray


class Canvas:
    """A context of its own, a framebuffer of a given size, and a painter for it."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.context: moderngl.Context = create_headless_context()
        self.painter = Painter(self.context)
        self._size = (0, 0)
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        """Make the framebuffer of another size, in pixels."""
        if size != self._size:
            self._size = size
            self._framebuffer = self.context.simple_framebuffer((max(size[0], 1), max(size[1], 1)), components=4)

    def begin(self) -> None:
        """Empty the framebuffer and draw into it from now on."""
        self._framebuffer.use()
        self._framebuffer.clear(0.1, 0.11, 0.13, 1.0)

    def read_pixels(self) -> NDArray[np.uint8]:
        """Return what was drawn as (height, width, 3), top row first."""
        data = np.frombuffer(self._framebuffer.read(components=3, alignment=1), dtype=np.uint8)
        return np.ascontiguousarray(data.reshape(self._framebuffer.height, self._framebuffer.width, 3)[::-1])

    def release(self) -> None:
        """Free everything on the GPU."""
        self.painter.release()
        self._framebuffer.release()
        self.context.release()

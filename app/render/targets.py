"""Where pictures land: a multisampled framebuffer and the texture that it is resolved into."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import moderngl
    from numpy.typing import NDArray

SAMPLES = 4
"""Samples a pixel: enough, as lines and edges inside faces smooth themselves."""


class PictureTarget:
    """The framebuffer that is drawn into and the texture that is shown; made anew when the size changes."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._size = (0, 0)
        self._samples = min(SAMPLES, ctx.max_samples)
        self._owned: list[moderngl.Renderbuffer | moderngl.Texture | moderngl.Framebuffer] = []
        self.resize((1, 1))

    framebuffer: moderngl.Framebuffer
    """What the passes draw into."""
    texture: moderngl.Texture
    """What is shown, after `resolve`. Its first row is the lowest one."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, never below one: a panel that is folded up has no size."""
        return self._size

    def resize(self, size: tuple[int, int]) -> None:
        """Make room for a picture of this size. Nothing happens if it has it already."""
        wanted = (max(int(size[0]), 1), max(int(size[1]), 1))
        if wanted == self._size:
            return
        self.release()
        self._size = wanted
        color = self._ctx.renderbuffer(wanted, 4, samples=self._samples)
        depth = self._ctx.depth_renderbuffer(wanted, samples=self._samples)
        self.framebuffer = self._ctx.framebuffer(color_attachments=[color], depth_attachment=depth)
        self.texture = self._ctx.texture(wanted, 4)
        self._resolved = self._ctx.framebuffer(color_attachments=[self.texture])
        self._owned = [self.framebuffer, self._resolved, color, depth, self.texture]

    def resolve(self) -> None:
        """Average the samples into the texture."""
        self._ctx.copy_framebuffer(self._resolved, self.framebuffer)

    def read_pixels(self) -> NDArray[np.uint8]:
        """Return the picture as (height, width, 3), top row first."""
        width, height = self._size
        data = np.frombuffer(self._resolved.read(components=3, alignment=1), dtype=np.uint8)
        return np.ascontiguousarray(data.reshape(height, width, 3)[::-1])

    def release(self) -> None:
        """Free what is on the GPU."""
        if self._owned:
            forget_bound(self._ctx, self.framebuffer)
        for thing in self._owned:
            thing.release()
        self._owned = []
        self._size = (0, 0)


def forget_bound(ctx: moderngl.Context, framebuffer: moderngl.Framebuffer) -> None:
    """Bind the window's framebuffer, or the void without a window, in place of one that is about to be released.

    moderngl binds the last one again whenever it makes a new one, and a released one is an error then.
    """
    if ctx.fbo is framebuffer:
        ctx.detect_framebuffer(0).use()

"""The scene of a state, drawn: what the screen asks for, answered by the renderer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.render.renderer import Renderer
from app.render.theme import THEMES

if TYPE_CHECKING:
    import moderngl

    from app.draw.drawlist import DrawList, Pick
    from app.state import State


class Painter:
    """Draws scenes into a texture of its own."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._renderer = Renderer(ctx)

    def paint(self, drawn: DrawList, state: State, size_px: tuple[int, int], density: float) -> int:
        """Draw a scene and return the number of the texture that holds it."""
        scale = state.scale * density
        texture = self._renderer.render(drawn, state.camera, size_px, scale, THEMES[state.theme])
        return int(texture.glo)

    def pick(self, x: float, y: float) -> Pick:
        """Return what the last scene shows at a pixel, counted from its top left corner."""
        return self._renderer.pick(x, y)

    def release(self) -> None:
        """Free everything on the GPU."""
        self._renderer.release()

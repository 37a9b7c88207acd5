"""What lies behind and below everything: the background's gradient and the ground grid."""

from __future__ import annotations

import moderngl

from app.render.programs import load_program


class GroundPass:
    """Draws the background and the grid; both are made by their shaders from the Frame block alone."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._background_program = load_program(ctx, "screen.vert", "background.frag")
        self._grid_program = load_program(ctx, "ground.vert", "ground.frag")
        self._background = ctx.vertex_array(self._background_program, [])
        self._grid = ctx.vertex_array(self._grid_program, [])

    def draw_background(self) -> None:
        """Cover the whole picture."""
        self._background.render(moderngl.TRIANGLES, vertices=3)

    def draw_grid(self) -> None:
        """Draw the grid on the ground plane."""
        self._grid.render(moderngl.TRIANGLE_STRIP, vertices=4)

    def release(self) -> None:
        """Free what is on the GPU."""
        for thing in (self._background, self._grid, self._background_program, self._grid_program):
            thing.release()

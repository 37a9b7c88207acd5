"""The program without a window: the same frames, drawn into memory, for pictures, tests and bare machines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.display import set_gl_platform
from app.pictures import write_png

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.session import Session

FRAME_S = 1 / 60
SETTLING_FRAMES = 4
"""Until panels have found their size and what depends on it has been drawn."""


class HeadlessScreen:
    """A screen of a given size in pixels that nobody sees, with everything that the window has."""

    def __init__(
        self, session: Session, size: tuple[int, int], *, with_panels: bool = True, layout: str = "", scale: float = 1.0
    ) -> None:
        set_gl_platform(headless=True)
        # Only now: PyOpenGL reads its platform at its first import.
        from app.commands import SetScale
        from app.render.canvas import Canvas
        from app.ui.gl_renderer import GlRenderer
        from app.ui.screen import Screen

        self.session = session
        self.size = size
        self._canvas = Canvas(size)
        session.apply(SetScale(scale))
        self.screen = Screen(session, layout, with_panels=with_panels)
        self._panels = GlRenderer()

    def run_frame(self, seconds: float = FRAME_S) -> None:
        """Draw one frame and obey what was asked for in it."""
        self._canvas.begin()
        self.screen.run_frame(self.size, seconds, self._canvas.painter, self._panels)

    def settle(self) -> None:
        """Draw until nothing moves any more."""
        for _ in range(SETTLING_FRAMES):
            self.run_frame()

    def read_pixels(self) -> NDArray[np.uint8]:
        """Return the last frame as (height, width, 3), top row first."""
        return self._canvas.read_pixels()

    def save_picture(self, path: Path) -> None:
        """Write the last frame as PNG. Raises InputError if the file cannot be written."""
        write_png(self.read_pixels(), path)

    def close(self) -> None:
        """Free everything."""
        self._panels.shutdown()
        self._canvas.release()
        self.screen.close()
        self.session.close()

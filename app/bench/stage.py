"""The whole program on devices that do nothing: real input, panels, layers and submission, timed frame by frame."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.display import set_gl_platform
from app.documents import make_document
from app.paths import asset_folder
from app.preferences import Preferences
from app.render.null_device import NullContext, create_null_context
from app.session import Session

if TYPE_CHECKING:
    from app.render.painter import Painter
    from app.ui.gl_renderer import GlRenderer
    from app.ui.null_gl import NullGl
    from app.ui.screen import Screen
    from engine.trace import Trace

SIZE_PX = (1920, 1080)
"""Of the window: what most screens have."""
FRAME_S = 1 / 60
SETTLING_FRAMES = 10
"""Until panels have found their size, fonts have their letters, and the level lies on the device."""


@dataclass(frozen=True)
class Following:
    """How what is made in the background follows a knob."""

    shown_ms: float | None
    """From the turning of the knob to the end of the frame that shows its run; None: no new run in this frame."""
    badges: int
    """How many have a new verdict in this frame."""
    badge_age_ms: float
    """Since the verdict of the badge that has waited longest, of those that the knob concerns."""


@dataclass(frozen=True)
class Sample:
    """What one frame of the screen cost, from its input to the end of its submission."""

    wall_ms: float
    cpu_ms: float
    """Of the whole process: what runs in the background meanwhile is in it."""
    thread_ms: float
    """CPU time of the thread that draws."""
    gl_calls: int
    """Of the scene and of the panels together, as are the bytes."""
    uploaded_bytes: int
    has_new_picture: bool
    """Whether the scene was drawn anew; if nothing moved, the texture of the last time is shown again."""
    following: Following | None = None
    """Only while a knob is turned."""


class Stage:
    """A session with its screen, a painter for the scene and one for the panels, all on null devices."""

    def __init__(self, trace: Trace, null_gl: NullGl) -> None:
        from app.render.painter import Painter
        from app.ui.gl_renderer import GlRenderer
        from app.ui.screen import Screen

        self.session = Session(Preferences())
        self.session.show(make_document(asset_folder() / "bench.trace.json", trace))
        self.screen: Screen = Screen(self.session)
        self._gl = null_gl
        context, device = create_null_context()
        self._context: NullContext = context
        self._painter: Painter = Painter(device)
        self._panels: GlRenderer = GlRenderer()
        for _ in range(SETTLING_FRAMES):
            self.run_frame(lambda: None)

    def run_frame(self, send_events: Callable[[], None]) -> Sample:
        """Send the input of a frame, let its time pass, draw it, and tell what that took."""
        self._context.reset()
        self._gl.reset()
        cpu_before, thread_before, wall_before = time.process_time(), time.thread_time(), time.perf_counter()
        send_events()
        self.session.advance(FRAME_S)
        self.screen.run_frame(SIZE_PX, FRAME_S, self._painter, self._panels)
        wall_after, thread_after, cpu_after = time.perf_counter(), time.thread_time(), time.process_time()
        return Sample(
            wall_ms=(wall_after - wall_before) * 1e3,
            cpu_ms=(cpu_after - cpu_before) * 1e3,
            thread_ms=(thread_after - thread_before) * 1e3,
            gl_calls=self._context.calls + self._gl.calls,
            uploaded_bytes=self._context.uploaded_bytes + self._gl.uploaded_bytes,
            has_new_picture=self._context.calls > 0,
        )

    def pass_time(self, seconds: float) -> None:
        """Wait for the time of the next frame, as a window does for its screen."""
        time.sleep(max(seconds, 0.0))

    def close(self) -> None:
        """Free everything."""
        self._panels.shutdown()
        self._painter.release()
        self.screen.close()
        self.session.close()


@contextmanager
def open_stage(trace: Trace) -> Iterator[Stage]:
    """Put a trace on a stage for a while."""
    set_gl_platform(headless=True)
    # Only now: PyOpenGL reads its platform at its first import.
    from app.ui.null_gl import replace_gl

    with replace_gl() as null_gl:
        stage = Stage(trace, null_gl)
        try:
            yield stage
        finally:
            stage.close()

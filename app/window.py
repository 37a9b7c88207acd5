"""The window and its clock. It sleeps until something happens: an event, a running trace, a file being read."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pyglet

from app import commands as ask
from app.errors import NoGraphicsError
from app.paths import settings_folder
from app.pictures import write_png
from app.preferences import load_preferences, save_preferences
from app.session import Session
from engine.errors import InputError

# Before pyglet.gl is first imported. Errors: a stale one of somebody else (moderngl leaves one when it reads the
# window's pixels) would be raised at pyglet's next call, in the middle of a resize. Shadow: a second, hidden window
# that nobody needs. Waiting for the screen: the clock paces the frames, and a swap that waits would hold up the input.
pyglet.options.debug_gl = False
pyglet.options.shadow_window = False
pyglet.options.vsync = False

from pyglet.gl import Config  # noqa: E402
from pyglet.window import Window  # noqa: E402

if TYPE_CHECKING:
    from app.gamepad import Gamepad
    from app.input import InputHandler
    from app.render.window_surface import WindowSurface
    from app.ui.gl_renderer import GlRenderer
    from app.ui.screen import Screen

FRAME_S = 1 / 60
POLL_S = 1 / 20
"""Seconds between two looks at the background while a file is being read."""
AWAKE_FRAMES = 4
"""Frames drawn after an event: ImGui needs some until everything that follows from it is laid out."""
SMALLEST = (960, 600)
"""Below this the panels at the sides would leave the viewport nothing."""
FIRST_SIZE = (1600, 900)
TITLE = "Sweepscope"
NOMINAL_DPI = 96.0


class DebuggerWindow:
    """Owns the pyglet window, the session and the screen, and ties them together."""

    def __init__(self, opening: ask.OpenFile | ask.OpenMicrotest | None) -> None:
        preferences, problem = load_preferences()
        self._preferences = preferences
        journals = settings_folder() / "journals"
        self.session = Session(preferences, journals)
        if problem:
            self.session.tell(problem, is_error=True)
        self.session.offer_recoveries(journals)
        self._window = create_window()
        self._awake = AWAKE_FRAMES
        self._last = time.perf_counter()
        self._scheduled: float | None = None
        self._set_up(preferences.layout)
        self.session.apply(ask.SetScale(preferences.scale or choose_scale(self._window.dpi)))
        if opening is not None:
            self.session.apply(opening)

    _surface: WindowSurface
    _panels: GlRenderer
    _screen: Screen
    _input: InputHandler
    _gamepad: Gamepad

    def _set_up(self, layout: str) -> None:
        from app.gamepad import Gamepad
        from app.input import InputHandler
        from app.render.window_surface import WindowSurface
        from app.ui.gl_renderer import GlRenderer
        from app.ui.screen import Screen

        self._surface = WindowSurface()
        self._screen = Screen(self.session, layout)
        self._panels = GlRenderer()
        self._input = InputHandler(self._window, self.session, self.wake)
        self._gamepad = Gamepad()
        self._window.push_handlers(self._input)
        self._window.push_handlers(on_resize=self._on_resize, on_expose=self._on_expose, on_close=self._on_close)

    def run(self) -> None:
        """Show the window until it is closed."""
        pyglet.clock.schedule_once(self._tick, 0.0)
        pyglet.app.run(interval=None)

    def wake(self) -> None:
        """Draw again, for as many frames as it takes to settle."""
        self._awake = AWAKE_FRAMES
        self._schedule(0.0)

    def _schedule(self, seconds: float) -> None:
        due = time.perf_counter() + seconds
        if self._scheduled is not None and self._scheduled <= due + 1e-4:
            return
        pyglet.clock.unschedule(self._tick)
        pyglet.clock.schedule_once(self._tick, seconds)
        self._scheduled = due

    def _tick(self, _elapsed: float) -> None:
        """Let time pass, draw if anything may have changed, and choose when to look again."""
        self._scheduled = None
        now = time.perf_counter()
        elapsed, self._last = now - self._last, now
        before = self.session.revision
        if self.session.state.driving is not None:
            self._gamepad.steer(self.session, elapsed)
        self.session.advance(elapsed)
        if self.session.revision != before:
            self._awake = max(self._awake, 2)
        if self._awake > 0:
            self._awake -= 1
            self._draw(elapsed)
        else:
            self.session.rest()
        if self.session.state.finished:
            self._on_close()
            return
        if self.session.revision != before:
            self._awake = max(self._awake, 2)
        state = self.session.state
        if self._awake > 0 or state.playback.playing or state.driving is not None:
            spent = time.perf_counter() - now
            self._schedule(max(FRAME_S - spent, 0.001))
        elif self.session.is_busy:
            self._schedule(POLL_S)
        elif self.session.watch_s is not None:
            self._schedule(self.session.watch_s)

    def _draw(self, elapsed: float) -> None:
        width, height = self._window.get_size()
        pixels = self._window.get_framebuffer_size()
        if width < 1 or height < 1 or pixels[0] < 1 or pixels[1] < 1:
            return  # minimised, or folded to nothing
        self._window.switch_to()
        self._surface.begin(pixels)
        density = pixels[0] / width
        self._screen.run_frame((width, height), elapsed, self._surface.painter, self._panels, density)
        self._save_picture()
        self._window.flip()
        self._input.finish_frame()
        self._update_title()

    def _save_picture(self) -> None:
        path = self.session.state.picture
        if path is None:
            return
        self.session.finish_picture()
        try:
            write_png(self._surface.read_pixels(), path)
            self.session.tell(f"Picture saved: {path}", is_error=False)
        except InputError as error:
            self.session.tell(str(error), is_error=True)

    def _update_title(self) -> None:
        document = self.session.state.document
        title = TITLE if document is None else f"{document.name} - {TITLE}"
        if title != self._window.caption:
            self._window.set_caption(title)

    def _on_resize(self, _width: int, _height: int) -> bool:
        self.wake()
        return True  # pyglet's own handler would set up matrices for a renderer that we do not use

    def _on_expose(self) -> bool:
        self.wake()
        return True

    def _on_close(self) -> bool:
        scale = self._preferences.scale
        chosen = self.session.state.scale
        if chosen != choose_scale(self._window.dpi):
            scale = chosen
        problem = save_preferences(self.session.remember(self._screen.save_layout(), scale))
        if problem:
            print(f"sweepscope: {problem}")
        self.session.close()
        self._panels.shutdown()
        self._surface.release()
        self._window.close()
        pyglet.app.exit()
        return True


def choose_scale(dpi: float) -> float:
    """Return the size of words and lines for a screen: 1, 1.5, 2, ... in halves."""
    return min(max(round(2 * dpi / NOMINAL_DPI) / 2, 1.0), 3.0)


def create_window() -> Window:
    """Open a window with OpenGL 3.3. Raises NoGraphicsError with one line that says what to do."""
    config = Config(  # type: ignore[abstract] # pyglet makes the platform's own of it
        double_buffer=True, major_version=3, minor_version=3, forward_compatible=True, depth_size=0
    )
    try:
        screen = pyglet.display.get_display().get_default_screen()
        size = (min(FIRST_SIZE[0], screen.width), min(FIRST_SIZE[1], screen.height))
        window = Window(*size, TITLE, resizable=True, config=config, file_drops=True)
    # Whatever pyglet meets, each platform in its own words: no display after all, no OpenGL 3.3, no such visual.
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise NoGraphicsError(f"no window can be opened here ({reason}); python run.py doctor says more") from error
    window.set_minimum_size(*SMALLEST)
    return window


def run_window(opening: ask.OpenFile | ask.OpenMicrotest | None = None) -> None:
    """Open the window, with what is to be shown in it, and stay until it is closed."""
    DebuggerWindow(opening).run()

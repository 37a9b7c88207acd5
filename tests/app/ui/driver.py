"""A person in front of the screen, for tests: points, clicks, drags, types, and reads what is written there."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from app import commands as ask
from app.camera import Vec3, project
from app.headless import HeadlessScreen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.session import Session
    from app.ui.context import Rect

Point = tuple[float, float]
SIZE = (1280, 800)
KEYS = {"left": "left_arrow", "right": "right_arrow", "ctrl": "left_ctrl", "shift": "left_shift", "alt": "left_alt"}
TEXT_CALLS = {"text": 0, "text_disabled": 0, "text_colored": 1, "separator_text": 0}
"""ImGui's functions that write words, and which argument the words are."""


class Driver:
    """Drives a screen in memory through the same events that the window sends."""

    def __init__(self, session: Session, size: tuple[int, int] = SIZE, **options: Any) -> None:
        self.session = session
        self.headless = HeadlessScreen(session, size, **options)
        self.settle()

    @property
    def items(self) -> dict[str, Rect]:
        """Where named things were drawn in the last frame."""
        return self.headless.screen.items

    def settle(self) -> None:
        """Draw until nothing moves any more."""
        self.headless.settle()

    def open(self, path: Path) -> None:
        """Open a file and wait until it is shown."""
        self.session.apply(ask.OpenFile(path))
        self.session.wait()
        self.settle()

    def find(self, place: str | Point) -> Point:
        """Return a point, or the middle of a named thing."""
        if not isinstance(place, str):
            return place
        assert place in self.items, f"{place!r} is not on the screen; these are: {', '.join(self.items)}"
        left, top, right, bottom = self.items[place]
        return (left + right) / 2, (top + bottom) / 2

    def find_world(self, position: Vec3) -> Point:
        """Return where a point of the world is seen in the viewport."""
        left, top, right, bottom = self.items["scene"]
        pixel = project(self.session.state.camera, position, int(right - left), int(bottom - top))
        assert pixel is not None
        assert 0 < pixel[0] < right - left, "outside the picture"
        assert 0 < pixel[1] < bottom - top, "outside the picture"
        return left + pixel[0], top + pixel[1]

    def move(self, place: str | Point) -> None:
        """Put the pointer somewhere."""
        from app.ui import events

        events.send_motion(*self.find(place))
        self.headless.run_frame()

    def click(self, place: str | Point) -> None:
        """Click with the left button."""
        self.move(place)
        with self.holding("left"):
            pass
        self.settle()

    @contextmanager
    def holding(self, button: str) -> Iterator[None]:
        """Hold a mouse button down."""
        from app.ui import events

        events.send_button(button, down=True)
        self.headless.run_frame()
        yield
        events.send_button(button, down=False)
        self.headless.run_frame()

    def drag(self, start: str | Point, *stops: Point, button: str = "left") -> None:
        """Press at a place, move through others, let go at the last one."""
        self.move(start)
        with self.holding(button):
            for stop in stops:
                self.move(stop)
        self.settle()

    def turn_wheel(self, place: str | Point, notches: float) -> None:
        """Turn the wheel over a place."""
        from app.ui import events

        self.move(place)
        events.send_wheel(0.0, notches)
        self.settle()

    def press(self, chord: str) -> None:
        """Press a key with its modifiers, such as `ctrl+shift+left`, and let go."""
        from app.ui import events

        names = [KEYS.get(name, name) for name in chord.split("+")]
        for name in names:
            events.send_key(name, down=True)
        self.headless.run_frame()
        for name in reversed(names):
            events.send_key(name, down=False)
        self.settle()

    def type(self, text: str) -> None:
        """Type characters."""
        from app.ui import events

        events.send_text(text)
        self.settle()

    def resize(self, size: tuple[int, int]) -> None:
        """Make the screen larger or smaller. (What does not fit into its memory is cut off; places are the same.)"""
        self.headless.size = size
        self.settle()

    def read_texts(self) -> list[str]:
        """Draw a frame and return the words in its panels, in the order in which they were drawn."""
        from imgui_bundle import imgui

        drawn: list[str] = []
        kept = {name: getattr(imgui, name) for name in TEXT_CALLS}
        for name, place in TEXT_CALLS.items():

            def note(*arguments: Any, name: str = name, place: int = place) -> Any:
                drawn.append(arguments[place])
                return kept[name](*arguments)

            setattr(imgui, name, note)
        try:
            self.headless.run_frame()
        finally:
            for name, function in kept.items():
                setattr(imgui, name, function)
        return drawn

    def close(self) -> None:
        """Free everything."""
        self.headless.close()

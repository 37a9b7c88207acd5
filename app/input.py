"""What pyglet tells, handed on to ImGui. One of the two places that know pyglet.

Instead of imgui-bundle's own pyglet mixin, which ticks pyglet's clock, takes a drag's button mask for one button and
never lets go of what is held when the window loses the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyglet.window import Window, key, mouse

from app import commands as ask
from app.ui import events

if TYPE_CHECKING:
    from app.session import Session

_NAMED = {
    key.TAB: "tab",
    key.BACKSPACE: "backspace",
    key.RETURN: "enter",
    key.ESCAPE: "escape",
    key.INSERT: "insert",
    key.DELETE: "delete",
    key.SPACE: "space",
    key.LEFT: "left_arrow",
    key.RIGHT: "right_arrow",
    key.UP: "up_arrow",
    key.DOWN: "down_arrow",
    key.PAGEUP: "page_up",
    key.PAGEDOWN: "page_down",
    key.HOME: "home",
    key.END: "end",
    key.NUM_ENTER: "keypad_enter",
    key.PERIOD: "period",
    key.COMMA: "comma",
    key.MINUS: "minus",
    key.EQUAL: "equal",
    key.SLASH: "slash",
    key.LCTRL: "left_ctrl",
    key.RCTRL: "right_ctrl",
    key.LSHIFT: "left_shift",
    key.RSHIFT: "right_shift",
    key.LALT: "left_alt",
    key.RALT: "right_alt",
    key.LCOMMAND: "left_super",
    key.RCOMMAND: "right_super",
}
KEY_NAMES: dict[int, str] = {
    **_NAMED,
    **{getattr(key, f"F{number}"): f"f{number}" for number in range(1, 13)},
    **{getattr(key, f"_{digit}"): str(digit) for digit in range(10)},
    **{getattr(key, chr(code).upper()): chr(code) for code in range(ord("a"), ord("z") + 1)},
}
"""pyglet's keys by the names that ImGui has for them."""

BUTTON_NAMES = {mouse.LEFT: "left", mouse.RIGHT: "right", mouse.MIDDLE: "middle"}
CURSORS = {
    "text_input": Window.CURSOR_TEXT,
    "resize_all": Window.CURSOR_SIZE,
    "resize_ns": Window.CURSOR_SIZE_UP_DOWN,
    "resize_ew": Window.CURSOR_SIZE_LEFT_RIGHT,
    "resize_nesw": Window.CURSOR_SIZE_UP_RIGHT,
    "resize_nwse": Window.CURSOR_SIZE_UP_LEFT,
    "hand": Window.CURSOR_HAND,
}


def list_controllers() -> list[Any]:
    """Return the gamepads that the system knows."""
    from pyglet.input import get_controllers

    return list(get_controllers())


class InputHandler:
    """Handlers with pyglet's names. Whatever arrives, `wake` is called: the picture may change."""

    def __init__(self, window: Window, session: Session, wake: Callable[[], None]) -> None:
        self._window = window
        self._session = session
        self._wake = wake
        self._cursor = "arrow"
        self._is_captured = False
        self._late_keys: list[tuple[str, bool]] = []
        """Keys that wait for the next frame, in order: name, and whether it goes down."""
        events.set_clipboard(window.get_clipboard_text, window.set_clipboard_text)

    def on_key_press(self, symbol: int, _modifiers: int) -> bool:
        """Hand a key on. Handled: otherwise pyglet would close the window at Escape."""
        self._send_key(symbol, down=True)
        return True

    def on_key_release(self, symbol: int, _modifiers: int) -> None:
        """Let go of a key."""
        self._send_key(symbol, down=False)

    def _send_key(self, symbol: int, *, down: bool) -> None:
        """Hand a key on; the release of a modifier, and whatever comes after it, only after the next frame.

        A quick shift+→ can arrive whole between two frames, shift up before the frame that sees → down; and the key
        after that must not be seen with shift.
        """
        name = KEY_NAMES.get(symbol)
        if name is not None:
            if self._late_keys or (name in events.MODIFIERS and not down):
                self._late_keys.append((name, down))
            else:
                events.send_key(name, down=down)
        self._wake()

    def on_text(self, text: str) -> None:
        """Hand typed characters on."""
        events.send_text("".join(character for character in text if character.isprintable()))
        self._wake()

    def _move(self, x: float, y: float) -> None:
        events.send_motion(x, self._window.height - y)
        self._wake()

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """Move the pointer; a captured one looks around."""
        if self._is_captured:
            self._session.apply(ask.TurnCamera(dx, -dy))
            self._wake()
        else:
            self._move(x, y)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, _buttons: int, _modifiers: int) -> None:
        """Move the pointer with buttons held; which ones, ImGui knows from their presses."""
        self.on_mouse_motion(x, y, dx, dy)

    def on_mouse_leave(self, _x: float, _y: float) -> None:
        """Take the pointer out of the window, so that nothing stays hovered."""
        events.send_motion(-3.0e38, -3.0e38)
        self._wake()

    def on_mouse_press(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Press a button."""
        self._send_button(x, y, button, down=True)

    def on_mouse_release(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Let go of a button."""
        self._send_button(x, y, button, down=False)

    def _send_button(self, x: float, y: float, button: int, *, down: bool) -> None:
        if self._is_captured:
            return  # there is no pointer that could be over anything
        self._move(x, y)
        name = BUTTON_NAMES.get(button)
        if name is not None:
            events.send_button(name, down=down)

    def on_mouse_scroll(self, _x: float, _y: float, scroll_x: float, scroll_y: float) -> None:
        """Turn the wheel."""
        events.send_wheel(scroll_x, scroll_y)
        self._wake()

    def on_activate(self) -> None:
        """Gain the focus."""
        events.send_focus(focused=True)
        self._wake()

    def on_deactivate(self) -> None:
        """Lose the focus, and with it everything that is held down."""
        self._late_keys.clear()
        events.send_focus(focused=False)
        self._session.apply(ask.PauseDrive())
        self._update_capture()
        self._wake()

    def on_file_drop(self, _x: int, _y: int, paths: list[str]) -> None:
        """Open a file that was dropped on the window, or browse a folder."""
        for text in paths[:1]:
            path = Path(text)
            self._session.apply(ask.BrowseFolder(path) if path.is_dir() else ask.OpenFile(path))
        self._wake()

    def finish_frame(self) -> None:
        """Do what had to wait for the frame: hand late keys on, give the pointer the shape that ImGui asks for."""
        for name, down in self._late_keys:
            events.send_key(name, down=down)
        self._late_keys.clear()
        self._update_capture()
        self._update_cursor()

    def _update_capture(self) -> None:
        """Take the pointer while somebody drives and looks around with it, and give it back."""
        driving = self._session.state.driving
        wanted = driving is not None and driving.is_captured
        if wanted == self._is_captured:
            return
        self._is_captured = wanted
        if wanted:
            events.send_motion(-3.0e38, -3.0e38)  # nothing stays hovered
        self._window.set_exclusive_mouse(wanted)

    def _update_cursor(self) -> None:
        wanted = events.find_cursor()
        if wanted == self._cursor:
            return
        self._cursor = wanted
        self._window.set_mouse_visible(wanted != "none")
        self._window.set_mouse_cursor(self._window.get_system_mouse_cursor(CURSORS.get(wanted, Window.CURSOR_DEFAULT)))

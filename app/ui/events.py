"""Input for ImGui in words that know no window library: the window and the tests speak to it."""

from __future__ import annotations

from imgui_bundle import imgui

MODIFIERS = {
    "left_ctrl": imgui.Key.mod_ctrl,
    "right_ctrl": imgui.Key.mod_ctrl,
    "left_shift": imgui.Key.mod_shift,
    "right_shift": imgui.Key.mod_shift,
    "left_alt": imgui.Key.mod_alt,
    "right_alt": imgui.Key.mod_alt,
    "left_super": imgui.Key.mod_super,
    "right_super": imgui.Key.mod_super,
}
BUTTONS = {"left": 0, "right": 1, "middle": 2}


def send_key(name: str, *, down: bool) -> None:
    """Press or release a key, by ImGui's name for it: `a`, `left_arrow`, `f12`, `left_shift`."""
    io = imgui.get_io()
    if name in MODIFIERS:
        io.add_key_event(MODIFIERS[name], down)
    key = getattr(imgui.Key, name, None) or getattr(imgui.Key, f"_{name}", None)
    if key is not None:
        io.add_key_event(key, down)


def send_text(text: str) -> None:
    """Type characters."""
    for character in text:
        imgui.get_io().add_input_character(ord(character))


def send_motion(x: float, y: float) -> None:
    """Move the pointer; counted from the top left corner."""
    imgui.get_io().add_mouse_pos_event(x, y)


def send_button(name: str, *, down: bool) -> None:
    """Press or release a mouse button: left, right, middle."""
    imgui.get_io().add_mouse_button_event(BUTTONS[name], down)


def send_wheel(x: float, y: float) -> None:
    """Turn the wheel."""
    imgui.get_io().add_mouse_wheel_event(x, y)


def send_focus(*, focused: bool) -> None:
    """Gain or lose the focus; losing it lets go of every key and button."""
    io = imgui.get_io()
    io.add_focus_event(focused)
    if not focused:
        for number in BUTTONS.values():
            io.add_mouse_button_event(number, False)


def set_clipboard(read: object, write: object) -> None:
    """Connect ImGui's clipboard with the window's: `read()` returns text, `write(text)` takes it."""
    assert callable(read)
    assert callable(write)
    platform = imgui.get_platform_io()
    platform.platform_get_clipboard_text_fn = lambda _context: str(read())
    platform.platform_set_clipboard_text_fn = lambda _context, text: write(text)


def find_cursor() -> str:
    """Return the shape that the pointer is to have: `arrow`, `text_input`, `resize_ew`, ..., `none`."""
    return str(imgui.MouseCursor_(imgui.get_mouse_cursor()).name)

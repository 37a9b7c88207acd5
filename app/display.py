"""Whether a window can be opened here, and which GL platform PyOpenGL must be told before it is first imported.

pyglet opens X11 windows on Linux (through XWayland in a Wayland session) and so holds a GLX context, while PyOpenGL
left to itself picks EGL as soon as it sees Wayland: its calls would then go nowhere. Headless work is EGL throughout.
One mode per process.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Display:
    """What was found out about the screen."""

    available: bool
    words: str
    """One line for a person: what there is, or what is missing and what to do."""


def find_display(environment: Mapping[str, str] | None = None) -> Display:
    """Look for a screen that a window can be opened on, by really connecting to it."""
    variables = os.environ if environment is None else environment
    if sys.platform in ("win32", "darwin"):
        return Display(True, "the desktop")
    name = variables.get("DISPLAY", "")
    if name:
        return _connect_to_x11(name, wayland=bool(variables.get("WAYLAND_DISPLAY")))
    if variables.get("WAYLAND_DISPLAY"):
        return Display(False, "a Wayland session without XWayland (install the package xwayland and log in again)")
    return Display(False, "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)")


def _connect_to_x11(name: str, *, wayland: bool) -> Display:
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return Display(False, "libX11 is missing (Debian/Ubuntu: apt install libx11-6, Fedora: dnf install libX11)")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    connection = x11.XOpenDisplay(name.encode())
    if not connection:
        return Display(False, f"no display (DISPLAY is {name}, but nothing answers there)")
    # Left open: a virtual display starts anew when its last client leaves, and would refuse the window just then.
    return Display(True, f"X11 display {name}" + (" through XWayland" if wayland else ""))


def choose_gl_platform(*, headless: bool) -> str | None:
    """Return what PYOPENGL_PLATFORM must be, or None where PyOpenGL's own choice is right."""
    if not sys.platform.startswith("linux"):
        return None
    return "egl" if headless else "glx"


def set_gl_platform(*, headless: bool) -> None:
    """Tell PyOpenGL which platform our context is of. Must come before its first import."""
    platform = choose_gl_platform(headless=headless)
    if platform:
        os.environ["PYOPENGL_PLATFORM"] = platform

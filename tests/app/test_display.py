"""Which screen there is, and which GL platform follows from it."""

from __future__ import annotations

import sys

import pytest

from app import display

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and Wayland are Linux matters")


def test_nothing_set_is_no_display() -> None:
    found = display.find_display({})
    assert not found.available
    assert "neither DISPLAY nor WAYLAND_DISPLAY" in found.words


def test_display_that_nobody_serves_is_no_display() -> None:
    found = display.find_display({"DISPLAY": ":4711"})
    assert not found.available
    assert ":4711" in found.words


def test_wayland_without_xwayland_names_the_package() -> None:
    found = display.find_display({"WAYLAND_DISPLAY": "wayland-0"})
    assert not found.available
    assert "xwayland" in found.words


def test_windows_are_glx_and_headless_is_egl(monkeypatch: pytest.MonkeyPatch) -> None:
    # pyglet's windows are X11 windows in a Wayland session too.
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.delenv("PYOPENGL_PLATFORM", raising=False)
    assert display.choose_gl_platform(headless=False) == "glx"
    assert display.choose_gl_platform(headless=True) == "egl"

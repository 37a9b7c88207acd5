"""What a keyboard does between two frames reaches ImGui in order, and chords stay whole."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyglet
import pytest

from app import commands as ask
from app.session import Session
from tests.app.test_driving import start, write_yard

if not sys.platform.startswith("linux"):
    pytest.skip("pyglet opens a display at its import elsewhere", allow_module_level=True)
pyglet.options.shadow_window = False  # nothing here needs a display

from pyglet.window import key  # noqa: E402

from app import input as inputs  # noqa: E402
from app.ui import events  # noqa: E402

Handler = inputs.InputHandler


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """The keys that ImGui was told of."""
    told: list[tuple[str, bool]] = []
    monkeypatch.setattr(events, "send_key", lambda name, *, down: told.append((name, down)))
    monkeypatch.setattr(events, "send_focus", lambda *, focused: None)
    monkeypatch.setattr(events, "set_clipboard", lambda read, write: None)
    monkeypatch.setattr(events, "find_cursor", lambda: "arrow")
    return told


@pytest.fixture
def handler(sent: list[tuple[str, bool]], session: Session) -> Handler:
    window: Any = SimpleNamespace(get_clipboard_text=str, set_clipboard_text=str)
    return Handler(window, session, lambda: None)


def test_a_modifier_is_held_until_a_frame_has_seen_its_chord(handler: Handler, sent: list[tuple[str, bool]]) -> None:
    handler.on_key_press(key.LSHIFT, 0)
    handler.on_key_press(key.RIGHT, 0)
    handler.on_key_release(key.LSHIFT, 0)
    assert sent == [("left_shift", True), ("right_arrow", True)]
    handler.finish_frame()
    assert sent[2:] == [("left_shift", False)]


def test_the_key_after_a_chord_is_not_seen_with_its_modifier(handler: Handler, sent: list[tuple[str, bool]]) -> None:
    handler.on_key_press(key.LSHIFT, 0)
    handler.on_key_press(key.RIGHT, 0)
    handler.on_key_release(key.RIGHT, 0)
    handler.on_key_release(key.LSHIFT, 0)
    handler.on_key_press(key.F12, 0)
    handler.on_key_release(key.F12, 0)
    assert ("f12", True) not in sent, "shift is still down"
    handler.finish_frame()
    assert sent[3:] == [("left_shift", False), ("f12", True), ("f12", False)]
    handler.on_key_press(key.SPACE, 0)
    assert sent[-1] == ("space", True), "nothing waits any more"


def test_losing_the_focus_forgets_what_waits(handler: Handler, sent: list[tuple[str, bool]]) -> None:
    handler.on_key_press(key.LCTRL, 0)
    handler.on_key_release(key.LCTRL, 0)
    handler.on_key_press(key.Q, 0)
    handler.on_deactivate()
    handler.finish_frame()
    assert sent == [("left_ctrl", True)]


def test_every_key_of_the_table_is_one_that_imgui_knows() -> None:
    from imgui_bundle import imgui

    for name in inputs.KEY_NAMES.values():
        assert getattr(imgui.Key, name, None) or getattr(imgui.Key, f"_{name}", None), name


def test_a_key_that_nobody_knows_is_passed_over(handler: Handler, sent: list[tuple[str, bool]]) -> None:
    handler.on_key_press(key.MOTION_COPY, 0)
    handler.on_key_press(123456789, 0)
    assert sent == []


def test_a_captured_pointer_turns_the_view_and_losing_the_focus_pauses_and_frees_it(
    sent: list[tuple[str, bool]], session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    captured: list[bool] = []
    moved: list[tuple[float, float]] = []
    monkeypatch.setattr(events, "send_motion", lambda x, y: moved.append((x, y)))
    window: Any = SimpleNamespace(
        get_clipboard_text=str, set_clipboard_text=str, set_exclusive_mouse=captured.append, height=100
    )
    handler = Handler(window, session, lambda: None)
    session.open_now(write_yard(tmp_path))
    start(session)
    handler.finish_frame()
    assert captured == [True]
    moved.clear()
    yaw = session.state.camera.yaw
    handler.on_mouse_motion(50, 50, 10.0, 0.0)
    assert session.state.camera.yaw == pytest.approx(yaw + 10 * 0.006)
    assert moved == []
    session.apply(ask.ToggleCapture())
    handler.finish_frame()
    handler.on_mouse_motion(50, 40, 10.0, 0.0)
    assert moved == [(50, 60)]
    session.apply(ask.ToggleCapture())
    handler.finish_frame()
    handler.on_deactivate()
    assert captured == [True, False, True, False]
    assert session.state.driving is None

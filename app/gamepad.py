"""A gamepad, if there is one: the left stick walks, the right one looks, A jumps, B or a trigger sprints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app import commands as ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.session import Session

DEAD_ZONE = 0.15
"""Of a stick's way: what a thumb that rests on it does is nothing."""
LOOK_PX_S = 420.0
"""Pixels of a drag that a full stick makes in a second: a turn takes two and a half seconds."""
HALF_PRESSED = 0.5
"""Of a trigger's way."""


class Gamepad:
    """Looked for when somebody first drives: asking the system for devices takes a moment."""

    def __init__(self, find: Callable[[], Any] | None = None) -> None:
        self._find = find or find_controller
        self._controller: Any = None
        self._is_known = False
        self._jumped = False

    def steer(self, session: Session, elapsed_s: float) -> None:
        """Say what the sticks and buttons ask for."""
        if not self._is_known:
            self._controller, self._is_known = self._find(), True
        pad = self._controller
        if pad is None:
            return
        right, down = _reach(pad.leftx), _reach(pad.lefty)
        is_jumping = bool(pad.a)
        sprint = bool(pad.b) or pad.righttrigger > HALF_PRESSED
        session.apply(ask.Steer(-down, right, sprint, jump=is_jumping and not self._jumped, source="gamepad"))
        self._jumped = is_jumping
        across, along = _reach(pad.rightx), _reach(pad.righty)
        if across or along:
            session.apply(ask.TurnCamera(across * LOOK_PX_S * elapsed_s, along * LOOK_PX_S * elapsed_s))


def _reach(value: float) -> float:
    """Return how far a stick is pushed beyond its dead zone, -1 to 1."""
    beyond = max(abs(value) - DEAD_ZONE, 0.0) / (1.0 - DEAD_ZONE)
    return min(beyond, 1.0) * (1.0 if value > 0 else -1.0)


def find_controller() -> Any:
    """Open the first gamepad that the system knows; None if there is none, or if it cannot be asked."""
    try:
        from app.input import list_controllers

        found = list_controllers()
        if not found:
            return None
        found[0].open()
    # Whatever a driver does: a gamepad is a comfort, and nobody must have one.
    except Exception:
        return None
    return found[0]

"""Levels with bodies that move: a turning disc, a ferry and a lift."""

from __future__ import annotations

from app.levels.parts import FPS, box, disc, shuttle
from app.levels.text import go, scenario_text

TURN_S = 8.0
"""Of the disc, once around."""


def build_turning_platform() -> str:
    """Return a disc that carries the character around, and then lets it off."""
    frames = round((TURN_S + 2) * FPS)
    level = [
        box("floor", (-6, -0.5, -6), (8, 0, 6)),
        disc("turning platform", (0, 0.3, 0), 3.0, 0.24, period_s=TURN_S, frames=frames),
    ]
    note = (
        "A disc carries the character once around, as ride_platforms is on; then it walks off. "
        "Turn ride_platforms off: the disc turns away below its feet."
    )
    given = [go(TURN_S), go(2, 2)]
    return scenario_text("turning_platform", note, level, given, (2.0, 0.3, 0.0), ride_platforms=True)


def build_ferry_and_lift() -> str:
    """Return a ferry across a pit, and a lift up to a ledge."""
    frames = 15 * FPS
    level = [
        box("bank", (-3, -2, -3), (1, 0, 3)),
        box("pit", (1, -2, -3), (9, -1.5, 3)),
        box("far bank", (9, -2, -3), (12, 0, 3)),
        shuttle("ferry", (1.25, 0.15, 1.25), ((2.25, -0.15, 0), (7.75, -0.15, 0)), wait_s=2, go_s=3.5, frames=frames),
        box("shaft", (12, -2, -3), (14.5, -0.5, 3)),
        shuttle("lift", (1.2, 0.15, 1.25), ((13.25, -0.15, 0), (13.25, 2.35, 0)), wait_s=8.5, go_s=2.5, frames=frames),
        box("ledge", (14.5, -2, -3), (18, 2.5, 3)),
    ]
    given = [go(1.5, 1.5), go(4.2), go(2.2, 2.5), go(3.6), go(1.5, 2)]
    note = (
        "A ferry carries the character over the pit and a lift up to the ledge, as ride_platforms is on. "
        "Turn it off: the ferry leaves without the character, which falls into the pit."
    )
    return scenario_text("ferry_and_lift", note, level, given, ride_platforms=True)

"""Small worlds for the tests of `slide`. Y-up, metres; the capsule of the documents' microtests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.level import Body, Level
from engine.scenario import InputSegment, Scenario
from engine.settings import SlideSettings
from engine.shapes import Capsule
from engine.simulate import simulate
from engine.trace import Trace
from engine.transforms import Vector

RADIUS, HALF_HEIGHT, SKIN = 0.35, 0.55, 0.03
FEET = RADIUS + HALF_HEIGHT
"""From the centre down to the soles."""
REST = FEET + SKIN
"""Height of the centre of a character that stands on a floor at 0: r + hh + gap (T01, see spec/README.md)."""
GRAVITY = -9.81
DT = 1.0 / 60.0


def scene(
    *bodies: Body,
    center: Sequence[float] = (0.0, REST, 0.0),
    velocity: Sequence[float] = (0.0, 0.0, 0.0),
    frames: int = 1,
    gravity: float | None = GRAVITY,
    jump: float | None = None,
    rules: str = "repaired",
    changes: dict[str, str] | None = None,
    segments: Sequence[InputSegment] | None = None,
    radius: float = RADIUS,
    height: float = 2.0 * HALF_HEIGHT,
    up: Vector = (0.0, 1.0, 0.0),
    **settings: Any,
) -> Scenario:
    """Return a scenario: one velocity, held."""
    held = InputSegment(frames, velocity=(velocity[0], velocity[1], velocity[2]), gravity=gravity, jump=jump)
    return Scenario(
        "test",
        Capsule((center[0], center[1], center[2]), radius, height, up),
        Level(bodies),
        SlideSettings(**settings),
        rules,
        tuple((changes or {}).items()),
        tuple(segments) if segments is not None else (held,),
    )


def run(*bodies: Body, record: bool = True, **words: Any) -> Trace:
    """Simulate a scene."""
    return simulate(scene(*bodies, **words), record=record)

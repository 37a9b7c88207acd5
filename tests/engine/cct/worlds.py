"""Small worlds for the controller's tests, and what is asked of the traces that they give. Y-up, metres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import Any

import numpy as np
import pytest

from engine.decisions import Gate
from engine.level import Body, BodyKind, Level
from engine.scenario import InputSegment, Scenario
from engine.settings import CctSettings
from engine.shapes import Box, Capsule, Mesh
from engine.simulate import simulate
from engine.trace import PassKind, Records, Trace
from engine.transforms import Vector

RADIUS, HALF_HEIGHT, OFFSET, STEP = 0.35, 0.55, 0.1, 0.5
FEET = RADIUS + HALF_HEIGHT
"""From the centre down to the soles."""
REST = FEET + OFFSET
"""Height of the centre of a character that stands on a floor at 0."""


def approx(expected: Any, *, abs: float | None = None, rel: float | None = None) -> Any:  # noqa: A002 -- as pytest has it
    """Return what compares equal to all that is near; untyped, so that it may stand inside of tuples."""
    return pytest.approx(expected, abs=abs, rel=rel)


def box(name: str, low: Sequence[float], high: Sequence[float], **more: Any) -> Body:
    """Return a box from corner to corner."""
    middle = tuple(0.5 * (a + b) for a, b in zip(low, high, strict=True))
    half = tuple(0.5 * (b - a) for a, b in zip(low, high, strict=True))
    return Body(name, Box((half[0], half[1], half[2])), position=(middle[0], middle[1], middle[2]), **more)


def floor(top: float = 0.0, size: float = 20.0, **more: Any) -> Body:
    """Return a large floor."""
    return box("floor", (-size, top - 1.0, -size), (size, top, size), **more)


def wall(x: float, *, low: float = -1.0, high: float = 5.0, thickness: float = 0.5, name: str = "wall") -> Body:
    """Return a wall that stands across +x, its near face at x."""
    return box(name, (x, low, -20.0), (x + thickness, high, 20.0))


def quads(name: str, *corners: Sequence[Sequence[float]], **more: Any) -> Body:
    """Return a mesh of quads, each given by four corners counter-clockwise seen from outside."""
    vertices = np.array([corner for quad in corners for corner in quad], dtype=np.float64)
    triangles = [[4 * k, 4 * k + i, 4 * k + i + 1] for k in range(len(corners)) for i in (1, 2)]
    return Body(name, Mesh(vertices, np.array(triangles)), **more)


def ramp(degrees: float, *, foot: float = 0.0, length: float = 6.0, name: str = "ramp", **more: Any) -> Body:
    """Return a slope that rises along +x from its foot at height 0, as one quad."""
    x, y = foot + length * cos(radians(degrees)), length * sin(radians(degrees))
    return quads(name, [(foot, 0.0, 5.0), (x, y, 5.0), (x, y, -5.0), (foot, 0.0, -5.0)], **more)


def plane(name: str, point: Sequence[float], normal: Sequence[float], size: float = 20.0, **more: Any) -> Body:
    """Return a large one-sided square through a point."""
    n = np.array(normal, dtype=np.float64) / np.linalg.norm(normal)
    helper = np.eye(3)[int(np.argmin(np.abs(n)))]
    u = np.cross(helper, n)
    u /= np.linalg.norm(u)
    v, p = np.cross(n, u), np.array(point, dtype=np.float64)
    corners = [p + size * (a * u + b * v) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return quads(name, [corner.tolist() for corner in corners], **more)


def platform(poses: Sequence[Sequence[float]], half: Vector = (2.0, 0.5, 2.0), **more: Any) -> Body:
    """Return a kinematic box that goes through poses x, y, z (and a quaternion)."""
    rows = np.array([[*pose, 0.0, 0.0, 0.0, 1.0] if len(pose) == 3 else pose for pose in poses])
    return Body("platform", Box(half), kind=BodyKind.KINEMATIC, poses=rows, **more)


def scene(
    *bodies: Body,
    center: Sequence[float] = (0.0, REST, 0.0),
    move: Sequence[float] = (0.0, 0.0, 0.0),
    frames: int = 1,
    rules: str = "physx",
    changes: dict[str, str] | None = None,
    segments: Sequence[InputSegment] | None = None,
    radius: float = RADIUS,
    height: float = 2.0 * HALF_HEIGHT,
    up: Vector = (0.0, 1.0, 0.0),
    **settings: Any,
) -> Scenario:
    """Return a scenario: one move, repeated, with the settings of the figures to expect."""
    knobs = {"step_offset": STEP, "contact_offset": OFFSET, **settings}
    return Scenario(
        "test",
        Capsule((center[0], center[1], center[2]), radius, height, up),
        Level(bodies),
        CctSettings(**knobs),
        rules,
        tuple((changes or {}).items()),
        tuple(segments) if segments is not None else (InputSegment(frames, move=(move[0], move[1], move[2])),),
    )


def run(*bodies: Body, record: bool = True, **words: Any) -> Trace:
    """Simulate a scene."""
    return simulate(scene(*bodies, **words), record=record)


def with_rules(scenario: Scenario, **changes: str) -> Trace:
    """Simulate a scenario with some rules changed."""
    return simulate(replace(scenario, rule_changes=tuple({**dict(scenario.rule_changes), **changes}.items())))


def end(trace: Trace, frame: int = -1) -> list[float]:
    """Return where a frame ended."""
    ended: list[float] = trace.centers[frame].tolist()
    return ended


def passes(trace: Trace, kind: PassKind, frame: int = 0, attempt: int | None = None) -> list[Any]:
    """Return the passes of a kind of a frame, of all its attempts or of one."""
    attempts = trace.attempts_of(frame)
    chosen = attempts if attempt is None else attempts[attempt : attempt + 1]
    return [trace.passes[k] for index in chosen for k in trace.passes_of(index) if trace.passes[k]["kind"] == kind]


def iterations(trace: Trace, kind: PassKind, frame: int = 0, attempt: int | None = None) -> Records:
    """Return the iterations of the passes of a kind."""
    starts = [(int(p["iteration_start"]), int(p["iteration_count"])) for p in passes(trace, kind, frame, attempt)]
    return trace.iterations[[k for start, count in starts for k in range(start, start + count)]]


def decided(trace: Trace, gate: Gate, frame: int | None = None) -> Records:
    """Return the decisions of a gate."""
    rows: Records = trace.decisions[trace.decisions["gate"] == gate]
    return rows if frame is None else rows[rows["frame"] == frame]


def kinds(trace: Trace, frame: int = 0) -> list[PassKind]:
    """Return the passes of a frame in their order, of all attempts."""
    return [PassKind(int(trace.passes[k]["kind"])) for a in trace.attempts_of(frame) for k in trace.passes_of(a)]


def attempt_count(trace: Trace, frame: int = 0) -> int:
    """Return how many attempts a frame took."""
    return len(trace.attempts_of(frame))

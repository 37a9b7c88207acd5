"""Figures that follow from a trace's records, for the layers that draw them and the words that explain them.

Plain floats and tuples: a frame has a dozen sweeps, and numpy on three numbers costs more than it saves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.playback import Cursor, attempt_index, iteration_index, pass_index
from engine.settings import CctSettings
from engine.trace import Exit

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.trace import Trace

Vec3 = tuple[float, float, float]

DEFAULT_UP: Vec3 = (0.0, 1.0, 0.0)
"""Up for drawing when a trace comes without a scenario. Words about heights say that it is not known."""


def as_vec3(values: Sequence[float] | NDArray[np.float64]) -> Vec3:
    """Turn three numbers of any kind into plain floats."""
    return float(values[0]), float(values[1]), float(values[2])


def add_scaled(a: Vec3, b: Vec3, factor: float = 1.0) -> Vec3:
    """Return a + b × factor."""
    return a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor


def subtract(a: Vec3, b: Vec3) -> Vec3:
    """Return a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Vec3, b: Vec3) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    """Return the vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def norm(a: Vec3) -> float:
    """Return the length."""
    return math.sqrt(dot(a, a))


def is_known(a: Vec3) -> bool:
    """Tell whether a vector was recorded: NaN stands for what was not."""
    return all(math.isfinite(x) for x in a)


def split_move(move: Vec3, up: Vec3) -> tuple[float, float]:
    """Split a displacement into its sideways length (never negative) and its signed height, metres."""
    height = dot(move, up)
    return norm(add_scaled(move, up, -height)), height


def angle_from_up(normal: Vec3, up: Vec3) -> float:
    """Return the slope of a surface in degrees: 0 is level ground, 90 a wall, above that a ceiling."""
    return math.degrees(math.acos(min(max(dot(normal, up), -1.0), 1.0)))


def trace_up(trace: Trace) -> Vec3:
    """Return the scenario's up, or the default for drawing."""
    return known_up(trace) or DEFAULT_UP


def known_up(trace: Trace) -> Vec3 | None:
    """Return the scenario's up; None if the trace came without a scenario."""
    return None if trace.scenario is None else as_vec3(trace.scenario.up)


def cct_settings(trace: Trace) -> CctSettings | None:
    """Return the settings of the PhysX-style controller, if they are known and the trace is one of it."""
    settings = None if trace.scenario is None else trace.scenario.settings
    return settings if isinstance(settings, CctSettings) else None


def contact_offset(trace: Trace) -> float:
    """Return the gap that sweeps keep free, metres: contact offset or skin. NaN if it is not known."""
    if trace.scenario is None:
        return math.nan
    settings = trace.scenario.settings
    return settings.contact_offset if isinstance(settings, CctSettings) else settings.skin


@dataclass(frozen=True)
class Sweep:
    """One iteration with what follows from it. Lengths in metres, positions of the capsule's centre."""

    index: int
    origin: Vec3
    direction: Vec3
    length: float
    """The rest of the way; the sweep itself looks one contact offset further."""
    target: Vec3
    end: Vec3
    """Where the iteration left the capsule: the next one's origin, or the pass's end. NaN if neither is recorded."""
    hit: bool
    distance: float
    normal: Vec3
    point: Vec3 | None
    """None where it means nothing: no hit, distance 0, not recorded."""
    body: int
    triangle: int
    pushed_out: bool
    """The sweep began in an overlap, and the capsule was pushed out of it."""

    @property
    def advanced(self) -> float:
        """How far the capsule went."""
        return norm(subtract(self.end, self.origin))

    @property
    def left_over(self) -> float:
        """How much of the way remained, before what remained was turned along the surface."""
        return max(self.length - self.advanced, 0.0)


def measure_sweep(trace: Trace, index: int) -> Sweep:
    """Measure one iteration by its index into `trace.iterations`."""
    record = trace.iterations[index]
    parent = int(record["pass_index"])
    owner = trace.passes[parent]
    is_last = index + 1 == trace.iterations_of(parent).stop
    end = as_vec3(owner["end"] if is_last else trace.iterations[index + 1]["origin"])
    origin, direction, length = as_vec3(record["origin"]), as_vec3(record["direction"]), float(record["length"])
    target = add_scaled(origin, direction, length)
    hit, distance, point = bool(record["hit"]), float(record["distance"]), as_vec3(record["point"])
    if not is_known(end) and not hit:
        end = target
    return Sweep(
        index=index,
        origin=origin,
        direction=direction,
        length=length,
        target=target,
        end=end,
        hit=hit,
        distance=distance,
        normal=as_vec3(record["normal"]),
        point=point if hit and distance > 0.0 and is_known(point) else None,
        body=int(record["body"]),
        triangle=int(record["triangle"]),
        pushed_out=is_last and hit and owner["exit"] == Exit.OVERLAP_RECOVERED,
    )


def attempt_end(trace: Trace, index: int) -> Vec3:
    """Return where an attempt left the capsule: the end of its last pass that was kept."""
    for pass_ in reversed(trace.passes_of(index)):
        record = trace.passes[pass_]
        if not record["restored"]:
            return as_vec3(record["end"])
    return as_vec3(trace.attempts[index]["start"])


def cursor_center(trace: Trace, cursor: Cursor) -> Vec3:
    """Return where the capsule is at a cursor: after the frame, attempt, pass or iteration that it names.

    A pass that was taken back shows where it looked, for that is what its cursor asks about.
    """
    frame_end = as_vec3(trace.frames[cursor.frame]["center"])
    iteration, pass_, attempt = (resolve(trace, cursor) for resolve in (iteration_index, pass_index, attempt_index))
    if iteration is not None:
        center = measure_sweep(trace, iteration).end
    elif pass_ is not None:
        center = as_vec3(trace.passes[pass_]["end"])
    elif attempt is not None:
        center = attempt_end(trace, attempt)
    else:
        center = frame_end
    return center if is_known(center) else frame_end

"""What a controller did, to the last iteration: columns in structured arrays.

Frame → Attempt → Pass → Iteration, each level one array, each parent naming the slice of its children. So a trace of
100,000 frames is five arrays, not a million objects. Lengths are metres, positions are the capsule's centre.
A figure that the producer did not record is NaN (or -1 for an index): never a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.scenario import Scenario

Records = np.ndarray[Any, np.dtype[np.void]]
"""One level of a trace: a structured array."""


class AttemptKind(IntEnum):
    """Why the passes of an attempt ran."""

    MOVE = 0
    WALK_EXPERIMENT = 1


class PassKind(IntEnum):
    """The sweeps that an attempt is made of; the last four belong to the `slide` controller."""

    UP = 0
    SIDE = 1
    SENSOR = 2
    DOWN = 3
    RECOVER = 4
    BUMP = 5
    SNAP = 6
    DEPENETRATE = 7
    PROBE = 8


class Exit(IntEnum):
    """Why a pass ended."""

    UNKNOWN = -1
    ZERO = 0
    NO_HIT = 1
    MIN_DISTANCE = 2
    REVERSED = 3
    MAX_ITERATIONS = 4
    OVERLAP_RECOVERED = 5


class SlopeRule(IntEnum):
    """Which rule called the ground non-walkable."""

    NONE = 0
    SIDE_CONSTRAINED = 1
    DOWN_TRIANGLE = 2


class Flags(IntFlag):
    """Where a frame collided. UNKNOWN: the producer did not say."""

    NONE = 0
    DOWN = 1
    SIDES = 2
    UP = 4
    UNKNOWN = 128


NO_BODY = -1
"""Index of a body: nothing was touched."""
UNKNOWN_BODY = -2
"""Index of a body: the producer did not say."""

SPAWN_ONLY = "spawn only"
"""The producer of a trace that nobody has made yet: one frame, with the capsule at its spawn."""

_VECTOR = ("f8", (3,))

FRAME = np.dtype(
    [
        ("move", *_VECTOR),  # the displacement that was asked for
        ("center", *_VECTOR),  # where the frame ended
        ("flags", "u1"),
        ("touched", "i4"),  # body underfoot, an index into Trace.body_names
        ("attempt_start", "i4"),
        ("attempt_count", "i4"),
        ("contact_start", "i4"),
        ("contact_count", "i4"),
    ]
)
ATTEMPT = np.dtype(
    [
        ("frame", "i4"),
        ("kind", "u1"),
        ("move", *_VECTOR),
        ("start", *_VECTOR),
        ("slope_rule", "u1"),  # SlopeRule: NONE if the attempt was accepted
        ("slope_normal", *_VECTOR),
        ("slope_height", "f8"),  # above the capsule's original bottom; of the contact, or of the triangle's top
        ("slope_step_offset", "f8"),  # what that height was compared with
        ("pass_start", "i4"),
        ("pass_count", "i4"),
    ]
)
PASS = np.dtype(
    [
        ("attempt", "i4"),
        ("kind", "u1"),
        ("move", *_VECTOR),
        ("max_iterations", "i4"),
        ("start", *_VECTOR),
        ("end", *_VECTOR),
        ("exit", "i1"),
        ("restored", "?"),  # the pass only looked: its end was not kept
        ("iteration_start", "i4"),
        ("iteration_count", "i4"),
    ]
)
ITERATION = np.dtype(
    [
        ("pass_index", "i4"),
        ("origin", *_VECTOR),
        ("direction", *_VECTOR),
        ("length", "f8"),
        ("hit", "?"),
        ("distance", "f8"),
        ("normal", *_VECTOR),
        ("point", *_VECTOR),  # means nothing at distance 0
        ("body", "i4"),
        ("triangle", "i4"),  # in file order; -1: the shape has none, or the producer did not say
    ]
)
CONTACT = np.dtype(
    [
        ("frame", "i4"),
        ("point", *_VECTOR),
        ("normal", *_VECTOR),
        ("direction", *_VECTOR),
        ("length", "f8"),
        ("body", "i4"),
    ]
)


@dataclass(frozen=True, eq=False)
class Trace:
    """The record of a run. Any engine's: only the centres of the frames must be known."""

    producer: str
    scenario: Scenario | None
    body_names: tuple[str, ...]
    frames: Records
    attempts: Records
    passes: Records
    iterations: Records
    contacts: Records
    """Hits of frames whose producer does not tell its passes."""

    def __len__(self) -> int:
        return len(self.frames)

    @property
    def centers(self) -> NDArray[np.float64]:
        """Where each frame ended, (frames, 3), metres."""
        return self.frames["center"]

    def start_center(self, frame: int) -> NDArray[np.float64]:
        """Where the capsule stood before a frame: what its first attempt recorded, or else the frame before's end."""
        record = self.frames[frame]
        if record["attempt_count"]:
            return np.array(self.attempts[record["attempt_start"]]["start"])
        if frame > 0:
            return np.array(self.frames[frame - 1]["center"])
        if self.scenario is not None:
            return np.array(self.scenario.capsule.center)
        return np.array(record["center"])

    def attempts_of(self, frame: int) -> range:
        """Return the indices into `attempts` of a frame."""
        record = self.frames[frame]
        return range(record["attempt_start"], record["attempt_start"] + record["attempt_count"])

    def passes_of(self, attempt: int) -> range:
        """Return the indices into `passes` of an attempt."""
        record = self.attempts[attempt]
        return range(record["pass_start"], record["pass_start"] + record["pass_count"])

    def iterations_of(self, pass_index: int) -> range:
        """Return the indices into `iterations` of a pass."""
        record = self.passes[pass_index]
        return range(record["iteration_start"], record["iteration_start"] + record["iteration_count"])

    def contacts_of(self, frame: int) -> range:
        """Return the indices into `contacts` of a frame."""
        record = self.frames[frame]
        return range(record["contact_start"], record["contact_start"] + record["contact_count"])

    def body_name(self, body: int) -> str:
        """Return the name of a body by its index; `none` and `unknown` for the two that are no bodies."""
        if body >= 0:
            return self.body_names[body]
        return "none" if body == NO_BODY else "unknown"

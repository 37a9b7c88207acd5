"""What a controller did, to the last iteration: columns in structured arrays.

Frame → Attempt → Pass → Iteration, each level one array, each parent naming the slice of its children. So a trace of
100,000 frames is five arrays, not a million objects. Lengths are metres, positions are the capsule's centre.
A figure that the producer did not record is NaN (or -1 for an index): never a guess.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine import constants

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from engine.scenario import Scenario

Records = np.ndarray[Any, np.dtype[np.void]]
"""One level of a trace: a structured array."""


class AttemptKind(IntEnum):
    """Why the passes of an attempt ran."""

    MOVE = constants.ATTEMPT_MOVE
    WALK_EXPERIMENT = constants.ATTEMPT_WALK_EXPERIMENT


class PassKind(IntEnum):
    """The sweeps that an attempt is made of; the last four belong to the `slide` controller."""

    UP = constants.PASS_UP
    SIDE = constants.PASS_SIDE
    SENSOR = constants.PASS_SENSOR
    DOWN = constants.PASS_DOWN
    RECOVER = constants.PASS_RECOVER
    BUMP = constants.PASS_BUMP
    SNAP = constants.PASS_SNAP
    DEPENETRATE = constants.PASS_DEPENETRATE
    PROBE = constants.PASS_PROBE


class Exit(IntEnum):
    """Why a pass ended."""

    UNKNOWN = -1
    ZERO = constants.EXIT_ZERO
    NO_HIT = constants.EXIT_NO_HIT
    MIN_DISTANCE = constants.EXIT_MIN_DISTANCE
    REVERSED = constants.EXIT_REVERSED
    MAX_ITERATIONS = constants.EXIT_MAX_ITERATIONS
    OVERLAP_RECOVERED = constants.EXIT_OVERLAP_RECOVERED


class SlopeRule(IntEnum):
    """Which rule called the ground non-walkable."""

    NONE = constants.SLOPE_NONE
    SIDE_CONSTRAINED = constants.SLOPE_SIDE_CONSTRAINED
    DOWN_TRIANGLE = constants.SLOPE_DOWN_TRIANGLE


class Flags(IntFlag):
    """Where a frame collided. UNKNOWN: the producer did not say."""

    NONE = 0
    DOWN = constants.FLAG_DOWN
    SIDES = constants.FLAG_SIDES
    UP = constants.FLAG_UP
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
        ("decision_start", "i4"),
        ("decision_count", "i4"),
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
        ("box_low", *_VECTOR),  # the temporal box (001 5.3) that geometry was asked for
        ("box_high", *_VECTOR),
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
DECISION = np.dtype(
    [
        ("frame", "i4"),
        ("attempt", "i4"),  # indices of what the gate belongs to; -1 where it belongs to something larger
        ("pass_index", "i4"),
        ("iteration", "i4"),
        ("gate", "u1"),  # engine.decisions.Gate
        ("outcome", "?"),  # whether the condition that the gate is named after holds
        ("value", "f8"),
        ("threshold", "f8"),
        ("body", "i4"),  # about which body and triangle it was, if about any
        ("triangle", "i4"),
    ]
)
"""One gate of the rules, in the order in which they were asked."""
STATE = np.dtype(
    [
        ("center", *_VECTOR),
        ("fall_speed", "f8"),  # along up, metres per second; what gravity has added up to
        ("support", "i4"),  # the body that the character rides on, NO_BODY if none
        ("support_world", *_VECTOR),  # where it was touched, in the world and in the body's own space
        ("support_local", *_VECTOR),
        ("hint_up", "i4"),  # ranks of what each pass hit last: they decide exact ties
        ("hint_side", "i4"),
        ("hint_down", "i4"),
        ("flags", "u1"),  # of the frame before
        ("stuck_frames", "i4"),
        ("earlier", *_VECTOR),  # centre at the start of the frame before
        # What follows is of `slide` alone.
        ("velocity", *_VECTOR),  # metres per second, as clipped in the frame before
        ("is_grounded", "i4"),  # 1: stands on ground, or lost it less than the grace time ago
        ("is_borne", "i4"),  # 1: walkable ground was felt in the frame before; gravity waits
        ("time_since_grounded", "f8"),  # seconds
        ("ground_normal", *_VECTOR),  # of the last walkable ground
        ("last_safe", *_VECTOR),  # the last centre without an overlap
        ("depenetrate", "i4"),  # why the frame begins with pushing out: 0 not, 1 spawn, 2 teleport, 3 stuck
    ]
)
"""All that a controller carries from one frame to the next, at a frame's start: a frame re-runs from it bit for bit."""


_HASHED = np.dtype([("frame", "<u4"), ("center", "<f8", (3,))])
"""What the hash of a frame is made of, byte by byte."""


def frame_hash(frame: int, center: ArrayLike) -> int:
    """Return CRC-32 of the frame's number and centre; -0 counts as 0."""
    return int(_hash_frames(frame, np.asarray(center, dtype=np.float64).reshape(1, 3))[0])


def _hash_frames(first: int, centers: NDArray[np.float64]) -> NDArray[np.uint32]:
    hashed = np.empty(len(centers), dtype=_HASHED)
    hashed["frame"] = np.arange(first, first + len(centers))
    hashed["center"] = centers + 0.0  # turns -0 into 0
    text, size = hashed.tobytes(), _HASHED.itemsize
    return np.array([zlib.crc32(text[at : at + size]) for at in range(0, len(text), size)], dtype=np.uint32)


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
    decisions: Records = field(default_factory=lambda: np.zeros(0, dtype=DECISION))
    """Every gate with its value, threshold and outcome; only our own controllers tell them."""
    states: Records = field(default_factory=lambda: np.zeros(0, dtype=STATE))
    """The controller's state at the start of each frame, or empty."""

    def __len__(self) -> int:
        return len(self.frames)

    @property
    def centers(self) -> NDArray[np.float64]:
        """Where each frame ended, (frames, 3), metres."""
        return self.frames["center"]

    @cached_property
    def hashes(self) -> NDArray[np.uint32]:
        """The hash of each frame, (frames,): two runs that agree in all of them ended every frame bit for bit alike."""
        hashes = _hash_frames(0, self.centers)
        hashes.setflags(write=False)
        return hashes

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

    def decisions_of(self, frame: int) -> range:
        """Return the indices into `decisions` of a frame."""
        record = self.frames[frame]
        return range(record["decision_start"], record["decision_start"] + record["decision_count"])

    def body_name(self, body: int) -> str:
        """Return the name of a body by its index; `none` and `unknown` for the two that are no bodies."""
        if body >= 0:
            return self.body_names[body]
        return "none" if body == NO_BODY else "unknown"

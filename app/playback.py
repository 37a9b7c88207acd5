"""Where in a trace we are looking, and how that moves: by hand, step by step, or by itself with the clock.

A cursor is a path of ordinals, frame → attempt → pass → iteration. Every step is index arithmetic on the parents'
slices, so it costs the same at frame 10 and at frame 10,000.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.trace import AttemptKind, PassKind, Trace


class Depth(IntEnum):
    """How far a cursor looks into a frame."""

    FRAME = 0
    ATTEMPT = 1
    PASS = 2
    ITERATION = 3


@dataclass(frozen=True)
class Cursor:
    """A place in a trace. Ordinals count within the parent; None: the level above is looked at as a whole."""

    frame: int = 0
    attempt: int | None = None
    pass_: int | None = None
    iteration: int | None = None

    @property
    def path(self) -> tuple[int, ...]:
        """The ordinals down to the first None: one for a whole frame, four for an iteration."""
        ordinals: list[int] = [self.frame]
        for ordinal in (self.attempt, self.pass_, self.iteration):
            if ordinal is None:
                break
            ordinals.append(ordinal)
        return tuple(ordinals)

    @property
    def depth(self) -> Depth:
        """Return the level that is looked at."""
        return Depth(len(self.path) - 1)


def clamp(trace: Trace, cursor: Cursor) -> Cursor:
    """Return the nearest cursor that exists in the trace; Cursor(0) for a trace without frames."""
    path: tuple[int, ...] = ()
    for ordinal in cursor.path:
        count = _count_children(trace, path)
        if count == 0:
            break
        path = (*path, min(max(ordinal, 0), count - 1))
    return Cursor(*path) if path else Cursor(0)


def step(trace: Trace, cursor: Cursor, depth: Depth, direction: int) -> Cursor:
    """Move to the next (`direction` +1) or previous (-1) stop at a depth, over the borders of attempts and frames.

    The stops are all nodes of that depth, and the shallower ones that have nothing inside: a pass without iterations, a
    frame without attempts. So nothing that ran is passed over. From a shallower cursor the first stop inside is taken
    (backwards: the last); from a deeper one, the neighbour of what it lies in. At the ends of the trace it stays.
    """
    path = clamp(trace, cursor).path[: depth + 1]
    if len(path) <= depth and _count_children(trace, path):
        return _enter(trace, path, depth, direction)
    here = path
    while path:
        parent, ordinal = path[:-1], path[-1] + direction
        if 0 <= ordinal < _count_children(trace, parent):
            return _enter(trace, (*parent, ordinal), depth, direction)
        path = parent
    return Cursor(*here)


def _enter(trace: Trace, path: tuple[int, ...], depth: Depth, direction: int) -> Cursor:
    """Go down to `depth`, or as far as there is something, through the first children or the last ones."""
    while len(path) <= depth:
        count = _count_children(trace, path)
        if count == 0:
            break
        path = (*path, 0 if direction > 0 else count - 1)
    return Cursor(*path)


def _count_children(trace: Trace, path: tuple[int, ...]) -> int:
    """Return how many nodes lie directly inside a path that exists; the empty path is the trace itself."""
    match path:
        case ():
            return len(trace)
        case (frame,):
            return len(trace.attempts_of(frame)) if frame < len(trace) else 0
        case (frame, attempt):
            return len(trace.passes_of(trace.attempts_of(frame)[attempt]))
        case (frame, attempt, pass_):
            return len(trace.iterations_of(trace.passes_of(trace.attempts_of(frame)[attempt])[pass_]))
    return 0


def attempt_index(trace: Trace, cursor: Cursor) -> int | None:
    """Return the index into `trace.attempts` of the cursor's attempt, if it names one."""
    return None if cursor.attempt is None else trace.attempts_of(cursor.frame)[cursor.attempt]


def pass_index(trace: Trace, cursor: Cursor) -> int | None:
    """Return the index into `trace.passes` of the cursor's pass, if it names one."""
    attempt = attempt_index(trace, cursor)
    return None if attempt is None or cursor.pass_ is None else trace.passes_of(attempt)[cursor.pass_]


def iteration_index(trace: Trace, cursor: Cursor) -> int | None:
    """Return the index into `trace.iterations` of the cursor's iteration, if it names one."""
    index = pass_index(trace, cursor)
    return None if index is None or cursor.iteration is None else trace.iterations_of(index)[cursor.iteration]


def cursor_at_attempt(trace: Trace, index: int) -> Cursor:
    """Return the cursor of an attempt by its index into `trace.attempts`."""
    frame = int(trace.attempts[index]["frame"])
    return Cursor(frame, index - trace.attempts_of(frame).start)


def cursor_at_pass(trace: Trace, index: int) -> Cursor:
    """Return the cursor of a pass by its index into `trace.passes`."""
    attempt = int(trace.passes[index]["attempt"])
    return replace(cursor_at_attempt(trace, attempt), pass_=index - trace.passes_of(attempt).start)


def cursor_at_iteration(trace: Trace, index: int) -> Cursor:
    """Return the cursor of an iteration by its index into `trace.iterations`."""
    parent = int(trace.iterations[index]["pass_index"])
    return replace(cursor_at_pass(trace, parent), iteration=index - trace.iterations_of(parent).start)


def find_first(
    trace: Trace,
    pass_kind: PassKind,
    *,
    from_frame: int = 0,
    to_frame: int | None = None,
    attempt_kind: AttemptKind | None = None,
    with_hit: bool = False,
) -> Cursor | None:
    """Find the first pass of a kind in frames `from_frame` up to, not including, `to_frame` (None: the end).

    `attempt_kind` limits the search to plain moves or to walk experiments, `with_hit` to passes that hit something.
    """
    owners = trace.passes["attempt"]
    frames = trace.attempts["frame"][owners]
    wanted = (trace.passes["kind"] == pass_kind) & (frames >= from_frame)
    if to_frame is not None:
        wanted &= frames < to_frame
    if attempt_kind is not None:
        wanted &= trace.attempts["kind"][owners] == attempt_kind
    for index in np.flatnonzero(wanted):
        if not with_hit or _has_hit(trace, int(index)):
            return cursor_at_pass(trace, int(index))
    return None


def _has_hit(trace: Trace, index: int) -> bool:
    inside = trace.iterations_of(index)
    return bool(trace.iterations["hit"][inside.start : inside.stop].any())


@dataclass(frozen=True)
class Playback:
    """The cursor and the clock. `speed` 1 is real time, negative runs backwards; `fraction` is the frame begun."""

    cursor: Cursor = Cursor()
    playing: bool = False
    speed: float = 1.0
    loop: bool = False
    fraction: float = 0.0

    def advance(self, trace_length: int, dt_frame: float, elapsed_seconds: float) -> Playback:
        """Let time pass: whole frames move the cursor, the rest is kept. Stops at an end unless it loops.

        `dt_frame` is the length of a frame in seconds. The cursor keeps its depth until a frame has passed.
        """
        if not self.playing or trace_length == 0:
            return self
        passed = self.fraction + elapsed_seconds * self.speed / dt_frame
        whole = math.floor(passed)
        if whole == 0:
            return replace(self, fraction=passed)
        target = self.cursor.frame + whole
        if self.loop:
            return replace(self, cursor=Cursor(target % trace_length), fraction=passed - whole)
        inside = min(max(target, 0), trace_length - 1)
        if inside != target:
            return replace(self, cursor=Cursor(inside), playing=False, fraction=0.0)
        return replace(self, cursor=Cursor(target), fraction=passed - whole)

    def toggle(self, trace_length: int) -> Playback:
        """Play or pause. Starting at the end in the direction of play begins again at the other end."""
        if self.playing:
            return replace(self, playing=False)
        first, last = (0, trace_length - 1) if self.speed >= 0 else (trace_length - 1, 0)
        cursor = Cursor(max(first, 0)) if self.cursor.frame == last else self.cursor
        return replace(self, cursor=cursor, playing=True, fraction=0.0)

    def seek(self, cursor: Cursor) -> Playback:
        """Put the cursor somewhere else, at the beginning of its frame."""
        return replace(self, cursor=cursor, fraction=0.0)

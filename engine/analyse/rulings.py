"""The decisions of a trace with their places: which gates were asked around a place, and which decided otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from engine.analyse.agreement import Indices, Mask, compare_children
from engine.analyse.differences import Difference, Place, What
from engine.analyse.pair import Pair, list_run_passes
from engine.decisions import GATES, Gate
from engine.trace import AttemptKind, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace

TIE = 1e-6
"""Metres, or of a cosine: a gate this close to its threshold is decided by rounding. A float32 step at 8 m."""

_PLATFORM = frozenset({Gate.MOVER, Gate.RISING, Gate.RIDE, Gate.PLATFORM_RAY})
_PLAN = frozenset({Gate.MOVING_UP, Gate.SIDE_MOTION, Gate.FALLING, Gate.STEP_CLAMP})
_SENSOR = frozenset({Gate.SENSOR_MODE, Gate.SENSOR_SHORT, Gate.SENSOR_UNTOUCHED})
_SLOPE = frozenset({Gate.SIDE_STEEP, Gate.SIDE_HEIGHT, Gate.DOWNWARD, Gate.DOWN_STEEP, Gate.DOWN_TOP})
_LOOP = frozenset({Gate.REST, Gate.REVERSAL, Gate.HIT, Gate.OVERLAP})
_AFTER = frozenset({Gate.CEILING, Gate.RECOVERY_PUSH, Gate.PROBE, Gate.SNAP_WALKABLE, Gate.SNAP})
_DECIDERS: dict[What, frozenset[Gate]] = {
    What.START: _PLATFORM,
    What.ATTEMPT: _SLOPE,
    What.ATTEMPT_MOVE: _PLATFORM,
    What.ATTEMPT_START: _PLATFORM | _AFTER,
    What.PASS: _PLAN | _SENSOR | _SLOPE,
    What.PASS_MOVE: _PLAN,
    What.HIT: frozenset({Gate.HIT, Gate.OVERLAP}),
    What.ITERATIONS: _LOOP,
    What.EXIT: _LOOP,
    What.RESTORED: _SLOPE | _SENSOR,
    What.SLOPE: _SLOPE,
    What.FLAGS: _AFTER,
    What.CENTER: _AFTER,
}
"""Which gates can bring a difference about. None: a move is given, and which body is nearest is geometry, no gate."""


@dataclass(frozen=True)
class Ruling:
    """One decision with its place and names."""

    index: int
    """Into the trace's decisions."""
    place: Place
    gate: Gate
    outcome: bool
    """Whether the condition that the gate is named after holds."""
    value: float
    threshold: float
    body: str | None
    """What it was about, if about any."""
    triangle: int

    @property
    def margin(self) -> float | None:
        """How far the value was from the threshold; None for a plain yes or no, and for an equality that holds."""
        relation = GATES[self.gate].relation
        gap = abs(self.value - self.threshold)
        if relation == "" or (relation == "=" and self.outcome) or not math.isfinite(gap):
            return None
        return gap

    @property
    def is_tie(self) -> bool:
        """Whether rounding could have turned it."""
        return self.margin is not None and self.margin <= TIE


@dataclass(frozen=True)
class GateFlip:
    """The first gate that the two runs answered differently. One is None: a guard acted in the other run only."""

    ours: Ruling | None
    theirs: Ruling | None

    @property
    def place(self) -> Place:
        """Where it was asked."""
        known = self.ours or self.theirs
        assert known is not None
        return known.place


def list_rulings(trace: Trace, frame: int) -> tuple[Ruling, ...]:
    """Return all decisions of a frame, in the order in which they were taken."""
    return tuple(_read_ruling(trace, index) for index in trace.decisions_of(frame)) if len(trace.decisions) else ()


def _read_ruling(trace: Trace, index: int) -> Ruling:
    record = trace.decisions[index]
    body = int(record["body"])
    return Ruling(
        index=index,
        place=_find_place(trace, index),
        gate=Gate(int(record["gate"])),
        outcome=bool(record["outcome"]),
        value=float(record["value"]),
        threshold=float(record["threshold"]),
        body=trace.body_name(body) if body >= 0 else None,
        triangle=int(record["triangle"]),
    )


def _find_place(trace: Trace, index: int) -> Place:
    record = trace.decisions[index]
    frame, attempt = int(record["frame"]), int(record["attempt"])
    pass_index, iteration = int(record["pass_index"]), int(record["iteration"])
    if attempt < 0:
        return Place(frame)
    kind = AttemptKind(int(trace.attempts[attempt]["kind"]))
    number = attempt - trace.attempts_of(frame).start
    if pass_index < 0:
        return Place(frame, number, kind)
    run = list_run_passes(trace, attempt)
    return Place(
        frame,
        number,
        kind,
        run.index(pass_index) if pass_index in run else None,
        PassKind(int(trace.passes[pass_index]["kind"])),
        iteration - trace.iterations_of(pass_index).start if iteration >= 0 else None,
    )


def pick_rulings(rulings: tuple[Ruling, ...], difference: Difference) -> tuple[Ruling, ...]:
    """Return the decisions around a difference: of its pass up to its iteration, or else those that bring it about."""
    wanted, deciders = difference.place, _DECIDERS.get(difference.what, frozenset())

    def is_around(ruling: Ruling) -> bool:
        place = ruling.place
        if wanted.run_pass is None or difference.what is What.PASS:
            # Why a pass or an attempt ran is decided before it; why there was another attempt, in the one before.
            elsewhere = wanted.attempt is not None and difference.what is not What.ATTEMPT
            return ruling.gate in deciders and not (elsewhere and place.attempt != wanted.attempt)
        here = (place.attempt, place.run_pass) == (wanted.attempt, wanted.run_pass)
        if difference.what is What.PASS_MOVE:
            return here or (place.attempt == wanted.attempt and ruling.gate in deciders)
        if place.iteration is None or wanted.iteration is None:
            return here
        return here and place.iteration <= wanted.iteration

    return tuple(ruling for ruling in rulings if is_around(ruling)) or rulings


def find_closest_call(rulings: Iterable[Ruling], what: What) -> Ruling | None:
    """Return the decision that was closest to flipping, among those that can bring such a difference about."""
    deciders = _DECIDERS.get(what, frozenset())
    calls = [(ruling.margin, ruling) for ruling in rulings if ruling.gate in deciders and ruling.margin is not None]
    return min(calls, key=lambda call: call[0])[1] if calls else None


def find_flip(pair: Pair, first_frame: int) -> GateFlip | None:
    """Return the first gate from a frame on that the two runs answered differently; None if one tells no decisions."""
    ours, theirs = pair.ours.decisions, pair.theirs.decisions
    if not (len(ours) and len(theirs)):
        return None

    def same(left: Indices, right: Indices) -> Mask:
        gates = ours["gate"][left] == theirs["gate"][right]
        alike: Mask = gates & (ours["outcome"][left] == theirs["outcome"][right])
        return alike

    frames = [decisions["frame"].astype(np.intp) for decisions in (ours, theirs)]
    agree = compare_children(frames[0], frames[1], pair.frame_count, same)
    differing = np.flatnonzero(~agree[first_frame:])
    if not len(differing):
        return None
    frame = first_frame + int(differing[0])
    return _walk_rulings(list_rulings(pair.ours, frame), list_rulings(pair.theirs, frame))


def _walk_rulings(ours: tuple[Ruling, ...], theirs: tuple[Ruling, ...]) -> GateFlip | None:
    for left, right in zip_longest(ours, theirs):
        if left is None or right is None:
            return GateFlip(left, right)
        if left.gate != right.gate and (left.gate.is_guard or right.gate.is_guard):
            # A guard speaks up only when it acts: the other run has nothing to set against it.
            return GateFlip(left, None) if left.gate.is_guard else GateFlip(None, right)
        if (left.gate, left.outcome) != (right.gate, right.outcome):
            return GateFlip(left, right)
    return None

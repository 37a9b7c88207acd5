"""The decisions of a trace with their places: which gates were asked around a place, and which decided otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from engine.analyse.agreement import Agreement, Indices, Mask, compare_children
from engine.analyse.differences import Difference, Place, What
from engine.analyse.pair import Pair, list_run_passes
from engine.decisions import GATES, Gate
from engine.trace import AttemptKind, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace

TIE = 1e-6
"""Metres, or of a cosine: a gate this close to its threshold is decided by rounding. A float32 step at 8 m."""
ROUNDING = 1e-9
"""Metres, or of a cosine: what two float64 runs of the same frame may differ by, and what no outcome hangs on."""

_PLATFORM = frozenset({Gate.MOVER, Gate.RISING, Gate.RIDE, Gate.PLATFORM_RAY})
_PLAN = frozenset({Gate.MOVING_UP, Gate.SIDE_MOTION, Gate.FALLING, Gate.STEP_CLAMP})
_SENSOR = frozenset({Gate.SENSOR_MODE, Gate.SENSOR_SHORT, Gate.SENSOR_UNTOUCHED})
_SLOPE = frozenset({Gate.SIDE_STEEP, Gate.SIDE_HEIGHT, Gate.DOWNWARD, Gate.DOWN_STEEP, Gate.DOWN_TOP})
_LOOP = frozenset({Gate.REST, Gate.REVERSAL, Gate.HIT, Gate.OVERLAP})
_AFTER = frozenset({Gate.CEILING, Gate.RECOVERY_PUSH, Gate.PROBE, Gate.SNAP_WALKABLE, Gate.SNAP})
_MOTIONS = _PLAN - {Gate.FALLING, Gate.STEP_CLAMP} | {Gate.MOVER, Gate.RISING, Gate.DOWNWARD}
"""Gates that ask whether there is any motion of a kind."""
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
        """Whether rounding could have turned it; never where there is no motion at all, which is exactly 0."""
        is_nothing = self.gate in _MOTIONS and self.value == 0.0
        return self.margin is not None and self.margin <= TIE and not is_nothing

    @property
    def question(self) -> tuple[object, ...]:
        """What was asked, and where: only answers to the same question can differ."""
        place = self.place
        return self.gate, place.attempt, place.attempt_kind, place.pass_kind, place.iteration

    def is_in_pass_of(self, other: Ruling | None) -> bool:
        """Whether both were asked in the same pass."""
        if other is None or self.place.pass_kind is None:
            return False
        here, there = self.place, other.place
        return (here.attempt, here.run_pass, here.pass_kind) == (there.attempt, there.run_pass, there.pass_kind)


@dataclass(frozen=True)
class GateFlip:
    """The first gate that the two runs answered differently, or where one asked what the other did not.

    One is None: a guard acted in the other run only, or this run had nothing more to ask in the frame.
    """

    ours: Ruling | None
    theirs: Ruling | None
    is_parting: bool = False
    """Whether the two are different questions, the next ones after all answers were the same."""
    before: Ruling | None = None
    """Of a parting: our last decision that both have; None if they part at once."""

    @property
    def place(self) -> Place:
        """Where it was asked; of a parting, where one of the two goes on."""
        known = [ruling for ruling in (self.ours, self.theirs) if ruling is not None]
        going_on = [ruling for ruling in known if self.is_parting and ruling.is_in_pass_of(self.before)]
        return (going_on or known)[0].place

    @property
    def is_tie(self) -> bool:
        """Whether rounding decided: the same value within rounding in both runs, at the threshold, but two answers."""
        if self.ours is None or self.theirs is None or self.is_parting:
            return False
        is_close = self.ours.is_tie and self.theirs.is_tie and abs(self.ours.value - self.theirs.value) < TIE
        return is_close and self.ours.outcome != self.theirs.outcome

    @property
    def is_rounding(self) -> bool:
        """Whether not even a billionth of a metre lies between the two answers."""
        margins = [each.margin for each in (self.ours, self.theirs) if each is not None]
        return self.is_tie and all(margin is not None and margin <= ROUNDING for margin in margins)


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


def find_flip(pair: Pair, agreement: Agreement, first_frame: int) -> GateFlip | None:
    """Return the first gate from a frame on that the two runs answered differently; None if one tells no decisions.

    Answers that rounding turned are passed over where the frame ends alike and takes the same passes all the same.
    """
    ours, theirs = pair.ours.decisions, pair.theirs.decisions
    if not (len(ours) and len(theirs)):
        return None

    def same(left: Indices, right: Indices) -> Mask:
        gates = ours["gate"][left] == theirs["gate"][right]
        alike: Mask = gates & (ours["outcome"][left] == theirs["outcome"][right])
        return alike

    frames = [decisions["frame"].astype(np.intp) for decisions in (ours, theirs)]
    agree = compare_children(frames[0], frames[1], pair.frame_count, same)
    unharmed = agreement.outcome if agreement.passes is None else agreement.outcome & agreement.passes
    for frame in (first_frame + np.flatnonzero(~agree[first_frame:])).tolist():
        rulings = list_rulings(pair.ours, frame), list_rulings(pair.theirs, frame)
        flip = _walk_rulings(*rulings, forgive=bool(unharmed[frame]))
        if flip is not None:
            return flip
    return None


def _walk_rulings(ours: tuple[Ruling, ...], theirs: tuple[Ruling, ...], *, forgive: bool) -> GateFlip | None:
    """Return the first flip or parting; `forgive`: pass over flips of pure rounding, and over what they lead to."""
    before, forgiven = None, False
    for left, right in zip_longest(ours, theirs):
        if left is not None and right is not None and left.question == right.question:
            flip = GateFlip(left, right)
            if left.outcome != right.outcome and not (forgive and flip.is_rounding):
                return flip
            before, forgiven = left, forgiven or left.outcome != right.outcome
            continue
        if forgiven:
            return None
        guards = [each is not None and each.gate.is_guard for each in (left, right)]
        if guards[0] != guards[1]:
            # A guard speaks up only when it acts: the other run has nothing to set against it.
            return GateFlip(left, None) if guards[0] else GateFlip(None, right)
        return GateFlip(left, right, is_parting=True, before=before)
    return None

"""Which frames of two traces agree, and how far apart the centres are: over whole columns, however long the traces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.analyse.pair import DISTANCE_TOLERANCE, NORMAL_TOLERANCE, Pair, is_near, is_same_place, measure_apart
from engine.trace import Exit, Flags

if TYPE_CHECKING:
    from engine.trace import Trace

Mask = NDArray[np.bool_]
Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Agreement:
    """In what the frames that both traces have agree, frame by frame."""

    outcome: Mask
    """The centre within the tolerance, the same flags and the same body underfoot."""
    passes: Mask | None
    """Every pass has the same kind, exit and number of iterations. None: one of the producers tells no passes."""
    hits: Mask | None
    """The passes agree, and every iteration hits or misses alike: body, distance and normal."""
    details: Mask
    """Moves, starts, verdicts about slopes and what was restored agree too, as far as they are told."""
    distances: NDArray[np.float64]
    """Between the centres, metres; infinite where one is no number."""

    @property
    def complete(self) -> Mask:
        """The frames that agree in everything."""
        told = [mask for mask in (self.passes, self.hits) if mask is not None]
        complete: Mask = np.logical_and.reduce([self.outcome, self.details, *told])
        return complete


def find_agreement(pair: Pair) -> Agreement:
    """Compare all frames."""
    count = pair.frame_count
    ours, theirs = pair.ours.frames[:count], pair.theirs.frames[:count]
    distances = measure_apart(ours["center"], theirs["center"])
    outcome = (
        (distances <= pair.tolerance)
        & same_flags(ours["flags"], theirs["flags"])
        & pair.same_bodies(ours["touched"], theirs["touched"])
    )
    details = is_same_place(ours["move"], theirs["move"], pair.tolerance)
    if not pair.tells_passes:
        return Agreement(outcome, None, None, details, distances)
    passes = _agree_in_passes(pair) & ((ours["attempt_count"] > 0) == (theirs["attempt_count"] > 0))
    hits = passes & _agree_in_hits(pair)
    return Agreement(outcome, passes, hits, details & _agree_in_details(pair), distances)


def same_flags(ours: NDArray[np.uint8], theirs: NDArray[np.uint8]) -> Mask:
    """Tell which flags are the same; those that a producer does not tell are no difference."""
    same: Mask = (ours == theirs) | (ours == Flags.UNKNOWN) | (theirs == Flags.UNKNOWN)
    return same


def compare_children(ours: Indices, theirs: Indices, count: int, same: Callable[[Indices, Indices], Mask]) -> Mask:
    """Tell in which of the first `count` frames the children are as many, and one by one the same.

    `ours` and `theirs` are the frames of all children, in order, -1 for children that do not count; `same` is asked
    about children that stand at the same place of the same frame.
    """
    ours_in, theirs_in = (np.flatnonzero((frames >= 0) & (frames < count)) for frames in (ours, theirs))
    counts = [np.bincount(frames[inside], minlength=count) for frames, inside in ((ours, ours_in), (theirs, theirs_in))]
    agree: Mask = counts[0] == counts[1]
    left, right = ours_in[agree[ours[ours_in]]], theirs_in[agree[theirs[theirs_in]]]
    agree[ours[left][~same(left, right)]] = False
    return agree


def _pass_frames(trace: Trace) -> Indices:
    """Return the frame of each pass."""
    frames: Indices = trace.attempts["frame"][trace.passes["attempt"]].astype(np.intp)
    return frames


def _run_frames(trace: Trace) -> Indices:
    """Return the frame of each pass that had a way to go, -1 for the others."""
    return np.where(trace.passes["exit"] == Exit.ZERO, -1, _pass_frames(trace))


def _agree_in_passes(pair: Pair) -> Mask:
    ours, theirs = pair.ours, pair.theirs

    def same(left: Indices, right: Indices) -> Mask:
        a, b = ours.passes[left], theirs.passes[right]
        kinds = ours.attempts["kind"][a["attempt"]] == theirs.attempts["kind"][b["attempt"]]
        exits = (a["exit"] == b["exit"]) | (a["exit"] == Exit.UNKNOWN) | (b["exit"] == Exit.UNKNOWN)
        alike: Mask = kinds & exits & (a["kind"] == b["kind"]) & (a["iteration_count"] == b["iteration_count"])
        return alike

    return compare_children(_run_frames(ours), _run_frames(theirs), pair.frame_count, same)


def _agree_in_hits(pair: Pair) -> Mask:
    ours, theirs = pair.ours, pair.theirs

    def same(left: Indices, right: Indices) -> Mask:
        a, b = ours.iterations[left], theirs.iterations[right]
        alike = (
            pair.same_bodies(a["body"], b["body"])
            & is_near(a["distance"], b["distance"], DISTANCE_TOLERANCE)
            & is_near(a["normal"], b["normal"], NORMAL_TOLERANCE)
        )
        agree: Mask = (a["hit"] == b["hit"]) & (alike | ~a["hit"])
        return agree

    frames = [_pass_frames(trace)[trace.iterations["pass_index"]] for trace in (ours, theirs)]
    return compare_children(frames[0], frames[1], pair.frame_count, same)


def _agree_in_details(pair: Pair) -> Mask:
    ours, theirs = pair.ours, pair.theirs

    def same_attempts(left: Indices, right: Indices) -> Mask:
        a, b = ours.attempts[left], theirs.attempts[right]
        moves = is_same_place(a["move"], b["move"], pair.tolerance)
        starts = is_same_place(a["start"], b["start"], pair.tolerance)
        alike: Mask = moves & starts & (a["kind"] == b["kind"]) & (a["slope_rule"] == b["slope_rule"])
        return alike

    def same_passes(left: Indices, right: Indices) -> Mask:
        a, b = ours.passes[left], theirs.passes[right]
        alike: Mask = is_same_place(a["move"], b["move"], pair.tolerance) & (a["restored"] == b["restored"])
        return alike

    frames = [trace.attempts["frame"].astype(np.intp) for trace in (ours, theirs)]
    attempts = compare_children(frames[0], frames[1], pair.frame_count, same_attempts)
    return attempts & compare_children(_run_frames(ours), _run_frames(theirs), pair.frame_count, same_passes)

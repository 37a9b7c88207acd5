"""In what a frame of one trace differs from a frame of another, wherever in their traces the two frames stand.

The same questions as in `agreement`, for a single frame: a frame that was run again alone is the first of its trace.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from engine.analyse.agreement import same_flags
from engine.analyse.pair import DISTANCE_TOLERANCE, NORMAL_TOLERANCE, Pair, is_near, list_run_passes, measure_apart
from engine.trace import Exit

if TYPE_CHECKING:
    from engine.trace import Trace


class Aspect(StrEnum):
    """What can differ."""

    OUTCOME = "outcome"
    PASSES = "passes"
    HITS = "hits"


def list_aspects(pair: Pair, our_frame: int, their_frame: int) -> frozenset[Aspect]:
    """Return in what two frames differ; where the passes differ, so do the hits."""
    found = set()
    if not _is_same_outcome(pair, our_frame, their_frame):
        found.add(Aspect.OUTCOME)
    if not pair.tells_passes:
        return frozenset(found)
    if not _are_same_passes(pair, our_frame, their_frame):
        found |= {Aspect.PASSES, Aspect.HITS}
    elif list_unlike_iterations(pair, our_frame, their_frame):
        found.add(Aspect.HITS)
    return frozenset(found)


def list_iterations(trace: Trace, frame: int) -> list[int]:
    """Return the iterations of all passes of a frame, in order."""
    passes = [index for attempt in trace.attempts_of(frame) for index in trace.passes_of(attempt)]
    return [iteration for index in passes for iteration in trace.iterations_of(index)]


def list_unlike_iterations(pair: Pair, our_frame: int, their_frame: int) -> list[tuple[int, int]]:
    """Return the iterations, ours and theirs, whose hits differ; only those that stand at the same place."""
    both = zip(list_iterations(pair.ours, our_frame), list_iterations(pair.theirs, their_frame), strict=False)
    return [(ours, theirs) for ours, theirs in both if not _is_same_hit(pair, ours, theirs)]


def _is_same_outcome(pair: Pair, our_frame: int, their_frame: int) -> bool:
    ours, theirs = pair.ours.frames[our_frame], pair.theirs.frames[their_frame]
    return bool(
        measure_apart(ours["center"], theirs["center"]) <= pair.tolerance
        and same_flags(ours["flags"], theirs["flags"])
        and pair.same_bodies(ours["touched"], theirs["touched"])
    )


def _are_same_passes(pair: Pair, our_frame: int, their_frame: int) -> bool:
    ours, theirs = _describe_passes(pair.ours, our_frame), _describe_passes(pair.theirs, their_frame)
    return len(ours) == len(theirs) and all(
        left[:-1] == right[:-1] and (left[-1] == right[-1] or Exit.UNKNOWN in (left[-1], right[-1]))
        for left, right in zip(ours, theirs, strict=True)
    )


def _describe_passes(trace: Trace, frame: int) -> list[tuple[int, ...]]:
    return [
        (int(trace.attempts[attempt]["kind"]), *(int(trace.passes[index][name]) for name in _PASS_FIELDS))
        for attempt in trace.attempts_of(frame)
        for index in list_run_passes(trace, attempt)
    ]


_PASS_FIELDS = ("kind", "iteration_count", "exit")
"""The exit last: one that a producer does not tell is no difference."""


def _is_same_hit(pair: Pair, our_iteration: int, their_iteration: int) -> bool:
    ours, theirs = pair.ours.iterations[our_iteration], pair.theirs.iterations[their_iteration]
    if not (ours["hit"] and theirs["hit"]):
        return bool(ours["hit"] == theirs["hit"])
    return bool(
        pair.same_bodies(ours["body"], theirs["body"])
        and is_near(ours["distance"], theirs["distance"], DISTANCE_TOLERANCE)
        and is_near(ours["normal"], theirs["normal"], NORMAL_TOLERANCE).all()
    )

"""The passes of one frame of two runs side by side: iterations, exit and end of each, and where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING

from app.explain.exits import explain_exit
from app.explain.words import format_vector
from app.measure import as_vec3
from engine.analyse.pair import POSITION_TOLERANCE, list_run_passes, measure_gap
from engine.trace import AttemptKind, Exit, PassKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.trace import Trace


@dataclass(frozen=True)
class PassCells:
    """A pass of one of the runs, as texts."""

    iterations: str
    exit: str
    end: str


@dataclass(frozen=True)
class PassPair:
    """A pass that both runs made, or only one of them."""

    label: str
    """`SIDE`; of a walk experiment `walk SIDE`."""
    kind: PassKind
    ours: PassCells | None
    theirs: PassCells | None
    differs: tuple[bool, bool, bool] = (True, True, True)
    """In iterations, exit and end."""


def pair_passes(ours: Trace, theirs: Trace, frame: int) -> tuple[PassPair, ...]:
    """Return the passes of a frame, those of one attempt and kind together; none if one of the runs has ended."""
    if frame >= min(len(ours), len(theirs)):
        return ()
    pairs: list[PassPair] = []
    for left, right in zip_longest(ours.attempts_of(frame), theirs.attempts_of(frame)):
        mine = [] if left is None else list_run_passes(ours, left)
        other = [] if right is None else list_run_passes(theirs, right)
        trace, attempt = (ours, left) if left is not None else (theirs, right)
        is_walk = trace.attempts[attempt]["kind"] == AttemptKind.WALK_EXPERIMENT
        pairs += (
            _make_pair(ours, theirs, a, b, "walk " if is_walk else "") for a, b in _align(ours, theirs, mine, other)
        )
    return tuple(pairs)


def _align(ours: Trace, theirs: Trace, mine: list[int], other: list[int]) -> Iterator[tuple[int | None, int | None]]:
    """Yield the passes of two attempts in order, those of one kind together."""
    kinds = [trace.passes["kind"][passes].tolist() for trace, passes in ((ours, mine), (theirs, other))]
    for tag, a, a_end, b, b_end in SequenceMatcher(None, kinds[0], kinds[1], autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(mine[a:a_end], other[b:b_end], strict=True)
        else:
            yield from ((index, None) for index in mine[a:a_end])
            yield from ((None, index) for index in other[b:b_end])


def _make_pair(ours: Trace, theirs: Trace, mine: int | None, other: int | None, lead: str) -> PassPair:
    left, right = _write_cells(ours, mine), _write_cells(theirs, other)
    trace, index = (ours, mine) if mine is not None else (theirs, other)
    kind = PassKind(int(trace.passes[index]["kind"]))
    if left is None or right is None:
        return PassPair(f"{lead}{kind.name}", kind, left, right)
    gap = measure_gap(ours.passes[mine]["end"], theirs.passes[other]["end"])
    differs = left.iterations != right.iterations, left.exit != right.exit, gap > POSITION_TOLERANCE
    return PassPair(f"{lead}{kind.name}", kind, left, right, differs)


def _write_cells(trace: Trace, index: int | None) -> PassCells | None:
    if index is None:
        return None
    record = trace.passes[index]
    count, most = int(record["iteration_count"]), int(record["max_iterations"])
    exit_ = explain_exit(Exit(int(record["exit"]))).short
    return PassCells(f"{count} of {most}" if most >= 0 else str(count), exit_, format_vector(as_vec3(record["end"])))

"""Which lines the log of a trace has, as columns: no text yet, so that 100,000 frames cost a few array operations."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

import numpy as np

from engine.decisions import Gate
from engine.readings import controller_of, count_in_state, list_ground_normals, list_grounded, pass_frames
from engine.rests import project_rests
from engine.scenario import Controller
from engine.settings import CctSettings, SlideSettings
from engine.trace import AttemptKind, Exit, Flags, PassKind, SlopeRule

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from engine.trace import Records, Trace

SNAP_SHOWN_M = 5e-4
"""Metres. A snap that would be told as 0.000: rounding, while the character walks on level ground."""
BEFORE, AFTER = -1, np.iinfo(np.int32).max
"""Ranks of what comes before the first and after the last pass of a frame, or iteration of a pass."""


class Severity(IntEnum):
    """How bad a line is."""

    INFO = 0
    WARNING = 1
    ERROR = 2


class Tag(StrEnum):
    """What stands in the brackets of a line."""

    SLIDE = "Slide"
    UP = "UP"
    SIDE = "SIDE"
    SENSOR = "SENSOR"
    DOWN = "DOWN"
    RECOVER = "RECOVER"
    GROUND = "GROUND"
    SNAP = "SNAP"
    DEPEN = "DEPEN"
    SLOPE = "SLOPE"
    WALK = "WALK"
    WARN = "WARN"
    HASH = "HASH"
    CANDIDATES = "CANDIDATES"


TAGS = tuple(Tag)
"""By the number that a row holds."""


class Kind(IntEnum):
    """What a line tells, and so what its `index` counts in."""

    SWEEP = 0  # iterations
    PUSH = 1  # iterations
    PUSH_DUE = 2  # decisions, as the next two
    RETEST = 3
    REVERTED = 4
    SNAP = 5  # passes
    SLOPE = 6  # attempts
    WALK = 7  # attempts
    LAST_BUMP = 8  # passes
    CAP = 9  # passes
    GUARD = 10  # decisions
    STUCK = 11  # decisions
    LANDED = 12  # frames, as all that follow
    LEFT_GROUND = 13
    HASH = 14
    CANDIDATES = 15


ROW = np.dtype(
    [
        ("frame", "i4"),
        ("pass_index", "i4"),  # where in the frame; BEFORE and AFTER where it belongs to no pass
        ("iteration", "i4"),  # likewise inside the pass
        ("kind", "u1"),  # Kind; of two lines at one place, the smaller comes first
        ("tag", "u1"),
        ("severity", "u1"),
        ("index", "i4"),
        ("value", "f8"),  # what takes whole columns to know: normal · up of the ground that was reached or left
        ("count", "i4"),  # frames that the old ground state had lasted; bodies that pushed, -1 if nobody said
    ]
)
_SWEEP_TAGS = {
    PassKind.BUMP: Tag.SLIDE,
    PassKind.UP: Tag.UP,
    PassKind.SIDE: Tag.SIDE,
    PassKind.SENSOR: Tag.SENSOR,
    PassKind.DOWN: Tag.DOWN,
    PassKind.RECOVER: Tag.RECOVER,
}
"""Passes whose every iteration is a line. Probes and snaps tell what came of them instead."""


def list_rows(trace: Trace) -> Records:
    """Return the rows of a trace's log, in the order in which things happened."""
    frames = np.arange(len(trace))
    parts = [
        *_list_sweeps(trace),
        *_list_pushes(trace),
        *_list_passes(trace),
        *_list_attempts(trace),
        *_list_ground(trace),
        _make(Kind.HASH, Tag.HASH, frames, frames, AFTER, AFTER),
        _list_candidates(trace),
    ]
    rows = np.concatenate(parts)
    order = np.lexsort((rows["kind"], rows["iteration"], rows["pass_index"], rows["frame"]))
    sorted_rows: Records = rows[order]
    sorted_rows.setflags(write=False)
    return sorted_rows


def find_up(trace: Trace) -> NDArray[np.float64]:
    """Return the scenario's up, or that of the documents if there is none."""
    return np.array((0.0, 1.0, 0.0) if trace.scenario is None else trace.scenario.up)


def _make(
    kind: Kind,
    tag: Tag,
    index: ArrayLike,
    frame: ArrayLike,
    pass_index: ArrayLike,
    iteration: ArrayLike,
    severity: Severity = Severity.INFO,
) -> Records:
    rows = np.zeros(np.size(index), dtype=ROW)
    rows["kind"], rows["tag"], rows["severity"] = kind, TAGS.index(tag), severity
    rows["index"], rows["frame"], rows["pass_index"], rows["iteration"] = index, frame, pass_index, iteration
    return rows


def _list_sweeps(trace: Trace) -> list[Records]:
    """Return a row for each iteration of the passes that sweep."""
    owners, frames = trace.iterations["pass_index"], pass_frames(trace)
    kinds, rows = trace.passes["kind"][owners], []
    for kind, tag in _SWEEP_TAGS.items():
        at = np.flatnonzero(kinds == kind)
        rows.append(_make(Kind.SWEEP, tag, at, frames[owners[at]], owners[at], at))
    return rows


def _list_pushes(trace: Trace) -> list[Records]:
    """Return what pushing out did: why it ran, each round, and what the test after it found (003 6)."""
    owners, frames = trace.iterations["pass_index"], pass_frames(trace)
    kinds, exits = trace.passes["kind"][owners], trace.passes["exit"][owners]
    rounds = (kinds == PassKind.DEPENETRATE) & (trace.iterations["length"] > 0.0)
    # `cct` pushes out in the iteration that began in an overlap, which is the last of its pass.
    ends = trace.passes["iteration_start"] + trace.passes["iteration_count"] - 1
    rounds |= (
        (kinds != PassKind.DEPENETRATE) & (exits == Exit.OVERLAP_RECOVERED) & (np.arange(len(owners)) == ends[owners])
    )
    at = np.flatnonzero(rounds)
    pushed = _make(Kind.PUSH, Tag.DEPEN, at, frames[owners[at]], owners[at], at)
    pushed["count"] = _count_pushing(trace)[at]
    due = _find_decisions(trace, Gate.DEPENETRATION_DUE)
    tested = _find_decisions(trace, Gate.STILL_OVERLAPS, holding=False)
    failed = tested[trace.decisions["outcome"][tested]]
    return [
        pushed,
        _make(Kind.PUSH_DUE, Tag.DEPEN, due, trace.decisions["frame"][due], BEFORE, BEFORE),
        _after_push(trace, Kind.RETEST, tested, Severity.INFO),
        _after_push(trace, Kind.REVERTED, failed, Severity.ERROR),
    ]


def _count_pushing(trace: Trace) -> NDArray[np.int64]:
    """Return how many bodies pushed in each iteration; -1 where the trace has no decisions."""
    if not len(trace.decisions):
        return np.full(len(trace.iterations), -1, dtype=np.int64)
    gates, inside = trace.decisions["gate"], trace.decisions["iteration"]
    pushing = ((gates == Gate.DEPENETRATION_DEPTH) | (gates == Gate.RECOVERY_PUSH)) & trace.decisions["outcome"]
    return np.bincount(inside[pushing & (inside >= 0)], minlength=len(trace.iterations))


def _after_push(trace: Trace, kind: Kind, decisions: NDArray[np.intp], severity: Severity) -> Records:
    """Return rows behind the pass DEPENETRATE, which is the first of its attempt."""
    records = trace.decisions[decisions]
    passes = trace.attempts["pass_start"][records["attempt"]]
    return _make(kind, Tag.DEPEN, decisions, records["frame"], passes, AFTER, severity)


def _find_decisions(trace: Trace, gate: Gate, *, holding: bool = True) -> NDArray[np.intp]:
    """Return the decisions of a gate; `holding`: only where its condition holds."""
    found = trace.decisions["gate"] == gate
    return np.flatnonzero(found & trace.decisions["outcome"] if holding else found)


def _list_passes(trace: Trace) -> list[Records]:
    """Return snaps, and the warnings of passes and guards."""
    passes, frames = trace.passes, pass_frames(trace)
    ends = passes["iteration_start"] + passes["iteration_count"] - 1
    drops = (passes["start"] - passes["end"]) @ find_up(trace)
    snaps = np.flatnonzero((passes["kind"] == PassKind.SNAP) & (drops > SNAP_SHOWN_M))
    most, count = passes["max_iterations"], passes["iteration_count"]
    bumps = np.flatnonzero((passes["kind"] == PassKind.BUMP) & (most > 0) & (count >= most))
    capped = _find_capped(trace)
    acted = (trace.decisions["gate"] >= Gate.GUARD_ZERO_DIRECTION) & (trace.decisions["gate"] <= Gate.GUARD_STUCK)
    guards = np.flatnonzero(acted & trace.decisions["outcome"])
    stuck = _find_decisions(trace, Gate.STUCK)
    warning = Severity.WARNING
    return [
        _make(Kind.SNAP, Tag.SNAP, snaps, frames[snaps], snaps, AFTER),
        _make(Kind.LAST_BUMP, Tag.WARN, bumps, frames[bumps], bumps, ends[bumps], warning),
        _make(Kind.CAP, Tag.WARN, capped, frames[capped], capped, ends[capped], warning),
        _at_decisions(trace, Kind.GUARD, guards),
        _at_decisions(trace, Kind.STUCK, stuck),
    ]


def _find_capped(trace: Trace) -> NDArray[np.intp]:
    """Return the passes of `cct` that used all of several iterations with more way left than is worth a sweep."""
    passes, scenario = trace.passes, trace.scenario
    used = (passes["exit"] == Exit.MAX_ITERATIONS) & (passes["max_iterations"] > 1) & (passes["iteration_count"] > 0)
    found = np.flatnonzero(used)
    settings = None if scenario is None else scenario.settings
    least = settings.min_move_distance if isinstance(settings, CctSettings) else 0.0
    capped: NDArray[np.intp] = found[np.linalg.norm(project_rests(trace, found), axis=1) > least]
    return capped


def _at_decisions(trace: Trace, kind: Kind, decisions: NDArray[np.intp]) -> Records:
    """Return warnings at the places of decisions; those of no pass come last."""
    records = trace.decisions[decisions]
    passes = np.where(records["pass_index"] < 0, AFTER, records["pass_index"])
    iterations = np.where(records["iteration"] < 0, AFTER, records["iteration"])
    return _make(kind, Tag.WARN, decisions, records["frame"], passes, iterations, Severity.WARNING)


def _list_attempts(trace: Trace) -> list[Records]:
    """Return the refusals of the slope rules, and the walk experiments."""
    attempts = trace.attempts
    refused = np.flatnonzero(attempts["slope_rule"] != SlopeRule.NONE)
    walks = np.flatnonzero(attempts["kind"] == AttemptKind.WALK_EXPERIMENT)
    lasts = attempts["pass_start"] + attempts["pass_count"] - 1
    # An attempt is judged behind its last pass, and begins before its first.
    return [
        _make(Kind.SLOPE, Tag.SLOPE, refused, attempts["frame"][refused], lasts[refused], AFTER),
        _make(Kind.WALK, Tag.WALK, walks, attempts["frame"][walks], attempts["pass_start"][walks], BEFORE),
    ]


def _list_ground(trace: Trace) -> list[Records]:
    """Return the frames whose ground state is not that of the frame before (003 5.3)."""
    after = list_grounded(trace)
    before = np.concatenate(([_grounded_at_first(trace)], after[:-1]))[: len(after)]
    lasted = np.concatenate(([0], count_in_state(after)[:-1]))[: len(after)]
    leans = _find_leans(trace, after)
    changed, rows = (before >= 0) & (after >= 0) & (before != after), []
    for kind, state in ((Kind.LANDED, 1), (Kind.LEFT_GROUND, 0)):
        at = np.flatnonzero(changed & (after == state))
        made = _make(kind, Tag.GROUND, at, at, AFTER, AFTER)
        made["value"], made["count"] = leans[at], lasted[at]
        rows.append(made)
    return rows


def _grounded_at_first(trace: Trace) -> int:
    """Return the ground state in which the run began: 1, 0, or -1 if it is not known."""
    if not len(trace.states):
        return -1
    first, is_slide = trace.states[0], controller_of(trace) is Controller.SLIDE
    return int(first["is_grounded"] if is_slide else first["flags"] & Flags.DOWN != 0)


def _find_leans(trace: Trace, grounded: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return normal · up of the ground that each frame stands on or stood on last; NaN before there was any."""
    leans = list_ground_normals(trace) @ find_up(trace)
    is_ground = np.isfinite(leans) & (grounded == 1)
    if trace.scenario is not None and isinstance(trace.scenario.settings, SlideSettings):
        is_ground &= leans >= trace.scenario.settings.slope_limit  # in its grace time it may feel what is too steep
    last = np.maximum.accumulate(np.where(is_ground, np.arange(len(leans)), -1))
    filled: NDArray[np.float64] = np.where(last >= 0, leans[last], np.nan)
    return filled


def _list_candidates(trace: Trace) -> Records:
    """Return a row for each frame that swept in a known level; what it found is looked up when it is read."""
    swept = np.zeros(len(trace), dtype=bool)
    if trace.scenario is not None:
        swept[pass_frames(trace)[trace.iterations["pass_index"]]] = True
    at = np.flatnonzero(swept)
    return _make(Kind.CANDIDATES, Tag.CANDIDATES, at, at, BEFORE, BEFORE)

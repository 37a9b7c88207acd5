"""What the positions tell: jitter and teleports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.decisions import Gate
from engine.detect.columns import Columns, find_stretches, lengths
from engine.detect.finding import Finding, FindingKind

if TYPE_CHECKING:
    from engine.detect.columns import Floats, Mask

WINDOW = 30
"""Frames of the jitter score (003 4.4): half a second."""
JITTER_M2 = 0.0005**2
"""Square metres. Two places a millimetre apart, in turn, have this variance; 003's T04 allows less than a millimetre
from frame to frame."""
LEAST_REVERSALS = 10
"""In a window of 30 frames: every third frame turns back. A walk about corners turns once, a swing a few times."""
BRIDGE = 5
"""Frames without a reversal that do not part one swing from the next: with more, a third cannot turn back."""
REVERSED_M = 1e-4
"""Metres. Shorter motion to and fro is what stopping before a contact leaves over, and nobody sees it."""
ASKED_M = 1e-3
"""Metres a frame: less was hardly asked for. As the smallest distance that a pass sweeps."""

TELEPORT_FACTOR = 2.0
"""Of the way that was asked for: as 003's T10 and the guard of 001 14 count."""


def find_jitter(columns: Columns) -> list[Finding]:
    """Find stretches of steady input in which the capsule goes to and fro."""
    ends = columns.ends
    steps = np.full_like(ends, np.nan)
    steps[1:] = ends[1:] - ends[:-1]
    steady = columns.steady() & np.isfinite(steps).all(axis=1) & ~columns.carried
    turns = _find_turns(columns, steps) & steady
    findings = []
    for begin, end in find_stretches(steady):
        for first, last in find_stretches(turns[begin : end + 1], BRIDGE):
            found = _judge_swing(ends, turns, begin + first, begin + last)
            findings += [] if found is None else [found]
    return findings


def _judge_swing(ends: Floats, turns: Mask, first: int, last: int) -> Finding | None:
    """Return what is wrong between the first and the last of some reversals, if they are many and wide."""
    sums = np.concatenate(([0], np.cumsum(turns[first : last + 1])))
    within = np.minimum(np.arange(len(sums)) + WINDOW, len(sums) - 1)
    if (sums[within] - sums).max() < LEAST_REVERSALS:
        return None
    # The first reversal goes back on the frame before: there it began.
    score = float(_score(ends[first - 1 : last + 1]).max())
    if score <= JITTER_M2:
        return None
    words = (
        f"The position swings to and fro under a steady input: {sums[-1]} reversals, about {2000 * score**0.5:.1f} mm "
        f"wide (variance over {WINDOW} frames {score:.2g} m²)."
    )
    return Finding(FindingKind.JITTER, first - 1, last, score, JITTER_M2, "m²", words)


def _find_turns(columns: Columns, steps: Floats) -> Mask:
    """Tell in which frames the capsule goes back on the frame before: sideways, beside its way, or up and down."""
    level = columns.sideways(steps)
    turns = np.zeros(len(steps), dtype=bool)
    sizes = lengths(level)
    moved = (sizes[1:] > REVERSED_M) & (sizes[:-1] > REVERSED_M)
    turns[1:] = moved & (np.einsum("ij,ij->i", level[1:], level[:-1]) < 0.0)
    asked = columns.sideways(columns.moves)
    beside = np.einsum("ij,ij->i", level, np.cross(columns.up, asked)) / np.maximum(lengths(asked), ASKED_M)
    for part in (columns.heights(steps), beside):
        moved = (np.abs(part[1:]) > REVERSED_M) & (np.abs(part[:-1]) > REVERSED_M)
        turns[1:] |= moved & (part[1:] * part[:-1] < 0.0)
    return turns


def _score(places: Floats) -> Floats:
    """Return the variance of some places in each window of them, a steady drift taken out: walking is no jitter."""
    width = min(len(places), WINDOW)
    windows = np.lib.stride_tricks.sliding_window_view(places, width, axis=0)
    apart = windows - windows.mean(axis=2, keepdims=True)
    times = np.arange(width) - 0.5 * (width - 1)
    drift = apart @ times / float(times @ times)
    rest = apart - drift[:, :, None] * times
    scores: Floats = np.square(rest).sum(axis=1).mean(axis=1)
    return scores


def find_teleports(columns: Columns) -> list[Finding]:
    """Find frames that went much farther than they were asked to."""
    ends, starts = columns.ends, columns.starts
    ways = lengths(ends - starts)
    between = np.zeros(len(ways))
    between[1:] = lengths(starts[1:] - ends[:-1])
    # What a platform or the input did between two frames was meant.
    ways += np.where(columns.teleported | columns.carried, 0.0, np.nan_to_num(between))
    asked = lengths(columns.moves)
    unknown = np.isnan(asked)
    allowed = TELEPORT_FACTOR * np.where(unknown, _usual_ways(ways), asked) + columns.step + columns.offset
    back = find_fallbacks(columns)
    findings = []
    for frame in np.flatnonzero(ways > allowed).tolist():
        told = "its neighbours went" if unknown[frame] else "was asked for"
        usual = (allowed[frame] - columns.step - columns.offset) / TELEPORT_FACTOR
        words = f"In one frame the capsule went {ways[frame]:.3g} m, where {usual:.3g} m {told}"
        words += ": the push out of an overlap failed, and it went back to its last safe place." if back[frame] else "."
        findings.append(
            Finding(FindingKind.TELEPORT, frame, frame, float(ways[frame]), float(allowed[frame]), "m", words)
        )
    return findings


def find_fallbacks(columns: Columns) -> Mask:
    """Tell in which frames `slide` gave up pushing out and went back to its last safe place (003 6.3)."""
    decisions, back = columns.trace.decisions, np.zeros(len(columns.trace), dtype=bool)
    failed = decisions[(decisions["gate"] == Gate.STILL_OVERLAPS) & decisions["outcome"]]
    back[failed["frame"]] = True
    return back


def _usual_ways(ways: Floats) -> Floats:
    """Return the longer of the ways of the frames before and after each: for producers that do not tell the input."""
    around = np.zeros(len(ways))
    known = np.nan_to_num(ways)
    around[1:] = known[:-1]
    around[:-1] = np.maximum(around[:-1], known[1:])
    return around

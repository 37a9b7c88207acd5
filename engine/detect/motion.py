"""What the positions tell: jitter, stuck, teleports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.detect.columns import Columns, find_stretches, lengths
from engine.detect.finding import Finding, FindingKind
from engine.detect.hits import FrameHits

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

STUCK_FRAMES = 10
"""Frames without motion before it is called stuck: as `slide` counts (003), a sixth of a second."""
STILL_M = 1e-4
"""Metres a frame: less is no motion. A tenth of the smallest distance that a pass sweeps."""
ASKED_M = 1e-3
"""Metres a frame: less was hardly asked for. As the smallest distance that a pass sweeps."""
HEAD_ON = 0.94
"""Cosine of 20°: what is met more squarely stops a character as it should; that is blocked, not stuck."""

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
    """Tell in which frames the capsule goes back on the frame before, sideways or up and down."""
    level, height = columns.sideways(steps), columns.heights(steps)
    turns = np.zeros(len(steps), dtype=bool)
    sizes = lengths(level)
    moved = (sizes[1:] > REVERSED_M) & (sizes[:-1] > REVERSED_M)
    turns[1:] = moved & (np.einsum("ij,ij->i", level[1:], level[:-1]) < 0.0)
    moved = (np.abs(height[1:]) > REVERSED_M) & (np.abs(height[:-1]) > REVERSED_M)
    turns[1:] |= moved & (height[1:] * height[:-1] < 0.0)
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


def find_stuck(columns: Columns, hits: FrameHits) -> list[Finding]:
    """Find stretches without motion although motion was asked for and nothing stands squarely in the way."""
    asked = columns.sideways(columns.moves)
    sizes = lengths(asked)
    still = (lengths(columns.ends - columns.starts) < STILL_M) & (sizes > ASKED_M)
    findings = []
    for first, last in find_stretches(still):
        count = last - first + 1
        if count < STUCK_FRAMES or _is_blocked(columns, hits, asked / np.maximum(sizes, ASKED_M)[:, None], first, last):
            continue
        names = hits.names(first, last)
        by = f" between {' and '.join(names[:3])}" if len(names) > 1 else f" at {names[0]}" if names else ""
        words = (
            f"For {count} frames the capsule does not move{by}, although {sizes[first]:.3g} m a frame are asked for."
        )
        findings.append(Finding(FindingKind.STUCK, first, last, float(count), float(STUCK_FRAMES), "frames", words))
    return findings


def _is_blocked(columns: Columns, hits: FrameHits, directions: Floats, first: int, last: int) -> bool:
    """Tell whether something stands squarely in the way in each of some frames."""
    rows = hits.between(first, last)
    level = columns.sideways(hits.normals[rows])
    sizes = lengths(level)
    against = -np.einsum("ij,ij->i", level, directions[hits.frames[rows]])
    squarely = (sizes > 1e-3) & (against > HEAD_ON * sizes)
    blocked = np.unique(hits.frames[rows][squarely])
    return len(blocked) == last - first + 1


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
    findings = []
    for frame in np.flatnonzero(ways > allowed).tolist():
        told = "its neighbours went" if unknown[frame] else "was asked for"
        usual = (allowed[frame] - columns.step - columns.offset) / TELEPORT_FACTOR
        words = f"In one frame the capsule went {ways[frame]:.3g} m, where {usual:.3g} m {told}."
        findings.append(
            Finding(FindingKind.TELEPORT, frame, frame, float(ways[frame]), float(allowed[frame]), "m", words)
        )
    return findings


def _usual_ways(ways: Floats) -> Floats:
    """Return the longer of the ways of the frames before and after each: for producers that do not tell the input."""
    around = np.zeros(len(ways))
    known = np.nan_to_num(ways)
    around[1:] = known[:-1]
    around[:-1] = np.maximum(around[:-1], known[1:])
    return around

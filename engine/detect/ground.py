"""What ground and walls do: wall climb, ground flicker, corner snag."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.detect.columns import Columns, find_grounded, find_stretches, lengths
from engine.detect.finding import Finding, FindingKind
from engine.detect.motion import ASKED_M
from engine.detect.solids import GROUND_REACH_M
from engine.detect.stuck import STUCK_FRAMES

if TYPE_CHECKING:
    from engine.detect.columns import Mask
    from engine.detect.solids import Solids

RISE_M = 1e-5
"""Metres a frame: less is no rise; float32 producers round at about a tenth of it."""
CARRIED_M = 0.01
"""Metres beyond the contact offset, along its normal: ground that is farther below does not carry the capsule."""
CLIMB_SLACK_M = 0.01
"""Metres above step and contact offset: rolling over the edge of a step may leave the capsule that much higher."""

GRACE_S = 0.1
"""Seconds. Ground that is lost for less is what 003's grace period is there to bridge."""
FLICKER_WINDOW = 30
"""Frames in which the losses are counted: half a second, as the jitter score."""
LEAST_LOSSES = 3
"""Short losses in a window. One is a bump in the ground, two a stair; three are a pattern."""

STOPPED_SHARE, GOING_SHARE = 0.2, 0.8
"""Of the way that was asked for: what a frame at a seam still makes at most, and what its neighbours make at least."""
SAME_HEIGHT_M = 0.01
"""Metres. A stop that ends higher or lower was a step."""
STRAIGHT_ON = 0.99
"""Cosine of 8°. A stop after which the way leads elsewhere was a wall."""


def find_wall_climbs(columns: Columns, solids: Solids) -> list[Finding]:
    """Find climbs by more than a step that nobody asked for and no walkable ground carried."""
    rises = columns.heights(columns.ends - columns.starts)
    sunk = np.isnan(columns.moves[:, 0]) | (columns.heights(columns.moves) <= 0.0)
    rising = (rises > RISE_M) & sunk & ~columns.carried & ~columns.teleported & ~solids.near_movers
    frames = np.flatnonzero(rising)
    below = solids.sweep_down(columns.ends[frames], columns.offset + GROUND_REACH_M)
    slopes = np.where(below["hit"], below["normal"] @ columns.up, 0.0)
    near = np.where(below["hit"], below["distance"], 0.0) * slopes <= columns.offset + CARRIED_M
    rising[frames] = ~((slopes >= columns.slope_limit) & near)
    allowed = columns.step + columns.offset + CLIMB_SLACK_M
    findings = []
    for first, last in find_stretches(rising):
        climbed = float(rises[first : last + 1].sum())
        if climbed <= allowed:
            continue
        words = (
            f"The capsule climbs {climbed:.3g} m in {last - first + 1} frames along something too steep to walk on; "
            f"a step may be {columns.step:.3g} m."
        )
        findings.append(Finding(FindingKind.WALL_CLIMB, first, last, climbed, allowed, "m", words))
    return findings


def find_flicker(columns: Columns) -> list[Finding]:
    """Find half seconds in which the ground is lost for a moment again and again, without a jump."""
    grounded, known = find_grounded(columns.trace)
    jumped = columns.heights(columns.moves) > 0.0
    most = max(round(GRACE_S / columns.dt), 1)
    gaps = [
        (first, last)
        for first, last in find_stretches(known & ~grounded)
        if first > 0 and last + 1 < len(known) and last - first < most and grounded[first - 1] and grounded[last + 1]
        if not jumped[first : last + 1].any()
    ]
    firsts = np.array([first for first, _ in gaps], dtype=np.int64)
    if len(firsts) < LEAST_LOSSES:
        return []
    near = firsts[LEAST_LOSSES - 1 :] - firsts[: 1 - LEAST_LOSSES] < FLICKER_WINDOW
    findings = []
    for begin, end in find_stretches(near):
        first, last, count = gaps[begin][0], gaps[end + LEAST_LOSSES - 1][1], end - begin + LEAST_LOSSES
        words = (
            f"The ground is lost {count} times within {last - first + 1} frames, each time for at most {most} frames."
        )
        findings.append(
            Finding(FindingKind.GROUND_FLICKER, first, last, float(count), float(LEAST_LOSSES), "losses", words)
        )
    return findings


def find_snags(columns: Columns, near_movers: Mask | None) -> list[Finding]:
    """Find short stops on a way that goes on straight and level afterwards: nothing was there to stop for."""
    asked = columns.sideways(columns.moves)
    sizes = lengths(asked)
    ways = columns.sideways(columns.ends - columns.starts)
    made = np.einsum("ij,ij->i", ways, asked)
    walking = sizes > ASKED_M
    share = np.where(walking, made / np.where(walking, np.square(sizes), 1.0), np.nan)
    stopped = (share < STOPPED_SHARE) & (share > -STOPPED_SHARE)
    if near_movers is not None:
        stopped &= ~near_movers
    steady = columns.steady()
    findings = []
    for first, last in find_stretches(stopped):
        before, after = first - 1, last + 1
        if before < 0 or after >= len(stopped) or last - first >= STUCK_FRAMES:
            continue
        if not (steady[first : after + 1].all() and share[before] > GOING_SHARE and share[after] > GOING_SHARE):
            continue
        apart = columns.ends[after] - columns.ends[before]
        straight = ways[before] @ ways[after] > STRAIGHT_ON * np.linalg.norm(ways[before]) * np.linalg.norm(ways[after])
        if abs(float(apart @ columns.up)) > SAME_HEIGHT_M or not straight:
            continue
        least = float(share[first : last + 1].min())
        noun = "frame" if first == last else "frames"
        words = (
            f"The capsule stops for {last - first + 1} {noun} ({100 * least:.0f} % of the way asked for), then goes on "
            "straight and level: a seam, not an obstacle."
        )
        findings.append(Finding(FindingKind.CORNER_SNAG, first, last, least, STOPPED_SHARE, "of the way", words))
    return findings

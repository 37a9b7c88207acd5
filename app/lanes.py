"""The lanes of the timeline: for every frame and every kind of event a number, made once per trace.

A lane is one byte a frame, so that 100,000 frames cost nothing to hold; what is drawn is pooled to the columns of the
screen, so that drawing costs the same for 100 frames and for 100,000.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.comparison import SAME_M
from app.explain.motion import find_jumps
from app.measure import cct_settings
from engine.decisions import Gate
from engine.rests import project_rests
from engine.trace import AttemptKind, Exit, Flags, PassKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from app.comparison import Comparison
    from engine.detect.finding import Finding
    from engine.trace import Trace

NONE, RAN, HIT = 0, 1, 2
"""Strength of a frame in a lane: nothing, it happened, it happened and touched something."""
DIFFERENCE = "ghost differs"
"""Name of the lane that compares with a ghost."""
FINDINGS = "findings"
"""Name of the lane of what the detectors found."""


@dataclass(frozen=True, eq=False)
class Lane:
    """One row of the timeline."""

    name: str
    help: str
    strength: NDArray[np.uint8]
    """Per frame: NONE, RAN or HIT."""
    pass_kind: PassKind | None = None


def build_lanes(trace: Trace) -> tuple[Lane, ...]:
    """Return the lanes that have anything in them, in the order of the timeline."""
    lanes = [*_pass_lanes(trace), _experiment_lane(trace), _event_lane(trace), *_flag_lanes(trace)]
    return tuple(lane for lane in lanes if lane.strength.any())


def pool_lane(lane: Lane, first: int, last: int, columns: int) -> NDArray[np.uint8]:
    """Return the strongest frame of each column when frames `first` to `last`, inclusive, fill `columns` columns."""
    strength = lane.strength[first : last + 1]
    if columns <= 0 or len(strength) == 0:
        return np.zeros(0, dtype=np.uint8)
    if len(strength) <= columns:
        return strength[np.arange(columns) * len(strength) // columns]
    starts = np.arange(columns) * len(strength) // columns
    return np.maximum.reduceat(strength, starts)


def find_runs(values: NDArray[np.uint8]) -> list[tuple[int, int, int]]:
    """Return (first, end, value) of each run of equal values above NONE."""
    if len(values) == 0:
        return []
    borders = np.flatnonzero(np.diff(values)) + 1
    starts = np.concatenate(([0], borders))
    ends = np.concatenate((borders, [len(values)]))
    return [(int(a), int(b), int(values[a])) for a, b in zip(starts, ends, strict=True) if values[a] != NONE]


def find_experiments(trace: Trace) -> NDArray[np.int32]:
    """Return the frames in which the walk experiment ran, in order."""
    chosen = trace.attempts["kind"] == AttemptKind.WALK_EXPERIMENT
    frames: NDArray[np.int32] = np.unique(trace.attempts["frame"][chosen])
    return frames


def find_events(trace: Trace) -> NDArray[np.int32]:
    """Return the frames in which something out of the ordinary happened, in order.

    That is: the capsule was pushed out of an overlap; a pass turned back; the capsule was moved between the frames, by
    a platform or a teleport; a pass of more than one iteration used them all up with more of its way left; a guard
    acted.
    """
    exits = trace.passes["exit"]
    chosen = (exits == Exit.OVERLAP_RECOVERED) | (exits == Exit.REVERSED)
    capped = np.flatnonzero(
        (exits == Exit.MAX_ITERATIONS) & (trace.passes["max_iterations"] > 1) & (trace.passes["iteration_count"] > 0)
    )
    settings = cct_settings(trace)
    least = 0.0 if settings is None else settings.min_move_distance
    chosen[capped] = np.linalg.norm(project_rests(trace, capped), axis=1) > least
    of_passes = trace.attempts["frame"][trace.passes["attempt"][chosen]]
    frames: NDArray[np.int32] = np.union1d(of_passes, np.flatnonzero(find_jumps(trace))).astype(np.int32)
    return np.union1d(frames, find_guards(trace)).astype(np.int32)


def find_guards(trace: Trace) -> NDArray[np.int32]:
    """Return the frames in which a guard acted, in order."""
    gates = trace.decisions["gate"]
    acted = (gates >= Gate.GUARD_ZERO_DIRECTION) & (gates <= Gate.GUARD_STUCK) & trace.decisions["outcome"]
    frames: NDArray[np.int32] = np.unique(trace.decisions["frame"][acted])
    return frames


def build_difference_lane(comparison: Comparison) -> Lane:
    """Return the frames in which a run and its ghost differ, strongly; faintly those that the ghost does not have."""
    strength = np.zeros(comparison.lengths[0], dtype=np.uint8)
    strength[len(comparison.distances) :] = RAN
    strength[comparison.differing] = HIT
    words = f"Frames in which the ghost is more than {SAME_M:g} m away; faint where the ghost has ended."
    return Lane(DIFFERENCE, words, strength)


def build_findings_lane(findings: Sequence[Finding], count: int) -> Lane:
    """Return the frames of a trace of `count` frames in which the detectors found something."""
    edges = np.zeros(count + 1, dtype=np.int64)
    np.add.at(edges, [finding.first for finding in findings], 1)
    np.add.at(edges, [finding.last + 1 for finding in findings], -1)
    strength = np.where(np.cumsum(edges[:-1]) > 0, HIT, NONE).astype(np.uint8)
    return Lane(FINDINGS, "Frames in which something went wrong; the panel Findings says what.", strength)


def build_touch_lane(trace: Trace, body: int, triangle: int) -> Lane:
    """Return the frames that touched a body, strongly where it was this triangle of it."""
    frame_of_pass = trace.attempts["frame"][trace.passes["attempt"]]
    hits = trace.iterations["hit"] & (trace.iterations["body"] == body)
    frames = frame_of_pass[trace.iterations["pass_index"]]
    strength = np.zeros(len(trace), dtype=np.uint8)
    strength[frames[hits]] = RAN
    strength[trace.contacts["frame"][trace.contacts["body"] == body]] = RAN
    strength[frames[hits & (trace.iterations["triangle"] == triangle)]] = HIT
    words = f"Frames that touched {trace.body_name(body)}; bright where it was triangle {triangle}, which is selected."
    return Lane("selected", words, strength)


def _pass_lanes(trace: Trace) -> list[Lane]:
    frame_of_pass = trace.attempts["frame"][trace.passes["attempt"]]
    frame_of_iteration = frame_of_pass[trace.iterations["pass_index"]]
    kind_of_iteration = trace.passes["kind"][trace.iterations["pass_index"]]
    lanes = []
    for kind in PassKind:
        strength = np.zeros(len(trace), dtype=np.uint8)
        swept = kind_of_iteration == kind
        strength[frame_of_iteration[swept]] = RAN
        strength[frame_of_iteration[swept & trace.iterations["hit"]]] = HIT
        words = f"Frames in which {kind.name} swept; bright where it hit something."
        lanes.append(Lane(kind.name, words, strength, kind))
    return lanes


def _experiment_lane(trace: Trace) -> Lane:
    strength = np.zeros(len(trace), dtype=np.uint8)
    strength[find_experiments(trace)] = HIT
    return Lane("experiment", "Frames in which the ground was too steep and the walk experiment ran.", strength)


def _event_lane(trace: Trace) -> Lane:
    strength = np.zeros(len(trace), dtype=np.uint8)
    strength[find_events(trace)] = HIT
    words = (
        "Frames in which the capsule was pushed out of an overlap, a pass turned back, the capsule was moved between "
        "the frames, a pass of several iterations used them up with more way left, or a guard acted."
    )
    return Lane("events", words, strength)


def _flag_lanes(trace: Trace) -> list[Lane]:
    flags = trace.frames["flags"]
    known = (flags & Flags.UNKNOWN) == 0
    grounded = Lane(
        "ground",
        "Frames that ended with a collision below.",
        (known & ((flags & Flags.DOWN) != 0)).astype(np.uint8) * HIT,
    )
    contact = np.where(known & ((flags & (Flags.SIDES | Flags.UP)) != 0), HIT, NONE).astype(np.uint8)
    loose = trace.frames["contact_count"] > 0
    contact[loose & (contact == NONE)] = RAN
    return [grounded, Lane("contact", "Frames that touched something at their sides or above.", contact)]

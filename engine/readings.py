"""What a trace says about each frame, as columns: ground, contacts, rounds of pushing out, jitter (003 7.1).

The head-up display, the criteria of microtests and the log read these, so that they never disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.decisions import Gate
from engine.scenario import Controller
from engine.trace import Exit, Flags, PassKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Trace

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

JITTER_WINDOW = 30
"""Frames of the jitter score (003 4.4): half a second."""
SAME_NORMAL = 1e-3
"""Normals that agree to this in each part are one contact: the triangles of a flat floor are one floor."""
_GROUND_PASSES = {Controller.CCT: (PassKind.DOWN, PassKind.PROBE), Controller.SLIDE: (PassKind.PROBE,)}
"""Whose last hit is the ground. SNAP of `slide` looks deeper than where the frame ends."""


def controller_of(trace: Trace) -> Controller:
    """Return the controller that a trace's scenario asks for; `cct`, as PhysX, if it comes without one."""
    return Controller.CCT if trace.scenario is None else trace.scenario.controller


def list_grounded(trace: Trace) -> NDArray[np.int8]:
    """Return for each frame whether it ended on ground: 1, 0, or -1 if the trace does not say.

    For `slide` that is the state with its grace time (003 5.3), not what the probe felt in that very frame.
    """
    flags = trace.frames["flags"]
    grounded = np.where(flags & Flags.UNKNOWN, -1, np.where(flags & Flags.DOWN, 1, 0)).astype(np.int8)
    if controller_of(trace) is not Controller.SLIDE or len(trace.states) != len(trace):
        return grounded
    # A state is that of a frame's start; what the frame's own gates said brings it to the end.
    grounded[:] = trace.states["is_grounded"]
    gates, outcome, frames = (trace.decisions[name] for name in ("gate", "outcome", "frame"))
    grounded[frames[(gates == Gate.GROUND_LOST) & outcome]] = 0
    grounded[frames[(gates == Gate.GROUND_WALKABLE) & outcome]] = 1
    return grounded


def count_in_state(grounded: NDArray[np.int8]) -> Integers:
    """Return how many frames, each frame included, the ground state has been what it is."""
    numbers = np.arange(len(grounded))
    changed = np.ones(len(grounded), dtype=bool)
    changed[1:] = grounded[1:] != grounded[:-1]
    since = np.maximum.accumulate(np.where(changed, numbers, 0))
    counts: Integers = numbers - since + 1
    return counts


def pass_frames(trace: Trace) -> Integers:
    """Return the frame of each pass."""
    frames: Integers = trace.attempts["frame"][trace.passes["attempt"]].astype(np.int64)
    return frames


def list_ground_normals(trace: Trace) -> Floats:
    """Return the normal of what was felt below in each frame, (frames, 3); NaN where nothing was, or nobody said."""
    normals = np.full((len(trace), 3), np.nan)
    kinds = _GROUND_PASSES[controller_of(trace)]
    owners = trace.iterations["pass_index"]
    felt = trace.iterations["hit"] & np.isin(trace.passes["kind"][owners], kinds)
    # What a probe meets farther away than it asks for is no ground: it ends without a hit.
    probed = trace.passes["kind"][owners] == PassKind.PROBE
    felt &= ~(probed & (trace.passes["exit"][owners] == Exit.NO_HIT))
    rows = np.flatnonzero(felt)
    normals[pass_frames(trace)[owners[rows]]] = trace.iterations["normal"][rows]  # the last one of a frame stays
    _fill_from_contacts(trace, normals)
    return normals


def _fill_from_contacts(trace: Trace, normals: Floats) -> None:
    """Take the flattest contact from below where a producer tells contacts alone."""
    if not len(trace.contacts):
        return
    up = np.array((0.0, 1.0, 0.0) if trace.scenario is None else trace.scenario.up)
    leans = trace.contacts["normal"] @ up
    order = np.argsort(leans, kind="stable")
    order = order[leans[order] > 0.0]
    frames = trace.contacts["frame"][order]
    without_passes = trace.frames["attempt_count"][frames] == 0
    normals[frames[without_passes]] = trace.contacts["normal"][order[without_passes]]


def count_contacts(trace: Trace) -> Integers:
    """Return how many contacts each frame had: hits of one body with one normal are one contact.

    Passes that only look sideways (SENSOR) and those whose end was not kept touch nothing; the ground probe does.
    """
    owners = trace.iterations["pass_index"]
    kinds = trace.passes["kind"][owners]
    touching = (kinds != PassKind.SENSOR) & (kinds != PassKind.SNAP)
    touching &= ~((kinds == PassKind.PROBE) & (trace.passes["exit"][owners] == Exit.NO_HIT))
    rows = np.flatnonzero(trace.iterations["hit"] & touching)
    hits = trace.iterations[rows]
    keys = np.concatenate(
        (
            _contact_keys(pass_frames(trace)[owners[rows]], hits["body"], hits["normal"]),
            _contact_keys(trace.contacts["frame"], trace.contacts["body"], trace.contacts["normal"]),
        )
    )
    counts: Integers = np.bincount(np.unique(keys, axis=0)[:, 0], minlength=len(trace))
    return counts


def _contact_keys(frames: Integers, bodies: Integers, normals: Floats) -> Integers:
    rounded = np.round(np.nan_to_num(normals) / SAME_NORMAL).astype(np.int64)
    return np.column_stack((frames, bodies, rounded)).astype(np.int64)


def count_depenetration_rounds(trace: Trace) -> Integers:
    """Return how many pushes out of an overlap each frame made (003 6.2; recovery, 001 9)."""
    frames = pass_frames(trace)
    owners = trace.iterations["pass_index"]
    is_round = (trace.passes["kind"][owners] == PassKind.DEPENETRATE) & (trace.iterations["length"] > 0.0)
    counts: Integers = np.bincount(frames[owners[is_round]], minlength=len(trace))
    pushes = (trace.decisions["gate"] == Gate.RECOVERY_PUSH) & trace.decisions["outcome"]
    counts += np.bincount(trace.decisions["frame"][pushes], minlength=len(trace))
    if not len(trace.decisions):  # another producer tells that it was pushed out, not in how many pushes
        recovered = trace.passes["exit"] == Exit.OVERLAP_RECOVERED
        counts += np.bincount(frames[recovered], minlength=len(trace))
    return counts


def score_windows(places: Floats) -> Floats:
    """Return the variance of places in each window of 30 of them, square metres, a steady drift taken out.

    003 4.4 takes the bare variance; but walking is no jitter.
    """
    width = min(len(places), JITTER_WINDOW)
    windows = np.lib.stride_tricks.sliding_window_view(places, width, axis=0)
    apart = windows - windows.mean(axis=2, keepdims=True)
    times = np.arange(width) - 0.5 * (width - 1)
    drift = apart @ times / max(float(times @ times), 1.0)
    rest = apart - drift[:, :, None] * times
    scores: Floats = np.square(rest).sum(axis=1).mean(axis=1)
    return scores


def score_jitter(trace: Trace, frame: int) -> float:
    """Return the jitter score of the 30 frames that end with a frame, square metres; fewer at the beginning."""
    places = trace.centers[max(frame + 1 - JITTER_WINDOW, 0) : frame + 1]
    return float(score_windows(places)[-1])

"""Every field of the head-up display of 003 7.1, from one frame of any trace."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from engine.cut import cut_frames
from engine.decisions import Gate
from engine.queries import overlap
from engine.readings import (
    controller_of,
    count_contacts,
    count_depenetration_rounds,
    count_in_state,
    list_ground_normals,
    list_grounded,
    score_jitter,
)
from engine.scenario import Controller
from engine.trace import PassKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Trace

Triple = tuple[float, float, float]
_SLIDING = {Controller.CCT: PassKind.SIDE, Controller.SLIDE: PassKind.BUMP}
"""The pass that slides along what it hits, and may run out of iterations doing so."""


@dataclass(frozen=True)
class Sliding:
    """How the sliding pass of a frame went."""

    iterations: int
    most: int
    time: float | None
    """Of the last hit: the part of that iteration's way before it, 0 to 1; None if nothing was hit."""
    normal: Triple | None
    is_last: bool
    """It needed its last iteration (003 4.4 warns)."""


@dataclass(frozen=True)
class Readout:
    """What a frame comes to. None: nothing of the kind, or the trace does not say."""

    frame: int
    hash: int
    position: Triple
    """The capsule's centre, metres."""
    delta: float
    """Metres from where the frame before ended."""
    velocity: Triple | None
    """Metres per second: what `slide` keeps, else the frame's displacement by its length in time."""
    grounded: bool | None
    frames_in_state: int
    """How many frames, this one included, it has been grounded, or has not."""
    ground_normal: Triple | None
    ground_lean: float | None
    """Normal · up: 003's NormalY."""
    contacts: int
    depenetration_rounds: int
    was_pushed_out: bool
    """Pushing out was due in this frame (003 6.1), whether or not anything had to be pushed."""
    sliding: Sliding | None
    jitter: float
    """Square metres: the variance of the last 30 places, a steady drift taken out."""

    @property
    def speed(self) -> float | None:
        """Metres per second."""
        return None if self.velocity is None else math.hypot(*self.velocity)

    @property
    def ground_angle(self) -> float | None:
        """Radians between the ground's normal and up."""
        return None if self.ground_lean is None else math.acos(max(-1.0, min(1.0, self.ground_lean)))


def read_frame(trace: Trace, frame: int) -> Readout:
    """Read a frame."""
    cut = cut_frames(trace, frame, frame)
    grounded, in_state = _read_grounded(trace)
    normal = _as_triple(list_ground_normals(cut)[0])
    up = (0.0, 1.0, 0.0) if trace.scenario is None else trace.scenario.up
    before = trace.centers[frame - 1] if frame else trace.start_center(0)
    center = trace.centers[frame]
    rounds = int(count_depenetration_rounds(cut)[0])
    due = (cut.decisions["gate"] == Gate.DEPENETRATION_DUE) & cut.decisions["outcome"]
    return Readout(
        frame=frame,
        hash=int(trace.hashes[frame]),
        position=(float(center[0]), float(center[1]), float(center[2])),
        delta=float(np.linalg.norm(center - before)),
        velocity=_read_velocity(trace, frame, center - before),
        grounded=None if grounded[frame] < 0 else bool(grounded[frame]),
        frames_in_state=int(in_state[frame]),
        ground_normal=normal,
        ground_lean=None if normal is None else float(np.dot(normal, up)),
        contacts=int(count_contacts(cut)[0]),
        depenetration_rounds=rounds,
        was_pushed_out=bool(due.any()) or rounds > 0,
        sliding=_read_sliding(cut),
        jitter=score_jitter(trace, frame),
    )


@lru_cache(maxsize=4)
def _read_grounded(trace: Trace) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    grounded = list_grounded(trace)
    return grounded, count_in_state(grounded)


def _as_triple(vector: NDArray[np.float64]) -> Triple | None:
    return (float(vector[0]), float(vector[1]), float(vector[2])) if np.isfinite(vector).all() else None


def _read_velocity(trace: Trace, frame: int, moved: NDArray[np.float64]) -> Triple | None:
    """Return what `slide` carries on from a frame, or the speed at which the capsule was displaced."""
    if trace.scenario is None:
        return None
    if controller_of(trace) is Controller.SLIDE and frame + 1 < len(trace.states):
        return _as_triple(trace.states[frame + 1]["velocity"])
    return _as_triple(moved / trace.scenario.dt)


def _read_sliding(cut: Trace) -> Sliding | None:
    """Read the sliding pass of the last attempt that has one."""
    found = np.flatnonzero(cut.passes["kind"] == _SLIDING[controller_of(cut)])
    if not len(found):
        return None
    record = cut.passes[found[-1]]
    inside = cut.iterations_of(int(found[-1]))
    rows = cut.iterations[inside.start : inside.stop]
    count, most = len(rows), int(record["max_iterations"])
    hits = rows[rows["hit"]]
    if not len(hits):
        return Sliding(count, most, None, None, most > 0 and count >= most)
    last = hits[-1]
    time = float(last["distance"] / last["length"]) if last["length"] > 0.0 else 0.0
    return Sliding(count, most, time, _as_triple(last["normal"]), most > 0 and count >= most)


def measure_penetration(trace: Trace, frame: int) -> float | None:
    """Return how deep the capsule is in what it is in deepest at a frame's end, metres; None without a level.

    Takes compiled kernels.
    """
    scenario = trace.scenario
    if scenario is None or not np.isfinite(trace.centers[frame]).all():
        return None
    x, y, z = (float(value) for value in trace.centers[frame])
    capsule = scenario.capsule.moved_to((x, y, z))
    found = overlap(scenario.level, capsule, mask=scenario.settings.mask, frame=frame)
    return max((each.depth for each in found), default=0.0)

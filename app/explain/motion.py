"""How the capsule moved from frame to frame: by its sweeps, and by what moved it before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.explain.bodies import body_displacement, find_body
from app.explain.words import NOTICED, SMALLEST_SHOWN, describe_move
from app.measure import Vec3, add_scaled, as_vec3, is_known, known_up, norm, subtract

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Trace


def find_teleport(trace: Trace, frame: int) -> Vec3 | None:
    """Return where the scenario's input puts the capsule before a frame; None if it does not."""
    if trace.scenario is None:
        return None
    first = 0
    for segment in trace.scenario.input:
        if first == frame and segment.teleport is not None:
            return as_vec3(segment.teleport)
        first += segment.frames
    return None


def previous_center(trace: Trace, frame: int) -> Vec3:
    """Return where the frame before left the capsule; for frame 0 its spawn, or else its recorded start."""
    if frame > 0:
        return as_vec3(trace.frames[frame - 1]["center"])
    return as_vec3(trace.start_center(0) if trace.scenario is None else trace.scenario.capsule.center)


def begin_center(trace: Trace, frame: int) -> Vec3:
    """Return where a frame's sweeps began: as its first attempt recorded, or else as the scenario tells."""
    if not trace.frames[frame]["attempt_count"]:
        return find_teleport(trace, frame) or previous_center(trace, frame)
    return as_vec3(trace.start_center(frame))


def frame_displacement(trace: Trace, frame: int) -> Vec3:
    """Return how the capsule's centre moved since the frame before ended, metres, whatever moved it."""
    return subtract(as_vec3(trace.frames[frame]["center"]), previous_center(trace, frame))


def sweep_displacement(trace: Trace, frame: int) -> Vec3:
    """Return how the capsule's centre moved from where a frame's sweeps began to its end, metres."""
    return subtract(as_vec3(trace.frames[frame]["center"]), begin_center(trace, frame))


def jump_displacement(trace: Trace, frame: int) -> Vec3:
    """Return how the capsule was moved between the frame before and the first sweep, metres."""
    return subtract(begin_center(trace, frame), previous_center(trace, frame))


def has_jump(trace: Trace, frame: int) -> bool:
    """Tell whether the capsule was moved before the frame's sweeps."""
    jump = jump_displacement(trace, frame)
    return is_known(jump) and norm(jump) > NOTICED


def find_jumps(trace: Trace) -> NDArray[np.bool_]:
    """Return for each frame whether the capsule was moved before its sweeps, as `has_jump` tells it."""
    if len(trace) == 0:
        return np.zeros(0, dtype=np.bool_)
    before = np.concatenate([[previous_center(trace, 0)], trace.centers[:-1]])
    begin, told = before.copy(), trace.frames["attempt_count"] > 0
    first = 0
    for segment in () if trace.scenario is None else trace.scenario.input:
        if segment.teleport is not None and first < len(trace):
            begin[first] = segment.teleport
        first += segment.frames
    begin[told] = trace.attempts["start"][trace.frames["attempt_start"][told]]
    jumps: NDArray[np.bool_] = np.linalg.norm(begin - before, axis=1) > NOTICED
    return jumps


def foot_before(trace: Trace, frame: int) -> Vec3 | None:
    """Return the capsule's lowest point as the frame before left it; None if its size is not known."""
    up = known_up(trace)
    if trace.scenario is None or up is None:
        return None
    capsule = trace.scenario.capsule
    return add_scaled(previous_center(trace, frame), up, -(capsule.radius + capsule.half_height))


def tell_jump(trace: Trace, frame: int) -> list[str]:
    """Say how the capsule was moved before the frame's sweeps, and by what; nothing if it was not."""
    if not has_jump(trace, frame):
        return []
    moved = describe_move(jump_displacement(trace, frame), known_up(trace))
    if find_teleport(trace, frame) is not None:
        return [f"Before the frame it was teleported {moved}."]
    carrier = tell_carrier(trace, frame) if _stood_on_mover(trace, frame) else ""
    told = f"Before the frame it was moved {moved}, not by a sweep"
    return [f"{told}: {carrier}." if carrier else f"{told}."]


def _stood_on_mover(trace: Trace, frame: int) -> bool:
    """Tell whether the body underfoot in the frame before is one that moves: only such a one may have moved it."""
    body = find_body(trace, int(trace.frames[frame - 1]["touched"])) if frame > 0 else None
    return body is not None and body.moves


def tell_carrier(trace: Trace, frame: int) -> str:
    """Say what the capsule stood on in the frame before, and how that moved since; empty if on nothing."""
    index = int(trace.frames[frame - 1]["touched"]) if frame > 0 else -1
    if index < 0:
        return ""
    stood, body = f"it stood on {trace.body_name(index)}", find_body(trace, index)
    if body is None or not body.moves:
        return stood
    moved = body_displacement(body, frame, foot_before(trace, frame))
    return f"{stood}, which moved by {describe_move(moved, known_up(trace), SMALLEST_SHOWN)}"

"""A walk written down as a trace: every frame UP, SIDE, SENSOR, DOWN; some with a walk experiment and a recovery.

Nothing is simulated: a trace of 10,000 frames must be there in a moment. But slices, indices and places are as a
controller would record them: every pass starts where the one before ended, and every iteration on the pass's way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.settings import CctSettings
from engine.trace import (
    ATTEMPT,
    CONTACT,
    FRAME,
    ITERATION,
    NO_BODY,
    PASS,
    AttemptKind,
    Exit,
    Flags,
    PassKind,
    SlopeRule,
    Trace,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.scenario import Scenario
    from engine.trace import Records
    from engine.transforms import FloatArray

MOVE_PASSES = np.array([PassKind.UP, PassKind.SIDE, PassKind.SENSOR, PassKind.DOWN], dtype=np.uint8)
EXPERIMENT_PASSES = np.array([PassKind.SIDE, PassKind.DOWN, PassKind.RECOVER], dtype=np.uint8)
GRAVITY_MOVE_M = 0.1635
"""How far each frame is asked to fall: one second of gravity at 60 Hz."""
OVERLAP_M = 0.004
"""How deep a frame with a recovery ends up in the ground before it."""
UP = np.array([0.0, 1.0, 0.0])

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, eq=False)
class Walk:
    """What is to happen. `centers` is (frames + 1, 3), metres; everything else is per frame."""

    centers: FloatArray
    experiment: NDArray[np.bool_]
    recover: NDArray[np.bool_]
    """Only where there is an experiment: RECOVER is its last pass."""
    wall: NDArray[np.bool_]
    """UP, SIDE and SENSOR hit something."""
    slides: NDArray[np.int64]
    """Iterations of SIDE."""
    ground_normals: FloatArray
    ground_triangles: NDArray[np.int64]


def record_walk(walk: Walk, scenario: Scenario, body_name: str) -> Trace:
    """Write a walk down; everything that is touched is the one body."""
    frames = _record_frames(walk)
    attempts = _record_attempts(walk, frames, scenario)
    passes = _record_passes(walk, attempts, scenario)
    iterations = _record_iterations(walk, attempts, passes, scenario)
    return Trace("bench", scenario, (body_name,), frames, attempts, passes, iterations, np.zeros(0, dtype=CONTACT))


def start_slices(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return where each slice starts if they lie one behind the other."""
    starts: NDArray[np.int64] = np.cumsum(counts) - counts
    return starts


def number_within(counts: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each child of slices of these counts the number of its parent, and its ordinal within it."""
    owner = np.repeat(np.arange(len(counts)), counts)
    return owner, np.arange(len(owner)) - start_slices(counts)[owner]


def _record_frames(walk: Walk) -> Records:
    frames = np.zeros(len(walk.experiment), dtype=FRAME)
    frames["center"] = walk.centers[1:]
    frames["move"] = _sideways(np.diff(walk.centers, axis=0)) - GRAVITY_MOVE_M * UP
    frames["flags"] = np.where(walk.wall, Flags.DOWN | Flags.SIDES, Flags.DOWN)
    frames["attempt_count"] = 1 + walk.experiment
    frames["attempt_start"] = start_slices(frames["attempt_count"])
    return frames


def _record_attempts(walk: Walk, frames: Records, scenario: Scenario) -> Records:
    frame, ordinal = number_within(frames["attempt_count"])
    attempts = np.zeros(len(frame), dtype=ATTEMPT)
    attempts["frame"] = frame
    attempts["kind"] = np.where(ordinal == 0, AttemptKind.MOVE, AttemptKind.WALK_EXPERIMENT)
    attempts["move"], attempts["start"] = frames["move"][frame], walk.centers[frame]
    refused = (ordinal == 0) & walk.experiment[frame]
    attempts["slope_rule"] = np.where(refused, SlopeRule.DOWN_TRIANGLE, SlopeRule.NONE)
    settings = scenario.settings
    assert isinstance(settings, CctSettings)
    for name, value in (("slope_height", settings.step_offset + 0.1), ("slope_step_offset", settings.step_offset)):
        attempts[name] = np.where(refused, value, np.nan)
    attempts["slope_normal"] = np.where(refused[:, None], walk.ground_normals[frame], np.nan)
    experiment_count = len(EXPERIMENT_PASSES) - 1 + walk.recover[frame]
    attempts["pass_count"] = np.where(ordinal == 0, len(MOVE_PASSES), experiment_count)
    attempts["pass_start"] = start_slices(attempts["pass_count"])
    return attempts


def _record_passes(walk: Walk, attempts: Records, scenario: Scenario) -> Records:
    attempt, ordinal = number_within(attempts["pass_count"])
    passes = np.zeros(len(attempt), dtype=PASS)
    is_move = attempts["kind"][attempt] == AttemptKind.MOVE
    frame = attempts["frame"][attempt]
    passes["attempt"] = attempt
    last_experiment_pass = len(EXPERIMENT_PASSES) - 1
    kind = np.where(is_move, MOVE_PASSES[ordinal], EXPERIMENT_PASSES[np.minimum(ordinal, last_experiment_pass)])
    passes["kind"] = kind
    passes["restored"] = kind == PassKind.SENSOR
    start, end = _place_passes(walk, kind, is_move, frame, scenario)
    passes["start"], passes["end"], passes["move"] = start, end, end - start
    passes["move"][kind == PassKind.DOWN] -= GRAVITY_MOVE_M * UP
    passes["max_iterations"] = np.where(kind == PassKind.SIDE, 10, 1)
    passes["iteration_count"] = np.where(kind == PassKind.SIDE, walk.slides[frame], 1)
    passes["iteration_start"] = start_slices(passes["iteration_count"])
    exits = np.where(walk.wall[frame] | (kind == PassKind.DOWN), Exit.MAX_ITERATIONS, Exit.NO_HIT)
    passes["exit"] = np.where(kind == PassKind.RECOVER, Exit.OVERLAP_RECOVERED, exits)
    return passes


def _place_passes(
    walk: Walk, kind: NDArray[np.uint8], is_move: Bools, frame: NDArray[np.int32], scenario: Scenario
) -> tuple[FloatArray, FloatArray]:
    """Return where each pass starts and ends: lifted by the step offset in the move, but not in the experiment."""
    settings = scenario.settings
    assert isinstance(settings, CctSettings)
    begin, finish = walk.centers[frame], walk.centers[frame + 1]
    lift = np.where(is_move, settings.step_offset, 0.0)[:, None] * UP
    side = _sideways(finish - begin)
    ahead = scenario.capsule.radius * side / np.linalg.norm(side, axis=1, keepdims=True)
    sunk = np.where(walk.recover[frame] & ~is_move, OVERLAP_M, 0.0)[:, None] * UP
    after_side = begin + lift + side
    places = {
        PassKind.UP: (begin, begin + lift),
        PassKind.SIDE: (begin + lift, after_side),
        PassKind.SENSOR: (after_side, after_side + ahead),
        PassKind.DOWN: (after_side, finish - sunk),
        PassKind.RECOVER: (finish - sunk, finish),
    }
    start, end = np.empty_like(begin), np.empty_like(begin)
    for each, (first, last) in places.items():
        chosen = kind == each
        start[chosen], end[chosen] = first[chosen], last[chosen]
    return start, end


def _record_iterations(walk: Walk, attempts: Records, passes: Records, scenario: Scenario) -> Records:
    owner, ordinal = number_within(passes["iteration_count"])
    count, kind = passes["iteration_count"][owner], passes["kind"][owner]
    frame = attempts["frame"][passes["attempt"][owner]]
    iterations = np.zeros(len(owner), dtype=ITERATION)
    iterations["pass_index"] = owner
    start, way = passes["start"][owner], (passes["end"] - passes["start"])[owner]
    length = np.linalg.norm(way, axis=1)
    direction = way / length[:, None]
    iterations["origin"] = start + way * (ordinal / count)[:, None]
    iterations["direction"] = direction
    iterations["length"] = length * (1.0 - ordinal / count)
    below = (kind == PassKind.DOWN) | (kind == PassKind.RECOVER)
    hit = below | walk.wall[frame]
    iterations["hit"] = hit
    iterations["distance"] = np.where(hit, length / count, np.nan)
    normal = np.where(below[:, None], walk.ground_normals[frame], -direction)
    iterations["normal"] = np.where(hit[:, None], normal, np.nan)
    capsule = scenario.capsule
    touching = iterations["origin"] + way / count[:, None] - capsule.radius * normal
    touching -= np.where(below, capsule.half_height, 0.0)[:, None] * UP
    iterations["point"] = np.where(hit[:, None], touching, np.nan)
    iterations["body"] = np.where(hit, 0, NO_BODY)
    iterations["triangle"] = np.where(hit, walk.ground_triangles[frame], -1)
    return iterations


def _sideways(move: FloatArray) -> FloatArray:
    """Return displacements (n, 3) without their height."""
    return move * (1.0 - UP)

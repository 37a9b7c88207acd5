"""What a run is fed with, as kernels read it: one row of input per frame, and the settings as numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from engine.errors import InputError
from engine.geometry import FARTHEST_M
from engine.rules import Rules, encode_rules
from engine.scenario import Controller, InputSegment, Scenario
from engine.settings import CctSettings, SlideSettings
from engine.trace import Trace
from engine.transforms import FloatArray, Vector

COLUMNS = 11
"""Of a row: move, gravity, jump, teleport, start (engine.kernels.cct.run); NaN where there is none."""


def expand_input(scenario: Scenario) -> FloatArray:
    """Return one row per frame of a scenario's input. Raises InputError if one leads too far out."""
    counts = np.array([segment.frames for segment in scenario.input], dtype=np.int64)
    moves = np.array([_move_of(segment, scenario.dt) for segment in scenario.input]).reshape(-1, 3)
    rows = np.full((scenario.frame_count, COLUMNS), np.nan)
    rows[:, :3] = np.repeat(moves, counts, axis=0)
    # One loop for what is rare: a recorded input has a segment for each frame, and hardly any of these.
    first = 0
    for segment in scenario.input:
        if segment.gravity is not None:
            rows[first : first + segment.frames, 3] = segment.gravity
        if segment.jump is not None:
            rows[first, 4] = segment.jump
        if segment.teleport is not None:
            rows[first, 5:8] = segment.teleport
        first += segment.frames
    _check_extent(scenario, moves)
    return rows


def input_row(segment: InputSegment, dt: float) -> FloatArray:
    """Return the row (1, COLUMNS) of a segment's first frame, with the very bits that `expand_input` gives it."""
    row = np.full((1, COLUMNS), np.nan)
    row[0, :3] = _move_of(segment, dt)
    if segment.gravity is not None:
        row[0, 3] = segment.gravity
    if segment.jump is not None:
        row[0, 4] = segment.jump
    if segment.teleport is not None:
        row[0, 5:8] = segment.teleport
    return row


def _check_extent(scenario: Scenario, moves: FloatArray) -> None:
    """Refuse what leads farther out than any level may reach; what is no number is for the guards (001 14)."""
    too_far = np.flatnonzero((np.isfinite(moves) & (np.abs(moves) > FARTHEST_M)).any(axis=1))
    if len(too_far):
        move = moves[too_far[0]].tolist()
        raise InputError(f"input[{too_far[0]}]: expected a move within {FARTHEST_M:g} m, got {move}")
    places = [("capsule.center", scenario.capsule.center)]
    places += [(f"input[{i}].teleport", each.teleport) for i, each in enumerate(scenario.input) if each.teleport]
    for name, place in places:
        if any(FARTHEST_M < abs(x) < np.inf for x in place):
            raise InputError(f"{name}: expected coordinates within {FARTHEST_M:g} m, got {list(place)}")


def _move_of(segment: InputSegment, dt: float) -> Vector:
    if segment.move is not None:
        return segment.move
    assert segment.velocity is not None
    x, y, z = segment.velocity
    return (x * dt, y * dt, z * dt)


def follow_reference(scenario: Scenario, reference: Trace) -> FloatArray:
    """Return the input that begins every frame where another trace did: at the centre of its frame before.

    Raises InputError if the trace is no run of the scenario, or does not tell its moves.
    """
    own = expand_input(scenario)
    if len(reference) != len(own):
        raise InputError(f"the reference: expected {len(own)} frames, as the scenario has, got {len(reference)}")
    rows = np.full_like(own, np.nan)
    rows[:, :3] = reference.frames["move"]
    silent = np.flatnonzero(np.isnan(rows[:, :3]).any(axis=1))
    if len(silent):
        raise InputError(f'the reference: frames[{silent[0]}]: "move" is missing, and following it needs it')
    rows[1:, 8:11] = reference.centers[:-1]
    rows[:1, 8:11] = scenario.capsule.center
    teleports = ~np.isnan(own[:, 5])
    rows[teleports, 8:11] = own[teleports, 5:8]
    return rows


def repeat_frame(trace: Trace, frame: int) -> FloatArray:
    """Return the input that makes the move which a trace recorded for a frame; the rows before it are empty."""
    rows = np.full((frame + 1, COLUMNS), np.nan)
    rows[frame, :3] = trace.frames[frame]["move"]
    return rows


def uses_float32(scenario: Scenario) -> bool:
    """Tell whether the level is rounded to float32 first, as PhysX holds it."""
    rules = scenario.rule_set
    return isinstance(rules, Rules) and rules.hit_selection == "physx"


def encode_config(scenario: Scenario) -> tuple[Any, ...]:
    """Return settings and rules as the controller's kernels take them."""
    rules = np.array(encode_rules(scenario.rule_set), dtype=np.int64)
    if scenario.controller is Controller.SLIDE:
        return encode_query(scenario), encode_slide_settings(scenario), rules
    return encode_settings(scenario), rules


def encode_query(scenario: Scenario) -> tuple[Any, Any]:
    """Return what the working set that both controllers share reads: the bodies asked for, and how far it looks."""
    slide = _slide_settings(scenario)
    settings = CctSettings(contact_offset=slide.skin, mask=slide.mask)
    rules = Rules(hit_selection="closest")
    return encode_settings(replace(scenario, settings=settings, rules="", rule_changes=())), np.array(
        encode_rules(rules), dtype=np.int64
    )


def _slide_settings(scenario: Scenario) -> SlideSettings:
    assert isinstance(scenario.settings, SlideSettings)
    return scenario.settings


def encode_slide_settings(scenario: Scenario) -> FloatArray:
    """Return the constants of `slide` as its kernels read them (engine.kernels.slide.layout)."""
    settings, capsule = _slide_settings(scenario), scenario.capsule
    return np.array(
        [
            capsule.radius,
            0.5 * capsule.height,
            settings.skin,
            settings.max_bumps,
            settings.max_clip_planes,
            settings.stop_epsilon,
            settings.overclip,
            settings.slope_limit,
            settings.ground_grace_time,
            settings.ground_probe_margin,
            settings.probe_radius_factor * capsule.radius,
            settings.step_height,
            settings.max_depenetration_iterations,
            settings.min_depenetration_depth,
            settings.max_depenetration_push,
            settings.stuck_frames,
            scenario.dt,
        ],
        dtype=np.float64,
    )


def encode_settings(scenario: Scenario) -> FloatArray:
    """Return the constants as kernels read them (engine.kernels.cct.layout)."""
    settings = scenario.settings
    assert isinstance(settings, CctSettings)
    capsule = scenario.capsule
    counts = [getattr(settings, f"max_iterations_{name}") or 0 for name in ("up", "side", "sensor", "down", "recover")]
    return np.array(
        [
            capsule.radius,
            0.5 * capsule.height,
            settings.step_offset,
            settings.slope_limit,
            settings.contact_offset,
            settings.climbing == "constrained",
            settings.non_walkable == "prevent_climbing_and_force_sliding",
            settings.min_move_distance,
            settings.overlap_recovery,
            settings.ride_platforms,
            settings.max_iterations,
            *counts,
            settings.volume_growth,
            settings.prevent_vertical_sliding_against_ceiling,
            settings.max_jump_height,
            settings.ground_probe_distance,
            settings.ground_snap_distance,
            settings.mask,
            settings.window_step_down,
            scenario.dt,
        ],
        dtype=np.float64,
    )

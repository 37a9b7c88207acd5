"""Scenario -> Trace: runs the controller over the whole input, or over one frame again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from engine.errors import InputError
from engine.geometry import Geometry, geometry_of
from engine.rules import Rules, encode_rules
from engine.scenario import Controller, InputSegment, Scenario
from engine.settings import CctSettings
from engine.trace import (
    ATTEMPT,
    CONTACT,
    DECISION,
    FRAME,
    ITERATION,
    NO_BODY,
    PASS,
    STATE,
    Records,
    Trace,
)
from engine.transforms import FloatArray

CHUNK = 512
"""Frames between two looks at whether to go on, and rows that moving bodies are placed for at once."""
_ROWS_PER_FRAME = (2, 6, 6, 64)
"""Attempts, passes, iterations and decisions that there is room for at first, for each frame of a chunk."""
_FIRST_NEAR = 512
_COLUMNS = 11


def producer_name() -> str:
    """Return who wrote a trace of ours."""
    try:
        return f"Sweepscope {version('sweepscope')}"
    except PackageNotFoundError:
        return "Sweepscope"


def simulate(
    scenario: Scenario,
    *,
    record: bool = True,
    reference: Trace | None = None,
    cache: bool = True,
    on_chunk: Callable[[int, int], bool] | None = None,
) -> Trace:
    """Run a scenario's whole input; the same scenario gives the same bits.

    record: keep every attempt, pass, iteration, hit and decision; without it, centres, flags and touched bodies only.
    reference: begin every frame where that trace began it, and make the moves that it recorded.
    cache: keep what was gathered near the character from one frame to the next; it changes speed, never results.
    on_chunk: called now and then with the frames done and their number in all; False ends the run there.
    """
    inputs = expand_input(scenario) if reference is None else follow_reference(scenario, reference)
    runner = Runner(scenario, record=record, cache=cache)
    return runner.run(inputs, on_chunk)


def rerun_frame(trace: Trace, frame: int, scenario: Scenario | None = None) -> Trace:
    """Run one frame of a trace of ours again, alone, from the state that it recorded; bit for bit the same.

    scenario: another one, to see what would have happened; the trace's own by default.
    """
    scenario = scenario or trace.scenario
    if scenario is None or len(trace.states) <= frame:
        raise InputError("the trace has no scenario or no states: only a recorded run of ours can be run again")
    inputs = np.full((frame + 1, _COLUMNS), np.nan)
    inputs[frame, :3] = trace.frames[frame]["move"]
    runner = Runner(scenario, record=True, cache=True)
    runner.state[0] = trace.states[frame]
    return runner.run(inputs, None, first=frame)


def expand_input(scenario: Scenario) -> FloatArray:
    """Return one row per frame: move, gravity, jump, teleport, start; NaN where there is none."""
    rows = np.full((scenario.frame_count, _COLUMNS), np.nan)
    at = 0
    for segment in scenario.input:
        part = rows[at : at + segment.frames]
        part[:, :3] = _move_of(segment, scenario.dt)
        if segment.gravity is not None:
            part[:, 3] = segment.gravity
        if segment.jump is not None:
            part[0, 4] = segment.jump
        if segment.teleport is not None:
            part[0, 5:8] = segment.teleport
        at += segment.frames
    return rows


def _move_of(segment: InputSegment, dt: float) -> FloatArray:
    if segment.move is not None:
        return np.array(segment.move, dtype=np.float64)
    return np.array(segment.velocity, dtype=np.float64) * dt


def follow_reference(scenario: Scenario, reference: Trace) -> FloatArray:
    """Return the input that begins every frame where another trace did: at the centre of its frame before."""
    own = expand_input(scenario)
    if len(reference) != len(own):
        raise InputError(f"{scenario.name}: the reference has {len(reference)} frames, the scenario {len(own)}")
    rows = np.full_like(own, np.nan)
    rows[:, :3] = reference.frames["move"]
    missing = np.isnan(rows[:, 0])
    rows[missing, :3] = own[missing, :3]
    rows[1:, 8:11] = reference.centers[:-1]
    rows[:1, 8:11] = scenario.capsule.center
    teleports = ~np.isnan(own[:, 5])
    rows[teleports, 8:11] = own[teleports, 5:8]
    return rows


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


@dataclass(eq=False)
class _Log:
    """The growing rows of a trace."""

    attempts: Records
    passes: Records
    iterations: Records
    decisions: Records
    counts: Any

    @classmethod
    def make(cls, frames: int, record: bool) -> _Log:
        room = [rows * min(frames, CHUNK) if record else 0 for rows in _ROWS_PER_FRAME]
        levels = (ATTEMPT, PASS, ITERATION, DECISION)
        arrays = [np.empty(count, dtype=level) for count, level in zip(room, levels, strict=True)]
        counts = np.zeros(16, dtype=np.int64)
        counts[4] = record
        return cls(*arrays, counts)

    @property
    def arrays(self) -> list[Records]:
        return [self.attempts, self.passes, self.iterations, self.decisions]

    def as_tuple(self) -> tuple[Any, ...]:
        return (self.attempts, self.passes, self.iterations, self.decisions, self.counts)

    def grow(self, share_done: float) -> None:
        """Make room where a frame did not fit, for as much as the whole run will need at this rate."""
        needed, before = self.counts[:4].copy(), self.counts[12:16]
        grown = []
        for rows, need in zip(self.arrays, needed.tolist(), strict=True):
            if need > len(rows):
                rows = _grown(rows, int(max(1.5 * need, 1.1 * need / max(share_done, 1e-3)) if share_done else 2 * need))
            grown.append(rows)
        self.attempts, self.passes, self.iterations, self.decisions = grown
        self.counts[:4] = before


def _grown(rows: Records, size: int) -> Records:
    larger = np.empty(size, dtype=rows.dtype)
    larger[: len(rows)] = rows
    return larger


class Runner:
    """Carries a controller's state and working memory from frame to frame. Not shared between threads."""

    def __init__(self, scenario: Scenario, *, record: bool = True, cache: bool = True) -> None:
        if scenario.controller is not Controller.CCT:
            raise InputError(f"{scenario.name}: the controller slide cannot be simulated yet; cct can")
        rules: Rules = scenario.rule_set
        self.scenario, self.record, self.cache = scenario, record, cache
        self.geometry: Geometry = geometry_of(scenario.level, rounded=rules.hit_selection == "physx")
        self.placements = self.geometry.place_all_frames()
        self.config = (encode_settings(scenario), np.array(encode_rules(rules), dtype=np.int64))
        self.scales = np.array([body.scale[0] for body in scenario.level.bodies], dtype=np.float64)
        self.work = (np.full(16, -1, dtype=np.int64), np.zeros(20))
        self.state = np.zeros(2, dtype=STATE)
        self.state["center"], self.state["earlier"] = scenario.capsule.center, np.nan
        self.state["support"] = NO_BODY
        for name in ("hint_up", "hint_side", "hint_down"):
            self.state[name] = -1
        self._make_scratch(_FIRST_NEAR, _FIRST_NEAR)

    def _make_scratch(self, near: int, found: int) -> None:
        from engine.kernels.bvh import STACK_SIZE

        cache = np.zeros(8, dtype=np.int64)
        cache[[1, 7]] = -1
        self.scratch = (
            np.empty((near, 18)),
            np.empty((near, 4), dtype=np.int32),
            np.zeros(6),
            cache,
            np.empty(found, dtype=np.int32),
            np.empty(STACK_SIZE, dtype=np.int32),
        )

    def run(self, inputs: FloatArray, on_chunk: Callable[[int, int], bool] | None, first: int = 0) -> Trace:
        """Run the rows of the input from `first` on; earlier frames are left out of the trace."""
        total = len(inputs)
        frames = np.zeros(total, dtype=FRAME)
        states = np.zeros(total if self.record else 0, dtype=STATE)
        log = _Log.make(total - first, self.record)
        done = first
        while done < total:
            done = self._run_some(inputs, done, min(total, done + (CHUNK if self.cache else 1)), frames, states, log)
            if on_chunk is not None and not on_chunk(done, total):
                break
        return self._build(frames[first:done], states[first:done], log)

    def _run_some(
        self, inputs: FloatArray, begin: int, end: int, frames: Records, states: Records, log: _Log
    ) -> int:
        """Run a chunk, growing whatever is too short; return `end`."""
        from engine.kernels.cct.run import run_frames

        up = tuple(float(x) for x in self.scenario.up)
        while begin < end:
            if not self.cache:
                self.scratch[3][1] = -1
            stopped = run_frames(
                self.geometry.arrays,
                self.placements,
                self.scales,
                self.scratch,
                self.config,
                self.work,
                up,
                inputs,
                begin,
                end,
                self.state,
                frames,
                states,
                log.as_tuple(),
            )
            if stopped < end:
                self._grow(log, stopped / len(inputs))
            begin = stopped
        return end

    def _grow(self, log: _Log, share_done: float) -> None:
        near, found = int(log.counts[9]), int(log.counts[10])
        if near or found:
            self._make_scratch(max(2 * near, len(self.scratch[0])), max(2 * found, len(self.scratch[4])))
        log.grow(share_done)

    def _build(self, frames: Records, states: Records, log: _Log) -> Trace:
        counts = log.counts[:4].tolist()
        levels = [rows[:count] for rows, count in zip(log.arrays, counts, strict=True)]
        for rows in (frames, states, *levels):
            rows.setflags(write=False)
        attempts, passes, iterations, decisions = levels
        return Trace(
            producer=producer_name(),
            scenario=self.scenario,
            body_names=tuple(self.scenario.level.ids),
            frames=frames,
            attempts=attempts,
            passes=passes,
            iterations=iterations,
            contacts=np.zeros(0, dtype=CONTACT),
            decisions=decisions,
            states=states,
        )

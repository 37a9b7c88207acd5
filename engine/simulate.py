"""Scenario -> Trace: runs the controller over the whole input, or over one frame again."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from engine.errors import InputError
from engine.geometry import Geometry, geometry_of
from engine.run_input import encode_config, expand_input, follow_reference, repeat_frame, uses_float32
from engine.run_log import RunLog
from engine.scenario import Controller, Scenario
from engine.touches import TouchReport, read_touches
from engine.trace import CONTACT, FRAME, NO_BODY, STATE, Records, Trace
from engine.transforms import FloatArray

OnChunk = Callable[[int, int], bool]
OnHit = Callable[[TouchReport], None]

CHUNK = 512
"""Frames between two looks at whether to go on, and rows that moving bodies are placed for at once."""
_FIRST_NEAR = 512
_MOST_PLANES = 33
"""One more than the most clip planes that the settings allow."""
_SPAWNED = 1
"""Why the first frame of `slide` begins with pushing out (engine.kernels.slide.layout)."""


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
    on_chunk: OnChunk | None = None,
    on_hit: OnHit | None = None,
) -> Trace:
    """Run a scenario's whole input; the same scenario gives the same bits.

    record: keep every attempt, pass, iteration, hit and decision; without it, centres, flags and touched bodies only.
    reference: begin every frame where that trace began it, and make the moves that it recorded.
    cache: keep what was gathered near the character from one frame to the next; it changes speed, never results.
    on_chunk: called now and then with the frames done and their number in all; False ends the run there.
    on_hit: called for each hit of each pass but the sensor's, in order (001 7.2.3j), soon after its frame: it may look,
    not steer. The motion and the trace are the same with it and without.
    """
    inputs = expand_input(scenario) if reference is None else follow_reference(scenario, reference)
    runner = Runner(scenario, record=record, cache=cache, on_hit=on_hit)
    return runner.run(inputs, on_chunk)


def rerun_frame(trace: Trace, frame: int, scenario: Scenario | None = None) -> Trace:
    """Run one frame of a trace of ours again, alone, from the state that it recorded; bit for bit the same.

    The result is a trace of that frame alone, so that it is frame 0 there.

    scenario: another one, to see what would have happened; the trace's own by default.
    """
    scenario = scenario or trace.scenario
    if scenario is None or len(trace.states) == 0:
        raise InputError("the trace has no scenario or no states: only a recorded run of ours can be run again")
    if not 0 <= frame < len(trace):
        raise InputError(f"frame: expected a number from 0 to {len(trace) - 1}, got {frame}")
    runner = Runner(scenario, record=True, cache=True)
    runner.state[0] = trace.states[frame]
    return runner.run(repeat_frame(trace, frame), first=frame)


def _load_kernel(controller: Controller) -> Callable[..., int]:
    """Import what runs frames; late, because importing kernels takes a while."""
    if controller is Controller.SLIDE:
        from engine.kernels.slide.run import run_frames as run_slide

        return run_slide
    from engine.kernels.cct.run import run_frames

    return run_frames


def _make_work(controller: Controller) -> tuple[Any, ...]:
    """Make what the passes of a frame leave for each other (the `layout` of the controller's kernels)."""
    if controller is Controller.SLIDE:
        return (np.zeros((_MOST_PLANES, 3)), np.full(4, -1, dtype=np.int64))
    return (np.full(16, -1, dtype=np.int64), np.zeros(20))


def _make_state(scenario: Scenario) -> Records:
    """Return the state at the spawn, and room for a copy of it."""
    state = np.zeros(2, dtype=STATE)
    state["center"], state["earlier"] = scenario.capsule.center, np.nan
    state["support"] = NO_BODY
    for name in ("hint_up", "hint_side", "hint_down"):
        state[name] = -1
    if scenario.controller is Controller.SLIDE:
        state["last_safe"], state["ground_normal"] = scenario.capsule.center, scenario.up
        state["depenetrate"] = _SPAWNED
    return state


class Runner:
    """Carries a controller's state and working memory from frame to frame. Not shared between threads."""

    def __init__(
        self, scenario: Scenario, *, record: bool = True, cache: bool = True, on_hit: OnHit | None = None
    ) -> None:
        self.scenario, self.record, self.cache, self.on_hit = scenario, record, cache, on_hit
        self.geometry: Geometry = geometry_of(scenario.level, rounded=uses_float32(scenario))
        self.placements = self.geometry.place_all_frames()
        self.config = encode_config(scenario)
        self.scales = np.array([body.scale[0] for body in scenario.level.bodies], dtype=np.float64)
        self.work = _make_work(scenario.controller)
        self.state = _make_state(scenario)
        self._make_scratch(_FIRST_NEAR, _FIRST_NEAR)

    def _make_scratch(self, near: int, found: int) -> None:
        from engine.kernels.bvh import STACK_SIZE

        cache = np.zeros(8, dtype=np.int64)
        cache[[1, 7]] = -1
        self.scratch = (
            np.empty((near, 19)),
            np.empty((near, 4), dtype=np.int32),
            np.zeros(6),
            cache,
            np.empty(found, dtype=np.int32),
            np.empty(STACK_SIZE, dtype=np.int32),
        )

    def run(self, inputs: FloatArray, on_chunk: OnChunk | None = None, first: int = 0) -> Trace:
        """Run the rows of the input from `first` on; earlier frames are left out of the trace."""
        total, writes = len(inputs), self.record or self.on_hit is not None
        frames = np.zeros(total, dtype=FRAME)
        states = np.zeros(total if writes else 0, dtype=STATE)
        log = RunLog.make(min(total - first, CHUNK), writes)
        done, told = first, 0
        while done < total:
            begin = done
            done = self.run_some(inputs, done, min(total, done + (CHUNK if self.cache else 1)), frames, states, log)
            told = self._tell_hits(log, told)
            if writes and not self.record:
                # The rows were for the callback alone: nobody asked to keep them.
                log.clear()
                for name in ("attempt", "decision"):
                    frames[f"{name}_start"][begin:done] = frames[f"{name}_count"][begin:done] = 0
                told = 0
            if on_chunk is not None and not on_chunk(done, total):
                break
        return self.build(frames[first:done], states[first : done if self.record else first], log, first)

    def _tell_hits(self, log: RunLog, told: int) -> int:
        """Report the hits among the iterations from `told` on; return how many iterations there are."""
        if self.on_hit is None:
            return told
        attempts, passes, iterations, _ = log.filled()
        for touch in read_touches(attempts, passes, iterations[told:], self.scenario.level.ids):
            self.on_hit(touch)
        return len(iterations)

    def run_some(self, inputs: FloatArray, begin: int, end: int, frames: Records, states: Records, log: RunLog) -> int:
        """Run a chunk, growing whatever is too short; return `end`."""
        run_frames = _load_kernel(self.scenario.controller)
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
                self._grow(log, stopped / len(inputs) if self.record else 0.0)
            begin = stopped
        return end

    def _grow(self, log: RunLog, share_done: float) -> None:
        near, found = int(log.counts[9]), int(log.counts[10])
        if near or found:
            self._make_scratch(max(2 * near, len(self.scratch[0])), max(2 * found, len(self.scratch[4])))
        log.grow(share_done)

    def build(self, frames: Records, states: Records, log: RunLog, first: int) -> Trace:
        """Return rows as a trace; frames are numbered from `first` in them, from 0 in the trace."""
        levels = log.filled()
        if first:  # a run that grows is shown at every tick, and its frames are numbered from 0
            for rows in (levels[0], levels[3]):
                rows["frame"] -= first
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

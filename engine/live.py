"""Runs that grow: driven tick by tick, or forked from a past frame of another run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.cut import cut_frames
from engine.errors import InputError
from engine.run_input import COLUMNS, expand_input, repeat_frame
from engine.run_log import RunLog
from engine.scenario import InputSegment, Scenario
from engine.simulate import OnChunk, Runner
from engine.trace import FRAME, STATE

if TYPE_CHECKING:
    from engine.trace import Records, Trace
    from engine.transforms import FloatArray

FIRST_ROOM = 256
"""Frames that there is room for at first: four seconds of driving."""
CHUNK = 512
"""Frames between two looks at whether to go on."""


class LiveRun:
    """A run that frames are appended to; `trace` shows what there is, at any time, without copying it.

    Not shared between threads; the traces that it has shown stay as they are.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._runner = Runner(scenario)
        self._done = 0
        self._frames, self._states = np.zeros(FIRST_ROOM, dtype=FRAME), np.zeros(FIRST_ROOM, dtype=STATE)
        self._inputs = np.full((FIRST_ROOM, COLUMNS), np.nan)
        self._log = RunLog.make(FIRST_ROOM, record=True)

    def __len__(self) -> int:
        return self._done

    @property
    def last_flags(self) -> int:
        """Where the last frame collided (engine.trace.Flags); there must be one."""
        return int(self._frames["flags"][self._done - 1])

    @classmethod
    def fork(cls, trace: Trace, frame: int, scenario: Scenario | None = None) -> LiveRun:
        """Return a run that shares the frames before `frame` with a trace of ours, and can go on differently.

        The controller's state is the one that the trace recorded. scenario: what goes on from there, of the same
        controller; the trace's own by default. Raises InputError.
        """
        scenario = scenario or trace.scenario
        check_fork(trace, frame, scenario)
        assert scenario is not None
        run = cls(scenario)
        run._take_over(trace, frame)
        return run

    def _take_over(self, trace: Trace, frame: int) -> None:
        """Begin with the frames of a trace before `frame`, and in the state in which they leave the controller."""
        if frame == 0:
            return
        self._runner.state[0] = state_after(trace, frame - 1)
        kept = cut_frames(trace, 0, frame - 1)
        self._make_room(frame)
        self._frames[:frame], self._states[:frame] = kept.frames, kept.states
        levels = (kept.attempts, kept.passes, kept.iterations, kept.decisions)
        self._log.take_over(levels)
        self._done = frame

    def advance(self, rows: FloatArray, on_chunk: OnChunk | None = None) -> None:
        """Run one frame for each row of input (engine.run_input); `on_chunk` as in `simulate`."""
        self._make_room(self._done + len(rows))
        end = self._done + len(rows)
        self._inputs[self._done : end] = rows
        while self._done < end:
            stop = min(end, self._done + CHUNK)
            inputs = self._inputs[:end]
            self._done = self._runner.run_some(inputs, self._done, stop, self._frames, self._states, self._log)
            if on_chunk is not None and not on_chunk(self._done, end):
                return

    def _make_room(self, frames: int) -> None:
        """Double the rows until some frames fit; what has been shown keeps the old ones."""
        if frames <= len(self._frames):
            return
        size = max(frames, 2 * len(self._frames))
        grown = np.zeros(size, dtype=FRAME), np.zeros(size, dtype=STATE), np.full((size, COLUMNS), np.nan)
        for larger, rows in zip(grown, (self._frames, self._states, self._inputs), strict=True):
            larger[: self._done] = rows[: self._done]
        self._frames, self._states, self._inputs = grown

    def trace(self, scenario: Scenario | None = None) -> Trace:
        """Return the run so far; `scenario` is what it is a run of, if its input has grown since."""
        shown = self._runner.build(self._frames[: self._done], self._states[: self._done], self._log, 0)
        return shown if scenario is None else replace(shown, scenario=scenario)


def state_after(trace: Trace, frame: int) -> Records:
    """Return the controller's state at the end of a frame: that frame is run once more from what it recorded.

    Raises InputError if it does not end where the trace says: then another scenario than the trace's made it.
    """
    assert trace.scenario is not None
    runner = Runner(trace.scenario)
    runner.state[0] = trace.states[frame]
    again = runner.run(repeat_frame(trace, frame), first=frame)
    if again.frames["center"][0].tobytes() != trace.frames["center"][frame].tobytes():
        raise InputError(f"fork: frame {frame} was made with other settings; fork the run that it comes from")
    state: Records = runner.state[0].copy()
    return state


def check_fork(trace: Trace, frame: int, scenario: Scenario | None) -> None:
    """Raise InputError if a run cannot go on from a frame of a trace."""
    if scenario is None or trace.scenario is None or len(trace.states) == 0:
        raise InputError("fork: expected a recorded run of ours; this trace has no scenario or no states")
    if not 0 <= frame <= len(trace):
        raise InputError(f"fork: expected a frame from 0 to {len(trace)}, got {frame}")
    if scenario.controller is not trace.scenario.controller:
        raise InputError("fork: the controller cannot be changed in the middle of a run; change it from frame 0")


def fork_run(trace: Trace, frame: int, scenario: Scenario, on_chunk: OnChunk | None = None) -> Trace:
    """Return a run that is the trace's before a frame, and from there on what another scenario makes of its input.

    Its scenario is the new one; the frames before the fork are those that the old one gave. Raises InputError.
    """
    run = LiveRun.fork(trace, frame, scenario)
    rows = expand_input(scenario)
    run.advance(rows[frame:], on_chunk)
    return run.trace()


def take_input(input_: Sequence[InputSegment], frames: int) -> tuple[InputSegment, ...]:
    """Return the first frames of an input, as segments."""
    taken: list[InputSegment] = []
    left = frames
    for segment in input_:
        if left <= 0:
            break
        taken.append(segment if segment.frames <= left else replace(segment, frames=left))
        left -= segment.frames
    return tuple(taken)


def merge_input(input_: Sequence[InputSegment]) -> tuple[InputSegment, ...]:
    """Return the same input in as few segments: what goes on as it was, without a jump or a teleport, is one."""
    merged: list[InputSegment] = []
    for segment in input_:
        last = merged[-1] if merged else None
        if last is not None and goes_on(last, segment):
            merged[-1] = replace(last, frames=last.frames + segment.frames)
        else:
            merged.append(segment)
    return tuple(merged)


def goes_on(last: InputSegment, segment: InputSegment) -> bool:
    """Tell whether a segment is more of the same: its frames could be frames of the one before."""
    if segment.jump is not None or segment.teleport is not None:
        return False
    return (last.move, last.velocity, last.gravity) == (segment.move, segment.velocity, segment.gravity)

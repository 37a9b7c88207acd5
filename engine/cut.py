"""A stretch of a trace as a trace of its own, so that what reads whole traces can be asked about one frame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.trace import Records, Trace


def cut_frames(trace: Trace, first: int, last: int) -> Trace:
    """Return frames `first` to `last`, inclusive, numbered from 0. The scenario stays that of the whole run."""
    frames = trace.frames[first : last + 1].copy()
    attempts, attempt_start = _take(trace.attempts, frames, "attempt")
    passes, pass_start = _take(trace.passes, attempts, "pass")
    iterations, iteration_start = _take(trace.iterations, passes, "iteration")
    contacts, _ = _take(trace.contacts, frames, "contact")
    decisions, _ = _take(trace.decisions, frames, "decision")
    for records in (attempts, contacts, decisions):
        records["frame"] -= first
    passes["attempt"] -= attempt_start
    iterations["pass_index"] -= pass_start
    starts = {"attempt": attempt_start, "pass_index": pass_start, "iteration": iteration_start}
    for name, start in starts.items():
        decisions[name] = np.where(decisions[name] < 0, -1, decisions[name] - start)
    return replace(
        trace,
        frames=frames,
        attempts=attempts,
        passes=passes,
        iterations=iterations,
        contacts=contacts,
        decisions=decisions,
        states=trace.states[first : last + 1],
    )


def _take(records: Records, owners: Records, name: str) -> tuple[Records, int]:
    """Return a copy of what some records own, which lies in one piece, and where that began; owners then start at 0."""
    starts, counts = owners[f"{name}_start"], owners[f"{name}_count"]
    owning = counts > 0
    begin = int(starts[owning].min()) if owning.any() else 0
    end = int((starts[owning] + counts[owning]).max()) if owning.any() else 0
    owners[f"{name}_start"] = np.maximum(starts - begin, 0)
    return records[begin:end].copy(), begin

"""Traces that the tests of the app share: real ones by name, and small ones made of counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from engine.files.opening import open_trace
from engine.trace import ATTEMPT, CONTACT, FRAME, ITERATION, PASS, UNKNOWN_BODY, Exit, Flags, Trace

Shape = Sequence[Sequence[Sequence[int]]]
"""Frames of attempts of passes, each pass the count of its iterations."""


@cache
def open_sample(folder: Path, name: str) -> Trace:
    """Open a real trace once for all tests."""
    return open_trace(folder / f"{name}.trace.json.gz")


def make_trace(shape: Shape) -> Trace:
    """Build a trace of a given shape; every position is the origin, and nothing was hit."""
    frames: list[tuple[int, int, int]] = []
    attempts: list[tuple[int, int, int]] = []
    passes: list[tuple[int, int, int]] = []
    iterations: list[int] = []
    for frame, of_frame in enumerate(shape):
        frames.append((frame, len(attempts), len(of_frame)))
        for of_attempt in of_frame:
            attempts.append((frame, len(passes), len(of_attempt)))
            for count in of_attempt:
                iterations += [len(passes)] * count
                passes.append((len(attempts) - 1, len(iterations) - count, count))
    trace = Trace(
        producer="test",
        scenario=None,
        body_names=(),
        frames=np.zeros(len(frames), dtype=FRAME),
        attempts=np.zeros(len(attempts), dtype=ATTEMPT),
        passes=np.zeros(len(passes), dtype=PASS),
        iterations=np.zeros(len(iterations), dtype=ITERATION),
        contacts=np.zeros(0, dtype=CONTACT),
    )
    for records, names, rows in (
        (trace.frames, ("attempt_start", "attempt_count"), [row[1:] for row in frames]),
        (trace.attempts, ("frame", "pass_start", "pass_count"), attempts),
        (trace.passes, ("attempt", "iteration_start", "iteration_count"), passes),
    ):
        for column, name in enumerate(names):
            records[name] = [row[column] for row in rows]
    trace.iterations["pass_index"] = iterations
    trace.iterations["direction"] = (1.0, 0.0, 0.0)
    trace.passes["exit"] = np.where(trace.passes["iteration_count"] == 0, Exit.ZERO, Exit.NO_HIT)
    return trace


def make_centre_only_trace(count: int) -> Trace:
    """Build what another engine may know at least: where the centre was, along x, a tenth of a metre a frame."""
    frames = np.zeros(count, dtype=FRAME)
    frames["center"][:, 0] = 0.1 * np.arange(count)
    frames["move"] = np.nan
    frames["flags"] = Flags.UNKNOWN
    frames["touched"] = UNKNOWN_BODY
    empty = [np.zeros(0, dtype=level) for level in (ATTEMPT, PASS, ITERATION, CONTACT)]
    return Trace("another engine", None, (), frames, *empty)

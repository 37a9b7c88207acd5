"""Traces as our own controllers make them: with states, boxes and decisions of every kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.decisions import Gate
from engine.level import Body, Level
from engine.scenario import Scenario
from engine.shapes import Box, Capsule
from engine.trace import (
    ATTEMPT,
    CONTACT,
    DECISION,
    FRAME,
    ITERATION,
    NO_BODY,
    PASS,
    STATE,
    AttemptKind,
    Exit,
    Flags,
    PassKind,
    Records,
    SlopeRule,
    Trace,
)

LEVELS = ("frames", "attempts", "passes", "iterations", "contacts", "decisions", "states")
PASSES, ITERATIONS, DECISIONS = 2, 3, 9
"""Of each attempt, pass and frame of the made trace."""


def make_trace(frames: int = 700, seed: int = 1) -> Trace:
    """Build a trace of random figures; odd frames have a second attempt, after one that was refused."""
    random = np.random.default_rng(seed)
    frame = _random_records(frames, FRAME, random)
    frame["attempt_count"] = 1 + np.arange(frames) % 2
    frame["attempt_start"] = np.cumsum(frame["attempt_count"]) - frame["attempt_count"]
    frame["contact_start"] = frame["contact_count"] = 0
    frame["decision_start"], frame["decision_count"] = np.arange(frames) * DECISIONS, DECISIONS
    frame["flags"], frame["touched"] = np.arange(frames) % 8, np.arange(frames) % 3 - 1
    attempt = _random_records(int(frame["attempt_count"].sum()), ATTEMPT, random)
    attempt["frame"] = np.repeat(np.arange(frames), frame["attempt_count"])
    attempt["kind"] = AttemptKind.MOVE
    refused = frame["attempt_start"][frame["attempt_count"] == 2]
    attempt["kind"][refused + 1] = AttemptKind.WALK_EXPERIMENT
    plain = np.setdiff1d(np.arange(len(attempt)), refused)
    attempt["slope_rule"] = SlopeRule.DOWN_TRIANGLE
    attempt["slope_rule"][plain] = SlopeRule.NONE
    for name in ("slope_normal", "slope_height", "slope_step_offset"):
        attempt[name][plain] = np.nan
    attempt["pass_start"], attempt["pass_count"] = np.arange(len(attempt)) * PASSES, PASSES
    pass_ = _random_records(len(attempt) * PASSES, PASS, random)
    index = np.arange(len(pass_))
    pass_["attempt"], pass_["restored"], pass_["max_iterations"] = index // PASSES, index % 5 == 0, 10
    pass_["kind"], pass_["exit"] = index % len(PassKind), index % (len(Exit) - 1)
    pass_["iteration_start"], pass_["iteration_count"] = index * ITERATIONS, ITERATIONS
    iteration = _make_iterations(len(pass_) * ITERATIONS, random)
    decision = _make_decisions(frame, attempt, random)
    state = _random_records(frames, STATE, random)
    state["support"], state["flags"] = np.arange(frames) % 3 - 1, Flags.DOWN
    floor, box = Body("floor", Box((9.0, 1.0, 9.0))), Body('a "box"', Box((1.0, 1.0, 1.0)))
    scenario = Scenario("made", Capsule((0.0, 2.0, 0.0), 0.35, 1.1, (0.0, 1.0, 0.0)), Level((floor, box)))
    contacts = np.zeros(0, dtype=CONTACT)
    levels = (frame, attempt, pass_, iteration, contacts, decision, state)
    return Trace("Sweepscope test", scenario, tuple(scenario.level.ids), *levels)


def _make_iterations(count: int, random: np.random.Generator) -> Records:
    iteration = _random_records(count, ITERATION, random)
    index = np.arange(count)
    iteration["pass_index"], iteration["hit"] = index // ITERATIONS, index % 3 > 0
    iteration["body"], iteration["triangle"] = index % 2, index % 4 - 1
    missed = index % 3 == 0
    iteration["body"][missed], iteration["triangle"][missed] = NO_BODY, -1
    for name in ("distance", "normal", "point"):
        iteration[name][missed] = np.nan
    iteration["box_low"][-1] = iteration["box_high"][-1] = np.nan
    return iteration


def _make_decisions(frame: Records, attempt: Records, random: np.random.Generator) -> Records:
    """Decisions of a frame, of an attempt, of a pass and of an iteration, by turns."""
    decision = _random_records(len(frame) * DECISIONS, DECISION, random)
    index = np.arange(len(decision))
    decision["frame"] = index // DECISIONS
    decision["gate"], decision["outcome"] = index % len(Gate), index % 2 == 0
    for name in ("attempt", "pass_index", "iteration"):
        decision[name] = -1
    last = frame["attempt_start"] + frame["attempt_count"] - 1
    owned = index % 4
    decision["attempt"][owned > 0] = last[decision["frame"]][owned > 0]
    in_pass, in_iteration = owned > 1, owned > 2
    decision["pass_index"][in_pass] = attempt["pass_start"][decision["attempt"][in_pass]] + 1
    decision["iteration"][in_iteration] = decision["pass_index"][in_iteration] * ITERATIONS + 2
    decision["body"], decision["triangle"] = index % 3 - 1, index % 5 - 1
    decision["value"][::7] = np.nan
    decision["value"][decision["gate"] == Gate.HIT] = np.inf
    decision["value"][decision["gate"] == Gate.RECOVERY_PUSH] = -np.inf
    return decision


def _random_records(count: int, kind: np.dtype[np.void], random: np.random.Generator) -> Records:
    """Fill all figures with numbers of every size, some of them -0 or 0; indices with small ones."""
    records = np.zeros(count, dtype=kind)
    for name in kind.names or ():
        shape = records[name].shape
        if kind[name].base.kind == "f":
            figures = random.standard_normal(shape) * 10.0 ** random.integers(-12, 5, shape)
            figures[random.random(shape) < 0.1] = -0.0
            records[name] = figures
        elif kind[name].base.kind == "i":
            records[name] = random.integers(-1, 9, shape)
    return records


def without_records(trace: Trace) -> Trace:
    """Return the trace as a run that records only where frames ended."""
    frames = trace.frames.copy()
    for name in ("attempt", "contact", "decision"):
        frames[f"{name}_start"] = frames[f"{name}_count"] = 0
    empty = {name: getattr(trace, name)[:0] for name in LEVELS[1:]}
    return replace(trace, frames=frames, **empty)


def list_differences(want: Trace, got: Trace) -> list[str]:
    """Name every column in which two traces are not the same to the last bit; all NaN are one."""
    different = []
    for level in LEVELS:
        wanted, found = getattr(want, level), getattr(got, level)
        if len(wanted) != len(found):
            different.append(level)
            continue
        for name in wanted.dtype.names:
            a, b = wanted[name], found[name]
            if name.endswith("_start"):  # means nothing where there are no children
                counted = wanted[name.replace("_start", "_count")] > 0
                a, b = a[counted], b[counted]
            if a.dtype.kind == "f":
                a, b = (np.where(np.isnan(each), np.nan, each) for each in (a, b))
            if a.tobytes() != b.tobytes():
                different.append(f"{level}.{name}")
    return different

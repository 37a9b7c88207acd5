"""Frames as JSON objects, chunk by chunk, to the columns of a trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files.body_numbers import BodyNumbers
from engine.files.columns import Rows
from engine.files.controller_columns import fill_decisions, fill_states
from engine.scenario import Scenario
from engine.trace import (
    ATTEMPT,
    CONTACT,
    DECISION,
    FRAME,
    ITERATION,
    NO_BODY,
    PASS,
    STATE,
    UNKNOWN_BODY,
    AttemptKind,
    Exit,
    PassKind,
    Records,
    SlopeRule,
    Trace,
)

_ATTEMPT_KINDS = {None: AttemptKind.MOVE} | {kind.name.lower(): kind for kind in AttemptKind}
_PASS_KINDS = {kind.name: kind for kind in PassKind}
_EXITS = {None: Exit.UNKNOWN} | {each.name.lower(): each for each in Exit if each is not Exit.UNKNOWN}
_SLOPE_RULES = {rule.name.lower(): rule for rule in SlopeRule if rule is not SlopeRule.NONE}
_LEVELS = (FRAME, ATTEMPT, PASS, ITERATION, CONTACT, DECISION, STATE)


class TraceColumns:
    """Takes chunks of frames and keeps their columns; the scenario is needed only at the end."""

    def __init__(self, file: Path, *, moves_only: bool = False) -> None:
        self._file = file
        self._moves_only = moves_only
        self._bodies = BodyNumbers()
        self._chunks: list[tuple[Records, ...]] = []
        self._counts = [0] * len(_LEVELS)

    def add(self, frames: list[Any]) -> None:
        """Turn the next frames into columns: each level into one list of records, then each key into one column."""
        base, attempts_before, passes_before, iterations_before, contacts_before, decisions_before, _ = self._counts
        rows = Rows(frames, self._file, lambda index: f"frames[{base + index}]").require_objects()
        if self._moves_only:
            rows = rows.keep("center", "move")
        frame, attempts, contacts, decisions = _fill_frames(rows, self._bodies.with_null(NO_BODY))
        state = fill_states(rows, self._bodies)
        self._bodies.with_null(UNKNOWN_BODY)
        attempt, passes = _fill_attempts(attempts, frame["attempt_count"])
        pass_, iterations = _fill_passes(passes, attempt["pass_count"])
        iteration = _fill_iterations(iterations, pass_["iteration_count"], self._bodies)
        contact = _fill_contacts(contacts, frame["contact_count"], self._bodies)
        decision = fill_decisions(decisions, frame, attempt, pass_, self._bodies)
        # Indices count from the chunk's beginning so far; from here on, from the trace's.
        for records, name, before in (
            (frame, "attempt_start", attempts_before),
            (frame, "contact_start", contacts_before),
            (frame, "decision_start", decisions_before),
            (attempt, "frame", base),
            (attempt, "pass_start", passes_before),
            (pass_, "attempt", attempts_before),
            (pass_, "iteration_start", iterations_before),
            (iteration, "pass_index", passes_before),
            (contact, "frame", base),
            (decision, "frame", base),
        ):
            records[name] += before
        for name, before in (
            ("attempt", attempts_before),
            ("pass_index", passes_before),
            ("iteration", iterations_before),
        ):
            decision[name][decision[name] >= 0] += before
        chunk = (frame, attempt, pass_, iteration, contact, decision, state)
        self._counts = [count + len(records) for count, records in zip(self._counts, chunk, strict=True)]
        self._chunks.append(chunk)

    def build(self, producer: str, scenario: Scenario | None) -> Trace:
        """Join the chunks, and give the bodies their indices in the scenario's level."""
        if self._chunks:
            levels = [np.concatenate(parts) for parts in zip(*self._chunks, strict=True)]
        else:
            levels = [np.zeros(0, dtype=level) for level in _LEVELS]
        names, index_of_number = self._bodies.resolve(scenario)
        frames, _, _, iterations, contacts, decisions, states = levels
        if len(states) < len(frames):
            states = np.zeros(0, dtype=STATE)  # a frame that does not tell its state cannot be run again from it
        bodies = ((frames, "touched"), *((records, "body") for records in (iterations, contacts, decisions)))
        for records, name in (*bodies, (states, "support")):
            known = records[name] >= 0
            records[name][known] = index_of_number[records[name][known]]
        levels[-1] = states
        for records in levels:
            records.setflags(write=False)
        return Trace(producer, scenario, names, *levels)


def _parents(counts: NDArray[np.int32]) -> NDArray[np.intp]:
    """Return each child's parent, from how many children each parent has."""
    return np.repeat(np.arange(len(counts)), counts)


def _fill_frames(rows: Rows, bodies: BodyNumbers) -> tuple[Records, Rows, Rows, Rows]:
    records = np.empty(len(rows), dtype=FRAME)
    records["center"] = rows.vectors("center", required=True)
    records["move"] = rows.vectors("move")
    records["flags"] = rows.flags("flags")
    records["touched"] = rows.bodies("touched", bodies)
    attempts, records["attempt_start"], records["attempt_count"] = rows.children("attempts")
    contacts, records["contact_start"], records["contact_count"] = rows.children("hits")
    decisions, records["decision_start"], records["decision_count"] = rows.children("decisions")
    return records, attempts, contacts, decisions


def _fill_attempts(rows: Rows, counts: NDArray[np.int32]) -> tuple[Records, Rows]:
    records = np.empty(len(rows), dtype=ATTEMPT)
    records["frame"] = _parents(counts)
    records["kind"] = rows.codes("kind", _ATTEMPT_KINDS)
    for key in ("move", "start"):
        records[key] = rows.vectors(key)
    steep, owners = rows.parts("non_walkable")
    records["slope_rule"] = SlopeRule.NONE
    for name in ("slope_normal", "slope_height", "slope_step_offset"):
        records[name] = np.nan
    records["slope_rule"][owners] = steep.codes("rule", _SLOPE_RULES)
    records["slope_normal"][owners] = steep.vectors("normal")
    records["slope_height"][owners] = steep.numbers("height_above_bottom")
    records["slope_step_offset"][owners] = steep.numbers("step_offset")
    passes, records["pass_start"], records["pass_count"] = rows.children("passes")
    return records, passes


def _fill_passes(rows: Rows, counts: NDArray[np.int32]) -> tuple[Records, Rows]:
    records = np.empty(len(rows), dtype=PASS)
    records["attempt"] = _parents(counts)
    records["kind"] = rows.codes("pass", _PASS_KINDS)
    for key in ("move", "start", "end"):
        records[key] = rows.vectors(key)
    records["max_iterations"] = rows.integers("max_iterations", default=-1)
    records["exit"] = rows.codes("exit", _EXITS)
    records["restored"] = rows.booleans("restored")
    iterations, records["iteration_start"], records["iteration_count"] = rows.children("iterations")
    return records, iterations


def _fill_iterations(rows: Rows, counts: NDArray[np.int32], bodies: BodyNumbers) -> Records:
    records = np.empty(len(rows), dtype=ITERATION)
    records["pass_index"] = _parents(counts)
    records["origin"] = rows.vectors("from")
    records["direction"] = rows.vectors("direction")
    records["length"] = rows.numbers("length")
    hits, owners = rows.parts("hit")
    records["hit"] = False
    records["hit"][owners] = True
    records["box_low"], records["box_high"] = rows.boxes("box")
    records["body"], records["triangle"] = NO_BODY, -1
    for key in ("distance", "normal", "point"):
        records[key] = np.nan
    records["distance"][owners] = hits.numbers("distance")
    records["normal"][owners] = hits.vectors("normal")
    records["point"][owners] = hits.vectors("point")
    records["body"][owners] = hits.bodies("body", bodies)
    records["triangle"][owners] = hits.integers("triangle", default=-1)
    return records


def _fill_contacts(rows: Rows, counts: NDArray[np.int32], bodies: BodyNumbers) -> Records:
    records = np.empty(len(rows), dtype=CONTACT)
    records["frame"] = _parents(counts)
    for key in ("point", "normal", "direction"):
        records[key] = rows.vectors(key)
    records["length"] = rows.numbers("length")
    records["body"] = rows.bodies("body", bodies)
    return records

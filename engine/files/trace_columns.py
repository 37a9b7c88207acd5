"""Frames as JSON objects, chunk by chunk, to the columns of a trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files.columns import ABSENT, Rows
from engine.level import BodyRole
from engine.scenario import Scenario
from engine.trace import (
    ATTEMPT,
    CONTACT,
    FRAME,
    ITERATION,
    NO_BODY,
    PASS,
    UNKNOWN_BODY,
    AttemptKind,
    Exit,
    Flags,
    PassKind,
    Records,
    SlopeRule,
    Trace,
)

_ATTEMPT_KINDS = {None: AttemptKind.MOVE} | {kind.name.lower(): kind for kind in AttemptKind}
_PASS_KINDS = {kind.name: kind for kind in PassKind}
_EXITS = {None: Exit.UNKNOWN} | {each.name.lower(): each for each in Exit if each is not Exit.UNKNOWN}
_SLOPE_RULES = {rule.name.lower(): rule for rule in SlopeRule if rule is not SlopeRule.NONE}
_FLAGS = {"down": Flags.DOWN, "sides": Flags.SIDES, "up": Flags.UP}
_LEVELS = (FRAME, ATTEMPT, PASS, ITERATION, CONTACT)


class TraceColumns:
    """Takes chunks of frames and keeps their columns; the scenario is needed only at the end."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._bodies = _BodyNumbers()
        self._chunks: list[tuple[Records, ...]] = []
        self._counts = [0] * len(_LEVELS)

    def add(self, frames: list[Any]) -> None:
        """Turn the next frames into columns: each level into one list of records, then each key into one column."""
        base, attempts_before, passes_before, iterations_before, contacts_before = self._counts
        rows = Rows(frames, self._file, lambda index: f"frames[{base + index}]").require_objects()
        frame, attempts, contacts = _fill_frames(rows, self._bodies.with_null(NO_BODY))
        self._bodies.with_null(UNKNOWN_BODY)
        attempt, passes = _fill_attempts(attempts, frame["attempt_count"])
        pass_, iterations = _fill_passes(passes, attempt["pass_count"])
        iteration = _fill_iterations(iterations, pass_["iteration_count"], self._bodies)
        contact = _fill_contacts(contacts, frame["contact_count"], self._bodies)
        # Indices count from the chunk's beginning so far; from here on, from the trace's.
        for records, name, before in (
            (frame, "attempt_start", attempts_before),
            (frame, "contact_start", contacts_before),
            (attempt, "frame", base),
            (attempt, "pass_start", passes_before),
            (pass_, "attempt", attempts_before),
            (pass_, "iteration_start", iterations_before),
            (iteration, "pass_index", passes_before),
            (contact, "frame", base),
        ):
            records[name] += before
        chunk = (frame, attempt, pass_, iteration, contact)
        self._counts = [count + len(records) for count, records in zip(self._counts, chunk, strict=True)]
        self._chunks.append(chunk)

    def build(self, producer: str, scenario: Scenario | None) -> Trace:
        """Join the chunks, and give the bodies their indices in the scenario's level."""
        if self._chunks:
            levels = [np.concatenate(parts) for parts in zip(*self._chunks, strict=True)]
        else:
            levels = [np.zeros(0, dtype=level) for level in _LEVELS]
        names, index_of_number = self._bodies.resolve(scenario)
        frames, attempts, passes, iterations, contacts = levels
        for records, name in ((frames, "touched"), (iterations, "body"), (contacts, "body")):
            known = records[name] >= 0
            records[name][known] = index_of_number[records[name][known]]
        for records in levels:
            records.setflags(write=False)
        return Trace(producer, scenario, names, frames, attempts, passes, iterations, contacts)


class _BodyNumbers(dict[Any, int]):
    """A number for each name of a body, in the order in which names turn up."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self[ABSENT] = UNKNOWN_BODY

    def __missing__(self, name: Any) -> int:
        if not isinstance(name, str):
            raise TypeError("not a name")
        self.names.append(name)
        self[name] = len(self.names) - 1
        return self[name]

    def with_null(self, body: int) -> _BodyNumbers:
        """Say what null means from here on."""
        self[None] = body
        return self

    def resolve(self, scenario: Scenario | None) -> tuple[tuple[str, ...], NDArray[np.int32]]:
        """Return all names, the level's first, and for each number the index in them."""
        names = list(scenario.level.ids) if scenario else []
        index_of = {name: index for index, name in enumerate(names)}
        for role in (BodyRole.OBSTACLE, BodyRole.CHARACTER):
            # PhysX calls each obstacle just that; where there is only one, it is clear which is meant.
            same = [i for i, body in enumerate(scenario.level.bodies) if body.role is role] if scenario else []
            if len(same) == 1:
                index_of.setdefault(str(role), same[0])
        for name in self.names:
            if name not in index_of:
                index_of[name] = len(names)
                names.append(name)
        return tuple(names), np.array([index_of[name] for name in self.names], dtype=np.int32)


def _parents(counts: NDArray[np.int32]) -> NDArray[np.intp]:
    """Return each child's parent, from how many children each parent has."""
    return np.repeat(np.arange(len(counts)), counts)


def _fill_frames(rows: Rows, bodies: _BodyNumbers) -> tuple[Records, Rows, Rows]:
    records = np.empty(len(rows), dtype=FRAME)
    records["center"] = rows.vectors("center", required=True)
    records["move"] = rows.vectors("move")
    records["flags"] = _read_flags(rows)
    records["touched"] = rows.bodies("touched", bodies)
    attempts, records["attempt_start"], records["attempt_count"] = rows.children("attempts")
    contacts, records["contact_start"], records["contact_count"] = rows.children("hits")
    return records, attempts, contacts


def _read_flags(frames: Rows) -> NDArray[np.uint8]:
    """Read lists of words as bits; a list that was seen before is looked up."""
    known: dict[tuple[str, ...] | None, int] = {None: Flags.UNKNOWN}
    bits = np.empty(len(frames), dtype=np.uint8)
    for index, record in enumerate(frames.records):
        words = record.get("flags")
        try:
            key = None if words is None else tuple(words)
            if key not in known:
                known[key] = sum(_FLAGS[word] for word in set(key or ()))
            bits[index] = known[key]
        except (KeyError, TypeError):
            frames.fail(index, "flags", "a list of " + ", ".join(_FLAGS))
    return bits


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


def _fill_iterations(rows: Rows, counts: NDArray[np.int32], bodies: _BodyNumbers) -> Records:
    records = np.empty(len(rows), dtype=ITERATION)
    records["pass_index"] = _parents(counts)
    records["origin"] = rows.vectors("from")
    records["direction"] = rows.vectors("direction")
    records["length"] = rows.numbers("length")
    hits, owners = rows.parts("hit")
    records["hit"] = False
    records["hit"][owners] = True
    records["body"], records["triangle"] = NO_BODY, -1
    for key in ("distance", "normal", "point"):
        records[key] = np.nan
    records["distance"][owners] = hits.numbers("distance")
    records["normal"][owners] = hits.vectors("normal")
    records["point"][owners] = hits.vectors("point")
    records["body"][owners] = hits.bodies("body", bodies)
    records["triangle"][owners] = hits.integers("triangle", default=-1)
    return records


def _fill_contacts(rows: Rows, counts: NDArray[np.int32], bodies: _BodyNumbers) -> Records:
    records = np.empty(len(rows), dtype=CONTACT)
    records["frame"] = _parents(counts)
    for key in ("point", "normal", "direction"):
        records[key] = rows.vectors(key)
    records["length"] = rows.numbers("length")
    records["body"] = rows.bodies("body", bodies)
    return records

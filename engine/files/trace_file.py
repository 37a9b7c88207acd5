"""Trace files, `*.trace.json` and `*.trace.json.gz`: the open format, so that any engine can be looked at.

Unknown keys are passed over: a producer may add what it likes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files.columns import ABSENT, Rows
from engine.files.json_file import paused_gc, read_json
from engine.files.reader import Node, require_format
from engine.files.scenario_file import SUFFIX, build_scenario, load_scenario
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

FORMAT = "sweepscope.trace"
SUFFIXES = (".trace.json", ".trace.json.gz")

_ATTEMPT_KINDS = {None: AttemptKind.MOVE} | {kind.name.lower(): kind for kind in AttemptKind}
_PASS_KINDS = {kind.name: kind for kind in PassKind}
_EXITS = {None: Exit.UNKNOWN} | {each.name.lower(): each for each in Exit if each is not Exit.UNKNOWN}
_SLOPE_RULES = {rule.name.lower(): rule for rule in SlopeRule if rule is not SlopeRule.NONE}
_FLAGS = {"down": Flags.DOWN, "sides": Flags.SIDES, "up": Flags.UP}


def load_trace(path: str | Path, scenario: Scenario | None = None) -> Trace:
    """Read a trace file; a scenario given here takes the place of the one that the file names."""
    return trace_from_json(read_json(Path(path)), Path(path), scenario)


def trace_from_json(data: Any, path: Path, scenario: Scenario | None = None) -> Trace:
    """Build a trace from parsed JSON; `path` is what errors name and what a scenario's name is relative to."""
    root = Node(data, path)
    require_format(root, FORMAT)
    producer = root["producer"].text() if "producer" in root else "unknown"
    if scenario is None and root.value.get("scenario") is not None:
        scenario = _read_scenario(root["scenario"])
    frames = root["frames"]
    frames.items()
    with paused_gc():
        return _fill_trace(Rows(frames.value, path, lambda i: f"frames[{i}]").require_objects(), producer, scenario)


def _read_scenario(node: Node) -> Scenario:
    """Read the scenario of a trace: an object, a relative path, or a name."""
    if isinstance(node.value, dict):
        return build_scenario(node, None)
    if not isinstance(node.value, str) or not node.value.strip():
        raise node.error("an object, a relative path, or a name")
    folder = node.file.parent
    for candidate in (folder / f"{node.value}{SUFFIX}", folder / node.value):
        if "\0" not in node.value and candidate.is_file():
            return load_scenario(candidate)
    raise node.error(f"an object, a relative path, or NAME of a NAME{SUFFIX} beside the trace")


class _BodyIndex(dict[Any, int]):
    """The index of each body's name: those of the level, then others as they turn up."""

    def __init__(self, scenario: Scenario | None) -> None:
        super().__init__()
        self.names: list[str] = list(scenario.level.ids) if scenario else []
        self.update((name, index) for index, name in enumerate(self.names))
        for role in (BodyRole.OBSTACLE, BodyRole.CHARACTER):
            # PhysX calls each obstacle just that; where there is only one, it is clear which is meant.
            same = [i for i, body in enumerate(scenario.level.bodies) if body.role is role] if scenario else []
            if len(same) == 1:
                self.setdefault(str(role), same[0])
        self[ABSENT] = UNKNOWN_BODY

    def __missing__(self, name: Any) -> int:
        if not isinstance(name, str):
            raise TypeError("not a name")
        self.names.append(name)
        self[name] = len(self.names) - 1
        return self[name]

    def with_null(self, body: int) -> _BodyIndex:
        """Say what null means from here on."""
        self[None] = body
        return self


def _fill_trace(frames: Rows, producer: str, scenario: Scenario | None) -> Trace:
    """Flatten each level into one list of records, then each key into one column."""
    bodies = _BodyIndex(scenario)
    frame_records = np.empty(len(frames), dtype=FRAME)
    frame_records["center"] = frames.vectors("center", required=True)
    frame_records["move"] = frames.vectors("move")
    frame_records["flags"] = _read_flags(frames)
    frame_records["touched"] = frames.bodies("touched", bodies.with_null(NO_BODY))
    attempts, frame_records["attempt_start"], frame_records["attempt_count"] = frames.children("attempts")
    contacts, frame_records["contact_start"], frame_records["contact_count"] = frames.children("hits")
    bodies.with_null(UNKNOWN_BODY)
    attempt_records, passes = _fill_attempts(attempts, frame_records["attempt_count"])
    pass_records, iterations = _fill_passes(passes, attempt_records["pass_count"])
    iteration_records = _fill_iterations(iterations, pass_records["iteration_count"], bodies)
    contact_records = _fill_contacts(contacts, frame_records["contact_count"], bodies)
    levels = (frame_records, attempt_records, pass_records, iteration_records, contact_records)
    for level in levels:
        level.setflags(write=False)
    return Trace(producer, scenario, tuple(bodies.names), *levels)


def _parents(counts: NDArray[np.int32]) -> NDArray[np.intp]:
    """Return each child's parent, from how many children each parent has."""
    return np.repeat(np.arange(len(counts)), counts)


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


def _fill_iterations(rows: Rows, counts: NDArray[np.int32], bodies: _BodyIndex) -> Records:
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


def _fill_contacts(rows: Rows, counts: NDArray[np.int32], bodies: _BodyIndex) -> Records:
    records = np.empty(len(rows), dtype=CONTACT)
    records["frame"] = _parents(counts)
    for key in ("point", "normal", "direction"):
        records[key] = rows.vectors(key)
    records["length"] = rows.numbers("length")
    records["body"] = rows.bodies("body", bodies)
    return records

"""What a person opens: a trace, or a scenario and the trace that lies beside it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import InputError
from engine.files import scenario_file, trace_file, trace_lines
from engine.files.json_file import parse_json, read_text, stream_members
from engine.files.reader import Node
from engine.scenario import Scenario
from engine.trace import ATTEMPT, CONTACT, FRAME, ITERATION, PASS, SPAWN_ONLY, UNKNOWN_BODY, Flags, Trace


@dataclass(frozen=True, eq=False)
class Opened:
    """What a file holds, and what lies beside it."""

    trace: Trace
    """The file's own; of a scenario the one beside it, or its spawn."""
    is_scenario: bool
    beside: Path | None = None
    """The file of the trace that lies beside a scenario."""
    fault: InputError | None = None
    """Why that file could not be read."""


def open_trace(path: str | Path) -> Trace:
    """Read a trace or a scenario file, told apart by their `format`.

    A scenario comes with NAME.trace.json or NAME.trace.json.gz beside it, if there is one; otherwise as one frame with
    the capsule at its spawn.
    """
    opened = open_file(path)
    if opened.fault is not None:
        raise opened.fault
    return opened.trace


def open_file(path: str | Path) -> Opened:
    """Read a file as `open_trace` does; a broken trace beside a scenario is told, and does not keep it from opening."""
    path = Path(path)
    if trace_lines.is_lines_file(path):
        return Opened(trace_lines.load_trace_lines(path), is_scenario=False)
    text = read_text(path)
    kind = _find_format(text, path)
    if kind.value == trace_file.FORMAT:
        return Opened(trace_file.trace_from_text(text, path), is_scenario=False)
    if kind.value != scenario_file.FORMAT:
        raise kind.error(f'"{scenario_file.FORMAT}" or "{trace_file.FORMAT}"')
    scenario = scenario_file.scenario_from_json(parse_json(text, path), path)
    stem = path.name.removesuffix(".gz").removesuffix(".json").removesuffix(".scenario")
    for suffix in trace_file.SUFFIXES:
        beside = path.with_name(stem + suffix)
        if beside != path and beside.is_file():
            try:
                return Opened(trace_file.load_trace(beside, scenario), is_scenario=True, beside=beside)
            except InputError as fault:
                return Opened(spawn_trace(scenario), is_scenario=True, beside=beside, fault=fault)
    return Opened(spawn_trace(scenario), is_scenario=True)


def _find_format(text: str, path: Path) -> Node:
    """Return what the file says that it is, and parse no more of it than that takes."""
    for key, value in stream_members(text, path, "frames", chunk_size=1):
        if key == "format":
            return Node(value, path, key)
    return Node({}, path)["format"]


def spawn_trace(scenario: Scenario) -> Trace:
    """Build a trace of one frame in which nothing has happened yet."""
    frames = np.zeros(1, dtype=FRAME)
    frames["center"] = scenario.capsule.center
    frames["flags"] = Flags.UNKNOWN
    frames["move"] = np.nan
    frames["touched"] = UNKNOWN_BODY
    frames.setflags(write=False)
    empty = [np.zeros(0, dtype=level) for level in (ATTEMPT, PASS, ITERATION, CONTACT)]
    return Trace(SPAWN_ONLY, scenario, tuple(scenario.level.ids), frames, *empty)

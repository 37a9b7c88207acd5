"""Trace files, `*.trace.json` and `*.trace.json.gz`: the open format, so that any engine can be looked at.

Unknown keys are passed over: a producer may add what it likes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.files.json_file import paused_gc, read_text, stream_members
from engine.files.reader import Node, require_format
from engine.files.scenario_file import SUFFIX, build_scenario, load_scenario
from engine.files.trace_columns import TraceColumns
from engine.scenario import Scenario
from engine.trace import Trace

FORMAT = "sweepscope.trace"
SUFFIXES = (".trace.json", ".trace.json.gz")
_CHUNK = 256
"""Frames parsed together: as many as fit in the processor's cache, by measurement."""


def load_trace(path: str | Path, scenario: Scenario | None = None) -> Trace:
    """Read a trace file; a scenario given here takes the place of the one that the file names."""
    return trace_from_text(read_text(Path(path)), Path(path), scenario)


def trace_from_text(text: str, path: Path, scenario: Scenario | None = None) -> Trace:
    """Build a trace from JSON text; `path` is what errors name and what a scenario's name is relative to."""
    return _build_trace(text, TraceColumns(path), path, scenario)


def load_moves(path: str | Path, scenario: Scenario) -> Trace:
    """Read only what was asked for and what came of it, frame by frame: the moves and the centres of a trace."""
    return _build_trace(read_text(Path(path)), TraceColumns(Path(path), moves_only=True), Path(path), scenario)


def _build_trace(text: str, columns: TraceColumns, path: Path, scenario: Scenario | None) -> Trace:
    members: dict[str, Any] = {}
    with paused_gc():
        for key, value in stream_members(text, path, "frames", _CHUNK):
            if key == "frames" and isinstance(value, list):
                if "format" in members and "version" in members:
                    # Another kind of file is better told than a frame that lacks its centre.
                    require_format(Node(members, path), FORMAT)
                columns.add(value)
                members[key] = None
            else:
                members[key] = value
    root = Node(members, path)
    require_format(root, FORMAT)
    if root["frames"].value is not None:
        raise root["frames"].error("a list")
    producer = root["producer"].text() if "producer" in root else "unknown"
    if scenario is None and members.get("scenario") is not None:
        scenario = read_scenario(root["scenario"])
    return columns.build(producer, scenario)


def read_scenario(node: Node) -> Scenario:
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

"""Traces that grow, `*.trace.jsonl`: a header line, then one line per frame, appended while the engine runs.

The header is the object of a trace file without its `frames`; each line after it is one frame as `frames` has it. A
last line without its line break is still being written, and is waited for.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.errors import InputError
from engine.files.json_file import json_errors
from engine.files.reader import Node, require_format
from engine.files.trace_columns import TraceColumns
from engine.files.trace_file import FORMAT, read_scenario
from engine.scenario import Scenario
from engine.trace import Trace

SUFFIX = ".trace.jsonl"
_CHUNK = 256
"""Frames parsed together, as in trace files."""


def is_lines_file(path: Path) -> bool:
    """Tell whether a file is one of these, by its name."""
    return path.name.endswith(SUFFIX)


def load_trace_lines(path: Path, scenario: Scenario | None = None) -> Trace:
    """Read a whole file as it is now. Raises InputError."""
    tail = TraceTail(path, scenario)
    tail.read_more()
    return tail.build()


class TraceTail:
    """Reads a growing file from where it stopped the last time. A file that got shorter was begun again."""

    def __init__(self, path: Path, scenario: Scenario | None = None) -> None:
        self.path = path
        self._given = scenario
        self._clear()

    def _clear(self) -> None:
        self._offset, self._line = 0, 0
        self._columns = TraceColumns(self.path)
        self._producer = "unknown"
        self._scenario = self._given
        self.frames = 0

    def read_more(self) -> bool:
        """Read what was added; True if there are more frames, or others, than before. Raises InputError."""
        before = self.frames
        text, began_again = self._read_text()
        try:
            self._read_lines(text)
        except InputError:
            self._clear()  # once it is whole it is read from its beginning, so that no frame is passed over
            raise
        return began_again or self.frames > before

    def _read_lines(self, text: str) -> None:
        frames: list[Any] = []
        for line in text.splitlines():
            self._line += 1
            if not line.strip():
                continue
            value = self._parse(line)
            if self._line == 1:
                self._read_header(value)
                continue
            frames.append(value)
            if len(frames) == _CHUNK:
                self._add(frames)
                frames = []
        if frames:
            self._add(frames)

    def _read_text(self) -> tuple[str, bool]:
        """Return the whole lines that were added, and whether the file was begun again."""
        try:
            began_again = self._offset > 0 and self.path.stat().st_size < self._offset
            if began_again:
                self._clear()
            with self.path.open("rb") as file:
                file.seek(self._offset)
                raw = file.read()
        except FileNotFoundError as error:
            raise InputError(f"{self.path}: no such file") from error
        except OSError as error:
            raise InputError(f"{self.path}: cannot be read: {error.strerror or error}") from error
        whole = raw.rfind(b"\n") + 1
        try:
            text = raw[:whole].decode("utf-8-sig" if self._offset == 0 else "utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{self.path}: expected UTF-8 text, got byte {error.object[error.start]:#x}") from error
        self._offset += whole
        return text, began_again

    def _parse(self, line: str) -> Any:
        try:
            return json.loads(line)
        except json.JSONDecodeError as error:
            reason = f"line {self._line}, column {error.colno}: {error.msg}"
            raise InputError(f"{self.path}: not JSON: {reason}") from error
        except (RecursionError, ValueError) as error:
            raise InputError(f"{self.path}: line {self._line}: not readable") from error

    def _read_header(self, value: Any) -> None:
        root = Node(value, self.path)
        with json_errors(self.path):
            require_format(root, FORMAT)
            self._producer = root["producer"].text() if "producer" in root else "unknown"
            if self._given is None and value.get("scenario") is not None:
                self._scenario = read_scenario(root["scenario"])

    def _add(self, frames: list[Any]) -> None:
        self._columns.add(frames)
        self.frames += len(frames)

    def build(self) -> Trace:
        """Return the trace of all frames so far. Raises InputError if the header is missing."""
        if self._line == 0:
            raise InputError(f"{self.path}: expected a header line of a trace, got nothing yet")
        return self._columns.build(self._producer, self._scenario)

"""The journal of unsaved driving: the input goes to a file, synced every second, and replaying it rebuilds the trace.

JSON lines: a header that holds the scenario, then stretches of input as they were driven, and `{"cut": frame}` where
driving went on from an earlier frame. One file for each drive of each process, held by a lock: a file that nobody holds
was left by a program that ended. A last line that is half written is passed over.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from app.drive_state import Recovery
from app.file_lock import hold_file
from engine.errors import InputError
from engine.files.reader import Node, require_format
from engine.files.scenario_file import load_scenario, scenario_from_json
from engine.files.scenario_writer import digest_level, scenario_to_json, segment_to_json
from engine.live import merge_input
from engine.scenario import InputSegment, Scenario

FORMAT = "sweepscope.journal"
SUFFIX = ".journal.jsonl"
SYNC_S = 1.0
"""Seconds between two writes: as much as a crash may cost."""
MOST_INLINE = 20_000
"""Triangles of a level that is written into the journal, about 0.1 s; a larger one is named by its file."""
_LEVEL_KEYS = ("level", "obstacles", "characters")


class Journal:
    """A file that grows while somebody drives. Raises OSError where it cannot be written."""

    def __init__(self, file: IO[bytes], path: Path, frames: int) -> None:
        self.path, self.frames = path, frames
        self._file = file
        self._pending: list[InputSegment] = []
        self._since_s = 0.0
        self._syncer = ThreadPoolExecutor(1, thread_name_prefix="journal")

    @classmethod
    def begin(cls, folder: Path, scenario: Scenario, document: Path, *, is_mixed: bool = False) -> Journal:
        """Begin a journal with the scenario whose run is driven on, with all the input that it has so far.

        is_mixed: its first frames were made with other settings, which the journal does not hold.
        """
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"driving-{os.getpid()}-{time.time_ns()}{SUFFIX}"
        file = path.open("x+b", buffering=0)
        hold_file(file)
        journal = cls(file, path, scenario.frame_count)
        journal._write([_make_header(scenario, document) | ({"mixed": True} if is_mixed else {})])
        return journal

    @classmethod
    def adopt(cls, path: Path, frames: int) -> Journal:
        """Go on with a journal that was left behind, after its last whole line. Raises OSError if somebody holds it."""
        file = path.open("r+b", buffering=0)
        if not hold_file(file):
            file.close()
            raise OSError(f"{path.name} is in use")
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
        file.seek(whole)
        return cls(file, path, frames)

    def add(self, segment: InputSegment, elapsed_s: float) -> None:
        """Note what was driven, and write it down if the last time was a second ago."""
        self._pending.append(segment)
        self.frames += segment.frames
        self._since_s += elapsed_s
        if self._since_s >= SYNC_S:
            self.flush()

    def cut(self, frame: int) -> None:
        """Note that driving goes on from an earlier frame; what came after it is forgotten."""
        if frame < self.frames:
            self.flush()
            self._write([{"cut": frame}])
            self.frames = frame

    def flush(self) -> None:
        """Write down what is not written yet; the disk is asked to keep it without anybody waiting."""
        pending, self._pending, self._since_s = self._pending, [], 0.0
        if pending:
            self._write([segment_to_json(segment) for segment in merge_input(pending)])

    def _write(self, lines: list[dict[str, Any]]) -> None:
        self._file.write("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode())
        self._syncer.submit(os.fsync, self._file.fileno())

    def close(self) -> None:
        """Write the rest and let go of the file, which stays: another start offers it."""
        with contextlib.suppress(OSError):
            self.flush()
        self._syncer.shutdown(wait=True)
        self._file.close()

    def remove(self) -> None:
        """Delete the file: what it holds has been saved, or nobody wants it."""
        self._pending = []
        self.close()
        with contextlib.suppress(OSError):
            self.path.unlink()


def _make_header(scenario: Scenario, document: Path) -> dict[str, Any]:
    """Return the first line; a large level is named by its file, with a digest that tells whether it is still that."""
    header: dict[str, Any] = {"format": FORMAT, "version": 1, "document": str(document)}
    if scenario.path is None or scenario.level.triangle_count <= MOST_INLINE:
        return header | {"scenario": scenario_to_json(scenario)}
    bare = {key: value for key, value in scenario_to_json(scenario).items() if key not in _LEVEL_KEYS}
    return header | {"scenario": bare, "level_file": str(scenario.path), "level_digest": digest_level(scenario.level)}


def read_journal(path: Path) -> tuple[Scenario, Path, str]:
    """Return the scenario with all that was driven, the file that was open, and what a person should know.

    Raises InputError if it cannot be read.
    """
    header, driven = _read_lines(path)
    data: dict[str, Any] = Node(header, path)["scenario"].object().value
    input_ = list(data.get("input", []))
    for line in driven:
        input_ = _cut(input_, line["cut"]) if "cut" in line else [*input_, line]
    document = Path(Node(header, path)["document"].text())
    scenario, told = scenario_from_json({**data, "input": input_}, path), ""
    file = header.get("level_file")
    if isinstance(file, str):
        level = load_scenario(file).level
        scenario = replace(scenario, level=level, path=Path(file))
        if digest_level(level) != header.get("level_digest"):
            told = f"{Path(file).name} has changed since: what was driven goes another way in it"
    if header.get("mixed"):
        told = "its first frames had been made with other settings: with those of its end they go another way"
    return replace(scenario, input=merge_input(scenario.input)), document, told


def _read_lines(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the header and the whole lines after it."""
    try:
        *whole, _half = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    lines: list[dict[str, Any]] = []
    for text in whole:
        try:
            line = json.loads(text)
        except ValueError:
            break  # a disk that was full, or a block that was never written: what came before is whole
        if not isinstance(line, dict):
            break
        lines.append(line)
    if not lines:
        raise InputError(f"{path}: expected a journal of driving, got an empty file")
    require_format(Node(lines[0], path), FORMAT)
    return lines[0], lines[1:]


def _cut(input_: list[dict[str, Any]], frames: int) -> list[dict[str, Any]]:
    """Return the first frames of an input, as JSON."""
    taken, left = [], frames
    for segment in input_:
        if left <= 0:
            break
        count = int(segment.get("frames", 1))
        taken.append({**segment, "frames": min(count, left)})
        left -= count
    return taken


def find_recoveries(folder: Path) -> tuple[Recovery, ...]:
    """Return what was left unsaved by programs that have ended, newest first. What cannot be read is passed over."""
    found = []
    for path in folder.glob(f"*{SUFFIX}") if folder.is_dir() else ():
        with contextlib.suppress(OSError, InputError, ValueError, TypeError, KeyError):
            with path.open("r+b") as file:
                if not hold_file(file):
                    continue  # its program is running
            written = path.stat().st_mtime
            header, driven = _read_lines(path)
            count = _count_frames(header, driven)
            if count == 0:
                path.unlink()
                continue
            when = datetime.fromtimestamp(written).astimezone().strftime("%d %B, %H:%M")
            found.append((written, Recovery(path, str(header["scenario"].get("name", path.name)), count, when)))
    return tuple(recovery for _, recovery in sorted(found, key=lambda pair: pair[0], reverse=True))


def _count_frames(header: dict[str, Any], driven: list[dict[str, Any]]) -> int:
    """Return the frames of the run that a journal gives; 0 if nothing was driven."""
    if not driven:
        return 0
    count = sum(int(segment.get("frames", 1)) for segment in header["scenario"].get("input", []))
    for line in driven:
        count = int(line["cut"]) if "cut" in line else count + int(line.get("frames", 1))
    return count

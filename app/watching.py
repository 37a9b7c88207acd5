"""Files that change while they are open: read again, with what a person has changed kept; and traces that grow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.documents import Progress, add_findings, make_document, read_document
from engine.errors import InputError
from engine.files.json_file import read_json
from engine.files.opening import open_file, spawn_trace
from engine.files.scenario_file import FORMAT as SCENARIO_FORMAT
from engine.files.scenario_writer import digest_level
from engine.files.trace_lines import TraceTail, is_lines_file
from engine.trace import Trace

if TYPE_CHECKING:
    from app.state import Document
    from engine.scenario import Scenario

WATCH_S = 1.0
"""Seconds between two looks at the files: soon enough after a save, and nothing to the disk."""
FOLLOW_S = 0.25
"""Seconds between two looks at a growing trace: it seems to flow."""

Stamps = dict[Path, tuple[int, int] | None]
"""When each file was written last (ns) and its size; None: it is not there."""


@dataclass(frozen=True, eq=False)
class Watched:
    """A document, and the state of its files before they were read."""

    document: Document
    stamps: Stamps
    tail: TraceTail | None = None
    """What reads on, if the trace is followed line by line."""


@dataclass(frozen=True, eq=False)
class Reread:
    """What a file holds now: a scenario that is to be run, or a document that is whole already."""

    scenario: Scenario | None = None
    document: Document | None = None
    files: tuple[Path, ...] = ()
    """What it is made of now."""


def stamp_file(path: Path) -> tuple[int, int] | None:
    """Return when a file was written and how large it is; None if it cannot be asked."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def list_files(path: Path) -> tuple[Path, ...]:
    """Return a file, and the mesh files that it names if it is a scenario."""
    if not path.name.endswith((".json", ".json.gz")) or ".trace." in path.name:
        return (path,)
    try:
        data = read_json(path)
    except InputError:
        return (path,)
    bodies = data.get("level") if isinstance(data, dict) and data.get("format") == SCENARIO_FORMAT else None
    named = [body.get("file") for body in bodies if isinstance(body, dict)] if isinstance(bodies, list) else []
    return (path, *dict.fromkeys(path.parent / name for name in named if isinstance(name, str) and name))


def read_watched(path: Path, progress: Progress, ghost: Path | None = None, *, follow: bool = False) -> Watched:
    """Read a file as `read_document` does, with what tells later whether it has changed. Raises InputError."""
    stamps = {file: stamp_file(file) for file in list_files(path)}
    if follow and is_lines_file(path):
        tail = TraceTail(path)
        tail.read_more()
        return Watched(make_document(path, _shown_trace(tail.build(), path)), stamps, tail)
    document = read_document(path, progress, ghost)
    scenario = document.trace.scenario
    if scenario is not None and scenario.path is not None and scenario.path not in stamps:
        stamps |= {file: stamp_file(file) for file in list_files(scenario.path)}
    return Watched(document, stamps)


def _shown_trace(trace: Trace, path: Path) -> Trace:
    """Return a trace that can be shown: without frames, the spawn of its scenario."""
    if len(trace):
        return trace
    if trace.scenario is None:
        raise InputError(f"{path}: frames: at least one frame is needed, got none yet")
    return spawn_trace(trace.scenario)


def read_again(document: Document, tail: TraceTail | None) -> Reread:
    """Read what has changed on disk. Raises InputError if it is not whole."""
    path = document.path
    if tail is not None:
        tail.read_more()
        trace = _shown_trace(tail.build(), path)
        return Reread(document=add_findings(make_document(path, trace, previous=document.scene), Progress()))
    opened = open_file(path)
    scenario = opened.trace.scenario
    if opened.is_scenario:
        assert scenario is not None
        return Reread(scenario=scenario, files=list_files(path))
    if len(opened.trace) == 0:
        raise InputError(f"{path}: frames: at least one frame is needed, got none")
    return Reread(document=add_findings(make_document(path, opened.trace, previous=document.scene), Progress()))


def merge_scenario(before: Scenario, edited: Scenario, after: Scenario) -> Scenario:
    """Return what the file holds now, with what a person has changed since it held `before`.

    Where both have changed the same, the file counts.
    """
    changed: dict[str, Any] = {}
    for names in (("name",), ("note",), ("capsule",), ("input",), ("dt",), ("settings", "rules", "rule_changes")):
        if all(getattr(before, name) == getattr(after, name) for name in names):
            changed |= {name: getattr(edited, name) for name in names}
    if digest_level(before.level) == digest_level(after.level):
        changed["level"] = edited.level
    return replace(after, **changed)


class Watch:
    """Looks at the files of the open document now and then. Time is told, so that tests need not wait."""

    def __init__(self) -> None:
        self.stamps: Stamps = {}
        self.tail: TraceTail | None = None
        self.is_following = False
        self._since_s = 0.0

    @property
    def is_on(self) -> bool:
        """Whether there is anything to look at."""
        return bool(self.stamps)

    @property
    def interval_s(self) -> float:
        """Seconds between two looks."""
        return FOLLOW_S if self.is_following else WATCH_S

    def begin(self, stamps: Stamps, tail: TraceTail | None = None, *, follow: bool = False) -> None:
        """Watch other files from now on; none: nothing."""
        self.stamps, self.tail, self.is_following, self._since_s = dict(stamps), tail, follow, 0.0

    def renew(self) -> None:
        """Take the files as they are now as the state that is shown."""
        self.stamps = {path: stamp_file(path) for path in self.stamps}

    def add(self, files: tuple[Path, ...]) -> None:
        """Watch more files, as they are now."""
        for path in files:
            self.stamps.setdefault(path, stamp_file(path))

    def find_change(self, elapsed_s: float) -> bool:
        """Tell whether a file has changed since the last time, if it is time to look; then that is the state now."""
        self._since_s += elapsed_s
        if not self.stamps or self._since_s < self.interval_s:
            return False
        self._since_s = 0.0
        now = {path: stamp_file(path) for path in self.stamps}
        changed, self.stamps = now != self.stamps, now
        return changed

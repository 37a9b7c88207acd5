"""Traces to files in the open format, packed by gzip if the name says so."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import InputError
from engine.files.json_file import paused_gc
from engine.files.trace_file import FORMAT
from engine.files.trace_text import FrameTexts
from engine.trace import Trace

_CHUNK = 512
"""Frames written together: numbers that repeat are found, and the texts still fit in the processor's cache."""
_PACKING = 6
"""Of gzip's nine levels: higher ones take twice as long for a hundredth less."""


def write_trace(trace: Trace, path: str | Path, *, scenario: dict[str, Any] | str | None) -> None:
    """Write a trace; `scenario` is what it names: an object, a path relative to the trace, or a name beside it.

    The file appears whole or not at all: it is written beside its place and renamed. InputError if that cannot be done.
    """
    head = {"format": FORMAT, "version": 1, "producer": trace.producer, "scenario": scenario}
    if scenario is None:
        del head["scenario"]
    texts = FrameTexts(trace)
    with _written_whole(Path(path)) as file, paused_gc():
        file.write(json.dumps(head, separators=(",", ":"), ensure_ascii=False)[:-1].encode() + b',"frames":[')
        for first in range(0, len(trace), _CHUNK):
            file.write(b"," if first else b"")
            file.write(",\n".join(texts.write(first, min(first + _CHUNK, len(trace)))).encode())
        file.write(b"]}\n")


@contextmanager
def _written_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file beside the path, and give it that name once everything is in it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as plain:
            if path.suffix == ".gz":
                # Without name and time inside, equal traces make equal files.
                with gzip.GzipFile("", "wb", _PACKING, plain, mtime=0) as packed:
                    yield packed  # type: ignore[misc] # it is a binary file, if not by its type
            else:
                yield plain
        beside.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)

"""Traces that grow line by line: the same as a whole file, and read on from where reading stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import InputError
from engine.files.opening import open_trace
from engine.files.trace_file import load_trace
from engine.files.trace_lines import TraceTail
from tests.app.sample_files import write_walk

LEVELS = ("frames", "attempts", "passes", "iterations")


def split(folder: Path, frames: int = 600) -> tuple[Path, dict[str, Any], list[str]]:
    """Return a trace file, and its header and its frames as lines."""
    file = write_walk(folder, frames=frames)
    data = json.loads(file.read_text())
    lines = [json.dumps(frame) + "\n" for frame in data.pop("frames")]
    return file, data, lines


def test_a_file_of_lines_is_the_trace_that_the_whole_file_is(tmp_path: Path) -> None:
    file, header, lines = split(tmp_path)
    growing = tmp_path / "walk.trace.jsonl"
    growing.write_text(json.dumps(header) + "\n" + "".join(lines))
    ours, theirs = open_trace(growing), load_trace(file)
    assert (ours.producer, ours.body_names) == (theirs.producer, theirs.body_names)
    for name in LEVELS:
        assert getattr(ours, name).tobytes() == getattr(theirs, name).tobytes(), name


def test_a_tail_reads_only_whole_lines_and_only_once(tmp_path: Path) -> None:
    _, header, lines = split(tmp_path, frames=10)
    growing = tmp_path / "walk.trace.jsonl"
    growing.write_text(json.dumps(header) + "\n" + lines[0] + lines[1][:9])
    tail = TraceTail(growing)
    assert tail.read_more()
    assert len(tail.build()) == 1
    assert not tail.read_more()
    with growing.open("a") as file:
        file.write(lines[1][9:] + "\n" + lines[2])
    assert tail.read_more()
    assert len(tail.build()) == 3
    growing.write_text(json.dumps(header) + "\n")
    assert tail.read_more(), "it was begun again"
    assert len(tail.build()) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a header line"),
        ('{"format": "sweepscope.scenario", "version": 1}\n', 'format: expected "sweepscope.trace"'),
        ('{"format": "sweepscope.trace", "version": 1}\n{"center": [0, 0]}\n', "frames[0].center"),
        ('{"format": "sweepscope.trace", "version": 1}\n{"center": [0, 0, 0]}\n{"cen\n', "not JSON: line 3"),
        ('{"format": "sweepscope.trace", "version": 1}\n7\n', "expected an object"),
    ],
)
def test_what_is_wrong_is_one_line_that_names_the_place(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "walk.trace.jsonl"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        open_trace(file)
    assert reason in str(error.value)
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)


def test_after_a_broken_line_nothing_is_passed_over(tmp_path: Path) -> None:
    _, header, lines = split(tmp_path, frames=4)
    file = tmp_path / "walk.trace.jsonl"
    file.write_text(json.dumps(header) + "\n" + "".join(lines[:2]) + "oops\n" + lines[2])
    tail = TraceTail(file)
    for _ in range(2):
        with pytest.raises(InputError, match="line 4"):
            tail.read_more()
    file.write_text(json.dumps(header) + "\n" + "".join(lines))
    tail.read_more()
    assert len(tail.build()) == 4


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        open_trace(tmp_path / "walk.trace.jsonl")

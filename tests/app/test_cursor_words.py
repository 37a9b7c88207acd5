"""Words of the command line name a moment; words that name none say what there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.cursor_words import Moment, find_cursor
from app.playback import Cursor
from engine.errors import InputError
from engine.files.opening import open_trace
from engine.trace import Trace
from tests.app.sample_files import write_walk
from tests.app.sample_traces import make_centre_only_trace, open_sample


@pytest.fixture
def walk(tmp_path: Path) -> Trace:
    """Frames 0 to 11; SIDE and DOWN in each; the walk experiment in 5 and 8."""
    return open_trace(write_walk(tmp_path))


def find(trace: Trace, **words: Any) -> Cursor:
    return find_cursor(trace, Moment(**words))


@pytest.mark.parametrize(
    ("words", "cursor"),
    [
        ({}, Cursor(0)),
        ({"frame": 7}, Cursor(7)),
        ({"frame": -1}, Cursor(11)),
        ({"frame": -12}, Cursor(0)),
        ({"pass_name": "DOWN"}, Cursor(0, 0, 1)),
        ({"pass_name": "down", "frame": 3}, Cursor(3, 0, 1)),
        ({"pass_name": "SIDE", "frame": 3, "iteration": 1}, Cursor(3, 0, 0, 0)),
        ({"experiment": True}, Cursor(5)),
        ({"experiment": True, "frame": 8}, Cursor(8)),
        ({"experiment": True, "pass_name": "DOWN"}, Cursor(5, 1, 1)),
        ({"experiment": True, "pass_name": "DOWN", "frame": -4, "iteration": 1}, Cursor(8, 1, 1, 0)),
    ],
)
def test_words_name_a_moment(walk: Trace, words: dict[str, Any], cursor: Cursor) -> None:
    assert find(walk, **words) == cursor


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"frame": 12}, "--frame 12: this trace has frames 0 to 11"),
        ({"frame": -13}, "--frame -13: this trace has frames 0 to 11"),
        (
            {"pass_name": "SIDEWAYS"},
            "--pass SIDEWAYS: expected one of UP, SIDE, SENSOR, DOWN, RECOVER, BUMP, SNAP, DEPENETRATE, PROBE",
        ),
        ({"pass_name": "UP"}, "--pass UP: no such pass in this trace"),
        ({"pass_name": "UP", "frame": 2}, "--pass UP: no such pass in frame 2"),
        ({"pass_name": "recover", "experiment": True}, "--pass RECOVER: no such pass in frame 5"),
        ({"pass_name": "SIDE", "iteration": 0}, "--iteration 0: that pass has 1, counted from 1"),
        ({"pass_name": "SIDE", "iteration": 2}, "--iteration 2: that pass has 1, counted from 1"),
        ({"iteration": 1}, "--iteration needs --pass"),
        ({"experiment": True, "frame": 4}, "--experiment: none ran in frame 4"),
    ],
)
def test_what_is_not_there_is_told_with_what_there_is(walk: Trace, words: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as caught:
        find(walk, **words)
    assert str(caught.value) == told


def test_a_trace_without_passes_says_so() -> None:
    trace = make_centre_only_trace(3)
    for words, told in (
        ({"pass_name": "DOWN"}, "--pass DOWN: no such pass in this trace"),
        ({"experiment": True}, "--experiment: no walk experiment ran in this trace"),
    ):
        with pytest.raises(InputError) as caught:
            find(trace, **words)
        assert str(caught.value) == told


def test_the_experiment_of_the_ramp_is_found(physx_traces: Path) -> None:
    ramp = open_sample(physx_traces, "T07_ramp46_slide_constrained")
    assert find(ramp, experiment=True) == Cursor(27)
    assert find(ramp, experiment=True, pass_name="DOWN", iteration=1) == Cursor(27, 1, 2, 0)
    with pytest.raises(InputError, match="--iteration 1: that pass has none"):
        find(ramp, experiment=True, pass_name="SIDE", iteration=1)

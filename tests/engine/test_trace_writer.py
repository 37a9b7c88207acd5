"""A written trace reads back as it was, to the last bit, and other programs can read it too."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.decisions import Gate
from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.files.trace_file import load_moves, load_trace
from engine.files.trace_writer import write_trace
from engine.simulate import simulate
from engine.trace import UNKNOWN_BODY, Flags, Trace, frame_hash
from tests.engine.written_traces import list_differences, make_trace, without_records


@pytest.fixture(scope="module")
def made() -> Trace:
    return make_trace()


def read_frames(file: Path) -> list[dict[str, Any]]:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    frames: list[dict[str, Any]] = json.loads(file.read_text(), parse_constant=refuse)["frames"]
    return frames


@pytest.mark.parametrize("suffix", [".trace.json", ".trace.json.gz"])
def test_a_trace_reads_back_bit_for_bit(made: Trace, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"made{suffix}"
    write_trace(made, file, scenario=None)
    read = load_trace(file, made.scenario)
    assert list_differences(made, read) == []
    assert read.producer == "Sweepscope test"
    assert read.hashes.tobytes() == made.hashes.tobytes()
    assert [each.name for each in tmp_path.iterdir()] == [file.name], "nothing is left beside it"


@pytest.mark.parametrize("name", ["R3_terrain64_steep_slide", "O4_character_head", "T07_ramp46_slide_constrained"])
def test_a_trace_of_physx_written_again_is_the_same(physx_traces: Path, tmp_path: Path, name: str) -> None:
    original = load_trace(physx_traces / f"{name}.trace.json.gz")
    write_trace(original, tmp_path / f"{name}.trace.json", scenario=None)
    assert list_differences(original, load_trace(tmp_path / f"{name}.trace.json", original.scenario)) == []
    check = physx_traces.parent / "check.py"
    words = [sys.executable, str(check), str(physx_traces), str(tmp_path), "--only", "--tolerance", "0"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert told.startswith("1 traces;")
    assert told.count("100.000 %") == (4 if len(original.attempts) else 2)


@pytest.mark.parametrize("name", ["P1_platform_h_ride", "T05g_overlap_meshcube", "R3_terrain64_steep_slide"])
def test_a_simulated_trace_reads_back_bit_for_bit(physx_traces: Path, tmp_path: Path, name: str) -> None:
    trace = simulate(load_scenario(physx_traces / f"{name}.scenario.json"))
    write_trace(trace, tmp_path / "run.trace.json", scenario=None)
    assert (len(trace.states), len(trace.decisions) > 10 * len(trace)) == (len(trace), True)
    assert list_differences(trace, load_trace(tmp_path / "run.trace.json", trace.scenario)) == []


def test_a_run_without_records_keeps_centres_flags_and_hashes(made: Trace, tmp_path: Path) -> None:
    bare = without_records(made)
    write_trace(bare, tmp_path / "bare.trace.json", scenario=None)
    assert list_differences(bare, load_trace(tmp_path / "bare.trace.json", made.scenario)) == []
    first = read_frames(tmp_path / "bare.trace.json")[0]
    assert list(first) == ["move", "center", "flags", "touched", "hash"]


def test_frames_hold_what_the_format_says(made: Trace, tmp_path: Path) -> None:
    file = tmp_path / "made.trace.json"
    write_trace(made, file, scenario={"name": "inside"})
    assert json.loads(file.read_text())["scenario"] == {"name": "inside"}
    frames = read_frames(file)
    assert len(frames) == 700
    frame = frames[3]  # it has two attempts, of which the first was refused
    assert frame["flags"] == ["down", "sides"]
    assert frame["hash"] == f"{frame_hash(3, made.centers[3]):08x}"
    assert frame["state"]["support"] is None
    assert frames[1]["state"]["support"] == "floor"
    assert [attempt["non_walkable"] is None for attempt in frame["attempts"]] == [False, True]
    assert frame["attempts"][0]["non_walkable"]["rule"] == "down_triangle"
    sweep = frame["attempts"][1]["passes"][0]["iterations"][1]
    assert sweep["box"][1] == made.iterations["box_high"][made.passes_of(made.attempts_of(3)[1])[0] * 3 + 1].tolist()
    placed = [(each.get("attempt"), each.get("pass"), each.get("iteration")) for each in frame["decisions"]]
    assert placed[:5] == [(1, 1, 2), (None, None, None), (1, None, None), (1, 1, None), (1, 1, 2)]
    assert [each.get("triangle") for each in frame["decisions"]][:5] == [1, 2, 3, None, 0]
    assert "value" not in frame["decisions"][1], "what is not known is left out"
    missed = [each["value"] for frame in frames for each in frame["decisions"] if each["gate"] == "hit"]
    assert set(missed) == {None}, "infinity is no JSON"
    assert frame["decisions"][0]["gate"] == Gate(27).name.lower()


def test_what_the_producer_did_not_say_is_left_out(made: Trace, tmp_path: Path) -> None:
    bare = without_records(made)
    frames = bare.frames[:1].copy()
    frames["flags"], frames["touched"], frames["move"] = Flags.UNKNOWN, UNKNOWN_BODY, np.nan
    write_trace(replace(bare, frames=frames), tmp_path / "a.trace.json", scenario=None)
    assert list(read_frames(tmp_path / "a.trace.json")[0]) == ["center", "hash"]


def test_the_hash_is_crc32_of_number_and_centre_and_minus_zero_is_zero() -> None:
    bytes_of_it = (7).to_bytes(4, "little") + np.array([1.5, 0.0, -2.0], dtype="<f8").tobytes()
    assert frame_hash(7, (1.5, 0.0, -2.0)) == zlib.crc32(bytes_of_it)
    assert frame_hash(7, (1.5, -0.0, -2.0)) == frame_hash(7, (1.5, 0.0, -2.0))
    assert frame_hash(7, (1.5, math.ulp(0.0), -2.0)) != frame_hash(7, (1.5, 0.0, -2.0))


def test_only_moves_and_centres_are_read_where_no_more_is_wanted(made: Trace, tmp_path: Path) -> None:
    write_trace(made, tmp_path / "made.trace.json", scenario=None)
    assert made.scenario is not None
    moves = load_moves(tmp_path / "made.trace.json", made.scenario)
    for name in ("move", "center"):
        assert moves.frames[name].tobytes() == made.frames[name].tobytes()
    assert (len(moves.attempts), len(moves.decisions), len(moves.states)) == (0, 0, 0)


def test_a_file_that_cannot_be_written_is_one_line(made: Trace, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^cannot write .*no.folder.*: No such file or directory$"):
        write_trace(made, tmp_path / "no folder" / "a.trace.json", scenario=None)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("gate", "down_steeper", "frames[0].decisions[1].gate: expected one of mover, rising"),
        ("attempt", 2, "frames[0].decisions[1].attempt: expected the position of one of the 1 that are told there"),
        ("pass", 1, "frames[0].decisions[1].pass: expected the position of one of the 0 that are told there"),
        ("outcome", 1, "frames[0].decisions[1].outcome: expected true or false, got 1"),
        ("body", 3, "frames[0].decisions[1].body: expected the name of a body or null, got 3"),
    ],
)
def test_a_wrong_decision_is_named(tmp_path: Path, key: str, value: Any, message: str) -> None:
    decisions = [{"gate": "hit", "outcome": True, "attempt": 0}, {"gate": "hit", "outcome": True, key: value}]
    frame = {"center": [0, 0, 0], "attempts": [{"passes": []}], "decisions": decisions}
    file = tmp_path / "wrong.trace.json"
    file.write_text(json.dumps({"format": "sweepscope.trace", "version": 1, "frames": [frame]}))
    with pytest.raises(InputError) as caught:
        load_trace(file)
    assert str(caught.value).startswith(f"{file}: {message}")


@pytest.mark.parametrize("box", [[[0, 0, 0]], [[0, 0, 0], [1, 1]], [[0, 0, 0], [1, 1, "x"]], "box"])
def test_a_wrong_box_is_named(tmp_path: Path, box: Any) -> None:
    passes = [{"pass": "UP", "iterations": [{"box": None}, {"box": box}]}]
    frame = {"center": [0, 0, 0], "attempts": [{"passes": passes}]}
    file = tmp_path / "wrong.trace.json"
    file.write_text(json.dumps({"format": "sweepscope.trace", "version": 1, "frames": [frame]}))
    with pytest.raises(InputError, match=r"passes\[0\]\.iterations\[1\]\.box: expected two lists of three numbers"):
        load_trace(file)


def test_states_are_kept_only_if_every_frame_tells_its_own(tmp_path: Path) -> None:
    frames = [{"center": [0, 0, 0], "state": {"center": [0, 0, 0]}}, {"center": [1, 0, 0]}]
    file = tmp_path / "some.trace.json"
    for kept, expected in ((frames, 0), (frames[:1], 1)):
        file.write_text(json.dumps({"format": "sweepscope.trace", "version": 1, "frames": kept}))
        assert len(load_trace(file).states) == expected

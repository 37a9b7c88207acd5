"""`simulate` writes a trace per scenario, free or along a reference, and says in a line what came of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.cli import main
from app.subcommands.simulate_report import write_coordinate
from engine.files.opening import open_trace
from engine.files.trace_file import load_trace
from engine.rules import Rules
from engine.settings import CctSettings
from engine.simulate import simulate

SCENARIO: dict[str, Any] = {
    "format": "sweepscope.scenario",
    "version": 1,
    "capsule": {"radius": 0.35, "height": 1.1, "feet": [0, 0.02, 0]},
    "level": [
        {"shape": "box", "id": "floor", "half_extents": [9, 0.5, 9], "position": [0, -0.5, 0]},
        {"shape": "box", "id": "step", "half_extents": [1, 0.2, 9], "position": [1.5, 0.2, 0]},
    ],
    "input": [{"frames": 40, "move": [0.05, -0.1, 0]}],
}


@pytest.fixture(autouse=True)
def warm_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether this is the machine's first start is none of these tests' business: it would be told on stderr."""
    monkeypatch.setattr("engine.warm_up.is_warm", lambda: True)


def write_scenario(folder: Path, name: str = "walk", **changes: Any) -> Path:
    file = folder / f"{name}.scenario.json"
    file.write_text(json.dumps({**SCENARIO, **changes}))
    return file


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    return write_scenario(tmp_path)


def test_a_scenario_becomes_a_trace_that_opens(walk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    summary = tmp_path / "summary.json"
    assert main(["simulate", str(walk), "--out", str(tmp_path / "a" / "b"), "--json", str(summary)]) == 0
    file = tmp_path / "a" / "b" / "walk.trace.json"
    assert json.loads(file.read_text())["scenario"] == "../../walk.scenario.json"
    trace = open_trace(file)
    assert trace.scenario is not None
    assert (len(trace), len(trace.states), trace.scenario.name) == (40, 40, "walk")
    assert trace.producer.startswith("Sweepscope")
    assert trace.centers.tobytes() == simulate(trace.scenario).centers.tobytes()
    assert trace.centers[-1, 1] > 1.2, "it climbed the step"
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("walk      40 frames")
    assert lines[0].endswith("down")
    assert lines[1].startswith("1 scenario, 40 frames in ")
    told = json.loads(summary.read_text())
    assert (told["frames"], told["scenarios"][0]["flags"]) == (40, ["down"])
    assert told["scenarios"][0]["center"] == trace.centers[-1].tolist()


def test_changed_values_are_in_the_trace(walk: Path, tmp_path: Path) -> None:
    words = ["--set", "step_offset=0.1", "--set", "rules.sensor=off"]
    assert main(["simulate", str(walk), "--out", str(tmp_path), *words]) == 0
    trace = load_trace(tmp_path / "walk.trace.json")
    assert trace.scenario is not None
    assert isinstance(trace.scenario.settings, CctSettings)
    assert isinstance(trace.scenario.rule_set, Rules)
    assert (trace.scenario.settings.step_offset, trace.scenario.rule_set.sensor) == (0.1, "off")
    assert trace.scenario.name == "walk"
    assert trace.centers[-1, 0] < 0.5, "the step is too high now"


def test_resync_starts_each_frame_where_the_reference_did(walk: Path, tmp_path: Path) -> None:
    references, out = tmp_path / "references", tmp_path / "out"
    assert main(["simulate", str(walk), "--out", str(references)]) == 0
    data = json.loads((references / "walk.trace.json").read_text())
    data["frames"][9]["center"][1] += 2.0  # from here it falls, for a single frame
    data["frames"][20]["move"] = [0, 0, 0.25]
    (references / "walk.trace.json").write_text(json.dumps(data))
    assert main(["simulate", str(walk), "--out", str(out), "--resync", str(references)]) == 0
    free, followed = load_trace(references / "walk.trace.json"), load_trace(out / "walk.trace.json")
    assert followed.start_center(10) == pytest.approx(free.centers[9])
    same = np.abs(followed.centers - free.centers).max(axis=1) < 1e-12
    assert np.flatnonzero(~same).tolist() == [9, 10, 20]
    assert followed.centers[20, 2] == pytest.approx(0.25)


def test_a_run_without_records_ends_alike(walk: Path, tmp_path: Path) -> None:
    for folder, words in (("full", []), ("bare", ["--no-record"])):
        assert main(["simulate", str(walk), "--out", str(tmp_path / folder), *words]) == 0
    full, bare = (load_trace(tmp_path / folder / "walk.trace.json") for folder in ("full", "bare"))
    assert bare.hashes.tolist() == full.hashes.tolist()
    assert (len(bare.attempts), len(bare.decisions), len(bare.states)) == (0, 0, 0)
    assert len(full.decisions) > 0


def test_lines_fit_a_narrow_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "a walk with a name that is much longer than the screen"
    monkeypatch.setattr("app.subcommands.simulate_report.PIPE_WIDTH", 80)
    assert main(["simulate", str(write_scenario(tmp_path, name)), "--out", str(tmp_path)]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert len(first) <= 80
    assert first.startswith("a walk with")
    assert "…" in first
    assert (tmp_path / f"{name}.trace.json").is_file()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no.scenario.json", "--out", "out"], "no.scenario.json: no such file"),
        (
            ["walk.scenario.json", "--out", "out", "--resync", "."],
            "walk.trace.json: no such file, nor walk.trace.json.gz",
        ),
        (["walk.scenario.json", "--out", "out", "--resync", "out"], "expected another folder than that of --out"),
        (["walk.scenario.json", "--out", "walk.scenario.json"], "cannot make the folder walk.scenario.json"),
        (["walk.scenario.json", "--out", "out", "--set", "step=1"], 'unknown key "step"'),
        (["walk.scenario.json", "--out", "out", "--json", "no/a.json"], "cannot write"),
        (["walk.scenario.json", "./walk.scenario.json", "--out", "out"], "both would be written as"),
        (["idle.scenario.json", "--out", "out"], "idle.scenario.json: input: at least one frame is needed"),
        (["vast.scenario.json", "--out", "out"], "vast.scenario.json: level[0] floor: expected coordinates within"),
        (["fast.scenario.json", "--out", "out"], "fast.scenario.json: input[0]: expected a move within 1e+09 m"),
        (["no.scenario.json", "--out", "out", "--json", "no/a.json"], "cannot write no/a.json"),
    ],
)
def test_bad_input_is_one_line_and_exits_2(
    words: list[str],
    message: str,
    walk: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(walk.parent)
    write_scenario(walk.parent, "idle", input=[])
    write_scenario(walk.parent, "vast", level=[{"shape": "box", "id": "floor", "half_extents": [1e12, 1, 1]}])
    write_scenario(walk.parent, "fast", input=[{"velocity": [1e12, 0, 0]}])
    assert main(["simulate", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("frames", "message"),
    [
        ([{"center": [0, 1, 0], "move": [0, 0, 0]}], "expected 40 frames, as the scenario has, got 1"),
        ([{"center": [0, 1, 0]}] * 40, 'walk.trace.json: the reference: frames[0]: "move" is missing'),
    ],
)
def test_a_reference_of_another_run_is_refused(
    frames: list[Any], message: str, walk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "walk.trace.json").write_text(
        json.dumps({"format": "sweepscope.trace", "version": 1, "frames": frames})
    )
    assert main(["simulate", str(walk), "--out", str(tmp_path / "out"), "--resync", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err


def test_a_cold_cache_is_told_once_and_warmed(
    walk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warmed: list[bool] = []
    monkeypatch.setattr("engine.warm_up.is_warm", lambda: bool(warmed))
    monkeypatch.setattr("engine.warm_up.warm_up", lambda: warmed.append(True))
    other = write_scenario(tmp_path, "other")
    assert main(["simulate", str(walk), str(other), "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().err == "compiling kernels (first start) ...\n"
    assert warmed == [True]


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.23456, "1.2346"), (-999999.9999, "-999999.9999"), (-9.12345e8, "-9.1234e+08"), (-1.5e300, "-1.5000e+300")],
)
def test_a_coordinate_takes_at_most_12_characters(value: float, text: str) -> None:
    assert write_coordinate(value) == text
    assert len(text) <= 12

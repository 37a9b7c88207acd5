"""`compare` prints where two runs part, with exit codes that a script can rely on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from tests.app.sample_files import write_walk

Frames = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def warm_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether this is the machine's first start is none of these tests' business: it would be told on stderr."""
    monkeypatch.setattr("engine.warm_up.is_warm", lambda: True)


def write_pair(folder: Path, edit: Callable[[Frames], None]) -> list[str]:
    """Write the short walk and an edited copy of it; return the copy's path, then the walk's."""
    walk = write_walk(folder)
    document = json.loads(walk.read_text())
    edit(document["frames"])
    edited = folder / "edited.trace.json"
    edited.write_text(json.dumps(document))
    return [str(edited), str(walk)]


def turn_normal(frames: Frames) -> None:
    """Turn what the DOWN pass of frame 7 hit, and let the capsule end elsewhere two frames later."""
    down = frames[7]["attempts"][0]["passes"][-1]
    down["iterations"][0]["hit"]["normal"] = [0.0, 0.98, 0.2]
    frames[9]["center"][0] += 0.25


def test_equal_runs_are_two_lines_and_exit_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *write_pair(tmp_path, lambda frames: None)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Equal: 12 of 12 frames agree in outcome, 12 in passes, 12 in hits.",
        "Centres at most 0 m apart (frame 0), 0 m at the end.",
    ]


def test_different_runs_tell_place_both_sides_and_amount_and_exit_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *write_pair(tmp_path, turn_normal)]) == 1
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert lines[:4] == [
        "Different: 11 of 12 frames agree in outcome, 12 in passes, 11 in hits.",
        "Centres at most 0.25 m apart (frame 9), 0 m at the end.",
        "  ours    edited.trace.json (test)",
        "  theirs  walk.trace.json (test)",
    ]
    assert "First difference: frame 7, move, DOWN, iteration 1: the normal of the hit, by 0.20" in lines
    row = next(line for line in lines if line.startswith("value"))
    assert "(0.00, 0.98, 0.20)" in row
    assert "(0.00, 1.00, 0.00)" in row
    assert next(line for line in lines if line.startswith("triangle")).split() == ["triangle", "2", "2"]
    assert "The outcomes first part in frame 9." in lines
    assert max(map(len, lines)) <= 100


def test_the_json_holds_place_values_and_totals(tmp_path: Path) -> None:
    target = tmp_path / "parting.json"
    assert main(["compare", *write_pair(tmp_path, turn_normal), "--json", str(target)]) == 1
    report = json.loads(target.read_text())
    assert (report["format"], report["version"], report["equal"]) == ("sweepscope.comparison", 1, False)
    assert report["first"]["place"] == {
        "frame": 7,
        "attempt": 0,
        "attempt_kind": "move",
        "run_pass": len(json.loads((tmp_path / "walk.trace.json").read_text())["frames"][7]["attempts"][0]["passes"])
        - 1,
        "pass_kind": "DOWN",
        "iteration": 0,
    }
    assert (report["first"]["what"], report["first"]["ours"]) == ("normal", [0.0, 0.98, 0.2])
    assert report["first"]["amount"] == pytest.approx(0.2)
    totals = report["totals"]
    assert (totals["outcome"], totals["hits"], totals["first_outcome"], totals["worst_frame"]) == (11, 11, 9, 9)
    assert totals["worst_distance"] == pytest.approx(0.25)


def test_a_missing_attempt_and_other_lengths_are_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def forget(frames: Frames) -> None:
        del frames[5]["attempts"][1]

    def cut(frames: Frames) -> None:
        del frames[10:]

    assert main(["compare", *write_pair(tmp_path, forget)]) == 1
    told = capsys.readouterr().out
    assert "First difference: frame 5, walk experiment: which attempt was made" in told
    assert next(line for line in told.splitlines() if line.startswith("value")).split() == [
        "value",
        "none",
        "walk",
        "experiment",
    ]
    assert main(["compare", *write_pair(tmp_path, cut)]) == 1
    told = capsys.readouterr().out
    assert "First difference: the number of frames, by 2" in told
    assert "10 frames" in told


def test_a_greater_tolerance_makes_shifted_runs_equal(tmp_path: Path) -> None:
    def shift(frames: Frames) -> None:
        frames[4]["center"][2] += 0.001

    pair = write_pair(tmp_path, shift)
    assert main(["compare", *pair]) == 1
    assert main(["compare", *pair, "--tolerance", "0.002"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no.trace.json", "walk.trace.json"], "no.trace.json: no such file"),
        (["walk.trace.json", "walk.trace.json", "--tolerance", "-1"], "--tolerance -1: expected metres, 0 or more"),
        (["walk.trace.json", "walk.trace.json", "--set", "dt=1"], "--set: walk.trace.json is a trace"),
        (["walk.trace.json", "walk.trace.json", "--resync"], "--resync: walk.trace.json is a trace"),
        (["walk.trace.json", "edited.trace.json", "--json", "no/such/folder.json"], "cannot write"),
    ],
)
def test_bad_input_is_one_line_and_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pair(tmp_path, lambda frames: None)
    monkeypatch.chdir(tmp_path)
    assert main(["compare", *words]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1


def test_a_real_trace_is_compared_within_100_columns(
    physx_traces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = physx_traces / "R3_terrain64_steep_slide.trace.json.gz"
    document = json.loads(gzip.decompress(file.read_bytes()))
    document["scenario"] = None
    document["frames"][100]["attempts"][0]["passes"][0]["exit"] = "reversed"
    edited = tmp_path / "edited.trace.json"
    edited.write_text(json.dumps(document))
    assert main(["compare", str(edited), str(file)]) == 1
    told = capsys.readouterr().out
    assert "First difference: frame 100, move" in told
    assert "why the pass ended" in told
    assert "turned back" in told
    assert max(map(len, told.splitlines())) <= 100


def test_a_changed_scenario_against_itself_names_the_gate_with_both_thresholds(
    physx_traces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = str(physx_traces / "T07_ramp44_prev_constrained.scenario.json")
    target = tmp_path / "parting.json"
    words = ["compare", scenario, scenario, "--set", "slope_limit=0.75", "--json", str(target)]
    assert main(words) == 1
    told = capsys.readouterr().out
    assert "(simulated, slope_limit=0.75)" in told
    assert "the verdict about the slope" in told
    assert "n·up 0.7193 < slope limit 0.75" in told
    assert "n·up 0.7193 >= slope limit 0.707" in told
    assert max(map(len, told.splitlines())) <= 100
    gate = json.loads(target.read_text())["gate"]
    assert (gate["ours"]["gate"], gate["ours"]["threshold"], gate["theirs"]["threshold"]) == ("down_steep", 0.75, 0.707)


def test_resync_follows_real_physx_and_refuses_what_is_no_run_of_the_scenario(
    physx_traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = str(physx_traces / "S1_stairs03_constrained.scenario.json")
    trace, other = (str(physx_traces / f"{name}.trace.json.gz") for name in ("S1_stairs03_constrained", "R1_terrain64"))
    assert main(["compare", scenario, trace, "--resync"]) == 0
    assert "Equal: 180 of 180 frames agree in outcome" in capsys.readouterr().out
    assert main(["compare", scenario, other, "--resync"]) == 2
    error = capsys.readouterr().err
    assert "S1_stairs03_constrained.scenario.json along " in error
    assert "R1_terrain64.trace.json.gz: the reference: expected 180 frames, as the scenario has, got 600" in error


def test_files_of_the_same_name_are_told_apart_by_their_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, shift in (("before", 0.0), ("after", 0.5)):
        (tmp_path / folder).mkdir()
        walk = write_walk(tmp_path / folder, capsule={"radius": 0.35 + shift, "height": 1.1, "feet": [0, 0.1, 0]})
        document = json.loads(walk.read_text())
        document["frames"][4]["center"][0] += shift
        walk.write_text(json.dumps(document))
    names = [str(tmp_path / folder / "walk.trace.json") for folder in ("before", "after")]
    assert main(["compare", *names]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:4] == [
        f"  ours    {Path('before') / 'walk.trace.json'} (test)",
        f"  theirs  {Path('after') / 'walk.trace.json'} (test)",
    ]
    assert lines[4].startswith(
        "Scenarios differ in: capsule.radius 0.35 against 0.85, capsule.center (0, 1, 0) against"
    )


def test_a_setting_that_lets_one_run_go_on_is_named_where_the_questions_part(
    physx_traces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario, target = str(physx_traces / "T09_three_cubes.scenario.json"), tmp_path / "parting.json"
    assert main(["compare", scenario, scenario, "--set", "max_iterations_side=1", "--json", str(target)]) == 1
    told = capsys.readouterr().out
    assert "First question that only one of them asks: frame 22, move, SIDE, iteration 2" in told
    assert "ours    ends the pass, and then: Climbing is constrained" in told
    assert "theirs  goes on: Rest of the way 0.0049 m" in told
    assert "the scenarios do, in max_iterations_side 1 against none." in told
    assert "Closest call" not in told
    report = json.loads(target.read_text())
    assert report["gate"]["parting"] is True
    assert report["changes"] == [{"name": "max_iterations_side", "ours": 1, "theirs": None}]


def test_an_unwritable_json_is_noticed_before_anything_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["compare", "no.trace.json", "neither.trace.json", "--json", str(tmp_path)]
    assert main(words) == 2
    assert f"cannot write {tmp_path}: Is a directory" in capsys.readouterr().err

"""`microtests` prints what was measured, what it may be and the verdict, with exit codes that a script can rely on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main


@pytest.fixture(autouse=True)
def warm_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether this is the machine's first start is none of these tests' business: it would be told on stderr."""
    monkeypatch.setattr("engine.warm_up.is_warm", lambda: True)


def run_lines(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[str]:
    assert main(["microtests", *arguments]) == code
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def write_case(folder: Path, criteria: list[dict[str, Any]] | None) -> str:
    """Write a scenario of a person's own: a capsule that falls on a floor."""
    scenario: dict[str, Any] = {
        "format": "sweepscope.scenario",
        "version": 1,
        "name": "T11 [mine]",
        "capsule": {"radius": 0.35, "height": 1.1, "feet": [0, 1, 0]},
        "level": [{"shape": "box", "id": "floor", "half_extents": [5, 0.5, 5], "position": [0, -0.5, 0]}],
        "input": [{"frames": 60, "move": [0, 0, 0], "gravity": -9.81}],
    }
    file = folder / "mine.scenario.json"
    file.write_text(json.dumps(scenario if criteria is None else {**scenario, "criteria": criteria}))
    return str(file)


def test_all_of_them_are_judged_for_both_controllers(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run_lines(capsys)
    heads = [line for line in lines if line.startswith("T")]
    assert len(heads) == 20
    assert heads[0] == "T01 slide  Respawn fall: pass"
    assert heads[9] == "T05 cct  Deep overlap: differs by design"
    assert lines[-2] == "20 tests (45 runs, 113 criteria): 17 pass, 3 differ by design, 0 fail"
    assert lines[-1].startswith("5,346 frames simulated in 0.")
    assert max(map(len, lines)) <= 100


def test_a_line_tells_measure_value_threshold_verdict_and_frame(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run_lines(capsys, "t05", "--controller", "cct")
    assert lines[0].split() == ["variant", "criterion", "measured", "threshold", "verdict", "frame"]
    assert lines[1] == "T05 cct  Deep overlap: differs by design"
    assert lines[4].split("  ")[1:2] == ["inside"]
    assert lines[4].split() == ["inside", "final", "overlap", "1.35", "m", "≤", "0.001", "m", "by", "design", "59"]
    assert lines[6].startswith("  Real PhysX: 1.35 m, 60. It passes over faces from behind")
    assert lines[-2] == "1 test (2 runs, 4 criteria): 0 pass, 1 differs by design, 0 fail"


def test_a_failure_in_a_file_of_ones_own_is_exit_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_case(
        tmp_path, [{"measure": "height", "at_most": 0.5}, {"measure": "x", "after": "contact", "below": 1}]
    )
    lines = run_lines(capsys, file, code=1)
    assert lines[1].startswith("T11 [mine] cct  ")
    told = "\n".join(lines)
    assert "0.91 m  ≤ 0.5 m" in told
    assert "FAIL" in told
    assert "final x, after contact: The run has no contact" in told
    assert lines[-2] == "1 test (1 run, 2 criteria): 0 pass, 1 fails"


def test_a_file_of_ones_own_passes_beside_a_microtest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_case(tmp_path, [{"measure": "height", "expect": 0.91, "within": 0.001}])
    lines = run_lines(capsys, "T04", file)
    assert lines[-2] == "3 tests (3 runs, 3 criteria): 3 pass, 0 fail"


def test_json_holds_figures_and_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "verdicts.json"
    run_lines(capsys, "T08", "--json", str(target))
    report = json.loads(target.read_text(encoding="utf-8"))
    assert (report["format"], report["verdict"]) == ("sweepscope.microtests", "differs by design")
    assert [(each["id"], each["controller"], each["verdict"]) for each in report["results"]] == [
        ("T08", "slide", "pass"),
        ("T08", "cct", "differs by design"),
    ]
    run = report["results"][1]["runs"][0]
    assert (run["scenario"], run["frames"], run["key_frame"]) == ("T08_cct", 90, 43)
    grounded = run["criteria"][0]
    assert grounded["measured"] == pytest.approx(76 / 90)
    assert grounded["criterion"]["at_least"] == 1.0
    assert grounded["words"] == ["frames on ground", "84.44 %", "≥ 100 %"]
    assert grounded["frame"] == 30


def test_written_scenarios_can_be_judged_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cases"
    assert run_lines(capsys, "T02", "--write", str(folder)) == [f"4 scenarios written to {folder}"]
    files = sorted(str(file) for file in folder.iterdir())
    assert Path(files[0]).name == "T02_30_cct.scenario.json"
    assert run_lines(capsys, *files)[-2] == "4 tests (4 runs, 12 criteria): 4 pass, 0 fail"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["T12"], 'microtest: expected one of T01, T02, T03, T04, T05, T06, T07, T08, T09, T10, got "T12"'),
        (["nowhere.scenario.json"], "nowhere.scenario.json"),
        (["T01", "--json", "/nowhere/a.json"], "cannot write /nowhere/a.json"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["microtests", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert len(told.err.splitlines()) == 1


def test_a_scenario_without_criteria_cannot_be_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_case(tmp_path, None)
    assert main(["microtests", file]) == 2
    assert capsys.readouterr().err.endswith(f"{file}: criteria: at least one is needed to judge a run\n")

"""`determinism` on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from engine import determinism
from engine.determinism import Case, Check, Way
from engine.scenario import Controller
from tests.app.test_simulate_command import SCENARIO

LINE = re.compile(r"^0x[0-9A-F]{8} +([\d,]+) frames  (cct|slide) +(\S.*?) {2,}(\S.*)$")


@pytest.fixture(autouse=True)
def warm_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether this is the machine's first start is none of these tests' business: it would be told on stderr."""
    monkeypatch.setattr("engine.warm_up.is_warm", lambda: True)


def write_scenario(folder: Path, **changes: Any) -> Path:
    file = folder / "walk.scenario.json"
    file.write_text(json.dumps({**SCENARIO, **changes}))
    return file


def read_lines(text: str) -> list[tuple[str, ...]]:
    """Return frames, controller, case and way of each line that tells of a check."""
    found = [LINE.match(line) for line in text.splitlines()]
    return [match.groups() for match in found if match]


def test_without_arguments_both_controllers_walk_and_what_ships_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], repository: Path
) -> None:
    report = tmp_path / "checks.json"
    assert main(["determinism", "--frames", "40", "--json", str(report)]) == 0
    out = capsys.readouterr().out
    shipped = {file.name for file in (repository / "assets" / "scenarios").glob("*.scenario.json")}
    lines = read_lines(out)
    assert {line[1] for line in lines} == {"cct", "slide"}
    assert {line[2] for line in lines} >= {"walk among closed solids", "walk among two-sided triangles", *shipped}
    assert {line[3] for line in lines} == {Way.AGAIN, Way.UNCACHED, Way.STEPPED, Way.FRESH}
    assert f"{len(lines)} checks of {len(lines) // 4} inputs" in out
    assert "all agree" in out
    checks = json.loads(report.read_text())["checks"]
    assert len(checks) == len(lines)
    assert all(check["same"] and check["hash"] == check["other_hash"] for check in checks)


@pytest.mark.parametrize("controller", ["cct", "slide"])
def test_a_scenario_runs_with_the_controller_that_is_asked_for(
    controller: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(write_scenario(tmp_path)), "--controller", controller, "--runs", "3", "--frames", "25"]
    assert main(["determinism", *words]) == 0
    lines = read_lines(capsys.readouterr().out)
    assert [line[:3] for line in lines] == [("25", controller, "walk.scenario.json")] * 5


def test_a_microtest_runs_with_both_controllers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["determinism", "t01", "T09", "--frames", "30"]) == 0
    lines = read_lines(capsys.readouterr().out)
    assert {(line[1], line[2][:3]) for line in lines} == {(c, t) for c in ("cct", "slide") for t in ("T01", "T09")}


def test_a_difference_is_told_as_the_document_tells_it_and_exits_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def differ(cases: list[Case], runs: int, **_: Any) -> Iterator[Check]:
        line = "[DETERMINISM] FAILED: 0x00000001 vs 0x00000002, first difference in frame 17"
        yield Check(Case("walk", Controller.SLIDE), Way.FRESH, 40, 1, 2, 17, line)

    monkeypatch.setattr(determinism, "check_cases", differ)
    report = tmp_path / "checks.json"
    assert main(["determinism", str(write_scenario(tmp_path)), "--json", str(report)]) == 1
    out = capsys.readouterr().out
    assert "in a fresh process: FAILED\n[DETERMINISM] FAILED: 0x00000001 vs 0x00000002" in out
    assert "1 FAILED" in out
    (check,) = json.loads(report.read_text())["checks"]
    assert (check["same"], check["first_difference"], check["way"]) == (False, 17, "fresh")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seed", "-1"], "--seed -1: 0 or more"),
        (["--frames", "0"], "--frames 0: from 1 to"),
        (["--runs", "1"], "--runs 1: from 2 to"),
        (["--json", "no/such/checks.json"], "cannot write no/such/checks.json"),
        (["nowhere.scenario.json"], "nowhere.scenario.json"),
        (["nowhere.scenario.json", "--controller", "slide"], "nowhere.scenario.json"),
        (["T99"], "microtest: expected one of T01"),
    ],
)
def test_bad_input_exits_2_with_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["determinism", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_scenario_without_input_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["determinism", str(write_scenario(tmp_path, input=[]))]) == 2
    assert "input: at least one frame is needed" in capsys.readouterr().err

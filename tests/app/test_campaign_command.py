"""`campaign` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import main
from engine import campaign


def test_a_small_campaign_keeps_every_promise_and_reports_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.json"
    assert main(["campaign", "--count", "2000", "--seed", "5", "--json", str(path)]) == 0
    report = json.loads(path.read_text())
    assert (report["count"], report["seed"], report["misclassified"], report["failures"]) == (2000, 5, 0, [])
    assert 0.0 < report["worst_gap"] <= campaign.TOLERANCE
    assert sum(report["per_kind"].values()) == 2000
    assert "2,000 sweeps, seed 5" in capsys.readouterr().out


def test_a_broken_promise_is_told_whole_and_exits_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failure = campaign.Failure("sliver", "gap", 2e-9, [1.0, 2.0])
    report = campaign.CampaignReport(seed=1, count=1, failures=[failure])
    monkeypatch.setattr(campaign, "run_campaign", lambda count, seed, progress: report)
    assert main(["campaign", "--count", "1"]) == 1
    assert "FAILED sliver: gap 2.000e-09, case [1.0, 2.0]" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--count", "0"], ["--count", "1e30"], ["--count", "nan"], ["--seed", "-1"]])
def test_bad_numbers_exit_2_with_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1

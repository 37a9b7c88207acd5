"""`campaign` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import main
from engine import campaign, room_walk


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rooms", "--count", "5"], "--count: not for rooms, which --frames is for"),
        (["--frames", "5"], "--frames: not for sweeps, which --count is for"),
        (["--count", "10000000000", "--json", "no/such/report.json"], "cannot write no/such/report.json"),
    ],
)
def test_an_option_of_the_other_subject_and_an_unwritable_report_are_refused_at_once(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["campaign", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_walk_through_rooms_reports_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.json"
    assert main(["campaign", "rooms", "--frames", "500", "--seed", "2", "--json", str(path)]) == 0
    report = json.loads(path.read_text())
    assert (report["frames"], report["rooms"], report["escapes"], report["new_overlaps"]) == (500, 1, 0, 0)
    assert "500 frames, seed 2" in capsys.readouterr().out


def test_a_room_that_something_escaped_from_is_named_and_exits_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    trouble = room_walk.Trouble("escaped", 7, 42, 0.25)
    report = room_walk.RoomReport(seed=1, frames=100, rooms=1, escapes=1, troubles=[trouble])
    monkeypatch.setattr(room_walk, "walk_rooms", lambda frames, seed, progress: report)
    assert main(["campaign", "rooms", "--frames", "100"]) == 1
    assert "FAILED room 7, frame 42: escaped, 2.500e-01 m deep" in capsys.readouterr().out

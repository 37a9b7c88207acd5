"""How far the controller agrees with PhysX on the reference scenarios: the figures of docs/agreement.md hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.reference_report import OPEN_GROUND, Report, report_folder, report_scenario, sum_up

SENT_APART = {"L1_nav_walk_a", "T10_graze_touch"}
"""Free runs that a proven tie sends elsewhere (docs/agreement.md)."""


@pytest.fixture(scope="module")
def reports(physx_traces: Path) -> list[Report]:
    return report_folder(physx_traces, prove=False)


@pytest.fixture(scope="module")
def document(repository: Path) -> str:
    return (repository / "docs" / "agreement.md").read_text(encoding="utf-8")


def test_frames_passes_and_hits_agree_but_for_a_few_in_ten_thousand(reports: list[Report]) -> None:
    figures = sum_up(reports)
    assert len(reports) == 92
    assert figures.frames == 20958
    assert figures.outcomes / figures.frames >= 0.999
    assert figures.pass_share >= 0.9985
    assert figures.hit_share >= 0.997


def test_no_trace_agrees_in_less_than_91_percent_of_its_frames(reports: list[Report]) -> None:
    low = {report.name: report.outcomes / report.frames for report in reports if report.outcomes < report.frames}
    assert min(low.values()) >= 0.91
    assert sorted(low.values())[1] >= 0.99, "only the ceiling exactly at range has many ties"


def test_every_frame_that_differs_is_listed_with_what_it_differs_in(reports: list[Report], document: str) -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+) \| ([a-z, ]+) \|", document, flags=re.MULTILINE)
    listed = {(name, int(frame)): set(aspects.split(", ")) for name, frame, aspects in rows}
    differing = {(report.name, tie.frame): set(map(str, tie.aspects)) for report in reports for tie in report.ties}
    assert differing
    assert {key: listed.get(key) for key in differing} == differing


def test_free_runs_end_within_a_millimetre_and_on_open_ground_within_a_centimetre(reports: list[Report]) -> None:
    bounds = {report.name: 1e-2 if report.name[0] in OPEN_GROUND else 1e-3 for report in reports}
    astray = {report.name for report in reports if not report.final_error <= bounds[report.name]}
    assert astray <= SENT_APART


def test_free_runs_that_stray_and_come_back_are_in_the_table_too(reports: list[Report], document: str) -> None:
    table = document.partition("| free run |")[2]
    for report in reports:
        assert (f"| {report.name} | " in table) == bool(report.out_of_bounds), report.name
        assert bool(report.out_of_bounds) == (report.largest_error > report.bound), report.name
        assert report.largest_error >= report.final_error


def test_a_pusher_that_just_touches_is_a_tie_of_the_free_run_which_comes_back(physx_traces: Path) -> None:
    report = report_scenario(physx_traces / "P5_kinematic_pusher.scenario.json")
    assert (report.parting, report.out_of_bounds[0], len(report.out_of_bounds)) == (-1, 146, 42)
    assert report.largest_error == pytest.approx(0.1, abs=1e-3)
    assert report.final_error < 1e-6
    assert report.sent_apart_by is not None
    assert report.sent_apart_by is report.free_tie
    assert (report.sent_apart_by.frame, report.sent_apart_by.is_proven) == (146, True)


def test_a_free_run_that_ends_elsewhere_leaves_at_a_frame_that_differs(reports: list[Report]) -> None:
    """Not before: up to the tie, both go the same way."""
    for report in reports:
        if report.parting >= 0:
            assert any(tie.changes_outcome and tie.frame <= report.parting for tie in report.ties), report.name

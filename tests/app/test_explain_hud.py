"""Every figure of 003 7.1 stands in the head-up display, for both controllers and for other engines' traces."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.explain import NOT_RECORDED, list_hud_rows
from app.explain.hud import NOT_COMPILED, WARNING
from app.playback import Cursor
from tests.app.draw.reading import read_hud
from tests.app.sample_traces import make_centre_only_trace, open_sample
from tests.app.slide_runs import hold_in_corner, run_to_wall, spawn_in_cube


def test_a_frame_of_slide_has_every_figure() -> None:
    trace = run_to_wall()
    rows = read_hud(trace, Cursor(50))
    expected = {
        "frame": "50 / 59, 0.833 s",
        "velocity": "(-0.004, 0.00, 4.00) m/s",
        "speed": "4.000 m/s",
        "grounded": "yes, 51 frames",
        "ground": "n·up 1.000, 0.0°",
        "contacts": "2, 0.0000 m deep",
        "pushed out": "no",
        "slide": "2 / 4, t 0.001",
        "slide normal": "(-1, 0, 0)",
        "standing on": "floor",
        "collided": "down, sides",
        "hash": f"0x{int(trace.hashes[50]):08X}",
    }
    assert {name: rows[name] for name in expected} == expected
    assert rows["moved"].startswith("0.0667 m, height 0.00 m")
    assert rows["jitter"].endswith(" mm²")
    assert WARNING not in rows


def test_a_frame_of_cct_tells_its_side_pass(physx_traces: Path) -> None:
    rows = read_hud(open_sample(physx_traces, "L1_nav_walk_easy"), Cursor(621))
    assert rows["slide"].startswith("10 / 10, t ")
    assert rows[WARNING] == "last iteration used, 10 of 10"
    assert rows["grounded"] == "yes, 622 frames"


def test_the_last_bump_warns_and_a_push_is_flagged() -> None:
    assert read_hud(hold_in_corner(), Cursor(60))[WARNING] == "last iteration used, 2 of 2"
    rows = read_hud(spawn_in_cube(), Cursor(0))
    assert rows["pushed out"].startswith("yes, ")


def test_what_another_engine_did_not_record_says_so() -> None:
    rows = read_hud(make_centre_only_trace(5), Cursor(2))
    for name in ("velocity", "grounded", "ground", "pushed out", "slide", "standing on", "collided"):
        assert rows[name] == NOT_RECORDED, name
    assert rows["contacts"] == f"{NOT_RECORDED}, depth not known"
    assert rows["frame"] == "2 / 4"


def test_contacts_without_passes_still_count(physx_traces: Path) -> None:
    rows = read_hud(open_sample(physx_traces, "O4_character_walk"), Cursor(60))
    assert rows["contacts"].startswith("1, ")
    assert rows["ground"] == "n·up 1.000, 0.0°"
    assert rows["slide"] == NOT_RECORDED


def test_the_depth_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.explain.hud.is_warm", lambda: False)
    assert read_hud(run_to_wall(), Cursor(5))["contacts"] == f"1, depth {NOT_COMPILED}"


def test_each_figure_says_what_it_means() -> None:
    assert all(row.tooltip.endswith(".") for row in list_hud_rows(run_to_wall(), Cursor(50, 0, 0, 1)))
    assert read_hud(run_to_wall(), Cursor(50, 0, 0, 1))["looking at"] == "BUMP 2 of 2"

"""The measurement of the window: its counts hold the limits even in a small world; its times are not looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import cli
from app.bench import ui
from app.bench.report import Check, Report, Spread, measure_spread, print_report
from app.bench.stage import Stage, open_stage
from app.bench.worlds import WorldSize, make_world
from app.playback import Depth
from engine.scenario import Controller

SMALL = WorldSize(triangles=2_000, frames=300)
FRAMES = 12
ACTIVITIES = ["scrub", "scrub, selected", "step", "orbit", "play", "scrub, first", "scrub, last"]
ACTIVITIES += ["scrub, plots", "turn a knob"]


@pytest.fixture(scope="module")
def report() -> Report:
    return ui.measure_ui(SMALL, FRAMES, lambda words, part: None)


@pytest.fixture
def stage() -> Iterator[Stage]:
    with open_stage(make_world(SMALL)) as made:
        yield made


def test_every_activity_is_reported_with_all_its_figures(report: Report) -> None:
    assert [row.name for row in report.figures] == ACTIVITIES
    for row in report.figures:
        assert list(row.spreads) == ["cpu_ms", "thread_ms", "wall_ms", "gl_calls", "uploaded_kb"]
        assert all(0 < spread.median <= spread.p95 <= spread.max for spread in row.spreads.values())
    assert report.conditions["trace_frames"] == SMALL.frames
    assert report.conditions["measured_frames"] == FRAMES


def test_calls_and_bytes_hold_the_limits_while_scrubbing(report: Report) -> None:
    calls, uploaded = (check for check in report.checks if "of a frame" in check.what or "in a frame" in check.what)
    assert calls.allowed == 300
    assert 50 < calls.measured <= calls.allowed, "scene and panels both count"
    assert uploaded.allowed == 256
    assert 20 < uploaded.measured <= uploaded.allowed


def test_panels_that_did_not_change_are_not_sent_again(report: Report) -> None:
    orbit = next(row for row in report.figures if row.name == "orbit")
    assert orbit.spreads["uploaded_kb"].max < 10, "the camera and the words over the scene move, no panel does"


def test_input_reaches_the_session(stage: Stage) -> None:
    from app.bench.activities import orbit, play, scrub, step_iterations

    samples = scrub(stage, 100, 200)
    frames = set()
    for _ in range(20):
        next(samples)
        frames.add(stage.session.state.playback.cursor.frame)
    samples.close()
    assert len(frames) >= 19
    assert min(frames) >= 100

    samples, camera = orbit(stage), stage.session.state.camera
    for _ in range(5):
        next(samples)
    samples.close()
    assert (stage.session.state.camera.yaw, stage.session.state.camera.pitch) != (camera.yaw, camera.pitch)

    samples = step_iterations(stage)
    for _ in range(2 * 6):
        next(samples)
    samples.close()
    assert stage.session.state.playback.cursor.depth == Depth.ITERATION
    assert stage.session.state.playback.cursor.frame >= 1, "four passes a frame, so six steps reach the next one"

    samples = play(stage)
    for _ in range(10):
        next(samples)
    before = stage.session.state.playback
    samples.close()
    assert (before.playing, stage.session.state.playback.playing) == (True, False)
    assert 8 <= stage.session.state.playback.cursor.frame <= 16


def test_the_plots_are_in_front_while_they_are_measured_and_the_timeline_afterwards(stage: Stage) -> None:
    from app.bench.activities import scrub, scrub_plots

    samples = scrub(stage, 0, 20)  # which leaves the focus on the Timeline
    next(samples)
    samples.close()
    samples, frames = scrub_plots(stage), []
    for _ in range(3):
        next(samples)
        frames.append(stage.session.state.playback.cursor.frame)
        assert ("choose plots" in stage.screen.items, "scrub" in stage.screen.items) == (True, False)
    samples.close()
    assert frames == [1, 2, 3]
    assert ("choose plots" in stage.screen.items, "scrub" in stage.screen.items) == (False, True)


def test_a_knob_that_turns_at_every_frame_is_followed_by_runs_and_by_all_badges_of_its_controller(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.bench.knob import turn_knob

    def let_one_run(_seconds: float) -> None:
        """Stand for the time between two frames: as long as the background needs for a run and for some badges."""
        stage.session._simulator.wait()

    monkeypatch.setattr(stage, "pass_time", let_one_run)
    samples = turn_knob(stage)
    taken = [next(samples) for _ in range(20)]
    begun = stage.session.state.board
    samples.close()
    assert all(sample.has_new_picture for sample in taken), "the colouring of the level follows the slope limit"
    followings = [sample.following for sample in taken if sample.following is not None]
    assert len(followings) == 20
    assert sum(each.shown_ms is not None for each in followings) >= 15
    board = stage.session.state.board
    assert begun is not None
    assert board is not None
    assert not board.stale
    assert {controller for _, controller in begun.stale} == {Controller.SLIDE}, "the others do not have this knob"


def test_a_frame_in_which_nothing_happens_draws_no_scene(stage: Stage) -> None:
    sample = stage.run_frame(lambda: None)
    assert not sample.has_new_picture
    assert sample.uploaded_bytes < 1_000


def test_the_spread_of_some_values() -> None:
    assert measure_spread([float(value) for value in range(101)]) == Spread(median=50.0, p95=95.0, max=100.0)


@pytest.mark.parametrize(("most_calls", "code"), [(300, 0), (10, 1)])
def test_the_command_writes_json_and_its_exit_code_tells_whether_limits_hold(
    most_calls: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Times are those of whatever machine runs the tests: only the counts may decide here.
    monkeypatch.setattr(ui, "MOST_CPU_MS", 1e6)
    monkeypatch.setattr(ui, "MOST_RATIO", 1e6)
    monkeypatch.setattr(ui, "MOST_SHOWN_MS", 1e6)
    monkeypatch.setattr(ui, "MOST_BADGE_AGE_MS", 1e6)
    monkeypatch.setattr(ui, "MOST_GL_CALLS", most_calls)
    path = tmp_path / "figures.json"
    world = ["--triangles", "200", "--trace-frames", "40"]
    assert cli.main(["bench", "ui", "--frames", "10", *world, "--json", str(path)]) == code
    written: dict[str, Any] = json.loads(path.read_text())
    assert written["subject"] == "ui"
    assert written["is_met"] == (code == 0)
    assert [row["name"] for row in written["figures"]] == ACTIVITIES
    assert set(written["figures"][0]["spreads"]["cpu_ms"]) == {"median", "p95", "max"}
    assert [check["what"] for check in written["checks"] if not check["is_met"]] == (
        [] if code == 0 else ["GL calls of a frame, scrubbing"]
    )
    told = capsys.readouterr().out
    assert ("MISSED" in told) == (code == 1)


def test_the_table_tells_what_is_missed(capsys: pytest.CaptureFixture[str]) -> None:
    checks = (Check("one thing", 2.0, 3.0, "ms"), Check("another", 4.0, 3.0, "ms"))
    print_report(Report("ui", {"triangles": 1234}, (), checks))
    told = capsys.readouterr().out
    assert "triangles 1,234" in told
    rows = {line.split("  ")[0]: line for line in told.splitlines()}
    assert rows["one thing"].rstrip().endswith("ok")
    assert rows["another"].rstrip().endswith("MISSED")
    assert "1 limit(s) missed" in told


@pytest.mark.parametrize(
    "words", [["--frames", "0"], ["--triangles", "1"], ["--trace-frames", "5"], ["--triangles", "99999999"]]
)
def test_sizes_out_of_range_are_refused_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "ui", *words]) == 2
    told = capsys.readouterr().err
    assert " ".join(words) in told
    assert told.count("\n") == 1


def test_a_file_that_cannot_be_written_is_an_error_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = ["--triangles", "200", "--trace-frames", "40", "--frames", "10"]
    assert cli.main(["bench", "ui", *world, "--json", str(tmp_path / "no" / "figures.json")]) == 2
    assert "cannot write" in capsys.readouterr().err

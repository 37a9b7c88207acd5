"""Driving: ticks of the scenario's own time step, recorded as they happen, replayed bit for bit, forked anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app import commands as ask
from app.camera import Camera
from app.driving import JUMP_M_S, MOST_TICKS, SPRINT_M_S, WALK_M_S, find_velocity
from app.playback import Cursor, Depth
from app.session import Session
from app.state import Document
from engine.files.scenario_file import load_scenario
from engine.simulate import simulate
from engine.trace import Trace

DT = 1 / 60
LEVELS = ("frames", "attempts", "passes", "iterations", "decisions", "states")
YARD: dict[str, Any] = {
    "format": "sweepscope.scenario",
    "version": 1,
    "name": "yard",
    "capsule": {"radius": 0.35, "height": 1.1, "feet": [0, 0.01, 0]},
    "level": [
        {"shape": "box", "id": "floor", "half_extents": [60, 0.5, 60], "position": [0, -0.5, 0]},
        {"shape": "box", "id": "step", "half_extents": [2, 0.15, 20], "position": [5, 0.15, 0]},
        {"shape": "box", "id": "wall", "half_extents": [0.5, 3, 20], "position": [9, 3, 0]},
    ],
}


def write_yard(folder: Path, **changes: Any) -> Path:
    file = folder / "yard.scenario.json"
    file.write_text(json.dumps({**YARD, **changes}))
    return file


@pytest.fixture
def yard(session: Session, tmp_path: Path) -> Session:
    session.open_now(write_yard(tmp_path))
    return session


def start(session: Session) -> None:
    session.apply(ask.ToggleDrive())
    session.wait()
    assert session.state.driving is not None, [message.text for message in session.state.messages]
    assert session.state.driving.is_ready


def drive(session: Session, ticks: int, **held: Any) -> None:
    session.apply(ask.Steer(**held))
    for _ in range(ticks):
        session.advance(DT)


def shown(session: Session) -> Document:
    assert session.state.document is not None
    return session.state.document


def assert_same(first: Trace, second: Trace) -> None:
    for name in LEVELS:
        assert getattr(first, name).tobytes() == getattr(second, name).tobytes(), name


def drive_around(session: Session) -> None:
    """Drive a hundred ticks with all that there is: walking, turning, sprinting, jumping."""
    drive(session, 30, forward=1.0)
    session.apply(ask.TurnCamera(120.0, 10.0))
    drive(session, 20, forward=1.0, right=-1.0)
    drive(session, 1, forward=1.0, sprint=True, jump=True)
    drive(session, 29, forward=1.0, sprint=True)
    drive(session, 20)


@pytest.mark.parametrize("controller", ["cct", "slide"])
def test_a_hundred_driven_ticks_run_again_from_their_scenario_bit_for_bit(
    session: Session, tmp_path: Path, controller: str
) -> None:
    session.open_now(write_yard(tmp_path, controller=controller))
    start(session)
    drive_around(session)
    assert session.state.driving is not None
    assert session.state.driving.recorded == 100
    session.apply(ask.PauseDrive())
    trace = shown(session).trace
    assert len(trace) == 100
    assert trace.scenario is not None
    assert trace.scenario.frame_count == 100
    assert len(trace.scenario.input) == 4, "equal frames are one segment"
    assert_same(trace, simulate(trace.scenario))
    assert trace.centers[:, 1].max() > trace.centers[29, 1] + 0.5, "it jumped"


def test_a_driven_run_that_is_saved_loads_and_runs_to_the_same_bits(yard: Session, tmp_path: Path) -> None:
    start(yard)
    drive_around(yard)
    yard.apply(ask.SaveScenario(tmp_path / "driven"))
    trace = shown(yard).trace
    file = tmp_path / "driven.scenario.json"
    assert shown(yard).path == file
    assert shown(yard).name == "driven"
    assert not yard.state.editing.is_changed
    assert_same(trace, simulate(load_scenario(file)))


@pytest.mark.parametrize("rate", [30, 60, 144, 1000])
def test_ticks_do_not_depend_on_the_rate_of_the_screen(session: Session, tmp_path: Path, rate: int) -> None:
    session.open_now(write_yard(tmp_path))
    start(session)
    plan = [(0, ask.Steer(1.0)), (40, ask.Steer(0.0, 1.0, jump=True)), (41, ask.Steer(0.0, 1.0)), (80, ask.Steer())]
    plan = [(at - at % 2, steer) for at, steer in plan]  # a screen of 30 Hz sees every other tick
    frames = 0
    while recorded(session) < 120:
        while plan and recorded(session) >= plan[0][0]:
            session.apply(plan.pop(0)[1])
        session.advance(1 / rate)
        frames += 1
    assert frames == pytest.approx(120 * rate / 60, abs=1)
    session.apply(ask.PauseDrive())
    trace = shown(session).trace
    assert trace.hashes[119] == reference_hash(tmp_path)
    assert shown(session).trace.scenario is not None


def recorded(session: Session) -> int:
    assert session.state.driving is not None
    return session.state.driving.recorded


def reference_hash(folder: Path) -> int:
    """The same keys, tick by tick."""
    session = Session()
    session.open_now(write_yard(folder))
    start(session)
    drive(session, 40, forward=1.0)
    drive(session, 1, right=1.0, jump=True)
    drive(session, 39, right=1.0)
    drive(session, 40)
    session.apply(ask.PauseDrive())
    last = int(shown(session).trace.hashes[119])
    session.close()
    return last


def test_a_stall_runs_a_tenth_of_a_second_and_tells_the_rest(yard: Session) -> None:
    start(yard)
    yard.advance(1.0)
    assert recorded(yard) == MOST_TICKS
    assert yard.state.driving is not None
    assert yard.state.driving.skipped_s == pytest.approx(1.0 - MOST_TICKS * DT)


def test_speeds_are_what_they_say_and_a_jump_needs_ground(yard: Session) -> None:
    start(yard)
    drive(yard, 20, forward=1.0)
    assert yard.state.driving is not None
    assert yard.state.driving.speed_m_s == pytest.approx(WALK_M_S, abs=0.01)
    drive(yard, 1, forward=-1.0, sprint=True, jump=True)
    drive(yard, 5, forward=-1.0, sprint=True)
    assert yard.state.driving.speed_m_s == pytest.approx(SPRINT_M_S, abs=0.01)
    drive(yard, 1, jump=True)  # in the air: it counts for nothing
    drive(yard, 80)
    trace = shown(yard).trace
    highest = float(trace.centers[:, 1].max() - trace.centers[19, 1])
    assert highest == pytest.approx(JUMP_M_S**2 / (2 * 9.81), rel=0.05)


def test_forward_is_where_the_camera_looks_and_diagonals_are_no_faster() -> None:
    north, east = Camera(yaw=0.0, pitch=0.4), Camera(yaw=np.pi / 2)
    assert find_velocity(north, 1.0, 0.0, 4.0) == (0.0, 0.0, -4.0)
    assert find_velocity(north, 0.0, 1.0, 4.0) == (4.0, 0.0, 0.0)
    assert find_velocity(east, 1.0, 0.0, 4.0) == pytest.approx((4.0, 0.0, 0.0))
    assert np.hypot(*find_velocity(north, 1.0, 1.0, 4.0)[::2]) == pytest.approx(4.0)
    assert np.hypot(*find_velocity(north, 0.5, 0.0, 4.0)[::2]) == pytest.approx(2.0), "half a stick is half the speed"


def test_the_window_shows_the_run_as_it_grows_and_the_camera_follows(yard: Session) -> None:
    start(yard)
    before = yard.state.camera
    drive(yard, 30, forward=1.0)
    document, state = shown(yard), yard.state
    assert state.playback.cursor == Cursor(29)
    assert len(document.trace) == 30
    assert state.timeline_range == (0.0, 29.0)
    assert all(len(lane.strength) == 30 for lane in document.lanes)
    way = np.asarray(state.camera.target) - before.target
    np.testing.assert_allclose(way, document.trace.centers[29] - [0, 0.91, 0], atol=1e-9)


def test_pause_scrub_back_and_drive_on_forks_there_and_keeps_the_old_future(yard: Session) -> None:
    start(yard)
    drive(yard, 60, forward=1.0)
    yard.apply(ask.StepCursor(Depth.FRAME, -1))  # anything that looks elsewhere pauses
    assert yard.state.driving is None
    old = shown(yard).trace
    yard.apply(ask.SetCursor(Cursor(24)))
    start(yard)
    assert len(shown(yard).trace) == 25
    drive(yard, 40, right=1.0)
    yard.apply(ask.ToggleDrive())
    yard.wait()
    document = shown(yard)
    assert len(document.trace) == 65
    np.testing.assert_array_equal(document.trace.hashes[:25], old.hashes[:25])
    assert document.ghost is not None
    assert document.ghost.trace is old
    assert document.ghost.name == "driven, left at frame 25"
    assert document.ghost.comparison.first == 25
    assert document.trace.scenario is not None
    assert_same(document.trace, simulate(document.trace.scenario))
    yard.apply(ask.Undo())
    yard.wait()
    np.testing.assert_array_equal(shown(yard).trace.hashes, old.hashes)


@pytest.mark.parametrize("frame", [59, 99])
def test_driving_on_after_a_setting_was_changed_on_the_way_leaves_the_past(yard: Session, frame: int) -> None:
    yard.apply(ask.SetAxisView("left"))
    start(yard)
    drive(yard, 120, forward=1.0)
    yard.apply(ask.SetSetting("step_offset", 0.0, frame=80))
    yard.wait()
    mixed = shown(yard).trace
    yard.apply(ask.SetCursor(Cursor(frame)))
    start(yard)
    drive(yard, 10, right=1.0)
    yard.apply(ask.PauseDrive())
    assert [message.text for message in yard.state.messages] == []
    driven = shown(yard).trace
    np.testing.assert_array_equal(driven.hashes[: frame + 1], mixed.hashes[: frame + 1])
    yard.apply(ask.Undo())
    yard.apply(ask.Redo())
    yard.wait()
    np.testing.assert_array_equal(shown(yard).trace.hashes, driven.hashes)


def test_an_edit_of_what_was_driven_runs_the_same_input_again(yard: Session) -> None:
    yard.apply(ask.SetAxisView("left"))  # looks along +x, towards the step
    start(yard)
    drive(yard, 120, forward=1.0)
    yard.apply(ask.SetSetting("step_offset", 0.05))
    yard.wait()
    after = shown(yard)
    assert len(after.trace) == 120
    assert after.ghost is not None
    assert after.ghost.trace.centers[-1, 0] > after.trace.centers[-1, 0] + 1.0


def test_driving_begins_at_the_cursor_of_a_run_from_a_file(session: Session, repository: Path) -> None:
    session.open_now(repository / "assets/scenarios/stairs.scenario.json")
    whole = shown(session).trace
    session.apply(ask.SetCursor(Cursor(40)))
    start(session)
    drive(session, 10, forward=1.0)
    session.apply(ask.PauseDrive())
    trace = shown(session).trace
    assert len(trace) == 51
    np.testing.assert_array_equal(trace.hashes[:41], whole.hashes[:41])
    assert trace.scenario is not None
    assert_same(trace, simulate(trace.scenario))


def test_a_trace_of_another_engine_is_driven_from_its_spawn(walking: Session) -> None:
    foreign = shown(walking).trace
    start(walking)
    for _ in range(5):
        walking.advance(0.125)
    walking.apply(ask.PauseDrive())
    document = shown(walking)
    assert len(document.trace) == 5
    assert document.ghost is not None
    assert document.ghost.trace is foreign
    assert "did not record what a run goes on from" in walking.state.messages[-1].text


def test_nothing_to_drive_is_a_message(session: Session) -> None:
    session.apply(ask.ToggleDrive())
    assert "open a scenario" in session.state.messages[-1].text
    assert session.state.driving is None


def test_a_pause_without_a_tick_leaves_everything_as_it_was(yard: Session) -> None:
    before = shown(yard)
    start(yard)
    yard.apply(ask.ToggleDrive())
    assert shown(yard) is before
    assert not yard.state.editing.is_changed


def test_findings_come_when_driving_pauses(session: Session, tmp_path: Path) -> None:
    cube = {"shape": "box", "id": "cube", "half_extents": [0.3, 0.3, 0.3], "position": [0, 0.9, 0.45]}
    session.open_now(write_yard(tmp_path, level=[*YARD["level"], cube], settings={"overlap_recovery": False}))
    start(session)
    drive(session, 300)
    assert shown(session).findings == ()
    session.apply(ask.PauseDrive())
    session.wait()
    assert [finding.kind.name for finding in shown(session).findings] == ["PENETRATION"]
    assert len(shown(session).lanes[-1].strength) == 300

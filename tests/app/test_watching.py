"""Files that change while they are open, and traces that grow."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app import commands as ask
from app.playback import Cursor
from app.session import Session
from tests.app.sample_files import write_walk
from tests.app.test_driving import YARD, drive, shown, start, write_yard

WALK = [{"frames": 90, "velocity": [4, 0, 0], "gravity": -9.81}]
GROUND = "v 0 {0} 0\nv 4 {0} 0\nv 0 {0} 4\nv 4 {0} 4\nf 1 3 2\nf 2 3 4\n"
"""Two triangles, at a height."""


def look(session: Session) -> None:
    """Let a second pass, and wait for what comes of it."""
    session.advance(1.0)
    session.wait()


def touch_later(file: Path, text: str) -> None:
    """Write a file so that its time is another, however coarse the clock of the disk is."""
    before = file.stat().st_mtime_ns if file.exists() else 0
    file.write_text(text)
    os.utime(file, ns=(before + 10**9, before + 10**9))


def rewrite(folder: Path, **changes: Any) -> None:
    touch_later(folder / "yard.scenario.json", json.dumps({**YARD, **changes}))


@pytest.fixture
def yard(session: Session, tmp_path: Path) -> Session:
    session.open_now(write_yard(tmp_path, input=WALK))
    return session


def test_a_scenario_that_changed_is_run_again_and_the_run_before_is_a_ghost(yard: Session, tmp_path: Path) -> None:
    yard.apply(ask.SetCursor(Cursor(40)))
    before, camera = shown(yard), yard.state.camera
    look(yard)
    assert shown(yard) is before, "nothing has changed"
    rewrite(tmp_path, input=WALK, settings={"step_offset": 0.05})
    look(yard)
    after = shown(yard)
    assert after.trace.centers[-1, 0] < before.trace.centers[-1, 0] - 1.0
    assert after.ghost is not None
    assert after.ghost.trace is before.trace
    assert (yard.state.playback.cursor, yard.state.camera) == (Cursor(40), camera)
    assert not yard.state.editing.is_changed
    look(yard)
    assert shown(yard) is after


def test_what_was_edited_and_driven_stays_when_the_level_changes(session: Session, tmp_path: Path) -> None:
    session.open_now(write_yard(tmp_path))
    session.apply(ask.SetAxisView("left"))
    session.apply(ask.SetSetting("contact_offset", 0.02))
    session.wait()
    start(session)
    drive(session, 80, forward=1.0)
    session.apply(ask.PauseDrive())
    before = shown(session)
    rewrite(tmp_path, level=YARD["level"][:1])
    look(session)
    after = shown(session)
    assert len(after.trace) == 80
    assert after.trace.scenario is not None
    assert after.trace.scenario.settings.contact_offset == 0.02  # type: ignore[union-attr]
    assert before.trace.centers[-1, 1] > after.trace.centers[-1, 1] + 0.25, "the step is gone"
    assert session.state.editing.is_changed
    session.apply(ask.Undo())
    session.wait()
    np.testing.assert_array_equal(shown(session).trace.hashes, before.trace.hashes)


def test_nothing_is_read_again_while_somebody_drives(session: Session, tmp_path: Path) -> None:
    session.open_now(write_yard(tmp_path))
    start(session)
    drive(session, 30, forward=1.0)
    rewrite(tmp_path, level=YARD["level"][:1])
    drive(session, 120, forward=1.0)
    assert session.state.driving is not None
    session.apply(ask.PauseDrive())
    look(session)
    scenario = shown(session).trace.scenario
    assert scenario is not None
    assert len(scenario.level.bodies) == 1


def test_a_half_written_file_is_a_message_that_goes_away_when_it_is_whole(yard: Session, tmp_path: Path) -> None:
    before = shown(yard)
    touch_later(tmp_path / "yard.scenario.json", json.dumps(YARD)[:100])
    look(yard)
    assert shown(yard) is before
    assert "not JSON" in yard.state.messages[-1].text
    rewrite(tmp_path, input=WALK, level=YARD["level"][:1])
    look(yard)
    assert yard.state.messages == ()
    assert shown(yard) is not before


def test_a_mesh_file_that_changed_is_read_again(session: Session, tmp_path: Path) -> None:
    (tmp_path / "ground.obj").write_text(GROUND.format(0))
    level = [{"shape": "mesh", "id": "ground", "file": "ground.obj", "scale": 10, "position": [-20, 0, -20]}]
    session.open_now(write_yard(tmp_path, level=level, input=WALK))
    height = shown(session).trace.centers[-1, 1]
    touch_later(tmp_path / "ground.obj", GROUND.format(-0.05))
    look(session)
    assert shown(session).trace.centers[-1, 1] == pytest.approx(height - 0.5, abs=0.02)


def test_a_level_without_input_is_shown_again(session: Session, tmp_path: Path) -> None:
    session.open_now(write_yard(tmp_path))
    rewrite(tmp_path, level=YARD["level"][:1])
    look(session)
    scenario = shown(session).trace.scenario
    assert scenario is not None
    assert len(scenario.level.bodies) == 1
    assert [message.text for message in session.state.messages] == []


def test_a_trace_that_was_written_again_is_shown_with_the_old_one_as_a_ghost(walking: Session, tmp_path: Path) -> None:
    before = shown(walking)
    file = tmp_path / "walk.trace.json"
    old = file.stat().st_mtime_ns
    write_walk(tmp_path, frames=20)
    os.utime(file, ns=(old + 10**9, old + 10**9))
    look(walking)
    assert len(shown(walking).trace) == 20
    assert shown(walking).ghost is not None
    assert shown(walking).ghost.trace is before.trace  # type: ignore[union-attr]


def follow(session: Session, file: Path) -> None:
    session.apply(ask.OpenFile(file, follow=True))
    session.wait()
    assert session.state.is_following, [message.text for message in session.state.messages]


def test_a_trace_that_is_rewritten_is_followed_and_a_cursor_at_its_end_stays_there(
    session: Session, tmp_path: Path
) -> None:
    file = write_walk(tmp_path, frames=5)
    follow(session, file)
    assert session.state.playback.cursor == Cursor(4)
    for count in (8, 13):
        old = file.stat().st_mtime_ns
        write_walk(tmp_path, frames=count)
        os.utime(file, ns=(old + 10**9, old + 10**9))
        session.advance(0.25)
        session.wait()
        assert session.state.playback.cursor == Cursor(count - 1)
        assert shown(session).others == (), "what it was a moment ago is no other run"
    session.apply(ask.SetCursor(Cursor(3)))
    write_walk(tmp_path, frames=30)
    session.advance(0.25)
    session.wait()
    assert (len(shown(session).trace), session.state.playback.cursor) == (30, Cursor(3))


def write_lines(folder: Path, frames: int) -> tuple[Path, list[str]]:
    """Write a growing trace; returns its file and the lines that are still to come."""
    data = json.loads(write_walk(folder, frames=20).read_text())
    lines = [json.dumps(frame) + "\n" for frame in data.pop("frames")]
    file = folder / "run.trace.jsonl"
    file.write_text(json.dumps(data) + "\n" + "".join(lines[:frames]))
    return file, lines[frames:]


def test_frames_that_are_appended_appear_and_half_a_line_waits(session: Session, tmp_path: Path) -> None:
    file, rest = write_lines(tmp_path, 4)
    follow(session, file)
    assert len(shown(session).trace) == 4
    with file.open("a") as growing:
        growing.write("".join(rest[:3]) + rest[3][:20])
        growing.flush()
        session.advance(0.25)
        session.wait()
        assert len(shown(session).trace) == 7
        growing.write(rest[3][20:])
        growing.flush()
        session.advance(0.25)
        session.wait()
    assert len(shown(session).trace) == 8
    assert session.state.playback.cursor == Cursor(7)
    assert [message.text for message in session.state.messages] == []


def test_a_followed_run_that_begins_again_is_shown_from_its_new_beginning(session: Session, tmp_path: Path) -> None:
    file, _ = write_lines(tmp_path, 12)
    follow(session, file)
    write_lines(tmp_path, 2)
    session.advance(0.25)
    session.wait()
    assert len(shown(session).trace) == 2


def test_a_followed_file_without_frames_shows_the_spawn_and_waits(session: Session, tmp_path: Path) -> None:
    file, rest = write_lines(tmp_path, 0)
    follow(session, file)
    assert len(shown(session).trace) == 1
    with file.open("a") as growing:
        growing.write("".join(rest))
    session.advance(0.25)
    session.wait()
    assert len(shown(session).trace) == 20


def test_a_line_that_is_no_frame_is_a_message(session: Session, tmp_path: Path) -> None:
    file, _ = write_lines(tmp_path, 3)
    follow(session, file)
    with file.open("a") as growing:
        growing.write("this is no frame\n")
    session.advance(0.25)
    session.wait()
    assert "run.trace.jsonl: not JSON: line 5" in session.state.messages[-1].text

"""Files are read in the background; a broken one becomes a message, and what is open stays."""

from __future__ import annotations

import math
import threading
from pathlib import Path
from typing import Any

import pytest

from app import commands as ask
from app import documents, watching
from app.cursor_words import Moment
from app.draw.drawlist import Pick, PickKind
from app.playback import Cursor, Depth
from app.preferences import MOST_RECENT
from app.session import Session
from app.state import Document
from tests.app.sample_files import BROKEN, FRAMES, STEP_M, write_broken, write_walk


def open_and_wait(session: Session, path: Path) -> None:
    session.apply(ask.OpenFile(path))
    session.wait()


def test_a_file_is_read_in_the_background_and_then_shown(session: Session, tmp_path: Path) -> None:
    file = write_walk(tmp_path)
    session.apply(ask.OpenFile(file))
    assert (session.state.opening, session.state.document, session.is_busy) == (file, None, True)
    session.wait()
    document = session.state.document
    assert document is not None
    assert (document.name, len(document.trace)) == ("walk", FRAMES)
    assert (session.state.opening, session.is_busy, session.state.messages) == (None, False, ())
    assert session.state.timeline_range == (0.0, float(FRAMES - 1))
    assert session.state.folder == tmp_path


def test_a_relative_path_is_remembered_as_an_absolute_one(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_walk(tmp_path)
    monkeypatch.chdir(tmp_path)
    open_and_wait(session, Path(file.name))
    assert session.state.recent == (file,)


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_becomes_one_message_and_the_open_one_stays(walking: Session, tmp_path: Path, kind: str) -> None:
    walking.apply(ask.SetCursor(Cursor(3)))
    document, recent = walking.state.document, walking.state.recent
    broken = write_broken(tmp_path, kind)
    open_and_wait(walking, broken)
    (message,) = walking.state.messages
    assert message.is_error
    assert message.text.startswith(f"{broken}: ")
    assert len(message.text.splitlines()) == 1
    assert walking.state.document is document
    assert (walking.state.playback.cursor, walking.state.recent, walking.state.opening) == (Cursor(3), recent, None)
    walking.apply(ask.StepCursor(Depth.FRAME, 1))
    assert walking.state.playback.cursor == Cursor(4)
    walking.apply(ask.DismissMessage(message.number))
    assert walking.state.messages == ()


def test_the_same_words_are_shown_once(session: Session, tmp_path: Path) -> None:
    broken = write_broken(tmp_path, "empty")
    open_and_wait(session, broken)
    first = session.state.messages[0].number
    open_and_wait(session, broken)
    assert len(session.state.messages) == 1
    assert session.state.messages[0].number > first


def test_a_late_result_never_replaces_a_newer_file(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = write_walk(tmp_path, "slow"), write_walk(tmp_path, "quick", frames=3)
    go_on, begun = threading.Event(), threading.Event()
    read = documents.read_document

    def read_slowly(path: Path, *others: Any) -> Document:
        if path == slow:
            begun.set()
            assert go_on.wait(10)
        return read(path, *others)

    monkeypatch.setattr(watching, "read_document", read_slowly)
    session.apply(ask.OpenFile(slow))
    assert begun.wait(10)
    session.apply(ask.OpenFile(quick))
    go_on.set()
    session.wait()
    assert session.state.document is not None
    assert session.state.document.name == "quick"
    session.advance(1.0)
    assert session.state.document.name == "quick"
    assert session.state.recent == (quick,)


def test_the_recent_files_are_the_newest_each_once(session: Session, tmp_path: Path) -> None:
    files = [write_walk(tmp_path, f"walk{number}", frames=1) for number in range(MOST_RECENT + 1)]
    for file in [*files, files[4]]:
        session.open_now(file)
    assert len(session.state.recent) == MOST_RECENT
    assert session.state.recent[:3] == (files[4], files[-1], files[-2])
    assert files[0] not in session.state.recent


def test_opening_starts_anew_but_keeps_speed_and_loop(walking: Session, tmp_path: Path) -> None:
    for command in (ask.SetSpeed(0.5), ask.ToggleLoop(), ask.SelectPick(Pick(PickKind.CAPSULE)), ask.GoToEnd(1)):
        walking.apply(command)
    walking.open_now(write_walk(tmp_path, "other", frames=2))
    playback = walking.state.playback
    assert (playback.cursor, playback.speed, playback.loop, playback.playing) == (Cursor(0), 0.5, True, False)
    assert not walking.state.selection
    assert walking.state.timeline_range == (0.0, 1.0)


def test_a_picture_gets_a_name_that_is_free(walking: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    walking.apply(ask.SetCursor(Cursor(3)))
    names = []
    for _ in range(3):
        walking.apply(ask.TakePicture())
        assert walking.state.picture is not None
        names.append(walking.state.picture.name)
        walking.state.picture.touch()
        walking.finish_picture()
        assert walking.state.picture is None
    assert names == ["walk-frame3.png", "walk-frame3-2.png", "walk-frame3-3.png"]


def test_a_picture_of_a_very_long_name_can_still_be_written(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = write_walk(tmp_path)
    file.write_text(file.read_text().replace('"walk"', '"' + "é" * 200 + '"'))
    session.open_now(file)
    session.apply(ask.TakePicture())
    assert session.state.picture is not None
    session.state.picture.touch()
    assert session.state.picture.name == "é" * 100 + "-frame0.png"


def test_the_home_of_nobody_is_no_file(session: Session) -> None:
    open_and_wait(session, Path("~nobody-of-this-name/walk.trace.json"))
    assert "nobody-of-this-name" in session.state.messages[0].text


def test_a_defect_of_the_reader_is_told_and_the_session_goes_on(
    walking: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: Path, *others: Any) -> Document:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(watching, "read_document", read)
    open_and_wait(walking, tmp_path / "any.trace.json")
    assert "ZeroDivisionError: oh" in walking.state.messages[0].text
    assert walking.state.document is not None
    assert walking.state.opening is None


def test_a_name_that_is_no_utf8_can_be_told(session: Session, tmp_path: Path) -> None:
    open_and_wait(session, tmp_path / "gone\udcff.trace.json")
    (message,) = session.state.messages
    assert "gone?.trace.json" in message.text


def test_a_file_opens_at_the_moment_and_from_the_place_that_are_asked_for(session: Session, tmp_path: Path) -> None:
    session.apply(ask.OpenFile(write_walk(tmp_path), Moment(frame=-2, pass_name="DOWN"), "top"))
    session.wait()
    assert session.state.playback.cursor == Cursor(FRAMES - 2, 0, 1)
    assert session.state.camera.pitch == pytest.approx(math.pi / 2)
    assert session.state.camera.target == pytest.approx((STEP_M * (FRAMES - 1), 1.0, 0.0))


@pytest.mark.parametrize(
    ("moment", "camera", "told"),
    [
        (Moment(frame=99), "", "--frame 99: this trace has frames 0 to 11"),
        (Moment(), "inside", "unknown view 'inside'"),
    ],
)
def test_a_moment_or_place_that_is_not_there_is_told_and_the_file_is_open(
    session: Session, tmp_path: Path, moment: Moment, camera: str, told: str
) -> None:
    session.apply(ask.OpenFile(write_walk(tmp_path), moment, camera))
    session.wait()
    assert session.state.document is not None
    assert told in session.state.messages[0].text
    assert (session.state.playback.cursor, session.state.opening) == (Cursor(0), None)

"""Unsaved driving survives a crash: a second of it is lost at most, and what is recovered is the same to the bit."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app import commands as ask
from app.journal import MOST_INLINE, Journal, find_recoveries, read_journal
from app.playback import Cursor
from app.session import Session
from engine.errors import InputError
from engine.scenario import InputSegment, Scenario
from tests.app.test_driving import drive, drive_around, shown, start, write_yard

CHILD = """
import sys
from pathlib import Path
from app.session import Session
from app import commands as ask
from tests.app.test_driving import start, drive
session = Session(journals=Path(sys.argv[2]))
session.open_now(Path(sys.argv[1]))
start(session)
while True:
    session.apply(ask.TurnCamera(1.0, 0.0))
    drive(session, 10, forward=1.0)
    hashes = session.state.document.trace.hashes
    print(len(hashes), *hashes.tolist(), flush=True)
"""


def recover(journals: Path) -> Session:
    session = Session(journals=journals)
    session.offer_recoveries(journals)
    session.apply(ask.Recover(session.state.recoveries[0].file))
    session.wait()
    return session


def test_a_process_that_is_killed_while_driving_loses_a_second_at_most(tmp_path: Path, repository: Path) -> None:
    yard, journals = write_yard(tmp_path), tmp_path / "journals"
    command = [sys.executable, "-c", CHILD, str(yard), str(journals)]
    child = subprocess.Popen(command, cwd=repository, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    told = [0]
    while told[0] < 250:
        told = [int(word) for word in child.stdout.readline().split()]
        assert told, "the process ended"
    assert find_recoveries(journals) == (), "its program is running"
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    (recovery,) = find_recoveries(journals)
    assert recovery.name == "yard"
    assert told[0] - 60 <= recovery.frames
    session = recover(journals)
    trace = shown(session).trace
    assert len(trace) == recovery.frames
    common = min(len(trace), told[0])
    assert trace.hashes[:common].tolist() == told[1 : common + 1]
    assert session.state.playback.cursor == Cursor(len(trace) - 1)
    assert session.state.editing.is_changed, "no file holds it yet"
    session.close()


def test_a_session_that_was_closed_is_recovered_to_the_last_frame_and_can_be_driven_on(tmp_path: Path) -> None:
    journals = tmp_path / "journals"
    first = Session(journals=journals)
    first.open_now(write_yard(tmp_path))
    start(first)
    drive_around(first)
    first.apply(ask.SetCursor(Cursor(69)))
    start(first)
    drive(first, 30, right=-1.0)
    driven = shown(first).trace.hashes
    first.close()
    again = recover(journals)
    np.testing.assert_array_equal(shown(again).trace.hashes, driven)
    assert again.state.recoveries == ()
    start(again)
    drive(again, 15, forward=1.0)
    longer = shown(again).trace.hashes
    again.close()
    third = recover(journals)
    np.testing.assert_array_equal(shown(third).trace.hashes, longer)
    assert len(list(journals.iterdir())) == 1
    third.apply(ask.SaveScenario(tmp_path / "kept"))
    assert list(journals.iterdir()) == []
    third.close()


def test_a_half_written_last_line_is_dropped(tmp_path: Path) -> None:
    session = Session(journals=tmp_path)
    session.open_now(write_yard(tmp_path))
    start(session)
    drive(session, 100, forward=1.0)
    session.close()
    (file,) = tmp_path.glob("*.journal.jsonl")
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"frames":7,"velo')
    assert read_journal(file)[0].frame_count == 100
    journal = Journal.adopt(file, 100)
    journal.add(InputSegment(1, velocity=(1.0, 0.0, 0.0), gravity=-9.81), 0.0)
    journal.close()
    assert read_journal(file)[0].frame_count == 101


def test_two_sessions_keep_journals_of_their_own_and_do_not_offer_each_others(tmp_path: Path) -> None:
    yard, journals = write_yard(tmp_path), tmp_path / "journals"
    sessions = [Session(journals=journals) for _ in range(2)]
    for session in sessions:
        session.open_now(yard)
        start(session)
        drive(session, 10, forward=1.0)
        session.offer_recoveries(journals)
        assert session.state.recoveries == ()
    assert len(list(journals.iterdir())) == 2
    for session in sessions:
        session.close()
    assert len(find_recoveries(journals)) == 2


def test_what_is_discarded_is_gone(tmp_path: Path) -> None:
    session = Session(journals=tmp_path / "journals")
    session.open_now(write_yard(tmp_path))
    start(session)
    drive(session, 10, forward=1.0)
    session.close()
    other = Session()
    other.offer_recoveries(tmp_path / "journals")
    other.apply(ask.Discard(other.state.recoveries[0].file))
    assert other.state.recoveries == ()
    assert find_recoveries(tmp_path / "journals") == ()
    other.close()


def test_opening_another_file_keeps_the_unsaved_driving_and_says_so(tmp_path: Path) -> None:
    session = Session(journals=tmp_path / "journals")
    yard = write_yard(tmp_path)
    session.open_now(yard)
    start(session)
    drive(session, 10, forward=1.0)
    session.apply(ask.OpenFile(yard))
    session.wait()
    assert session.state.messages[-1].text == "Unsaved driving of yard is kept; the next start offers it."
    assert len(find_recoveries(tmp_path / "journals")) == 1
    session.close()


def test_a_large_level_is_named_by_its_file_and_a_change_in_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.journal.MOST_INLINE", 10)
    assert MOST_INLINE > 10
    session = Session(journals=tmp_path / "journals")
    yard = write_yard(tmp_path)
    session.open_now(yard)
    start(session)
    drive(session, 10, forward=1.0)
    session.close()
    (recovery,) = find_recoveries(tmp_path / "journals")
    assert b"half_extents" not in recovery.file.read_bytes()
    assert read_journal(recovery.file)[2] == ""
    write_yard(tmp_path, level=[{"shape": "box", "half_extents": [9, 0.5, 9], "position": [0, -0.5, 0]}])
    scenario, document, told = read_journal(recovery.file)
    assert (scenario.frame_count, document) == (10, yard)
    assert told.startswith("yard.scenario.json has changed since")
    yard.unlink()
    again = Session()
    again.apply(ask.Recover(recovery.file))
    again.wait()
    assert "no such file" in again.state.messages[-1].text
    assert recovery.file.exists(), "nothing is lost by trying"
    again.close()


@pytest.mark.parametrize("text", ["", "no json\n", '{"format": "other", "version": 1}\n'])
def test_what_is_no_journal_is_one_clear_line_and_is_not_offered(tmp_path: Path, text: str) -> None:
    file = tmp_path / "driving-1-1.journal.jsonl"
    file.write_text(text)
    with pytest.raises(InputError):
        read_journal(file)
    assert find_recoveries(tmp_path) == ()
    assert file.exists()


def test_a_folder_that_cannot_be_written_does_not_stop_the_driving(tmp_path: Path) -> None:
    (tmp_path / "journals").write_text("a file where a folder should be")
    session = Session(journals=tmp_path / "journals")
    session.open_now(write_yard(tmp_path))
    start(session)
    drive(session, 10, forward=1.0)
    assert len(shown(session).trace) == 10
    assert "not kept for a crash" in session.state.messages[-1].text
    session.close()


def test_an_equal_scenario_comes_back_from_the_header(tmp_path: Path) -> None:
    session = Session(journals=tmp_path / "journals")
    session.open_now(write_yard(tmp_path))
    session.apply(ask.SetSetting("step_offset", 0.2))
    session.wait()
    start(session)
    drive(session, 5, forward=1.0)
    session.apply(ask.PauseDrive())
    driven = shown(session).trace.scenario
    assert isinstance(driven, Scenario)
    session.close()
    (recovery,) = find_recoveries(tmp_path / "journals")
    again = read_journal(recovery.file)[0]
    assert (again.settings, again.input, again.capsule) == (driven.settings, driven.input, driven.capsule)

"""Commands change the state as promised, and only commands do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app import commands as ask
from app.draw.drawlist import Pick, PickKind
from app.handlers import HANDLERS
from app.navigation import CAMERA_HANDLERS
from app.playback import Cursor, Depth
from app.preferences import Preferences
from app.session import Session
from app.state import State
from tests.app.sample_files import FRAMES, write_walk

LAST = FRAMES - 1


def cursor_after(session: Session, *commands: ask.Command) -> Cursor:
    for command in commands:
        session.apply(command)
    return session.state.playback.cursor


def test_the_cursor_steps_through_frames_passes_and_iterations(walking: Session) -> None:
    assert cursor_after(walking, ask.StepCursor(Depth.FRAME, 1)) == Cursor(1)
    assert cursor_after(walking, ask.StepCursor(Depth.PASS, 1)) == Cursor(1, 0, 0)
    assert cursor_after(walking, ask.StepCursor(Depth.ITERATION, 1)) == Cursor(1, 0, 0, 0)
    assert cursor_after(walking, ask.StepCursor(Depth.ITERATION, 1)) == Cursor(1, 0, 1, 0)
    assert cursor_after(walking, ask.StepCursor(Depth.ITERATION, 1)) == Cursor(2, 0, 0, 0)
    assert cursor_after(walking, ask.GoToEnd(1)) == Cursor(LAST)
    assert cursor_after(walking, ask.StepCursor(Depth.FRAME, 1)) == Cursor(LAST)
    assert cursor_after(walking, ask.GoToEnd(-1), ask.StepCursor(Depth.FRAME, -1)) == Cursor(0)


def test_a_cursor_outside_the_trace_is_brought_inside(walking: Session) -> None:
    assert cursor_after(walking, ask.SetCursor(Cursor(10**9, 7, 7, 7))) == Cursor(LAST, 0, 1, 0)
    assert cursor_after(walking, ask.SetCursor(Cursor(-5))) == Cursor(0)


def test_experiments_are_found_in_both_directions_and_their_end_is_told(walking: Session) -> None:
    assert cursor_after(walking, ask.GoToExperiment(1)) == Cursor(5)
    assert cursor_after(walking, ask.GoToExperiment(1)) == Cursor(8)
    assert cursor_after(walking, ask.GoToExperiment(1)) == Cursor(8)
    assert [message.text for message in walking.state.messages] == ["no walk experiment after this frame"]
    assert cursor_after(walking, ask.GoToExperiment(-1)) == Cursor(5)


def test_playing_follows_the_clock_and_stops_at_the_end(walking: Session) -> None:
    walking.apply(ask.TogglePlay())
    walking.advance(0.5)  # four frames of an eighth of a second
    assert walking.state.playback.cursor == Cursor(4)
    assert walking.is_busy
    walking.advance(60.0)
    assert walking.state.playback.cursor == Cursor(LAST)
    assert not walking.is_busy


def test_playing_in_a_loop_begins_again(walking: Session) -> None:
    walking.apply(ask.ToggleLoop())
    walking.apply(ask.TogglePlay())
    walking.advance(0.125 * (FRAMES + 2))
    assert walking.state.playback.cursor == Cursor(2)
    assert walking.state.playback.playing


def test_stepping_by_hand_pauses(walking: Session) -> None:
    walking.apply(ask.TogglePlay())
    walking.apply(ask.StepCursor(Depth.FRAME, 1))
    assert not walking.state.playback.playing


def test_the_timeline_shows_no_more_than_there_is(walking: Session) -> None:
    for asked, shown in (((-5, 99), (0, LAST)), ((3, 6), (3, 6)), ((6, 3), (6, 6)), ((50, 60), (LAST, LAST))):
        walking.apply(ask.SetTimelineRange(*asked))
        assert walking.state.timeline_range == shown


def test_selecting_an_iteration_goes_to_its_moment_and_stepping_on_lets_it_go(walking: Session) -> None:
    assert cursor_after(walking, ask.SelectPick(Pick(PickKind.ITERATION, 5))) == Cursor(2, 0, 1, 0)
    assert walking.state.selection.pick == Pick(PickKind.ITERATION, 5)
    walking.apply(ask.StepCursor(Depth.FRAME, 1))
    assert not walking.state.selection


def test_switches_go_over_and_back(session: Session) -> None:
    switches: dict[ask.Command, Callable[[State], bool]] = {
        ask.ToggleLayer("grid"): lambda state: state.options.grid,
        ask.ToggleHelp(): lambda state: state.help_open,
        ask.ToggleLoop(): lambda state: state.playback.loop,
        ask.TogglePanel("Timeline"): lambda state: "Timeline" in state.hidden_panels,
    }
    for command, read in switches.items():
        before = read(session.state)
        session.apply(command)
        assert read(session.state) is not before
        session.apply(command)
        assert read(session.state) is before


def test_resetting_the_layout_shows_every_panel(session: Session) -> None:
    session.apply(ask.TogglePanel("Inspector"))
    session.apply(ask.ResetLayout())
    assert session.state.hidden_panels == frozenset()
    assert session.state.layout_resets == 1


def test_browsing_to_what_is_no_folder_is_told(session: Session, tmp_path: Path) -> None:
    session.apply(ask.BrowseFolder(tmp_path))
    for path in (write_walk(tmp_path), tmp_path / "missing", Path("~nobody-of-this-name/folder")):
        session.apply(ask.BrowseFolder(path))
        assert session.state.folder == tmp_path
        assert session.state.messages[-1].text.endswith("is not a folder")


@pytest.mark.parametrize(
    "command",
    [
        ask.SetCursor(Cursor(3)),
        ask.StepCursor(Depth.FRAME, 1),
        ask.GoToEnd(1),
        ask.GoToExperiment(1),
        ask.TogglePlay(),
        ask.SelectPick(Pick(PickKind.CAPSULE)),
        ask.FrameCapsule(),
        ask.FrameLevel(),
        ask.SetAxisView("iso"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_without_a_file_nothing_happens_and_nothing_breaks(session: Session, command: ask.Command) -> None:
    session.apply(command)
    session.advance(1.0)
    assert session.state.playback.cursor == Cursor(0)
    assert not session.state.playback.playing
    assert not session.state.selection


def test_every_command_is_obeyed(session: Session) -> None:
    obeyed = {*HANDLERS, *CAMERA_HANDLERS, *session._handlers}
    assert obeyed == set(ask.Command.__subclasses__())


def test_the_revision_stands_still_while_nothing_changes(walking: Session) -> None:
    before = walking.revision
    walking.advance(1.0)
    assert walking.revision == before
    walking.apply(ask.StepCursor(Depth.FRAME, 1))
    assert walking.revision == before + 1


def test_what_is_remembered_starts_the_next_session(walking: Session) -> None:
    for command in (ask.ToggleLayer("grid"), ask.SetTheme("light"), ask.TogglePanel("Timeline")):
        walking.apply(command)
    remembered = walking.remember("[Window][x]", 1.5)
    again = Session(remembered).state
    assert (again.options.grid, again.theme, again.hidden_panels) == (False, "light", frozenset({"Timeline"}))
    assert (again.recent, again.folder) == (walking.state.recent, walking.state.folder)
    assert (remembered.layout, remembered.scale) == ("[Window][x]", 1.5)
    assert isinstance(remembered, Preferences)


def test_a_finding_that_is_not_there_is_told(walking: Session) -> None:
    walking.apply(ask.GoToFinding(0))
    assert [message.text for message in walking.state.messages] == ["no finding 0: there are 0"]

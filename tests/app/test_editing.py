"""Edits: the same input is simulated again at once, the run before stays as a ghost, and every step can be undone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app import commands as ask
from app.playback import Cursor
from app.session import Session
from app.state import Document
from engine.scenario import Controller

STAIRS = Path("assets/scenarios/stairs.scenario.json")


@pytest.fixture
def stairs(session: Session, repository: Path) -> Session:
    session.open_now(repository / STAIRS)
    return session


def shown(session: Session) -> Document:
    session.wait()
    document = session.state.document
    assert document is not None
    return document


def step_offset(document: Document) -> float:
    scenario = document.trace.scenario
    assert scenario is not None
    return float(scenario.settings.step_offset)  # type: ignore[union-attr]


def top(document: Document) -> float:
    return float(document.trace.centers[:, 1].max())


def test_an_edit_simulates_the_same_input_and_keeps_the_run_before_as_a_ghost(stairs: Session) -> None:
    before = shown(stairs)
    stairs.apply(ask.SetCursor(Cursor(40)))
    stairs.apply(ask.SetSetting("step_offset", 0.05))
    after = shown(stairs)
    assert (step_offset(before), step_offset(after)) == (0.5, 0.05)
    assert top(after) < top(before) - 0.2
    assert after.ghost is not None
    assert after.ghost.trace is before.trace
    assert after.ghost.comparison.first is not None
    assert stairs.state.playback.cursor == Cursor(40)
    assert (after.run_name, after.ghost.name) == ("step_offset 0.05", "as in the file")


def test_one_drag_is_one_step_and_its_ghost_is_the_run_before_it_began(stairs: Session) -> None:
    before = shown(stairs)
    for value in (0.4, 0.3, 0.2, 0.1):
        stairs.apply(ask.SetSetting("step_offset", value, gesture="drag 1"))
    after = shown(stairs)
    assert step_offset(after) == 0.1
    assert after.ghost is not None
    assert after.ghost.trace is before.trace
    assert len(after.others) == 1
    stairs.apply(ask.Undo())
    again = shown(stairs)
    np.testing.assert_array_equal(again.trace.hashes, before.trace.hashes)
    stairs.apply(ask.Redo())
    assert step_offset(shown(stairs)) == 0.1


def test_undo_and_redo_walk_over_settings_rules_capsule_and_controller(stairs: Session) -> None:
    runs = [shown(stairs)]
    edits = [
        ask.SetSetting("slope_limit", 0.9),
        ask.SetRule("sensor", "always"),
        ask.SetCapsule(radius=0.25),
        ask.SetController(Controller.SLIDE),
        ask.SetSetting("skin", 0.05),
        ask.SetRulePreset("document"),
    ]
    for edit in edits:
        stairs.apply(edit)
        runs.append(shown(stairs))
    assert [message.text for message in stairs.state.messages] == []
    for expected in reversed(runs[:-1]):
        stairs.apply(ask.Undo())
        np.testing.assert_array_equal(shown(stairs).trace.hashes, expected.trace.hashes)
    assert not stairs.state.editing.is_changed
    for expected in runs[1:]:
        stairs.apply(ask.Redo())
        np.testing.assert_array_equal(shown(stairs).trace.hashes, expected.trace.hashes)


def test_a_wrong_value_is_a_message_and_changes_nothing(stairs: Session) -> None:
    before = shown(stairs)
    stairs.apply(ask.SetSetting("step_offset", -1.0))
    stairs.apply(ask.Undo())
    assert shown(stairs) is before
    assert [message.text for message in stairs.state.messages] == [
        "step_offset: expected a number from 0 to 100 (m), got -1.0",
        "nothing to undo",
    ]


def test_a_fork_leaves_the_frames_before_it_as_they_were(stairs: Session) -> None:
    before = shown(stairs)
    stairs.apply(ask.SetSetting("step_offset", 0.05, frame=60))
    after = shown(stairs)
    np.testing.assert_array_equal(after.trace.hashes[:60], before.trace.hashes[:60])
    assert after.ghost is not None
    assert after.ghost.comparison.first is not None
    assert after.ghost.comparison.first >= 60


def test_late_results_never_overwrite_newer_ones(stairs: Session) -> None:
    for number in range(20):
        stairs.apply(ask.SetSetting("step_offset", 0.01 * (number + 1)))
        stairs.advance(0.0)
    assert step_offset(shown(stairs)) == pytest.approx(0.2)


def test_up_to_seven_runs_are_kept_named_and_toggled(stairs: Session) -> None:
    for number in range(7):
        stairs.apply(ask.SetSetting("step_offset", 0.05 * (number + 1)))
        shown(stairs)
        stairs.apply(ask.KeepRun())
    document = shown(stairs)
    assert [run.slot for run in document.others] == list(range(7))
    assert document.others[1].name == "step_offset 0.1"
    stairs.apply(ask.KeepRun())
    assert stairs.state.messages[-1].text == "7 other runs are kept already; close one first"
    stairs.apply(ask.RenameRun(2, "low"))
    stairs.apply(ask.ToggleRun(2))
    stairs.apply(ask.CompareWith(2))
    stairs.apply(ask.CloseRun(0))
    document = shown(stairs)
    assert document.ghost is not None
    assert (document.ghost.name, document.ghost.is_shown, len(document.others)) == ("low", False, 6)
    stairs.apply(ask.CloseRun(0))
    assert stairs.state.messages[-1].text == "no other run has the number 1"


def test_looking_at_another_run_puts_this_one_in_its_place(stairs: Session) -> None:
    before = shown(stairs)
    stairs.apply(ask.SetSetting("step_offset", 0.05))
    after = shown(stairs)
    stairs.apply(ask.SwapRun(0))
    swapped = shown(stairs)
    assert swapped.trace is before.trace
    assert swapped.ghost is not None
    assert swapped.ghost.trace is after.trace
    stairs.apply(ask.SetSetting("slope_limit", 0.8))
    assert step_offset(shown(stairs)) == 0.5  # edits go on from what is looked at


def test_calling_off_wants_again_what_is_shown(stairs: Session) -> None:
    stairs.apply(ask.SetSetting("step_offset", 0.3))
    document, kept = shown(stairs), stairs.state.editing
    stairs.apply(ask.SetSetting("step_offset", 0.1))
    stairs.apply(ask.CallOff())
    assert stairs.state.editing.plan is kept.plan
    assert len(stairs.state.editing.past) == len(kept.past)
    assert shown(stairs) is document


def test_the_same_value_again_is_no_step(stairs: Session) -> None:
    stairs.apply(ask.SetSetting("step_offset", 0.5))
    stairs.apply(ask.SetRule("sensor", "untouched"))
    stairs.apply(ask.SetCapsule(radius=0.35))
    assert stairs.state.editing.past == ()


def test_edits_of_one_drag_fork_the_run_that_was_there_before_it(stairs: Session) -> None:
    before = shown(stairs)
    for value in (0.3, 0.1, 0.02):
        stairs.apply(ask.SetSetting("step_offset", value, gesture="drag 1", frame=60))
        shown(stairs)
    stairs.apply(ask.SetSetting("slope_limit", 0.9, frame=30))
    after = shown(stairs)
    assert [message.text for message in stairs.state.messages] == []
    np.testing.assert_array_equal(after.trace.hashes[:30], before.trace.hashes[:30])

"""The microtests in a session: opened with the other controller beside, judged, and judged again when a knob turns."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from app import board
from app import commands as ask
from app.board import BoardRunner, Key, Overrides, list_keys, list_overrides
from app.session import Session
from app.state import Document
from engine.microtests import MicrotestResult, Verdict, find_microtest
from engine.scenario import Controller


def shown(session: Session) -> Document:
    session.wait()
    document = session.state.document
    assert document is not None
    return document


def verdicts(session: Session) -> dict[tuple[str, Controller], Verdict]:
    session.wait()
    board = session.state.board
    assert board is not None
    assert not board.stale
    return {key: result.verdict for key, result in board.results.items()}


@pytest.mark.parametrize("controller", list(Controller))
def test_a_microtest_opens_judged_with_the_other_controller_as_its_ghost(
    session: Session, controller: Controller
) -> None:
    session.apply(ask.OpenMicrotest("T04", controller))
    document = shown(session)
    assert document.microtest is not None
    assert (document.microtest.id, document.microtest.controller) == ("T04", controller)
    assert [result.verdict for result in document.verdicts] == [Verdict.PASS]
    assert document.ghost is not None
    assert document.ghost.trace.scenario is not None
    assert document.ghost.trace.scenario.controller is not controller
    assert session.state.recent == ()  # there is no file to open again
    assert session.state.folder == Path.cwd()


@pytest.mark.parametrize(
    ("controller", "variant", "other"),
    [(Controller.SLIDE, "above", "above prevent"), (Controller.CCT, "drop above force", "drop above")],
)
def test_the_ghost_is_the_same_variant_of_the_other_controller(
    session: Session, controller: Controller, variant: str, other: str
) -> None:
    session.apply(ask.OpenMicrotest("T07", controller, variant))
    ghost = shown(session).ghost
    assert ghost is not None
    assert ghost.trace.scenario is not None
    cases = find_microtest("T07").cases
    assert next(case.variant for case in cases if case.name == ghost.trace.scenario.name) == other


def test_a_variant_is_opened_by_its_name_and_an_unknown_one_says_which_there_are(session: Session) -> None:
    session.apply(ask.OpenMicrotest("T07", Controller.SLIDE, "above"))
    document = shown(session)
    assert document.trace.scenario is not None
    assert document.trace.centers[:, 1].max() < 1.5  # refused: not climbed
    session.apply(ask.OpenMicrotest("T07", Controller.SLIDE, "sideways"))
    session.wait()
    assert session.state.messages[-1].text.startswith("T07: expected one of below, at, above")
    session.apply(ask.OpenMicrotest("T11", Controller.SLIDE))
    assert session.state.messages[-1].text.startswith("microtest: expected one of T01, ")


def test_all_twenty_have_a_verdict_once_they_were_asked_for(session: Session) -> None:
    assert session.state.board is None
    session.apply(ask.RunMicrotests())
    found = verdicts(session)
    assert set(found) == set(list_keys())
    assert Verdict.FAIL not in found.values()
    assert {key for key, verdict in found.items() if verdict is Verdict.DIFFERS} == {
        ("T05", Controller.CCT),
        ("T07", Controller.CCT),
        ("T08", Controller.CCT),
    }


def test_the_badges_follow_the_knobs_of_their_controller_and_come_back_with_undo(session: Session) -> None:
    session.apply(ask.RunMicrotests())
    before = verdicts(session)
    session.apply(ask.OpenMicrotest("T07", Controller.SLIDE, "above"))
    session.wait()
    session.apply(ask.SetSetting("slope_limit", 0.5))
    turned = verdicts(session)
    assert turned["T07", Controller.SLIDE] is Verdict.FAIL
    assert {key for key in before if before[key] != turned[key]} == {("T07", Controller.SLIDE)}
    document = shown(session)
    assert Verdict.FAIL in {result.verdict for result in document.verdicts}
    session.apply(ask.Undo())
    assert verdicts(session) == before


def test_a_knob_that_never_rests_calls_nothing_off_and_what_has_not_begun_gets_the_latest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runner, begun, may_go_on = BoardRunner(), Event(), Event()
    ran: list[tuple[str, Controller, object]] = []

    def run_slowly(key: Key, overrides: Overrides, _pause: object) -> MicrotestResult:
        begun.set()
        assert may_go_on.wait(10.0)
        ran.append((*key, dict(overrides.settings).get("slope_limit")))
        return MicrotestResult(find_microtest(key[0]), key[1], ())

    monkeypatch.setattr(board, "run_one", run_slowly)
    assert len(runner.ask(Overrides(Controller.CCT, (("slope_limit", 0.1),)))) == 20
    assert begun.wait(10.0)
    for value in (0.2, 0.3):
        asked = runner.ask(Overrides(Controller.CCT, (("slope_limit", value),)))
        assert asked == {key for key in list_keys() if key[1] is Controller.CCT}
    may_go_on.set()
    runner.wait()
    results = runner.collect()
    runner.close()
    assert not runner.is_busy
    assert ran[0] == ("T01", Controller.CCT, 0.1)
    assert {value for _, controller, value in ran[1:] if controller is Controller.CCT} == {0.3}
    assert ran[-1] == ("T01", Controller.CCT, 0.3), "it had its turn: the others come first"
    assert len(ran) == 21
    assert [is_latest for _, is_latest in results] == [False] + [True] * 20


def test_no_microtest_begins_while_a_frame_is_made(session: Session) -> None:
    session.apply(ask.RunMicrotests())
    session.wait()
    session.apply(ask.RunMicrotests())
    session.advance(0.0)
    assert session.is_busy
    assert not session._board._may_run.is_set()
    session.rest()
    assert session._board._may_run.is_set()
    assert Verdict.FAIL not in verdicts(session).values()


def test_only_what_was_changed_is_tried_on_the_others() -> None:
    saved = find_microtest("T04").cases_of(Controller.CCT)[0].scenario
    other = find_microtest("T08").cases_of(Controller.CCT)[0].scenario
    overrides = list_overrides(saved, saved)
    assert overrides.apply(other) is other
    turned = Overrides(Controller.CCT, (("step_offset", 0.25),), "", (("sensor", "always"),)).apply(other)
    assert (turned.settings.step_offset, turned.rule_changes) == (0.25, (("sensor", "always"),))  # type: ignore[union-attr]
    assert turned.settings.slope_limit == other.settings.slope_limit
    slide = find_microtest("T08").cases_of(Controller.SLIDE)[0].scenario
    assert Overrides(Controller.CCT, (("step_offset", 0.25),)).apply(slide) is slide

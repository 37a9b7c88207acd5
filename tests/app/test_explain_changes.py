"""What an edit changed, as a table; and the passes of two runs side by side."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from app import commands as ask
from app.explain.changes import NOTHING_CHANGED, ChangeRow, Changes, VerdictChange, explain_changes, list_verdict_rows
from app.explain.pass_pairs import pair_passes
from app.session import Session
from app.state import Document

STAIRS = Path("assets/scenarios/stairs.scenario.json")


@pytest.fixture
def stairs(session: Session, repository: Path) -> Session:
    session.open_now(repository / STAIRS)
    return session


def edit(session: Session, command: ask.Command) -> tuple[Document, Changes]:
    session.apply(command)
    session.wait()
    document = session.state.document
    assert document is not None
    assert document.changes is not None
    return document, document.changes


def find(changes: Changes, label: str) -> ChangeRow:
    return next(row for row in changes.rows if row.label == label)


def test_a_lower_step_offset_ends_elsewhere_and_a_gate_says_why(stairs: Session) -> None:
    document, changes = edit(stairs, ask.SetSetting("step_offset", 0.05))
    assert document.ghost is not None
    assert changes.against is document.ghost.trace
    assert changes.first == 22
    assert changes.summary == "78 frames differ, from frame 22 on; it ends 4.258 m from where it did."
    end = find(changes, "end, m")
    assert (end.before, end.now, end.differs, end.frame) == ("(5.00, 2.80, 0.00)", "(1.141, 1.00, 0.00)", True, 99)
    gate = find(changes, "gate: hit in reach")
    assert (gate.before, gate.now, gate.frame) == ("none: way free", "0.1128 < 0.15 m: hit", 22)
    assert gate.tooltip.splitlines()[0] == "frame 22, move, SIDE, iteration 1"
    assert math.dist(document.trace.centers[21], document.ghost.trace.centers[21]) < 1e-4
    collided = find(changes, "frame 22: collided")
    assert (collided.before, collided.now) == ("down", "down, sides")


def test_an_edit_without_effect_says_so(stairs: Session) -> None:
    _, changes = edit(stairs, ask.SetSetting("max_jump_height", 3.0))
    assert (changes.first, changes.summary) == (None, NOTHING_CHANGED)
    assert [row.label for row in changes.rows if row.differs] == []


def test_findings_before_and_now_are_counted(stairs: Session) -> None:
    edit(stairs, ask.SetSetting("step_offset", 0.05))
    edit(stairs, ask.SetCapsule(radius=0.2))
    document, changes = edit(stairs, ask.SetRulePreset("spec"))
    assert document.ghost is not None
    row = find(changes, "findings")
    assert document.ghost.findings is not None
    assert (row.before, row.now) == (str(len(document.ghost.findings)), str(len(document.findings)))
    assert row.differs
    assert len(document.findings) > len(document.ghost.findings)


def test_during_a_drag_the_table_compares_with_the_run_before_it_began(stairs: Session) -> None:
    before = stairs.state.document
    assert before is not None
    for value in (0.4, 0.2, 0.05):
        _, changes = edit(stairs, ask.SetSetting("step_offset", value, gesture="drag 1"))
        assert changes.against is before.trace


def test_swapping_compares_the_other_way_round(stairs: Session) -> None:
    _, forth = edit(stairs, ask.SetSetting("step_offset", 0.05))
    _, back = edit(stairs, ask.SwapRun(0))
    assert (find(back, "end, m").before, find(back, "end, m").now) == (
        find(forth, "end, m").now,
        find(forth, "end, m").before,
    )
    assert back.first == forth.first


def test_runs_of_other_lengths_are_told(stairs: Session) -> None:
    document, _ = edit(stairs, ask.SetSetting("step_offset", 0.05))
    assert document.ghost is not None
    from engine.cut import cut_frames

    short = cut_frames(document.trace, 0, 9)
    changes = explain_changes(short, document.trace, findings=(0, 0))
    assert changes.summary == "The frames that both have end alike."
    assert find(changes, "frames") == ChangeRow("frames", "100", "10")


def test_verdicts_that_changed_have_a_line_and_the_others_are_counted() -> None:
    verdicts = [VerdictChange("ends on the top", "pass", "fail"), *[VerdictChange("no jitter", "pass", "pass")] * 3]
    changed, same = list_verdict_rows(verdicts)
    assert (changed.before, changed.now, changed.tooltip) == ("pass", "fail", "ends on the top")
    assert (same.now, same.differs) == ("3 as before", False)
    assert list_verdict_rows(()) == []


def test_passes_of_one_kind_stand_beside_each_other(stairs: Session) -> None:
    document, _ = edit(stairs, ask.SetSetting("step_offset", 0.05))
    assert document.ghost is not None
    alike = pair_passes(document.trace, document.ghost.trace, 5)
    assert [pair.label for pair in alike] == ["UP", "SIDE", "SENSOR", "DOWN"]
    assert alike[1].differs == (False, False, True), "it is lifted less high"
    assert all(pair.ours and pair.theirs for pair in alike)
    apart = {pair.label: pair for pair in pair_passes(document.trace, document.ghost.trace, 40)}
    assert apart["walk SIDE"].theirs is None
    assert apart["walk SIDE"].differs == (True, True, True)
    assert pair_passes(document.trace, document.ghost.trace, 100) == ()

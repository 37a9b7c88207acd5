"""A run of `slide` is told in its own terms: skin, stop epsilon, ground felt, steps down, pushes out."""

from __future__ import annotations

import pytest

from app.explain import (
    explain_frame,
    explain_iteration,
    explain_pass,
    list_candidate_rows,
    list_decisions,
    list_shown,
)
from app.explain.candidates import NOT_COMPILED
from app.lanes import build_lanes
from app.playback import Cursor
from engine.log_lines import Tag, build_log
from engine.trace import PassKind
from tests.app.draw.reading import find_pass, read_rows
from tests.app.slide_runs import hold_in_corner, run_to_wall, spawn_in_cube, step_down


def test_a_walk_on_level_ground_tells_what_the_probe_felt() -> None:
    trace = run_to_wall()
    told = explain_frame(trace, 5)
    assert "SNAP found it standing on floor already and PROBE felt floor 0.03 m below." in told.text
    probe = explain_pass(trace, find_pass(trace, 5, PassKind.PROBE))
    assert (probe.short, read_rows(probe)["exit"]) == ("PROBE: floor 0.03 m below", "ground felt")
    assert probe.sentences[-1] == "It bears the character."


def test_the_probe_is_a_smaller_sphere_and_tells_the_gap_below_the_capsule() -> None:
    trace = run_to_wall()
    told = explain_iteration(trace, trace.iterations_of(find_pass(trace, 5, PassKind.PROBE))[0])
    assert told.text == (
        "A sphere of radius 0.315 m looked 0.30 m down from the capsule's lower end and met floor, triangle 6 after "
        "0.065 m. Below the capsule that is a gap of 0.03 m, within its reach of 0.04 m."
    )


def test_a_bump_tells_the_skin_around_the_capsule_and_what_is_clipped() -> None:
    trace = run_to_wall()
    first, second = trace.iterations_of(find_pass(trace, 50, PassKind.BUMP))
    told = explain_iteration(trace, first).text
    assert told.startswith("Swept 0.0943 m with the skin of 0.03 m around it and hit wall, triangle 0 after 0.0001 m.")
    assert "Clipped against wall 0.0666 m of it remains" in told
    assert "contact offset" not in told
    assert explain_iteration(trace, second).text.endswith("nothing in the way, so the capsule went its 0.0666 m.")


def test_a_step_down_tells_how_deep_it_was() -> None:
    trace = step_down()
    log = build_log(trace)
    snaps = log.lines(log.select(set(Tag) - {Tag.SNAP}))
    deepest = max(snaps, key=lambda line: float(line.text.rsplit(" ", 1)[1]))
    told = explain_pass(trace, find_pass(trace, deepest.frame, PassKind.SNAP))
    assert told.short.startswith("SNAP 0.1")
    assert told.short.endswith("m down to low")
    assert read_rows(told)["exit"] == "stepped down"


def test_pushing_out_tells_out_of_what_and_the_test_after_it() -> None:
    trace = spawn_in_cube()
    told = explain_pass(trace, find_pass(trace, 0, PassKind.DEPENETRATE))
    assert told.short.endswith(" out of cube")
    assert told.sentences[-1] == "The test after it found no overlap."
    first = explain_iteration(trace, trace.iterations_of(find_pass(trace, 0, PassKind.DEPENETRATE))[0])
    assert first.text.startswith("Pushed 0.")
    assert first.text.endswith(", out of cube.")


def test_the_end_of_a_slide_is_told_by_the_stop_epsilon_or_the_bumps() -> None:
    cut = hold_in_corner()
    told = explain_pass(cut, find_pass(cut, 60, PassKind.BUMP))
    assert told.sentences[-1] == "Each of its 2 iterations hit something; the rest of the way was dropped."
    assert read_rows(told)["exit"] == "bumps used up"
    trace = hold_in_corner(max_bumps=4)
    told = explain_pass(trace, find_pass(trace, 60, PassKind.BUMP))
    assert "clipped against 2 planes, it is shorter than the stop epsilon 0.001 m, so it was dropped." in told.text


def test_a_whole_frame_shows_what_said_whether_the_ground_bears() -> None:
    trace = run_to_wall()
    (line,) = list_decisions(trace, list_shown(trace, Cursor(5)))
    assert line.decided
    assert line.sentence == "n·up of the ground below 1.00 >= slope limit 0.707: it bears the character."


def test_a_stuck_frame_shows_that_among_what_it_turned_on() -> None:
    trace = hold_in_corner()
    log = build_log(trace)
    frame = next(line.frame for line in log.lines(log.select(set(Tag) - {Tag.WARN}, "stuck")))
    labels = [line.label for line in list_decisions(trace, list_shown(trace, Cursor(frame)))]
    assert "stuck" in labels
    assert next(line for line in list_decisions(trace, list_shown(trace, Cursor(frame + 1)))).label == "push out: due"


def test_ground_that_was_just_lost_is_in_its_grace_time() -> None:
    trace = step_down()
    grace = [f for f in range(len(trace)) if explain_frame(trace, f).short == "off the ground, in its grace time"]
    assert all(trace.states[f]["is_grounded"] for f in grace)
    assert not any(explain_frame(trace, f).short == "in the air" for f in range(len(trace)))


def test_gates_of_slide_are_no_guards_and_fill_no_lane_of_events() -> None:
    events = [lane for lane in build_lanes(run_to_wall()) if lane.name == "events"]
    assert [lane.strength.nonzero()[0].tolist() for lane in events] in ([], [[0]])


def test_candidates_of_a_sweep_are_counted_with_first_and_last(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = run_to_wall()
    first, _ = trace.iterations_of(find_pass(trace, 50, PassKind.BUMP))
    (row,) = list_candidate_rows(trace, first)
    assert row.text == "4, first floor 6, last wall 1"
    monkeypatch.setattr("app.explain.candidates.is_warm", lambda: False)
    assert list_candidate_rows(trace, first)[0].text == NOT_COMPILED

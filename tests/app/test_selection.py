"""Things of the level stay selected while time moves; things of a moment move the cursor, or go with it."""

from __future__ import annotations

from pathlib import Path

from app.draw.drawlist import Pick, PickKind
from app.playback import Cursor, cursor_at_iteration
from app.selection import NOTHING, Selection, follow_cursor, follow_trace, select
from tests.app.sample_traces import make_trace, open_sample

TRACE = make_trace([[[1, 2]], [[1]]])


def test_a_triangle_and_the_capsule_stay_selected() -> None:
    for pick in (Pick(PickKind.TRIANGLE, 0, 5), Pick(PickKind.CAPSULE)):
        selection, cursor = select(TRACE, Cursor(0, 0, 1), pick)
        assert cursor == Cursor(0, 0, 1)
        assert follow_cursor(TRACE, selection, Cursor(1)) == Selection(pick)


def test_selecting_an_iteration_moves_the_cursor_there() -> None:
    selection, cursor = select(TRACE, Cursor(1), Pick(PickKind.ITERATION, 2))
    assert cursor == Cursor(0, 0, 1, 1)
    assert selection.pick.index == 2


def test_a_selected_hit_follows_the_cursor_and_becomes_an_iteration_where_nothing_was_hit(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T07_ramp46_slide_constrained")
    down = trace.passes_of(trace.attempts_of(27)[0])[3]
    hit = trace.iterations_of(down)[0]
    selection, cursor = select(trace, Cursor(0), Pick(PickKind.HIT, hit))
    assert cursor == Cursor(27, 0, 3, 0)
    assert follow_cursor(trace, selection, cursor) == selection
    before = follow_cursor(trace, selection, cursor_at_iteration(trace, hit - 1))
    assert before.pick == Pick(PickKind.ITERATION, hit - 1)
    assert not follow_cursor(trace, selection, Cursor(28))


def test_a_point_of_the_path_takes_the_cursor_to_its_frame() -> None:
    selection, cursor = select(TRACE, Cursor(0), Pick(PickKind.PATH, 1))
    assert (selection.pick.kind, cursor) == (PickKind.CAPSULE, Cursor(1))


def test_a_contact_is_let_go_outside_its_frame(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "O4_character_walk")
    contact = trace.contacts_of(60)[0]
    selection, cursor = select(trace, Cursor(0), Pick(PickKind.CONTACT, contact))
    assert cursor == Cursor(60)
    assert follow_cursor(trace, selection, Cursor(60))
    assert not follow_cursor(trace, selection, Cursor(61))


def test_a_click_on_nothing_clears_the_selection() -> None:
    for pick in (None, NOTHING):
        selection, cursor = select(TRACE, Cursor(1), pick)
        assert (bool(selection), cursor) == (False, Cursor(1))


def test_a_body_is_found_again_by_name_in_another_trace(physx_traces: Path) -> None:
    ramp = open_sample(physx_traces, "T07_ramp46_slide_constrained")
    stairs = open_sample(physx_traces, "S1_stairs03_constrained")
    floor = Selection(Pick(PickKind.TRIANGLE, ramp.body_names.index("floor"), 3))
    assert follow_trace(floor, ramp, stairs).pick.triangle == 3
    assert not follow_trace(Selection(Pick(PickKind.TRIANGLE, ramp.body_names.index("ramp"), 0)), ramp, stairs)

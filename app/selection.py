"""What is selected, how a click changes it, and what stays selected while time moves.

A thing of the level or the capsule stays selected. A thing of a moment (an iteration, its hit, a contact) belongs to
its moment: selecting it moves the cursor there, and moving the cursor takes the selection along or lets it go.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.draw.drawlist import Pick, PickKind
from app.playback import Cursor, cursor_at_iteration, iteration_index

if TYPE_CHECKING:
    from engine.trace import Trace

NOTHING = Pick(PickKind.NOTHING)
"""The pick of an empty place."""


@dataclass(frozen=True)
class Selection:
    """The one thing that is selected."""

    pick: Pick = NOTHING

    def __bool__(self) -> bool:
        return self.pick.kind != PickKind.NOTHING


def select(trace: Trace, cursor: Cursor, pick: Pick | None) -> tuple[Selection, Cursor]:
    """Select what a click found. Returns the cursor at its moment, or unchanged for things that have none.

    A point of the path is no thing of its own: it takes the cursor to its frame and selects the capsule.
    """
    if pick is None or pick.kind == PickKind.NOTHING:
        return Selection(), cursor
    if pick.kind in (PickKind.ITERATION, PickKind.HIT):
        return Selection(pick), cursor_at_iteration(trace, pick.index)
    if pick.kind == PickKind.CONTACT:
        return Selection(pick), Cursor(int(trace.contacts[pick.index]["frame"]))
    if pick.kind == PickKind.PATH:
        return Selection(Pick(PickKind.CAPSULE)), Cursor(pick.index)
    return Selection(pick), cursor


def follow_cursor(trace: Trace, selection: Selection, cursor: Cursor) -> Selection:
    """Return what is selected once the cursor has moved.

    An iteration or a hit follows to the cursor's iteration (a hit falls back to the iteration where nothing was hit);
    a contact is let go outside its frame.
    """
    pick = selection.pick
    if pick.kind in (PickKind.ITERATION, PickKind.HIT):
        index = iteration_index(trace, cursor)
        if index is None:
            return Selection()
        keeps_hit = pick.kind == PickKind.HIT and bool(trace.iterations[index]["hit"])
        return Selection(Pick(PickKind.HIT if keeps_hit else PickKind.ITERATION, index))
    if pick.kind == PickKind.CONTACT and trace.contacts[pick.index]["frame"] != cursor.frame:
        return Selection()
    return selection


def follow_trace(selection: Selection, old: Trace, new: Trace) -> Selection:
    """Return what is selected once another trace took the place of the old one: bodies are found again by name."""
    pick = selection.pick
    if pick.kind == PickKind.CAPSULE:
        return selection
    known = 0 <= pick.index < len(old.body_names)
    if pick.kind == PickKind.TRIANGLE and known and old.body_name(pick.index) in new.body_names:
        body = new.body_names.index(old.body_name(pick.index))
        return Selection(Pick(PickKind.TRIANGLE, body, pick.triangle))
    return Selection()


def follow_bodies(selection: Selection, old: Trace, new: Trace) -> Selection:
    """Return what is selected once bodies were added or deleted: the one that was added, else what it was."""
    added = [index for index, name in enumerate(new.body_names) if name not in old.body_names]
    if len(added) == 1:
        return Selection(Pick(PickKind.TRIANGLE, added[0], 0))
    return follow_trace(selection, old, new) if selection.pick.kind == PickKind.TRIANGLE else selection

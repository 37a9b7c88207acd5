"""The lines in the corner of the viewport: where we are in the trace and how the capsule is doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.explain.grounds import name_underfoot
from app.explain.motion import frame_displacement
from app.explain.words import NOT_RECORDED, Row, format_change, format_number, format_vector
from app.measure import cursor_center, is_known, known_up, norm, split_move
from app.playback import Cursor, iteration_index, pass_index
from engine.trace import NO_BODY, AttemptKind, Flags, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace

_SINCE = "From where the frame before ended to where this one ended, whatever moved it."


def list_hud_rows(trace: Trace, cursor: Cursor) -> tuple[Row, ...]:
    """Return what the head-up display says at a cursor."""
    record = trace.frames[cursor.frame]
    rows = [
        Row("frame", f"{cursor.frame} / {len(trace) - 1}", "", "Counted from 0."),
        _time_row(trace, cursor.frame),
        Row("position", format_vector(cursor_center(trace, cursor)), "m", "The capsule's centre at the cursor."),
        *_motion_rows(trace, cursor.frame),
        Row("collided", name_flags(Flags(int(record["flags"]))), "", "Where the frame touched: down, sides, up."),
        Row("standing on", name_underfoot(trace, cursor.frame), "", "The body that the last DOWN pass touched."),
    ]
    if cursor.attempt is not None:
        rows.append(Row("looking at", name_cursor(trace, cursor), "", "Attempt, pass and iteration of the cursor."))
    return tuple(rows)


def _time_row(trace: Trace, frame: int) -> Row:
    if trace.scenario is None:
        return Row("time", NOT_RECORDED, "", "The trace comes without a scenario, so its frame length is not known.")
    return Row("time", f"{frame * trace.scenario.dt:.3f}", "s", "When the frame began.")


def _motion_rows(trace: Trace, frame: int) -> tuple[Row, ...]:
    moved, up = frame_displacement(trace, frame), known_up(trace)
    if trace.scenario is None or up is None or not is_known(moved):
        return (Row("moved", format_number(norm(moved)), "m", _SINCE),)
    speed = norm(moved) / trace.scenario.dt
    height = split_move(moved, up)[1]
    return (
        Row("speed", f"{speed:.3f}", "m/s", f"{_SINCE} Divided by the frame's length in time."),
        Row("height change", format_change(height), "m", f"Along up. {_SINCE}"),
    )


def name_flags(flags: Flags) -> str:
    """Say where a frame collided: `down, sides`."""
    if Flags.UNKNOWN in flags:
        return NOT_RECORDED
    names = [str(flag.name).lower() for flag in (Flags.DOWN, Flags.SIDES, Flags.UP) if flag in flags]
    return ", ".join(names) or "nowhere"


def is_grounded(trace: Trace, frame: int) -> bool | None:
    """Tell whether a frame ended with a collision below; None if the trace does not say."""
    flags = Flags(int(trace.frames[frame]["flags"]))
    return None if Flags.UNKNOWN in flags else Flags.DOWN in flags


def name_cursor(trace: Trace, cursor: Cursor) -> str:
    """Name the place of a cursor: `walk experiment, DOWN, iteration 2 of 3`; `whole frame` at frame level."""
    if cursor.attempt is None:
        return "whole frame"
    attempt = trace.attempts_of(cursor.frame)[cursor.attempt]
    kind = AttemptKind(int(trace.attempts[attempt]["kind"]))
    parts = ["walk experiment" if kind == AttemptKind.WALK_EXPERIMENT else "move"]
    index = pass_index(trace, cursor)
    if index is not None:
        parts.append(PassKind(int(trace.passes[index]["kind"])).name)
        if iteration_index(trace, cursor) is not None and cursor.iteration is not None:
            parts.append(f"iteration {cursor.iteration + 1} of {len(trace.iterations_of(index))}")
    return ", ".join(parts)


def list_touched(trace: Trace, frame: int) -> tuple[str, ...]:
    """Return the names of all bodies that a frame hit, in order, each once."""
    found: dict[int, None] = {}
    for attempt in trace.attempts_of(frame):
        for index in trace.passes_of(attempt):
            inside = trace.iterations_of(index)
            records = trace.iterations[inside.start : inside.stop]
            found.update({int(body): None for body in records["body"][records["hit"]]})
    found.update({int(trace.contacts[i]["body"]): None for i in trace.contacts_of(frame)})
    return tuple(trace.body_name(body) for body in found if body > NO_BODY)

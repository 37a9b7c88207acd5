"""The lines in the corner of the viewport: every figure of 003 7.1, and where we are in the trace."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from app.explain.grounds import name_underfoot
from app.explain.motion import frame_displacement
from app.explain.words import (
    NOT_RECORDED,
    Row,
    count_words,
    format_angle,
    format_change,
    format_number,
    format_vector,
)
from app.measure import as_vec3, cursor_center, is_known, known_up, norm, split_move
from app.playback import Cursor, iteration_index, pass_index
from engine.readout import Readout, measure_penetration, read_frame
from engine.trace import NO_BODY, AttemptKind, Flags, PassKind
from engine.warm_up import is_warm

if TYPE_CHECKING:
    from engine.trace import Trace

WARNING = "warning"
"""Label of the row that is there only when something is wrong."""
NOT_COMPILED = "not measured yet"
"""The depth takes compiled kernels: nobody waits for the compiler to see a frame."""
_SINCE = "From where the frame before ended to where this one ended, whatever moved it."
_SHOWN_MM2 = 0.005
"""Square millimetres of jitter that are written as 0.00."""


def list_hud_rows(trace: Trace, cursor: Cursor) -> tuple[Row, ...]:
    """Return what the head-up display says at a cursor: where we are, what is wrong, then the fields of 003 7.1."""
    readout, record = read_frame(trace, cursor.frame), trace.frames[cursor.frame]
    return (
        _frame_row(trace, cursor.frame),
        *_cursor_rows(trace, cursor),
        *_list_warnings(readout),
        Row("position", format_vector(cursor_center(trace, cursor)), "m", "The capsule's centre at the cursor."),
        _moved_row(trace, cursor.frame),
        *_velocity_rows(readout),
        *_ground_rows(trace, readout),
        _contact_row(trace, readout),
        _push_row(trace, readout),
        *_slide_rows(trace, readout),
        Row("standing on", name_underfoot(trace, cursor.frame), "", "The body that bears the capsule."),
        Row("collided", name_flags(Flags(int(record["flags"]))), "", "Where the frame touched: down, sides, up."),
        _jitter_row(readout),
        Row("hash", f"0x{readout.hash:08X}", "", "CRC-32 of the frame's number and the centre: equal in equal runs."),
    )


def _cursor_rows(trace: Trace, cursor: Cursor) -> tuple[Row, ...]:
    if cursor.attempt is None:
        return ()
    return (Row("looking at", _shorten_cursor(trace, cursor), "", f"{name_cursor(trace, cursor)}."),)


def _frame_row(trace: Trace, frame: int) -> Row:
    at = f"{frame} / {len(trace) - 1}"
    if trace.scenario is None:
        return Row("frame", at, "", "Counted from 0. How long a frame is, is not recorded: there is no scenario.")
    return Row("frame", f"{at}, {frame * trace.scenario.dt:.3f} s", "", "Counted from 0, and when it began.")


def _moved_row(trace: Trace, frame: int) -> Row:
    """Write the delta, and how much of it is height."""
    moved, up = frame_displacement(trace, frame), known_up(trace)
    height = "" if up is None or not is_known(moved) else f", height {format_change(split_move(moved, up)[1])} m"
    return Row("moved", f"{_metres(norm(moved))}{height}", "", f"Delta. {_SINCE}")


def _velocity_rows(readout: Readout) -> tuple[Row, ...]:
    help_ = "What `slide` keeps after clipping; else how far the capsule moved by the frame's length in time."
    if readout.velocity is None or readout.speed is None:
        return (Row("velocity", NOT_RECORDED, "", help_),)
    return (
        Row("velocity", format_vector(readout.velocity), "m/s", help_),
        Row("speed", f"{readout.speed:.3f}", "m/s", "Length of the velocity."),
    )


def _ground_rows(trace: Trace, readout: Readout) -> tuple[Row, ...]:
    """Write whether it stands on ground, for how many frames now, and how steep that ground is."""
    help_ = "Whether the frame ended on ground, and for how many frames it has been so. `slide` has a grace time."
    state = NOT_RECORDED
    if readout.grounded is not None:
        state = f"{'yes' if readout.grounded else 'no'}, {count_words(readout.frames_in_state, 'frame')}"
    ground = "nothing felt below" if _tells_touches(trace, readout.frame) else NOT_RECORDED
    if readout.ground_lean is not None and readout.ground_angle is not None:
        ground = f"n·up {readout.ground_lean:.3f}, {format_angle(math.degrees(readout.ground_angle))}"
    slope = "NormalY, the part of the ground's normal along up, and the slope: 0° is level. Of what was felt below."
    return Row("grounded", state, "", help_), Row("ground", ground, "", slope)


def _contact_row(trace: Trace, readout: Readout) -> Row:
    help_ = "Contacts of the frame (one body with one normal is one), and how deep it ended in anything."
    count = str(readout.contacts) if _tells_touches(trace, readout.frame) else NOT_RECORDED
    if not is_warm():
        return Row("contacts", f"{count}, depth {NOT_COMPILED}", "", help_)
    depth = measure_penetration(trace, readout.frame)
    told = "depth not known" if depth is None else f"{depth:.4f} m deep"
    return Row("contacts", f"{count}, {told}", "", help_)


def _push_row(trace: Trace, readout: Readout) -> Row:
    help_ = "Whether pushing out of overlaps ran in this frame, and how many pushes it took (DepenIter)."
    if not trace.frames[readout.frame]["attempt_count"]:
        return Row("pushed out", NOT_RECORDED, "", help_)
    rounds = readout.depenetration_rounds
    pushes = f"{rounds} push{'' if rounds == 1 else 'es'}"
    if rounds == 0 and readout.was_pushed_out:
        return Row("pushed out", "looked, nothing overlapped", "", help_)
    return Row("pushed out", f"yes, {pushes}" if rounds else "no", "", help_)


def _slide_rows(trace: Trace, readout: Readout) -> tuple[Row, ...]:
    """Write how the sliding pass went, with time and normal of its last hit."""
    help_ = "Iterations of the sliding pass (BUMP, or SIDE), of how many allowed; and the time of its last hit, 0 to 1."
    sliding = readout.sliding
    if sliding is None:
        ran = bool(trace.frames[readout.frame]["attempt_count"])
        return (Row("slide", "none" if ran else NOT_RECORDED, "", help_),)
    count = f"{sliding.iterations} / {sliding.most}" if sliding.most > 0 else str(sliding.iterations)
    if sliding.time is None:
        return (Row("slide", f"{count}, no hit", "", help_),)
    normal = NOT_RECORDED if sliding.normal is None else _short_vector(as_vec3(sliding.normal))
    return (
        Row("slide", f"{count}, t {sliding.time:.3f}", "", help_),
        Row("slide normal", normal, "", "Of the last hit of the sliding pass."),
    )


def _short_vector(vector: tuple[float, float, float]) -> str:
    """Write a unit vector in the room that there is: `(-1, 0, 0)`, `(0.71, 0, -0.71)`."""
    return f"({', '.join(f'{round(x, 2) + 0.0:g}' for x in vector)})"


def _jitter_row(readout: Readout) -> Row:
    help_ = "Variance of the last 30 places, a steady drift taken out: 0 for who stands or walks straight on."
    score = readout.jitter * 1e6
    text = NOT_RECORDED if not math.isfinite(score) else "0.00" if score < _SHOWN_MM2 else f"{score:.2f}"
    return Row("jitter", text, "mm²", help_)


def _list_warnings(readout: Readout) -> tuple[Row, ...]:
    """Return what is wrong in a frame, for a row that catches the eye; empty if nothing is."""
    sliding = readout.sliding
    if sliding is None or not sliding.is_last or sliding.most < 2:
        return ()
    help_ = "The sliding pass needed the last iteration that it is allowed: more geometry, and it would be cut off."
    return (Row(WARNING, f"last iteration used, {sliding.iterations} of {sliding.most}", "", help_),)


def _tells_touches(trace: Trace, frame: int) -> bool:
    """Tell whether the producer said what a frame touched."""
    record = trace.frames[frame]
    return bool(record["attempt_count"] or record["contact_count"])


def _metres(value: float) -> str:
    text = format_number(value)
    return text if text == NOT_RECORDED else f"{text} m"


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


def _shorten_cursor(trace: Trace, cursor: Cursor) -> str:
    """Name the place of a cursor in the room that there is: `DOWN 2 of 3`, `experiment, SIDE`."""
    words = name_cursor(trace, cursor).replace("walk experiment", "experiment").replace(", iteration", "")
    return words.removeprefix("move, ")


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

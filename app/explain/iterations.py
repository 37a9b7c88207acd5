"""One sweep in words: how far it looked, what it hit, how far the capsule went and what was left of the way."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from app.explain.words import NOT_RECORDED, Explanation, Row, format_angle, format_length, format_number, format_vector
from app.measure import Sweep, angle_from_up, contact_offset, is_known, known_up, measure_sweep
from engine.trace import PassKind

if TYPE_CHECKING:
    from engine.trace import Trace


def name_surface(trace: Trace, body: int, triangle: int) -> str:
    """Name what was hit: the body, and its triangle if it has any that the trace tells."""
    name = trace.body_name(body) if body >= 0 else "a body that the trace does not name"
    return name if triangle < 0 else f"{name}, triangle {triangle}"


def explain_iteration(trace: Trace, index: int) -> Explanation:
    """Say what an iteration did, by its index into `trace.iterations`."""
    sweep = measure_sweep(trace, index)
    parent = int(trace.iterations[index]["pass_index"])
    kind = PassKind(int(trace.passes[parent]["kind"]))
    ordinal = index - trace.iterations_of(parent).start
    title = f"{kind.name} iteration {ordinal + 1} of {len(trace.iterations_of(parent))}"
    hit = f"hit {name_surface(trace, sweep.body, sweep.triangle)}" if sweep.hit else "no hit"
    return Explanation(
        title, f"{format_length(sweep.length)}, {hit}", _tell_sweep(trace, sweep), _list_rows(trace, sweep)
    )


def _tell_sweep(trace: Trace, sweep: Sweep) -> tuple[str, ...]:
    length = format_length(sweep.length)
    if not sweep.hit:
        return (f"Swept {length}: nothing in the way, so the capsule went all of it.",)
    surface = name_surface(trace, sweep.body, sweep.triangle)
    if sweep.pushed_out:
        began = f"Swept {length}, but the capsule already overlapped {surface}."
        return began, f"It was pushed out by {format_length(sweep.advanced)}, and the pass ended."
    found = f"Swept {length} and hit {surface} after {format_length(sweep.distance)}."
    offset = contact_offset(trace)
    if not math.isfinite(sweep.advanced):
        return found, "The trace does not tell how far the capsule went."
    if sweep.distance <= offset:
        went = f"That is within the contact offset of {format_length(offset)}, so the capsule stayed where it was"
    elif math.isfinite(offset):
        went = (
            f"The capsule went {format_length(sweep.advanced)}: the distance to the hit less the contact offset of "
            f"{format_length(offset)}"
        )
    else:
        went = f"The capsule went {format_length(sweep.advanced)}"
    return found, f"{went}; {format_length(sweep.left_over)} of the way was left."


def _list_rows(trace: Trace, sweep: Sweep) -> tuple[Row, ...]:
    rows = [
        Row("from", format_vector(sweep.origin), "m", "The capsule's centre when the sweep began."),
        Row("direction", format_vector(sweep.direction), "", "Unit vector of the sweep."),
        Row(
            "length", format_number(sweep.length), "m", "The rest of the way. The sweep looks a contact offset further."
        ),
        Row("went", format_number(sweep.advanced), "m", "How far the capsule moved in this iteration."),
        Row("to", format_vector(sweep.end), "m", "The capsule's centre after the iteration."),
    ]
    if not sweep.hit:
        return (*rows, Row("hit", "none"))
    rows += [
        Row("hit", name_surface(trace, sweep.body, sweep.triangle), "", "Triangles are counted in file order."),
        Row("distance", format_number(sweep.distance), "m", "How far along the sweep the capsule first touches."),
        Row("normal", format_vector(sweep.normal), "", "Of the contact, which at an edge is not the triangle's."),
    ]
    up = known_up(trace)
    if up is not None and is_known(sweep.normal):
        slope = format_angle(angle_from_up(sweep.normal, up))
        rows.append(Row("slope", slope, "", "Of the contact: 0° is level ground, 90° a wall."))
    point = NOT_RECORDED if sweep.point is None else format_vector(sweep.point)
    rows.append(Row("point", point, "m", "Where the surfaces touch. Means nothing at distance 0."))
    rows.append(Row("left over", format_number(sweep.left_over), "m", "The part of the way that the hit cut off."))
    return tuple(rows)

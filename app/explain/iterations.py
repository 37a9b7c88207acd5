"""One sweep in words: how far it looked, what it hit, how far the capsule went and what became of the rest."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from app.explain.bodies import name_surface
from app.explain.rests import rest_along_surface, tell_rest
from app.explain.slide_sweeps import is_slide, tell_slide_sweep
from app.explain.words import (
    NOT_RECORDED,
    Explanation,
    Row,
    format_angle,
    format_exact,
    format_length,
    format_number,
    format_vector,
)
from app.measure import (
    Sweep,
    angle_from_up,
    cct_settings,
    contact_offset,
    is_known,
    known_up,
    measure_sweep,
    norm,
    subtract,
)
from engine.trace import PassKind

if TYPE_CHECKING:
    from engine.trace import Trace


def explain_iteration(trace: Trace, index: int) -> Explanation:
    """Say what an iteration did, by its index into `trace.iterations`."""
    sweep = measure_sweep(trace, index)
    parent = int(trace.iterations[index]["pass_index"])
    kind = PassKind(int(trace.passes[parent]["kind"]))
    ordinal = index - trace.iterations_of(parent).start
    title = f"{kind.name} iteration {ordinal + 1} of {len(trace.iterations_of(parent))}"
    hit = f"hit {name_surface(trace, sweep.body, sweep.triangle)}" if sweep.hit else "no hit"
    rows = _list_push_rows(trace, sweep) if sweep.pushed_out else _list_rows(trace, sweep)
    return Explanation(title, f"{format_exact(sweep.length)}, {hit}", _tell_sweep(trace, sweep), rows)


def name_offset(trace: Trace) -> str:
    """Name the gap that sweeps keep free, as the trace's controller calls it."""
    return "skin" if trace.scenario is not None and cct_settings(trace) is None else "contact offset"


def tell_push(trace: Trace, length: float) -> str:
    """Say by how much the capsule was pushed out, and that the push counts the gap it keeps."""
    offset = contact_offset(trace)
    gap = f" of {format_exact(offset)}" if math.isfinite(offset) else ""
    return f"pushed out by {format_length(length)}, with the {name_offset(trace)}{gap} counted as part of the capsule"


def _tell_sweep(trace: Trace, sweep: Sweep) -> tuple[str, ...]:
    if is_slide(trace):
        told = tell_slide_sweep(trace, sweep)
        kind = trace.passes[trace.iterations[sweep.index]["pass_index"]]["kind"]
        return (*told, *tell_rest(trace, sweep.index)) if sweep.hit and kind == PassKind.BUMP else told
    offset, length = contact_offset(trace), format_exact(sweep.length)
    swept = f"Swept {length}"
    if math.isfinite(offset):
        swept += f" + {format_exact(offset)} {name_offset(trace)}"
    if not sweep.hit:
        return (f"{swept}: nothing in the way, so the capsule went its {length}.",)
    surface = name_surface(trace, sweep.body, sweep.triangle)
    if sweep.pushed_out:
        began = f"{swept}, but the capsule was already touching or overlapping {surface}."
        return began, f"It was {tell_push(trace, sweep.advanced)}. That ended the pass."
    found = f"{swept} and hit {surface} after {format_exact(sweep.distance)}."
    if not math.isfinite(sweep.advanced):
        return found, "The trace does not tell how far the capsule went."
    return found, _tell_advance(trace, sweep, offset), *tell_rest(trace, sweep.index)


def _tell_advance(trace: Trace, sweep: Sweep, offset: float) -> str:
    """Say how far a hit let the capsule go."""
    name = name_offset(trace)
    if sweep.distance <= offset:
        return f"That is within the {name} of {format_exact(offset)}, so the capsule stayed where it was."
    went = f"The capsule went {format_length(sweep.advanced)}"
    return f"{went}: the distance to the hit less the {name}." if math.isfinite(offset) else f"{went}."


def _list_sweep_rows(trace: Trace, sweep: Sweep) -> list[Row]:
    """Return the rows that every sweep has."""
    further = "." if is_slide(trace) else ". The sweep looks a contact offset further."
    return [
        Row("from", format_vector(sweep.origin), "m", "The capsule's centre when the sweep began."),
        Row("direction", format_vector(sweep.direction), "", "Unit vector of the sweep."),
        Row("length", format_number(sweep.length), "m", "The rest of the way" + further),
    ]


def _list_push_rows(trace: Trace, sweep: Sweep) -> tuple[Row, ...]:
    """Return the rows of a sweep that began in an overlap: at distance 0 the recorded normal is a placeholder."""
    push = subtract(sweep.end, sweep.origin)
    return (
        *_list_sweep_rows(trace, sweep),
        Row("hit", name_surface(trace, sweep.body, sweep.triangle), "", "What the capsule touched or overlapped."),
        Row("distance", format_number(sweep.distance), "m", "0: it was touched before the sweep began."),
        Row("push", format_vector(push), "m", "From where the capsule was to where the pass ended."),
        Row(
            "push length",
            format_number(norm(push)),
            "m",
            "The contact offset counts as part of the capsule, so it is part of the push.",
        ),
        Row("to", format_vector(sweep.end), "m", "The capsule's centre after the push."),
    )


def _list_rows(trace: Trace, sweep: Sweep) -> tuple[Row, ...]:
    rows = [
        *_list_sweep_rows(trace, sweep),
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
    rest = rest_along_surface(trace, sweep.index)
    if is_known(rest):
        tooltip = "What of it remains when it is turned along the surface that was hit."
        rows.append(Row("left along surface", format_number(norm(rest)), "m", tooltip))
    return tuple(rows)

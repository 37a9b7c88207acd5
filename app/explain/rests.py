"""What a hit leaves of the way: cut off by the surface, turned along it, and swept by the next iteration or dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.explain.words import NOT_RECORDED, NOTICED, format_exact, format_length, format_vector
from app.measure import (
    Sweep,
    Vec3,
    add_scaled,
    as_vec3,
    cct_settings,
    dot,
    is_known,
    known_up,
    measure_sweep,
    norm,
)
from engine.rests import FLATTENING, LEVEL_NORMAL, project_rests
from engine.settings import SlideSettings
from engine.trace import AttemptKind, Exit, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace


def flattens_normals(trace: Trace, pass_index: int) -> bool:
    """Tell whether a pass flattens the normals that it hits: the walk experiment does without force-sliding."""
    attempt = trace.attempts[trace.passes[pass_index]["attempt"]]
    settings = cct_settings(trace)
    flattens = settings is not None and settings.non_walkable == FLATTENING
    return flattens and bool(attempt["kind"] == AttemptKind.WALK_EXPERIMENT)


def rest_along_surface(trace: Trace, index: int) -> Vec3:
    """Return what a hit left of the way, turned along the surface, metres: what the next iteration would sweep.

    The next iteration's own record if there is one. NaN where the trace does not allow to tell.
    """
    parent = int(trace.iterations[index]["pass_index"])
    if index + 1 < trace.iterations_of(parent).stop:
        following = trace.iterations[index + 1]
        return add_scaled((0.0, 0.0, 0.0), as_vec3(following["direction"]), float(following["length"]))
    return as_vec3(project_rests(trace, np.array([parent]))[0])


def tell_rest(trace: Trace, index: int) -> tuple[str, ...]:
    """Say how much of the way a hit left, how that was turned, and what became of it."""
    sweep, parent = measure_sweep(trace, index), int(trace.iterations[index]["pass_index"])
    left = f"{format_length(sweep.left_over)} of the way was left"
    rest = rest_along_surface(trace, index)
    if trace.passes[parent]["kind"] == PassKind.BUMP and not is_known(rest):
        return (f"{left}{_tell_bump_end(trace, sweep, parent)}.",)
    if not is_known(rest) or sweep.left_over < NOTICED:
        return (f"{left}.",)
    along = f"{_name_plane(trace, sweep, parent)} {format_length(norm(rest))} of it remains"
    towards = f", direction {_format_direction(rest)}" if norm(rest) >= NOTICED else ""
    if index + 1 < trace.iterations_of(parent).stop:
        return f"{left}.", f"{_capitalise(along)}{towards}: the next iteration sweeps that."
    match Exit(int(trace.passes[parent]["exit"])):
        case Exit.MIN_DISTANCE:
            return (f"{left}; {along}: not more than {least_move(trace)}, so it was dropped.",)
        case Exit.REVERSED:
            return f"{left}.", f"{_capitalise(along)}{towards}: that points against the pass's move, so it was dropped."
        case Exit.MAX_ITERATIONS:
            unswept = ", but no iteration was left to sweep it" if towards else ""
            return f"{left}.", f"{_capitalise(along)}{towards}{unswept}."
    return (f"{left}.",)


def _name_plane(trace: Trace, sweep: Sweep, parent: int) -> str:
    """Name what the rest is turned along: `along wall`, and how the rule of the pass differs from a projection."""
    if trace.passes[parent]["kind"] == PassKind.BUMP:
        return f"clipped against {_count_planes(trace, sweep, parent)}"
    name = f"along {trace.body_name(sweep.body)}" if sweep.body >= 0 else "along the surface"
    up = known_up(trace)
    if up is not None and flattens_normals(trace, parent) and abs(dot(sweep.normal, up)) > LEVEL_NORMAL:
        name += " (its normal flattened to horizontal)"
    if trace.passes[parent]["kind"] == PassKind.RECOVER:
        name += ", at full length as RECOVER does,"
    return name


def _tell_bump_end(trace: Trace, sweep: Sweep, parent: int) -> str:
    """Say what became of what the last bump left of the way: how long it is when clipped is not recorded."""
    match Exit(int(trace.passes[parent]["exit"])):
        case Exit.MIN_DISTANCE:
            clipped = _name_plane(trace, sweep, parent)
            return f"; {clipped}, it is shorter than {least_move(trace)}, so it was dropped"
        case Exit.MAX_ITERATIONS:
            return ", but no bump was left to sweep it"
    return ""


def _count_planes(trace: Trace, sweep: Sweep, parent: int) -> str:
    """Say how many planes the velocity is clipped against: those of the hits so far."""
    hits = [i for i in trace.iterations_of(parent) if i <= sweep.index and trace.iterations[i]["hit"]]
    if len(hits) > 1:
        return f"{len(hits)} planes"
    return trace.body_name(sweep.body) if sweep.body >= 0 else "the surface"


def least_move(trace: Trace) -> str:
    """Name the shortest way that is swept, with its figure if it is known."""
    settings = cct_settings(trace)
    if trace.scenario is not None and isinstance(trace.scenario.settings, SlideSettings):
        return f"the stop epsilon {format_exact(trace.scenario.settings.stop_epsilon)}"
    return "the minimum move distance" + ("" if settings is None else f" {format_exact(settings.min_move_distance)}")


def _format_direction(rest: Vec3) -> str:
    size = norm(rest)
    return format_vector(add_scaled((0.0, 0.0, 0.0), rest, 1.0 / size)) if size > 0.0 else NOT_RECORDED


def _capitalise(clause: str) -> str:
    return clause[0].upper() + clause[1:]

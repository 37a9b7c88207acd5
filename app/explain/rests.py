"""What a hit leaves of the way: cut off by the surface, turned along it, and swept by the next iteration or dropped."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from app.explain.words import NOT_RECORDED, NOTICED, format_length, format_number, format_vector
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
from engine.trace import AttemptKind, Exit, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace

_UNKNOWN: Vec3 = (math.nan, math.nan, math.nan)
_PROJECTED = (PassKind.UP, PassKind.SIDE, PassKind.SENSOR, PassKind.DOWN, PassKind.RECOVER)
"""The passes that turn the rest by projection on the plane that was hit."""
_LEVEL_NORMAL = 1e-6
"""A normal whose sideways part is shorter has no direction when it is flattened."""


def flattens_normals(trace: Trace, pass_index: int) -> bool | None:
    """Tell whether a pass flattens the normals that it hits: the walk experiment does without force-sliding.

    None if the settings that decide it are not known.
    """
    attempt = trace.attempts[trace.passes[pass_index]["attempt"]]
    if attempt["kind"] != AttemptKind.WALK_EXPERIMENT:
        return False
    settings = cct_settings(trace)
    return None if settings is None else settings.non_walkable == "prevent_climbing"


def rest_along_surface(trace: Trace, index: int) -> Vec3:
    """Return what a hit left of the way, turned along the surface, metres: what the next iteration would sweep.

    The next iteration's own record if there is one. NaN where the trace does not allow to tell.
    """
    record = trace.iterations[index]
    parent = int(record["pass_index"])
    if index + 1 < trace.iterations_of(parent).stop:
        following = trace.iterations[index + 1]
        return add_scaled((0.0, 0.0, 0.0), as_vec3(following["direction"]), float(following["length"]))
    return _project_rest(trace, measure_sweep(trace, index), parent)


def _project_rest(trace: Trace, sweep: Sweep, parent: int) -> Vec3:
    kind, flat = PassKind(int(trace.passes[parent]["kind"])), flattens_normals(trace, parent)
    if not sweep.hit or sweep.pushed_out or kind not in _PROJECTED or flat is None:
        return _UNKNOWN
    normal = _flatten(sweep.normal, known_up(trace)) if flat else sweep.normal
    turned = add_scaled(sweep.direction, normal, -dot(sweep.direction, normal))
    size = norm(turned)
    if kind == PassKind.RECOVER and size > 0.0:
        turned = add_scaled((0.0, 0.0, 0.0), turned, 1.0 / size)  # its response is normalised: the length is kept
    return add_scaled((0.0, 0.0, 0.0), turned, sweep.left_over)


def _flatten(normal: Vec3, up: Vec3 | None) -> Vec3:
    """Return a normal turned to horizontal; zero if it points straight up, NaN if up is not known."""
    if up is None:
        return _UNKNOWN
    level = add_scaled(normal, up, -dot(normal, up))
    size = norm(level)
    return add_scaled((0.0, 0.0, 0.0), level, 1.0 / size if size > _LEVEL_NORMAL else 0.0)


def tell_rest(trace: Trace, index: int) -> tuple[str, ...]:
    """Say how much of the way a hit left, how that was turned, and what became of it."""
    sweep, parent = measure_sweep(trace, index), int(trace.iterations[index]["pass_index"])
    left = f"{format_length(sweep.left_over)} of the way was left"
    rest = rest_along_surface(trace, index)
    if not is_known(rest) or sweep.left_over < NOTICED:
        return (f"{left}.",)
    along = f"{_name_plane(trace, sweep, parent)} {format_length(norm(rest))} of it remains"
    towards = f", direction {_format_direction(rest)}" if norm(rest) >= NOTICED else ""
    if index + 1 < trace.iterations_of(parent).stop:
        return f"{left}.", f"{_capitalise(along)}{towards}: the next iteration sweeps that."
    match Exit(int(trace.passes[parent]["exit"])):
        case Exit.MIN_DISTANCE:
            return (f"{left}; {along}: not more than the minimum move distance{_least_move(trace)}, so it was dropped.",)
        case Exit.REVERSED:
            return f"{left}.", f"{_capitalise(along)}{towards}: that points against the pass's move, so it was dropped."
        case Exit.MAX_ITERATIONS:
            return f"{left}.", f"{_capitalise(along)}{towards}, but no iteration was left to sweep it."
    return (f"{left}.",)


def _name_plane(trace: Trace, sweep: Sweep, parent: int) -> str:
    """Name what the rest is turned along: `along wall`, and how the rule of the pass differs from a projection."""
    name = f"along {trace.body_name(sweep.body)}" if sweep.body >= 0 else "along the surface"
    up = known_up(trace)
    if up is not None and flattens_normals(trace, parent) and abs(dot(sweep.normal, up)) > _LEVEL_NORMAL:
        name += " (its normal flattened to horizontal)"
    if trace.passes[parent]["kind"] == PassKind.RECOVER:
        name += ", at full length as RECOVER does,"
    return name


def least_move(trace: Trace) -> str:
    """Write the minimum move distance with its unit; empty if it is not known."""
    settings = cct_settings(trace)
    return "" if settings is None else f"{format_number(settings.min_move_distance)} m"


def _least_move(trace: Trace) -> str:
    text = least_move(trace)
    return f" {text}" if text else ""


def _format_direction(rest: Vec3) -> str:
    size = norm(rest)
    return format_vector(add_scaled((0.0, 0.0, 0.0), rest, 1.0 / size)) if size > 0.0 else NOT_RECORDED


def _capitalise(clause: str) -> str:
    return clause[0].upper() + clause[1:]

"""How far a pass went, in words that its figures bear out: straight along its move, or slid off it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.explain.words import NOTICED, format_exact, format_length, format_number
from app.measure import Vec3, add_scaled, as_vec3, dot, is_known, known_up, norm, split_move, subtract
from engine.trace import PassKind

if TYPE_CHECKING:
    from engine.trace import Trace

_VERBS: Mapping[PassKind, str] = MappingProxyType(
    {
        PassKind.UP: "lifted it",
        PassKind.SENSOR: "looked ahead",
        PassKind.DOWN: "came down",
        PassKind.RECOVER: "went down",
        PassKind.SNAP: "went down",
        PassKind.PROBE: "looked",
    }
)


def pass_lengths(trace: Trace, index: int) -> tuple[float, float]:
    """Return how far a pass was to go and how far from its start it ended, metres.

    An end that rounding put less than `NOTICED` beyond the move counts as all of it.
    """
    asked, went = norm(as_vec3(trace.passes[index]["move"])), norm(_net_move(trace, index))
    return asked, asked if asked < went < asked + NOTICED else went


def _net_move(trace: Trace, index: int) -> Vec3:
    record = trace.passes[index]
    return subtract(as_vec3(record["end"]), as_vec3(record["start"]))


def _split_slide(trace: Trace, index: int) -> tuple[float, float] | None:
    """Return how far a pass got along its move and across it, metres; None if it went straight or cannot be told."""
    net, move = _net_move(trace, index), as_vec3(trace.passes[index]["move"])
    size = norm(move)
    if not is_known(net) or not is_known(move) or size == 0.0:
        return None
    along = dot(net, move) / size
    across = norm(add_scaled(net, move, -along / size))
    return (along, across) if across >= NOTICED else None


def tell_way(trace: Trace, index: int, *, whole: bool) -> str:
    """Say how far a pass went; with `whole`, of how much: `came down 0.4843 of 0.6635 m`, `slid 0.1071 m (...) of ...`.

    A pass slid when its net move is not along its own: then its parts are told too.
    """
    kind = PassKind(int(trace.passes[index]["kind"]))
    asked, went = pass_lengths(trace, index)
    slide = _split_slide(trace, index)
    if slide is None:
        verb = _VERBS.get(kind, "went")
        far = f"{_number(went)} of {format_exact(asked)}" if whole else format_length(went)
        return f"{verb} {far}{_tell_excess(asked, went)}"
    of = f" of {format_exact(asked)}" if whole else ""
    keeps = ", which it keeps at full length along the surface," if kind == PassKind.RECOVER else ""
    return f"slid {format_length(went)} ({_tell_parts(trace, index, slide)}){of}{keeps}{_tell_excess(asked, went)}"


def label_way(trace: Trace, index: int) -> str:
    """Write how far a pass went, for a label: `0.4843 of 0.6635 m`, `slid 0.1071 of 0.1635 m (0.07 m down)`."""
    asked, went = pass_lengths(trace, index)
    slide = _split_slide(trace, index)
    far = f"{_number(went)} of {format_exact(asked)}"
    return far if slide is None else f"slid {far} ({_tell_parts(trace, index, slide).split(', ', maxsplit=1)[0]})"


def _tell_parts(trace: Trace, index: int, slide: tuple[float, float]) -> str:
    """Write the parts of a slide: by height where the pass is upright, else by what is ahead of it."""
    up, move = known_up(trace), as_vec3(trace.passes[index]["move"])
    if up is not None and split_move(move, up)[0] < NOTICED:
        sideways, height = split_move(_net_move(trace, index), up)
        return f"{format_length(abs(height))} {'up' if height > 0.0 else 'down'}, {format_length(sideways)} sideways"
    along, across = slide
    return f"{format_length(abs(along))} {'ahead' if along >= 0.0 else 'back'}, {format_length(across)} across"


def _tell_excess(asked: float, went: float) -> str:
    return ", more than its move," if went > asked + NOTICED else ""


def _number(value: float) -> str:
    return format_number(0.0 if value < NOTICED else value)

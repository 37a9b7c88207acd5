"""Where two runs part, in words: what differs, where, and by how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.explain.exits import explain_exit
from app.explain.words import NOT_RECORDED, count_words, format_number, format_pair
from engine.analyse.differences import What
from engine.analyse.rulings import TIE
from engine.decisions import GATES
from engine.trace import AttemptKind, Exit

if TYPE_CHECKING:
    from engine.analyse.changes import Change
    from engine.analyse.compare import Totals
    from engine.analyse.differences import Difference, Place, Value
    from engine.analyse.rulings import GateFlip, Ruling

_NAMES: Mapping[What, str] = MappingProxyType(
    {
        What.MOVE: "the move that was asked for",
        What.START: "where the frame began",
        What.ATTEMPT: "which attempt was made",
        What.ATTEMPT_MOVE: "the attempt's move",
        What.ATTEMPT_START: "where the attempt began",
        What.PASS: "which pass ran",
        What.PASS_MOVE: "the way that the pass had to go",
        What.HIT: "whether something was hit",
        What.BODY: "the body that was hit",
        What.DISTANCE: "the distance of the hit",
        What.NORMAL: "the normal of the hit",
        What.ITERATIONS: "how many iterations the pass took",
        What.EXIT: "why the pass ended",
        What.RESTORED: "whether the end of the pass was kept",
        What.SLOPE: "the verdict about the slope",
        What.FLAGS: "where the frame collided",
        What.TOUCHED: "the body underfoot",
        What.CENTER: "where the frame ended",
        What.LENGTH: "the number of frames",
    }
)
_SLOPES = {
    "none": "walkable",
    "side_constrained": "too steep by the side rule",
    "down_triangle": "too steep by the rule of the DOWN triangle",
}


def name_difference(what: What) -> str:
    """Name what differs: `the normal of the hit`."""
    return _NAMES[what]


def name_place(place: Place) -> str:
    """Name a place as the window does: `frame 61, move, SIDE, iteration 2`; frames count from 0, iterations from 1."""
    parts = [f"frame {place.frame}"]
    if place.attempt_kind is not None:
        parts.append(_name_attempt(place.attempt_kind))
    if place.pass_kind is not None:
        parts.append(place.pass_kind.name)
    if place.iteration is not None:
        parts.append(f"iteration {place.iteration + 1}")
    return ", ".join(parts)


def _name_attempt(kind: AttemptKind) -> str:
    return "walk experiment" if kind is AttemptKind.WALK_EXPERIMENT else "move"


def tell_difference(difference: Difference) -> str:
    """Say where and what and by how much, in one line without a full stop."""
    told = f"{name_place(difference.place)}: {name_difference(difference.what)}"
    if difference.what is What.LENGTH:
        return f"{name_difference(difference.what)}, by {difference.amount:.0f}"
    if difference.what is What.ITERATIONS or difference.amount is None:
        return told
    return f"{told}, by {write_amount(difference.amount, difference.what.unit)}"


def write_amount(amount: float, unit: str) -> str:
    """Write how much something differs: two digits by their power of ten where it is little, an amount that is."""
    text = f"{amount:.1e}" if 0.0 < abs(amount) < 1e-3 else "0" if amount == 0.0 else format_number(amount)
    return f"{text} {unit}".rstrip() if text != NOT_RECORDED else "no number"


def write_sides(difference: Difference) -> tuple[str, str]:
    """Write both values, with the digits that tell them apart."""
    ours, theirs, unit = difference.ours, difference.theirs, difference.what.unit
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        pairs = [_write_pair(a, b) for a, b in zip(ours, theirs, strict=True)]
        left, right = (f"({', '.join(texts)}) {unit}".rstrip() for texts in zip(*pairs, strict=True))
        return left, right
    if isinstance(ours, float) and isinstance(theirs, float):
        left, right = _write_pair(ours, theirs)
        return f"{left} {unit}".rstrip(), f"{right} {unit}".rstrip()
    return _write_side(difference.what, ours), _write_side(difference.what, theirs)


def _write_pair(ours: float, theirs: float) -> tuple[str, str]:
    """Write two figures; what agrees in the digits that matter looks alike."""
    return (format_number(ours), format_number(theirs)) if abs(ours - theirs) < 1e-6 else format_pair(ours, theirs)


def _write_side(what: What, value: Value) -> str:
    match what:
        case What.EXIT:
            return explain_exit(Exit[str(value).upper()]).short
        case What.SLOPE:
            return _SLOPES[str(value)]
        case What.ATTEMPT:
            return "none" if value is None else _name_attempt(AttemptKind[str(value)])
        case What.HIT:
            return "nothing" if value is None else f"a hit on {value}"
        case What.RESTORED:
            return "not kept" if value else "kept"
        case What.LENGTH:
            return f"{value} frames"
        case What.ITERATIONS:
            return count_words(int(value), "iteration") if isinstance(value, int) else str(value)
    return "none" if value is None else str(value)


def tell_totals(totals: Totals) -> str:
    """Say in how many frames two runs agree."""
    told = f"{totals.outcome} of {count_words(totals.frames, 'frame')} agree in outcome"
    if totals.passes is None or totals.hits is None:
        return f"{told}; passes are not told by both"
    return f"{told}, {totals.passes} in passes, {totals.hits} in hits"


def tell_distances(totals: Totals) -> str:
    """Say how far apart the centres get, and where they are left."""
    if totals.worst_frame is None:
        return "There is no frame to compare"
    worst, end = write_amount(totals.worst_distance, "m"), write_amount(totals.final_distance, "m")
    return f"Centres at most {worst} apart (frame {totals.worst_frame}), {end} at the end"


def tell_margin(ruling: Ruling) -> str:
    """Say how close a decision was to flipping; empty for a plain yes or no."""
    if ruling.margin is None:
        return ""
    return f"{write_amount(ruling.margin, GATES[ruling.gate].unit)} from flipping"


def tell_flip(flip: GateFlip) -> str:
    """Say what kind of a flip it is, as a heading."""
    return (
        "First question that only one of them asks" if flip.is_parting else "First gate that was answered differently"
    )


def tell_flip_side(flip: GateFlip, ruling: Ruling | None, told: str) -> str:
    """Say what one of the runs answered, or how it goes on where they part; `told` explains its decision."""
    if not flip.is_parting:
        margin = "" if ruling is None else tell_margin(ruling)
        rounding = f", within {TIE:g}, so that rounding decides" if flip.is_tie else ""
        return "Not asked." if ruling is None else f"{told} ({margin}{rounding})" if margin else told
    if ruling is None:
        return "ends the frame."
    was_in_pass = flip.before is not None and flip.before.place.pass_kind is not None
    if not was_in_pass or ruling.is_in_pass_of(flip.before):
        return f"goes on: {told}"
    return f"ends the pass, and then: {told}"


def tell_changes(changes: Sequence[Change]) -> str:
    """Say in which values two scenarios differ: `step_offset 0.30 against 0.50`."""
    return ", ".join(
        f"{change.name} {left} against {right}"
        for change in changes
        for left, right in [_write_change(change.ours, change.theirs)]
    )


def _write_change(ours: Value, theirs: Value) -> tuple[str, str]:
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        pairs = [(f"{a:.9g}", f"{b:.9g}") for a, b in zip(ours, theirs, strict=True)]
        left, right = (f"({', '.join(texts)})" for texts in zip(*pairs, strict=True))
        return left, right
    if type(ours) is float and type(theirs) is float:
        left, right = format_pair(ours, theirs)
        return (left, right) if left != right else (repr(ours), repr(theirs))
    return _write_plain(ours), _write_plain(theirs)


def _write_plain(value: Value) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

"""A run and its ghost in words: who made which, how far apart they are here, and where they part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.comparison import SAME_M
from app.explain.words import NOT_RECORDED, Explanation, Row, format_number, format_pair
from engine.settings import knobs_of

if TYPE_CHECKING:
    from app.comparison import Comparison
    from engine.scenario import Scenario
    from engine.trace import Trace

_MOST_TOLD = 4
"""Differences that a heading lists; more would push the comparison out of sight."""
_DISTANCE = "Between the two centres at the end of this frame."


def name_producer(trace: Trace) -> str:
    """Name who made a trace."""
    return trace.producer or "unnamed producer"


def explain_ghost(trace: Trace, ghost: Trace, comparison: Comparison, frame: int) -> Explanation:
    """Say how a run and its ghost compare, at a frame and over all."""
    here = ghost_row(comparison, frame)
    apart = f"Here the two are {here.text} apart." if frame < len(comparison.distances) else f"Here {here.text}."
    return Explanation(_write_title(trace, ghost), tell_difference(comparison), (f"{_tell(comparison)} {apart}",))


def _write_title(trace: Trace, ghost: Trace) -> str:
    """Name both producers; where one made both runs, what it was told to do otherwise."""
    mine, other = trace.scenario, ghost.scenario
    if trace.producer != ghost.producer or mine is None or other is None:
        return f"Ghost: {name_producer(ghost)}, beside {name_producer(trace)}"
    told = list_changes(mine, other) or ["same settings and rules"]
    more = [f"{len(told) - _MOST_TOLD} more"] if len(told) > _MOST_TOLD else []
    return f"Ghost: {name_producer(ghost)}, {', '.join([*told[:_MOST_TOLD], *more])}"


def list_changes(mine: Scenario, other: Scenario) -> list[str]:
    """Say what the settings and rules of another scenario have instead of mine: `step_offset 0.30 instead of 0.50`."""
    if mine.controller != other.controller:
        return [f"controller {other.controller} instead of {mine.controller}"]
    names = [name for name, _ in knobs_of(mine.settings)]
    pairs = [(name, getattr(mine.settings, name), getattr(other.settings, name)) for name in names]
    pairs.append(("rules", mine.rules, other.rules))
    # What the presets differ in goes without saying; what was changed in either does not.
    changed = dict.fromkeys(name for name, _ in (*mine.rule_changes, *other.rule_changes))
    pairs += [(name, getattr(mine.rule_set, name), getattr(other.rule_set, name)) for name in changed]
    return [f"{name} {_write_change(ours, theirs)}" for name, ours, theirs in pairs if ours != theirs]


def _write_change(ours: object, theirs: object) -> str:
    if isinstance(ours, float) and isinstance(theirs, float):
        left, right = format_pair(theirs, ours)
        return f"{left} instead of {right}"
    left, right = ("not set" if value is None else str(value).lower() for value in (theirs, ours))
    return f"{left} instead of {right}"


def ghost_row(comparison: Comparison, frame: int) -> Row:
    """Write how far the ghost is from the capsule at a frame."""
    if frame >= len(comparison.distances):
        return Row("apart", f"the ghost ended at frame {comparison.lengths[1] - 1}", "", _DISTANCE)
    return Row("apart", *write_distance(float(comparison.distances[frame])), _DISTANCE)


def write_distance(metres: float) -> tuple[str, str]:
    """Write a distance and its unit; what float32 cannot hold by its power of ten."""
    if not metres >= 0.0:
        return NOT_RECORDED, ""
    return ("0" if metres == 0.0 else f"{metres:.1e}" if metres < SAME_M else format_number(metres)), "m"


def tell_difference(comparison: Comparison) -> str:
    """Say in a few words where a run and its ghost part."""
    first, count = comparison.first, len(comparison.distances)
    if first is not None:
        return f"First differs in frame {first}, by more than {SAME_M:g} m"
    frames = f"all {count}" if comparison.lengths[0] == comparison.lengths[1] else f"the {count} common"
    return f"Same within {SAME_M:g} m in {frames} frames"


def _tell(comparison: Comparison) -> str:
    """Say where they part, how far they ever are apart, and that one is longer."""
    sentences = [f"{tell_difference(comparison)}."]
    differing = comparison.differing
    if len(differing):
        worst = int(differing[comparison.distances[differing].argmax()])
        largest = write_distance(float(comparison.distances[worst]))[0]
        frames = "frame differs" if len(differing) == 1 else "frames differ"
        sentences.append(f"{len(differing)} {frames}; most in frame {worst}, by {largest} m.")
    mine, other = comparison.lengths
    if mine != other:
        sentences.append(f"This run has {mine} frames, the ghost {other}.")
    return " ".join(sentences)

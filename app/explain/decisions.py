"""The decisions of a trace in words: each gate with its figures, in one sentence, and which one decided.

Traces of other engines have no decisions: every list is empty then.
"""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.explain.bodies import name_surface
from app.explain.deciding import find_pair, find_verdict, list_deciding
from app.explain.gate_words import GATE_WORDS
from app.explain.words import NOT_RECORDED, SMALLEST_SHOWN, format_number, format_pair
from engine.decisions import GATES, Gate
from engine.trace import AttemptKind

if TYPE_CHECKING:
    from engine.trace import Trace

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": ">"}
"""What holds where a relation does not. Only distances are compared by `=`, and they are never negative."""
_STEEP = (Gate.SIDE_STEEP, Gate.DOWN_STEEP)
_MISSES = {Gate.HIT: "Nothing hit", Gate.PROBE: "No ground below"}
"""How a sentence begins if nothing was found that could be compared."""
_LOOKS_DOWN = "it looks down, and only faces that look up count as too steep"


@dataclass(frozen=True)
class DecisionLine:
    """A decision as a row of a table, with the sentence that tells it. All texts are ready to be shown."""

    index: int
    """Into `trace.decisions`."""
    label: str
    value: str
    relation: str
    """What holds between value and threshold; empty for a plain yes or no."""
    threshold: str
    margin: str
    unit: str
    outcome: str
    sentence: str
    group: str
    """Which attempt or iteration it belongs to."""
    decided: bool
    """It settled what became of the frame, the attempt or the pass."""


def list_decisions(trace: Trace, indices: list[int]) -> tuple[DecisionLine, ...]:
    """Write some decisions as rows, those that decided marked."""
    deciding = {each for index in indices for each in list_deciding(trace, index)}
    return tuple(_write_line(trace, index, decided=index in deciding) for index in indices)


def explain_decision(trace: Trace, index: int) -> str:
    """Say a decision in one sentence, with its figures and what followed."""
    record = trace.decisions[index]
    gate = Gate(int(record["gate"]))
    words, yes = GATE_WORDS[gate], bool(record["outcome"])
    subject = _fill(trace, record, words.subject)
    follows = words.yes if yes else words.no
    if not GATES[gate].relation:
        joint = " " if gate == Gate.RECOVERY_ELIGIBLE else ": "
        return _finish(f"{subject}{joint}{follows}")
    value, relation, threshold = write_comparison(record)
    unit = _write_unit(gate)
    if not relation:
        if gate in _MISSES and not yes:
            within = "" if threshold == NOT_RECORDED else f" within {words.threshold} {threshold}{unit}"
            return _finish(f"{_MISSES[gate]}{within}: {follows}")
        return _finish(f"{subject} {value}: {follows}")
    if gate in _STEEP and not yes and _holds(record):
        follows = _LOOKS_DOWN
    named = f"{words.threshold} " if words.threshold else ""
    return _finish(f"{subject} {value}{unit} {relation} {named}{threshold}{unit}: {follows}")


def tell_verdict(trace: Trace, attempt: int) -> str | None:
    """Say how the slope rules judged an attempt: both gates of a rule in one sentence where both were asked."""
    verdict = find_verdict(trace, attempt)
    if not verdict:
        return None
    pair = find_pair(trace, verdict[-1])
    if pair is None:
        return explain_decision(trace, verdict[-1])
    steep, high = (trace.decisions[i] for i in pair)
    below = steep["gate"] == Gate.DOWN_STEEP
    what = "DOWN triangle" if below else "Triangle touched sideways"
    where = "its top is" if below else "the contact below is"
    cosine, sign, limit = write_comparison(steep)
    height, relation, step = write_comparison(high)
    refused = bool(high["outcome"])
    return (
        f"{what} {'too steep' if refused else 'steep, but low enough'}: n·up {cosine} {sign} slope limit {limit}, and "
        f"{where} {height} m above the bottom {relation} step offset {step} m."
    )


def list_sentences(trace: Trace, indices: list[int], *, told_already: Set[int] = frozenset()) -> tuple[str, ...]:
    """Return what decided among some decisions, in words, each once; the two gates of a slope rule as one.

    Where a frame has several attempts, a verdict says whose it is. `told_already` are decisions that need no words.
    """
    deciding = {each for index in indices for each in list_deciding(trace, index)}
    sentences: dict[str, None] = {}
    for index in indices:
        if index not in deciding or index in told_already:
            continue
        attempt = int(trace.decisions[index]["attempt"])
        judged = attempt >= 0 and index in find_verdict(trace, attempt)
        told = tell_verdict(trace, attempt) if judged else None
        sentences[_name_attempt(trace, attempt) + told if told else explain_decision(trace, index)] = None
    return tuple(sentences)


def _name_attempt(trace: Trace, attempt: int) -> str:
    """Name an attempt, to begin a sentence with, if its frame has others; otherwise nothing."""
    record = trace.attempts[attempt]
    if trace.frames[record["frame"]]["attempt_count"] < 2:
        return ""
    return "Walk experiment: " if record["kind"] == AttemptKind.WALK_EXPERIMENT else "Move: "


def _name_group(trace: Trace, index: int) -> str:
    """Name the iteration that a decision belongs to, else the attempt, else the frame."""
    record = trace.decisions[index]
    if record["iteration"] >= 0:
        return f"iteration {record['iteration'] - trace.iterations_of(int(record['pass_index'])).start + 1}"
    if record["pass_index"] >= 0:
        return "before the first iteration"
    if record["attempt"] < 0:
        return "frame"
    kind = trace.attempts[record["attempt"]]["kind"]
    return "walk experiment" if kind == AttemptKind.WALK_EXPERIMENT else "move"


def write_comparison(record: Any) -> tuple[str, str, str]:
    """Write value, the relation that holds, and threshold, with the digits that tell the two figures apart."""
    gate, value, threshold = Gate(int(record["gate"])), float(record["value"]), float(record["threshold"])
    relation = GATES[gate].relation
    if not relation:
        return "", "", ""
    if not math.isfinite(value) or not math.isfinite(threshold):
        return "none" if value == math.inf else _write_figure(value), "", _write_figure(threshold)
    holds = relation if _holds(record) else _OPPOSITE[relation]
    if GATES[gate].unit == "frames" or gate == Gate.GUARD_LOOP:
        return f"{value:.0f}", holds, f"{threshold:.0f}"
    if min(abs(value), abs(threshold)) < SMALLEST_SHOWN:
        return _write_figure(value), holds, _write_figure(threshold)
    left, right = format_pair(value, threshold)
    return left, holds, right


def _holds(record: Any) -> bool:
    """Tell whether the figures are in the gate's relation; a rule may still have ruled otherwise."""
    value, threshold = float(record["value"]), float(record["threshold"])
    match GATES[Gate(int(record["gate"]))].relation:
        case "<":
            return value < threshold
        case "<=":
            return value <= threshold
        case ">":
            return value > threshold
        case ">=":
            return value >= threshold
    return value == threshold


def _write_line(trace: Trace, index: int, *, decided: bool) -> DecisionLine:
    record = trace.decisions[index]
    gate = Gate(int(record["gate"]))
    words = GATE_WORDS[gate]
    value, relation, threshold = write_comparison(record)
    return DecisionLine(
        index=index,
        label=words.label,
        value=value,
        relation=relation,
        threshold=threshold,
        margin=_write_margin(record) if relation else "",
        unit=GATES[gate].unit,
        outcome=words.short_yes if record["outcome"] else words.short_no,
        sentence=explain_decision(trace, index),
        group=_name_group(trace, index),
        decided=decided,
    )


def _write_margin(record: Any) -> str:
    """Write how far the value lies above (+) or below (-) the threshold."""
    margin = float(record["value"]) - float(record["threshold"])
    if GATES[Gate(int(record["gate"]))].unit == "frames":
        return f"{margin:+.0f}"
    text = _write_figure(margin)
    return f"+{text}" if margin > 0.0 else text


def _write_figure(value: float) -> str:
    """Write a figure; one that would vanish by its power of ten, and nothing as a plain zero."""
    if value == 0.0:
        return "0"
    return f"{value:.0e}" if abs(value) < SMALLEST_SHOWN else format_number(value)


def _write_unit(gate: Gate) -> str:
    unit = GATES[gate].unit
    return f" {unit}" if unit else ""


def _fill(trace: Trace, record: Any, text: str) -> str:
    """Put the name of the body and triangle into a text; one that is not told is `something`."""
    body = int(record["body"])
    surface = name_surface(trace, body, int(record["triangle"])) if body >= 0 else "something"
    return text.format(surface=surface)


def _finish(sentence: str) -> str:
    """Make a sentence of some words. Names of bodies keep the case that their file gave them."""
    return f"{sentence}."

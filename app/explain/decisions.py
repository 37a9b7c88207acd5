"""The decisions of a trace in words: each gate with its figures, in one sentence, and which one decided.

Traces of other engines have no decisions: every list is empty then.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.explain.bodies import name_surface
from app.explain.deciding import find_pair, find_verdict, list_deciding
from app.explain.gate_figures import is_holding, write_comparison, write_margin
from app.explain.gate_words import GATE_WORDS
from app.explain.slopes import name_contact
from app.explain.words import NOT_RECORDED
from engine.decisions import GATES, Gate
from engine.trace import AttemptKind, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace

_STEEP = (Gate.SIDE_STEEP, Gate.DOWN_STEEP)
_MISSES = {Gate.HIT: "Nothing hit", Gate.BUMP_HIT: "Nothing hit", Gate.PROBE: "No ground below"}
"""How a sentence begins if nothing was found that could be compared."""
_FACES_DOWN = ("it looks down, and only faces that look up count as too steep", "not counted: faces down")
_NO_DIRECTION = ("there is no side move, so no direction for the sensor to look in", "no direction")
_TOUCHES = ("it just touches, which counts as overlap", "just touches")
"""What follows where a gate's own words would mislead: for the sentence, and for the column."""
_NAMED = (Gate.RECOVERY_ELIGIBLE, Gate.RECOVERY_PUSH)
"""Gates that are asked of one body after the other: their rows name it."""
_LONGEST_NAME = 16
"""Characters of a body's name in a row; its sentence has all of them."""


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
    mixed = len({int(trace.decisions[index]["pass_index"]) for index in indices}) > 1
    return tuple(_write_line(trace, index, decided=index in deciding, mixed=mixed) for index in indices)


def explain_decision(trace: Trace, index: int) -> str:
    """Say a decision in one sentence, with its figures and what followed."""
    record = trace.decisions[index]
    gate = Gate(int(record["gate"]))
    words, yes = GATE_WORDS[gate], bool(record["outcome"])
    subject = _fill(trace, record, words.subject)
    follows = _tell_outcome(record)[0]
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
    where = "its top is" if below else f"the {name_contact(trace, attempt)} is"
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


def _name_group(trace: Trace, index: int, *, mixed: bool) -> str:
    """Name the iteration that a decision belongs to, else the attempt, else the frame.

    `mixed`: other passes are shown beside it, so that the iteration alone would not tell whose it is.
    """
    record = trace.decisions[index]
    if record["attempt"] < 0:
        return "frame"
    kind = trace.attempts[record["attempt"]]["kind"]
    attempt = "walk experiment" if kind == AttemptKind.WALK_EXPERIMENT else "move"
    if record["pass_index"] < 0:
        return attempt
    place = "before the first iteration"
    if record["iteration"] >= 0:
        place = f"iteration {record['iteration'] - trace.iterations_of(int(record['pass_index'])).start + 1}"
    name = PassKind(int(trace.passes[record["pass_index"]]["kind"])).name
    return f"{attempt}, {name}, {place}" if mixed else place


def _tell_outcome(record: Any) -> tuple[str, str]:
    """Return what followed from a decision, for a sentence and for a column."""
    gate, yes, value = Gate(int(record["gate"])), bool(record["outcome"]), float(record["value"])
    if _is_exempt(record):
        return _FACES_DOWN
    if gate == Gate.SENSOR_SHORT and yes and value == 0.0:
        return _NO_DIRECTION
    if gate == Gate.RECOVERY_PUSH and yes and value <= 0.0:
        return _TOUCHES
    words = GATE_WORDS[gate]
    return (words.yes, words.short_yes) if yes else (words.no, words.short_no)


def _is_exempt(record: Any) -> bool:
    """Tell whether a face has the figures of a steep one and was not counted as such: only one that looks down."""
    return record["gate"] in _STEEP and not record["outcome"] and is_holding(record)


def _write_line(trace: Trace, index: int, *, decided: bool, mixed: bool) -> DecisionLine:
    record = trace.decisions[index]
    gate = Gate(int(record["gate"]))
    value, relation, threshold = write_comparison(record)
    if _is_exempt(record):
        relation = threshold = ""  # that it is less than the limit is true, and settles nothing
    return DecisionLine(
        index=index,
        label=_write_label(trace, record),
        value=value,
        relation=relation,
        threshold=threshold,
        margin=write_margin(record) if relation else "",
        unit=GATES[gate].unit,
        outcome=_tell_outcome(record)[1],
        sentence=explain_decision(trace, index),
        group=_name_group(trace, index, mixed=mixed),
        decided=decided,
    )


def _write_label(trace: Trace, record: Any) -> str:
    """Write what was asked, and of which body where several are asked in turn."""
    label = GATE_WORDS[Gate(int(record["gate"]))].label
    if record["gate"] not in _NAMED or record["body"] < 0:
        return label
    name = trace.body_name(int(record["body"]))
    return f"{label}: {name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + '…'}"


def _write_unit(gate: Gate) -> str:
    unit = GATES[gate].unit
    return f" {unit}" if unit else ""


def _fill(trace: Trace, record: Any, text: str) -> str:
    """Put names into a text: of the body and triangle, `something` if not told, and of the side rule's contact."""
    body = int(record["body"])
    surface = name_surface(trace, body, int(record["triangle"])) if body >= 0 else "something"
    contact = name_contact(trace, int(record["attempt"])) if "{contact}" in text else ""
    return text.format(surface=surface, contact=contact)


def _finish(sentence: str) -> str:
    """Make a sentence of some words. Names of bodies keep the case that their file gave them."""
    return f"{sentence}."

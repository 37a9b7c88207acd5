"""Which decision decided: what ended a pass, what refused an attempt, which guard acted; and where each belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.playback import Cursor, Depth, attempt_index, iteration_index, pass_index
from engine.decisions import Gate
from engine.trace import Exit, PassKind, SlopeRule

if TYPE_CHECKING:
    from engine.trace import Trace

_ENDINGS = {
    Exit.NO_HIT: (Gate.HIT, False),
    Exit.MIN_DISTANCE: (Gate.REST, False),
    Exit.REVERSED: (Gate.REVERSAL, True),
    Exit.OVERLAP_RECOVERED: (Gate.OVERLAP, True),
    Exit.MAX_ITERATIONS: (Gate.GUARD_LOOP, True),
}
"""Which gate, by which outcome, ends a pass with an exit."""
_SLIDE_ENDINGS = {
    Exit.NO_HIT: (Gate.BUMP_HIT, False),
    Exit.ZERO: (Gate.BUMP_REST, False),
    Exit.MIN_DISTANCE: (Gate.BUMP_REST, False),
    Exit.MAX_ITERATIONS: (Gate.MAX_BUMPS, True),
}
"""The same for BUMP, the pass that moves in `slide`."""
_GROUND = (Gate.GROUND_WALKABLE, Gate.GROUND_LOST)
"""The gates by which `slide` says whether it has ground."""
_TURNS = (Gate.DEPENETRATION_DUE, Gate.STILL_OVERLAPS, Gate.MAX_BUMPS, Gate.STUCK)
"""What matters in a whole frame of `slide`, where it holds."""
_RULE_GATES = {
    SlopeRule.SIDE_CONSTRAINED: (Gate.SIDE_STEEP, Gate.SIDE_HEIGHT),
    SlopeRule.DOWN_TRIANGLE: (Gate.DOWN_STEEP, Gate.DOWN_TOP),
}
"""The gates of each slope rule."""
_SLOPE_GATES = {
    Gate.SLOPE_ON: False,
    Gate.USER_UNDERFOOT: True,
    Gate.SIDE_STEEP: False,
    Gate.SIDE_HEIGHT: False,
    Gate.DOWNWARD: False,
    Gate.DOWN_STEEP: False,
    Gate.DOWN_TOP: False,
}
"""The gates of the slope rules, and the outcome with which each lets an attempt pass."""


def decisions_at(trace: Trace, cursor: Cursor) -> list[int]:
    """Return the decisions that belong to what a cursor names: to itself, not to what is inside it.

    A pass is told whole, with its iterations: there the gates that end it are asked.
    """
    attempt, pass_, iteration = (find(trace, cursor) for find in (attempt_index, pass_index, iteration_index))
    chosen = []
    for index in trace.decisions_of(cursor.frame):
        record = trace.decisions[index]
        if iteration is not None:
            belongs = record["iteration"] == iteration
        elif pass_ is not None:
            belongs = record["pass_index"] == pass_
        elif attempt is not None:
            belongs = record["attempt"] == attempt and record["pass_index"] < 0
        else:
            belongs = record["attempt"] < 0
        if belongs:
            chosen.append(index)
    return chosen


def summarise_frame(trace: Trace, frame: int) -> list[int]:
    """Return what matters when a frame is looked at whole: its own decisions, and those that judged its attempts."""
    chosen = decisions_at(trace, Cursor(frame))
    for attempt in trace.attempts_of(frame):
        chosen += find_verdict(trace, attempt)
    chosen += [i for i in trace.decisions_of(frame) if _is_guard(trace, i) or _is_turn(trace, i)]
    return sorted(set(chosen))


def list_shown(trace: Trace, cursor: Cursor) -> list[int]:
    """Return the decisions that a cursor asks about."""
    return summarise_frame(trace, cursor.frame) if cursor.depth == Depth.FRAME else decisions_at(trace, cursor)


def find_verdict(trace: Trace, attempt: int) -> list[int]:
    """Return the gates that judged an attempt: both of the slope rule that refused it, or the last one that let it.

    `slide` refuses nothing: there it is the one that said whether the ground bears.
    """
    record = trace.attempts[attempt]
    asked = [i for i in trace.decisions_of(int(record["frame"])) if trace.decisions[i]["attempt"] == attempt]
    wanted = _RULE_GATES.get(SlopeRule(int(record["slope_rule"])))
    if wanted is not None:
        last = {int(trace.decisions[i]["gate"]): i for i in asked if trace.decisions[i]["outcome"]}
        return sorted(last[gate] for gate in wanted if gate in last)
    passed = [i for i in asked if _lets_pass(trace, i)] or [i for i in asked if trace.decisions[i]["gate"] in _GROUND]
    return passed[-1:]


def find_pair(trace: Trace, index: int) -> tuple[int, int] | None:
    """Return the steepness gate and the height gate of a slope rule by its height gate; None for other gates."""
    record = trace.decisions[index]
    pair = next((gates for gates in _RULE_GATES.values() if gates[1] == record["gate"]), None)
    if pair is None:
        return None
    for earlier in range(index - 1, trace.decisions_of(int(record["frame"])).start - 1, -1):
        other = trace.decisions[earlier]
        if other["gate"] == pair[0] and other["attempt"] == record["attempt"] and other["outcome"]:
            return earlier, index
    return None


def list_refusals(trace: Trace, frame: int) -> frozenset[int]:
    """Return the decisions that refused attempts of a frame: the frame's own words tell them."""
    refused = [i for i in trace.attempts_of(frame) if trace.attempts[i]["slope_rule"] != SlopeRule.NONE]
    return frozenset(index for attempt in refused for index in find_verdict(trace, attempt))


def find_ending(trace: Trace, pass_: int) -> int | None:
    """Return the decision that ended a pass; None where none did: it had nothing to do, or its iterations ran out."""
    endings = _SLIDE_ENDINGS if trace.passes[pass_]["kind"] == PassKind.BUMP else _ENDINGS
    ending = endings.get(Exit(int(trace.passes[pass_]["exit"])))
    if ending is None:
        return None
    frame = int(trace.attempts[trace.passes[pass_]["attempt"]]["frame"])
    for index in reversed(trace.decisions_of(frame)):
        record = trace.decisions[index]
        if record["pass_index"] == pass_ and (record["gate"], bool(record["outcome"])) == ending:
            return index
    return None


def list_deciding(trace: Trace, index: int) -> list[int]:
    """Return the decisions that settled what the one at `index` is part of."""
    record = trace.decisions[index]
    if _is_guard(trace, index):
        return [index]
    if record["pass_index"] >= 0:
        ending = find_ending(trace, int(record["pass_index"]))
        verdict = find_verdict(trace, int(record["attempt"])) if record["attempt"] >= 0 else []
        return [*verdict, *([] if ending is None else [ending])]
    return find_verdict(trace, int(record["attempt"])) if record["attempt"] >= 0 else []


def _is_guard(trace: Trace, index: int) -> bool:
    return Gate(int(trace.decisions[index]["gate"])).is_guard


def _is_turn(trace: Trace, index: int) -> bool:
    """Tell whether a decision of `slide` is one that a whole frame turns on."""
    return trace.decisions[index]["gate"] in _TURNS and bool(trace.decisions[index]["outcome"])


def _lets_pass(trace: Trace, index: int) -> bool:
    record = trace.decisions[index]
    gate = Gate(int(record["gate"]))
    return gate in _SLOPE_GATES and bool(record["outcome"]) == _SLOPE_GATES[gate]

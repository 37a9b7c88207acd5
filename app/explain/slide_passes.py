"""The passes that look for ground and push out of overlaps, in words: PROBE, SNAP and DEPENETRATE of 003 5 and 6.

What they did stands in their decisions, not in the way that they went. A trace without decisions has no words here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from app.explain.bodies import name_surface
from app.explain.words import NOTICED, count_words, format_exact, format_length, join_clauses
from app.measure import as_vec3, norm, subtract
from engine.decisions import Gate
from engine.trace import Exit, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace


@dataclass(frozen=True)
class PassWords:
    """A pass by what came of it."""

    label: str
    """A few words beside its line."""
    clause: str
    """A clause of a sentence."""
    ending: str
    """A sentence about what followed."""
    exit: str
    """Why it ended, in a word or two."""


def word_pass(trace: Trace, index: int) -> PassWords | None:
    """Return the words of a pass that is told by its decisions; None for the passes that sweep, and without any."""
    write = _WRITERS.get(PassKind(int(trace.passes[index]["kind"])))
    return None if write is None else write(trace, index)


def list_pass_decisions(trace: Trace, index: int, gate: Gate) -> list[Any]:
    """Return the decisions of a gate that a pass asked, in order."""
    frame = int(trace.attempts[trace.passes[index]["attempt"]]["frame"])
    inside = trace.decisions_of(frame)
    records = trace.decisions[inside.start : inside.stop]
    return list(records[(records["pass_index"] == index) & (records["gate"] == gate)])


def _last(trace: Trace, index: int, gate: Gate) -> Any | None:
    found = list_pass_decisions(trace, index, gate)
    return found[-1] if found else None


def _name(trace: Trace, record: Any) -> str:
    return name_surface(trace, int(record["body"]), -1)


def _word_probe(trace: Trace, index: int) -> PassWords | None:
    """Say what ground was felt, how far below the capsule, and whether it bears."""
    probe = _last(trace, index, Gate.PROBE)
    if probe is None:
        return None
    if not probe["outcome"]:
        return _word_no_ground(trace, "PROBE felt", probe)
    surface, gap = _name(trace, probe), format_exact(float(probe["value"]))
    walkable = _last(trace, index, Gate.GROUND_WALKABLE)
    is_steep = walkable is not None and not walkable["outcome"]
    ending = "It is too steep to stand on." if is_steep else "It bears the character." if walkable is not None else ""
    label = f"PROBE: {surface} {gap} below{', too steep' if is_steep else ''}"
    return PassWords(label, f"PROBE felt {surface} {gap} below", ending, "too steep" if is_steep else "ground felt")


def _word_no_ground(trace: Trace, beginning: str, probe: Any) -> PassWords:
    kind, reach = beginning.split(" ", maxsplit=1)[0], format_exact(float(probe["threshold"]))
    far = ""
    if probe["body"] >= 0:
        far = f"{_name(trace, probe)} is {format_exact(float(probe['value']))} below, which is too far."
    return PassWords(f"{kind}: no ground", f"{beginning} no ground within {reach}", far, "no ground")


def _word_snap(trace: Trace, index: int) -> PassWords | None:
    """Say what ground there was to step down to, and how deep the step was."""
    probe, walkable = _last(trace, index, Gate.PROBE), _last(trace, index, Gate.SNAP_WALKABLE)
    if probe is None:
        return None
    if not probe["outcome"] or walkable is None:
        return _word_no_ground(trace, "SNAP found", probe)
    surface, record = _name(trace, probe), trace.passes[index]
    if not walkable["outcome"]:
        clause = f"SNAP found {surface}, which is too steep to step down to"
        return PassWords(f"SNAP: {surface} too steep", clause, "", "too steep")
    drop = norm(subtract(as_vec3(record["end"]), as_vec3(record["start"])))
    if drop < NOTICED:
        clause = f"SNAP found it standing on {surface} already"
        return PassWords(f"SNAP: stands on {surface}", clause, "There was nothing to step down.", "stands already")
    far = format_length(drop)
    return PassWords(f"SNAP {far} down to {surface}", f"SNAP stepped down {far} to {surface}", "", "stepped down")


def _word_push(trace: Trace, index: int) -> PassWords | None:
    """Say out of what the capsule was pushed, in how many rounds, and what the test after it found."""
    record = trace.passes[index]
    pushing = [each for each in list_pass_decisions(trace, index, Gate.DEPENETRATION_DEPTH) if each["outcome"]]
    if not pushing and not trace.frames[trace.attempts[record["attempt"]]["frame"]]["decision_count"]:
        return None
    if not pushing:
        return PassWords("DEPENETRATE: no overlap", "DEPENETRATE found no overlap", "", "no overlap")
    bodies = join_clauses(list(dict.fromkeys(_name(trace, each) for each in pushing)))
    far = format_length(norm(subtract(as_vec3(record["end"]), as_vec3(record["start"]))))
    rounds = count_words(len({int(each["iteration"]) for each in pushing}), "round")
    label, clause = f"DEPENETRATE {far} out of {bodies}", f"DEPENETRATE pushed it {far} out of {bodies} in {rounds}"
    is_cut = record["exit"] == Exit.MAX_ITERATIONS
    return PassWords(label, clause, _tell_retest(trace, record), "rounds used up" if is_cut else "pushed out")


def _tell_retest(trace: Trace, record: Any) -> str:
    """Say what the test after pushing out found (003 6.3)."""
    frame = int(trace.attempts[record["attempt"]]["frame"])
    tests = [trace.decisions[i] for i in trace.decisions_of(frame) if trace.decisions[i]["gate"] == Gate.STILL_OVERLAPS]
    if not tests:
        return ""
    if tests[-1]["outcome"]:
        depth = format_exact(float(tests[-1]["value"]))
        return f"The test after it still found {depth} of overlap, so the capsule went back to its last safe position."
    return "The test after it found no overlap."


_WRITERS: Mapping[PassKind, Callable[[Trace, int], PassWords | None]] = MappingProxyType(
    {PassKind.PROBE: _word_probe, PassKind.SNAP: _word_snap, PassKind.DEPENETRATE: _word_push}
)

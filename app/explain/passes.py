"""One pass in words: what it is for, how far it went, what it hit and why it ended."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.explain.bodies import name_surface
from app.explain.exits import explain_exit
from app.explain.iterations import tell_push
from app.explain.rests import least_move, tell_rest
from app.explain.slide_passes import word_pass
from app.explain.slide_sweeps import is_slide
from app.explain.ways import label_way, pass_lengths, tell_way
from app.explain.words import Explanation, Row, format_exact, format_length, format_number, format_vector
from app.measure import as_vec3
from engine.trace import AttemptKind, Exit, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace

DOWN_WITHOUT_LIFT = "DOWN makes the downward part of the move; the walk experiment had no UP, so no lift to take back."
PURPOSES: Mapping[PassKind, str] = MappingProxyType(
    {
        PassKind.UP: "UP lifts the capsule by the step offset, and by the upward part of the move.",
        PassKind.SIDE: "SIDE makes the sideways part of the move and slides along what it hits.",
        PassKind.SENSOR: "SENSOR only looks one radius ahead for a steep triangle; the capsule is put back afterwards.",
        PassKind.DOWN: "DOWN takes the lift back and makes the downward part of the move.",
        PassKind.RECOVER: "RECOVER goes down from ground that the walk experiment found too steep.",
        PassKind.BUMP: "BUMP makes the move and slides along what it hits.",
        PassKind.SNAP: "SNAP goes down to ground that the capsule has just left.",
        PassKind.DEPENETRATE: "DEPENETRATE pushes the capsule out of what it overlaps.",
        PassKind.PROBE: "PROBE only looks for ground below.",
    }
)
"""What each pass is for."""


def pass_hits(trace: Trace, index: int) -> list[int]:
    """Return the iterations of a pass that hit something, as indices into `trace.iterations`."""
    return [i for i in trace.iterations_of(index) if trace.iterations[i]["hit"]]


def is_too_short(trace: Trace, index: int) -> bool:
    """Tell whether a pass had a move, but one too short to sweep."""
    record = trace.passes[index]
    return bool(record["exit"] == Exit.MIN_DISTANCE and record["iteration_count"] == 0)


def label_pass(trace: Trace, index: int) -> str:
    """Write a pass in a few words, for a label beside its line: `SIDE 0.0667 m, no hit`."""
    record = trace.passes[index]
    name, exit_ = PassKind(int(record["kind"])).name, Exit(int(record["exit"]))
    words = word_pass(trace, index)
    if words is not None:
        return words.label
    if exit_ == Exit.ZERO:
        return f"{name}: nothing to do"
    if is_too_short(trace, index):
        return f"{name}: too short to sweep"
    hits = _name_hits(trace, index)
    if exit_ == Exit.OVERLAP_RECOVERED:
        return f"{name}: pushed out of {hits} by {format_length(pass_lengths(trace, index)[1])}"
    if not hits:
        return f"{name} {format_length(pass_lengths(trace, index)[1])}, no hit"
    return f"{name} {label_way(trace, index)}, hit {hits}"


def _name_hits(trace: Trace, index: int) -> str:
    """Name the bodies that a pass hit, each once, and how often if more than once in all."""
    hits = pass_hits(trace, index)
    names = list(dict.fromkeys(name_surface(trace, int(trace.iterations[i]["body"]), -1) for i in hits))
    return ", ".join(names) + (f" ({len(hits)} hits)" if len(hits) > 1 else "")


def tell_pass(trace: Trace, index: int) -> str:
    """Say a pass as a clause of a sentence: `DOWN came down 0.4843 of 0.6635 m and hit ramp, triangle 0`."""
    record = trace.passes[index]
    kind, exit_ = PassKind(int(record["kind"])), Exit(int(record["exit"]))
    words = word_pass(trace, index)
    if words is not None:
        return words.clause
    if exit_ == Exit.ZERO:
        return f"{kind.name} had nothing to do"
    if is_too_short(trace, index):
        move = format_exact(pass_lengths(trace, index)[0])
        return f"{kind.name}: its move of {move} is not longer than {least_move(trace)}, so nothing was swept"
    hits = pass_hits(trace, index)
    if exit_ == Exit.OVERLAP_RECOVERED:
        push = tell_push(trace, pass_lengths(trace, index)[1])
        return f"{kind.name} found it touching or overlapping {_name_hits(trace, index)}: it was {push}"
    if not hits:
        return f"{kind.name} {tell_way(trace, index, whole=False)} without a hit"
    last = trace.iterations[hits[-1]]
    surface = name_surface(trace, int(last["body"]), int(last["triangle"]))
    met = f"hit {surface}" if len(hits) == 1 else f"hit {_name_hits(trace, index)}"
    return f"{kind.name} {tell_way(trace, index, whole=True)} and {met}"


def explain_pass(trace: Trace, index: int) -> Explanation:
    """Say what a pass did, by its index into `trace.passes`."""
    record = trace.passes[index]
    kind, exit_ = PassKind(int(record["kind"])), Exit(int(record["exit"]))
    asked, went = pass_lengths(trace, index)
    iterations, most = int(record["iteration_count"]), int(record["max_iterations"])
    experiment = trace.attempts[record["attempt"]]["kind"] == AttemptKind.WALK_EXPERIMENT
    sentences = [DOWN_WITHOUT_LIFT if experiment and kind == PassKind.DOWN else PURPOSES[kind]]
    if exit_ != Exit.ZERO:
        sentences.append(f"{tell_pass(trace, index)}.")
    words = word_pass(trace, index)
    if words is not None:
        sentences += [words.ending] if words.ending else []
    elif not is_too_short(trace, index):
        sentences += _tell_exit(trace, index)
    if record["restored"] and words is None:
        sentences.append("The capsule was then put back to where the pass began.")
    told = explain_exit(exit_, is_slide=is_slide(trace))
    allowed = f"{iterations} of {most}" if most >= 0 else str(iterations)
    rows = (
        Row("move", format_vector(as_vec3(record["move"])), "m", "The displacement that the pass was to make."),
        Row("asked", format_number(asked), "m", "Length of that displacement."),
        Row("went", format_number(went), "m", "From the pass's start to its end, as the crow flies."),
        Row("iterations", allowed, "", "How many sweeps ran, of how many allowed."),
        Row("hits", str(len(pass_hits(trace, index))), "", "Sweeps that hit something."),
        Row("exit", told.short, "", told.sentence) if words is None else Row("exit", words.exit, "", words.ending),
        Row("kept", "no" if record["restored"] else "yes", "", "Whether the capsule stayed where the pass ended."),
    )
    return Explanation(kind.name, label_pass(trace, index), tuple(sentences), rows)


def _tell_exit(trace: Trace, index: int) -> list[str]:
    """Say why a pass ended, with what its last hit left of the way."""
    record = trace.passes[index]
    exit_, most, hits = Exit(int(record["exit"])), int(record["max_iterations"]), pass_hits(trace, index)
    if exit_ == Exit.MAX_ITERATIONS and most >= 1:
        used = "Its one iteration hit something" if most == 1 else f"Each of its {most} iterations hit something"
        return [f"{used}; the rest of the way was dropped."]
    if exit_ in (Exit.MIN_DISTANCE, Exit.REVERSED) and hits and hits[-1] == trace.iterations_of(index)[-1]:
        return list(tell_rest(trace, hits[-1]))
    return [explain_exit(exit_, is_slide=is_slide(trace)).sentence]

"""One frame in a paragraph: what was asked, what came of it, and why. Every reason is read off the trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.explain.passes import pass_hits, tell_pass
from app.explain.slopes import explain_slope
from app.explain.words import Explanation, Row, describe_move, format_length, format_vector, join_clauses
from app.measure import (
    Vec3,
    add_scaled,
    as_vec3,
    cct_settings,
    is_known,
    known_up,
    norm,
    split_move,
    subtract,
    trace_up,
)
from engine.trace import AttemptKind, Exit, Flags, PassKind, SlopeRule

if TYPE_CHECKING:
    from engine.trace import Trace

_SAME = 1e-5
"""Metres. Two displacements nearer than this are one: float32 producers round at about 1e-7 of the coordinates."""
_FLAG_WORDS = {Flags.DOWN: "below", Flags.SIDES: "at the sides", Flags.UP: "above"}
_NOTICED_HEIGHT = 1e-3
"""Metres. A smaller change of height in a frame is not worth a sentence."""


def explain_frame(trace: Trace, frame: int) -> Explanation:
    """Say what a frame did and why."""
    record, up = trace.frames[frame], known_up(trace)
    achieved = frame_displacement(trace, frame)
    asked = as_vec3(record["move"])
    sentences = [_tell_asked(asked, up), f"Achieved: {describe_move(achieved, up)}."]
    if record["attempt_count"]:
        sentences += [*_tell_added_motion(trace, frame), *_tell_attempts(trace, frame)]
        sentences += _tell_sideways_loss(trace, frame, achieved)
        sentences += _tell_ground(trace, frame, achieved)
    else:
        sentences += _tell_without_passes(trace, frame)
    rows = (
        Row("asked", format_vector(asked), "m", "The displacement that the frame was given."),
        Row("achieved", format_vector(achieved), "m", "From where the frame began to where it ended."),
    )
    return Explanation(f"Frame {frame}", _summarise(trace, frame), tuple(sentences), rows)


def frame_displacement(trace: Trace, frame: int) -> Vec3:
    """Return how the capsule's centre moved in a frame, metres."""
    return subtract(as_vec3(trace.frames[frame]["center"]), as_vec3(trace.start_center(frame)))


def _tell_asked(asked: Vec3, up: Vec3 | None) -> str:
    if not is_known(asked):
        return "What move was asked for is not recorded."
    return f"Asked: {describe_move(asked, up)}."


def _tell_added_motion(trace: Trace, frame: int) -> list[str]:
    """Say what the first attempt's move has on top of what was asked; the trace names the body that stood below."""
    first = trace.attempts[trace.attempts_of(frame)[0]]
    added = subtract(as_vec3(first["move"]), as_vec3(trace.frames[frame]["move"]))
    if not is_known(added) or norm(added) < _SAME:
        return []
    told = f"The controller changed that by {describe_move(added, known_up(trace))} before it swept"
    body = int(trace.frames[frame - 1]["touched"]) if frame > 0 else -1
    return [f"{told}; in the frame before it stood on {trace.body_name(body)}." if body >= 0 else f"{told}."]


def _tell_attempts(trace: Trace, frame: int) -> list[str]:
    """Say the attempts one after the other, each with its passes and the rule that undid it."""
    sentences = []
    settings, up = cct_settings(trace), trace_up(trace)
    for ordinal, index in enumerate(trace.attempts_of(frame)):
        attempt = trace.attempts[index]
        experiment = attempt["kind"] == AttemptKind.WALK_EXPERIMENT
        if experiment:
            move = describe_move(as_vec3(attempt["move"]), known_up(trace))
            back = "So the capsule was put back and the walk" if ordinal else "The walk"
            sentences.append(f"{back} experiment ran, with a move of {move}.")
        ran = [i for i in trace.passes_of(index) if trace.passes[i]["exit"] != Exit.ZERO]
        before_rule = [i for i in ran if trace.passes[i]["kind"] != PassKind.RECOVER]
        clauses = [tell_pass(trace, i) for i in before_rule]
        sentences.append(f"{join_clauses(clauses)}." if clauses else "No pass had anything to do.")
        slope = explain_slope(attempt, settings, up)
        if slope is not None:
            repeated = slope.sentences[0] in sentences
            sentences += ("That is too steep again, by the same figures.",) if repeated else slope.sentences
        sentences += [f"So {tell_pass(trace, i)}." for i in ran if i not in before_rule]
    return sentences


def _tell_sideways_loss(trace: Trace, frame: int, achieved: Vec3) -> list[str]:
    """Say how much of the sideways move is missing and what the trace holds against it."""
    up = known_up(trace)
    attempts = trace.attempts_of(frame)
    asked = as_vec3(trace.attempts[attempts[0]]["move"])
    if up is None or not is_known(asked) or not is_known(achieved):
        return []
    sideways, height = split_move(asked, up)
    along = 0.0
    if sideways >= _SAME:
        direction = add_scaled(asked, up, -height)
        along = sum(a * d for a, d in zip(achieved, direction, strict=True)) / sideways
    if sideways - along < max(_SAME, 0.01 * sideways):
        return []
    lost, to = f"Of {format_length(sideways)} sideways, {format_length(sideways - along)} was lost", " to "
    if along <= -_SAME:
        lost = f"Asked {format_length(sideways)} sideways, it went {format_length(-along)} the other way"
        to = "; it hit "
    if trace.attempts[attempts[0]]["slope_rule"] != SlopeRule.NONE and len(attempts) > 1:
        return [f"{lost}: the plain move was undone as too steep."]
    bodies = _bodies_hit_sideways(trace, attempts[-1])
    return [f"{lost}{to}{join_clauses(bodies)}."] if bodies else [f"{lost}; no sideways hit is recorded."]


def _bodies_hit_sideways(trace: Trace, attempt: int) -> list[str]:
    names: dict[str, None] = {}
    for index in trace.passes_of(attempt):
        if trace.passes[index]["kind"] in (PassKind.SIDE, PassKind.BUMP):
            names.update({trace.body_name(int(trace.iterations[i]["body"])): None for i in pass_hits(trace, index)})
    return list(names)


def _tell_ground(trace: Trace, frame: int, achieved: Vec3) -> list[str]:
    """Say where the frame ended: higher, lower, on what."""
    up, record = known_up(trace), trace.frames[frame]
    if up is None or not is_known(achieved):
        return []
    height = split_move(achieved, up)[1]
    flags = Flags(int(record["flags"]))
    if Flags.UNKNOWN in flags:
        ground = ""
    elif Flags.DOWN in flags:
        touched = int(record["touched"])
        ground = f"on {trace.body_name(touched)}" if touched >= 0 else "with ground below"
    else:
        ground = "with nothing below"
    if abs(height) < _NOTICED_HEIGHT:
        return [f"It ended at the same height{f', {ground}' if ground else ''}."]
    change = f"{format_length(abs(height))} {'higher' if height > 0 else 'lower'}"
    return [f"It ended {change}{f', {ground}' if ground else ''}."]


def _tell_without_passes(trace: Trace, frame: int) -> list[str]:
    """Say what a trace without passes still tells: its contacts and flags."""
    sentences = []
    bodies = dict.fromkeys(trace.body_name(int(trace.contacts[i]["body"])) for i in trace.contacts_of(frame))
    if bodies:
        sentences.append(f"It touched {join_clauses(list(bodies))}.")
    flags = Flags(int(trace.frames[frame]["flags"]))
    if Flags.UNKNOWN not in flags:
        sentences.append(f"It collided {join_clauses([_FLAG_WORDS[flag] for flag in flags]) or 'nowhere'}.")
    return [*sentences, "Which sweeps ran is not recorded, so the trace does not tell why."]


def _summarise(trace: Trace, frame: int) -> str:
    """Write a frame in a few words: the one thing about it that matters most."""
    attempts = [trace.attempts[i] for i in trace.attempts_of(frame)]
    if not attempts:
        return "passes not recorded"
    if attempts[0]["slope_rule"] != SlopeRule.NONE:
        return "too steep, walk experiment" if len(attempts) > 1 else "too steep"
    exits = {int(trace.passes[i]["exit"]) for i in trace.passes_of(trace.attempts_of(frame)[-1])}
    if Exit.OVERLAP_RECOVERED in exits:
        return "pushed out of an overlap"
    bodies = _bodies_hit_sideways(trace, trace.attempts_of(frame)[-1])
    if bodies:
        return f"ran into {join_clauses(bodies)}"
    return "nothing to do" if exits <= {Exit.ZERO} else _summarise_free(trace, frame)


def _summarise_free(trace: Trace, frame: int) -> str:
    """Write a frame whose sideways way was free: up, down, or level."""
    flags, touched = Flags(int(trace.frames[frame]["flags"])), int(trace.frames[frame]["touched"])
    height = split_move(frame_displacement(trace, frame), trace_up(trace))[1]
    if Flags.UNKNOWN not in flags and Flags.DOWN not in flags:
        return "in the air"
    if abs(height) < _NOTICED_HEIGHT or known_up(trace) is None:
        return "went freely"
    way = f"went {'up' if height > 0 else 'down'} {format_length(abs(height))}"
    return f"{way} on {trace.body_name(touched)}" if touched >= 0 else way

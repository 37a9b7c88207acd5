"""One frame in a paragraph: what was asked, what came of it, and why. Every reason is read off the trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.explain.bodies import find_body, list_motion_rows, name_surface
from app.explain.grounds import looked_down, tell_ground, tell_without_passes
from app.explain.motion import (
    find_teleport,
    foot_before,
    frame_displacement,
    has_jump,
    jump_displacement,
    sweep_displacement,
    tell_carrier,
    tell_jump,
)
from app.explain.passes import is_too_short, pass_hits, tell_pass
from app.explain.slopes import explain_slope
from app.explain.words import (
    NOTICED,
    SMALLEST_SHOWN,
    Explanation,
    Row,
    describe_move,
    format_length,
    format_vector,
    join_clauses,
)
from app.measure import (
    add_scaled,
    as_vec3,
    cct_settings,
    dot,
    is_known,
    known_up,
    norm,
    split_move,
    subtract,
    trace_up,
)
from engine.decisions import Gate
from engine.trace import SPAWN_ONLY, AttemptKind, Exit, Flags, PassKind, SlopeRule

if TYPE_CHECKING:
    from engine.trace import Trace

NOTHING_RAN = (
    "Nothing has run: the capsule stands where the scenario puts it. It has no input, or a controller that cannot be "
    "simulated yet. A trace of that name beside the scenario, NAME.trace.json or NAME.trace.json.gz, is opened with it."
)
_SAME = 1e-5
"""Metres. Two asked displacements nearer than this are one: float32 producers round at 1e-7 of the coordinates."""


def explain_frame(trace: Trace, frame: int) -> Explanation:
    """Say what a frame did and why."""
    if trace.producer == SPAWN_ONLY:
        return Explanation("Spawn", "nothing has run", (NOTHING_RAN,))
    sentences = [_tell_asked(trace, frame), *tell_jump(trace, frame), _tell_achieved(trace, frame)]
    if trace.frames[frame]["attempt_count"]:
        sentences += [*_tell_added_motion(trace, frame), *_tell_attempts(trace, frame)]
        sentences += _tell_sideways_loss(trace, frame)
        sentences += tell_ground(trace, frame)
    else:
        sentences += tell_without_passes(trace, frame)
    return Explanation(f"Frame {frame}", _summarise(trace, frame), tuple(sentences), _list_rows(trace, frame))


def _list_rows(trace: Trace, frame: int) -> tuple[Row, ...]:
    """Return the displacements of a frame, and of the body underfoot if it moves."""
    asked, achieved = as_vec3(trace.frames[frame]["move"]), frame_displacement(trace, frame)
    rows = [
        Row("asked", format_vector(asked), "m", "The displacement that the frame was given."),
        Row("achieved", format_vector(achieved), "m", "From where the frame before ended to where this one ended."),
    ]
    if has_jump(trace, frame):
        before, swept = jump_displacement(trace, frame), sweep_displacement(trace, frame)
        rows.append(Row("before the sweeps", format_vector(before), "m", "Moved between the frames, not by a sweep."))
        rows.append(Row("by sweeps", format_vector(swept), "m", "From where the sweeps began to where they ended."))
    body = find_body(trace, int(trace.frames[frame]["touched"]))
    if body is not None:
        rows += list_motion_rows(trace, body, frame, foot_before(trace, frame), body.id)
    return tuple(rows)


def _tell_asked(trace: Trace, frame: int) -> str:
    asked = as_vec3(trace.frames[frame]["move"])
    if not is_known(asked):
        return "What move was asked for is not recorded."
    return f"Asked: {describe_move(asked, known_up(trace), SMALLEST_SHOWN)}."


def _tell_achieved(trace: Trace, frame: int) -> str:
    """Say how far the capsule came since the frame before, and how much of that its sweeps did."""
    up = known_up(trace)
    told = f"Achieved: {describe_move(frame_displacement(trace, frame), up)}"
    if not has_jump(trace, frame):
        return f"{told}."
    return f"{told}; by sweeps {describe_move(sweep_displacement(trace, frame), up)}."


def _tell_added_motion(trace: Trace, frame: int) -> list[str]:
    """Say what the first attempt's move has on top of what was asked; the trace names the body that stood below."""
    first = trace.attempts[trace.attempts_of(frame)[0]]
    added = subtract(as_vec3(first["move"]), as_vec3(trace.frames[frame]["move"]))
    if not is_known(added) or norm(added) < _SAME:
        return []
    move = describe_move(added, known_up(trace), SMALLEST_SHOWN)
    told, carrier = f"The controller changed that by {move} before it swept", tell_carrier(trace, frame)
    return [f"{told}; in the frame before {carrier}." if carrier else f"{told}."]


def _tell_attempts(trace: Trace, frame: int) -> list[str]:
    """Say the attempts one after the other, each with its passes and the rule that undid it."""
    sentences: list[str] = []
    settings, up = cct_settings(trace), trace_up(trace)
    for ordinal, index in enumerate(trace.attempts_of(frame)):
        attempt = trace.attempts[index]
        if attempt["kind"] == AttemptKind.WALK_EXPERIMENT:
            move = describe_move(as_vec3(attempt["move"]), known_up(trace), SMALLEST_SHOWN)
            back = "So the capsule was put back and the walk" if ordinal else "The walk"
            sentences.append(f"{back} experiment ran, with a move of {move}.")
        ran = [i for i in trace.passes_of(index) if trace.passes[i]["exit"] != Exit.ZERO]
        recoveries = [i for i in ran if trace.passes[i]["kind"] == PassKind.RECOVER]
        sentences += _tell_passes(trace, [i for i in ran if i not in recoveries])
        slope = explain_slope(attempt, settings, up, trace)
        if slope is not None:
            repeated = slope.sentences[0] in sentences
            sentences += ("That is too steep again, by the same figures.",) if repeated else slope.sentences
        sentences += [f"So {tell_pass(trace, i)}." for i in recoveries]
    return sentences


def _tell_passes(trace: Trace, passes: list[int]) -> list[str]:
    """Say some passes in one sentence, and those that were too short to sweep in their own."""
    if not passes:
        return ["No pass had anything to do."]
    short = [i for i in passes if is_too_short(trace, i)]
    clauses = join_clauses([tell_pass(trace, i) for i in passes if i not in short])
    return [*([f"{clauses}."] if clauses else []), *(f"{tell_pass(trace, i)}." for i in short)]


def _tell_sideways_loss(trace: Trace, frame: int) -> list[str]:
    """Say how much of the sideways move is missing and what the trace holds against it."""
    up, achieved, attempts = known_up(trace), sweep_displacement(trace, frame), trace.attempts_of(frame)
    asked = as_vec3(trace.attempts[attempts[0]]["move"])
    if up is None or not is_known(asked) or not is_known(achieved):
        return []
    sideways, height = split_move(asked, up)
    if sideways < NOTICED:
        return []
    along = dot(achieved, add_scaled(asked, up, -height)) / sideways
    if sideways - along < max(NOTICED, 0.01 * sideways):
        return []
    lost, to = f"Of {format_length(sideways)} sideways, {format_length(sideways - along)} was lost", " to "
    if along <= -NOTICED:
        lost = f"Asked {format_length(sideways)} sideways, it went {format_length(-along)} the other way"
        to = "; it hit "
    bodies = _bodies_hit_sideways(trace, attempts[-1])
    if trace.attempts[attempts[0]]["slope_rule"] != SlopeRule.NONE and len(attempts) > 1:
        met = f", and in the walk experiment SIDE hit {join_clauses(bodies)}" if bodies else ""
        return [f"{lost}: the plain move was undone as too steep{met}."]
    return [f"{lost}{to}{join_clauses(bodies)}."] if bodies else [f"{lost}; no sideways hit is recorded."]


def _bodies_hit_sideways(trace: Trace, attempt: int) -> list[str]:
    sideways = [i for i in trace.passes_of(attempt) if trace.passes[i]["kind"] in (PassKind.SIDE, PassKind.BUMP)]
    return _name_bodies(trace, [hit for index in sideways for hit in pass_hits(trace, index)])


def _bodies_overlapped(trace: Trace, attempt: int) -> list[str]:
    pushes = [i for i in trace.passes_of(attempt) if trace.passes[i]["exit"] == Exit.OVERLAP_RECOVERED]
    return _name_bodies(trace, [hit for index in pushes for hit in pass_hits(trace, index)[-1:]]) or ["an overlap"]


def _name_bodies(trace: Trace, iterations: list[int]) -> list[str]:
    """Return the names of the bodies that some iterations hit, each once."""
    return list(dict.fromkeys(name_surface(trace, int(trace.iterations[i]["body"]), -1) for i in iterations))


def _summarise(trace: Trace, frame: int) -> str:
    """Write a frame in a few words: the one thing about it that matters most."""
    if find_teleport(trace, frame) is not None and has_jump(trace, frame):
        return "teleported"
    attempts = [trace.attempts[i] for i in trace.attempts_of(frame)]
    if not attempts:
        return "passes not recorded"
    if attempts[0]["slope_rule"] != SlopeRule.NONE:
        return "too steep, walk experiment" if len(attempts) > 1 else "too steep"
    exits = {int(trace.passes[i]["exit"]) for i in trace.passes_of(trace.attempts_of(frame)[-1])}
    if Exit.OVERLAP_RECOVERED in exits:
        return f"pushed out of {join_clauses(_bodies_overlapped(trace, trace.attempts_of(frame)[-1]))}"
    bodies = _bodies_hit_sideways(trace, trace.attempts_of(frame)[-1])
    if bodies:
        return f"ran into {join_clauses(bodies)}"
    return "nothing to do" if exits <= {Exit.ZERO} else _summarise_free(trace, frame)


def _in_grace(trace: Trace, frame: int) -> bool:
    """Tell whether `slide` counts ground that it has lost as ground still (003 5.3)."""
    inside = trace.decisions_of(frame)
    records = trace.decisions[inside.start : inside.stop]
    was_grounded = len(trace.states) == len(trace) and bool(trace.states[frame]["is_grounded"])
    return was_grounded and bool(((records["gate"] == Gate.GROUND_LOST) & ~records["outcome"]).any())


def _summarise_free(trace: Trace, frame: int) -> str:
    """Write a frame whose sideways way was free: up, down, or level."""
    flags, touched = Flags(int(trace.frames[frame]["flags"])), int(trace.frames[frame]["touched"])
    height = split_move(frame_displacement(trace, frame), trace_up(trace))[1]
    if Flags.UNKNOWN not in flags and Flags.DOWN not in flags and looked_down(trace, frame):
        return "off the ground, in its grace time" if _in_grace(trace, frame) else "in the air"
    if abs(height) < NOTICED or known_up(trace) is None:
        return "went freely"
    way = f"went {'up' if height > 0 else 'down'} {format_length(abs(height))}"
    return f"{way} on {trace.body_name(touched)}" if touched >= 0 else way

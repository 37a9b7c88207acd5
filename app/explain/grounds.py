"""How a frame ended: higher or lower, on what, and where it collided, as far as the trace tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.explain.bodies import find_body, list_hits, name_body, name_surface
from app.explain.motion import frame_displacement
from app.explain.passes import pass_hits
from app.explain.words import NOTICED, format_length, join_clauses
from app.measure import Vec3, as_vec3, dot, is_known, known_up, split_move
from engine.level import BodyRole
from engine.trace import NO_BODY, Flags, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace

_LOOKS_DOWN = (PassKind.DOWN, PassKind.RECOVER, PassKind.SNAP, PassKind.PROBE)
"""The passes that look for ground."""
_SLIDE_LOOKS = (PassKind.BUMP, PassKind.SNAP, PassKind.PROBE)
"""Passes by which the `slide` controller is known: it has no DOWN."""
_FLAG_WORDS = {Flags.DOWN: "below", Flags.SIDES: "at the sides", Flags.UP: "above"}
_UPRIGHT = 0.5
"""Cosine from up beyond which a sweep went up or down, not sideways; controllers sweep along the axes of up."""


def tell_ground(trace: Trace, frame: int) -> list[str]:
    """Say where a frame with passes ended: higher, lower, on what."""
    up, achieved = known_up(trace), frame_displacement(trace, frame)
    if up is None or not is_known(achieved):
        return []
    height = split_move(achieved, up)[1]
    change = "at the same height"
    if abs(height) >= NOTICED:
        change = f"{format_length(abs(height))} {'higher' if height > 0 else 'lower'}"
    record = trace.frames[frame]
    flags, touched = Flags(int(record["flags"])), int(record["touched"])
    if Flags.UNKNOWN in flags:
        return [f"It ended {change}."]
    if Flags.DOWN in flags and touched >= 0:
        return [f"It ended {change}, on {trace.body_name(touched)}."]
    stranger = _name_stranger(trace, frame)
    if stranger:
        return [f"It ended {change}, on {stranger}, which leaves no touched body."]
    looked = _tell_touch(trace, frame) if Flags.DOWN in flags else _tell_look(trace, frame)
    return [f"It ended {change}.", looked]


def name_underfoot(trace: Trace, frame: int) -> str:
    """Name what a frame ended on; obstacles and other characters too, though they leave no touched body."""
    stranger = _name_stranger(trace, frame)
    return f"{stranger} (leaves no touched body)" if stranger else name_body(trace, int(trace.frames[frame]["touched"]))


def _name_stranger(trace: Trace, frame: int) -> str:
    """Name the obstacle or other character underfoot, with what it is; empty if there is none or it is not told."""
    record, attempts = trace.frames[frame], trace.attempts_of(frame)
    flags = Flags(int(record["flags"]))
    if record["touched"] != NO_BODY or Flags.DOWN not in flags or Flags.UNKNOWN in flags:
        return ""
    found = [int(trace.states[frame + 1]["support"])] if frame + 1 < len(trace.states) else []
    hits = list_hits(trace, attempts[-1], (PassKind.DOWN,)) if attempts else []
    found += [int(trace.iterations[i]["body"]) for i in hits[-1:]]
    for index in found:
        body = find_body(trace, index)
        if body is not None and body.role != BodyRole.LEVEL:
            return body.id if body.role.value in body.id.lower() else f"{body.role.value} {body.id}"
    return ""


def looked_down(trace: Trace, frame: int) -> bool:
    """Tell whether a pass of the frame's last attempt swept for ground."""
    return bool(_list_looks(trace, frame))


def _list_looks(trace: Trace, frame: int) -> list[int]:
    """Return the passes of the last attempt that swept for ground."""
    return [
        i
        for i in trace.passes_of(trace.attempts_of(frame)[-1])
        if trace.passes[i]["kind"] in _LOOKS_DOWN and trace.passes[i]["iteration_count"]
    ]


def _tell_touch(trace: Trace, frame: int) -> str:
    """Say what touched below when no body underfoot is recorded."""
    missing = "no body underfoot is recorded"
    hits = [i for i in _list_looks(trace, frame) if pass_hits(trace, i)]
    if not hits:
        return f"It collided below; {missing}."
    kind = PassKind(int(trace.passes[hits[-1]]["kind"]))
    return f"{kind.name} touched {_name_last_hit(trace, hits[-1])}; {missing}."


def _name_last_hit(trace: Trace, index: int) -> str:
    body = int(trace.iterations[pass_hits(trace, index)[-1]]["body"])
    return trace.body_name(body) if body >= 0 else "something"


def _tell_look(trace: Trace, frame: int) -> str:
    """Say what a frame without a collision below knows about the ground."""
    looks = _list_looks(trace, frame)
    if not looks:
        kinds = {int(trace.passes[i]["kind"]) for i in trace.passes_of(trace.attempts_of(frame)[-1])}
        what = "No pass looked for ground" if kinds & set(_SLIDE_LOOKS) else "DOWN did not run"
        return f"{what}, so the ground was not looked for." if what.startswith("DOWN") else f"{what}."
    kind = PassKind(int(trace.passes[looks[-1]]["kind"]))
    if pass_hits(trace, looks[-1]):
        return f"{kind.name} touched {_name_last_hit(trace, looks[-1])}, but no collision below is flagged."
    return f"{kind.name} found nothing below."


def tell_without_passes(trace: Trace, frame: int) -> list[str]:
    """Say what a trace without passes still tells: its contacts and flags."""
    sentences = []
    bodies = dict.fromkeys(name_surface(trace, int(trace.contacts[i]["body"]), -1) for i in trace.contacts_of(frame))
    if bodies:
        sentences.append(f"It touched {join_clauses(list(bodies))}.")
    record = trace.frames[frame]
    flags = Flags(int(record["flags"]))
    if Flags.UNKNOWN not in flags:
        sentences.append(f"It collided {_tell_flags(trace, frame, flags)}.")
        if Flags.DOWN in flags and record["touched"] == NO_BODY:
            sentences.append("No body underfoot is recorded.")
    return [*sentences, "Which sweeps ran is not recorded, so the trace does not tell why."]


def _tell_flags(trace: Trace, frame: int, flags: Flags) -> str:
    """Say where a frame collided, and for each place whether a recorded contact explains it."""
    up = known_up(trace)
    explained = {_place_contact(trace, i, up) for i in trace.contacts_of(frame)} if up is not None else set(flags)
    clauses = [
        _FLAG_WORDS[flag] if flag in explained else f"{_FLAG_WORDS[flag]} (with what is not recorded)" for flag in flags
    ]
    return join_clauses(clauses) or "nowhere"


def _place_contact(trace: Trace, index: int, up: Vec3) -> Flags:
    """Return which flag a contact explains, by the direction of the sweep that found it, else by its normal."""
    record = trace.contacts[index]
    towards, normal = as_vec3(record["direction"]), as_vec3(record["normal"])
    height = dot(towards, up) if is_known(towards) else -dot(normal, up)
    if height <= -_UPRIGHT:
        return Flags.DOWN
    return Flags.UP if height >= _UPRIGHT else Flags.SIDES

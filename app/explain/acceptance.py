"""Why a frame was allowed: what the two slope rules looked at, and the figures by which they let it pass."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.explain.bodies import Face, find_body, find_face, list_hits, name_surface
from app.explain.slopes import Gate, compare_steepness, find_side_triangle, has_slope_rules, name_pass
from app.explain.words import Explanation, Row, format_exact, format_number, format_pair
from app.measure import Vec3, as_vec3, cct_settings, dot, is_known, known_up, subtract
from engine.decisions import Gate as Asked
from engine.level import BodyKind, BodyRole
from engine.trace import Exit, PassKind, SlopeRule

if TYPE_CHECKING:
    from engine.level import Body
    from engine.settings import CctSettings
    from engine.trace import Trace

_ROLE_WORDS = {BodyRole.OBSTACLE: "an obstacle", BodyRole.CHARACTER: "another character"}


@dataclass
class _Case:
    """An attempt that was not refused, with the figures that its rules compare, and what is told of it so far."""

    trace: Trace
    settings: CctSettings
    up: Vec3
    attempt: int
    down: int
    """The last hit of DOWN, an index into `trace.iterations`."""
    sentences: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    @property
    def bottom(self) -> float:
        """Height of the capsule's bottom before the attempt, without the contact offset."""
        assert self.trace.scenario is not None
        capsule = self.trace.scenario.capsule
        start = as_vec3(self.trace.attempts[self.attempt]["start"])
        return dot(start, self.up) - capsule.radius - capsule.half_height

    @property
    def contact_height(self) -> float:
        """Height of the DOWN contact above that bottom; NaN if its point is not recorded."""
        point = as_vec3(self.trace.iterations[self.down]["point"])
        return dot(point, self.up) - self.bottom if is_known(point) else math.nan

    def steepness(self, face: Face) -> Gate:
        """Return the comparison of a face with the slope limit."""
        tooltip = "Cosine of the triangle's own slope, against the slope limit."
        return Gate("n·up", dot(face.normal, self.up), float(self.settings.slope_limit), "", tooltip)


def explain_acceptance(trace: Trace, frame: int) -> Explanation | None:
    """Say why the slope rules let a frame pass; None if they refused it, were off, or had nothing to look at."""
    case = _find_case(trace, frame)
    if case is None:
        return None
    body = find_body(trace, int(trace.iterations[case.down]["body"]))
    if body is not None and body.role in _ROLE_WORDS:
        told = f"The slope rules do not apply with {body.id} underfoot: it is {_ROLE_WORDS[body.role]}."
        return Explanation("Slope rules: not refused", "not refused", (told,))
    _judge_down(case, body)
    _judge_side(case)
    _compare_contact(case)
    return Explanation("Slope rules: not refused", "not refused", tuple(case.sentences), tuple(case.rows))


def explain_exemption(trace: Trace, frame: int) -> Explanation | None:
    """Say that the slope rules were not asked about what DOWN hit last, and why; None if they were, or are off.

    For frames with decisions: those tell what was asked, and nothing tells what was not.
    """
    case = _find_case(trace, frame)
    body = None if case is None else find_body(trace, int(trace.iterations[case.down]["body"]))
    if case is None or body is None or has_slope_rules(body):
        return None
    asked = {int(trace.decisions[i]["gate"]) for i in trace.decisions_of(frame)}
    if Asked.DOWN_STEEP in asked:
        return None  # about what it hit before
    rules = "DOWN-triangle rule was" if Asked.SIDE_STEEP in asked else "slope rules were"
    return Explanation("Slope rules: not asked", "not asked", (f"The {rules} not asked: {_tell_exempt(body)}.",))


def _tell_exempt(body: Body) -> str:
    """Say why the slope rules do not apply to a body."""
    if body.role in _ROLE_WORDS:
        return f"{body.id} is {_ROLE_WORDS[body.role]}"
    return f"{body.id} is {'round' if body.kind == BodyKind.STATIC else body.kind.value}"


def _find_case(trace: Trace, frame: int) -> _Case | None:
    """Return the frame's attempt if DOWN hit something in it and no rule refused it."""
    settings, up, attempts = cct_settings(trace), known_up(trace), trace.attempts_of(frame)
    if settings is None or up is None or settings.slope_limit == 0.0 or len(attempts) == 0:
        return None
    if any(trace.attempts[i]["slope_rule"] != SlopeRule.NONE for i in attempts):
        return None
    hits = list_hits(trace, attempts[-1], (PassKind.DOWN,))
    if not hits or trace.iterations[hits[-1]]["distance"] <= 0.0:
        return None
    return _Case(trace, settings, up, attempts[-1], hits[-1])


def _judge_down(case: _Case, body: Body | None) -> None:
    """Say why the DOWN-triangle rule let the attempt pass."""
    record = case.trace.iterations[case.down]
    name = name_surface(case.trace, int(record["body"]), int(record["triangle"]))
    if body is not None and not has_slope_rules(body):
        why = "it is round" if body.kind == BodyKind.STATIC else f"it is {body.kind.value}"
        case.sentences.append(f"The slope rules do not apply to {name}: {why}.")
        return
    face = find_face(case.trace, case.down)
    if face is None:
        case.sentences.append(f"Which triangle of {name} DOWN hit cannot be told.")
        return
    steep, step = case.steepness(face), float(case.settings.step_offset)
    tooltip = "Highest vertex of the DOWN triangle above the capsule's bottom before the move, against the step offset."
    top = Gate("triangle's top", face.top - case.bottom, step, "m", tooltip)
    case.rows += [steep.as_row(), top.as_row()]
    if dot(as_vec3(case.trace.attempts[case.attempt]["move"]), case.up) > 0.0:
        case.sentences.append("The move goes up, so the DOWN-triangle rule did not apply.")
    elif steep.value < 0.0:
        case.sentences.append(f"{name}, which DOWN hit, faces down: the slope rules do not ask about it.")
    elif steep.margin >= 0.0:
        case.sentences.append(f"{name}, which DOWN hit, is walkable: {compare_steepness(steep)}.")
    else:
        told = f"{name}, which DOWN hit, is steep: {compare_steepness(steep)}"
        case.sentences.append(f"{told}. But its top is {_tell_height(top.value, top.threshold)}.")


def _judge_side(case: _Case) -> None:
    """Say why the side rule let the attempt pass."""
    if case.settings.climbing == "easy":
        case.sentences.append("Climbing is easy, so the side rule is off.")
        return
    hit = find_side_triangle(case.trace, case.attempt)
    face = None if hit is None else find_face(case.trace, hit)
    if hit is not None and face is None:
        case.sentences.append(f"Which triangle {name_pass(case.trace, hit)} hit last cannot be told.")
        return
    gate = None if face is None else case.steepness(face)
    if hit is None or gate is None or not 0.0 <= gate.value < gate.threshold:
        case.sentences.append("SIDE and SENSOR hit nothing steep, so the side rule did not apply.")
        return
    record = case.trace.iterations[hit]
    surface = name_surface(case.trace, int(record["body"]), int(record["triangle"]))
    step, clamped = _lifted_step(case)
    case.sentences.append(
        f"{surface}, which {name_pass(case.trace, hit)} hit, is steep by the triangle's own normal, not the contact's: "
        f"{compare_steepness(gate)}. But the DOWN contact is {_tell_height(case.contact_height, step)}"
        f"{' (as far as UP could lift)' if clamped else ''}."
    )


def _tell_height(height: float, step: float) -> str:
    """Say how a height above the capsule's bottom compares with the step offset."""
    if height < 0.0:
        return f"{format_exact(-height)} below the capsule's bottom; the step offset is {format_exact(step)}"
    value, offset = format_pair(height, step)
    verdict = "by these figures more than" if height > step else "not more than"
    return f"{value} m above the capsule's bottom, {verdict} the step offset {offset} m"


def _lifted_step(case: _Case) -> tuple[float, bool]:
    """Return the step offset that the side rule compares with, and whether a hit in UP clamped it to the lift."""
    for index in case.trace.passes_of(case.attempt):
        record = case.trace.passes[index]
        if record["kind"] == PassKind.UP and record["exit"] == Exit.MAX_ITERATIONS:
            return dot(subtract(as_vec3(record["end"]), as_vec3(record["start"])), case.up), True
    return float(case.settings.step_offset), False


def _compare_contact(case: _Case) -> None:
    """Compare the height of what was stepped on with the step offset, and tell how high a step may be."""
    height, (step, clamped) = case.contact_height, _lifted_step(case)
    if case.settings.climbing == "easy" or not math.isfinite(height):
        return
    tooltip = "How far the DOWN contact lies above the capsule's bottom before the move, against the step offset."
    case.rows.append(Gate("DOWN contact", height, step, "m", tooltip).as_row())
    gap = float(case.settings.contact_offset)
    if height <= step - gap or clamped:  # a lower step is climbed without the gap's help
        return
    contact, offset = format_pair(height, step)
    case.sentences.append(
        f"The DOWN contact is {contact} m above the capsule's bottom; the step offset is {offset} m. At rest the "
        f"capsule floats one contact offset above the floor, so the effective step is step offset + contact offset: "
        f"{format_number(step)} + {format_number(gap)} = {format_exact(step + gap)}."
    )

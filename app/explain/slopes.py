"""The two slope rules in words: which triangle was too steep, and what height made it matter."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.explain.bodies import find_body, list_hits, name_surface
from app.explain.words import (
    NOT_RECORDED,
    Explanation,
    Row,
    format_angle,
    format_comparison,
    format_number,
    format_pair,
)
from app.measure import Vec3, angle_from_up, as_vec3, dot, is_known
from engine.level import BodyKind, BodyRole
from engine.rules import Rules
from engine.shapes import CapsuleShape, Sphere
from engine.trace import AttemptKind, PassKind, SlopeRule

if TYPE_CHECKING:
    from engine.level import Body
    from engine.settings import CctSettings
    from engine.trace import Trace


@dataclass(frozen=True)
class Gate:
    """One comparison of a rule: the figure, what it was compared with, and by how much it passed or failed."""

    label: str
    value: float
    threshold: float
    unit: str
    tooltip: str

    @property
    def margin(self) -> float:
        """How far the figure lies from the threshold; NaN if either is not recorded."""
        return self.value - self.threshold

    def as_row(self) -> Row:
        """Write the comparison as a line of a table."""
        return Row(self.label, format_comparison(self.value, self.threshold), self.unit, self.tooltip)


def slope_gates(record: Any, settings: CctSettings | None, up: Vec3) -> tuple[Gate, Gate]:
    """Return the steepness and the height gate of an attempt whose slope rule fired."""
    normal = as_vec3(record["slope_normal"])
    steepness = dot(normal, up) if is_known(normal) else math.nan
    limit = math.nan if settings is None else float(settings.slope_limit)
    heights = {
        SlopeRule.SIDE_CONSTRAINED: "How far the rule's contact lies above the capsule's bottom before the move.",
        SlopeRule.DOWN_TRIANGLE: "How far the triangle's top lies above the capsule's bottom before the move.",
    }
    rule = SlopeRule(int(record["slope_rule"]))
    return (
        Gate("n·up", steepness, limit, "", "Cosine of the triangle's slope, against the slope limit."),
        Gate("height", float(record["slope_height"]), float(record["slope_step_offset"]), "m", heights.get(rule, "")),
    )


def explain_slope(
    record: Any, settings: CctSettings | None, up: Vec3, trace: Trace | None = None
) -> Explanation | None:
    """Say which slope rule undid an attempt and by which figures; None if none fired.

    `record` is a row of `trace.attempts`. `settings` may be missing: the slope limit is then not known. With the trace,
    the pass and the body that the side rule looked at are named.
    """
    rule = SlopeRule(int(record["slope_rule"]))
    if rule == SlopeRule.NONE:
        return None
    gates = steep, high = slope_gates(record, settings, up)
    what, where, step = "The DOWN triangle is too steep", "its top is", "step offset"
    if rule == SlopeRule.SIDE_CONSTRAINED:
        what = f"{_name_side_hit(record, trace)} is too steep by the triangle's own normal, not the contact's"
        where, step = f"the {_name_side_contact(record, trace)} is", "step offset (as far as UP could lift)"
    height, offset = format_pair(high.value, high.threshold)
    sentence = (
        f"{what}: {compare_steepness(steep)}, and {where} {height} m above the capsule's bottom > {step} {offset} m."
    )
    slope = Row("slope", *_slope_angle(record, up), "The triangle's angle from level ground.")
    attempt = "walk experiment" if record["kind"] == AttemptKind.WALK_EXPERIMENT else "move"
    name = "DOWN triangle" if rule == SlopeRule.DOWN_TRIANGLE else "side rule"
    title = f"{attempt}: too steep ({name})"
    return Explanation(title, "too steep", (sentence,), (slope, *(gate.as_row() for gate in gates)))


def _name_side_hit(record: Any, trace: Trace | None) -> str:
    """Name the triangle that the side rule looked at, and the pass that hit it, as far as it can be told."""
    hit = None
    if trace is not None and record["pass_count"]:
        hit = find_side_triangle(trace, int(trace.passes[record["pass_start"]]["attempt"]))
    if trace is None or hit is None:
        return "A triangle that SIDE or SENSOR hit"
    found = trace.iterations[hit]
    return f"{name_surface(trace, int(found['body']), int(found['triangle']))}, which {name_pass(trace, hit)} hit,"


def _name_side_contact(record: Any, trace: Trace | None) -> str:
    if trace is None or not record["pass_count"]:
        return "DOWN contact"  # as PhysX does, the only other producer that tells its slope rules
    return name_contact(trace, int(trace.passes[record["pass_start"]]["attempt"]))


def name_contact(trace: Trace, attempt: int) -> str:
    """Name the contact whose height the side rule looks at, by its pass: the last one that hit before the rule ruled.

    That is DOWN, unless the rule rules before it (`side_rule: after_side`).
    """
    kinds = [PassKind.UP, PassKind.SIDE, PassKind.SENSOR]
    rules = None if trace.scenario is None else trace.scenario.rule_set
    if not isinstance(rules, Rules) or rules.side_rule == "after_down":
        kinds.append(PassKind.DOWN)
    hits = list_hits(trace, attempt, tuple(kinds)) if attempt >= 0 else []
    touching = [i for i in hits if trace.iterations[i]["distance"] > 0.0]
    return f"{name_pass(trace, touching[-1])} contact" if touching else "last contact"


def name_pass(trace: Trace, iteration: int) -> str:
    """Name the pass of an iteration."""
    return PassKind(int(trace.passes[trace.iterations[iteration]["pass_index"]]["kind"])).name


def find_side_triangle(trace: Trace, attempt: int) -> int | None:
    """Return the iteration that the side rule looks at: the last hit of SIDE or SENSOR on a static triangle."""
    for index in reversed(list_hits(trace, attempt, (PassKind.SIDE, PassKind.SENSOR))):
        body = find_body(trace, int(trace.iterations[index]["body"]))
        if body is not None and has_slope_rules(body) and trace.iterations[index]["distance"] > 0.0:
            return index
    return None


def has_slope_rules(body: Body) -> bool:
    """Tell whether the slope rules apply to a body: static, of the level, and made of triangles."""
    flat = not isinstance(body.shape, Sphere | CapsuleShape)
    return body.kind == BodyKind.STATIC and body.role == BodyRole.LEVEL and flat


def _slope_angle(record: Any, up: Vec3) -> tuple[str, str]:
    normal = as_vec3(record["slope_normal"])
    return (f"{angle_from_up(normal, up):.1f}", "°") if is_known(normal) else (NOT_RECORDED, "")


def compare_steepness(gate: Gate) -> str:
    """Write the comparison with the slope limit, as cosines and angles."""
    value, limit = format_pair(gate.value, gate.threshold)
    if value == NOT_RECORDED:
        return "its normal is not recorded"
    slope = f"n·up {value} ({format_angle(_degrees(gate.value))})"
    if limit == NOT_RECORDED:
        return f"{slope}, slope limit not recorded"
    sign = "<" if gate.value < gate.threshold else ">="
    return f"{slope} {sign} slope limit {limit} ({format_angle(_degrees(gate.threshold))})"


def _degrees(cosine: float) -> float:
    return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))


def describe_slope_limit(settings: CctSettings) -> str:
    """Write the slope limit as cosine and angle, or that it is off."""
    limit = float(settings.slope_limit)
    return "off" if limit == 0.0 else f"{format_number(limit)} ({format_angle(_degrees(limit))})"

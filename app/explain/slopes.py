"""The two slope rules in words: which triangle was too steep, and what height made it matter."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.explain.words import NOT_RECORDED, Explanation, Row, format_angle, format_number, format_pair
from app.measure import Vec3, angle_from_up, as_vec3, dot, is_known
from engine.trace import SlopeRule

if TYPE_CHECKING:
    from engine.settings import CctSettings


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
        value, threshold = format_pair(self.value, self.threshold)
        known = NOT_RECORDED not in (value, threshold)
        sign = "<" if self.value < self.threshold else ">"
        return Row(self.label, f"{value} {sign} {threshold}" if known else value, self.unit, self.tooltip)


def slope_gates(record: Any, settings: CctSettings | None, up: Vec3) -> tuple[Gate, Gate]:
    """Return the steepness and the height gate of an attempt whose slope rule fired."""
    normal = as_vec3(record["slope_normal"])
    steepness = dot(normal, up) if is_known(normal) else math.nan
    limit = math.nan if settings is None else float(settings.slope_limit)
    heights = {
        SlopeRule.SIDE_CONSTRAINED: "How far the DOWN contact lies above the capsule's bottom before the move.",
        SlopeRule.DOWN_TRIANGLE: "How far the triangle's top lies above the capsule's bottom before the move.",
    }
    rule = SlopeRule(int(record["slope_rule"]))
    return (
        Gate("n·up", steepness, limit, "", "Cosine of the triangle's slope, against the slope limit."),
        Gate("height", float(record["slope_height"]), float(record["slope_step_offset"]), "m", heights.get(rule, "")),
    )


def explain_slope(record: Any, settings: CctSettings | None, up: Vec3) -> Explanation | None:
    """Say which slope rule undid an attempt and by which figures; None if none fired.

    `record` is a row of `trace.attempts`. `settings` may be missing: the slope limit is then not known.
    """
    rule = SlopeRule(int(record["slope_rule"]))
    if rule == SlopeRule.NONE:
        return None
    gates = steep, high = slope_gates(record, settings, up)
    if rule == SlopeRule.DOWN_TRIANGLE:
        what, where, step = "the DOWN triangle", "its top is", "step offset"
    else:
        what, where = "a triangle that SIDE or SENSOR hit", "the DOWN contact is"
        step = "step offset (as far as UP could lift)"
    height, offset = format_pair(high.value, high.threshold)
    sentence = (
        f"{what[0].upper()}{what[1:]} is too steep: {_compare_steepness(steep)}, and {where} {height} m above the "
        f"capsule's bottom > {step} {offset} m."
    )
    slope = Row("slope", *_slope_angle(record, up), "The triangle's angle from level ground.")
    title = "Too steep: DOWN triangle" if rule == SlopeRule.DOWN_TRIANGLE else "Too steep: side rule"
    return Explanation(title, "too steep", (sentence,), (slope, *(gate.as_row() for gate in gates)))


def _slope_angle(record: Any, up: Vec3) -> tuple[str, str]:
    normal = as_vec3(record["slope_normal"])
    return (f"{angle_from_up(normal, up):.1f}", "°") if is_known(normal) else (NOT_RECORDED, "")


def _compare_steepness(gate: Gate) -> str:
    value, limit = format_pair(gate.value, gate.threshold)
    if value == NOT_RECORDED:
        return "its normal is not recorded"
    slope = f"n·up {value} ({format_angle(_degrees(gate.value))})"
    if limit == NOT_RECORDED:
        return f"{slope}, slope limit not recorded"
    return f"{slope} < slope limit {limit} ({format_angle(_degrees(gate.threshold))})"


def _degrees(cosine: float) -> float:
    return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))


def describe_slope_limit(settings: CctSettings) -> str:
    """Write the slope limit as cosine and angle, or that it is off."""
    limit = float(settings.slope_limit)
    return "off" if limit == 0.0 else f"{format_number(limit)} ({format_angle(_degrees(limit))})"

"""The figures of a decision: value, the relation that holds, threshold and margin, with the digits that matter."""

from __future__ import annotations

import math
from typing import Any

from app.explain.words import SMALLEST_SHOWN, format_number, format_pair
from engine.decisions import GATES, Gate

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": ">"}
"""What holds where a relation does not. Only distances are compared by `=`, and they are never negative."""

_COUNTS = (Gate.GUARD_LOOP, Gate.CLIP_PLANES, Gate.MAX_BUMPS)
"""Gates that compare whole numbers."""


def write_comparison(record: Any) -> tuple[str, str, str]:
    """Write value, the relation that holds, and threshold, with the digits that tell the two figures apart."""
    gate, value, threshold = Gate(int(record["gate"])), float(record["value"]), float(record["threshold"])
    relation = GATES[gate].relation
    if not relation:
        return "", "", ""
    if not math.isfinite(value) or not math.isfinite(threshold):
        return "none" if value == math.inf else _write_figure(value), "", _write_figure(threshold)
    holds = relation if is_holding(record) else _OPPOSITE[relation]
    if gate == Gate.RECOVERY_PUSH and value == threshold:
        holds = "="
    if GATES[gate].unit == "frames" or gate in _COUNTS:
        return f"{value:.0f}", holds, f"{threshold:.0f}"
    if min(abs(value), abs(threshold)) < SMALLEST_SHOWN:
        return _write_figure(value), holds, _write_figure(threshold)
    left, right = format_pair(value, threshold)
    return left, holds, right


def is_holding(record: Any) -> bool:
    """Tell whether the figures are in the gate's relation; a rule may still have ruled otherwise."""
    value, threshold = float(record["value"]), float(record["threshold"])
    match GATES[Gate(int(record["gate"]))].relation:
        case "<":
            return value < threshold
        case "<=":
            return value <= threshold
        case ">":
            return value > threshold
        case ">=":
            return value >= threshold
    return value == threshold


def write_margin(record: Any) -> str:
    """Write how far the value lies above (+) or below (-) the threshold."""
    margin = float(record["value"]) - float(record["threshold"])
    gate = Gate(int(record["gate"]))
    if GATES[gate].unit == "frames" or gate in _COUNTS:
        return f"{margin:+.0f}"
    text = _write_figure(margin)
    return f"+{text}" if margin > 0.0 else text


def _write_figure(value: float) -> str:
    """Write a figure; one that would vanish by its power of ten, and nothing as a plain zero."""
    if value == 0.0:
        return "0"
    return f"{value:.0e}" if abs(value) < SMALLEST_SHOWN else format_number(value)

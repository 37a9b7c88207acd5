"""Criteria and what was measured in plain words: the same in a table, a badge and a report. Angles are in degrees."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.criteria import Take

if TYPE_CHECKING:
    from engine.criteria import Criterion
    from engine.microtests.verdicts import CriterionResult

_NAMES = {
    "delta_x": "delta x",
    "delta_y": "delta y",
    "delta_z": "delta z",
    "delta_height": "rise",
    "delta_share": "delta / asked",
    "ground_angle": "ground angle",
    "overlapping": "frames in overlap",
    "rounds": "rounds of pushing out",
    "jitter": "jitter score",
}
_TAKES = {
    Take.FIRST: "first {}",
    Take.LAST: "final {}",
    Take.LARGEST: "largest {}",
    Take.LEAST: "least {}",
    Take.MEAN: "mean {}",
    Take.RANGE: "range of {}",
    Take.VARIANCE: "variance of {}",
    Take.SUM: "{}",
    Take.CHANGE: "change of {}",
}
_SMALLEST = 1e-9
"""Below this, a figure is rounding and is shown as 0."""


def tell_criterion(criterion: Criterion) -> str:
    """Say what is measured, and where: `largest delta, after contact`."""
    if criterion.kind is not None:
        words = f"{criterion.kind} findings"
    elif (criterion.measure, criterion.taken) == ("grounded", Take.MEAN):
        words = "frames on ground"
    else:
        words = _TAKES[criterion.taken].format(_NAMES.get(criterion.measure, criterion.measure))
    window = _tell_window(criterion)
    return f"{words}, {window}" if window else words


def _tell_window(criterion: Criterion) -> str:
    if criterion.after is not None:
        return f"after {criterion.after}"
    if criterion.frames is None:
        return ""
    first, last = criterion.frames
    if last == -1 and first < 0:
        return "last frame" if first == -1 else f"last {-first} frames"
    if first == last:
        return f"frame {first}"
    return f"frame {first} on" if last == -1 else f"frames {first} to {last}"


def tell_threshold(criterion: Criterion) -> str:
    """Say what it may be: `< 0.01 m`, `0.93 ± 0.01 m`."""
    unit = _unit_of(criterion)
    if criterion.expect is not None:
        expected = _write(criterion, criterion.expect)
        if criterion.within:
            return f"{expected} ± {_write(criterion, criterion.within)}{unit}"
        return f"= {expected}{unit}"
    signs = (("≥", criterion.at_least), (">", criterion.above), ("≤", criterion.at_most), ("<", criterion.below))
    return ", ".join(f"{sign} {_write(criterion, limit)}{unit}" for sign, limit in signs if limit is not None)


def tell_measured(result: CriterionResult) -> str:
    """Say what was measured, with its unit."""
    if math.isnan(result.measured):
        return "not measured"
    return f"{_write(result.criterion, result.measured)}{_unit_of(result.criterion)}"


def tell_physx(criterion: Criterion) -> str:
    """Say what real PhysX measures, with its unit; empty if the criterion does not tell."""
    if criterion.physx is None:
        return ""
    return f"{_write(criterion, criterion.physx.expect)}{_unit_of(criterion)}"


def _is_share(criterion: Criterion) -> bool:
    return criterion.measure == "grounded" and criterion.taken is Take.MEAN


def _unit_of(criterion: Criterion) -> str:
    if _is_share(criterion):
        return " %"
    unit = {"rad": "°"}.get(criterion.facts.unit, criterion.facts.unit)
    if criterion.measure == "delta_share":
        unit = "×"
    if criterion.taken is Take.VARIANCE and unit:
        unit = f"{unit}²" if not unit.endswith("²") else "m⁴"
    return unit if unit in ("", "°", "°²", "×") else f" {unit}"


def _write(criterion: Criterion, value: float) -> str:
    if _is_share(criterion):
        value = 100.0 * value
    elif criterion.facts.unit == "rad":
        value = round(math.degrees(value), 5)
    return "0" if abs(value) < _SMALLEST else f"{value:.4g}"

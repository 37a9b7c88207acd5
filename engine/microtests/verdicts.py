"""A trace against criteria: what was measured, what it may be, the verdict, and the frame to look at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from engine.microtests.measures import Gauges, NotMeasuredError
from engine.microtests.windows import find_event, find_window, take_figure

if TYPE_CHECKING:
    from engine.criteria import Criterion, Event
    from engine.detect import Finding
    from engine.trace import Trace


class Verdict(StrEnum):
    """What a criterion, a run or a microtest comes to, the best first."""

    PASS = "pass"  # noqa: S105 -- a verdict
    DIFFERS = "differs by design"
    FAIL = "fail"


def worst_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the worst verdict; of none, a pass."""
    order = list(Verdict)
    return max(verdicts, key=order.index, default=Verdict.PASS)


@dataclass(frozen=True)
class CriterionResult:
    """What one criterion came to."""

    criterion: Criterion
    measured: float
    """In the measure's unit; NaN if it could not be measured."""
    frame: int
    """Where the measured value occurs; -1 if nowhere."""
    verdict: Verdict
    reason: str = ""
    """Why it could not be measured, or why the difference is by design; else empty."""


def evaluate(
    trace: Trace, criteria: Sequence[Criterion] | None = None, findings: tuple[Finding, ...] | None = None
) -> tuple[CriterionResult, ...]:
    """Judge a trace of any engine by criteria, in their order; by those of its own scenario if none are given.

    findings: what all detectors find in it, if that is known already: finding it takes longer than the rest.
    What the trace does not tell cannot be met: such a criterion fails, and its reason says what is missing.
    """
    if criteria is None:
        criteria = () if trace.scenario is None else trace.scenario.criteria
    gauges = Gauges(trace, findings)
    return tuple(_judge(gauges, criterion) for criterion in criteria)


def find_moment(trace: Trace, event: Event) -> int | None:
    """Return the frame of an event in a trace, or None if it does not happen."""
    try:
        return find_event(Gauges(trace), event)
    except NotMeasuredError:
        return None


def _judge(gauges: Gauges, criterion: Criterion) -> CriterionResult:
    try:
        measured, frame = _measure(gauges, criterion)
    except NotMeasuredError as error:
        return CriterionResult(criterion, math.nan, -1, Verdict.FAIL, str(error))
    if criterion.is_met_by(measured):
        return CriterionResult(criterion, measured, frame, Verdict.PASS)
    if criterion.physx is not None and criterion.is_physx(measured):
        return CriterionResult(criterion, measured, frame, Verdict.DIFFERS, criterion.physx.why)
    return CriterionResult(criterion, measured, frame, Verdict.FAIL)


def _measure(gauges: Gauges, criterion: Criterion) -> tuple[float, int]:
    first, last = find_window(gauges, criterion)
    figures = gauges.read(criterion)[first : last + 1]
    known = np.flatnonzero(np.isfinite(figures))
    if len(known) < len(figures) and not criterion.facts.may_lack:
        lost = first + int(np.flatnonzero(~np.isfinite(figures))[0])
        raise NotMeasuredError(f"Frame {lost} has no figure for {criterion.measure}.")
    if not len(known):
        raise NotMeasuredError(f"No frame of those that are asked for has a figure for {criterion.measure}.")
    measured, place = take_figure(figures[known], criterion.taken)
    return measured, first + int(known[place]) if place >= 0 else -1

"""The figures of each frame that criteria are about (engine.criteria), taken from a trace of any engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.detect import FindingKind, find_findings
from engine.detect.columns import Columns, lengths, tabulate
from engine.detect.solids import PENETRATION_M, Solids
from engine.errors import InputError
from engine.readings import (
    JITTER_WINDOW,
    count_contacts,
    count_depenetration_rounds,
    list_ground_normals,
    list_grounded,
    score_windows,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.criteria import Criterion
    from engine.detect import Finding
    from engine.trace import Trace

    Floats = NDArray[np.float64]

_AXES = {"x": 0, "y": 1, "z": 2}


class NotMeasuredError(Exception):
    """The trace does not tell what a criterion asks for; its text says so in a sentence."""


class Gauges:
    """The figures of one trace; each column is made when it is first asked for."""

    def __init__(self, trace: Trace, findings: tuple[Finding, ...] | None = None) -> None:
        """Measure a trace; `findings` are what the detectors find in it, if that is known already."""
        self.trace = trace
        self._known = findings
        self._columns: dict[str, Floats] = {}

    @cached_property
    def columns(self) -> Columns:
        """Where the frames began and ended, and what was asked for."""
        return tabulate(self.trace)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the detectors find."""
        return find_findings(self.trace) if self._known is None else self._known

    def read(self, criterion: Criterion) -> Floats:
        """Return the column that a criterion is about, (frames,); NaN where a frame has no figure."""
        if criterion.kind is not None:
            return self._count_findings(criterion.kind)
        return self.column(criterion.measure)

    def column(self, measure: str) -> Floats:
        """Return a column that needs no kind, (frames,)."""
        if measure not in self._columns:
            self._columns[measure] = _READERS[measure](self)
        return self._columns[measure]

    def _count_findings(self, kind: str) -> Floats:
        if kind not in set(FindingKind):
            raise InputError(f'kind: expected one of {", ".join(FindingKind)}, got "{kind}"')
        firsts = [finding.first for finding in self.findings if finding.kind == kind]
        return np.bincount(np.array(firsts, dtype=np.int64), minlength=len(self.trace)).astype(np.float64)


def _read_axis(axis: str) -> Callable[[Gauges], Floats]:
    return lambda gauges: gauges.columns.ends[:, _AXES[axis]]


def _read_delta_axis(axis: str) -> Callable[[Gauges], Floats]:
    return lambda gauges: gauges.columns.deltas[:, _AXES[axis]]


def _read_height(gauges: Gauges) -> Floats:
    return gauges.columns.heights(gauges.columns.ends)


def _read_delta(gauges: Gauges) -> Floats:
    return lengths(gauges.columns.deltas)


def _read_delta_height(gauges: Gauges) -> Floats:
    return gauges.columns.heights(gauges.columns.deltas)


def _read_delta_share(gauges: Gauges) -> Floats:
    asked = lengths(gauges.columns.moves)
    if len(asked) and np.isnan(asked).all():
        raise NotMeasuredError("The trace does not tell which moves were asked for.")
    ways, shares = _read_delta(gauges), np.full(len(asked), np.nan)
    moving = asked > 0.0  # a frame that asks for nothing has no share
    shares[moving] = ways[moving] / asked[moving]
    return shares


def _read_grounded(gauges: Gauges) -> Floats:
    grounded = list_grounded(gauges.trace).astype(np.float64)
    if (grounded < 0.0).any():
        raise NotMeasuredError("The trace does not tell in which frames it stood on ground.")
    return grounded


def _read_ground_angle(gauges: Gauges) -> Floats:
    leans = list_ground_normals(gauges.trace) @ gauges.columns.up
    angles: Floats = np.arccos(np.clip(leans, -1.0, 1.0))
    return angles


def _read_contacts(gauges: Gauges) -> Floats:
    _require_hits(gauges.trace, "what was touched")
    return count_contacts(gauges.trace).astype(np.float64)


def _read_rounds(gauges: Gauges) -> Floats:
    if not len(gauges.trace.passes):
        raise NotMeasuredError("The trace does not tell its passes, so pushes out of overlaps cannot be counted.")
    return count_depenetration_rounds(gauges.trace).astype(np.float64)


def _require_hits(trace: Trace, what: str) -> None:
    if not len(trace.passes) and not len(trace.contacts):
        raise NotMeasuredError(f"The trace does not tell {what}.")


def _read_overlap(gauges: Gauges) -> Floats:
    scenario = gauges.trace.scenario
    if scenario is None:
        raise NotMeasuredError("The trace comes without a scenario, so there is no level to overlap.")
    if not scenario.level.bodies:
        return np.zeros(len(gauges.trace))
    return Solids(gauges.columns).measure_depths()[0]


def _read_overlapping(gauges: Gauges) -> Floats:
    return (gauges.column("overlap") > PENETRATION_M).astype(np.float64)


def _read_jitter(gauges: Gauges) -> Floats:
    scores = np.full(len(gauges.trace), np.nan)
    if len(scores) >= JITTER_WINDOW:
        scores[JITTER_WINDOW - 1 :] = score_windows(gauges.columns.ends)
    return scores


_READERS: dict[str, Callable[[Gauges], Floats]] = {
    **{axis: _read_axis(axis) for axis in _AXES},
    **{f"delta_{axis}": _read_delta_axis(axis) for axis in _AXES},
    "height": _read_height,
    "delta": _read_delta,
    "delta_height": _read_delta_height,
    "delta_share": _read_delta_share,
    "grounded": _read_grounded,
    "ground_angle": _read_ground_angle,
    "contacts": _read_contacts,
    "overlap": _read_overlap,
    "overlapping": _read_overlapping,
    "rounds": _read_rounds,
    "jitter": _read_jitter,
}

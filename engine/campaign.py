"""Random sweeps by the million, biased to the nasty, each checked by what defines a sweep.

The same cases serve the test suite (10^5 of them) and a command that runs as many as one likes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from engine.sweep_cases import KINDS, make_cases
from engine.transforms import FloatArray

TOLERANCE = 1e-9
"""Metres. What a gap at a hit, or an overlap before it, may be at coordinates of 100 m."""

CHUNK = 20_000
"""Cases between two calls of the progress function: about half a second."""


@dataclass(frozen=True)
class Failure:
    """A case that broke a promise, whole, so that it can be run again."""

    kind: str
    promise: str
    value: float
    case: list[float]


@dataclass
class CampaignReport:
    """What came of the checks so far. Lengths are metres."""

    seed: int
    count: int = 0
    hits: int = 0
    starts_in_touch: int = 0
    worst_gap: float = 0.0
    """The largest |gap| at a reported distance."""
    worst_early_overlap: float = 0.0
    """The deepest overlap before a reported distance."""
    worst_missed_overlap: float = 0.0
    """The deepest overlap on the way of a reported miss."""
    worst_normal: float = 0.0
    """The largest difference from the closest direction, slivers included, grazes left out."""
    worst_point: float = 0.0
    worst_feature: float = 0.0
    misclassified: int = 0
    """Hits that are none and misses that are hits, beyond the tolerance."""
    per_kind: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    """The first few of each promise."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return asdict(self)


def run_campaign(
    count: int, seed: int, progress: Callable[[int], None] | None = None, failures_kept: int = 5
) -> CampaignReport:
    """Check that many random sweeps; progress is told how many are done, after each chunk."""
    from engine.kernels.check_sweep import CHECK_COLUMNS, check_sweeps

    random = np.random.default_rng(seed)
    report = CampaignReport(seed=seed)
    chunk = 0
    while report.count < count:
        kind = KINDS[chunk % len(KINDS)]
        share = max(1, min(CHUNK, -(-count // len(KINDS)), count - report.count))
        rows = make_cases(kind, share, random)
        results = np.empty((share, CHECK_COLUMNS))
        check_sweeps(rows, results)
        _add_results(report, kind, rows, results, failures_kept)
        chunk += 1
        if progress is not None:
            progress(report.count)
    return report


def _add_results(report: CampaignReport, kind: str, rows: FloatArray, results: FloatArray, failures_kept: int) -> None:
    """Take the results of one chunk into the report."""
    distance, gap, early, normal, point, feature = results.T
    hit = np.isfinite(distance)
    overlap = np.maximum(-early, 0.0)
    report.count += len(rows)
    report.hits += int(hit.sum())
    report.starts_in_touch += int((distance == 0.0).sum())
    report.per_kind[kind] = report.per_kind.get(kind, 0) + len(rows)
    promises = {
        "gap": np.where(hit, gap, 0.0),
        "early_overlap": np.where(hit, overlap, 0.0),
        "missed_overlap": np.where(hit, 0.0, overlap),
        "normal": normal,
        "point": point,
        "feature": feature,
    }
    for promise, values in promises.items():
        name = f"worst_{promise}"
        setattr(report, name, max(getattr(report, name), float(values.max())))
        kept = sum(failure.promise == promise for failure in report.failures)
        for row in np.flatnonzero(~(values <= TOLERANCE))[: max(0, failures_kept - kept)]:
            report.failures.append(Failure(kind, promise, float(values[row]), rows[row].tolist()))
    report.misclassified += int((~(promises["gap"] <= TOLERANCE) | ~(promises["missed_overlap"] <= TOLERANCE)).sum())

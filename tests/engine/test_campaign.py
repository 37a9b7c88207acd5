"""A campaign counts, finds what is wrong, and can be repeated."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine import campaign
from engine.kernels.check_sweep import CHECK_COLUMNS, EARLY, GAP, check_sweeps
from engine.sweep_cases import COLUMNS, KINDS, make_cases
from engine.transforms import FloatArray


def test_every_kind_of_case_is_run_and_progress_is_told() -> None:
    told: list[int] = []
    report = campaign.run_campaign(340, seed=1, progress=told.append)
    assert report.count == 340 == told[-1]
    assert report.per_kind == dict.fromkeys(KINDS, 20)
    assert told == list(range(20, 341, 20))


def test_the_same_seed_gives_the_same_report_and_it_is_plain_data() -> None:
    one, two = (campaign.run_campaign(170, seed=3).to_json() for _ in range(2))
    assert json.loads(json.dumps(one)) == two
    assert campaign.run_campaign(170, seed=4).to_json() != one


@pytest.mark.parametrize("kind", KINDS)
def test_directions_are_unit_and_cases_finite(kind: str) -> None:
    rows = make_cases(kind, 50, np.random.default_rng(0))
    assert rows.shape == (50, COLUMNS)
    assert np.isfinite(rows).all()
    assert np.linalg.norm(rows[:, 7:10], axis=1) == pytest.approx(1.0, abs=1e-15)
    assert (rows[:, 6] > 0).all()
    assert (rows[:, 10] > 0).all()


def test_a_wrong_sweep_is_reported_with_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    def check_worse(rows: FloatArray, results: FloatArray) -> None:
        check_sweeps(rows, results)
        results[0, GAP] += 1e-6
        missed = np.flatnonzero(np.isinf(results[:, 0]))
        results[missed[:1], EARLY] = -1e-3

    monkeypatch.setattr("engine.kernels.check_sweep.check_sweeps", check_worse)
    report = campaign.run_campaign(len(KINDS) * 20, seed=2, failures_kept=3)
    assert {failure.promise for failure in report.failures} <= {"gap", "missed_overlap"}
    assert [failure.promise for failure in report.failures].count("gap") == 3
    assert report.misclassified > len(KINDS)
    assert report.worst_missed_overlap == 1e-3
    assert len(report.failures[0].case) == COLUMNS


def test_columns_agree_with_the_kernel() -> None:
    rows = make_cases("generic", 10, np.random.default_rng(0))
    results = np.full((10, CHECK_COLUMNS), np.nan)
    check_sweeps(rows, results)
    assert not np.isnan(results).any()

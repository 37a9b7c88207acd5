"""Each detector finds what was planted, in the frame in which it happens, and nothing in runs that go well."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.detect import FindingKind, find_findings
from engine.scenario import Scenario
from tests.engine.cct.worlds import box, plane, with_rules
from tests.engine.detect.planted import CASES, FLOOR, SEAMS, Planted
from tests.engine.detect.scenes import to_ramp, to_wall, walk

STAIRS = walk(*(box(f"step {k}", (1 + 0.3 * k, 0.0, -5.0), (20.0, 0.3 * (k + 1), 5.0)) for k in range(6)), frames=70)
ALONG = walk(plane("wall", (2.0, 0.0, 0.0), (-1.0, 0.0, 0.0)), move=(0.07, -0.05, 0.07))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}: {case.name}")
def test_what_was_planted_is_found_within_a_frame(case: Planted) -> None:
    findings = [finding for finding in find_findings(case.make()) if finding.kind == case.kind]
    assert findings, "nothing found"
    assert abs(findings[0].first - case.frame) <= 1, [finding.frames for finding in findings]


def test_every_kind_has_three_planted_cases() -> None:
    counts = Counter(case.kind for case in CASES)
    assert all(counts[kind] >= 3 for kind in FindingKind), counts


@pytest.mark.parametrize(
    "scenario",
    [FLOOR, SEAMS, STAIRS, ALONG, to_wall(), to_ramp(30.0), to_ramp(46.0), to_ramp(60.0)],
    ids=["floor", "seams", "stairs", "along a wall", "at a wall", "30°", "46°", "60°"],
)
def test_nothing_is_found_where_all_goes_well(scenario: Scenario) -> None:
    """But for the guard that reports a character that does not get away from a wall."""
    findings = [finding for finding in find_findings(with_rules(scenario)) if finding.kind != FindingKind.GUARD]
    assert findings == []

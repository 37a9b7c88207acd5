"""Each detector finds what was planted, in the frame in which it happens, and nothing in runs that go well."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.detect import FindingKind, find_findings
from engine.scenario import Controller
from tests.engine.cct.worlds import box, floor, plane, ramp, wall, with_rules
from tests.engine.detect.matrix import BEGIN, END, find_planted, write_matrix
from tests.engine.detect.planted import CASES, FLOOR, SEAMS, Planted
from tests.engine.detect.scenes import along_seam, into_corner, slide, stairs_down, to_ramp, to_wall, walk

STAIRS = walk(*(box(f"step {k}", (1 + 0.3 * k, 0.0, -5.0), (20.0, 0.3 * (k + 1), 5.0)) for k in range(6)), frames=70)
ALONG = walk(plane("wall", (2.0, 0.0, 0.0), (-1.0, 0.0, 0.0)), move=(0.07, -0.05, 0.07))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}: {case.name}")
def test_what_was_planted_is_found_within_a_frame(case: Planted) -> None:
    _, findings = find_planted(case)
    assert findings, "nothing found"
    assert abs(findings[0].first - case.frame) <= 1, [finding.frames for finding in findings]


def test_every_kind_has_three_planted_cases_in_each_controller() -> None:
    counts = Counter((case.kind, find_planted(case)[0]) for case in CASES)
    assert {
        (kind, name): counts[kind, name] for kind in FindingKind for name in Controller if counts[kind, name] < 3
    } == {}


def test_the_matrix_is_in_the_document(repository: Path) -> None:
    document = (repository / "docs" / "findings.md").read_text(encoding="utf-8")
    listed = document.partition(BEGIN)[2].partition(END)[0].strip()
    assert listed.splitlines() == write_matrix().splitlines()


CLEAN = {
    "floor": FLOOR,
    "seams": SEAMS,
    "stairs": STAIRS,
    "along a wall": ALONG,
    "at a wall": to_wall(),
    "into a corner": into_corner(),
    "30°": to_ramp(30.0),
    "46°": to_ramp(46.0),
    "60°": to_ramp(60.0),
    "slide: floor": slide(floor()),
    "slide: pulled": slide(floor(), gravity=-9.81),
    "slide: dropped": slide(floor(), center=(0.0, 3.0, 0.0), gravity=-9.81),
    "slide: at a wall": slide(floor(), wall(2.0), gravity=-9.81),
    "slide: into a corner": slide(
        floor(), wall(2.0), box("other", (-20.0, -1.0, 2.0), (20.0, 5.0, 3.0)), velocity=(4.2, 0.0, 4.2), gravity=-9.81
    ),
    "slide: along a wall": slide(floor(), wall(2.0), velocity=(4.2, 0.0, 4.2), gravity=-9.81),
    "slide: 30°": slide(floor(), ramp(30.0, foot=1.0), gravity=-9.81),
    "slide: 60°": slide(floor(), ramp(60.0, foot=1.0), gravity=-9.81),
    "slide: stairs down": slide(*stairs_down(0.2, 0.49), gravity=-9.81),
    "slide: stairs down within the grace time": slide(*stairs_down(0.05, 0.56), step_height=0.0, gravity=-9.81),
    "slide: a seam of 5°": along_seam(5.0),
    "slide: jumps": slide(floor(), gravity=-9.81, jump=3.0),
}
"""Runs in which nothing goes wrong: what stops is blocked, what leaves the ground jumps or steps down."""


@pytest.mark.parametrize("name", CLEAN)
def test_nothing_is_found_where_all_goes_well(name: str) -> None:
    assert find_findings(with_rules(CLEAN[name])) == ()

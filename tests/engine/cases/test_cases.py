"""The cases of other engines' suites: what each of our controllers gives, and where it differs by design."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine.scenario import Controller
from engine.settings import CctSettings
from tests.engine.cases import figures
from tests.engine.cases.case import Reason, Runs, run_ours
from tests.engine.cases.jolt_cases import climb_stairs, ride, rush
from tests.engine.cases.oracle import run_physx
from tests.engine.cases.other_cases import land_on_slope, leave_box
from tests.engine.cases.query_cases import ask_closed_form
from tests.engine.cases.table import CASES, find_table, replace_table, write_table
from tests.engine.cases.worlds import GAP, GRAVITY, floor, make_scenario
from tests.engine.cct.worlds import box

UPDATES = os.environ.get("SWEEPSCOPE_UPDATE_GOLDEN") == "1"
PROGRAM = os.environ.get("SWEEPSCOPE_PHYSX", "")
"""The script that runs real PhysX; without it, its figures are taken as they are kept."""
NUMBERS = range(len(CASES))
NAMES = [f"{case.id}-{number}" for number, case in enumerate(CASES)]
LISTED = {
    *("J1", "J4", "J5", "J8", "J11", "R2", "R3", "R5", "U1", "U3", "U4"),
    *("O1", "O2", "B1", "P1", "—"),
}
"""Every case that there is to be; the dash is the precision on a terrain."""
FROM_PHYSX_M = 1e-3
"""How far `cct` may lie from the kept figure of real PhysX, which computes in float32."""
PHYSX_DIGITS_M = 5e-6
"""How far PhysX may lie from its own kept figure: the rounding of seven decimals, and another build's float32."""


@cache
def measure(number: int, controller: Controller) -> float:
    """Return a figure, measured once for all tests."""
    return CASES[number].measure(controller)


def test_every_case_is_here() -> None:
    assert {case.id for case in CASES} == LISTED


@pytest.mark.parametrize("controller", Controller)
@pytest.mark.parametrize("number", NUMBERS, ids=NAMES)
def test_the_figure_is_the_stated_one(number: int, controller: Controller) -> None:
    case = CASES[number]
    assert measure(number, controller) == pytest.approx(case.answer_of(controller).figure, abs=case.tolerance)


@pytest.mark.parametrize("controller", Controller)
@pytest.mark.parametrize("number", NUMBERS, ids=NAMES)
def test_it_agrees_with_the_other_engine_unless_a_reason_is_given(number: int, controller: Controller) -> None:
    case = CASES[number]
    agrees = measure(number, controller) in case.allowed(controller)
    assert agrees == (case.answer_of(controller).reason is None)


@pytest.mark.parametrize("number", [k for k in NUMBERS if CASES[k].physx is not None])
def test_cct_does_as_real_physx_does(number: int) -> None:
    assert measure(number, Controller.CCT) == pytest.approx(CASES[number].physx, abs=FROM_PHYSX_M)


def test_where_cct_differs_from_them_real_physx_was_asked() -> None:
    differing = {case.id for case in CASES if case.cct.reason is not None}
    assert differing == {case.id for case in CASES if case.cct.reason is not None and case.physx is not None}


@pytest.mark.skipif(not PROGRAM, reason="SWEEPSCOPE_PHYSX names no script that runs real PhysX")
def test_the_kept_figures_are_what_real_physx_gives(tmp_path: Path) -> None:
    for case in CASES:
        if case.physx is not None:
            assert isinstance(case.measure, Runs)
            runs = [run_physx(each, PROGRAM, tmp_path) for each in case.measure.make(Controller.CCT)]
            assert case.measure.take(runs) == pytest.approx(case.physx, abs=PHYSX_DIGITS_M), case.what


def test_at_120_hertz_a_riser_is_climbed_only_while_the_fall_of_a_frame_is_swallowed() -> None:
    [scenario] = climb_stairs(Controller.CCT, 0.0, 10, (120,))
    first_fall = -GRAVITY * scenario.dt**2
    settings = scenario.settings
    assert isinstance(settings, CctSettings)
    assert 0.5 * settings.min_move_distance < first_fall < settings.min_move_distance
    told = replace(scenario, settings=replace(settings, min_move_distance=0.5 * settings.min_move_distance))
    assert figures.highest(run_ours(told, record=False)) < 0.02


def test_slide_gets_over_a_kerb_that_its_round_bottom_meets_as_walkable_ground() -> None:
    def walk_at(kerb: float) -> float:
        step = box("kerb", (1.0, -1.0, -5.0), (9.0, kerb, 5.0))
        scenario = make_scenario(Controller.SLIDE, floor(), step, velocity=(4.0, 0.0, 0.0))
        return figures.end_height(run_ours(scenario, record=False)) - GAP[Controller.SLIDE]

    # The edge is met at a slope of cosine (0.33 - kerb) / 0.33: the limit of 0.707 is a kerb of 0.097 m.
    assert walk_at(0.09) == pytest.approx(0.09, abs=1e-6)
    assert walk_at(0.11) == pytest.approx(0.0, abs=1e-6)


def test_without_overclip_the_gap_is_the_skin_at_any_speed() -> None:
    for speed in (600.0, 10_000.0):
        [scenario] = rush(Controller.SLIDE, speed, overclip=1.0)
        gap = figures.gap_before(5.0)(run_ours(scenario, record=False))
        assert gap == pytest.approx(GAP[Controller.SLIDE], abs=1e-9)


def test_one_move_that_is_not_zero_frees_the_ball_of_cct() -> None:
    [scenario] = leave_box(Controller.CCT, -0.01)
    assert run_ours(scenario, record=False).centers[0, 0] == pytest.approx(1.51, abs=1e-9)


def test_who_does_not_ride_stands_still_in_the_world() -> None:
    run = run_ours(ride(Controller.SLIDE)[0], record=False)
    assert np.ptp(run.centers, axis=0).max() == pytest.approx(0.0, abs=1e-9)


def test_cct_calls_a_slope_of_70_degrees_ground_all_the_same_and_hangs_there() -> None:
    run = run_ours(land_on_slope(Controller.CCT, 70.0)[0], record=False)
    assert run.is_grounded[-1]
    assert np.ptp(run.feet[-30:], axis=0).max() == pytest.approx(0.0, abs=1e-9)
    # Real PhysX ends there too: feet at (-0.0341897, 0.4932058, 0), flag DOWN.
    assert run.feet[-1].tolist() == pytest.approx([-0.0341897, 0.4932058, 0.0], abs=1e-6)


def test_most_sweeps_of_the_terrain_touch_it() -> None:
    exact = ask_closed_form()
    assert np.isfinite(exact).mean() > 0.5
    assert exact.min() > 0.0, "and none does at the start"


@pytest.fixture(scope="module")
def path(repository: Path) -> Path:
    return repository / "docs" / "cases.md"


def test_the_document_has_the_figures(path: Path) -> None:
    """SWEEPSCOPE_UPDATE_GOLDEN=1 renews them, for changes that are meant."""
    table = write_table({(k, controller): measure(k, controller) for k in NUMBERS for controller in Controller})
    document = path.read_text(encoding="utf-8")
    if UPDATES:
        path.write_text(replace_table(document, table), encoding="utf-8")
        return
    assert find_table(document).splitlines() == table.splitlines(), "If it is meant: SWEEPSCOPE_UPDATE_GOLDEN=1"


def test_the_document_explains_every_reason(path: Path) -> None:
    explained = re.findall(r"^- \*\*([a-z -]+)\*\*", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    used = {answer.reason for case in CASES for answer in (case.cct, case.slide) if answer.reason is not None}
    assert set(explained) == {str(reason) for reason in used} == {str(reason) for reason in Reason}

"""What differs by design is what real PhysX does: its traces of exactly these scenarios say so."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from engine.files.trace_file import load_trace
from engine.microtests import Case, Verdict, evaluate, list_microtests
from engine.simulate import simulate
from engine.trace import Trace
from tests.engine.microtests.record_physx import FOLDER, SUFFIX, plain_scenario

CASES = [case for test in list_microtests() for case in test.cases_of("cct")]
APART_M = 1e-4
"""What centres of a float32 engine may differ from ours after some hundred frames; most differ by far less."""


def load_physx(case: Case) -> Trace:
    return load_trace(FOLDER / f"{case.name}{SUFFIX}")


def test_there_is_one_trace_for_each_case_and_no_other() -> None:
    assert {file.name for file in FOLDER.glob(f"*{SUFFIX}")} == {f"{case.name}{SUFFIX}" for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_physx_ran_exactly_this_scenario(case: Case) -> None:
    recorded = json.loads(gzip.decompress((FOLDER / f"{case.name}{SUFFIX}").read_bytes()))
    assert recorded["scenario"] == json.loads(json.dumps(plain_scenario(case)))
    assert recorded["producer"].startswith("NVIDIA PhysX 5.6.1")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_our_run_agrees_with_physx(case: Case) -> None:
    ours, theirs = simulate(case.scenario), load_physx(case)
    assert np.abs(ours.centers - theirs.centers).max() < APART_M
    assert (ours.frames["flags"] == theirs.frames["flags"]).all()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_physx_gets_the_same_verdicts(case: Case) -> None:
    ours = evaluate(simulate(case.scenario), case.scenario.criteria)
    theirs = evaluate(load_physx(case), case.scenario.criteria)
    for our, their in zip(ours, theirs, strict=True):
        assert our.verdict is their.verdict
        assert our.measured == pytest.approx(their.measured, abs=1e-4)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_figure_of_physx_is_the_one_that_its_trace_gives(case: Case) -> None:
    for result in evaluate(load_physx(case), case.scenario.criteria):
        figure = result.criterion.physx
        if figure is None:
            assert result.verdict is Verdict.PASS
        else:
            assert result.measured == pytest.approx(figure.expect, abs=figure.within)
            assert not result.criterion.is_met_by(result.measured), "it needs no excuse"
            assert figure.why

"""Recording changes nothing, any frame runs again bit for bit, and plain Python agrees with the JIT."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.decisions import Gate
from engine.files.trace_file import load_trace
from engine.files.trace_writer import write_trace
from engine.scenario import Scenario
from engine.simulate import rerun_frame, simulate
from tests.engine.cct.test_recording import levels, rows_of, same
from tests.engine.repeated_scenes import digest
from tests.engine.slide import repeated_scenes
from tests.engine.slide.repeated_scenes import make_all

SIMULATION = sys.modules[simulate.__module__]
SCENES = {scenario.name: scenario for scenario in make_all()}
RULES = ["repaired", "document"]


@pytest.fixture(params=list(SCENES))
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return SCENES[request.param]


@pytest.mark.parametrize("rules", RULES)
def test_recording_and_the_cache_change_no_bit(scenario: Scenario, rules: str) -> None:
    ruled = replace(scenario, rules=rules)
    recorded, bare, afresh = simulate(ruled), simulate(ruled, record=False), simulate(ruled, cache=False)
    for name in ("move", "center", "flags", "touched"):
        assert recorded.frames[name].tobytes() == bare.frames[name].tobytes(), name
    cached, uncached = levels(recorded), levels(afresh)
    assert [name for name in cached if not same(cached[name], uncached[name])] == []


@pytest.mark.parametrize("rules", RULES)
def test_any_frame_runs_again_bit_for_bit(scenario: Scenario, rules: str) -> None:
    trace = simulate(replace(scenario, rules=rules))
    for frame in range(0, len(trace), 3):
        expected, got = rows_of(trace, frame), rows_of(rerun_frame(trace, frame), 0)
        assert [name for name in expected if not same(expected[name], got[name])] == [], frame


def test_a_frame_runs_again_from_a_file(scenario: Scenario, tmp_path: Path) -> None:
    trace = simulate(scenario)
    write_trace(trace, tmp_path / "a.trace.json.gz", scenario=None)
    loaded = load_trace(tmp_path / "a.trace.json.gz")
    kept = [name for name in trace.states.dtype.names or () if name != "support"]  # bodies are numbered anew
    assert [name for name in kept if loaded.states[name].tobytes() != trace.states[name].tobytes()] == []
    again = rerun_frame(loaded, 20, scenario)
    assert again.centers[0].tobytes() == trace.centers[20].tobytes()


@pytest.mark.parametrize("rows", [(0, 0, 0, 0), (1, 3, 2, 5)])
def test_buffers_that_are_too_short_grow_without_loss(
    scenario: Scenario, rows: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = levels(simulate(scenario))
    monkeypatch.setattr("engine.run_log.ROWS_PER_FRAME", rows)
    monkeypatch.setattr(SIMULATION, "_FIRST_NEAR", 1)
    monkeypatch.setattr(SIMULATION, "CHUNK", 7)
    got = levels(simulate(scenario))
    assert [name for name in expected if not same(expected[name], got[name])] == []


def test_plain_python_agrees_with_the_jit_in_every_row(repository: Path) -> None:
    finished = subprocess.run(
        [sys.executable, repeated_scenes.__file__],
        env={**os.environ, "PYTHONPATH": str(repository), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout) == {name: digest(simulate(each)) for name, each in SCENES.items()}


def test_every_bump_asks_its_gates(scenario: Scenario) -> None:
    trace = simulate(scenario)
    asked = trace.decisions[trace.decisions["gate"] == Gate.BUMP_HIT]
    swept = trace.iterations[asked["iteration"]]
    assert asked["outcome"].tolist() == swept["hit"].tolist()
    hit = asked["outcome"]
    assert asked["value"][hit].tolist() == swept["distance"][hit].tolist()
    assert np.array_equal(np.repeat(np.arange(len(trace)), trace.frames["decision_count"]), trace.decisions["frame"])


def test_scenes_have_the_features_that_they_are_here_for() -> None:
    gates = {gate for each in SCENES.values() for gate in simulate(each).decisions["gate"].tolist()}
    wanted = {Gate.CREASE, Gate.SNAP, Gate.DEPENETRATION_DEPTH, Gate.STEEP_BLOCKS, Gate.STUCK, Gate.GROUND_LOST}
    assert wanted <= gates

"""The same scenario gives the same bits: in every run, process and mode."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.files.scenario_file import load_scenario
from engine.run_input import expand_input
from engine.scenario import Scenario
from engine.simulate import Runner, rerun_frame, simulate
from engine.trace import AttemptKind, Trace, frame_hash
from tests.engine import repeated_scenes
from tests.engine.repeated_scenes import digest, make_all

SCENES = {scenario.name: scenario for scenario in make_all()}
GOLDEN = Path(__file__).parents[1] / "golden" / "hashes.json"
UPDATES = os.environ.get("SWEEPSCOPE_UPDATE_GOLDEN") == "1"


@pytest.fixture(params=list(SCENES))
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return SCENES[request.param]


def run_elsewhere(repository: Path, **environment: str) -> Any:
    """Digest all scenes in a process of its own."""
    finished = subprocess.run(
        [sys.executable, repeated_scenes.__file__],
        env={**os.environ, "PYTHONPATH": str(repository), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def test_scenes_have_the_features_that_they_are_here_for() -> None:
    runs = {name: simulate(each) for name, each in SCENES.items()}
    assert runs["stairs"].centers[-1, 1] > 1.5  # two steps higher
    assert (runs["ramp"].attempts["kind"] == AttemptKind.WALK_EXPERIMENT).sum() > 5
    assert runs["platform"].centers[-1, 1] == pytest.approx(1.0 + 39 * 0.01, abs=1e-3)
    bodies = set(runs["obstacle"].iterations["body"][runs["obstacle"].iterations["hit"]].tolist())
    assert {runs["obstacle"].body_names[body] for body in bodies} >= {"floor", "log", "guard", "block"}


def test_two_runs_agree_in_every_row(scenario: Scenario) -> None:
    assert digest(simulate(scenario)) == digest(simulate(scenario))


def test_another_process_agrees_in_every_row(repository: Path) -> None:
    assert run_elsewhere(repository) == {name: digest(simulate(each)) for name, each in SCENES.items()}


def test_plain_python_agrees_with_the_jit_in_every_row(repository: Path) -> None:
    plain = run_elsewhere(repository, NUMBA_DISABLE_JIT="1")
    assert plain == {name: digest(simulate(each)) for name, each in SCENES.items()}


def test_recording_changes_no_hash(scenario: Scenario) -> None:
    assert np.array_equal(simulate(scenario, record=False).hashes, simulate(scenario).hashes)


def test_the_cache_changes_nothing(scenario: Scenario) -> None:
    assert digest(simulate(scenario, cache=False)) == digest(simulate(scenario))


def test_stepping_frame_by_frame_gives_the_same_bits(scenario: Scenario) -> None:
    inputs, runner = expand_input(scenario), Runner(scenario)
    steps = [runner.run(inputs[: frame + 1], first=frame) for frame in range(len(inputs))]
    whole = simulate(scenario)
    assert [frame_hash(frame, step.centers[0]) for frame, step in enumerate(steps)] == whole.hashes.tolist()
    assert [len(step.decisions) for step in steps] == whole.frames["decision_count"].tolist()
    assert b"".join(step.states.tobytes() for step in steps) == whole.states.tobytes()


def test_any_frame_runs_again_alone_to_the_same_bits(scenario: Scenario) -> None:
    whole = simulate(scenario)
    for frame in range(0, len(whole), 3):
        again = rerun_frame(whole, frame)
        assert frame_hash(frame, again.centers[0]) == whole.hashes[frame]
        rows = whole.decisions[whole.decisions_of(frame)]
        for name in ("gate", "outcome", "value", "threshold", "body", "triangle"):
            assert again.decisions[name].tobytes() == rows[name].tobytes()


def test_a_hash_sees_the_last_bit_and_not_the_sign_of_zero() -> None:
    assert frame_hash(3, (0.0, 1.0, 2.0)) == frame_hash(3, (-0.0, 1.0, 2.0))
    assert frame_hash(3, (0.0, 1.0, 2.0)) != frame_hash(3, (0.0, np.nextafter(1.0, 2.0), 2.0))
    assert frame_hash(3, (0.0, 1.0, 2.0)) != frame_hash(4, (0.0, 1.0, 2.0))


def last_hash(trace: Trace) -> str:
    return f"{trace.hashes[-1]:08x}"


def test_reference_scenarios_end_at_their_golden_hashes(physx_traces: Path) -> None:
    """SWEEPSCOPE_UPDATE_GOLDEN=1 renews them, for changes that are meant to move the character elsewhere."""
    files = sorted(physx_traces.glob("*.scenario.json"))
    found = {file.name.removesuffix(".scenario.json"): last_hash(simulate(load_scenario(file))) for file in files}
    if UPDATES:
        GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    changed = [name for name in golden if found.get(name) != golden[name]]
    assert changed == [], "If it is meant: SWEEPSCOPE_UPDATE_GOLDEN=1"
    assert len(golden) == len(found) > 80

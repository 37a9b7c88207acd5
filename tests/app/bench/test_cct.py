"""The measurement of moves: laps beside PhysX's, which may be missing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from app.bench import cct
from app.bench.peers import physx
from app.bench.peers.jolt import PeerMissingError
from engine.errors import InputError
from engine.files.scenario_file import load_scenario


def test_ratios_are_the_median_of_laps_that_followed_each_other() -> None:
    rows = {"no trace": [1.0, 2.0, 9.0], "full trace": [4.0, 8.0, 4.0], "PhysX (wasm)": [4.0, 8.0, 4.0]}
    plain, traced = cct.compare_laps(rows)
    assert (plain.measured, plain.allowed, plain.is_met) == (0.25, 0.4, True)
    assert (traced.measured, traced.allowed, traced.is_met) == (1.0, 1.0, True)


def test_a_move_takes_some_microseconds(physx_traces: Path) -> None:
    scenario = load_scenario(physx_traces / f"{cct.TERRAIN}.scenario.json")
    for record in (False, True):
        assert 0.1 < cct.time_moves(scenario, record=record, seconds=0.0) < 10_000.0


def test_without_the_reference_scenarios_one_line_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^the reference scenarios are not here"):
        cct.measure_cct(lambda words, part: None, install_peers=False, reference=tmp_path)


@pytest.fixture
def oracle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the program, and an empty cache."""
    monkeypatch.setenv("SWEEPSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    folder = tmp_path / "oracle"
    folder.mkdir()
    for name in physx.FILES:
        (folder / name).write_text(name)
    return folder


def test_physx_that_cannot_be_had_is_told_in_one_line(oracle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PeerMissingError, match=r"^PhysX is not measured: it is not installed, which --peers does$"):
        physx.find_physx(oracle, install=False)
    with pytest.raises(PeerMissingError, match=r"the program that made the reference traces is not here$"):
        physx.find_physx(oracle / "nowhere", install=True)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(PeerMissingError, match=r"node is not installed$"):
        physx.find_physx(oracle, install=True)


def test_the_program_is_copied_and_run_in_the_cache(oracle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sorted(oracle.iterdir())

    def answer(command: list[str], **more: object) -> subprocess.CompletedProcess[str]:
        folder = more["cwd"]
        assert isinstance(folder, Path)
        assert oracle not in (folder, *folder.parents)
        assert all((folder / name).read_text() == name for name in physx.FILES)
        return subprocess.CompletedProcess(command, 0, stdout="5.750\n")

    monkeypatch.setattr("subprocess.run", answer)
    peer = physx.find_physx(oracle, install=True)
    assert peer.time_moves(Path("terrain.scenario.json"), 0.5) == 5.75
    assert sorted(oracle.iterdir()) == before

"""The measurement of queries: a terrain as promised, the same sweeps for everybody, and a peer that may be missing."""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path

import numpy as np
import pytest

from app.bench.peers import jolt
from app.bench.queries import LARGE, LARGEST, SMALL, ask_all, check_starts, count_differences, time_rounds
from app.bench.query_world import CELL_M, HALF_HEIGHT_M, RADIUS_M, Hills
from app.bench.starts import Start


def test_terrains_have_the_promised_sizes_and_one_density() -> None:
    assert [2 * hills.cells**2 for hills in (SMALL, LARGE, LARGEST)] == [8192, 522_242, 1_002_528]
    for hills in (SMALL, Hills(100)):
        corners = hills.vertices[hills.triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        slopes = np.degrees(np.arccos(normals[:, 1] / np.linalg.norm(normals, axis=1)))
        assert 25 < slopes.max() <= 34
        assert np.ptp(hills.vertices[:, 0]) == pytest.approx(hills.cells * CELL_M)


def test_sweeps_start_above_the_ground_and_most_of_them_hit_it() -> None:
    hills = Hills(64)
    centers, directions = hills.scatter_sweeps(300)
    assert (directions[:, 1] <= 0).all()
    soles = centers[:, 1] - RADIUS_M - HALF_HEIGHT_M
    assert (soles > hills.height(centers[:, 0], centers[:, 2])).all()
    hits = ask_all(hills.build_level(), (centers, directions))
    assert 0.5 < hits["hit"].mean() < 0.95
    assert len(time_rounds(hills.build_level(), (centers[:5], directions[:5]), 3)) == 3


def test_answers_other_than_jolts_are_counted() -> None:
    casts = jolt.Casts("1", [1.0], [1.0, 2.0, None, None, 3.0])
    assert count_differences(np.array([1.001, 2.02, math.inf, 3.0, math.inf]), casts) == 3


def test_a_peer_that_cannot_be_had_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SWEEPSCOPE_HOME", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(jolt.PeerMissingError, match=r"^Jolt is not measured: node is not installed$"):
        jolt.find_jolt(install=True)
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    with pytest.raises(jolt.PeerMissingError, match=r"^Jolt is not measured: it is not installed, which --peers does$"):
        jolt.find_jolt(install=False)

    def fail(command: list[str], **_: object) -> None:
        raise subprocess.CalledProcessError(1, command, stderr="first\nno network\n")

    monkeypatch.setattr("subprocess.run", fail)
    with pytest.raises(jolt.PeerMissingError, match=r"^Jolt is not measured: npm cannot install it: no network$"):
        jolt.find_jolt(install=True)


def test_what_jolt_told_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"version": "1.2", "microseconds": [4.0, 5.0], "distances": [None, 1.5]}

    def answer(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked = json.loads(Path(command[-1]).read_text())
        assert len(asked["triangles"]) == 8
        assert len(asked["centers"]) == len(asked["directions"]) == 2
        return subprocess.CompletedProcess(command, 0, stdout=json.dumps(told))

    monkeypatch.setattr("subprocess.run", answer)
    hills = Hills(2)
    casts = jolt.measure_jolt("node", hills, (np.zeros((2, 3)), np.ones((2, 3))), 2)
    assert (casts.version, casts.microseconds, casts.distances) == ("1.2", [4.0, 5.0], [None, 1.5])


def test_a_slow_start_misses_its_limit() -> None:
    assert [check.is_met for check in check_starts(Start(29.0, 12.0), Start(1.5, 0.4))] == [True, False]

"""`mesh` prints the health of a file, with exit codes that a script can rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import main
from tests.app.mesh_levels import COPY, NOT_FINITE, OUT_OF_RANGE, TURNED, write_yard


def test_a_faulty_mesh_is_told_with_its_triangles_and_exits_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mesh", str(write_yard(tmp_path)), "--json", str(tmp_path / "health.json")]) == 1
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert lines[:2] == [str(tmp_path / "yard.obj"), "OBJ, 21 triangles, 17 vertices"]
    assert "from (0.000, 0.000, 0.000) to (3.000, 0.000, 3.000) m" in lines[2]
    rows = {line.split("  ")[1].strip(): line for line in lines if line.startswith(("unusable", "harmful", "notable"))}
    table = {name: (row.split()[0], row) for name, row in rows.items()}
    expected = {
        "index out of range": ("unusable", OUT_OF_RANGE),
        "not finite": ("unusable", NOT_FINITE),
        "inconsistent winding": ("harmful", TURNED),
        "duplicate": ("notable", COPY),
    }
    for name, (severity, number) in expected.items():
        assert table[name][0] == severity
        assert f" 1  {number} " in table[name][1]
    assert "A level is loaded without 2 of 21 triangles; the others keep their numbers." in told.out
    report = json.loads((tmp_path / "health.json").read_text())
    assert (report["triangles"], report["unusable"]) == (21, 2)
    assert {item["kind"]: item["triangles"] for item in report["findings"]}["inconsistent_winding"] == [TURNED]


def test_what_is_only_notable_exits_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mesh", str(write_yard(tmp_path, healthy=True))]) == 0
    assert "12 edges have one triangle only." in capsys.readouterr().out


def test_a_closed_mesh_is_called_healthy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "solid.off"
    file.write_text("OFF\n4 4 0\n0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n")
    assert main(["mesh", str(file), "--up", "z", "--unit", "0.01", "--mirror"]) == 0
    told = capsys.readouterr().out
    assert "Healthy: nothing was found." in told
    assert "to (0.010, 0.030, 0.020) m" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no.glb"], "no.glb: no such file"),
        (["a.txt"], "expected a mesh file"),
        (
            ["yard.obj", "--max-triangles", "20"],
            "expected at most 20 triangles, got 21; max_triangles raises the limit",
        ),
        (["yard.obj", "--max-triangles", "0"], "--max-triangles 0: from 1 to"),
        (["yard.obj", "--unit", "-1"], "unit: expected metres from 1e-09 to 1e+09, got -1"),
        (["yard.obj", "--json", "no/such/folder.json"], "cannot write"),
    ],
)
def test_bad_input_is_one_line_and_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_yard(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["mesh", *words]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1


def test_the_report_of_a_real_level_names_its_slivers(physx_traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mesh", str(physx_traces.parent / "levels" / "nav_test.obj")]) == 1
    told = capsys.readouterr().out
    assert "OBJ, 1,612 triangles, 884 vertices" in told
    assert "480, 509, 515, 516, 522, 523" in told
    assert "open edge" not in told

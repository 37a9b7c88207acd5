"""What `doctor` finds out, and how it says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import lock, paths, selfcheck
from app.cli import main
from app.selfcheck import Finding


@pytest.mark.gpu
def test_doctor_passes_where_the_tests_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", str(tmp_path / "found.json")]) == 0
    told = capsys.readouterr().out
    for subject in ("Python", "Packages", "Display", "OpenGL", "Shaders", "Compiler", "Fonts", "Settings", "Cache"):
        assert subject in told
    assert "Everything that is needed works." in told


def test_doctor_exits_2_if_anything_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfcheck, "examine_machine", lambda: [Finding("a", "fine"), Finding("b", "gone", works=False)])
    assert main(["doctor"]) == 2


def test_missing_package_fails_and_another_version_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a.lock").write_text("numpy==0.1\nnowhere-to-be-found==1.0\n")
    monkeypatch.setattr(paths, "lock_file", lambda development: tmp_path / "a.lock")
    rows = {finding.subject.strip(): finding for finding in selfcheck.examine_packages()}
    assert not rows["Packages"].works
    assert rows["Packages"].words == "0 of 2 as locked"
    assert not rows["nowhere-to-be-found"].works
    assert rows["numpy"].works
    assert rows["numpy"].words == f"numpy is {lock.installed_versions()['numpy']}, locked is 0.1"


def test_crashing_driver_is_a_row_not_the_end() -> None:
    finding = selfcheck.probe_in_process("OpenGL", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert finding == Finding("OpenGL", "crashed with signal 11: the driver is broken", works=False)


def test_failing_probe_tells_its_reason_without_a_traceback() -> None:
    finding = selfcheck.probe_in_process("OpenGL", "raise RuntimeError('no GL driver: install mesa')")
    assert finding == Finding("OpenGL", "no GL driver: install mesa", works=False)


def test_folder_that_cannot_be_made_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not selfcheck.examine_folder("Settings", tmp_path / "file" / "settings").works


def test_unwritable_json_is_bad_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(selfcheck, "examine_machine", lambda: [Finding("a", "fine")])
    assert main(["doctor", "--json", str(tmp_path / "nowhere" / "found.json")]) == 2

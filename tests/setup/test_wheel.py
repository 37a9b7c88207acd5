"""The wheel, outside the repository: shaders and assets inside it, foreign packages named."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """A venv with the wheel in it, and our dependencies borrowed from the environment of the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=repository, check=True, capture_output=True)
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True, capture_output=True)
    install = [str(venv / "bin" / "python"), "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*install, str(next(folder.glob("*.whl")))], check=True, capture_output=True)
    site = next(venv.glob("lib/python*/site-packages"))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return venv


def run_installed(venv: Path, folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), **variables}
    command = [str(venv / "bin" / "sweepscope"), *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def test_command_works_from_any_folder(installed: Path, tmp_path: Path) -> None:
    told = run_installed(installed, tmp_path, "--version")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("sweepscope 0.")


@pytest.mark.gpu
def test_doctor_finds_shaders_and_lock_inside_the_package(installed: Path, tmp_path: Path) -> None:
    told = run_installed(installed, tmp_path, "doctor", "--json", "found.json")
    assert told.returncode == 0, told.stdout + told.stderr
    found = {row["subject"]: row["words"] for row in json.loads((tmp_path / "found.json").read_text())}
    assert "all programs link" in found["Shaders"]
    assert found["Packages"].endswith("as locked")


@pytest.mark.parametrize("name", ["app", "engine"])
def test_foreign_package_of_our_name_is_detected_and_named(installed: Path, tmp_path: Path, name: str) -> None:
    foreign = tmp_path / "foreign" / name
    foreign.mkdir(parents=True)
    (foreign / "__init__.py").write_text("raise SystemExit('somebody else')\n")
    told = run_installed(installed, tmp_path, "--version", PYTHONPATH=str(foreign.parent))
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert str(foreign) in told.stderr


def test_commands_for_developers_point_to_a_clone(installed: Path, tmp_path: Path) -> None:
    told = run_installed(installed, tmp_path, "test")
    assert told.returncode == 2
    assert "run them in a clone" in told.stderr

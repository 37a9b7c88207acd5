"""run.py in a scratch clone: it makes its environment, notices what is wrong with it, and recovers."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.setup.scratch import Clone, base_python, copy_clone, make_clone


@pytest.fixture(scope="module")
def ready_clone(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Clone:
    """A clone that was set up once."""
    clone = make_clone(tmp_path_factory.mktemp("ready"), repository)
    clone.lock("1.0")
    first = clone.run("--version")
    assert first.returncode == 0, first.stderr
    assert "first start: making" in first.stderr
    assert first.stdout.startswith("sweepscope 0.")
    return clone


@pytest.fixture
def clone(ready_clone: Clone, tmp_path: Path) -> Clone:
    """A private copy of the clone that was set up."""
    return copy_clone(ready_clone, tmp_path)


def lines_of_ours(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("sweepscope:")]


def test_second_start_is_silent_and_installs_nothing(clone: Clone) -> None:
    again = clone.run("--version")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("sweepscope 0.")


def test_venv_without_interpreter_is_made_again(clone: Clone) -> None:
    (clone.venv / "bin" / "python").unlink()
    recovered = clone.run("--version")
    assert recovered.returncode == 0, recovered.stderr
    assert "broken or half-made: making it again" in recovered.stderr
    assert clone.run("--version").stderr == ""


def test_venv_whose_interpreter_is_no_program_is_removed_and_made_by_the_next_run(clone: Clone) -> None:
    interpreter = clone.venv / "bin" / "python"
    interpreter.unlink()
    interpreter.write_bytes(b"\x00not a program")
    interpreter.chmod(0o755)
    first = clone.run("--version")
    assert first.returncode == 2
    assert len(first.stderr.splitlines()) == 1
    assert "run again" in first.stderr
    assert clone.run("--version").returncode == 0


def test_file_in_place_of_the_venv_is_replaced(clone: Clone) -> None:
    shutil.rmtree(clone.venv)
    clone.venv.write_text("half a folder")
    assert clone.run("--version").returncode == 0
    assert clone.venv.is_dir()


def test_install_that_was_cut_off_goes_on(clone: Clone) -> None:
    (clone.venv / "sweepscope-complete").unlink()
    for folder in clone.venv.glob("lib/python*/site-packages/sweepscope_probe*"):
        shutil.rmtree(folder) if folder.is_dir() else folder.unlink()
    recovered = clone.run("--version")
    assert recovered.returncode == 0, recovered.stderr
    assert "updating it" in recovered.stderr


def test_lock_newer_than_what_is_installed_is_followed(clone: Clone) -> None:
    clone.lock("2.0")
    updated = clone.run("--version")
    assert updated.returncode == 0, updated.stderr
    assert "does not hold what requirements.lock asks for: updating it" in updated.stderr
    assert list(clone.venv.glob("lib/python*/site-packages/sweepscope_probe-2.0.dist-info"))
    assert clone.run("--version").stderr == ""


def test_no_network_is_one_line_and_the_next_run_recovers(clone: Clone) -> None:
    clone.lock("3.0")
    away = clone.index.rename(clone.index.with_name("away"))
    failed = clone.run("--version")
    assert failed.returncode == 2
    assert "if there is no network, connect and run again" in lines_of_ours(failed.stderr)[-1]
    assert "Traceback" not in failed.stderr
    away.rename(clone.index)
    assert clone.run("--version").returncode == 0


def test_tampered_package_is_refused(clone: Clone) -> None:
    clone.lock("4.0")
    wheel = clone.index / "sweepscope_probe-4.0-py3-none-any.whl"
    wheel.write_bytes(wheel.read_bytes() + b"x")
    assert clone.run("--version").returncode == 2
    assert not list(clone.venv.glob("lib/python*/site-packages/sweepscope_probe-4.0*"))


def test_missing_venv_module_names_the_package_to_install(clone: Clone, tmp_path: Path) -> None:
    shutil.rmtree(clone.venv)
    (tmp_path / "fake").mkdir()
    (tmp_path / "fake" / "venv.py").write_text("import sys\nsys.exit('ensurepip is not available')\n")
    failed = clone.run("--version", PYTHONPATH=str(tmp_path / "fake"))
    assert failed.returncode == 2
    assert f"apt install python3.{sys.version_info[1]}-venv" in lines_of_ours(failed.stderr)[-1]
    assert not clone.venv.exists()
    assert clone.run("--version").returncode == 0


def test_environment_that_equals_the_lock_is_used_as_it_is(clone: Clone) -> None:
    shutil.rmtree(clone.venv)
    own = clone.root.parent / "own"
    zipfile.ZipFile(next(clone.index.glob("*-1.0-*.whl"))).extractall(own)
    started = clone.run("--version", PYTHONPATH=str(own))
    assert (started.returncode, started.stderr) == (0, "")
    assert not clone.venv.exists()


def test_missing_lock_is_one_line(clone: Clone) -> None:
    (clone.root / "requirements.lock").unlink()
    failed = clone.run("--version")
    assert failed.returncode == 2
    assert failed.stderr.count("\n") == 1
    assert "requirements.lock is missing" in failed.stderr


def test_too_old_python_is_told_so(repository: Path) -> None:
    source = (repository / "run.py").read_text()
    ast.parse(source, feature_version=(3, 4))
    path = str(repository / "run.py")
    pretend = f"import sys, runpy; sys.version_info = (3, 9, 1); runpy.run_path({path!r}, run_name='__main__')"
    told = subprocess.run([base_python(), "-c", pretend], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert "Python 3.11 or newer is needed, this is 3.9" in told.stderr

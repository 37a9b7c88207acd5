"""The cache of compiled kernels never serves what the sources no longer say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.kernels import cache

CALLEE = "from engine.kernels.cache import kernel\n\n@kernel\ndef callee(x):\n    return x + {value}\n"
CALLER = (
    "from engine.kernels.cache import kernel\nfrom engine.kernels.callee import callee\n\n"
    "@kernel\ndef caller(x):\n    return 2.0 * callee(x)\n"
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A scratch package with two kernels in two files, and the real cache module."""
    kernels = tmp_path / "engine" / "kernels"
    kernels.mkdir(parents=True)
    (tmp_path / "engine" / "__init__.py").write_text("")
    (kernels / "__init__.py").write_text("")
    shutil.copy(Path(cache.__file__), kernels)
    (kernels / "caller.py").write_text(CALLER)
    (kernels / "callee.py").write_text(CALLEE.format(value="1.0"))
    return tmp_path


def call(tree: Path, **variables: str) -> tuple[float, int]:
    """Run the caller in a process of its own; return its result and how many functions came from the cache."""
    code = (
        "from engine.kernels.caller import caller\nresult = caller(1.0)\n"
        "print(result, sum(caller.stats.cache_hits.values()))"
    )
    environment = {**os.environ, "PYTHONPATH": str(tree), "SWEEPSCOPE_HOME": str(tree / "home"), **variables}
    # Python's own cache tells sources apart by size and whole seconds: too coarse for an edit by a test.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=True)
    result, hits = told.stdout.split()
    return float(result), int(hits)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled without the JIT")
def test_changed_callee_in_another_file_gives_the_new_result(tree: Path) -> None:
    assert call(tree) == (4.0, 0)
    assert call(tree) == (4.0, 1)
    (tree / "engine" / "kernels" / "callee.py").write_text(CALLEE.format(value="5.0"))
    assert call(tree) == (12.0, 0)


def test_changed_constant_starts_an_empty_cache(tree: Path) -> None:
    (tree / "engine" / "constants.py").write_text("A = 1\n")
    before = cache.digest_sources(tree / "engine" / "kernels")
    (tree / "engine" / "constants.py").write_text("A = 2\n")
    assert cache.digest_sources(tree / "engine" / "kernels") != before


def test_bounds_checks_have_a_folder_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    plain = cache.digest_sources()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert cache.digest_sources() != plain


def test_only_the_newest_old_folders_stay(tmp_path: Path) -> None:
    for age in range(8):
        folder = tmp_path / f"digest{age}"
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    cache.remove_old_folders(tmp_path / "digest7")
    assert sorted(folder.name for folder in tmp_path.iterdir()) == [
        "digest0",
        "digest1",
        "digest2",
        "digest3",
        "digest7",
    ]


def test_unwritable_home_falls_back_to_a_temporary_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SWEEPSCOPE_HOME", str(tmp_path / "file"))
    folder = cache.choose_folder()
    assert folder.is_dir()
    assert "sweepscope-kernels-" in folder.name
    folder.rmdir()

"""The locks: what they hold, and how they are compared with what is installed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from app import lock


@pytest.fixture(params=["3.11.0", "3.12.7", "3.13.1"])
def python_version(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Pretend that this is another Python, as far as markers can see."""
    version: str = request.param
    monkeypatch.setitem(lock._MARKER_VALUES, "python_full_version", version)
    monkeypatch.setitem(lock._MARKER_VALUES, "python_version", version.rsplit(".", 1)[0])
    return version


def test_lock_pins_every_runtime_dependency_on_every_python(repository: Path, python_version: str) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text())["project"]
    names = {lock.normalize_name(re.split(r"[<>=\[ ]", line)[0]) for line in project["dependencies"]}
    assert names <= lock.read_lock(repository / "requirements.lock").keys()


def test_development_lock_holds_the_runtime_lock(repository: Path, python_version: str) -> None:
    runtime = lock.read_lock(repository / "requirements.lock")
    development = lock.read_lock(repository / "requirements-dev.lock")
    assert runtime.items() <= development.items()
    assert "pytest" in development
    assert "pytest" not in runtime


def test_every_pin_has_hashes_and_no_pin_names_a_host(repository: Path) -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (repository / name).read_text()
        pins = re.split(r"\n(?=\S)", text.strip())
        assert all("--hash=sha256:" in pin for pin in pins)
        assert "http" not in text


@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        ("python_full_version < '3.12'", True),
        ("python_full_version >= '3.9'", True),
        ("python_version < '3.100'", True),
        ("sys_platform == 'nowhere'", False),
        ("sys_platform != 'nowhere' and os_name != 'none'", True),
        ("(sys_platform == 'nowhere' or implementation_name == 'cpython') and python_version > '3'", True),
        ("'none' in os_name", False),
    ],
)
def test_markers_are_evaluated(marker: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lock._MARKER_VALUES, "python_full_version", "3.11.9")
    assert lock.evaluate_marker(marker) is expected


def test_unknown_marker_is_an_error_not_a_guess() -> None:
    with pytest.raises((ValueError, KeyError)):
        lock.evaluate_marker("extra_thing() == 'x'")


def test_mismatches_name_what_is_missing_and_what_is_other(tmp_path: Path) -> None:
    locked = tmp_path / "a.lock"
    locked.write_text(
        "Alpha_One==1.0 \\\n    --hash=sha256:0\nbeta==2.0\ngamma==3.0\nnever==1 ; sys_platform == 'nowhere'\n"
    )
    site = tmp_path / "site"
    for folder in ("alpha_one-1.0.dist-info", "beta-1.9.dist-info"):
        (site / folder).mkdir(parents=True)
    found = lock.find_mismatches(locked, [str(site)])
    assert [str(mismatch) for mismatch in found] == ["beta is 1.9, locked is 2.0", "gamma 3.0 is missing"]


def test_first_folder_on_the_path_wins(tmp_path: Path) -> None:
    for folder, version in (("first", "1"), ("second", "2")):
        (tmp_path / folder / f"alpha-{version}.dist-info").mkdir(parents=True)
    folders = [str(tmp_path / "first"), str(tmp_path / "nowhere"), str(tmp_path / "second")]
    assert lock.installed_versions(folders) == {"alpha": "1"}

"""Rules that hold over the whole tree."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCES = ("app", "engine")


def test_import_contracts_hold(repository: Path) -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    finished = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout
    assert "0 broken" in finished.stdout


def test_no_shader_hides_in_python(repository: Path) -> None:
    guilty = [
        path
        for package in SOURCES
        for path in (repository / package).rglob("*.py")
        if "gl_Position" in path.read_text() or "void main" in path.read_text()
    ]
    assert guilty == []

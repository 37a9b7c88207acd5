"""The frame of the command line: quick help, one-line errors, exit codes."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from app import cli, subcommands
from app.subcommands.frame import Subcommand

HEAVY = {"numba", "llvmlite", "moderngl", "imgui_bundle", "OpenGL", "pyglet", "trimesh", "PIL", "numpy", "rich"}


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], *([command.name, "--help"] for command in subcommands.ALL)]
)
def test_help_imports_nothing_heavy(words: list[str], repository: Path) -> None:
    code = (
        f"import sys\nfrom app.cli import main\ntry:\n    main({words!r})\nexcept SystemExit as stop:\n"
        "    assert stop.code == 0, stop.code\n"
        "print('IMPORTED', *sorted({name.split('.')[0] for name in sys.modules}))"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    imported = set(told.stdout.rsplit("IMPORTED", 1)[1].split())
    assert imported & HEAVY == set()


@pytest.mark.parametrize("command", subcommands.ALL, ids=lambda command: command.name)
def test_help_of_each_command_says_what_it_does_with_an_example(
    command: Subcommand, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([command.name, "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert command.summary.capitalize()[:20] in text
    assert "example:" in text
    assert all(line in text for line in command.examples)
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize(
    "words", [["nonsense"], ["--nonsense"], ["doctor", "--nonsense"], ["doctor", "extra"], ["doctor", "--json"]]
)
def test_bad_arguments_exit_2_with_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(words)
    assert stop.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "--help" in told.err


def run_raising(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    def fail(options: argparse.Namespace) -> int:
        raise error

    monkeypatch.setattr(cli, "parse_words", lambda words: argparse.Namespace(run=fail))
    return cli.main(["doctor"])


def test_interrupt_is_quiet_and_exits_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_raising(KeyboardInterrupt(), monkeypatch) == 130
    assert capsys.readouterr() == ("", "")


def test_broken_package_points_to_doctor(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_raising(ImportError("numba is broken"), monkeypatch) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "numba is broken" in told
    assert "doctor" in told


def test_output_may_be_cut_off_by_its_reader(repository: Path) -> None:
    command = f"{sys.executable} run.py doctor | head -c 1"
    told = subprocess.run(["bash", "-c", command], cwd=repository, capture_output=True, text=True, check=False)
    assert "Traceback" not in told.stderr
    assert "BrokenPipe" not in told.stderr

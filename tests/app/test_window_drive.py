"""Driving in the real window on a virtual display: real keys, real time, and a program that is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.journal import find_recoveries
from engine.kernels.cache import cache_root
from tests.app.test_driving import write_yard
from tests.app.test_window import DEADLINE_S, Desk, display, wait_for

__all__ = ["display"]

pytestmark = pytest.mark.window


@pytest.fixture
def desk(display: str, tmp_path: Path, repository: Path) -> Iterator[Desk]:
    """The program, started with the yard."""
    scenario, kernels = write_yard(tmp_path), tmp_path / "home" / "cache" / "kernels"
    kernels.parent.mkdir(parents=True)
    kernels.symlink_to(cache_root())  # compiling takes a minute, and is tested elsewhere
    environment = {**os.environ, "DISPLAY": display, "SWEEPSCOPE_HOME": str(tmp_path / "home")}
    environment.pop("WAYLAND_DISPLAY", None)
    command = [sys.executable, str(repository / "run.py"), "open", str(scenario)]
    with (tmp_path / "errors").open("w") as errors:
        program = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=errors, text=True)
    yield Desk(program, environment, tmp_path)
    if program.poll() is None:
        program.kill()
        program.wait(10)


def test_a_window_is_driven_by_keys_and_killed_and_what_was_driven_is_there(desk: Desk) -> None:
    desk.window = wait_for("a window", desk.find_window)
    wait_for("the scenario's name in the title", lambda: desk.find_title("yard"))
    desk.run_xdotool("windowfocus", "--sync", desk.window)
    desk.press("g")
    desk.run_xdotool("keydown", "w")
    journals = desk.folder / "home" / "journals"

    def find_journal() -> Path | None:
        return next((file for file in journals.glob("*.jsonl") if file.read_text().count("\n") > 3), None)

    journal = wait_for("two seconds of driving in the journal", find_journal)
    assert "velocity" in journal.read_text().splitlines()[-1]
    assert find_recoveries(journals) == (), "its program is running"
    desk.run_xdotool("keyup", "w")
    desk.press("Escape")
    path, _, contrast = desk.take_picture()
    assert contrast > 5
    frame = int(path.stem.removeprefix("yard-frame"))
    assert frame > 60
    desk.program.kill()
    desk.program.wait(DEADLINE_S)
    (recovery,) = find_recoveries(journals)
    assert recovery.frames == frame + 1, "a pause writes all that was driven"
    assert (desk.folder / "errors").read_text() == ""

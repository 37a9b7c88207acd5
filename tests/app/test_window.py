"""The real window on a virtual display, driven by a keyboard and a window manager's requests, from start to end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from PIL import Image

from tests.app.sample_files import write_walk

pytestmark = pytest.mark.window

DEADLINE_S = 30.0
"""For each thing that must happen: a loaded machine is slow, but not that slow."""
POLL_S = 0.02
IDLE_WATCH_S = 2.0
MOST_IDLE_SHARE = 0.03
"""Of one processor, for a window in which nothing happens."""

Found = TypeVar("Found")


def wait_for(what: str, find: Callable[[], Found | None]) -> Found:
    """Ask again and again until there is an answer."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        found = find()
        if found is not None:
            return found
        time.sleep(POLL_S)
    raise AssertionError(f"{what}: not within {DEADLINE_S:g} s")


@dataclass
class Desk:
    """A program on a virtual display, and the hands that use it."""

    program: subprocess.Popen[str]
    environment: dict[str, str]
    folder: Path
    window: str = ""

    def run_xdotool(self, *words: str) -> str:
        """Run xdotool; returns what it says, nothing where it finds nothing."""
        command = ["xdotool", *words]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False, timeout=10)
        return done.stdout.strip()

    def find_window(self) -> str | None:
        """Return the window's number once it is there."""
        assert self.program.poll() is None, f"it ended: {(self.folder / 'errors').read_text()}"
        return self.run_xdotool("search", "--onlyvisible", "--name", "Sweepscope") or None

    def find_title(self, words: str) -> str | None:
        """Return the title once it holds these words."""
        title = self.run_xdotool("getwindowname", self.window)
        return title if words in title else None

    def press(self, *chords: str) -> None:
        """Press keys, one after the other."""
        self.run_xdotool("key", "--delay", "30", *chords)

    def resize(self, width: int, height: int) -> None:
        """Make the window another size and wait until it is."""
        self.run_xdotool("windowsize", self.window, str(width), str(height))

        def is_resized() -> bool | None:
            told = self.run_xdotool("getwindowgeometry", "--shell", self.window).splitlines()
            return (f"WIDTH={width}" in told and f"HEIGHT={height}" in told) or None

        wait_for(f"a window of {width} x {height}", is_resized)

    def take_picture(self) -> tuple[Path, tuple[int, int], float]:
        """Ask for a picture by key; returns its file, its size, and how much its pixels differ."""
        before = set(self.folder.glob("*.png"))
        self.press("F12")
        path = wait_for("a picture", lambda: next(iter(set(self.folder.glob("*.png")) - before), None))
        with Image.open(path) as image:
            return path, image.size, float(np.asarray(image).std())

    def measure_cpu_share(self) -> float:
        """Return how much of one processor the program used over the next seconds."""
        begin, used = time.monotonic(), self._used_s()
        while time.monotonic() - begin < IDLE_WATCH_S:
            time.sleep(POLL_S)
        return (self._used_s() - used) / (time.monotonic() - begin)

    def _used_s(self) -> float:
        fields = Path(f"/proc/{self.program.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    """The name of a display of our own."""
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]
    with (tmp_path / "xvfb").open("w") as log:
        server = subprocess.Popen(command, pass_fds=[writer], stdout=log, stderr=log)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        number = pipe.readline().strip()
    assert number, (tmp_path / "xvfb").read_text()
    yield f":{number}"
    server.terminate()
    server.wait(10)


@pytest.fixture
def desk(display: str, tmp_path: Path, repository: Path) -> Iterator[Desk]:
    """The program, started with the short walk."""
    trace = write_walk(tmp_path)
    environment = {**os.environ, "DISPLAY": display, "SWEEPSCOPE_HOME": str(tmp_path / "home")}
    environment.pop("WAYLAND_DISPLAY", None)
    command = [sys.executable, str(repository / "run.py"), "open", str(trace)]
    with (tmp_path / "errors").open("w") as errors:
        program = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=errors, text=True)
    yield Desk(program, environment, tmp_path)
    if program.poll() is None:
        program.kill()
        program.wait(10)


def test_a_trace_is_stepped_through_pictured_resized_left_alone_and_closed(desk: Desk) -> None:
    desk.window = wait_for("a window", desk.find_window)
    title = wait_for("the scenario's name in the title", lambda: desk.find_title("walk"))
    assert title == "walk - Sweepscope"
    desk.run_xdotool("windowfocus", "--sync", desk.window)

    desk.press("Right", "Right", "Right")
    path, size, contrast = desk.take_picture()
    assert path.name == "walk-frame3.png"
    assert size == (1280, 800)
    assert contrast > 10

    desk.press("shift+Right")
    path, _, _ = desk.take_picture()
    assert path.name == "walk-frame3-2.png", "an iteration of the same frame"
    with Image.open(desk.folder / "walk-frame3.png") as before, Image.open(path) as after:
        assert (np.asarray(before) != np.asarray(after)).any(), "the iteration is looked at"

    for size in ((500, 340), (1280, 800)):
        desk.resize(*size)
        _, pictured, contrast = desk.take_picture()
        assert pictured == size
        assert contrast > 10

    wait_for("rest", lambda: desk.measure_cpu_share() < MOST_IDLE_SHARE or None)

    desk.press("ctrl+q")
    assert desk.program.wait(DEADLINE_S) == 0
    assert (desk.folder / "errors").read_text() == ""
    remembered = json.loads((desk.folder / "home" / "preferences.json").read_text())
    assert remembered["recent"] == [str(desk.folder / "walk.trace.json")]
    assert "[Window][Viewport]" in remembered["layout"]

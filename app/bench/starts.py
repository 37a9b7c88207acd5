"""What the kernels cost at a start: compiled on the first one ever, loaded on every later one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.errors import InputError

# What a window or a script asks first: a level is built, and swept by both selections.
_PROGRAM = """
import time
begin, cpu = time.perf_counter(), time.process_time()
from engine import Capsule, Level, sweep
level = Level.from_triangles([[0, 0, 0], [0, 0, 1], [1, 0, 0]], [[0, 1, 2]])
for selection in ("closest", "physx"):
    assert sweep(level, Capsule((0.2, 3, 0.2), 0.3, 1), (0, -1, 0), 5, selection=selection).distance > 2
print(time.perf_counter() - begin, time.process_time() - cpu)
"""


@dataclass(frozen=True)
class Start:
    """Seconds until the first answers."""

    wall_s: float
    cpu_s: float
    """Of the process: what an idle machine would take."""


def measure_starts() -> tuple[Start, Start]:
    """Start twice in processes of their own, with an empty cache and then with what the first one left there."""
    with tempfile.TemporaryDirectory(prefix="sweepscope-bench-") as home:
        return _start(home), _start(home)


def _start(home: str) -> Start:
    environment = {**os.environ, "SWEEPSCOPE_HOME": home, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", _PROGRAM]
    finished = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if finished.returncode:
        raise InputError(f"the kernels do not start: {finished.stderr.strip().splitlines()[-1]}")
    wall, cpu = finished.stdout.split()
    return Start(float(wall), float(cpu))

"""Jolt's capsule cast, by npm's `jolt-physics` in node."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.bench.query_world import HALF_HEIGHT_M, RADIUS_M, SWEEP_M
from engine.kernels.cache import cache_root

if TYPE_CHECKING:
    from app.bench.query_world import Hills
    from engine.transforms import FloatArray

PACKAGE = "jolt-physics"
SCRIPT = Path(__file__).with_name("jolt.mjs")
LONGEST_S = 300
"""For an installation or a measurement."""


class PeerMissingError(Exception):
    """A peer cannot be measured here. Its text says why, in one line."""


@dataclass(frozen=True)
class Casts:
    """What Jolt needed and found."""

    version: str
    microseconds: list[float]
    """Per cast, of each round."""
    distances: list[float | None]
    """Of each cast, in metres; None: no hit."""


def peer_folder() -> Path:
    """Return the folder that peers are installed into, beside the compiled kernels."""
    return cache_root().parent / "peers"


def find_jolt(*, install: bool) -> str:
    """Return where node is, once Jolt is there too; PeerMissingError if it is not and may not be installed."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None:
        raise PeerMissingError("Jolt is not measured: node is not installed")
    if not (peer_folder() / "node_modules" / PACKAGE).is_dir():
        if not install:
            raise PeerMissingError("Jolt is not measured: it is not installed, which --peers does")
        if npm is None:
            raise PeerMissingError("Jolt is not measured: npm is not installed")
        peer_folder().mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(peer_folder()), PACKAGE]
        _run(command, "npm cannot install it")
    return node


def measure_jolt(node: str, hills: Hills, sweeps: tuple[FloatArray, FloatArray], rounds: int) -> Casts:
    """Cast a capsule from all centres along all directions, some rounds long."""
    centers, directions = sweeps
    asked = {
        "vertices": hills.vertices.tolist(),
        "triangles": hills.triangles.tolist(),
        "radius": RADIUS_M,
        "half_height": HALF_HEIGHT_M,
        "centers": centers.tolist(),
        "directions": directions.tolist(),
        "distance": SWEEP_M,
        "rounds": rounds,
    }
    with tempfile.TemporaryDirectory(prefix="sweepscope-bench-") as folder:
        path = Path(folder) / "casts.json"
        path.write_text(json.dumps(asked), encoding="utf-8")
        told = json.loads(_run([node, str(SCRIPT), str(peer_folder()), str(path)], "its script fails"))
    return Casts(told["version"], told["microseconds"], told["distances"])


def _run(command: list[str], problem: str) -> str:
    """Run a program to its end and return what it printed, or tell what the problem was."""
    try:
        finished = subprocess.run(command, capture_output=True, text=True, check=True, timeout=LONGEST_S)
    except (OSError, subprocess.SubprocessError) as error:
        words = getattr(error, "stderr", None) or str(error)
        last = words.strip().splitlines()[-1] if words.strip() else ""
        raise PeerMissingError(f"Jolt is not measured: {problem}: {last}") from error
    return finished.stdout

"""Real PhysX's controller, by npm's `physx-js-webidl` in node, driven by the program that made the reference traces."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from app.bench.peers.jolt import LONGEST_S, PeerMissingError, peer_folder

FILES = ("package.json", "physx.mjs", "cct.mjs", "pxinit.mjs")
PACKAGE = "physx-js-webidl"


@dataclass(frozen=True)
class PhysX:
    """A copy of the program, with PhysX beside it."""

    node: str
    folder: Path

    def time_moves(self, scenario: Path, seconds: float) -> float:
        """Return the microseconds per move of one scenario, measured for some seconds."""
        command = [self.node, str(self.folder / "physx.mjs"), "--bench", str(scenario), f"{seconds:g}"]
        return float(_run(command, self.folder, "its program fails"))


def find_physx(oracle: Path, *, install: bool) -> PhysX:
    """Return PhysX, copied and installed into the cache if asked; PeerMissingError if it is not here.

    oracle: the folder of the program, which is never written to.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None:
        raise PeerMissingError("PhysX is not measured: node is not installed")
    if not (oracle / "physx.mjs").is_file():
        raise PeerMissingError("PhysX is not measured: the program that made the reference traces is not here")
    folder = peer_folder() / "physx"
    if not (folder / "node_modules" / PACKAGE).is_dir():
        if not install:
            raise PeerMissingError("PhysX is not measured: it is not installed, which --peers does")
        if npm is None:
            raise PeerMissingError("PhysX is not measured: npm is not installed")
        _copy(oracle, folder)
        _run([npm, "install", "--no-audit", "--no-fund"], folder, "npm cannot install it")
    else:
        _copy(oracle, folder)
    return PhysX(node, folder)


def _copy(oracle: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copy(oracle / name, folder)


def _run(command: list[str], folder: Path, problem: str) -> str:
    """Run a program to its end and return what it printed, or tell what the problem was."""
    try:
        finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=LONGEST_S)
    except (OSError, subprocess.SubprocessError) as error:
        words = getattr(error, "stderr", None) or str(error)
        last = words.strip().splitlines()[-1] if words.strip() else ""
        raise PeerMissingError(f"PhysX is not measured: {problem}: {last}") from error
    return finished.stdout

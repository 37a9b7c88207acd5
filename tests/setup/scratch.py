"""A scratch clone whose lock asks for one tiny package, so that setting up takes seconds and needs no network."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

PROBE = "sweepscope-probe"


def write_probe_wheel(folder: Path, version: str) -> str:
    """Write a wheel of the tiny package and return the line that locks it."""
    name = f"sweepscope_probe-{version}"
    path = folder / f"{name}-py3-none-any.whl"
    info = f"{name}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("sweepscope_probe.py", f"VERSION = {version!r}\n")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {PROBE}\nVersion: {version}\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", f"sweepscope_probe.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{PROBE}=={version} \\\n    --hash=sha256:{digest}\n"


@dataclass(frozen=True)
class Clone:
    """A copy of the program in a folder of its own, with the index that its installer may use."""

    root: Path
    index: Path

    @property
    def venv(self) -> Path:
        """The environment that run.py makes."""
        return self.root / ".venv"

    def lock(self, version: str) -> None:
        """Make both locks ask for a version of the tiny package, which goes into the index."""
        line = write_probe_wheel(self.index, version)
        for name in ("requirements.lock", "requirements-dev.lock"):
            (self.root / name).write_text(line)

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Start run.py as a person would, without uv, without a network, with an empty HOME."""
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.root.parent / "home"),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.index),
            "PIP_CONFIG_FILE": os.devnull,
            **variables,
        }
        command = [base_python(), str(self.root / "run.py"), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def base_python() -> str:
    """Return the interpreter outside every venv: it has none of our packages."""
    return str(Path(getattr(sys, "_base_executable", sys.executable)))


def make_clone(folder: Path, repository: Path) -> Clone:
    """Copy the program, without its environment, next to an empty index."""
    root, index = folder / "clone", folder / "index"
    for path in (root, index, folder / "home"):
        path.mkdir(parents=True)
    shutil.copy(repository / "run.py", root)
    for package in ("app", "engine"):
        shutil.copytree(repository / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    return Clone(root, index)


def copy_clone(clone: Clone, folder: Path) -> Clone:
    """Copy a clone with its environment: a venv finds itself by where its interpreter lies."""
    shutil.copytree(clone.root.parent, folder, symlinks=True, dirs_exist_ok=True)
    return Clone(folder / clone.root.name, folder / clone.index.name)

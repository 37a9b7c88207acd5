"""Where compiled kernels are kept, and the decorator that every kernel wears.

numba's cache looks at one file at a time: a caller in one file is served from the cache although its callee in another
has changed, and returns old results. So the cache folder is named after a digest of all kernel sources, of numba's
version and of the flags that change the generated code: a change of any of them starts an empty folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

SOURCES = Path(__file__).resolve().parent
"""The folder whose every source is part of the digest."""

KEPT_FOLDERS = 4
"""Caches of other digests that stay, newest first: a branch switched back to need not compile again."""

CODE_FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_DEBUGINFO")
"""Environment variables with which numba generates other code. With bounds checks in a cache without them, the checks
would silently not happen."""


def digest_sources(sources: Path = SOURCES) -> str:
    """Return a digest of every kernel source, numba's version and the flags that change the code."""
    digest = hashlib.sha256(f"numba {version('numba')} python {sys.version_info[:2]}".encode())
    for flag in CODE_FLAGS:
        digest.update(f"{flag}={os.environ.get(flag, '')};".encode())
    # Kernels freeze the constants that they import.
    constants = [path for path in (sources.parent / "constants.py",) if path.is_file()]
    for path in [*sorted(sources.rglob("*.py")), *constants]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the folder that holds the caches, by the platform's custom; SWEEPSCOPE_HOME puts it elsewhere."""
    if home := os.environ.get("SWEEPSCOPE_HOME"):
        return Path(home) / "cache" / "kernels"
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    fallback = "Library/Caches" if sys.platform == "darwin" else ".cache"
    home_folder = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where HOME is unset
    return Path(base or home_folder / fallback) / "sweepscope" / "kernels"


def choose_folder() -> Path:
    """Return a writable folder for these sources: by custom, or a private temporary one where HOME is read-only."""
    folder = cache_root() / digest_sources()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="sweepscope-kernels-"))


def remove_old_folders(keep: Path) -> None:
    """Delete the caches of sources long gone. Another program may be doing the same: what fails is left alone."""
    try:
        others = [folder for folder in keep.parent.iterdir() if folder.is_dir() and folder != keep]
        others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    except OSError:
        return
    for folder in others[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)


def _point_numba_at_folder() -> Path:
    folder = choose_folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if folder.parent == cache_root():
        remove_old_folders(folder)
    return folder


CACHE_FOLDER = _point_numba_at_folder()
"""Set before numba is imported below: it reads the variable once."""

from numba import config, njit  # noqa: E402

config.CACHE_DIR = str(CACHE_FOLDER)  # numba may have been imported before us, by a script that uses the library


def kernel(function: Kernel) -> Kernel:
    """Compile a kernel: cached on disk, float64 without fastmath so that the same input gives the same bits.

    error_model="numpy": a division by zero gives inf or NaN, which guards test for, instead of a branch that raises.
    nogil: a kernel can run on the worker while the window goes on.
    """
    compiled: Kernel = njit(cache=True, error_model="numpy", nogil=True, fastmath=False)(function)
    return compiled

"""Where the program's own files lie: at the top of the repository, or inside the installed package."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
"""The folder of the `app` package."""


def resource_folder() -> Path:
    """Return the folder that holds `shaders/`, `assets/` and the locks: a wheel carries them inside the package."""
    return PACKAGE if (PACKAGE / "shaders").is_dir() else PACKAGE.parent


def shader_folder() -> Path:
    """Return the folder of the GLSL files."""
    return resource_folder() / "shaders"


def asset_folder() -> Path:
    """Return the folder of shipped levels, scenarios, fonts and the default layout."""
    return resource_folder() / "assets"


def lock_file(*, development: bool) -> Path:
    """Return the lock of exact versions and hashes, with or without what only developers need."""
    return resource_folder() / ("requirements-dev.lock" if development else "requirements.lock")


def settings_folder() -> Path:
    """Return the folder for preferences and window layout, by the platform's custom. It may not exist yet."""
    if override := os.environ.get("SWEEPSCOPE_HOME"):
        return Path(override)
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where HOME is unset
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home) / "Sweepscope"
    if sys.platform == "darwin":
        return home / "Library/Application Support/Sweepscope"
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "sweepscope"


def write_path(path: Path | str) -> str:
    """Return a path or a file's name as text that can be drawn: bytes in it that are no UTF-8 become `?`."""
    return str(path).encode("utf-8", "replace").decode()


def shorten_home(path: Path) -> str:
    """Return a path as people write it: `~/traces` for what lies in their home folder."""
    home = os.path.expanduser("~")  # noqa: PTH111
    text = write_path(path)
    return f"~{text.removeprefix(home)}" if text == home or text.startswith(home + os.sep) else text


def expand_path(path: Path) -> Path:
    """Return an absolute path, with the home folder for `~`; a person who does not exist has none."""
    try:
        return path.expanduser().absolute()
    except RuntimeError:
        return path.absolute()

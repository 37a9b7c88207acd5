"""What the program remembers between two starts: recent files, theme, scale, layers, the layout of the panels.

Written beside and renamed, so that a crash leaves the old file whole. A file that cannot be read is set aside, never
fatal and never overwritten.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from app.draw.options import ViewOptions
from app.draw.palette import THEMES
from app.paths import settings_folder
from app.series import DEFAULT_PLOTS

FILE_NAME = "preferences.json"
MOST_RECENT = 12
"""Files kept in the list of recent ones: as many as fit on a screen beside the rest."""


@dataclass(frozen=True)
class Preferences:
    """What is remembered."""

    recent: tuple[str, ...] = ()
    folder: str = ""
    theme: str = "dark"
    scale: float = 0.0
    """Of words and lines; 0 follows the screen."""
    options: ViewOptions = ViewOptions()
    layout: str = ""
    """The panels' places, in ImGui's own words; empty is the layout of the first start."""
    hidden_panels: tuple[str, ...] = ()
    plots: tuple[str, ...] = DEFAULT_PLOTS


def load_preferences(folder: Path | None = None) -> tuple[Preferences, str]:
    """Read the preferences. The second value is a message for the person: empty, or what was wrong."""
    path = (folder or settings_folder()) / FILE_NAME
    try:
        return parse_preferences(json.loads(path.read_text(encoding="utf-8"))), ""
    except FileNotFoundError:
        return Preferences(), ""
    except OSError as error:
        return Preferences(), f"{path} cannot be read ({error.strerror}); the defaults are used"
    except (ValueError, TypeError, RecursionError) as error:
        aside = path.with_suffix(".broken.json")
        try:
            path.replace(aside)
        except OSError:
            return Preferences(), f"{path} is broken ({error}); the defaults are used"
        return Preferences(), f"{path} was broken ({error}); it was set aside as {aside.name}, the defaults are used"


def parse_preferences(data: Any) -> Preferences:
    """Build preferences from JSON; raises ValueError with a reason. Keys of a newer version are passed over."""
    if not isinstance(data, dict):
        raise ValueError("not an object")
    options = data.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(value, bool) for value in options.values()):
        raise ValueError("options must be switches")
    known = {field.name for field in fields(ViewOptions)}
    theme, scale = data.get("theme", "dark"), data.get("scale", 0.0)
    if theme not in THEMES:
        raise ValueError(f"theme must be one of {', '.join(THEMES)}")
    if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0 <= scale <= 4:
        raise ValueError("scale must be a number from 0 to 4")
    return Preferences(
        recent=_read_texts(data, "recent")[:MOST_RECENT],
        folder=_read_text(data, "folder"),
        theme=theme,
        scale=float(scale),
        options=replace(ViewOptions(), **{key: value for key, value in options.items() if key in known}),
        layout=_read_text(data, "layout"),
        hidden_panels=_read_texts(data, "hidden_panels"),
        plots=_read_texts(data, "plots") if "plots" in data else DEFAULT_PLOTS,
    )


def _is_text(value: Any) -> bool:
    """Tell whether this can be a path: a zero or half a character can only come from a file that was tampered with."""
    if not isinstance(value, str) or "\0" in value:
        return False
    os.fsencode(value)  # raises UnicodeEncodeError, which is a ValueError
    return True


def _read_text(data: dict[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not _is_text(value):
        raise ValueError(f"{key} must be text")
    return str(value)


def _read_texts(data: dict[str, Any], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(map(_is_text, value)):
        raise ValueError(f"{key} must be a list of texts")
    return tuple(value)


def save_preferences(preferences: Preferences, folder: Path | None = None) -> str:
    """Write the preferences; returns a message for the person if that failed, else an empty text."""
    target = (folder or settings_folder()) / FILE_NAME
    beside = target.with_name(f"{FILE_NAME}.{os.getpid()}.new")  # two windows may save at once
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(asdict(preferences), indent=2) + "\n", encoding="utf-8")
        beside.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        return f"{target} cannot be written ({error.strerror}); this time nothing is remembered"
    return ""

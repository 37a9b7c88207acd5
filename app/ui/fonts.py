"""The window's fonts: imgui-bundle ships them, so nothing depends on what the machine has."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path

from engine.errors import InputError


@dataclass(frozen=True)
class FontFiles:
    """One face for words, one for headings, one of fixed width for numbers in columns, one of icons."""

    text: Path
    heading: Path
    numbers: Path
    icons: Path


def find_font_files() -> FontFiles:
    """Return the font files; an InputError names the one that is missing."""
    spec = importlib.util.find_spec("imgui_bundle")
    if spec is None or spec.origin is None:
        raise InputError("imgui-bundle is not installed, and the fonts come with it")
    folder = Path(spec.origin).parent / "assets" / "fonts"
    files = FontFiles(
        text=folder / "Roboto" / "Roboto-Regular.ttf",
        heading=folder / "Roboto" / "Roboto-Bold.ttf",
        numbers=folder / "Inconsolata-Medium.ttf",
        icons=folder / "Font_Awesome_6_Free-Solid-900.otf",
    )
    for path in (files.text, files.heading, files.numbers, files.icons):
        if not path.is_file():
            raise InputError(f"the font {path} is missing; reinstall imgui-bundle")
    return files

"""Presets: the settings and rules of a controller under a name, kept beside the preferences or shared as a file.

The file, `*.preset.json`, holds what a scenario holds of them, so that one can be pasted into the other:
format, version, name, controller, settings, rules.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.paths import settings_folder
from engine.errors import InputError
from engine.files.json_file import read_json
from engine.files.reader import Node, require_format
from engine.files.scenario_file import read_rules, read_settings
from engine.scenario import Controller
from engine.settings import CctSettings, Knob, knobs_of

if TYPE_CHECKING:
    from engine.scenario import Scenario
    from engine.settings import Settings

FORMAT = "sweepscope.preset"
SUFFIX = ".preset.json"
FOLDER = "presets"
_KEYS = ("format", "version", "name", "controller", "settings", "rules")
_FORBIDDEN = frozenset('/\\:*?"<>|')
"""Not in a name, which becomes a file's: what one of the systems does not allow there."""
MOST_CHARACTERS = 60
"""Of a name: it stands in menus."""


@dataclass(frozen=True)
class Preset:
    """Settings and rules under a name."""

    name: str
    settings: Settings
    rules: str
    rule_changes: tuple[tuple[str, str], ...] = ()

    @property
    def controller(self) -> Controller:
        """The controller that the settings belong to."""
        return Controller.CCT if isinstance(self.settings, CctSettings) else Controller.SLIDE


def take_preset(scenario: Scenario, name: str) -> Preset:
    """Return the settings and rules of a scenario as a preset."""
    return Preset(name.strip(), scenario.settings, scenario.rules, scenario.rule_changes)


def apply_preset(scenario: Scenario, preset: Preset) -> Scenario:
    """Return a scenario with the settings and rules of a preset, and its controller."""
    return replace(scenario, settings=preset.settings, rules=preset.rules, rule_changes=preset.rule_changes)


def is_name(name: str) -> bool:
    """Tell whether a preset can be called so: its name becomes a file's."""
    return bool(name.strip()) and name.isprintable() and not set(name) & _FORBIDDEN and not name.startswith(".")


def check_name(name: str) -> str:
    """Return a name without the space around it. Raises InputError if it cannot be part of a file's name."""
    name = name.strip()
    if not is_name(name):
        raise InputError(f'preset: expected a name that can be a file\'s, such as "low steps", got "{name}"')
    if len(name) > MOST_CHARACTERS:
        raise InputError(f"preset: expected a name of at most {MOST_CHARACTERS} characters, got {len(name)}")
    return name


def preset_folder() -> Path:
    """Return the folder of the saved presets: beside the preferences. It may not exist yet."""
    return settings_folder() / FOLDER


def list_presets(folder: Path | None = None) -> tuple[Path, ...]:
    """Return the files of the saved presets, by name; none if the folder cannot be read."""
    with contextlib.suppress(OSError):
        return tuple(sorted((folder or preset_folder()).glob(f"*{SUFFIX}"), key=lambda path: path.name.lower()))
    return ()


def name_preset(path: Path) -> str:
    """Return the name that a preset's file tells."""
    return path.name.removesuffix(SUFFIX)


def read_preset(path: Path) -> Preset:
    """Read a preset's file. Raises InputError, in one line that names the place."""
    root = Node(read_json(path), path)
    require_format(root, FORMAT)
    root.object(_KEYS)
    controller = Controller(root["controller"].choice(tuple(Controller)))
    rules, changes = read_rules(root.get("rules"), controller)
    name = root["name"].text() if "name" in root else name_preset(path)
    if not is_name(name):
        raise root["name"].error("a name that can be part of a file's name")
    return Preset(name, read_settings(root.get("settings"), controller), rules, changes)


def write_preset(preset: Preset, path: Path) -> None:
    """Write a preset's file, whole or not at all. Raises InputError."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(write_json(preset), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise InputError(f"{path}: cannot be written ({error.strerror})") from error


def save_preset(preset: Preset, folder: Path | None = None) -> Path:
    """Keep a preset under its name; one of the same name is replaced. Raises InputError."""
    path = (folder or preset_folder()) / f"{check_name(preset.name)}{SUFFIX}"
    write_preset(preset, path)
    return path


def delete_preset(path: Path) -> None:
    """Delete a saved preset. Raises InputError; only what is a preset by its name is ever deleted."""
    if not path.name.endswith(SUFFIX):
        raise InputError(f"{path}: expected a file that ends with {SUFFIX}")
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be deleted ({error.strerror})") from error


def write_json(preset: Preset) -> str:
    """Return a preset as JSON, with every setting, so that a later default changes nothing in it."""
    rules: Any = {"preset": preset.rules, **dict(preset.rule_changes)} if preset.rule_changes else preset.rules
    data = {
        "format": FORMAT,
        "version": 1,
        "name": preset.name,
        "controller": str(preset.controller),
        "settings": {name: getattr(preset.settings, name) for name, _ in knobs_of(preset.settings)},
        "rules": rules,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_cpp(scenario: Scenario) -> str:
    """Return the capsule, the settings and the rules of a scenario as constants of C++, each with its unit and help."""
    capsule = scenario.capsule
    lines = [
        f"// {scenario.name}: {scenario.controller}",
        f"const float kCapsuleRadius = {_write_float(capsule.radius)}; // m",
        f"const float kCapsuleHeight = {_write_float(capsule.height)}; // m, between the centres of its two spheres",
    ]
    for name, knob in knobs_of(scenario.settings):
        lines.append(_write_constant(name, knob, getattr(scenario.settings, name)))
    changes = ", ".join(f"{name} = {choice}" for name, choice in scenario.rule_changes)
    lines.append(f"// rules: {scenario.rules}{f', with {changes}' if changes else ''}")
    return "\n".join(lines) + "\n"


def _write_constant(name: str, knob: Knob, value: object) -> str:
    if value is None:
        return f"// {name}: as the rules say"
    constant = "k" + "".join(part.capitalize() for part in name.split("_"))
    unit = knob.unit
    if unit == "cosine" and isinstance(value, float):
        unit = f"cosine, {math.degrees(math.acos(value)):.2f} degrees"
    words = f"// {unit}. {knob.help}" if unit else f"// {knob.help}"
    match value:
        case bool():
            return f"const bool {constant} = {str(value).lower()}; {words}"
        case int() if name == "mask":
            return f"const unsigned int {constant} = 0x{value:X}u; {words}"
        case int():
            return f"const int {constant} = {value}; {words}"
        case float():
            return f"const float {constant} = {_write_float(value)}; {words}"
    return f'const char* const {constant} = "{value}"; {words}'


def _write_float(value: float) -> str:
    """Write a number with the fewest digits that a float32 keeps apart from its neighbours."""
    return f"{float(f'{value:.9g}')!r}f"

"""Scenarios with some of their values replaced, as `key=value` texts of a command line ask for it."""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.errors import InputError
from engine.files.json_file import read_json
from engine.files.reader import Node, require_format
from engine.files.scenario_file import FORMAT, scenario_from_json
from engine.scenario import RULE_KINDS, SETTINGS, Controller, Scenario
from engine.settings import knobs_of

_PLAIN_KEYS = ("controller", "dt", "name", "note", "rules", "up")
_CAPSULE_KEYS = ("radius", "height", "feet", "center")


def override_scenario(
    path: str | Path, changes: Sequence[str], *, relative_to: Path | None = None
) -> tuple[Scenario, dict[str, Any]]:
    """Read a scenario with the changes made, and return it with the JSON object that a trace in a folder may hold.

    A change is `key=value`: `dt=0.02`, `step_offset=0.3` (a setting), `capsule.radius=0.4`, `rules=spec` (a preset),
    `rules.sensor=off`. Values are JSON, or plain words. In the object, mesh files are relative to `relative_to`, or
    to the scenario's own folder.
    """
    path = Path(path)
    data = read_json(path)
    require_format(Node(data, path), FORMAT)
    for change in changes:
        _apply(data, change)
    scenario = scenario_from_json(data, path)
    return scenario, _embed(data, scenario, path.parent, relative_to or path.parent)


def _apply(data: dict[str, Any], change: str) -> None:
    """Make one change in a scenario's JSON; the value is checked when the scenario is built."""
    key, equals, text = change.partition("=")
    key, text = key.strip(), text.strip()
    if not equals or not key or not text:
        raise InputError(f'"{change}": expected key=value, such as step_offset=0.3 or rules.sensor=off')
    known = dict(_list_keys(data.get("controller")))
    if key not in known:
        raise InputError(f'{change}: unknown key "{key}"; {_suggest(key, list(known))}')
    group, name = known[key]
    if not group:
        data[name] = _read_value(text)
        return
    held = data.get(group, {})
    if group == "rules" and isinstance(held, str):
        held = {"preset": held}
    data[group] = {**held, name: _read_value(text)} if isinstance(held, dict) else held


def _list_keys(controller: object) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each key that can be changed, with its place in the JSON: the object that holds it, and its name there."""
    known = controller if isinstance(controller, str) and controller in tuple(Controller) else Controller.CCT
    for name, _ in knobs_of(SETTINGS[Controller(known)]):
        yield name, ("settings", name)
        yield f"settings.{name}", ("settings", name)
    for name in _PLAIN_KEYS:
        yield name, ("", name)
    for name in _CAPSULE_KEYS:
        yield f"capsule.{name}", ("capsule", name)
    for name, _ in knobs_of(RULE_KINDS[Controller(known)]):
        yield f"rules.{name}", ("rules", name)


def _suggest(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1) or [name for name in known if name.endswith(f".{key}")]
    if near:
        return f'did you mean "{near[0]}"?'
    settings = [name for name in known if f"settings.{name}" in known]
    return f"allowed: {', '.join((*settings, *_PLAIN_KEYS))}, capsule.radius and so on, rules.sensor and so on"


def _read_value(text: str) -> Any:
    """Read JSON, or a plain word as it is: what that may be is for the reader of scenarios to say."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _embed(data: dict[str, Any], scenario: Scenario, folder: Path, relative_to: Path) -> dict[str, Any]:
    """Return a scenario's JSON as it can stand in a file of another folder."""
    # Without a name of its own a scenario is called like its file, which a trace's object has none of.
    embedded = {**data, "name": scenario.name}
    if "level" in data:
        embedded["level"] = [
            {**body, "file": relative_path(folder / body["file"], relative_to)} if "file" in body else body
            for body in data["level"]
        ]
    return embedded


def relative_path(target: Path, folder: Path) -> str:
    """Return the way from a folder to a file, with slashes; the whole path where there is no way (another drive)."""
    try:
        return Path(os.path.relpath(target, folder)).as_posix()
    except ValueError:
        return target.absolute().as_posix()

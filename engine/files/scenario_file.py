"""Scenario files, `*.scenario.json`: every key, type and range is checked, and an error names the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.errors import InputError
from engine.files.body_json import read_capsule, read_level
from engine.files.criteria_json import read_criteria
from engine.files.json_file import read_json
from engine.files.reader import Node, require_format
from engine.geometry import FARTHEST_M
from engine.scenario import DEFAULT_DT, MAX_FRAMES, RULE_KINDS, RULES, SETTINGS, Controller, InputSegment, Scenario
from engine.settings import Settings, knobs_of
from engine.transforms import Vector

FORMAT = "sweepscope.scenario"
SUFFIX = ".scenario.json"
_KEYS = (
    *("format", "version", "name", "note", "up", "dt", "controller", "capsule", "settings", "rules"),
    *("level", "obstacles", "characters", "input", "criteria"),
)
_SEGMENT_KEYS = ("frames", "move", "velocity", "gravity", "jump", "teleport")


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario file; InputError if anything in it is wrong."""
    return scenario_from_json(read_json(Path(path)), Path(path))


def scenario_from_json(data: Any, path: Path) -> Scenario:
    """Build a scenario from parsed JSON; `path` is what errors name and what mesh files are relative to."""
    return build_scenario(Node(data, path), path)


def build_scenario(root: Node, path: Path | None) -> Scenario:
    """Build a scenario from a place in a file; `path` is the scenario's own file, if it has one."""
    require_format(root, FORMAT)
    root.object(_KEYS)
    up = root["up"].direction() if "up" in root else (0.0, 1.0, 0.0)
    controller = Controller(root["controller"].choice(tuple(Controller))) if "controller" in root else Controller.CCT
    capsule = read_capsule(root["capsule"].object(("radius", "height", "feet", "center")), up)
    rules, rule_changes = read_rules(root.get("rules"), controller)
    return Scenario(
        name=_read_name(root),
        note=root["note"].text() if "note" in root else "",
        capsule=capsule,
        settings=read_settings(root.get("settings"), controller),
        rules=rules,
        rule_changes=rule_changes,
        level=read_level(root, capsule.up, root.file.parent),
        input=_read_input(root.get("input")),
        dt=root["dt"].number(above=0, high=10) if "dt" in root else DEFAULT_DT,
        path=path,
        criteria=read_criteria(root.get("criteria"), allows_physx=controller is Controller.CCT),
    )


def _read_name(root: Node) -> str:
    """Read the name, which becomes part of file names; by default the file's own."""
    if "name" not in root:
        return root.file.name.removesuffix(SUFFIX)
    name = root["name"].text()
    if not name.strip() or not name.isprintable() or set(name) & set('/\\:*?"<>|') or name.strip(".") == "":
        raise root["name"].error("a name that can be part of a file's name")
    return name


def read_settings(node: Node | None, controller: Controller) -> Settings:
    """Read the settings of a controller; absent ones have their default."""
    kind = SETTINGS[controller]
    if node is None:
        return kind()
    node.object([name for name, _ in knobs_of(kind)])
    try:
        return kind(**node.value)
    except InputError as error:
        raise InputError(f"{node.file}: {node.place}.{error}") from error


def read_rules(node: Node | None, controller: Controller) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Read a preset's name, or an object of a preset and the rules that differ from it."""
    presets = RULES[controller]
    if node is None:
        return presets[0], ()
    if not isinstance(node.value, dict):
        return node.choice(presets), ()
    choices_of = {name: rule.choices for name, rule in knobs_of(RULE_KINDS[controller])}
    node.object(("preset", *choices_of))
    preset = node["preset"].choice(presets) if "preset" in node else presets[0]
    return preset, tuple((name, node[name].choice(choices_of[name])) for name in node.value if name != "preset")


def _read_input(node: Node | None) -> tuple[InputSegment, ...]:
    segments = tuple(_read_segment(item) for item in (node.items() if node else []))
    total = sum(segment.frames for segment in segments)
    if node is not None and total > MAX_FRAMES:
        raise node.complaint(f"expected at most {MAX_FRAMES} frames in all, got {total}")
    return segments


def _read_segment(node: Node) -> InputSegment:
    node.object(_SEGMENT_KEYS)
    if ("move" in node) == ("velocity" in node):
        raise node.complaint('expected exactly one of "move" and "velocity"')
    return InputSegment(
        frames=node["frames"].integer(1, MAX_FRAMES) if "frames" in node else 1,
        move=_read_place(node, "move"),
        velocity=node["velocity"].vector() if "velocity" in node else None,
        gravity=node["gravity"].number() if "gravity" in node else None,
        jump=node["jump"].number() if "jump" in node else None,
        teleport=_read_place(node, "teleport"),
    )


def _read_place(node: Node, key: str) -> Vector | None:
    return node[key].place_vector(FARTHEST_M) if key in node else None

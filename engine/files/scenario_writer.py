"""Scenarios to files: what is written loads back equal, bit for bit. Meshes stand inline, so that one file is whole."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import InputError
from engine.files.criteria_json import write_criterion
from engine.files.scenario_file import FORMAT
from engine.level import ALL_BITS, Body, BodyRole, Level
from engine.scenario import InputSegment, Scenario
from engine.shapes import Box, CapsuleShape, Convex, Mesh, Shape, Sphere
from engine.transforms import IDENTITY_ROTATION, FloatArray, normalize_quaternion, normalize_vector

_KEYS_OF_ROLE = {BodyRole.LEVEL: "level", BodyRole.OBSTACLE: "obstacles", BodyRole.CHARACTER: "characters"}
_TRIES = 400
"""Lengths that are tried until reading normalises a direction to the very bits that were written."""


def write_scenario(scenario: Scenario, path: Path) -> None:
    """Write a scenario file; it appears whole or not at all. Raises InputError if that cannot be done."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_text(format_scenario(scenario_to_json(scenario)), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)


def format_scenario(data: dict[str, Any]) -> str:
    """Return a scenario's JSON as people read it: a line for each key, and for each body and stretch of input."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inside = ",\n  ".join(_write_compact(item) for item in value)
            lines.append(f" {json.dumps(key)}: [\n  {inside}]")
        else:
            lines.append(f" {json.dumps(key)}: {_write_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _write_compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def scenario_to_json(scenario: Scenario) -> dict[str, Any]:
    """Return the JSON object of a scenario."""
    capsule = scenario.capsule
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": 1,
        "name": scenario.name,
        "note": scenario.note,
        "up": _direction_to_json(capsule.up),
        "dt": scenario.dt,
        "controller": str(scenario.controller),
        "capsule": {"radius": capsule.radius, "height": capsule.height, "center": list(capsule.center)},
        "settings": {key: value for key, value in dataclasses.asdict(scenario.settings).items() if value is not None},
        "rules": {"preset": scenario.rules, **dict(scenario.rule_changes)} if scenario.rule_changes else scenario.rules,
        **level_to_json(scenario.level),
        "input": [segment_to_json(segment) for segment in scenario.input],
        "criteria": [write_criterion(criterion) for criterion in scenario.criteria] or "",
    }
    return {key: value for key, value in data.items() if value != "" or key == "name"}


def segment_to_json(segment: InputSegment) -> dict[str, Any]:
    """Return the JSON object of a stretch of input."""
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in vars(segment).items()
        if value is not None
    }


def level_to_json(level: Level) -> dict[str, list[dict[str, Any]]]:
    """Return the bodies under the keys of a scenario: level, obstacles, characters."""
    listed: dict[str, list[dict[str, Any]]] = {"level": []}
    for body in level.bodies:
        listed.setdefault(_KEYS_OF_ROLE[body.role], []).append(_body_to_json(body))
    return listed


def digest_level(level: Level) -> str:
    """Return a text that two levels have in common if all their bodies are alike, place and shape, bit for bit."""
    digest = hashlib.blake2b(digest_size=16)
    for body in level.bodies:
        plain: list[object] = [body.id, body.role, body.kind, body.position, body.rotation, body.scale]
        plain += [body.mask, body.two_sided, body.ride, body.slide, type(body.shape).__name__]
        arrays: list[NDArray[Any]] = [np.zeros(0) if body.poses is None else body.poses]
        match body.shape:
            case Mesh(vertices, triangles):
                arrays += [vertices, triangles]
            case Convex(vertices):
                arrays.append(vertices)
            case _:
                plain.append(body.shape)
        digest.update(repr(plain).encode())
        for array in arrays:
            digest.update(repr(array.shape).encode())
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _body_to_json(body: Body) -> dict[str, Any]:
    data: dict[str, Any] = {"id": body.id}
    if body.role is BodyRole.CHARACTER:
        assert isinstance(body.shape, CapsuleShape)
        data |= {"radius": body.shape.radius, "height": body.shape.height, "center": list(body.position)}
    else:
        data |= _shape_to_json(body.shape) | {"position": list(body.position)}
        if body.rotation != IDENTITY_ROTATION:
            data["rotation"] = _rotation_to_json(body.rotation)
        if body.scale != (1.0, 1.0, 1.0):
            data["scale"] = list(body.scale)
    if body.role is BodyRole.LEVEL:
        data |= {"body": str(body.kind)} if body.kind != "static" else {}
        data |= {"two_sided": True} if body.two_sided else {}
    if body.poses is not None:
        data["poses"] = _poses_to_json(body.poses)
    if body.mask != ALL_BITS:
        data["mask"] = body.mask
    if body.ride is not None:
        data["ride"] = body.ride
    return data | ({"slide": True} if body.slide else {})


def _shape_to_json(shape: Shape) -> dict[str, Any]:
    match shape:
        case Box(half_extents):
            return {"shape": "box", "half_extents": list(half_extents)}
        case Sphere(radius):
            return {"shape": "sphere", "radius": radius}
        case CapsuleShape(radius, height):
            return {"shape": "capsule", "radius": radius, "height": height}
        case Convex(vertices):
            return {"shape": "convex", "vertices": vertices.tolist()}
        case Mesh(vertices, triangles):
            return {"shape": "mesh", "vertices": vertices.tolist(), "triangles": triangles.tolist()}


def _direction_to_json(direction: tuple[float, ...]) -> list[float]:
    return _find_length(direction, normalize_vector)


def _rotation_to_json(rotation: tuple[float, ...]) -> list[float]:
    return _find_length(rotation, normalize_quaternion)


def _poses_to_json(poses: FloatArray) -> list[list[float]]:
    """Return the rows; a rotation is written so that it reads back as it is."""

    def normalize(parts: list[float]) -> tuple[float, ...]:
        row = np.array([parts])
        return tuple((row / np.linalg.norm(row, axis=1, keepdims=True))[0].tolist())

    rows: list[list[float]] = poses.tolist()
    kept: dict[tuple[float, ...], list[float]] = {}
    for row in rows:
        rotation = tuple(row[3:])
        if rotation not in kept:
            kept[rotation] = _find_length(rotation, normalize)
        row[3:] = kept[rotation]
    return rows


def _find_length(unit: tuple[float, ...], normalize: Any) -> list[float]:
    """Return a multiple of a unit vector that is normalised to its very bits: dividing again may round elsewhere."""
    for number in range(_TRIES):
        parts = [part * (1.0 + 0.0123 * number) for part in unit]
        if normalize(parts) == unit:
            return parts
    return list(unit)

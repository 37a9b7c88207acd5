"""Levels as the texts of files: a body a line, so that a change of one reads as a change of one."""

from __future__ import annotations

import json
from typing import Any

from app.levels.parts import FPS, Body, Cells, Point, tidy

_GRAVITY = -9.81
"""Metres per second squared: walking and falling as in a game, and the same for both controllers."""
CAPSULE_RADIUS_M = 0.35
CAPSULE_HEIGHT_M = 1.1
"""Between the sphere centres: 1.8 m from foot to head."""
CONTACT_OFFSET_M = 0.05
"""A gap that can be seen in a picture, and still looks like standing."""


def go(seconds: float, x: float = 0.0, z: float = 0.0, **more: Any) -> dict[str, Any]:
    """Return a stretch of input: so many seconds at so many metres per second."""
    return {"frames": round(seconds * FPS), "velocity": tidy(x, 0.0, z), "gravity": _GRAVITY, **more}


def leg(x: float, z: float, speed: float = 3.0) -> dict[str, Any]:
    """Return a stretch of input that goes so many metres along x and z, if nothing is in the way."""
    length = (x * x + z * z) ** 0.5
    frames = max(round(FPS * length / speed), 1)
    return go(frames / FPS, x * FPS / frames, z * FPS / frames)


def scenario_text(
    name: str, note: str, level: list[Body], given: list[dict[str, Any]], feet: Point = (0.0, 0.0, 0.0), **settings: Any
) -> str:
    """Return a scenario file: a capsule whose rest on the ground below `feet` is its spawn."""
    x, y, z = feet
    spawn = tidy(x, y + CONTACT_OFFSET_M, z)
    head = {
        "format": "sweepscope.scenario",
        "version": 1,
        "name": name,
        "note": note,
        "capsule": {"radius": CAPSULE_RADIUS_M, "height": CAPSULE_HEIGHT_M, "feet": spawn},
        "settings": {"contact_offset": CONTACT_OFFSET_M, **settings},
    }
    lines = [f'"{key}": {_json(value)}' for key, value in head.items()]
    lines += [f'"{key}": [\n{_list(items)}]' for key, items in (("level", level), ("input", given))]
    return "{" + ",\n ".join(lines) + "}\n"


def _list(items: list[dict[str, Any]]) -> str:
    return ",\n".join(f"  {_json(item)}" for item in items)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def obj_text(cells: Cells) -> str:
    """Return a mesh as a Wavefront OBJ file."""
    vertices, triangles = cells
    lines = ["# Made by python -m app.levels."]
    lines += ["v " + " ".join(map(str, tidy(*vertex))) for vertex in vertices]
    lines += ["f " + " ".join(str(corner + 1) for corner in triangle) for triangle in triangles]
    return "\n".join(lines) + "\n"

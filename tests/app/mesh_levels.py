"""Levels with planted faults, for the tests of `mesh` and of the health panel."""

from __future__ import annotations

import json
from pathlib import Path

TURNED, COPY, NOT_FINITE, OUT_OF_RANGE = 5, 18, 19, 20
"""Numbers of the triangles that are wrong in the yard."""


def write_yard(folder: Path, *, healthy: bool = False) -> Path:
    """Write yard.obj: a floor of 3 × 3 squares of a metre, without and with faults."""
    points = [(float(x), 0.0, float(z)) for x in range(4) for z in range(4)]
    corners = [4 * x + z for x in range(3) for z in range(3)]
    faces = [face for a in corners for face in ([a, a + 1, a + 5], [a, a + 5, a + 4])]
    if not healthy:
        faces[TURNED].reverse()
        points.append((float("nan"), 0.0, 0.0))
        faces += [faces[0][1:] + faces[0][:1], [0, 1, 16], [0, 1, 99]]
    file = folder / "yard.obj"
    lines = [*(f"v {x} {y} {z}" for x, y, z in points), *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces)]
    file.write_text("\n".join(lines) + "\n")
    return file


def write_yard_scenario(folder: Path, *, healthy: bool = False) -> Path:
    """Write a scenario on the yard, which is its second body."""
    write_yard(folder, healthy=healthy)
    post = {"shape": "box", "id": "post", "half_extents": [0.2, 1, 0.2], "position": [9, 1, 9]}
    scenario = {
        "format": "sweepscope.scenario",
        "version": 1,
        "capsule": {"radius": 0.35, "height": 1.1, "feet": [1.5, 0.1, 1.5]},
        "level": [post, {"shape": "mesh", "id": "yard", "file": "yard.obj"}],
    }
    file = folder / "yard.scenario.json"
    file.write_text(json.dumps(scenario))
    return file

"""Real PhysX on the scenarios of a case, where a program that runs it is at hand: where the kept figures come from."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from engine.level import Body
from engine.scenario import InputSegment, Scenario
from engine.settings import CctSettings
from engine.shapes import Box, Mesh
from tests.engine.cases.case import Run

SETTINGS = (
    *("step_offset", "slope_limit", "contact_offset", "climbing", "non_walkable"),
    *("min_move_distance", "overlap_recovery", "ride_platforms"),
)
LEAST_HEIGHT = 1e-3
"""Metres. PhysX refuses a capsule without a cylinder; a ball becomes one that is a millimetre high."""
LONGEST_S = 120


def run_physx(scenario: Scenario, program: str, folder: Path) -> Run:
    """Run PhysX on a scenario of `cct`; `program` is the script that node runs with a scenario and a trace file."""
    asked, told = folder / "case.scenario.json", folder / "case.trace.json"
    asked.write_text(json.dumps(write_scenario(scenario)), encoding="utf-8")
    subprocess.run(["node", program, str(asked), str(told)], check=True, capture_output=True, timeout=LONGEST_S)
    frames = json.loads(told.read_text(encoding="utf-8"))["frames"]
    centers = np.array([frame["center"] for frame in frames])
    return Run(scenario, centers, np.array(["down" in frame["flags"] for frame in frames]))


def write_scenario(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as its file has it."""
    settings, capsule = scenario.settings, scenario.capsule
    assert isinstance(settings, CctSettings)
    height = max(capsule.height, LEAST_HEIGHT)
    return {
        "format": "sweepscope.scenario",
        "version": 1,
        "name": scenario.name,
        "up": list(scenario.up),
        "dt": scenario.dt,
        "capsule": {"radius": capsule.radius, "height": height, "center": list(capsule.center)},
        "settings": {name: getattr(settings, name) for name in SETTINGS},
        "level": [_write_body(body) for body in scenario.level.bodies],
        "input": [_write_segment(segment, scenario) for segment in scenario.input],
    }


def _write_body(body: Body) -> dict[str, Any]:
    written: dict[str, Any] = {"id": body.id, "body": str(body.kind)}
    if isinstance(body.shape, Box):
        written |= {"shape": "box", "half_extents": list(body.shape.half_extents)}
    else:
        assert isinstance(body.shape, Mesh)
        corners, triangles = body.shape.vertices.tolist(), body.shape.triangles.tolist()
        written |= {"shape": "mesh", "vertices": corners, "triangles": triangles}
    if body.poses is not None:
        return written | {"poses": body.poses.tolist()}
    return written | {"position": list(body.position), "rotation": list(body.rotation)}


def _write_segment(segment: InputSegment, scenario: Scenario) -> dict[str, Any]:
    """Write a segment as moves, which is all that PhysX is given; a jump of one frame is part of its move."""
    move = np.array(segment.move if segment.velocity is None else np.array(segment.velocity) * scenario.dt)
    if segment.jump is not None:
        assert segment.frames == 1
        move = move + segment.jump * scenario.dt * np.array(scenario.up)
    gravity = {} if segment.gravity is None else {"gravity": segment.gravity}
    return {"frames": segment.frames, "move": move.tolist(), **gravity}

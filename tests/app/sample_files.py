"""Files that the tests of the app write themselves: a short walk, and the ways in which a file can be broken."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

FRAMES, EXPERIMENT_FRAMES = 12, (5, 8)
"""Length of the walk, and where the walk experiment ran in it."""
STEP_M = 0.1
"""Metres that the walk goes along +x in each frame."""

SCENARIO: dict[str, Any] = {
    "format": "sweepscope.scenario",
    "version": 1,
    "up": [0, 1, 0],
    "dt": 0.125,  # a binary fraction: whole numbers of frames add up exactly
    "capsule": {"radius": 0.35, "height": 1.1, "feet": [0, 0.1, 0]},
    "level": [{"shape": "box", "id": "floor", "half_extents": [9, 0.5, 9], "position": [0, -0.5, 0]}],
}


def write_walk(folder: Path, name: str = "walk", *, frames: int = FRAMES, **changes: Any) -> Path:
    """Write a trace along +x with a DOWN pass of one hit in every frame, and its scenario inside it."""
    file = folder / f"{name}.trace.json"
    file.write_text(
        json.dumps(
            {
                "format": "sweepscope.trace",
                "version": 1,
                "producer": "test",
                "scenario": {**SCENARIO, "name": name, **changes},
                "frames": [_frame(number) for number in range(frames)],
            }
        )
    )
    return file


def _frame(number: int) -> dict[str, Any]:
    kinds = ("move", "walk_experiment") if number in EXPERIMENT_FRAMES else ("move",)
    return {
        "move": [STEP_M, -0.2, 0],
        "center": [STEP_M * (number + 1), 1.0, 0],
        "flags": ["down"],
        "touched": "floor",
        "attempts": [_attempt(number, kind) for kind in kinds],
    }


def _attempt(number: int, kind: str) -> dict[str, Any]:
    start, end = [STEP_M * number, 1.0, 0], [STEP_M * (number + 1), 1.0, 0]
    hit = {"distance": 0.1, "normal": [0, 1, 0], "point": [end[0], 0, 0], "body": "floor", "triangle": 2}
    sweeps = {
        "SIDE": {"from": start, "direction": [1, 0, 0], "length": STEP_M, "hit": None},
        "DOWN": {"from": end, "direction": [0, -1, 0], "length": 0.2, "hit": hit},
    }
    passes = [
        {
            "pass": name,
            "move": [STEP_M, 0, 0] if name == "SIDE" else [0, -0.2, 0],
            "max_iterations": 1,
            "start": sweep["from"],
            "end": end,
            "exit": "no_hit" if sweep["hit"] is None else "max_iterations",
            "iterations": [sweep],
        }
        for name, sweep in sweeps.items()
    ]
    return {"kind": kind, "move": [STEP_M, -0.2, 0], "start": start, "non_walkable": None, "passes": passes}


def write_broken(folder: Path, kind: str) -> Path:
    """Write a file that cannot be opened, or none: one of BROKEN."""
    file = folder / f"{kind}.trace.json{'.gz' if kind == 'truncated' else ''}"
    match kind:
        case "truncated":
            whole = gzip.compress(write_walk(folder, "whole").read_bytes())
            file.write_bytes(whole[: len(whole) // 2])
        case "empty":
            file.touch()
        case "text":
            file.write_text("this is no JSON")
        case "folder":
            file.mkdir()
        case "other":
            file.write_text('{"format": "gltf"}')
        case "frameless":
            write_walk(folder, "frameless", frames=0)
    return file


BROKEN = ("truncated", "empty", "text", "folder", "other", "frameless", "missing")

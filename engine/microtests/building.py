"""What the microtests are built from: one capsule, one floor, and the same input for both controllers.

Levels and capsule are those of the PhysX reference set, with y up. Lengths are metres.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.criteria import Criterion
from engine.files.criteria_json import write_criterion
from engine.files.scenario_file import FORMAT
from engine.microtests.microtest import Case
from engine.scenario import DEFAULT_DT, Controller
from engine.settings import SlideSettings
from engine.transforms import Vector

Json = dict[str, Any]

RADIUS = 0.35
HEIGHT = 1.1
"""Between the centres of the two spheres."""
TO_FEET = RADIUS + 0.5 * HEIGHT
"""From the capsule's centre to its lowest point: r + hh."""
GRAVITY = -9.81
"""Metres per second squared. Both controllers fall by themselves and stop where ground bears them."""
WALK_SPEED = 4.0
"""Metres per second."""
CCT_SETTINGS: Json = {"contact_offset": 0.1}
"""PhysX's own default, and that of the reference set: its figures hold."""
GAPS = {Controller.CCT: 0.1, Controller.SLIDE: SlideSettings().skin}
"""What each controller keeps to everything it stands on or walks into."""


def stand_height(controller: Controller, ground: float = 0.0) -> float:
    """Return how high the centre of a capsule is that stands at rest: r + hh + gap (errata of 003 7.2, T01)."""
    return ground + TO_FEET + GAPS[controller]


def make_box(name: str, half_extents: Vector, position: Vector) -> Json:
    """Return a box of a level."""
    return {"shape": "box", "id": name, "half_extents": list(half_extents), "position": list(position)}


FLOOR = make_box("floor", (60.0, 0.5, 60.0), (0.0, -0.5, 0.0))
"""Its top is at 0."""


def make_ramp(angle_degrees: float, foot_x: float = 2.0, length: float = 10.0, half_width: float = 5.0) -> Json:
    """Return a ramp of two triangles that rises towards +x, as long along its slope as is said."""
    angle = math.radians(angle_degrees)
    x, y = foot_x + length * math.cos(angle), length * math.sin(angle)
    corners = [[foot_x, 0.0, -half_width], [x, y, -half_width], [foot_x, 0.0, half_width], [x, y, half_width]]
    return {"shape": "mesh", "id": "ramp", "vertices": corners, "triangles": [[0, 2, 1], [1, 2, 3]]}


def walk_towards(heading_degrees: float) -> Vector:
    """Return the velocity of a walk, metres per second; 0° is along x, 90° along z."""
    heading = math.radians(heading_degrees)
    return (WALK_SPEED * math.cos(heading), 0.0, WALK_SPEED * math.sin(heading))


def hold(frames: int, velocity: Vector = (0.0, 0.0, 0.0), teleport: Vector | None = None) -> Json:
    """Return an input that is held for some frames, metres per second, while gravity pulls."""
    segment: Json = {"frames": frames, "velocity": list(velocity), "gravity": GRAVITY}
    return segment if teleport is None else segment | {"teleport": list(teleport)}


def for_both(make: Callable[[Controller], tuple[Case, ...]]) -> tuple[Case, ...]:
    """Return the cases of both controllers."""
    return tuple(case for controller in Controller for case in make(controller))


def make_case(
    test: str,
    controller: Controller,
    *,
    note: str,
    center: Vector,
    level: Sequence[Json],
    steps: Sequence[Json],
    criteria: Sequence[Criterion],
    variant: str = "",
    settings: Json | None = None,
) -> Case:
    """Return a case. What real PhysX measures is dropped from the criteria of a controller that is not like it."""
    is_cct = controller is Controller.CCT
    kept = criteria if is_cct else [replace(criterion, physx=None) for criterion in criteria]
    document: Json = {
        "format": FORMAT,
        "version": 1,
        "name": "_".join((test, *variant.replace("°", "").replace(",", "").split(), str(controller))),
        "note": note,
        "up": [0, 1, 0],
        "dt": DEFAULT_DT,
        "controller": str(controller),
        "capsule": {"radius": RADIUS, "height": HEIGHT, "center": list(center)},
        "settings": {**(CCT_SETTINGS if is_cct else {}), **(settings or {})},
        "level": list(level),
        "input": [_speak(step) if is_cct else step for step in steps],
        "criteria": [write_criterion(criterion) for criterion in kept],
    }
    return Case(test, controller, variant, document)


def _speak(step: Json) -> Json:
    """Return an input as `cct` takes it: a displacement for each frame instead of a velocity."""
    rest = {key: value for key, value in step.items() if key != "velocity"}
    return {"frames": rest.pop("frames"), "move": [speed * DEFAULT_DT for speed in step["velocity"]], **rest}

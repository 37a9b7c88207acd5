"""Worlds and walkers of the cases from other engines' suites, for either controller. Y-up unless said, metres."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin, tan
from typing import Any

import numpy as np

from engine.level import Body, BodyKind, Level
from engine.scenario import Controller, InputSegment, Scenario
from engine.settings import CctSettings, SlideSettings
from engine.shapes import Box, Capsule, Mesh, surface_of
from engine.transforms import Vector, transform_points
from tests.engine.cct.worlds import box, quads

RADIUS, HEIGHT = 0.3, 1.35
"""The capsule of the cases; the height is the cylinder's."""
GRAVITY = -9.81
GAP = {Controller.CCT: CctSettings().contact_offset, Controller.SLIDE: SlideSettings().skin}
"""What each controller keeps to everything, by its default: contact offset and skin."""
Y_UP: Vector = (0.0, 1.0, 0.0)


def make_scenario(
    controller: Controller,
    *bodies: Body,
    feet: Sequence[float] = (0.0, 0.0, 0.0),
    gap: float | None = None,
    velocity: Vector | None = None,
    move: Vector | None = None,
    frames: int = 60,
    hertz: int = 60,
    gravity: float | None = GRAVITY,
    radius: float = RADIUS,
    height: float = HEIGHT,
    up: Vector = Y_UP,
    before: tuple[InputSegment, ...] = (),
    after: tuple[InputSegment, ...] = (),
    **settings: Any,
) -> Scenario:
    """Return a scenario with one input, held.

    feet: the lowest point of the capsule, without the gap; `gap` lifts it, by the controller's own unless given.
    settings: those that only the other controller has are left out.
    """
    lift = radius + 0.5 * height + (GAP[controller] if gap is None else gap)
    x, y, z = (foot + lift * along for foot, along in zip(feet, up, strict=True))
    kind = CctSettings if controller is Controller.CCT else SlideSettings
    knobs = {name: value for name, value in settings.items() if name in kind.__dataclass_fields__}
    held = move if move is not None or velocity is not None else (0.0, 0.0, 0.0)
    return Scenario(
        "case",
        Capsule((x, y, z), radius, height, up),
        Level(bodies),
        kind(**knobs),
        input=(*before, InputSegment(frames, move=held, velocity=velocity, gravity=gravity), *after),
        dt=1.0 / hertz,
    )


def floor(size: float = 60.0) -> Body:
    """Return a floor with its top at 0."""
    return box("floor", (-size, -1.0, -size), (size, 0.0, size))


def wall(x: float, thickness: float = 1.0) -> Body:
    """Return a wall across +x, its near face at x."""
    return box("wall", (x, -1.0, -20.0), (x + thickness, 5.0, 20.0))


def stairs(first: float, count: int, rise: float, tread: float) -> list[Body]:
    """Return steps that rise along +x, the first riser at `first`, the last tread a landing of 10 m."""
    ends = [first + (k + 1) * tread for k in range(count - 1)] + [first + count * tread + 10.0]
    return [
        box(f"step {k + 1}", (first + k * tread, -1.0, -5.0), (end, (k + 1) * rise, 5.0)) for k, end in enumerate(ends)
    ]


def turntable(frames: int, turn: float, half: Vector = (15.0, 0.5, 15.0)) -> Body:
    """Return a kinematic slab, its top at 0, that turns about up by `turn` radians a frame."""
    angles = 0.5 * turn * np.arange(frames)
    poses = np.zeros((frames, 7))
    poses[:, 1], poses[:, 4], poses[:, 6] = -half[1], np.sin(angles), np.cos(angles)
    return Body("turntable", Box(half), kind=BodyKind.KINEMATIC, poses=poses)


def wedge(degrees: float, fit: float, radius: float, length: float = 40.0) -> list[Body]:
    """Return two walls that open towards -x by an angle, each a quad; a capsule of a radius fits until x = fit."""
    half = radians(0.5 * degrees)
    apex, side = fit + radius / sin(half), length * sin(half)
    x, low, high = apex - length * cos(half), -1.0, 4.0
    left = [(apex, low, 0.0), (x, low, -side), (x, high, -side), (apex, high, 0.0)]
    right = [(x, low, side), (apex, low, 0.0), (apex, high, 0.0), (x, high, side)]
    return [quads("left", left[::-1]), quads("right", right[::-1])]


def slope(degrees: float, size: float = 10.0) -> Body:
    """Return a slope through the origin that rises along +x, as one quad."""
    x, y = size * cos(radians(degrees)), size * sin(radians(degrees))
    return quads("slope", [(-x, -y, size), (x, y, size), (x, y, -size), (-x, -y, -size)])


def ridge(degrees: float, size: float = 10.0) -> Body:
    """Return two slopes that fall off on both sides of a ridge along z at height 0."""
    fall = -size * tan(radians(degrees))
    left = [(-size, fall, size), (0.0, 0.0, size), (0.0, 0.0, -size), (-size, fall, -size)]
    right = [(0.0, 0.0, size), (size, fall, size), (size, fall, -size), (0.0, 0.0, -size)]
    return quads("ridge", left, right)


def row_of_boxes(count: int) -> list[Body]:
    """Return boxes of 1 m laid flush along x from x = -1 on, their tops at 0."""
    return [box(f"box {k}", (k - 1.0, -1.0, -2.0), (float(k), 0.0, 2.0)) for k in range(count)]


def merge(bodies: Sequence[Body]) -> Body:
    """Return bodies as one mesh, the faces between them included."""
    vertices, triangles, count = [], [], 0
    for body in bodies:
        corners, faces = surface_of(body.shape)
        vertices.append(transform_points(body.world_from_local(0), corners))
        triangles.append(faces + count)
        count += len(corners)
    return Body("mesh", Mesh(np.concatenate(vertices), np.concatenate(triangles)))

"""What levels are built of: boxes, wedges, stairs, grids of triangles, and poses of what moves.

Bodies are JSON objects as scenario files hold them. Y is up, lengths are metres, angles degrees.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]
Point: TypeAlias = tuple[float, float, float]
Pose: TypeAlias = list[float]

FPS = 60
"""Frames a second, of every level."""
_DECIMALS = 5
"""Hundredths of a millimetre: finer than anything here, and the same digits whatever computed the sines."""
_TURN_DECIMALS = 7
"""Of rotations: at the rim of a disc of 3 m, still a thousandth of a millimetre."""

_SUNK_M = 0.3
"""How far what stands on the floor at y = 0 reaches into it: walls of no height would be no triangles."""


def tidy(*numbers: float, decimals: int = _DECIMALS) -> list[float]:
    """Round numbers for a file; -0 becomes 0 and what is whole loses its point."""
    rounded = [round(number, decimals) + 0.0 for number in numbers]
    return [int(number) if number.is_integer() else number for number in rounded]


def box(name: str, low: Point, high: Point, **more: Any) -> Body:
    """Return a box between two corners."""
    half = [0.5 * (b - a) for a, b in zip(low, high, strict=True)]
    middle = [0.5 * (a + b) for a, b in zip(low, high, strict=True)]
    return {"shape": "box", "id": name, "half_extents": tidy(*half), "position": tidy(*middle), **more}


def turned_box(name: str, half_extents: Point, position: Point, yaw: float) -> Body:
    """Return a box that is turned about the vertical: by 90° its x side faces along -z."""
    return {
        "shape": "box",
        "id": name,
        "half_extents": tidy(*half_extents),
        "position": tidy(*position),
        "rotation": turn_about_up(yaw),
    }


def turn_about_up(yaw: float) -> list[float]:
    """Return the rotation x y z w by so many degrees, counter-clockwise seen from above."""
    half = 0.5 * math.radians(yaw)
    return tidy(0.0, math.sin(half), 0.0, math.cos(half), decimals=_TURN_DECIMALS)


def mesh(name: str, vertices: list[Point], triangles: list[list[int]], **more: Any) -> Body:
    """Return a mesh that the scenario file itself holds."""
    return {"shape": "mesh", "id": name, "vertices": [tidy(*v) for v in vertices], "triangles": triangles, **more}


def run_of_slope(rise: float, degrees: float) -> float:
    """Return how far a slope reaches ahead while it rises so far."""
    return rise / math.tan(math.radians(degrees))


def hill(name: str, foot: Point, width: float, rise: float, *, up: float, top: float, down: float = 90.0) -> Body:
    """Return a hill along +x from its foot's middle: up at so many degrees, flat for `top` metres, then down again.

    A closed mesh whose slopes are two triangles each: no slope is finer cut than that.
    """
    x, y, z = foot
    back = run_of_slope(rise, down)
    crest = x + run_of_slope(rise, up)
    outline = [(x, y), (crest, y + rise), (crest + top, y + rise), (crest + top + back, y)]
    near, far = z + 0.5 * width, z - 0.5 * width
    vertices = [(a, b, c) for c in (near, far) for a, b in outline]
    sides = [[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7]]
    skirt = [[[i, i + 1, i + 5], [i, i + 5, i + 4]] for i in range(3)]
    # Seen from +z the outline runs clockwise, so the near side is turned the other way round.
    return mesh(name, vertices, [*[t for pair in skirt for t in pair], *sides])


def stairs(
    name: str, start: Point, width: float, rise: float, count: int, *, tread: float, top: float, base: float = 0.0
) -> list[Body]:
    """Return a flight along +x from the middle of its first riser's foot; its last step is `top` metres deep.

    base: how far down the first step reaches, so that nothing is hollow below a flight that begins high up.
    """
    x, y, z = start
    end = x + (count - 1) * tread + top
    steps = []
    for i in range(count):
        low = (x + i * tread, y + i * rise if i else base, z - 0.5 * width)
        steps.append(box(f"{name}, step {i + 1}", low, (end, y + (i + 1) * rise, z + 0.5 * width)))
    return steps


Height: TypeAlias = Callable[[float, float], float]
Cells: TypeAlias = tuple[list[Point], list[list[int]]]


def grid(low: tuple[float, float], high: tuple[float, float], cells: tuple[int, int], height: Height) -> Cells:
    """Return vertices and triangles of a ground: x and z from `low` to `high`, two triangles a cell, facing up."""
    across, along = cells
    xs = [low[0] + (high[0] - low[0]) * i / across for i in range(across + 1)]
    zs = [low[1] + (high[1] - low[1]) * j / along for j in range(along + 1)]
    vertices = [(x, height(x, z), z) for z in zs for x in xs]
    triangles = []
    for j in range(along):
        for i in range(across):
            near, far = j * (across + 1) + i, (j + 1) * (across + 1) + i
            triangles += [[near, far, near + 1], [near + 1, far, far + 1]]
    return vertices, triangles


def block(low: tuple[float, float], high: tuple[float, float], cells: tuple[int, int], height: Height) -> Cells:
    """Return a grid with walls around it that reach down into the floor: ground that looks solid from the side."""
    vertices, triangles = grid(low, high, cells, height)
    across, along = cells
    row = across + 1
    south = [along * row + i for i in range(row)]
    rim = [*south, *(j * row + across for j in range(along - 1, -1, -1)), *range(across - 1, -1, -1)]
    rim += [j * row for j in range(1, along)]
    # Counter-clockwise seen from above, so that every wall faces outwards.
    first = len(vertices)
    vertices = [*vertices, *((vertices[i][0], -_SUNK_M, vertices[i][2]) for i in rim)]
    for k, corner in enumerate(rim):
        after = (k + 1) % len(rim)
        triangles += [[corner, first + k, rim[after]], [rim[after], first + k, first + after]]
    return vertices, triangles


def disc(name: str, center: Point, radius: float, thickness: float, *, period_s: float, frames: int) -> Body:
    """Return a round platform that turns about its middle, once in `period_s`; 24 corners, its top at `center`."""
    corners = [math.radians(15.0 * i) for i in range(24)]
    vertices = [
        tidy(radius * math.cos(a), y, radius * math.sin(a))
        for y in (-0.5 * thickness, 0.5 * thickness)
        for a in corners
    ]
    x, y, z = center
    place = tidy(x, y - 0.5 * thickness, z)
    poses = [[*place, *turn_about_up(360.0 * i / (FPS * period_s))] for i in range(frames)]
    return {"shape": "convex", "id": name, "body": "kinematic", "vertices": vertices, "poses": poses}


def shuttle(
    name: str, half_extents: Point, stops: tuple[Point, Point], *, wait_s: float, go_s: float, frames: int
) -> Body:
    """Return a box that goes to and fro between two places of its middle: waits, goes, waits, comes back.

    It speeds up and slows down as half a cosine does: no jerk throws a rider.
    """
    a, b = stops
    poses = []
    for i in range(frames):
        part = _shuttle_part(i / FPS, wait_s, go_s)
        poses.append(tidy(*(p + (q - p) * part for p, q in zip(a, b, strict=True))))
    return {"shape": "box", "id": name, "body": "kinematic", "half_extents": tidy(*half_extents), "poses": poses}


def _shuttle_part(time_s: float, wait_s: float, go_s: float) -> float:
    """Return how much of its way out a shuttle has gone, 0 to 1."""
    now = time_s % (2 * (wait_s + go_s))
    out = min(max(now - wait_s, 0.0) / go_s, 1.0)
    back = max(now - 2 * wait_s - go_s, 0.0) / go_s
    done = out - back
    return 0.5 - 0.5 * math.cos(math.pi * done)


def mirrored(body: Body) -> Body:
    """Return a static box or mesh at the other side of the plane x = 0, with its faces still outwards."""
    copy = dict(body)
    if "position" in body:
        copy["position"] = tidy(-body["position"][0], *body["position"][1:])
    if "rotation" in body:  # about the vertical only, as turned_box makes them
        x, y, z, w = body["rotation"]
        copy["rotation"] = tidy(x, -y, z, w, decimals=_TURN_DECIMALS)
    if "vertices" in body:
        copy["vertices"] = [tidy(-x, y, z) for x, y, z in body["vertices"]]
        copy["triangles"] = [[a, c, b] for a, b, c in body["triangles"]]
    return copy

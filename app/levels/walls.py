"""Levels whose walls and ceilings are the matter: corners, wedges, gaps, headroom, walls of hardly any thickness."""

from __future__ import annotations

import math

from app.levels.parts import Body, Point, box, mesh, turned_box
from app.levels.text import go, leg, scenario_text

WALL_M = 1.2
"""Height of walls to walk against: too high to step on, low enough to look over."""
WEDGE_DEG = 40.0
CEILINGS_M = (2.4, 2.2, 2.0, 1.8)
"""Undersides of the roofs; the last is too low for whatever setting."""
SHEET_M = 2.2
"""Height of sheets: above the head, so that who overlaps one is pushed aside and not over its edge."""


def wedge(name: str, apex: tuple[float, float], length: float) -> list[Body]:
    """Return two walls that open towards -x, 40° between their inner faces, which meet at the apex."""
    x, z = apex
    half = math.radians(0.5 * WEDGE_DEG)
    arms = []
    for side, label in ((1.0, "near"), (-1.0, "far")):
        # The middle of an arm: half its length from the apex, and half its thickness outwards.
        along = (-math.cos(half), side * math.sin(half))
        outwards = (math.sin(half), side * math.cos(half))
        middle = (
            x + 0.5 * length * along[0] + 0.1 * outwards[0],
            0.5 * WALL_M,
            z + 0.5 * length * along[1] + 0.1 * outwards[1],
        )
        arms.append(
            turned_box(f"{name}, {label} wall", (0.5 * length, 0.5 * WALL_M, 0.1), middle, side * 0.5 * WEDGE_DEG)
        )
    return arms


def gap_wall(name: str, x: float, ends: tuple[float, float], gaps: tuple[tuple[float, float], ...]) -> list[Body]:
    """Return a wall along z at x, with gaps: each the z of its middle and its width."""
    edges = [ends[0]]
    for middle, width in gaps:
        edges += [middle - 0.5 * width, middle + 0.5 * width]
    edges.append(ends[1])
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return [box(f"{name}, part {i}", (x, 0, a), (x + 0.2, WALL_M, b)) for i, (a, b) in enumerate(pairs, start=1)]


def build_corners() -> str:
    """Return a corner, a wedge and two gaps."""
    level = [
        box("floor", (-7, -0.5, -5), (8, 0, 5)),
        box("corner 90°, far wall", (1, 0, -3.2), (6, WALL_M, -3)),
        box("corner 90°, right wall", (6, 0, -3.2), (6.2, WALL_M, 0)),
        *wedge("wedge 40°", (6.5, 2.0), 3.5),
        *gap_wall("gaps 0.65 and 0.85 m", -3, (-3.2, 4), ((-0.6, 0.65), (2.0, 0.85))),
    ]
    given = [leg(2, -3), go(2, 2.6, -1.5), leg(-4, 1.5), leg(0, 3.1), go(2.5, 3), leg(-6, 0), go(1.5, -3)]
    note = (
        "It slides into a corner of 90°, jams in a wedge of 40° without a tremor, and fits through the gap of 0.85 m. "
        "Turn the capsule's radius to 0.45 m: the gap is closed."
    )
    return scenario_text("corners", note, level, given)


def low_roof(height: float, x: float, z: float) -> list[Body]:
    """Return a roof on four posts from x to x + 2, its underside so many metres above the floor."""
    name = f"ceiling {height:.2f} m"
    posts = [
        box(f"{name}, post {i}", (x + a, 0, z + b), (x + a + 0.2, height, z + b + 0.2))
        for i, (a, b) in enumerate(((0.0, -1.5), (0.0, 1.3), (1.8, -1.5), (1.8, 1.3)), start=1)
    ]
    return [box(name, (x, height, z - 1.5), (x + 2, height + 0.15, z + 1.5)), *posts]


def build_low_ceilings() -> str:
    """Return roofs in a row, each lower than the one before."""
    roofs = [body for i, height in enumerate(CEILINGS_M) for body in low_roof(height, 1.5 + 3.5 * i, 0.0)]
    note = (
        "A character of 1.80 m passes below 2.40 and 2.20 m but not below 2.00 m: each move is lifted by step_offset "
        "first, and the head meets the edge of the roof. Turn step_offset to 0.3: it passes."
    )
    return scenario_text("low_ceilings", note, [box("floor", (-3, -0.5, -4), (17, 0, 4)), *roofs], [go(6, 2.5)])


def sheet(name: str, x: float, ends: tuple[float, float], *, two_sided: bool = False) -> Body:
    """Return a wall without any thickness along z at x, whose face looks along +x."""
    a, b = ends
    corners: list[Point] = [(x, 0, a), (x, SHEET_M, a), (x, SHEET_M, b), (x, 0, b)]
    more = {"two_sided": True} if two_sided else {}
    return mesh(name, corners, [[0, 1, 2], [0, 2, 3]], **more)


def build_thin_walls() -> str:
    """Return sheets and a thin box, and a dash."""
    level = [
        box("floor", (-3, -0.5, -4), (16, 0, 4)),
        sheet("sheet, one-sided", 2.02, (-2, 2)),
        sheet("sheet, two-sided", 5.0, (-2, 1), two_sided=True),
        box("wall 2 cm", (13.0, 0, -3), (13.02, WALL_M, 3)),
    ]
    given = [go(2.5, 3), leg(0, 2), leg(2.5, 0), go(0.2, 100.0), go(0.8)]
    note = (
        "The back of a one-sided sheet lets it through, with a hop; a two-sided sheet stops it, and so does a wall of "
        "2 cm at 100 m/s. Turn overlap_recovery off: no hop."
    )
    return scenario_text("thin_walls", note, level, given)

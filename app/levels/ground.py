"""Levels whose ground is the matter: stairs, ramps, tessellated slopes, bumps."""

from __future__ import annotations

import math

from app.levels.parts import Body, block, box, hill, mesh, run_of_slope, stairs
from app.levels.text import go, leg, obj_text, scenario_text

RISES_M = ((0.15, 4), (0.3, 3), (0.45, 2), (0.6, 1))
"""Rise and number of steps of the flights that follow each other."""
RAMPS_DEG = (20, 30, 40, 50, 60, 70)
TWINS_DEG = 50.0
"""Steeper than the default limit of 45°: the plain twin is refused."""
CELL_M = 0.25
"""Of what is tessellated: smaller than the step offset, which is what makes PhysX climb it."""
BUMPY_FILE = "bumpy.obj"
BUMPY_HALF_M = (9.0, 5.0)
"""Half the width and depth of the bumpy ground; the arena holds the same mesh."""
BUMPY_CELL_M = 1 / 3
RIM_M = 2.0
"""How wide the rim is in which bumpy ground sinks to the floor, so that one can walk onto it from every side."""


def build_stair_rises() -> str:
    """Return the flights, one above the other."""
    level: list[Body] = [box("floor", (-3, -0.5, -4), (15, 0, 4))]
    x, y = 1.52, 0.0
    for rise, count in RISES_M:
        level += stairs(f"stairs {rise:.2f} m", (x, y, 0), 3.0, rise, count, tread=0.4, top=1.6)
        x, y = x + 0.4 * (count - 1) + 1.6, y + rise * count
    note = (
        "Steps of 0.15, 0.30 and 0.45 m are climbed, the riser of 0.60 m stops it. "
        "Turn step_offset: 0.2 ends below the second flight, 0.6 climbs them all."
    )
    return scenario_text("stair_rises", note, level, [go(5, 2.5)])


def build_ramps() -> str:
    """Return hills in a row, each steeper than the one before."""
    level: list[Body] = []
    x = 1.5
    for degrees in RAMPS_DEG:
        level.append(hill(f"ramp {degrees}°", (x, 0, 0), 3.0, 1.2, up=degrees, top=0.8, down=35))
        x += run_of_slope(1.2, degrees) + 0.8 + run_of_slope(1.2, 35) + 1.2
    note = (
        "Ramps of 20°, 30° and 40° are climbed, 50° refuses. Turn slope_limit to 0.6 (53°): 60° refuses. "
        "Downhill it hops; ground_snap_distance 0.3 keeps it on the ground."
    )
    return scenario_text("ramps", note, [box("floor", (-3, -0.5, -4), (x + 1, 0, 4)), *level], [go(9, 3)])


def slope_twin(name: str, foot: tuple[float, float], rise: float, width: float) -> Body:
    """Return a slope of 50° with a flat top, cut into cells; `foot` is its lowest edge's x and its middle's z."""
    x, z = foot
    run = run_of_slope(rise, TWINS_DEG)
    steps, top = round(run / CELL_M), round(1.5 / CELL_M)
    cell = run / steps
    vertices, triangles = block(
        (x, z - 0.5 * width),
        (x + run + top * cell, z + 0.5 * width),
        (steps + top, round(width / CELL_M)),
        lambda a, _: min((a - x) / run, 1.0) * rise,
    )
    return mesh(name, vertices, triangles)


def build_tessellated_slope() -> str:
    """Return two slopes of the same steepness: two triangles, and many."""
    level = [
        box("floor", (-3, -0.5, -4), (9, 0, 5.5)),
        hill("slope 50°, plain", (2.5, 0, -1.6), 2.4, 2.4, up=TWINS_DEG, top=1.5),
        slope_twin("slope 50°, tessellated", (2.5, 1.6), 2.4, 2.4),
    ]
    given = [go(2, 2.5), leg(-1.6, 0), leg(0, 3.2), go(2.6, 2.5)]
    note = (
        "Two slopes of 50°: the plain one refuses, its twin of 0.25 m cells is climbed, "
        "because small triangles end below the step offset. Turn step_offset to 0.1: both refuse."
    )
    return scenario_text("tessellated_slope", note, level, given, (0.0, 0.0, -1.6))


def bump_height(x: float, z: float) -> float:
    """Return the height of bumpy ground: swells, bumps to step over, and at (4, 0.3) a knoll that is too steep."""
    swell = 0.45 * math.sin(0.7 * x + 0.4) * math.cos(0.55 * z)
    bumps = 0.1 * math.sin(2.9 * x + 1.0) * math.sin(3.3 * z + 1.2)
    knoll = 2.7 * math.exp(-0.5 * ((x - 4.0) ** 2 + (z - 0.3) ** 2))
    return 0.6 + swell + bumps + knoll


def fade_height(x: float, z: float, half_x: float, half_z: float) -> float:
    """Return the bumpy ground's height inside a rectangle around the origin, flattened towards its rim."""
    inside = min((half_x - abs(x)) / RIM_M, (half_z - abs(z)) / RIM_M, 1.0)
    return bump_height(x, z) * inside * inside * (3.0 - 2.0 * inside)


def build_bumpy_mesh() -> str:
    """Return the mesh of the bumpy ground."""
    half_x, half_z = BUMPY_HALF_M
    cells = (round(2 * half_x / BUMPY_CELL_M), round(2 * half_z / BUMPY_CELL_M))
    return obj_text(block((-half_x, -half_z), (half_x, half_z), cells, lambda x, z: fade_height(x, z, half_x, half_z)))


def build_bumpy_terrain() -> str:
    """Return a walk over bumpy ground towards a knoll."""
    level: list[Body] = [
        box("floor", (-12, -0.5, -8), (12, 0, 8)),
        {"shape": "mesh", "id": "bumpy ground", "file": f"../levels/{BUMPY_FILE}"},
    ]
    note = (
        "Bumps are stepped over, and a knoll of 50° on the way up is climbed, because its triangles end below the "
        "step offset. Turn step_offset to 0.1: it slips around the knoll."
    )
    return scenario_text("bumpy_terrain", note, level, [go(6, 3)], (-10.5, 0.0, 0.0))

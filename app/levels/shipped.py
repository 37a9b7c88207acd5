"""Everything that ships, by the name of its file."""

from __future__ import annotations

from collections.abc import Callable

from app.levels.arena import build_arena
from app.levels.ground import (
    BUMPY_FILE,
    build_bumpy_mesh,
    build_bumpy_terrain,
    build_ramps,
    build_stair_rises,
    build_tessellated_slope,
)
from app.levels.movers import build_ferry_and_lift, build_turning_platform
from app.levels.walls import build_corners, build_low_ceilings, build_thin_walls

SCENARIOS: dict[str, Callable[[], str]] = {
    "stair_rises": build_stair_rises,
    "ramps": build_ramps,
    "tessellated_slope": build_tessellated_slope,
    "bumpy_terrain": build_bumpy_terrain,
    "corners": build_corners,
    "low_ceilings": build_low_ceilings,
    "thin_walls": build_thin_walls,
    "turning_platform": build_turning_platform,
    "ferry_and_lift": build_ferry_and_lift,
    "arena": build_arena,
}


def build_files() -> dict[str, str]:
    """Return the text of every file that is made, by its path below the assets."""
    files = {f"scenarios/{name}.scenario.json": build() for name, build in SCENARIOS.items()}
    return {**files, f"levels/{BUMPY_FILE}": build_bumpy_mesh()}

"""The arena: every station of the other levels around one open place, for driving about."""

from __future__ import annotations

from typing import Any

from app.levels.ground import BUMPY_FILE, TWINS_DEG, slope_twin
from app.levels.movers import TURN_S
from app.levels.parts import FPS, Body, box, disc, hill, mirrored, run_of_slope, shuttle, stairs
from app.levels.text import go, leg, scenario_text
from app.levels.walls import CEILINGS_M, WALL_M, gap_wall, low_roof, sheet, wedge

HALF_X_M, HALF_Z_M = 26.0, 24.0
"""Half the width and depth of the place."""
MOVING_S = 60
"""How long what moves keeps moving: poses do not repeat, and each is a line's worth of the file."""
RAMPS_DEG = (20, 30, 40, 45, 50, 60, 70)
RAMP_SPACING_M = 3.6
RAMP_RISE_M = 2.0
STAIRS = ((0.15, 12), (0.3, 6), (0.45, 4), (0.6, 3))
"""Rise and number of steps: all of them 1.8 m in all, up to one plateau."""
STAIR_SPACING_M = 4.0
_TREAD_M, _TOP_M = 0.4, 0.8


def build_arena() -> str:
    """Return the arena with a tour of it."""
    level = [*_place(), *_ramps(), *_stairs(), *_slopes_and_bumps(), *_walls(), *_low_ceilings(), *_movers()]
    note = (
        "All stations around one place, and a tour: stairs, a ceiling too low for its step, the disc, a ramp that "
        "refuses, one that is climbed, the bumps. Turn step_offset or slope_limit and see where the tour parts."
    )
    return scenario_text("arena", note, level, _tour(), ride_platforms=True)


def _place() -> list[Body]:
    x, z = HALF_X_M, HALF_Z_M
    return [
        box("floor", (-x, -0.5, -z), (x, 0, z)),
        box("border, north", (-x, 0, -z), (x, WALL_M, -z + 0.3)),
        box("border, south", (-x, 0, z - 0.3), (x, WALL_M, z)),
        box("border, west", (-x, 0, -z + 0.3), (-x + 0.3, WALL_M, z - 0.3)),
        box("border, east", (x - 0.3, 0, -z + 0.3), (x, WALL_M, z - 0.3)),
    ]


def _ramps() -> list[Body]:
    """East: ramps side by side, all up to one plateau."""
    ramps = []
    for i, degrees in enumerate(RAMPS_DEG):
        foot = (15.5 - run_of_slope(RAMP_RISE_M, degrees), 0.0, RAMP_SPACING_M * (i - 3))
        ramps.append(hill(f"ramp {degrees}°", foot, 3.0, RAMP_RISE_M, up=degrees, top=0.5))
    return [*ramps, box("plateau of the ramps", (16, 0, -13), (20, RAMP_RISE_M, 13))]


def _stairs() -> list[Body]:
    """West: flights side by side, all up to one plateau."""
    flights: list[Body] = []
    for i, (rise, count) in enumerate(STAIRS):
        start = (16 - (count - 1) * _TREAD_M - _TOP_M, 0.0, STAIR_SPACING_M * (i - 1.5))
        flights += stairs(f"stairs {rise:.2f} m", start, 3.0, rise, count, tread=_TREAD_M, top=_TOP_M)
    return [mirrored(body) for body in [*flights, box("plateau of the stairs", (16, 0, -8), (20, 1.8, 8))]]


def _slopes_and_bumps() -> list[Body]:
    """North: bumpy ground in the middle, the twin slopes to the east."""
    return [
        {"shape": "mesh", "id": "bumpy ground", "file": f"../levels/{BUMPY_FILE}", "position": [-3, 0, -18]},
        hill("slope 50°, plain", (14, 0, -20.5), 2.4, 2.4, up=TWINS_DEG, top=1.5),
        slope_twin("slope 50°, tessellated", (14, -17.0), 2.4, 2.4),
    ]


def _walls() -> list[Body]:
    """North-west: a corner and a wedge. North-east: gaps. South-east: thin walls."""
    corner = [
        box("corner 90°, far wall", (18, 0, -22.2), (23, WALL_M, -22)),
        box("corner 90°, side wall", (23, 0, -22.2), (23.2, WALL_M, -18)),
        *wedge("wedge 40°", (23, -13.0), 3.5),
    ]
    return [
        *(mirrored(body) for body in corner),
        *gap_wall("gaps 0.65 and 0.85 m", 10.5, (-22.5, -14.5), ((-20.5, 0.65), (-17.0, 0.85))),
        sheet("sheet, one-sided", 9.0, (19.5, 22.5)),
        sheet("sheet, two-sided", 12.0, (19.5, 22.5), two_sided=True),
        box("wall 2 cm", (15.0, 0, 19.5), (15.02, WALL_M, 22.5)),
    ]


def _low_ceilings() -> list[Body]:
    """South-west: roofs in a row towards the border, each lower than the one before."""
    return [mirrored(body) for i, height in enumerate(CEILINGS_M) for body in low_roof(height, 9.0 + 3.5 * i, 18.5)]


def _movers() -> list[Body]:
    """South: the disc, a ferry along the ground, and a lift up a tower."""
    frames = MOVING_S * FPS
    return [
        disc("turning platform", (0, 0.3, 18.5), 3.0, 0.24, period_s=TURN_S, frames=frames),
        shuttle("ferry", (1.25, 0.15, 1.25), ((6.5, 0.15, 16.5), (13.5, 0.15, 16.5)), wait_s=3, go_s=4, frames=frames),
        shuttle("lift", (1.2, 0.1, 1.25), ((20.2, 0.1, 18), (20.2, 2.9, 18)), wait_s=3, go_s=3, frames=frames),
        box("tower of the lift", (21.4, 0, 16.5), (24.4, 3, 19.5)),
    ]


def _tour() -> list[dict[str, Any]]:
    """Return the input of the tour; each leg begins where the one before ended or was stopped."""
    stairs_up_and_down = [leg(0, -2, 4), leg(-17.5, 0, 4), leg(0, 4, 4), leg(9.5, 0, 4)]
    low_ceiling = [leg(0, 16.5, 4), go(2.5, -4), leg(7, 0, 4)]
    disc_ride = [leg(6.5, 0, 4), go(0.5 * TURN_S)]
    ramp_refused = [leg(6, -4, 4), leg(0, -10.9, 4), go(3.2, 4)]
    ramp_climbed = [leg(-4, 0, 4), leg(0, -7.2, 4), leg(8, 0, 4)]
    home_over_bumps = [leg(0, -7.2, 4), leg(-11, 0, 4), leg(0, -9.2, 4), leg(-18, 0, 4)]
    return [*stairs_up_and_down, *low_ceiling, *disc_ride, *ramp_refused, *ramp_climbed, *home_over_bumps]

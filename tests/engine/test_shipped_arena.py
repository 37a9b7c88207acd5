"""The arena: its tour passes the stations, and every station can be walked to from the spawn."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.files.scenario_file import load_scenario
from engine.level import Level
from engine.scenario import InputSegment, Scenario
from engine.simulate import simulate
from engine.trace import Trace

MOST_TRIANGLES = 20_000
WAYS = {
    "stairs 0.15 m, step 12": ((0, -6), (-15.5, -6)),
    "stairs 0.30 m, step 6": ((0, -2), (-15.5, -2)),
    "stairs 0.45 m, step 4": ((0, 2), (-15.5, 2)),
    "stairs 0.60 m, step 1": ((0, 6), (-14.2, 6)),
    "plateau of the stairs": ((0, -2), (-18, -2)),
    "ramp 20°": ((0, -10.8), (13, -10.8)),
    "ramp 30°": ((0, -7.2), (14, -7.2)),
    "ramp 40°": ((0, -3.6), (14.5, -3.6)),
    "ramp 45°": ((14.5, 0),),
    "ramp 50°": ((0, 3.6), (14.5, 3.6)),
    "ramp 60°": ((0, 7.2), (15, 7.2)),
    "ramp 70°": ((0, 10.8), (15, 10.8)),
    "plateau of the ramps": ((0, -7.2), (18, -7.2)),
    "bumpy ground": ((-3, -18),),
    "slope 50°, plain": ((8, -12), (12.5, -12), (12.5, -20.5), (15, -20.5)),
    "slope 50°, tessellated": ((8, -12), (12.5, -12), (12.5, -17), (15, -17)),
    "gaps 0.65 and 0.85 m, part 2": ((8, -12), (8, -19), (11, -19)),
    "corner 90°, far wall": ((-13, -12), (-20, -17), (-22, -22)),
    "corner 90°, side wall": ((-13, -12), (-20, -20), (-24, -20)),
    "wedge 40°, near wall": ((-10, -13), (-23, -13)),
    "wedge 40°, far wall": ((-10, -13), (-23, -13)),
    "ceiling 2.00 m": ((-7, 12), (-7, 18.5), (-18, 18.5)),
    "turning platform": ((0, 17),),
    "ferry": ((13.5, 13), (13.5, 16.5)),
    "lift": ((0, 13.6), (17, 13.6), (17, 18), (19.8, 18)),
    "tower of the lift": ((17, 15.5), (17, 18), (22, 18)),
    "sheet, one-sided": ((10.5, 13), (10.5, 21), (8.5, 21)),
    "sheet, two-sided": ((10.5, 13), (10.5, 21), (12.5, 21)),
    "wall 2 cm": ((13.5, 12.5), (13.5, 21), (15.5, 21)),
    "border, south": ((4, 12), (4, 24)),
}
"""Where to walk from the spawn, x and z of each turn, to touch what is named; what moves is met at a stop."""
SPEED_MPS = 3.0


@pytest.fixture(scope="module")
def arena(repository: Path) -> Scenario:
    return load_scenario(repository / "assets" / "scenarios" / "arena.scenario.json")


@pytest.fixture(scope="module")
def tour(arena: Scenario) -> Trace:
    return simulate(arena)


def walk(ways: tuple[tuple[float, float], ...]) -> tuple[InputSegment, ...]:
    legs = []
    for a, b in pairwise(((0.0, 0.0), *ways)):
        way = np.subtract(b, a)
        frames = round(60 * float(np.linalg.norm(way)) / SPEED_MPS)
        x, z = (60 * way / frames).tolist()
        legs.append(InputSegment(frames, velocity=(x, 0.0, z), gravity=-9.81))
    return tuple(legs)


def touched_bodies(trace: Trace, level: Level) -> set[str]:
    hits = trace.iterations["body"][trace.iterations["hit"]]
    return {level.bodies[body].id for body in np.unique(hits) if body >= 0}


def test_it_is_small_enough_to_drive_in(arena: Scenario) -> None:
    triangles = sum(len(body.surface()[1]) for body in arena.level.bodies)
    assert 3_000 < triangles <= MOST_TRIANGLES


def test_the_tour_climbs_is_refused_rides_and_ends_on_the_far_side(arena: Scenario, tour: Trace) -> None:
    ids = [body.id for body in arena.level.bodies]
    order = [ids[body] for body in tour.frames["touched"] if body >= 0]
    stations = ("stairs 0.30 m, step 6", "plateau of the stairs", "turning platform", "ramp 40°", "bumpy ground")
    first = [order.index(station) for station in stations]
    assert first == sorted(first)
    assert {"ceiling 2.00 m", "ramp 50°"} <= touched_bodies(tour, arena.level), "both refuse"
    assert not {"ramp 50°", "ramp 60°", "ramp 70°"} & set(order), "and nobody stood there"
    assert tour.centers[-1, 0] < -11.0
    assert tour.centers[:, 1].max() == pytest.approx(2.95, abs=0.01), "on the plateau of the ramps, 2 m high"


def test_the_tour_rides_half_a_turn(arena: Scenario, tour: Trace) -> None:
    ids = [body.id for body in arena.level.bodies]
    riding = np.flatnonzero(tour.frames["touched"] == ids.index("turning platform"))
    still = [frame for frame in riding if np.hypot(*tour.frames["move"][frame, [0, 2]]) < 1e-9]
    assert len(still) >= 235, "four seconds"
    spokes = tour.centers[still][:, [0, 2]] - (0.0, 18.5)
    radii = np.linalg.norm(spokes, axis=1)
    assert np.ptp(radii) < 0.05
    assert spokes[0] @ spokes[-1] < -0.95 * radii[0] * radii[-1], "half a turn"


@pytest.mark.parametrize("station", WAYS)
def test_every_station_is_walked_to_from_the_spawn(arena: Scenario, station: str) -> None:
    trace = simulate(replace(arena, input=walk(WAYS[station])))
    assert station in touched_bodies(trace, arena.level)


def test_the_lift_takes_who_waits_up_to_its_tower(arena: Scenario) -> None:
    standing = InputSegment(round(5.6 * 60), velocity=(0.0, 0.0, 0.0), gravity=-9.81)
    stepping_off = InputSegment(60, velocity=(2.5, 0.0, 0.0), gravity=-9.81)
    trace = simulate(replace(arena, input=(*walk(WAYS["lift"]), standing, stepping_off)))
    assert arena.level.bodies[int(trace.frames["touched"][-1])].id == "tower of the lift"
    assert trace.centers[-1, 1] == pytest.approx(3.95, abs=1e-4), "3 m up"


def test_every_kind_of_station_has_a_way(arena: Scenario) -> None:
    families = {body.id.partition(",")[0] for body in arena.level.bodies}
    ways = {station.partition(",")[0] for station in WAYS}
    passed = {"floor", "border", "ceiling 2.40 m", "ceiling 2.20 m", "ceiling 1.80 m"}
    assert families - ways <= passed, "the other ceilings stand in the same row"

"""Random walks in closed rooms full of clutter: nothing may get out, turn into no number, or sink into anything.

Rooms are made from a seed and a number, so that one that fails can be made again. The walls face inwards. The clutter
is either triangles that stop from both sides or closed solids: a lone one-sided triangle can rightly be entered from
behind, and nobody could say then whether the capsule should have been there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.batch import closest_many
from engine.level import Body, Level
from engine.run_input import COLUMNS
from engine.scenario import Scenario
from engine.settings import CctSettings
from engine.shapes import Box, Capsule, Convex, Mesh
from engine.simulate import Runner
from engine.transforms import FloatArray, Vector, normalize_quaternion

ROOM_FRAMES = 20_000
"""Frames in one room: five and a half minutes of walking."""
HALF_SIZE_M = np.array([6.0, 2.5, 6.0])
"""From the middle of the room to its walls."""
RADIUS_M, HEIGHT_M = 0.35, 1.1
CLUTTER = 60
"""Triangles, or solids, in a room."""
TOLERANCE_M = 1e-3
"""How deep the capsule may be in something at the end of a frame."""
TURN_FRAMES = 30
"""The mean time that it walks in one direction."""


class Clutter(StrEnum):
    """What stands in a room."""

    TRIANGLES = "two-sided triangles"
    SOLIDS = "closed solids"


@dataclass(frozen=True)
class Trouble:
    """A frame that broke a promise; `room` and the report's seed make it again."""

    what: str
    room: int
    frame: int
    depth_m: float


@dataclass
class RoomReport:
    """What came of the walks so far."""

    seed: int
    frames: int = 0
    rooms: int = 0
    escapes: int = 0
    not_finite: int = 0
    new_overlaps: int = 0
    """Frames that ended deeper than the tolerance in something, when the frame before had not."""
    overlapped_frames: int = 0
    """All frames that ended deeper than the tolerance."""
    deepest_m: float = 0.0
    walked_m: float = 0.0
    memory_growth_mb: float = 0.0
    """Of the process's peak, after the first room."""
    troubles: list[Trouble] = field(default_factory=list)
    """The first few."""

    @property
    def is_clean(self) -> bool:
        """Whether every promise was kept."""
        return not (self.escapes or self.not_finite or self.new_overlaps)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return asdict(self)


def walk_rooms(
    frames: int, seed: int, progress: Callable[[int], None] | None = None, troubles_kept: int = 20
) -> RoomReport:
    """Walk that many frames, a new room every `ROOM_FRAMES`; progress is told how many are done."""
    report = RoomReport(seed)
    first_peak = 0.0
    while report.frames < frames:
        walk_room(report, min(ROOM_FRAMES, frames - report.frames), troubles_kept)
        first_peak = first_peak or _peak_mb()
        report.memory_growth_mb = _peak_mb() - first_peak
        if progress is not None:
            progress(report.frames)
    return report


def walk_room(report: RoomReport, frames: int, troubles_kept: int) -> None:
    """Walk in the next room and add what came of it."""
    scenario = make_room(report.seed, report.rooms)
    inputs = make_walk(report.seed, report.rooms, frames, scenario.dt)
    add_walk(report, scenario, Runner(scenario, record=False).run(inputs).centers, troubles_kept)


def add_walk(report: RoomReport, scenario: Scenario, centers: FloatArray, troubles_kept: int) -> None:
    """Check where the frames of a walk ended."""
    is_finite = np.all(np.isfinite(centers), axis=1)
    safe = np.where(np.isfinite(centers), centers, 0.0)
    depths = measure_depths(scenario, safe)
    is_deep = depths > TOLERANCE_M
    is_new = is_deep & (np.concatenate([[0.0], depths[:-1]]) <= TOLERANCE_M)
    is_out = np.any(np.abs(safe) > HALF_SIZE_M, axis=1)
    for what, flags in (("escaped", is_out), ("no number", ~is_finite), ("overlap", is_new)):
        for frame in np.flatnonzero(flags)[: max(0, troubles_kept - len(report.troubles))].tolist():
            report.troubles.append(Trouble(what, report.rooms, frame, float(depths[frame])))
    report.escapes += int(is_out.sum())
    report.not_finite += int((~is_finite).sum())
    report.new_overlaps += int(is_new.sum())
    report.overlapped_frames += int(is_deep.sum())
    report.deepest_m = max(report.deepest_m, float(depths.max()))
    report.walked_m += float(np.linalg.norm(np.diff(safe, axis=0), axis=1).sum())
    report.frames += len(centers)
    report.rooms += 1


def measure_depths(scenario: Scenario, centers: FloatArray) -> FloatArray:
    """Return how deep the capsule is in the level at each centre, 0 where it is free; exact, on the geometry itself."""
    nearest = closest_many(scenario.level, centers, radius=RADIUS_M, height=HEIGHT_M, max_distance=0.0)
    depths: FloatArray = np.where(nearest["found"], np.maximum(-nearest["distance"], 0.0), 0.0)
    return depths


def make_room(seed: int, room: int) -> Scenario:
    """Build a room, its clutter, and settings of its own; the capsule stands somewhere free."""
    random = np.random.default_rng((seed, room, 0))
    clutter = tuple(Clutter)[room % len(Clutter)]
    filling = _scatter_triangles(random) if clutter is Clutter.TRIANGLES else _scatter_solids(random)
    level = Level((Body("walls", _make_walls()), *filling))
    settings = CctSettings(
        step_offset=float(random.uniform(0.0, 0.5)),
        slope_limit=float(random.choice([0.0, 0.5, 0.707])),
        contact_offset=float(random.choice([0.01, 0.05, 0.1])),
        climbing=str(random.choice(["easy", "constrained"])),
        non_walkable=str(random.choice(["prevent_climbing", "prevent_climbing_and_force_sliding"])),
    )
    capsule = Capsule(_find_free_place(level, random, 2.0 * settings.contact_offset), RADIUS_M, HEIGHT_M)
    return Scenario(f"room {room}, {clutter}", capsule, level, settings)


def make_walk(seed: int, room: int, frames: int, dt: float) -> FloatArray:
    """Return the input of a walk: turns at random times, 0 to 8 m/s, now and then a jump, gravity throughout."""
    random = np.random.default_rng((seed, room, 1))
    turn = np.cumsum(random.random(frames) < 1.0 / TURN_FRAMES)
    count = int(turn[-1]) + 1
    angles, speeds = random.uniform(0.0, 2.0 * np.pi, count), random.uniform(0.0, 8.0, count)
    rows = np.full((frames, COLUMNS), np.nan)
    rows[:, 0] = (np.cos(angles) * speeds * dt)[turn]
    rows[:, 1] = 0.0
    rows[:, 2] = (np.sin(angles) * speeds * dt)[turn]
    rows[:, 3] = -9.81
    rows[random.random(frames) < 0.5 / TURN_FRAMES, 4] = 5.0
    return rows


def _make_walls(cells: int = 4) -> Mesh:
    """Return the six sides of the room, facing inwards, each cut into cells."""
    line = np.linspace(-1.0, 1.0, cells + 1)
    vertices: list[FloatArray] = []
    triangles: list[tuple[int, int, int]] = []
    for axis in range(3):
        for side in (-1.0, 1.0):
            first = len(vertices)
            for u in line:
                for v in line:
                    point = np.empty(3)
                    point[axis], point[(axis + 1) % 3], point[(axis + 2) % 3] = side, u, v
                    vertices.append(point * HALF_SIZE_M)
            for i in range(cells):
                for j in range(cells):
                    a = first + i * (cells + 1) + j
                    b, c, d = a + cells + 1, a + cells + 2, a + 1
                    # u to v turns counter-clockwise around +axis: inwards on the lower side.
                    triangles += ((a, b, c), (a, c, d)) if side < 0 else ((a, c, b), (a, d, c))
    return Mesh(np.array(vertices), np.array(triangles, dtype=np.int32))


def _scatter_triangles(random: np.random.Generator) -> list[Body]:
    """Return one two-sided body of random triangles, from a hand's to a table's size, some of them level.

    None is upright to the last bit: PhysX never hits a triangle that is parallel to the axis it moves along, and so
    rises into the lower edge of an upright sheet.
    """
    middles = random.uniform(-1.0, 1.0, (CLUTTER, 1, 3)) * HALF_SIZE_M
    sizes = random.uniform(0.1, 1.5, (CLUTTER, 1, 1))
    corners = random.normal(size=(CLUTTER, 3, 3)) * sizes
    corners[: CLUTTER // 6, :, 1] = 0.0
    vertices = (middles + corners).reshape(-1, 3)
    return [Body("clutter", Mesh(vertices, np.arange(3 * CLUTTER, dtype=np.int32).reshape(-1, 3)), two_sided=True)]


def _scatter_solids(random: np.random.Generator) -> list[Body]:
    """Return boxes, hulls and closed meshes in turn, turned at random, many of them stuck into each other."""
    bodies = []
    for number in range(CLUTTER):
        x, y, z = (random.uniform(-1.0, 1.0, 3) * HALF_SIZE_M).tolist()
        extents = random.uniform(0.1, 0.8, 3)
        shape: Box | Convex | Mesh
        if number % 3 == 0:
            shape = Box(tuple(extents.tolist()))
        elif number % 3 == 1:
            shape = Convex(random.uniform(-1.0, 1.0, (8, 3)) * extents)
        else:
            shape = Mesh(*Body("", Box(tuple(extents.tolist()))).surface())
        rotation = normalize_quaternion(random.normal(size=4).tolist())
        bodies.append(Body(f"solid {number}", shape, position=(x, y, z), rotation=rotation))
    return bodies


def _find_free_place(level: Level, random: np.random.Generator, gap: float) -> Vector:
    """Return a centre that is at least `gap` away from everything."""
    reach = HALF_SIZE_M - (RADIUS_M, RADIUS_M + 0.5 * HEIGHT_M, RADIUS_M)
    places = random.uniform(-1.0, 1.0, (2000, 3)) * reach
    nearest = closest_many(level, places, radius=RADIUS_M, height=HEIGHT_M)
    # Deep inside a closed mesh one is far from its triangles too, and free by that measure.
    free = places[(nearest["distance"] > gap) & ~_may_be_inside(level, places)]
    x, y, z = free[0].tolist()
    return (x, y, z)


def _may_be_inside(level: Level, places: FloatArray) -> NDArray[np.bool_]:
    """Tell which places lie in the box around a solid."""
    inside = np.zeros(len(places), dtype=np.bool_)
    for body in level.bodies[1:]:
        if not body.two_sided:
            low, high = body.bounds(0)
            inside |= ((places > low) & (places < high)).all(axis=1)
    return inside


def _peak_mb() -> float:
    """Return the most memory that the process ever held; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)

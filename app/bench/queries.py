"""What sweeps through a level cost: beside Jolt, on a small and a large level, one by one, and before the first."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.bench.peers.jolt import Casts, PeerMissingError, find_jolt, measure_jolt
from app.bench.query_world import HALF_HEIGHT_M, RADIUS_M, SWEEP_M, Hills
from app.bench.report import Check, Figures, Report, measure_spread
from app.bench.starts import Start, measure_starts
from engine.batch import sweep_many
from engine.geometry import build_geometry
from engine.queries import sweep
from engine.shapes import Capsule

if TYPE_CHECKING:
    from app.bench.ui import Tell
    from engine.hits import Hits
    from engine.level import Level
    from engine.transforms import FloatArray

SMALL, LARGE, LARGEST = Hills(64), Hills(511), Hills(708)
"""8,192, 522,242 and 1,002,528 triangles."""
SWEEPS = 2000
SINGLE_SWEEPS = 500
ROUNDS = 30
SAME_M = 0.01
"""How far our distances may lie from Jolt's, which stops a cast within a tolerance of its own."""

MOST_OF_JOLT = 0.5
MOST_GROWTH = 1.2
"""Of the large level's time by the small one's, at the same density."""
MOST_BUILD_S = 1.5
MOST_BYTES = 200
"""A triangle, with the mesh that it came from."""
MOST_COMPILE_S, MOST_LOAD_S = 30.0, 1.0

Sweeps = tuple["FloatArray", "FloatArray"]


@dataclass(frozen=True)
class Build:
    """What it takes to make a level of a million triangles ready for queries."""

    seconds: float
    bytes_per_triangle: float


def measure_queries(tell: Tell, *, install_peers: bool) -> Report:
    """Measure everything about queries; the peers are installed if asked for."""
    tell("making the levels", 0.0)
    levels = {hills: (hills.build_level(), hills.scatter_sweeps(SWEEPS)) for hills in (SMALL, LARGE)}
    conditions: dict[str, str | int] = {"sweeps": SWEEPS, "length": f"{SWEEP_M} m", "rounds": ROUNDS}
    for each in levels.values():
        time_rounds(*each, 1)
    # Ours before and after Jolt's: whatever else the machine does, does it to both.
    tell("sweeping", 0.1)
    small = time_rounds(*levels[SMALL], ROUNDS)
    casts = _measure_jolt(tell, conditions, levels[SMALL][1], install_peers)
    tell("sweeping", 0.5)
    large: list[float] = []
    for _ in range(ROUNDS):
        small += time_rounds(*levels[SMALL], 1)
        large += time_rounds(*levels[LARGE], 1)
    rows = {"8k triangles": small, "522k triangles": large}
    rows["8k triangles, physx"] = time_rounds(*levels[SMALL], ROUNDS, selection="physx")
    rows["8k triangles, single calls"] = list(time_single(*levels[SMALL]))
    checks = [Check("522k by 8k triangles", min(large) / min(small), MOST_GROWTH, "")]
    if casts is not None:
        rows["8k triangles, Jolt"] = casts.microseconds
        distances = ask_all(*levels[SMALL])["distance"]
        conditions["farther than 1 cm from Jolt"] = count_differences(distances, casts)
        checks.insert(0, Check("time by Jolt's", min(small) / min(casts.microseconds), MOST_OF_JOLT, ""))
    tell("building a million triangles", 0.7)
    build = measure_build(LARGEST)
    checks.append(Check("building 1M triangles", build.seconds, MOST_BUILD_S, "s"))
    checks.append(Check("memory of a triangle", build.bytes_per_triangle, MOST_BYTES, "bytes"))
    tell("compiling from nothing", 0.8)
    checks += check_starts(*measure_starts())
    tell("done", 1.0)
    figures = tuple(Figures(name, {"us_per_sweep": measure_spread(values)}) for name, values in rows.items())
    return Report("queries", conditions, figures, tuple(checks))


def ask_all(level: Level, sweeps: Sweeps, selection: str = "closest") -> Hits:
    """Run all sweeps in one call."""
    centers, directions = sweeps
    height = 2.0 * HALF_HEIGHT_M
    return sweep_many(level, centers, directions, SWEEP_M, radius=RADIUS_M, height=height, selection=selection)


def time_rounds(level: Level, sweeps: Sweeps, rounds: int, selection: str = "closest") -> list[float]:
    """Return the microseconds per sweep of each round of all sweeps; one more comes first, unmeasured."""
    ask_all(level, sweeps, selection)
    taken = []
    for _ in range(rounds):
        begin = time.perf_counter()
        ask_all(level, sweeps, selection)
        taken.append((time.perf_counter() - begin) * 1e6 / len(sweeps[0]))
    return taken


def time_single(level: Level, sweeps: Sweeps) -> Iterator[float]:
    """Yield the microseconds of calls one by one from Python: checks, the call, the sweep, and the hit as an object."""
    sweep(level, Capsule((0.0, 0.0, 0.0), RADIUS_M, 2.0 * HALF_HEIGHT_M), (0.0, -1.0, 0.0), SWEEP_M)
    for center, direction in zip(sweeps[0][:SINGLE_SWEEPS].tolist(), sweeps[1].tolist(), strict=False):
        capsule = Capsule(center, RADIUS_M, 2.0 * HALF_HEIGHT_M)
        begin = time.perf_counter()
        sweep(level, capsule, direction, SWEEP_M)
        yield (time.perf_counter() - begin) * 1e6


def _measure_jolt(tell: Tell, conditions: dict[str, str | int], sweeps: Sweeps, install: bool) -> Casts | None:
    """Measure Jolt if it is there; otherwise the conditions say why not."""
    tell("Jolt", 0.3)
    try:
        casts = measure_jolt(find_jolt(install=install), SMALL, sweeps, ROUNDS)
    except PeerMissingError as error:
        conditions["peers"] = str(error)
        return None
    conditions["Jolt"] = casts.version
    return casts


def count_differences(distances: FloatArray, casts: Casts) -> int:
    """Return how many sweeps Jolt answers otherwise: a hit where there is none, or another distance."""
    theirs = np.array([np.inf if each is None else each for each in casts.distances])
    both = np.isfinite(theirs) & np.isfinite(distances)
    apart = np.isfinite(theirs) != np.isfinite(distances)
    apart[both] = np.abs(theirs[both] - distances[both]) > SAME_M
    return int(apart.sum())


def measure_build(hills: Hills) -> Build:
    """Build the geometry of a terrain, trees and all; everything is compiled by now."""
    level = hills.build_level()
    begin = time.perf_counter()
    geometry = build_geometry(level)
    seconds = time.perf_counter() - begin
    vertices, triangles = level.bodies[0].surface()
    return Build(seconds, (geometry.byte_count + vertices.nbytes + triangles.nbytes) / len(triangles))


def check_starts(first: Start, later: Start) -> list[Check]:
    """Hold the two starts against their limits."""
    return [
        Check(f"first start, {first.cpu_s:.1f} s of CPU", first.wall_s, MOST_COMPILE_S, "s"),
        Check(f"later start, {later.cpu_s:.1f} s of CPU", later.wall_s, MOST_LOAD_S, "s"),
    ]

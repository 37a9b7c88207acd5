"""What a person asked of a level, checked, in the form that the kernels take."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import InputError
from engine.geometry import FARTHEST_M, Geometry, LevelArrays, geometry_of
from engine.hits import Selection
from engine.level import ALL_BITS, Level
from engine.shapes import Capsule
from engine.transforms import FloatArray, IndexArray, Vector

FIRST_FOUND = 1024
"""Candidates that a thread has room for at first; it grows."""

Choice = tuple[int, int, int, float]
"""Selection, mask, rules, step-down height of the vertical window or -1."""


@dataclass(frozen=True)
class Options:
    """What all queries that move have in common."""

    mask: int = ALL_BITS
    selection: str = Selection.CLOSEST
    frame: int = 0
    window: float | None = None
    parallel: bool = True
    skip_overlapped: bool = False

    def check(self) -> Choice:
        """Return them in the kernels' form, or raise an InputError."""
        from engine.kernels.level_query import CLOSEST, PHYSX
        from engine.kernels.sweep_physx import PASS_OVERLAPPED, SKIP_PARALLEL

        if self.selection not in tuple(Selection):
            raise InputError(f'selection: expected one of {", ".join(Selection)}, got "{self.selection}"')
        if self.window is not None and not (math.isfinite(self.window) and self.window >= 0):
            raise InputError(f"window: expected a step-down height >= 0 or None, got {self.window!r}")
        if self.skip_overlapped and self.selection != Selection.PHYSX:
            raise InputError("skip_overlapped: expected with selection physx only")
        chosen = PHYSX if self.selection == Selection.PHYSX else CLOSEST
        step_down = -1.0 if self.window is None else float(self.window)
        rules = (0 if self.parallel else SKIP_PARALLEL) | (PASS_OVERLAPPED if self.skip_overlapped else 0)
        return chosen, check_mask(self.mask), rules, step_down

    def find_geometry(self, level: Level) -> Geometry:
        """Return the geometry that the selection works on: PhysX keeps corners in float32."""
        return geometry_of(level, rounded=self.selection == Selection.PHYSX)


@dataclass(frozen=True)
class SweepQuery:
    """A sweep as the kernels take it."""

    geometry: Geometry
    arrays: LevelArrays
    up: Vector
    choice: Choice
    shape: tuple[Vector, Vector, float, Vector]
    """Centre, half axis, radius, direction."""
    distance: float


def ask_sweep(
    level: Level, capsule: Capsule, direction: Sequence[float], distance: float, options: Options
) -> SweepQuery:
    """Check a sweep."""
    choice = options.check()
    shape = (check_center(capsule), half_axis_of(capsule), capsule.radius, check_direction(direction))
    checked_distance = check_distance(distance)
    geometry = options.find_geometry(level)
    return SweepQuery(geometry, geometry.at_frame(options.frame), capsule.up, choice, shape, checked_distance)


class Scratch(threading.local):
    """Memory that kernels work in, one per thread."""

    def __init__(self) -> None:
        from engine.kernels.bvh import STACK_SIZE

        self.stack = np.empty(STACK_SIZE, dtype=np.int32)
        self.entries = np.empty(STACK_SIZE)
        self.found: IndexArray = np.empty(FIRST_FOUND, dtype=np.int32)

    def grow(self, needed: int) -> None:
        """Make room for that many candidates, and more."""
        self.found = np.empty(2 * needed, dtype=np.int32)

    @property
    def arrays(self) -> tuple[IndexArray, FloatArray, IndexArray]:
        """In the kernels' order."""
        return (self.stack, self.entries, self.found)


SCRATCH = Scratch()


def check_mask(mask: int) -> int:
    """Return a mask of 32 bits, or raise an InputError."""
    if not 0 <= mask <= ALL_BITS:
        raise InputError(f"mask: expected a number of 32 bits, got {mask}")
    return int(mask)


def check_center(capsule: Capsule) -> Vector:
    """Return a capsule's centre unless it is too far out."""
    if not max(map(abs, capsule.center)) <= FARTHEST_M:
        raise InputError(f"capsule center: expected coordinates within {FARTHEST_M:g} m, got {list(capsule.center)}")
    return capsule.center


def half_axis_of(capsule: Capsule) -> Vector:
    """Return the way from a capsule's centre to that of its upper sphere."""
    x, y, z = capsule.up
    half = capsule.half_height
    return (x * half, y * half, z * half)


def check_direction(direction: Sequence[float]) -> Vector:
    """Return a direction at unit length (000 B.3); by the same steps as `normalize_rows`, so to the same bits."""
    parts = [float(part) for part in direction]
    if len(parts) != 3 or not all(math.isfinite(part) for part in parts):
        raise InputError(f"direction: expected three finite numbers, got {parts}")
    largest = max(abs(part) for part in parts)
    if largest == 0:
        raise InputError("direction: expected a direction, got a zero vector")
    x, y, z = (part / largest for part in parts)
    size = math.sqrt(x * x + y * y + z * z)
    return (x / size, y / size, z / size)


def check_distance(distance: float) -> float:
    """Return a distance unless it is negative, too far or not finite."""
    if not 0 <= distance <= FARTHEST_M:
        raise InputError(f"distance: expected metres from 0 to {FARTHEST_M:g}, got {distance!r}")
    return float(distance)


def check_rows(name: str, rows: FloatArray, farthest: float) -> FloatArray:
    """Return vectors (n, 3) in one piece of memory, or say which row is wrong."""
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise InputError(f"{name}: expected numbers (n, 3), got {rows.shape}")
    bad = ~(np.isfinite(rows) & (np.abs(rows) <= farthest)).all(axis=1)
    if bad.any():
        row = int(np.argmax(bad))
        raise InputError(f"{name}[{row}]: expected three finite numbers, got {rows[row].tolist()}")
    return np.ascontiguousarray(rows)


def check_distances(distances: FloatArray) -> FloatArray:
    """Return distances (n,) in one piece of memory, or say which one is wrong."""
    bad = ~((distances >= 0) & (distances <= FARTHEST_M))
    if bad.any():
        row = int(np.argmax(bad))
        raise InputError(f"distances[{row}]: expected metres from 0 to {FARTHEST_M:g}, got {distances[row]}")
    return np.ascontiguousarray(distances)


def normalize_rows(directions: FloatArray) -> FloatArray:
    """Scale directions to unit length, the largest part first, so that neither huge nor tiny ones are lost."""
    largest = np.abs(directions).max(axis=1, keepdims=True, initial=0.0)
    if not (largest > 0).all():
        raise InputError(f"directions[{int(np.argmin(largest > 0))}]: expected a direction, got a zero vector")
    x, y, z = (directions / largest).T
    size = np.sqrt(x * x + y * y + z * z)
    return np.stack([x / size, y / size, z / size], axis=1)

"""The triangle cache (000 11) as an object: growth, directional bias, timestamp, and a hint per pass.

It changes speed and never results: a sweep that leaves the gathered box asks the tree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import InputError

if TYPE_CHECKING:
    from engine.geometry import Geometry
    from engine.transforms import FloatArray, IndexArray, Vector

VOLUME_GROWTH = 1.5
"""How much larger than a move needs the gathered box is, unless told (000 11.3)."""
FIRST_RANKS = 256
"""Triangles that the cache has room for at first; it grows."""


class HintPass(IntEnum):
    """Which of the three hints a sweep uses (000 11.1)."""

    UP = 0
    SIDE = 1
    DOWN = 2


@dataclass(frozen=True)
class CacheFigures:
    """How a cache has fared."""

    builds: int
    reuses: int
    triangles: int
    """In the gathered box now."""


class TriangleCache:
    """What lies near one character. Not shared between threads."""

    def __init__(self, growth: float = VOLUME_GROWTH) -> None:
        if not (math.isfinite(growth) and growth >= 1.0):
            raise InputError(f"volume growth: expected a finite number >= 1, got {growth!r}")
        self.growth = growth
        self.bounds: FloatArray = np.zeros(6)
        self.state = np.zeros(8, dtype=np.int64)
        self.state[1:5] = -1
        self.ranks: IndexArray = np.zeros(FIRST_RANKS, dtype=np.int32)

    def update(self, geometry: Geometry, low: Vector, high: Vector, side: Vector = (0.0, 0.0, 0.0)) -> None:
        """Make the cache hold what a temporal box can reach; nothing happens if it does already (000 11.3).

        side: the sideways move, along which the box is pushed ahead.
        """
        from engine.kernels import triangle_cache
        from engine.kernels.bvh import STACK_SIZE

        stack = np.empty(STACK_SIZE, dtype=np.int32)
        while needed := triangle_cache.update_cache(
            geometry.arrays,
            geometry.timestamp,
            low,
            high,
            side,
            float(self.growth),
            self.bounds,
            self.state,
            self.ranks,
            stack,
        ):
            self.ranks = np.zeros(2 * needed, dtype=np.int32)

    def count_for(self, geometry: Geometry, shape: tuple[Vector, Vector, float, Vector], distance: float) -> int:
        """Return how many of `ranks` answer for a sweep (centre, half axis, radius, direction), or -1: ask the tree."""
        from engine.kernels import triangle_cache

        return triangle_cache.count_for(shape, distance, geometry.timestamp, self.bounds, self.state)

    def hint(self, geometry: Geometry, which: HintPass) -> int:
        """Return the rank that a pass hit last in this geometry, or -1."""
        return int(self.state[2 + which]) if self.state[0] == geometry.timestamp else -1

    def remember(self, geometry: Geometry, which: HintPass, rank: int) -> None:
        """Keep what a pass hit. Hints outlive a rebuild, but not another geometry."""
        if self.state[0] != geometry.timestamp:
            self.state[0] = geometry.timestamp
            self.state[1:5] = -1
        self.state[2 + which] = rank

    def clear(self) -> None:
        """Forget what was gathered, but not the hints."""
        self.state[1] = -1

    @property
    def figures(self) -> CacheFigures:
        """Counters since the cache was made."""
        return CacheFigures(int(self.state[5]), int(self.state[6]), max(int(self.state[1]), 0))

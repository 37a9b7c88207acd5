"""The terrain that queries are measured on: cells of one size however many there are, and the sweeps over it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.level import Level
from engine.transforms import FloatArray, IndexArray

SEED = 20_251_118
"""Any number: it fixes where sweeps start and where they lead."""
CELL_M = 0.5
STEEPEST = math.tan(math.radians(34.0))
RADIUS_M, HALF_HEIGHT_M = 0.4, 0.6
SWEEP_M = 3.2
LEAST_GAP_M, MOST_GAP_M = 0.05, 1.5
"""Between the capsule's sole and the ground where a sweep starts."""
BORDER_M = 4.0
"""Kept clear, so that no sweep leads off the terrain."""

# Height in metres, wave numbers along x and z in radians per metre, phase: none is a multiple of another.
_WAVES = ((1.0, 0.39, 0.31, 0.3), (0.4, -0.83, 1.27, 1.9), (0.12, 2.71, 1.93, 4.1))


@dataclass(frozen=True)
class Hills:
    """A square of `cells` × `cells` cells around the origin, y up, two triangles each."""

    cells: int

    def height(self, x: FloatArray, z: FloatArray) -> FloatArray:
        """Return the height of the ground; its steepest slope is the same for every size."""
        steepest = sum(size * math.hypot(a, b) for size, a, b, _ in _WAVES)
        waves = (size * np.sin(a * x + b * z + phase) for size, a, b, phase in _WAVES)
        return sum(waves, np.zeros_like(x)) * (STEEPEST / steepest)

    @cached_property
    def vertices(self) -> FloatArray:
        """Corners of the cells, row by row along x."""
        ticks = (np.arange(self.cells + 1) - 0.5 * self.cells) * CELL_M
        z, x = (grid.ravel() for grid in np.meshgrid(ticks, ticks, indexing="ij"))
        return np.stack([x, self.height(x, z), z], axis=1)

    @cached_property
    def triangles(self) -> IndexArray:
        """Counter-clockwise from above."""
        row, column = (grid.ravel() for grid in np.indices((self.cells, self.cells), dtype=np.int32))
        near = row * (self.cells + 1) + column
        far = near + self.cells + 1
        return np.stack([near, far, near + 1, near + 1, far, far + 1], axis=1).reshape(-1, 3).astype(np.int32)

    def build_level(self) -> Level:
        """Return a level of this terrain alone."""
        return Level.from_triangles(self.vertices, self.triangles)

    def scatter_sweeps(self, count: int) -> tuple[FloatArray, FloatArray]:
        """Return centres and unit directions (n, 3): from just above the ground, in all directions but upwards."""
        chance = np.random.default_rng(SEED)
        reach = 0.5 * self.cells * CELL_M - BORDER_M
        x, z = chance.uniform(-reach, reach, (2, count))
        sole = self.height(x, z) + chance.uniform(LEAST_GAP_M, MOST_GAP_M, count)
        ways = chance.normal(size=(count, 3))
        ways[:, 1] = -np.abs(ways[:, 1])
        directions: FloatArray = ways / np.linalg.norm(ways, axis=1, keepdims=True)
        return np.stack([x, sole + RADIUS_M + HALF_HEIGHT_M, z], axis=1), directions

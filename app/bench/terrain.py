"""A bumpy terrain of any number of triangles, from a formula: the same every time, and its ground is known exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.level import Body, Level
from engine.shapes import Mesh

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.transforms import FloatArray

EXTENT_M = 160.0
"""Width and depth. A million triangles are then cells of 23 cm: smaller than the capsule, as in a scanned level."""
BODY = "terrain"

# Height of a wave in metres, its cycles across the terrain along x and along z, its phase in radians: hills, mounds,
# and bumps that a capsule steps over. No two have a common period, so no two places look alike.
_WAVES = ((3.0, 2.0, 1.0, 0.3), (1.1, 5.0, 7.0, 1.9), (0.35, 23.0, 19.0, 4.1), (0.06, 97.0, 83.0, 2.2))


@dataclass(frozen=True)
class Terrain:
    """A square around the origin, y up, cut into `cells` × `cells` squares of two triangles each."""

    cells: int

    @property
    def triangle_count(self) -> int:
        """Two for each cell."""
        return 2 * self.cells * self.cells

    def height(self, x: FloatArray, z: FloatArray) -> FloatArray:
        """Return the height of the ground in metres."""
        return sum((size * np.sin(_angle(wave, x, z)) for size, *wave in _WAVES), np.zeros_like(x))

    def normal(self, x: FloatArray, z: FloatArray) -> FloatArray:
        """Return the unit normals (n, 3) of the ground."""
        slope_x, slope_z = np.zeros_like(x), np.zeros_like(x)
        for size, *wave in _WAVES:
            change = size * (math.tau / EXTENT_M) * np.cos(_angle(wave, x, z))
            slope_x += wave[0] * change
            slope_z += wave[1] * change
        normal = np.stack([-slope_x, np.ones_like(x), -slope_z], axis=-1)
        unit: FloatArray = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        return unit

    def triangle_at(self, x: FloatArray, z: FloatArray) -> NDArray[np.int64]:
        """Return the number of the triangle below each place; places outside count to the border's."""
        across, along = (place / EXTENT_M * self.cells + 0.5 * self.cells for place in (x, z))
        column, row = (np.clip(np.floor(place).astype(np.int64), 0, self.cells - 1) for place in (across, along))
        beyond_diagonal = (across - column) + (along - row) > 1.0
        return 2 * (row * self.cells + column) + beyond_diagonal

    def build_level(self) -> Level:
        """Return the terrain as a level of one static mesh."""
        ticks = np.linspace(-0.5 * EXTENT_M, 0.5 * EXTENT_M, self.cells + 1)
        z, x = (grid.ravel() for grid in np.meshgrid(ticks, ticks, indexing="ij"))
        vertices = np.stack([x, self.height(x, z), z], axis=1)
        row, column = (grid.ravel() for grid in np.indices((self.cells, self.cells)))
        near = row * (self.cells + 1) + column
        far = near + self.cells + 1
        # Counter-clockwise from above; the diagonal runs from the cell's +x corner to its +z corner.
        triangles = np.stack([near, far, near + 1, near + 1, far, far + 1], axis=1).reshape(-1, 3)
        return Level((Body(BODY, Mesh(vertices, triangles)),))


def fit_terrain(triangles: int) -> Terrain:
    """Return the smallest terrain with at least that many triangles."""
    return Terrain(max(math.ceil(math.sqrt(triangles / 2)), 1))


def _angle(wave: list[float], x: FloatArray, z: FloatArray) -> FloatArray:
    cycles_x, cycles_z, phase = wave
    return (math.tau / EXTENT_M) * (cycles_x * x + cycles_z * z) + phase

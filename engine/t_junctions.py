"""T-junctions: a vertex of one triangle that lies inside another's edge instead of at its end. Metres."""

from __future__ import annotations

import numpy as np

from engine.mesh_topology import Ids, distinct
from engine.transforms import FloatArray

CHUNK = 250_000
"""Edges that are looked up at once: 50 MB of cells."""
_CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.int64)


def find_t_junctions(positions: FloatArray, edges: Ids, tolerance: float) -> tuple[Ids, Ids]:
    """Return pairs (k,), (k,): a row of `edges` (e, 2) and the vertex inside it, sorted by edge, then by vertex.

    Only ends of the edges are looked at as vertices, by their numbers in `positions`. Inside means: nearer than the
    tolerance to the line, and farther than the tolerance from both ends.

    Edges are taken by their size, each size with a grid of its own in which an edge touches eight cells at most: so
    neither long edges nor crowded places make many pairs.
    """
    vertices = distinct(edges, len(positions))
    lengths = np.sqrt(((positions[edges[:, 1]] - positions[edges[:, 0]]) ** 2).sum(axis=1))
    # An edge shorter than two tolerances has no inside.
    sizes = np.ceil(np.log2(np.maximum(lengths / (2 * tolerance), 0.5))).astype(np.int64)
    found = [(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))]
    for size in sorted(set(sizes[sizes > 0].tolist())):
        grid = _Grid(positions, vertices, cell=2 * tolerance * (2.0**size + 1))
        chosen = np.flatnonzero(sizes == size)
        found += [
            _test_pairs(positions, edges, grid, part, tolerance)
            for part in np.split(chosen, range(CHUNK, len(chosen), CHUNK))
        ]
    rows, points = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.lexsort((points, rows))
    # Two cells of an edge hold different vertices, so no pair comes twice.
    return rows[order], points[order]


class _Grid:
    """Vertices sorted by the cell that they lie in. A key is exact: a tolerance limits the cells to 2^21 an axis."""

    def __init__(self, positions: FloatArray, vertices: Ids, cell: float) -> None:
        self.cell = cell
        cells = self._cells(positions[vertices])
        self._low = cells.min(axis=0) - 1
        self._size = cells.max(axis=0) + 2 - self._low
        keys = self._keys(cells)
        order = np.argsort(keys)
        self.vertices: Ids = vertices[order]
        keys = keys[order]
        self._starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        self._counts = np.diff(np.append(self._starts, len(keys)))
        self._filled: Ids = keys[self._starts]

    def _cells(self, points: FloatArray) -> Ids:
        return np.floor(points / self.cell).astype(np.int64)

    def _keys(self, cells: Ids) -> Ids:
        x, y, z = np.moveaxis(cells - self._low, -1, 0)
        keys: Ids = (x * self._size[1] + y) * self._size[2] + z
        return keys

    def look_up(self, low: FloatArray, high: FloatArray) -> tuple[Ids, Ids, Ids]:
        """Return for boxes no larger than a cell: which box, and a range of `vertices` in a cell that it touches."""
        cells = self._cells(low)[:, None, :] + _CORNERS
        boxes, corners = np.nonzero((cells <= self._cells(high)[:, None, :]).all(axis=2))
        wanted = self._keys(cells[boxes, corners])
        at = np.minimum(np.searchsorted(self._filled, wanted), len(self._filled) - 1)
        found = self._filled[at] == wanted
        return boxes[found], self._starts[at[found]], self._counts[at[found]]


def _test_pairs(positions: FloatArray, edges: Ids, grid: _Grid, part: Ids, tolerance: float) -> tuple[Ids, Ids]:
    """Return the T-junctions of some edges, all of one size."""
    from engine.kernels.edge_points import find_points_inside_edges  # numba loads only for meshes with open edges

    starts, ends = positions[edges[part, 0]], positions[edges[part, 1]]
    boxes, first, counts = grid.look_up(np.minimum(starts, ends) - tolerance, np.maximum(starts, ends) + tolerance)
    rows, room = part[boxes], len(part)
    while True:
        found = np.empty((2, room), dtype=np.int64)
        needed = find_points_inside_edges(
            positions, edges, grid.vertices, rows, first, counts, tolerance, found[0], found[1]
        )
        if needed <= room:
            return found[0, :needed].copy(), found[1, :needed].copy()
        room = needed

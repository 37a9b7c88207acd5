"""The convex hull of points in space: quickhull, after Barber, Dobkin and Huhdanpaa (1996)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.errors import InputError
from engine.transforms import FloatArray, IndexArray

FLATNESS = (1e-10, 1e-8, 1e-6, 1e-4)
"""A point this close to a face, relative to the span of all points, lies in it.

Points that are as noisy as the tolerance give slivers that look anywhere, and a hull that leaves points out. That is
checked, and the next tolerance, which the noise is well within, is taken then.
"""


@dataclass(eq=False)
class _Face:
    """A triangle counter-clockwise from outside, its plane, and the points that only it still has to take in."""

    corners: tuple[int, int, int]
    normal: FloatArray
    offset: float
    outside: IndexArray
    alive: bool = True

    def edges(self) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
        a, b, c = self.corners
        return ((a, b), (b, c), (c, a))


def build_hull(points: FloatArray) -> tuple[FloatArray, IndexArray]:
    """Return the corners (n, 3) of the hull and its triangles (m, 3), counter-clockwise from outside.

    InputError if all points lie in one plane.
    """
    center = points.mean(axis=0)
    span = float(np.ptp(points, axis=0).max())
    if span == 0 or not np.isfinite(span):
        raise InputError("vertices: expected points that enclose a volume, got one point only")
    # Worked out near the origin at unit size, so that the tolerance means the same everywhere.
    near = (points - center) / span
    for flatness in FLATNESS:
        hull = _Hull(near, flatness)
        triangles = hull.run()
        if _holds_all(near, triangles, 4 * flatness):
            used, renumbered = np.unique(triangles, return_inverse=True)
            return points[used].copy(), renumbered.reshape(-1, 3).astype(np.int32)
    raise InputError("vertices: expected points that enclose a volume, got points too close to one plane")


def _holds_all(points: FloatArray, triangles: IndexArray, tolerance: float) -> bool:
    """Whether no point lies farther than this outside of any face."""
    a, b, c = points[triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    offsets = np.einsum("ij,ij->i", normals, a)
    blocks = range(0, len(points), 256)
    return all(float((points[at : at + 256] @ normals.T - offsets).max()) <= tolerance for at in blocks)


class _Hull:
    """The growing hull: faces, found by their directed edges."""

    def __init__(self, points: FloatArray, flatness: float) -> None:
        self.points = points
        self.flatness = flatness
        self.face_of_edge: dict[tuple[int, int], _Face] = {}

    def run(self) -> IndexArray:
        """Take in the farthest point of some face until no point is outside."""
        pending = self._start()
        while pending:
            face = pending.pop()
            while face.alive and len(face.outside):
                heights = self.points[face.outside] @ face.normal - face.offset
                farthest = int(np.argmax(heights))
                grown = self._take_in(face, int(face.outside[farthest]))
                if grown:
                    pending.extend(grown)
                else:
                    # Rounding leaves no clean way to add it: it is a hair outside, and stays there.
                    face.outside = np.delete(face.outside, farthest).astype(np.int32)
        faces = {id(face): face.corners for face in self.face_of_edge.values()}
        return np.array(list(faces.values()), dtype=np.int32)

    def _start(self) -> list[_Face]:
        """Begin with a tetrahedron of far points."""
        points = self.points
        extremes = np.unique(np.concatenate([points.argmin(axis=0), points.argmax(axis=0)]))
        apart = np.linalg.norm(points[extremes][:, None] - points[extremes][None], axis=2)
        first, second = np.unravel_index(int(apart.argmax()), apart.shape)
        a, b = int(extremes[first]), int(extremes[second])
        along = (points[b] - points[a]) / np.linalg.norm(points[b] - points[a])
        c = int(np.linalg.norm(np.cross(points - points[a], along), axis=1).argmax())
        normal = np.cross(points[b] - points[a], points[c] - points[a])
        width = float(np.linalg.norm(normal))
        heights = (points - points[a]) @ (normal / width) if width > self.flatness else np.zeros(len(points))
        d = int(np.abs(heights).argmax())
        if abs(heights[d]) <= self.flatness:
            raise InputError("vertices: expected points that enclose a volume, got points in one plane")
        if heights[d] > 0:
            b, c = c, b
        faces = [self._face(corners) for corners in ((a, b, c), (a, d, b), (b, d, c), (c, d, a))]
        built = [face for face in faces if face is not None]
        if len(built) < 4:
            raise InputError("vertices: expected points that enclose a volume, got points in one plane")
        self._add(built, np.arange(len(points), dtype=np.int32))
        return built

    def _face(self, corners: tuple[int, int, int]) -> _Face | None:
        """Build a face, or None if its corners are in line."""
        a, b, c = self.points[list(corners)]
        normal = np.cross(b - a, c - a)
        # Below this, the direction of the product is mostly rounding.
        length = float(np.linalg.norm(normal))
        if length < 1e-14:
            return None
        normal /= length
        return _Face(corners, normal, float(normal @ (a + b + c)) / 3.0, np.empty(0, dtype=np.int32))

    def _take_in(self, start: _Face, point: int) -> list[_Face]:
        """Replace the faces that see the point by a fan from it; an empty list if that cannot be done cleanly."""
        visible, horizon = self._horizon(start, point)
        # The horizon must be one loop that passes each corner once.
        if len({a for a, _ in horizon}) != len(horizon):
            return []
        fan = [self._face((a, b, point)) for a, b in horizon]
        built = [face for face in fan if face is not None]
        if len(built) < len(fan):
            return []
        orphans = np.concatenate([face.outside for face in visible]).astype(np.int32)
        for face in visible:
            face.alive = False
            for edge in face.edges():
                del self.face_of_edge[edge]
        self._add(built, orphans[orphans != point])
        return built

    def _horizon(self, start: _Face, point: int) -> tuple[list[_Face], list[tuple[int, int]]]:
        """Walk over the faces that see the point; return them and the edges where sight ends."""
        where = self.points[point]
        visible, stack, seen = [start], [start], {id(start)}
        horizon = []
        while stack:
            for a, b in stack.pop().edges():
                beyond = self.face_of_edge[b, a]
                if id(beyond) in seen:
                    continue
                if float(beyond.normal @ where) - beyond.offset > self.flatness:
                    seen.add(id(beyond))
                    visible.append(beyond)
                    stack.append(beyond)
                else:
                    horizon.append((a, b))
        return visible, horizon

    def _add(self, faces: list[_Face], candidates: IndexArray) -> None:
        """Register faces and give each candidate to the face that it is farthest out of."""
        for face in faces:
            for edge in face.edges():
                self.face_of_edge[edge] = face
        if not len(candidates):
            return
        normals = np.array([face.normal for face in faces])
        offsets = np.array([face.offset for face in faces])
        heights = self.points[candidates] @ normals.T - offsets
        owner = heights.argmax(axis=1)
        outside = heights[np.arange(len(candidates)), owner] > self.flatness
        for index, face in enumerate(faces):
            face.outside = candidates[outside & (owner == index)]

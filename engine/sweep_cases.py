"""Random sweeps of capsules against triangles, biased to the nasty: what the checks of the sweep run on."""

from __future__ import annotations

import numpy as np

from engine.transforms import FloatArray

COLUMNS = 20
"""Centre, half axis, radius, direction, max distance, a, b, c: what `check_sweeps` reads."""

KINDS = (
    "generic",
    "axis along edge",
    "axis along face",
    "move along axis",
    "move along face",
    "move along edge",
    "graze edge",
    "graze vertex",
    "sliver",
    "degenerate",
    "coplanar start",
    "touch at start",
    "tiny",
    "huge",
    "sphere",
    "grid",
    "inside",
)
"""What a case is about. Half of those that put two things in line do it only nearly, by 1e-2 to 1e-16."""


def _unit(vectors: FloatArray) -> FloatArray:
    size = np.linalg.norm(vectors, axis=1, keepdims=True)
    units: FloatArray = vectors / np.where(size > 0, size, 1.0)
    return units


def _log_uniform(random: np.random.Generator, low: float, high: float, count: int) -> FloatArray:
    return np.exp(random.uniform(np.log(low), np.log(high), (count, 1)))


def _nudge(random: np.random.Generator, vectors: FloatArray) -> FloatArray:
    """Turn half of the vectors by a hair."""
    count = len(vectors)
    hair = _log_uniform(random, 1e-16, 1e-2, count) * random.integers(0, 2, (count, 1))
    size = np.linalg.norm(vectors, axis=1, keepdims=True)
    nudged: FloatArray = vectors + hair * size * _unit(random.normal(size=(count, 3)))
    return nudged


class _Cases:
    """Columns of cases under construction, around the origin."""

    def __init__(self, random: np.random.Generator, count: int) -> None:
        self.random = random
        self.count = count
        self.radius = _log_uniform(random, 0.01, 2.0, count)
        self.half_axis = self.vectors() * _log_uniform(random, 0.01, 2.0, count)
        self.direction = self.vectors()
        self.triangle = random.normal(size=(count, 3, 3)) * _log_uniform(random, 0.02, 10.0, count)[:, None]
        self.way = random.uniform(0.0, 10.0, (count, 1))
        """From the start to where the capsule is aimed at."""

    def vectors(self) -> FloatArray:
        """Return random unit vectors, a third of them along the axes."""
        free = _unit(self.random.normal(size=(self.count, 3)))
        along = np.eye(3)[self.random.integers(0, 3, self.count)] * self.random.choice([-1.0, 1.0], (self.count, 1))
        return np.where(self.random.random((self.count, 1)) < 1 / 3, along, free)

    @property
    def edge(self) -> FloatArray:
        """The first edge."""
        return self.triangle[:, 1] - self.triangle[:, 0]

    @property
    def normal(self) -> FloatArray:
        return _unit(np.cross(self.edge, self.triangle[:, 2] - self.triangle[:, 0]))

    def along_face(self) -> FloatArray:
        """Return unit vectors in the planes of the triangles, or nearly."""
        weights = self.random.normal(size=(self.count, 2, 1))
        return _unit(weights[:, 0] * self.edge + weights[:, 1] * (self.triangle[:, 2] - self.triangle[:, 0]))

    def place_on_prism(self, *, corner: bool, edge: bool) -> FloatArray:
        """Return random points of the extruded triangle: anywhere on a cap, or on an edge of one, or its corners."""
        weights = self.random.dirichlet((1.0, 1.0, 1.0), self.count)
        if edge:
            weights[:, 2] = 0.0
            weights[:, 0] = 1.0 - weights[:, 1]
        if corner:
            weights = np.eye(3)[self.random.integers(0, 3, self.count)]
        ends = self.random.choice([-1.0, 1.0], (self.count, 1))
        points: FloatArray = np.einsum("ij,ijk->ik", weights, self.triangle) + ends * self.half_axis
        return points

    def aim(self, target: FloatArray) -> FloatArray:
        """Return starts from which the line passes the target at a random part of the radius."""
        aside = _unit(np.cross(self.direction, self.random.normal(size=(self.count, 3))))
        return target + aside * self.radius * self.random.uniform(0.0, 1.2, (self.count, 1)) - self.direction * self.way

    def graze(self, target: FloatArray, aside: FloatArray) -> FloatArray:
        """Return starts from which the line passes the target at the radius and a hair more or less."""
        hair = _log_uniform(self.random, 1e-14, 1e-2, self.count) * self.random.choice([-1, 0, 1], (self.count, 1))
        side = _unit(aside) * self.random.choice([-1.0, 1.0], (self.count, 1))
        starts: FloatArray = target + side * self.radius * (1.0 + hair) - self.direction * self.way
        return starts

    def rows(self, center: FloatArray, max_distance: FloatArray) -> FloatArray:
        """Put the columns together, three quarters of them up to 100 m from the origin, half at whole metres."""
        offset = self.random.uniform(-100.0, 100.0, (self.count, 3)) * self.random.choice([0, 1, 1, 1], (self.count, 1))
        offset = np.where(self.random.random((self.count, 1)) < 0.5, np.round(offset), offset)
        corners = (self.triangle + offset[:, None]).reshape(self.count, 9)
        parts = [center + offset, self.half_axis, self.radius, self.direction, max_distance, corners]
        return np.concatenate(parts, axis=1)


def _shape(cases: _Cases, kind: str) -> None:
    """Give triangle, axis and direction what the kind asks for."""
    random, count = cases.random, cases.count
    match kind:
        case "axis along edge":
            cases.half_axis = _nudge(random, cases.edge * _log_uniform(random, 0.01, 2.0, count))
        case "axis along face" | "coplanar start":
            cases.half_axis = _nudge(random, cases.along_face() * _log_uniform(random, 0.01, 2.0, count))
            if kind == "coplanar start":
                mostly = random.random((count, 1)) < 0.7
                cases.direction = np.where(mostly, _unit(_nudge(random, cases.along_face())), cases.direction)
        case "move along axis":
            cases.direction = _unit(_nudge(random, cases.half_axis) * random.choice([-1.0, 1.0], (count, 1)))
        case "move along face":
            cases.direction = _unit(_nudge(random, cases.along_face()))
        case "move along edge":
            cases.direction = _unit(_nudge(random, cases.edge * random.choice([-1.0, 1.0], (count, 1))))
        case "sliver":
            place = random.uniform(-0.5, 1.5, (count, 1))
            width = _log_uniform(random, 1e-10, 1e-4, count)
            cases.triangle[:, 2] = cases.triangle[:, 0] + place * cases.edge + width * cases.vectors()
        case "degenerate":
            place = random.choice([0.0, 0.5, 1.0, 1.5, -0.25], (count, 1))
            cases.triangle[:, 2] = cases.triangle[:, 0] + place * cases.edge
            point = random.random(count) < 0.3
            cases.triangle[point, 1:] = cases.triangle[point, :1]
        case "grid":
            cases.triangle = np.round(cases.triangle)
            axes: FloatArray = np.eye(3)[random.integers(0, 3, (2, count))]
            cases.half_axis = axes[0] * random.integers(0, 5, (count, 1)) * 0.5
            cases.direction = axes[1] * random.choice([-1.0, 1.0], (count, 1))
            cases.radius = random.integers(1, 5, (count, 1)).astype(np.float64) * 0.25


def _resize(cases: _Cases, kind: str) -> None:
    """Give triangle or axis the size that the kind asks for."""
    if kind == "tiny":
        cases.triangle *= 1e-6
    if kind == "huge":
        cases.triangle *= 1e3 / np.abs(cases.triangle).max(axis=(1, 2), keepdims=True)
    if kind == "sphere":
        cases.half_axis = np.zeros((cases.count, 3))


def _start(cases: _Cases, kind: str) -> FloatArray:
    """Return where the capsules start, for triangles around the origin."""
    anywhere = cases.place_on_prism(corner=False, edge=False)
    match kind:
        case "graze edge":
            target = cases.place_on_prism(corner=False, edge=True)
            return cases.graze(target, np.cross(cases.edge, cases.direction))
        case "graze vertex":
            target = cases.place_on_prism(corner=True, edge=False)
            return cases.graze(target, np.cross(cases.direction, cases.random.normal(size=(cases.count, 3))))
        case "touch at start":
            cases.way = np.zeros((cases.count, 1))
            return cases.graze(anywhere, cases.normal)
        case "inside":
            return anywhere + _unit(cases.random.normal(size=(cases.count, 3))) * cases.radius * 0.9
        case "coplanar start":
            return cases.triangle[:, 0] + cases.along_face() * cases.way
        case "grid":
            return np.round(cases.aim(anywhere) * 4.0) / 4.0
        case _:
            return cases.aim(anywhere)


def make_cases(kind: str, count: int, random: np.random.Generator) -> FloatArray:
    """Return random cases of a kind as rows of 20 numbers."""
    cases = _Cases(random, count)
    _resize(cases, kind)
    _shape(cases, kind)
    center = _start(cases, kind)
    # The way ends before the target in a fifth of the cases.
    return cases.rows(center, cases.way * random.uniform(0.0, 5.0, (count, 1)) + 1e-3)

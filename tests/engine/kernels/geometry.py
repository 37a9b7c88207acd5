"""Cases and strategies that the tests of the geometry share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import numpy as np
from hypothesis import strategies as st

from engine.sweep_cases import KINDS, make_cases
from engine.transforms import FloatArray

Vector = tuple[float, float, float]
Case = tuple[Vector, Vector, float, Vector, float, Vector, Vector, Vector]

coordinate = st.floats(-10.0, 10.0, allow_subnormal=False)
vector = st.tuples(coordinate, coordinate, coordinate)
grid = st.integers(-4, 4).map(float)
grid_vector = st.tuples(grid, grid, grid)
"""Whole numbers: everything is parallel to something."""
any_vector = st.one_of(vector, grid_vector)
near_vector = st.one_of(
    st.tuples(*[st.floats(-1.5, 1.5, allow_subnormal=False)] * 3), st.tuples(*[st.integers(-1, 1).map(float)] * 3)
)
"""So close to the origin that most shapes there overlap."""
length = st.floats(0.01, 3.0)


def unit(v: Sequence[float]) -> Vector:
    size = math.hypot(*v)
    return (v[0] / size, v[1] / size, v[2] / size)


direction = any_vector.filter(lambda v: math.hypot(*v) > 1e-3).map(unit)


def vector_of(values: FloatArray) -> Vector:
    return (float(values[0]), float(values[1]), float(values[2]))


def case_of(row: FloatArray) -> Case:
    """Return a row of `make_cases` as arguments of the sweep."""
    v = [float(x) for x in row]
    return (
        (v[0], v[1], v[2]),
        (v[3], v[4], v[5]),
        v[6],
        (v[7], v[8], v[9]),
        v[10],
        (v[11], v[12], v[13]),
        (v[14], v[15], v[16]),
        (v[17], v[18], v[19]),
    )


def nasty_cases(per_kind: int, seed: int) -> list[tuple[str, Case]]:
    """Return some cases of every kind."""
    random = np.random.default_rng(seed)
    return [(kind, case_of(row)) for kind in KINDS for row in make_cases(kind, per_kind, random)]


def ends_of(center: Sequence[float], half_axis: Sequence[float]) -> tuple[Vector, Vector]:
    low = tuple(c - h for c, h in zip(center, half_axis, strict=True))
    high = tuple(c + h for c, h in zip(center, half_axis, strict=True))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def box_tetrahedra(half_extents: Sequence[float]) -> list[list[Vector]]:
    """Cut a box into the six tetrahedra that climb from one corner to the opposite one, axis by axis."""
    tetrahedra = []
    for order in permutations(range(3)):
        corner = [-x for x in half_extents]
        corners = [tuple(corner)]
        for axis in order:
            corner[axis] = half_extents[axis]
            corners.append(tuple(corner))
        tetrahedra.append([(c[0], c[1], c[2]) for c in corners])
    return tetrahedra

"""Distances in rational arithmetic: no rounding, no tolerance, and another method than the kernels'.

The distance of two convex polytopes is a least-squares problem with linear limits. Its solution has some limits active;
all sets of active limits are tried, and each is a linear system that fractions solve exactly. Floats are fractions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

Exact = tuple[Fraction, ...]
Point = Sequence[float] | Exact


def exact(vector: Point) -> Exact:
    return tuple(Fraction(x) for x in vector)


def subtract(a: Exact, b: Exact) -> Exact:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def add_scaled(a: Exact, b: Exact, s: Fraction | int) -> Exact:
    return tuple(x + s * y for x, y in zip(a, b, strict=True))


def dot(a: Exact, b: Exact) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """Solve a small linear system by elimination; None if it is singular."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = next((k for k in range(i, len(rows)) if rows[k][i] != 0), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(len(rows)):
            if k != i and rows[k][i] != 0:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]


def faces_of_simplex(corners: Sequence[Exact]) -> Iterator[list[Exact]]:
    """Yield every face, edge and corner of a segment or triangle."""
    for chosen in product((False, True), repeat=len(corners)):
        face = [corner for corner, take in zip(corners, chosen, strict=True) if take]
        if face:
            yield face


def closest_between(p: list[Exact], q: list[Exact]) -> Fraction | None:
    """Return distance² of the spaces through two faces if its closest points lie inside both, else None."""
    sides = [subtract(x, p[0]) for x in p[1:]] + [subtract(q[0], x) for x in q[1:]]
    between = subtract(q[0], p[0])
    weights = solve([[dot(u, v) for v in sides] for u in sides], [dot(u, between) for u in sides])
    if weights is None:
        return None
    for part in (weights[: len(p) - 1], weights[len(p) - 1 :]):
        if min(part, default=Fraction(0)) < 0 or sum(part) > 1:
            return None
    for side, weight in zip(sides, weights, strict=True):
        between = add_scaled(between, side, -weight)
    return dot(between, between)


def distance_squared(p: Sequence[Point], q: Sequence[Point]) -> Fraction:
    """Return distance² of two simplices (points, segments, triangles, tetrahedra), given by their corners."""
    pairs = product(faces_of_simplex([exact(x) for x in p]), faces_of_simplex([exact(x) for x in q]))
    found = [closest_between(x, y) for x, y in pairs]
    return min(square for square in found if square is not None)


def exact_root(square: Fraction) -> Fraction:
    """Return the square root to 200 bits."""
    scale = 1 << 200
    return Fraction(math.isqrt(square.numerator * scale * scale // square.denominator), scale)


def root(square: Fraction) -> float:
    """Return the square root as a float."""
    return float(exact_root(square))


def gap(
    center: Sequence[float],
    half_axis: Sequence[float],
    radius: float,
    direction: Sequence[float],
    distance: float,
    corners: Sequence[Sequence[float]],
) -> float:
    """Return the gap between a capsule that has moved and a simplex."""
    at = add_scaled(exact(center), exact(direction), Fraction(distance))
    ends = [add_scaled(at, exact(half_axis), -1), add_scaled(at, exact(half_axis), 1)]
    return float(exact_root(distance_squared(ends, corners)) - Fraction(radius))

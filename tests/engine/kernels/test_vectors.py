"""Vectors as tuples of floats."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernels import vectors

Vector = tuple[float, float, float]
# Squares of smaller numbers vanish; no length in a level is that small.
positive = st.floats(1e-100, 1e6)
finite = st.one_of(st.just(0.0), positive, positive.map(lambda x: -x))
any_vector = st.tuples(finite, finite, finite)


@given(any_vector, any_vector)
def test_cross_is_at_right_angles_to_both(a: Vector, b: Vector) -> None:
    normal = vectors.cross(a, b)
    scale = max(1.0, math.hypot(*a) ** 2 * math.hypot(*b), math.hypot(*b) ** 2 * math.hypot(*a))
    assert abs(vectors.dot(normal, a)) <= 1e-15 * 8 * scale
    assert abs(vectors.dot(normal, b)) <= 1e-15 * 8 * scale


@given(any_vector)
def test_normalized_has_length_one_or_is_zero(a: Vector) -> None:
    size = vectors.length(vectors.normalize(a))
    assert size == 0.0 if vectors.length(a) == 0.0 else size == pytest.approx(1.0, abs=1e-12)


def test_arithmetic() -> None:
    a, b = (1.0, 2.0, 3.0), (4.0, -5.0, 6.0)
    assert vectors.add(a, b) == (5.0, -3.0, 9.0)
    assert vectors.subtract(a, b) == (-3.0, 7.0, -3.0)
    assert vectors.scale(a, 2.0) == (2.0, 4.0, 6.0)
    assert vectors.dot(a, b) == 12.0
    assert vectors.cross((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == (0.0, 0.0, 1.0)
    assert vectors.normalize((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)

"""Rotations as people type them and as key poses need them. Quaternions are (x, y, z, w), angles degrees."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from engine.transforms import matrix_from_quaternion, normalize_quaternion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.transforms import FloatArray, Quaternion, Vector

_PARALLEL = 1.0 - 1e-9
"""The cosine of half an angle beyond which the sine in a slerp says nothing any more."""


def multiply_quaternions(after: Sequence[float], before: Sequence[float]) -> Quaternion:
    """Return the rotation that turns by `before`, then by `after`."""
    (ax, ay, az, aw), (bx, by, bz, bw) = after, before
    return normalize_quaternion(
        (
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        )
    )


def invert_quaternion(rotation: Sequence[float]) -> Quaternion:
    """Return the rotation that turns back."""
    x, y, z, w = rotation
    return normalize_quaternion((-x, -y, -z, w))


def quaternion_from_matrix(matrix: FloatArray) -> Quaternion:
    """Return the rotation of a (3, 3) matrix whose columns are square to each other; their lengths do not matter."""
    m = matrix / np.linalg.norm(matrix, axis=0)
    # The largest of the four parts is found first: dividing by it loses nothing.
    squares = np.array([m[0, 0] - m[1, 1] - m[2, 2], m[1, 1] - m[0, 0] - m[2, 2], m[2, 2] - m[0, 0] - m[1, 1]])
    first = int(np.argmax([*squares, np.trace(m)]))
    if first == 3:
        return normalize_quaternion((m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], 1.0 + np.trace(m)))
    i, j, k = first, (first + 1) % 3, (first + 2) % 3
    parts = [0.0, 0.0, 0.0, m[k, j] - m[j, k]]
    parts[i], parts[j], parts[k] = 1.0 + squares[i], m[j, i] + m[i, j], m[k, i] + m[i, k]
    return normalize_quaternion(parts)


def quaternion_from_degrees(angles: Sequence[float]) -> Quaternion:
    """Return the rotation about the world's x, then y, then z."""
    x, y, z = (math.radians(angle) / 2 for angle in angles)
    about_x = (math.sin(x), 0.0, 0.0, math.cos(x))
    about_y = (0.0, math.sin(y), 0.0, math.cos(y))
    return multiply_quaternions((0.0, 0.0, math.sin(z), math.cos(z)), multiply_quaternions(about_y, about_x))


def degrees_from_quaternion(rotation: Sequence[float]) -> Vector:
    """Return the angles about the world's x, then y, then z; y lies between -90 and 90."""
    m = matrix_from_quaternion(rotation)
    y = math.asin(min(max(-float(m[2, 0]), -1.0), 1.0))
    if abs(m[2, 0]) > _PARALLEL:  # x and z turn about one axis: z does nothing then
        return math.degrees(math.atan2(-float(m[1, 2]), float(m[1, 1]))), math.degrees(y), 0.0
    # Adding 0 makes a zero of -0, which would be shown.
    x, z = math.atan2(float(m[2, 1]), float(m[2, 2])), math.atan2(float(m[1, 0]), float(m[0, 0]))
    return math.degrees(x) + 0.0, math.degrees(y) + 0.0, math.degrees(z) + 0.0


def interpolate_rotations(first: Sequence[float], last: Sequence[float], shares: FloatArray) -> FloatArray:
    """Return (n, 4) rotations between two at an even rate, the short way round; `shares` (n,) from 0 to 1."""
    a, b = np.asarray(first, dtype=np.float64), np.asarray(last, dtype=np.float64)
    b = -b if float(a @ b) < 0 else b
    cosine = min(float(a @ b), 1.0)
    if cosine > _PARALLEL:
        mixed: FloatArray = a + (b - a) * shares[:, None]
    else:
        angle = math.acos(cosine)
        mixed = np.sin((1 - shares) * angle)[:, None] * a + np.sin(shares * angle)[:, None] * b
    unit: FloatArray = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return unit

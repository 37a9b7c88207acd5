"""Rotations and placements as matrices. A function named `b_from_a` takes coordinates of `a` to those of `b`.

Quaternions are (x, y, z, w). Matrices multiply column vectors. Lengths are metres.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IndexArray: TypeAlias = NDArray[np.int32]
Vector: TypeAlias = tuple[float, float, float]
Quaternion: TypeAlias = tuple[float, float, float, float]

IDENTITY_ROTATION: Quaternion = (0.0, 0.0, 0.0, 1.0)


def normalize_vector(vector: Sequence[float]) -> Vector:
    """Scale a vector to length one; ValueError if it has no direction."""
    x, y, z = (float(part) for part in _scaled_to_one(vector))
    length = math.hypot(x, y, z)
    return (x / length, y / length, z / length)


def normalize_quaternion(rotation: Sequence[float]) -> Quaternion:
    """Scale a quaternion to length one; ValueError if it is zero or not finite."""
    x, y, z, w = (float(part) for part in _scaled_to_one(rotation))
    length = math.hypot(x, y, z, w)
    return (x / length, y / length, z / length, w / length)


def _scaled_to_one(parts: Sequence[float]) -> list[float]:
    """Divide by the largest part first: then neither huge nor tiny input overflows or vanishes."""
    largest = max(abs(part) for part in parts)
    if not math.isfinite(largest) or largest == 0 or any(math.isnan(part) for part in parts):
        raise ValueError("it has no direction")
    return [part / largest for part in parts]


def matrix_from_quaternion(rotation: Sequence[float]) -> FloatArray:
    """Turn a quaternion of any length but zero into a (3, 3) rotation matrix."""
    x, y, z, w = normalize_quaternion(rotation)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def matrices_from_quaternions(rotations: FloatArray) -> FloatArray:
    """Turn unit quaternions (k, 4) into rotation matrices (k, 3, 3), bit for bit as one by one."""
    x, y, z, w = rotations.T
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def world_from_local(position: Sequence[float], rotation: Sequence[float], scale: Sequence[float]) -> FloatArray:
    """Build the (4, 4) matrix that scales, then rotates, then moves."""
    matrix = np.eye(4)
    matrix[:3, :3] = matrix_from_quaternion(rotation) * np.asarray(scale, dtype=np.float64)
    matrix[:3, 3] = position
    return matrix


def local_from_world(position: Sequence[float], rotation: Sequence[float], scale: Sequence[float]) -> FloatArray:
    """Build the (4, 4) matrix that undoes `world_from_local`: moves back, then rotates back, then scales back."""
    matrix = np.eye(4)
    matrix[:3, :3] = matrix_from_quaternion(rotation).T / np.asarray(scale, dtype=np.float64)[:, None]
    matrix[:3, 3] = -matrix[:3, :3] @ np.asarray(position, dtype=np.float64)
    return matrix


def transform_points(matrix: FloatArray, points: ArrayLike) -> FloatArray:
    """Apply a (4, 4) placement to points (n, 3)."""
    moved: FloatArray = np.asarray(points, dtype=np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
    return moved


def transform_directions(matrix: FloatArray, directions: ArrayLike) -> FloatArray:
    """Apply a (4, 4) placement to directions (n, 3): turned and scaled, never moved."""
    turned: FloatArray = np.asarray(directions, dtype=np.float64) @ matrix[:3, :3].T
    return turned


def transform_normals(matrix: FloatArray, normals: ArrayLike) -> FloatArray:
    """Take unit normals (n, 3) through a (4, 4) placement: uneven scale turns them by the inverse transpose."""
    turned = np.asarray(normals, dtype=np.float64) @ np.linalg.inv(matrix[:3, :3])
    unit: FloatArray = turned / np.linalg.norm(turned, axis=-1, keepdims=True)
    return unit


def world_from_internal(points: ArrayLike) -> FloatArray:
    """Convert from the game's axes (x north, y west, z up) to the world's (x east, y north, z up); 000 12.5.

    Points (n, 3); directions convert alike, since both have the same origin.
    """
    internal = np.asarray(points, dtype=np.float64)
    return np.stack([-internal[..., 1], internal[..., 0], internal[..., 2]], axis=-1)


def internal_from_world(points: ArrayLike) -> FloatArray:
    """Convert from the world's axes back to the game's; see `world_from_internal`."""
    world = np.asarray(points, dtype=np.float64)
    return np.stack([world[..., 1], -world[..., 0], world[..., 2]], axis=-1)


def rotation_between(source: Sequence[float], target: Sequence[float]) -> Quaternion:
    """Find the shortest rotation that turns one direction into another; opposite ones turn about some square axis."""
    a, b = np.array(normalize_vector(source)), np.array(normalize_vector(target))
    halfway = a + b
    if float(np.linalg.norm(halfway)) < 1e-9:
        axis = np.cross(a, np.eye(3)[int(np.argmin(np.abs(a)))])
        return normalize_quaternion((*axis.tolist(), 0.0))
    middle = np.array(normalize_vector(halfway.tolist()))
    return normalize_quaternion((*np.cross(a, middle).tolist(), float(a @ middle)))

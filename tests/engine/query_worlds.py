"""Levels made of chance for the query tests, and the same questions answered the slow way: every shape, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np

from engine.kernels import convex, overlap, sweep_shapes, sweep_triangle
from engine.level import Body, BodyKind, Level
from engine.shapes import Box, Capsule, CapsuleShape, Convex, Mesh, Sphere
from engine.transforms import FloatArray, Vector, matrix_from_quaternion, normalize_quaternion, transform_points

FRAMES = 3
"""Poses of a moving body."""

# Kernels have no types: numba finds them.
overlap_triangle: Any = overlap.overlap_capsule_triangle
_sweep_convex: Any = convex.sweep_capsule_convex
_sweep_triangle: Any = sweep_triangle.sweep_capsule_triangle
_shapes: Any = sweep_shapes


def make_vector(values: FloatArray) -> Vector:
    return (float(values[0]), float(values[1]), float(values[2]))


def make_capsule(chance: np.random.Generator, spread: float = 4.0) -> Capsule:
    up = make_vector(chance.normal(size=3))
    height = float(chance.choice([0.0, 0.6, 1.5]))
    return Capsule(make_vector(chance.uniform(-spread, spread, 3)), float(chance.uniform(0.1, 0.6)), height, up)


def make_mesh(chance: np.random.Generator, triangles: int) -> Mesh:
    """A soup of triangles, some of them without area."""
    anchors = chance.uniform(-4.0, 4.0, (triangles, 1, 3))
    corners = anchors + chance.normal(0.0, chance.choice([0.2, 1.0]), (triangles, 3, 3))
    corners[chance.random(triangles) < 0.05, 1] = corners[0, 0]
    return Mesh(corners.reshape(-1, 3), np.arange(3 * triangles, dtype=np.int32).reshape(-1, 3))


def make_body(chance: np.random.Generator, number: int) -> Body:
    shapes = (
        lambda: make_mesh(chance, int(chance.integers(1, 60))),
        lambda: Box(make_vector(chance.uniform(0.1, 1.5, 3))),
        lambda: Sphere(float(chance.uniform(0.1, 1.0))),
        lambda: CapsuleShape(float(chance.uniform(0.1, 0.5)), float(chance.uniform(0.0, 2.0))),
        lambda: Convex(chance.normal(0.0, 0.7, (12, 3))),
    )
    chosen = shapes[int(chance.integers(len(shapes)))]()
    poses = None
    kind = BodyKind.STATIC
    if chance.random() < 0.3:
        kind = BodyKind.KINEMATIC
        turned = [normalize_quaternion(chance.normal(size=4).tolist()) for _ in range(FRAMES)]
        poses = np.concatenate([chance.uniform(-3.0, 3.0, (FRAMES, 3)), turned], axis=1)
    even = float(chance.uniform(0.5, 2.0))
    is_round = isinstance(chosen, Sphere | CapsuleShape)
    scale = (even, even, even) if is_round else make_vector(chance.uniform(0.5, 2.0, 3))
    return Body(
        f"body{number}",
        chosen,
        kind=kind,
        position=make_vector(chance.uniform(-3.0, 3.0, 3)),
        rotation=normalize_quaternion(chance.normal(size=4).tolist()),
        scale=scale,
        poses=poses,
        mask=int(chance.integers(1, 8)),
        two_sided=bool(chance.random() < 0.3),
    )


def make_level(chance: np.random.Generator, bodies: int) -> Level:
    return Level(tuple(make_body(chance, number) for number in range(bodies)))


def corners_of(body: Body, frame: int) -> FloatArray:
    """The triangles (m, 3, 3) of a body's surface in the world."""
    vertices, triangles = body.surface()
    return transform_points(body.world_from_local(frame), vertices)[triangles]


def sweep_slowly(level: Level, capsule: Capsule, direction: Vector, distance: float, mask: int, frame: int) -> float:
    """The distance of the closest hit, by the exact kernels of each shape and nothing else."""
    half = make_vector(0.5 * capsule.height * np.array(capsule.up))
    nearest = inf
    for body in level.bodies:
        if body.mask & mask:
            for found in _sweep_body(body, frame, (capsule.center, half, capsule.radius, direction, distance)):
                nearest = min(nearest, found)
    return nearest


def _sweep_body(body: Body, frame: int, way: tuple[Vector, Vector, float, Vector, float]) -> Iterator[float]:
    center, half, radius, direction, distance = way
    position, rotation = body.pose(frame)
    turn = matrix_from_quaternion(rotation)
    at = np.array(position)
    match body.shape:
        case Sphere():
            yield _shapes.sweep_capsule_sphere(*way, make_vector(at), body.shape.radius * body.scale[0])[0]
        case CapsuleShape():
            other = make_vector(turn[:, 1] * 0.5 * body.shape.height * body.scale[0])
            yield _shapes.sweep_capsule_capsule(*way, make_vector(at), other, body.shape.radius * body.scale[0])[0]
        case Box():
            local = tuple(make_vector(turn.T @ np.array(v)) for v in (np.array(center) - at, half, direction))
            extents = make_vector(np.array(body.shape.half_extents) * body.scale)
            yield _shapes.sweep_capsule_box(local[0], local[1], radius, local[2], distance, extents)[0]
        case Convex():
            vertices, triangles = body.surface()
            points = transform_points(body.world_from_local(frame), vertices)
            yield _sweep_convex(*way, points, triangles)[0]
        case Mesh():
            for a, b, c in corners_of(body, frame):
                if body.two_sided or np.cross(b - a, c - a) @ direction <= 0.0:
                    yield _sweep_triangle(*way, make_vector(a), make_vector(b), make_vector(c))[0]

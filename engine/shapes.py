"""The character's capsule and the shapes that bodies have, each in its own local space. Lengths are metres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.errors import InputError
from engine.hull import build_hull
from engine.mesh_faults import (
    Fault,
    FaultArray,
    RawIndexArray,
    collapse_faults,
    find_faults,
    good_vertices,
    list_reasons,
)
from engine.transforms import FloatArray, IndexArray, Vector, normalize_vector

Y_UP: Vector = (0.0, 1.0, 0.0)
SEGMENTS = 24
"""Around the axis of a round shape: at one metre across, the polygon is 9 mm from the circle at most."""
RINGS = 12
"""From pole to pole; even, so that a capsule's halves meet at the equator."""

_BOX_CORNERS = np.array([[x, y, z] for z in (-1.0, 1.0) for y in (-1.0, 1.0) for x in (-1.0, 1.0)])
_BOX_TRIANGLES = np.array(
    [
        [0, 4, 6], [0, 6, 2],  # -x
        [1, 3, 7], [1, 7, 5],  # +x
        [0, 1, 5], [0, 5, 4],  # -y
        [2, 6, 7], [2, 7, 3],  # +y
        [0, 2, 3], [0, 3, 1],  # -z
        [4, 5, 7], [4, 7, 6],  # +z
    ],
    dtype=np.int32,
)  # fmt: skip


def _check_length(name: str, value: float, *, zero_allowed: bool) -> float:
    """Return the value as a float, or say what a length may be."""
    allowed = "a finite number >= 0" if zero_allowed else "a finite number > 0"
    if not math.isfinite(value) or value < 0 or (value == 0 and not zero_allowed):
        raise InputError(f"{name}: expected {allowed}, got {value!r}")
    return float(value)


def _check_vector(name: str, value: Sequence[float]) -> Vector:
    parts = tuple(float(part) for part in value)
    if len(parts) != 3 or not all(math.isfinite(part) for part in parts):
        raise InputError(f"{name}: expected three finite numbers, got {list(parts)}")
    return (parts[0], parts[1], parts[2])


@dataclass(frozen=True)
class Capsule:
    """The character: a segment of `height` along `up` around `center`, rounded by `radius`."""

    center: Vector
    radius: float
    height: float
    """Between the centres of the two spheres, not from sole to crown."""
    up: Vector = Y_UP
    """Unit length; whatever length is given is normalised."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", _check_vector("capsule center", self.center))
        object.__setattr__(self, "radius", _check_length("capsule radius", self.radius, zero_allowed=False))
        object.__setattr__(self, "height", _check_length("capsule height", self.height, zero_allowed=True))
        up = _check_vector("capsule up", self.up)
        if up == (0.0, 0.0, 0.0):
            raise InputError("capsule up: expected a direction, got a zero vector")
        object.__setattr__(self, "up", normalize_vector(up))

    @classmethod
    def from_feet(cls, feet: Sequence[float], radius: float, height: float, up: Sequence[float] = Y_UP) -> Capsule:
        """Build a capsule from its lowest point."""
        at_feet = cls(_check_vector("capsule feet", feet), radius, height, _check_vector("capsule up", up))
        return at_feet.moved_to(at_feet.along_up(at_feet.radius + at_feet.half_height))

    @classmethod
    def from_total_height(
        cls, feet: Sequence[float], radius: float, total_height: float, up: Sequence[float] = Y_UP
    ) -> Capsule:
        """Build a capsule from its lowest point and its whole height; a sphere if that is too low (000 1.2)."""
        return cls.from_feet(feet, radius, max(total_height - 2.0 * radius, 0.0), up)

    @property
    def half_height(self) -> float:
        """From the centre to the centre of either sphere."""
        return 0.5 * self.height

    @property
    def bottom(self) -> Vector:
        """The lowest point, without any contact offset."""
        return self.along_up(-(self.radius + self.half_height))

    @property
    def top(self) -> Vector:
        """The highest point."""
        return self.along_up(self.radius + self.half_height)

    def along_up(self, distance: float) -> Vector:
        """Return the point that lies `distance` above the centre."""
        (x, y, z), (a, b, c) = self.center, self.up
        return (x + a * distance, y + b * distance, z + c * distance)

    def moved_to(self, center: Sequence[float]) -> Capsule:
        """Return the same capsule elsewhere."""
        return Capsule(_check_vector("capsule center", center), self.radius, self.height, self.up)


@dataclass(frozen=True)
class Box:
    """A box around the origin, along the axes."""

    half_extents: Vector

    def __post_init__(self) -> None:
        extents = _check_vector("half_extents", self.half_extents)
        for extent in extents:
            _check_length("half_extents", extent, zero_allowed=False)
        object.__setattr__(self, "half_extents", extents)


@dataclass(frozen=True)
class Sphere:
    """A sphere around the origin."""

    radius: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", _check_length("radius", self.radius, zero_allowed=False))


@dataclass(frozen=True)
class CapsuleShape:
    """A capsule around the origin, along its local Y."""

    radius: float
    height: float
    """Between the centres of the two spheres."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", _check_length("radius", self.radius, zero_allowed=False))
        object.__setattr__(self, "height", _check_length("height", self.height, zero_allowed=True))


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles, counter-clockwise seen from outside; their order is the file's, because traces count in it.

    Unusable triangles keep their numbers; those with a bad corner are shrunk to a point. Queries pass over whatever
    `usable` rules out.
    """

    vertices: FloatArray
    triangles: IndexArray
    faults: FaultArray | None = None
    """(m,) of `Fault`, why a triangle is unusable. None: all are taken as usable."""

    def __post_init__(self) -> None:
        vertices = _read_only_points(self.vertices)
        indices = np.asarray(self.triangles)
        if indices.ndim != 2 or indices.shape[1] != 3 or len(indices) == 0 or indices.dtype.kind not in "iu":
            raise InputError(f"triangles: expected integers (n, 3), n >= 1, got {indices.dtype} {indices.shape}")
        outside = (indices < 0) | (indices >= len(vertices))
        if outside.any():
            row = int(np.argmax(outside.any(axis=1)))
            raise InputError(
                f"triangles[{row}]: expected vertex indices from 0 to {len(vertices) - 1}, got {indices[row].tolist()}"
            )
        triangles = indices.astype(np.int32)
        triangles.setflags(write=False)
        object.__setattr__(self, "vertices", vertices)
        object.__setattr__(self, "triangles", triangles)
        if self.faults is not None:
            faults = np.array(self.faults, dtype=np.uint8)
            if faults.shape != (len(triangles),):
                raise InputError(f"faults: expected one for each of {len(triangles)} triangles, got {faults.shape}")
            faults.setflags(write=False)
            object.__setattr__(self, "faults", faults)

    @classmethod
    def from_raw(cls, vertices: FloatArray, triangles: RawIndexArray | IndexArray) -> Mesh:
        """Build a mesh from arrays as a file has them. InputError if not a single triangle can be used."""
        faults = find_faults(vertices, triangles)
        if (faults != Fault.NONE).all():
            raise InputError(f"expected a usable triangle, got none of {len(faults)}: {list_reasons(faults)}")
        if not faults.any() and good_vertices(vertices).all():
            return cls(vertices, triangles.astype(np.int32))
        return cls(*collapse_faults(vertices, triangles, faults), faults if faults.any() else None)

    @property
    def usable(self) -> NDArray[np.bool_] | None:
        """Flags (m,) of the triangles that count as geometry; None if all do."""
        return None if self.faults is None else self.faults == Fault.NONE


@dataclass(frozen=True, eq=False)
class Convex:
    """The convex hull of points (n, 3), which need not all be corners of it."""

    vertices: FloatArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "vertices", _read_only_points(self.vertices))


Shape: TypeAlias = Box | Sphere | CapsuleShape | Mesh | Convex


def _read_only_points(points: FloatArray) -> FloatArray:
    """Copy points to a read-only float64 array, or say what is wrong with them."""
    vertices = np.array(points, dtype=np.float64)
    if vertices.ndim != 2 or vertices.shape[1] != 3 or len(vertices) == 0:
        raise InputError(f"vertices: expected numbers (n, 3), n >= 1, got {vertices.shape}")
    if not np.isfinite(vertices).all():
        row = int(np.argmin(np.isfinite(vertices).all(axis=1)))
        raise InputError(f"vertices[{row}]: expected three finite numbers, got {vertices[row].tolist()}")
    vertices.setflags(write=False)
    return vertices


def surface_of(shape: Shape) -> tuple[FloatArray, IndexArray]:
    """Return vertices (n, 3) in local space and triangles (m, 3), outward faces counter-clockwise, both read-only.

    For display: collision uses the exact shapes.
    """
    match shape:
        case Box(half_extents):
            vertices, triangles = _BOX_CORNERS * half_extents, _BOX_TRIANGLES
        case Sphere(radius):
            vertices, triangles = _round_surface(radius, 0.0)
        case CapsuleShape(radius, height):
            vertices, triangles = _round_surface(radius, 0.5 * height)
        case Mesh():
            return shape.vertices, shape.triangles
        case Convex():
            vertices, triangles = build_hull(shape.vertices)
    vertices.setflags(write=False)
    triangles.setflags(write=False)
    return vertices, triangles


def _round_surface(radius: float, half_height: float) -> tuple[FloatArray, IndexArray]:
    """Build a sphere whose halves are moved apart along Y; the equator is doubled if they are."""
    polar = np.linspace(0.0, np.pi, RINGS + 1)[1:-1]
    shift = np.where(polar < 0.5 * np.pi, half_height, -half_height)
    if half_height > 0:
        middle = RINGS // 2
        polar = np.insert(polar, middle, 0.5 * np.pi)
        shift = np.concatenate([np.full(middle, half_height), np.full(len(polar) - middle, -half_height)])
    else:
        shift = np.zeros_like(polar)
    around = np.arange(SEGMENTS) * (2.0 * np.pi / SEGMENTS)
    rings = np.empty((len(polar), SEGMENTS, 3))
    rings[:, :, 0] = radius * np.sin(polar)[:, None] * np.cos(around)
    rings[:, :, 1] = (radius * np.cos(polar) + shift)[:, None]
    rings[:, :, 2] = radius * np.sin(polar)[:, None] * np.sin(around)
    poles = [[0.0, half_height + radius, 0.0], [0.0, -half_height - radius, 0.0]]
    return np.concatenate([rings.reshape(-1, 3), poles]), _round_triangles(len(polar))


def _round_triangles(ring_count: int) -> IndexArray:
    """Join rings, from the top down, and the two poles that follow them."""
    column = np.arange(SEGMENTS)
    beside = (column + 1) % SEGMENTS
    top, bottom = ring_count * SEGMENTS, ring_count * SEGMENTS + 1
    parts = [np.stack([np.full(SEGMENTS, top), beside, column], axis=1)]
    for ring in range(ring_count - 1):
        upper, lower = ring * SEGMENTS, (ring + 1) * SEGMENTS
        parts.append(np.stack([upper + column, upper + beside, lower + beside], axis=1))
        parts.append(np.stack([upper + column, lower + beside, lower + column], axis=1))
    last = (ring_count - 1) * SEGMENTS
    parts.append(np.stack([np.full(SEGMENTS, bottom), last + column, last + beside], axis=1))
    return np.concatenate(parts).astype(np.int32)

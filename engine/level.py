"""The world that the capsule moves in: bodies, each a shape with a place. Read-only once built. Lengths are metres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from engine import transforms
from engine.errors import InputError
from engine.shapes import CapsuleShape, Mesh, Shape, Sphere, surface_of
from engine.transforms import IDENTITY_ROTATION, FloatArray, IndexArray, Quaternion, Vector

ALL_BITS = 0xFFFFFFFF
"""The mask of a body that every query sees."""


class BodyKind(StrEnum):
    """Who moves a body: nobody, its poses, or the simulation around the character."""

    STATIC = "static"
    KINEMATIC = "kinematic"
    DYNAMIC = "dynamic"


class BodyRole(StrEnum):
    """What a body is to the character. Obstacles and characters know no recovery and no slope rule."""

    LEVEL = "level"
    OBSTACLE = "obstacle"
    CHARACTER = "character"


@dataclass(frozen=True, eq=False)
class Body:
    """A shape with a name and a place."""

    id: str
    shape: Shape
    role: BodyRole = BodyRole.LEVEL
    kind: BodyKind = BodyKind.STATIC
    position: Vector = (0.0, 0.0, 0.0)
    rotation: Quaternion = IDENTITY_ROTATION
    """x, y, z, w; normalised."""
    scale: Vector = (1.0, 1.0, 1.0)
    """Along the local axes, applied before the rotation. Round shapes take an even scale only."""
    poses: FloatArray | None = None
    """(k, 7): position and rotation during move i, the last one from then on. None: it never moves."""
    mask: int = ALL_BITS
    two_sided: bool = False
    """Whether the back faces of a mesh stop the capsule too."""
    ride: bool | None = None
    """Whether the character is carried along sideways. None: as the settings say."""
    slide: bool = False
    """Whether the character slides on this body instead of standing on it."""

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "rotation", transforms.normalize_quaternion(self.rotation))
        except ValueError as error:
            raise InputError(f"{self.id}: rotation: expected a quaternion x y z w, not zero") from error
        if not np.isfinite(self.position).all():
            raise InputError(f"{self.id}: position: expected three finite numbers, got {list(self.position)}")
        if not all(np.isfinite(self.scale)) or min(self.scale) <= 0:
            raise InputError(f"{self.id}: scale: expected numbers > 0, got {list(self.scale)}")
        if isinstance(self.shape, Sphere | CapsuleShape) and len(set(self.scale)) > 1:
            raise InputError(f"{self.id}: scale: expected one number for a round shape, got {list(self.scale)}")
        if self.poses is not None:
            object.__setattr__(self, "poses", _read_only_poses(self.id, self.poses))

    @property
    def moves(self) -> bool:
        """Whether two frames may find the body in different places."""
        return self.poses is not None and len(self.poses) > 1

    def pose(self, frame: int) -> tuple[Vector, Quaternion]:
        """Return position and rotation during a frame's move."""
        if self.poses is None:
            return self.position, self.rotation
        x, y, z, qx, qy, qz, qw = self.poses[min(max(frame, 0), len(self.poses) - 1)].tolist()
        return (x, y, z), (qx, qy, qz, qw)

    def world_from_local(self, frame: int) -> FloatArray:
        """Return the (4, 4) placement during a frame's move, scale included."""
        position, rotation = self.pose(frame)
        return transforms.world_from_local(position, rotation, self.scale)

    def surface(self) -> tuple[FloatArray, IndexArray]:
        """Return vertices (n, 3) and triangles (m, 3) in local space, for display; built once."""
        return self._surface

    @cached_property
    def _surface(self) -> tuple[FloatArray, IndexArray]:
        return surface_of(self.shape)

    def bounds(self, frame: int) -> tuple[FloatArray, FloatArray]:
        """Return the lower and upper corner, (3,) each, of the box along the world's axes around the body."""
        placement = self.world_from_local(frame)
        match self.shape:
            case Sphere(radius):
                core, margin = np.zeros((1, 3)), radius * self.scale[0]
            case CapsuleShape(radius, height):
                core, margin = np.array([[0.0, -0.5 * height, 0.0], [0.0, 0.5 * height, 0.0]]), radius * self.scale[0]
            case _:
                core, margin = self.surface()[0], 0.0
        points = transforms.transform_points(placement, core)
        return points.min(axis=0) - margin, points.max(axis=0) + margin


def _read_only_poses(body: str, poses: ArrayLike) -> FloatArray:
    """Copy poses (k, 7), rotations normalised."""
    copied = np.array(poses, dtype=np.float64)
    if copied.ndim != 2 or copied.shape[1] != 7 or len(copied) == 0 or not np.isfinite(copied).all():
        raise InputError(f"{body}: poses: expected finite numbers (k, 7), k >= 1, got {copied.shape}")
    lengths = np.linalg.norm(copied[:, 3:], axis=1, keepdims=True)
    if (lengths == 0).any():
        raise InputError(f"{body}: poses[{int(np.argmin(lengths))}]: expected a quaternion x y z w, not zero")
    copied[:, 3:] /= lengths
    copied.setflags(write=False)
    return copied


@dataclass(frozen=True, eq=False)
class Level:
    """All bodies; a body is known by its index here, or by its id."""

    bodies: tuple[Body, ...]
    _index_by_id: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bodies", tuple(self.bodies))
        index_by_id: dict[str, int] = {}
        for index, body in enumerate(self.bodies):
            if index_by_id.setdefault(body.id, index) != index:
                raise InputError(f'level: expected unique ids, got "{body.id}" twice')
        object.__setattr__(self, "_index_by_id", index_by_id)

    @classmethod
    def from_triangles(cls, vertices: ArrayLike, triangles: ArrayLike) -> Level:
        """Build a level of one static mesh, called `mesh`, from (n, 3) floats and (m, 3) ints."""
        return cls((Body("mesh", Mesh(np.asarray(vertices, dtype=np.float64), np.asarray(triangles))),))

    @property
    def ids(self) -> Sequence[str]:
        """The names of the bodies, in order."""
        return tuple(body.id for body in self.bodies)

    def index_of(self, body_id: str) -> int:
        """Return a body's index; KeyError if there is no such body."""
        return self._index_by_id[body_id]

    @cached_property
    def triangle_count(self) -> int:
        """Triangles of all surfaces, as displayed."""
        return sum(len(body.surface()[1]) for body in self.bodies)

    def bounds(self, frame: int) -> tuple[FloatArray, FloatArray]:
        """Return the lower and upper corner around all bodies during a frame's move; zeros if there is none."""
        if not self.bodies:
            return np.zeros(3), np.zeros(3)
        corners = [body.bounds(frame) for body in self.bodies]
        return np.min([lower for lower, _ in corners], axis=0), np.max([upper for _, upper in corners], axis=0)

"""A level as the kernels see it: arrays, and a tree of boxes over everything that shares a motion.

Built on the first query and kept as long as the level. What does not move is baked into world space; each body that
moves keeps a tree in its own space and is placed anew for a frame by twelve numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from engine.errors import InputError
from engine.level import Body, BodyKind, BodyRole, Level
from engine.shapes import Box, CapsuleShape, Convex, Mesh, Sphere
from engine.transforms import (
    IDENTITY_ROTATION,
    FloatArray,
    IndexArray,
    matrices_from_quaternions,
    matrix_from_quaternion,
    transform_points,
    world_from_local,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

LevelArrays = tuple[Any, ...]
"""The tuple of arrays that engine.kernels.level_arrays describes."""

FARTHEST_M = 1e9
"""Largest coordinate that a query works with: beyond it, float64 resolves less than a tenth of a micrometre."""

PLACEMENTS = 8
"""Which of the arrays says where moving bodies are."""

_timestamps = count(1)


@dataclass(frozen=True, eq=False)
class Geometry:
    """The arrays of a level, and what it takes to place its moving bodies."""

    arrays: LevelArrays
    """With everything at frame 0."""
    movers: tuple[Body, ...]
    """The body of each group from 1 on."""
    timestamp: int
    """Another one for every geometry built: what was gathered from one is worth nothing for another (000 11.2)."""

    def at_frame(self, frame: int) -> LevelArrays:
        """Return the arrays with the moving bodies where they are during a frame's move; nothing else is copied."""
        if not any(body.moves for body in self.movers):
            return self.arrays
        return (*self.arrays[:PLACEMENTS], place_movers(self.movers, frame), *self.arrays[PLACEMENTS + 1 :])

    def place_all_frames(self) -> FloatArray:
        """Return `placements` (k, groups, 12) for every frame in which a body can be elsewhere; the last one stays."""
        count = max((len(body.poses) for body in self.movers if body.poses is not None), default=1)
        placements = np.zeros((count, 1 + len(self.movers), 12))
        placements[:, 0, [0, 4, 8]] = 1.0
        for group, body in enumerate(self.movers, start=1):
            poses = np.array([[*body.position, *body.rotation]]) if body.poses is None else body.poses
            rows = poses[np.minimum(np.arange(count), len(poses) - 1)]
            placements[:, group, :9] = matrices_from_quaternions(rows[:, 3:]).reshape(count, 9)
            placements[:, group, 9:] = rows[:, :3]
        return _frozen(placements)

    @property
    def byte_count(self) -> int:
        """Memory of all arrays."""
        return sum(array.nbytes for array in self.arrays)

    @property
    def largest_gather(self) -> int:
        """How many candidates a query can find at most."""
        return len(self.arrays[0])


_exact: WeakKeyDictionary[Level, Geometry] = WeakKeyDictionary()
_rounded: WeakKeyDictionary[Level, Geometry] = WeakKeyDictionary()


def geometry_of(level: Level, *, rounded: bool = False) -> Geometry:
    """Return a level's geometry, built on first use.

    rounded: corners as float32 in the body's own space, as PhysX keeps them. Most levels come from float32 files, and
    then it is the same geometry.
    """
    kept = _rounded if rounded else _exact
    found = kept.get(level)
    if found is None:
        if rounded and _order_bodies(level) == [*range(len(level.bodies))] and all(map(_is_float32, level.bodies)):
            found = geometry_of(level)
        else:
            found = build_geometry(level, rounded=rounded)
        kept[level] = found
    return found


def place_movers(movers: tuple[Body, ...], frame: int) -> FloatArray:
    """Return `placements` (1 + movers, 12) for a frame; the first row is the world itself."""
    placements = np.zeros((1 + len(movers), 12))
    placements[0, [0, 4, 8]] = 1.0
    for row, body in enumerate(movers, start=1):
        position, rotation = body.pose(frame)
        placements[row, :9] = matrix_from_quaternion(rotation).ravel()
        placements[row, 9:] = position
    return _frozen(placements)


def is_mover(body: Body) -> bool:
    """Whether a body is kept apart from those that never move."""
    return body.moves or body.kind is not BodyKind.STATIC


def build_geometry(level: Level, *, rounded: bool = False) -> Geometry:
    """Pack the bodies of a level and build the trees."""
    movers = tuple(body for body in level.bodies if is_mover(body))
    for index, body in enumerate(level.bodies):
        _check_extent(index, body)
    packed = _pack_bodies(level, rounded)
    arrays = _build_trees(packed, 1 + len(movers))
    return Geometry((*arrays, place_movers(movers, 0), *_pack_hulls(packed.hulls)), movers, next(_timestamps))


_Hull = tuple[FloatArray, IndexArray]
"""Corners of a box or a hull, and its triangles."""


@dataclass(eq=False)
class _Packed:
    """All bodies, group by group, not yet in leaf order."""

    primitives: FloatArray
    owners: IndexArray
    group_ends: NDArray[np.int64]
    group_bodies: IndexArray
    bodies: NDArray[np.int64]
    hulls: list[_Hull]


def _pack_bodies(level: Level, rounded: bool) -> _Packed:
    """Lay the primitives of all bodies one behind the other, those that never move first."""
    bodies = np.zeros((len(level.bodies), 3), dtype=np.int64)
    parts: list[tuple[int, FloatArray, IndexArray]] = []
    hulls: list[_Hull] = []
    rank, group_bodies = 0, [-1]
    for index in _order_bodies(level) if rounded else range(len(level.bodies)):
        body = level.bodies[index]
        group = 0
        if is_mover(body):
            group = len(group_bodies)
            group_bodies.append(index)
        bodies[index] = (body.mask, _flags_of(body), group)
        primitives, kinds = _pack_body(body, rounded, hulls)
        owners = np.empty((len(primitives), 3), dtype=np.int32)
        owners[:, 0], owners[:, 1], owners[:, 2] = index, kinds, np.arange(rank, rank + len(primitives))
        parts.append((group, primitives, owners))
        rank += len(primitives)
    parts.sort(key=lambda part: part[0])  # stable: within a group, bodies stay in order
    sizes = np.zeros(len(group_bodies), dtype=np.int64)
    for group, primitives, _ in parts:
        sizes[group] += len(primitives)
    return _Packed(
        np.concatenate([np.empty((0, 9)), *(part[1] for part in parts)]),
        np.concatenate([np.empty((0, 3), np.int32), *(part[2] for part in parts)]),
        np.cumsum(sizes),
        np.array(group_bodies, dtype=np.int32),
        bodies,
        hulls,
    )


def _order_bodies(level: Level) -> list[int]:
    """Return the bodies in the order in which PhysX finds them: those that never move as the leaves of its tree.

    It halves the box around them at its middle, along the axis on which their centres vary most, the upper half
    first, until at most four are left together. Bodies that move stay in order, behind.
    """
    fixed = [index for index, body in enumerate(level.bodies) if not is_mover(body)]
    if len(fixed) <= 4 or len(fixed) > 4096:
        return list(range(len(level.bodies)))
    boxes = np.array([np.concatenate(level.bodies[index].bounds(0)) for index in fixed], dtype=np.float32)
    centers = (boxes[:, :3] + boxes[:, 3:]) * np.float32(0.5)
    order = list(range(len(fixed)))
    todo = [(0, len(fixed))]
    while todo:
        begin, end = todo.pop()
        if end - begin <= 4:
            continue
        here = order[begin:end]
        axis = int(np.argmax(centers[here].var(axis=0)))
        middle = 0.5 * (float(boxes[here, axis].min()) + float(boxes[here, 3 + axis].max()))
        upper = 0
        for k in range(len(here)):
            if centers[here[k], axis] > middle:
                here[k], here[upper] = here[upper], here[k]
                upper += 1
        if upper in (0, len(here)):
            upper = len(here) // 2
        order[begin:end] = here
        todo += [(begin + upper, end), (begin, begin + upper)]
    movers = [index for index, body in enumerate(level.bodies) if is_mover(body)]
    return [fixed[k] for k in order] + movers


def _flags_of(body: Body) -> int:
    from engine.kernels import level_arrays as bits

    said = {
        bits.TWO_SIDED: body.two_sided,
        bits.IS_USER: body.role is not BodyRole.LEVEL,
        bits.IS_CLOSED: isinstance(body.shape, Box | Convex),
        bits.IS_KINEMATIC: body.kind is BodyKind.KINEMATIC,
        bits.IS_DYNAMIC: body.kind is BodyKind.DYNAMIC,
        bits.IS_OBSTACLE: body.role is BodyRole.OBSTACLE,
        bits.RIDE_YES: body.ride is True,
        bits.RIDE_NO: body.ride is False,
        bits.SLIDES: body.slide,
    }
    return sum(bit for bit, is_so in said.items() if is_so)


def _pack_body(body: Body, rounded: bool, hulls: list[_Hull]) -> tuple[FloatArray, IndexArray]:
    """Return a body's primitives (n, 9) and their triangle numbers or kinds (n,); a closed one is added to the hulls.

    In world space, or in the body's own with its scale applied if it moves.
    """
    from engine.kernels.level_arrays import ROUND, SOLID

    space = world_from_local((0.0, 0.0, 0.0), IDENTITY_ROTATION, body.scale)
    if not is_mover(body):
        space = body.world_from_local(0)
    match body.shape:
        case Sphere(radius) | CapsuleShape(radius):
            half = 0.5 * body.shape.height if isinstance(body.shape, CapsuleShape) else 0.0
            ends = transform_points(space, [[0.0, -half, 0.0], [0.0, half, 0.0]])
            return np.array([[*ends.ravel(), radius * body.scale[0], 0.0, 0.0]]), np.array([ROUND], dtype=np.int32)
        case _:
            vertices, triangles = body.surface()
    local = vertices.astype(np.float32).astype(np.float64) if rounded else vertices
    points = transform_points(space, local)
    corners, numbers = points[triangles].reshape(-1, 9), np.arange(len(triangles), dtype=np.int32)
    if isinstance(body.shape, Mesh):
        # What cannot be used keeps its number and is no geometry.
        usable = body.shape.usable
        return (corners, numbers) if usable is None else (corners[usable], numbers[usable])
    around = np.array([[*points.min(axis=0), *points.max(axis=0), len(hulls), 0.0, 0.0]])
    hulls.append((points, triangles))
    # Ahead of its triangles: where both are touched at the start, the whole shape knows the way out.
    return np.concatenate([around, corners]), np.concatenate([[np.int32(SOLID)], numbers])


def _pack_hulls(hulls: list[_Hull]) -> LevelArrays:
    """Return `hulls`, `hull_points` and `hull_faces`."""
    table = np.zeros((len(hulls), 4), dtype=np.int32)
    table[:, 1] = np.cumsum([len(points) for points, _ in hulls])
    table[:, 3] = np.cumsum([len(faces) for _, faces in hulls])
    table[1:, 0], table[1:, 2] = table[:-1, 1], table[:-1, 3]
    points = np.concatenate([np.empty((0, 3)), *(points for points, _ in hulls)])
    faces = np.concatenate([np.empty((0, 3), dtype=np.int32), *(faces for _, faces in hulls)])
    return tuple(_frozen(array) for array in (table, points, faces))


def _build_trees(packed: _Packed, group_count: int) -> LevelArrays:
    """Bring the primitives into leaf order; return the first eight arrays."""
    from engine.kernels.bvh import build_bvh
    from engine.kernels.level_bounds import bound_primitives

    size = len(packed.primitives)
    bounds = np.empty((size, 6), dtype=np.float32)
    bound_primitives(packed.primitives, packed.owners, bounds)
    order = np.arange(size, dtype=np.int32)
    boxes, children = np.empty((size, 12), dtype=np.float32), np.empty((size, 2), dtype=np.int32)
    groups = np.empty((group_count, 2), dtype=np.int32)
    group_boxes = np.empty((group_count, 6))
    begin, node_count = 0, 0
    for group, end in enumerate(packed.group_ends.tolist()):
        root = 0
        group_boxes[group] = (FARTHEST_M,) * 3 + (-FARTHEST_M,) * 3  # holds nothing, and no query reaches it
        if end > begin:
            group_boxes[group, :3], group_boxes[group, 3:] = (
                bounds[begin:end, :3].min(axis=0),
                bounds[begin:end, 3:].max(axis=0),
            )
            root, node_count = build_bvh(bounds, order, begin, end, boxes, children, node_count)
        groups[group] = (root, packed.group_bodies[group])
        begin = end
    primitives, owners = packed.primitives[order], packed.owners[order]
    by_rank = np.empty(size, dtype=np.int32)
    by_rank[owners[:, 2]] = np.arange(size, dtype=np.int32)
    nodes = (boxes[:node_count].copy(), children[:node_count].copy())
    arrays = (primitives, owners, by_rank, *nodes, groups, group_boxes, packed.bodies)
    return tuple(_frozen(array) for array in arrays)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


def _is_float32(body: Body) -> bool:
    """Whether PhysX would keep a body's corners as they are."""
    match body.shape:
        case Mesh() | Convex() | Box():
            vertices = body.surface()[0]
            return bool((vertices == vertices.astype(np.float32)).all())
        case _:
            return True


def _check_extent(index: int, body: Body) -> None:
    """Raise an InputError if a body reaches too far out to be queried."""
    placed = np.array(body.position) if body.poses is None else body.poses[:, :3]
    low, high = body.bounds(0)
    farthest = float(np.abs(placed).max() + np.abs(high - low).max() + max(np.abs(low).max(), np.abs(high).max()))
    if not farthest <= FARTHEST_M:
        raise InputError(f"level[{index}] {body.id}: expected coordinates within {FARTHEST_M:g} m, got {farthest:g}")

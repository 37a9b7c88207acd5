"""Bodies of a scenario file: what stands under `level`, `obstacles` and `characters`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.errors import InputError
from engine.files.mesh_file import AXES, LARGEST_UNIT_M, LEAST_UNIT_M, FileFrame, depth_axis, load_mesh
from engine.files.mesh_guard import MAX_TRIANGLES
from engine.files.reader import Node, number_rows
from engine.geometry import FARTHEST_M
from engine.level import ALL_BITS, Body, BodyKind, BodyRole, Level
from engine.shapes import Box, Capsule, CapsuleShape, Convex, Mesh, Shape, Sphere
from engine.transforms import IDENTITY_ROTATION, FloatArray, Quaternion, Vector, rotation_between

_FRAME_KEYS = ("file_up", "file_unit", "mirror", "max_triangles")
SHAPE_KEYS = {
    "box": ("half_extents",),
    "mesh": ("vertices", "triangles", "file", *_FRAME_KEYS),
    "sphere": ("radius",),
    "capsule": ("radius", "height"),
    "convex": ("vertices",),
}
"""The keys that each shape adds to those of every body."""
_ANY_KEYS = ("id", "position", "rotation", "scale", "poses", "mask", "ride", "slide")
_LEVEL_KEYS = ("shape", "body", "two_sided", *_ANY_KEYS)
_OBSTACLE_KEYS = ("shape", *_ANY_KEYS)
_CHARACTER_KEYS = ("id", "radius", "height", "feet", "center", "poses", "mask", "ride", "slide")


def read_level(root: Node, up: Vector, folder: Path) -> Level:
    """Build the level of a scenario: its bodies, then its obstacles, then its characters."""
    readers: dict[str, Callable[[Node, str], Body]] = {
        "level": lambda node, name: _read_level_body(node, name, up, folder),
        "obstacles": _read_obstacle,
        "characters": lambda node, name: _read_character(node, name, up),
    }
    bodies: list[Body] = []
    first_place: dict[str, str] = {}
    for key, noun in (("level", "body"), ("obstacles", "obstacle"), ("characters", "character")):
        listed = root.get(key)
        for number, node in enumerate(listed.items() if listed else [], start=1):
            given = node.object().get("id")
            name = _read_id(given) if given else f"{noun} {number}"
            if name in first_place:
                raise (given or node).complaint(f'expected a unique id, got "{name}", which {first_place[name]} has')
            first_place[name] = node.place
            bodies.append(readers[key](node, name))
    return Level(tuple(bodies))


def _read_id(node: Node) -> str:
    if not node.text().strip():
        raise node.error("a name")
    return node.text()


def _read_level_body(node: Node, name: str, up: Vector, folder: Path) -> Body:
    shape_name = node["shape"].choice(tuple(SHAPE_KEYS))
    node.object((*_LEVEL_KEYS, *SHAPE_KEYS[shape_name]))
    kind = BodyKind(node["body"].choice(tuple(BodyKind))) if "body" in node else BodyKind.STATIC
    if kind is BodyKind.STATIC and "poses" in node:
        raise node["poses"].complaint('expected only in a body that moves ("body": "kinematic" or "dynamic")')
    return _place(node, name, _read_shape(node, shape_name, up, folder), BodyRole.LEVEL, kind)


def _read_obstacle(node: Node, name: str) -> Body:
    shape_name = node["shape"].choice(("box", "capsule"))
    node.object((*_OBSTACLE_KEYS, *SHAPE_KEYS[shape_name]))
    shape = _read_shape(node, shape_name, (0.0, 1.0, 0.0), Path())
    return _place(node, name, shape, BodyRole.OBSTACLE, BodyKind.KINEMATIC)


def _read_character(node: Node, name: str, up: Vector) -> Body:
    """Another character: a capsule along the scenario's up."""
    node.object(_CHARACTER_KEYS)
    upright = rotation_between((0.0, 1.0, 0.0), up)
    if "poses" in node and "center" not in node and "feet" not in node:
        shape = CapsuleShape(node["radius"].number(above=0), node["height"].number(low=0))
        return _place(node, name, shape, BodyRole.CHARACTER, BodyKind.KINEMATIC, rotation=upright)
    capsule = read_capsule(node, up)
    shape = CapsuleShape(capsule.radius, capsule.height)
    return _place(node, name, shape, BodyRole.CHARACTER, BodyKind.KINEMATIC, position=capsule.center, rotation=upright)


def read_capsule(node: Node, up: Vector) -> Capsule:
    """Read a capsule that stands at its feet or its centre, exactly one of them."""
    radius = node["radius"].number(above=0, high=FARTHEST_M)
    height = node["height"].number(low=0, high=FARTHEST_M)
    if ("feet" in node) == ("center" in node):
        raise node.complaint('expected exactly one of "feet" and "center"')
    if "feet" in node:
        return Capsule.from_feet(node["feet"].place_vector(FARTHEST_M), radius, height, up)
    return Capsule(node["center"].place_vector(FARTHEST_M), radius, height, up)


def _read_shape(node: Node, shape_name: str, up: Vector, folder: Path) -> Shape:
    match shape_name:
        case "box":
            extents = node["half_extents"].vector()
            if min(extents) <= 0:
                raise node["half_extents"].error("three numbers > 0")
            return Box(extents)
        case "sphere":
            return Sphere(node["radius"].number(above=0))
        case "capsule":
            return CapsuleShape(node["radius"].number(above=0), node["height"].number(low=0))
        case "convex":
            return Convex(node["vertices"].table(3))
        case _:
            return _read_mesh(node, up, folder)


def _read_mesh(node: Node, up: Vector, folder: Path) -> Mesh:
    if "file" not in node:
        for key in _FRAME_KEYS:
            if key in node:
                raise node[key].complaint('expected only together with "file"')
        vertices, triangles = node["vertices"].table(3), node["triangles"].table(3, whole=True)
        outside = ((triangles < 0) | (triangles >= len(vertices))).any(axis=1)
        if outside.any():
            raise node["triangles"].items()[int(np.argmax(outside))].error(f"indices from 0 to {len(vertices) - 1}")
        try:
            return Mesh.from_raw(vertices, triangles.astype(np.int32))
        except InputError as error:
            raise node["triangles"].complaint(str(error)) from error
    for key in ("vertices", "triangles"):
        if key in node:
            raise node[key].complaint('expected either "file" or "vertices" and "triangles"')
    path, frame = folder / node["file"].text(), _read_file_frame(node)
    most = node["max_triangles"].integer(1, 2**31 - 1) if "max_triangles" in node else MAX_TRIANGLES
    try:
        return load_mesh(path, frame, up, most)
    except InputError as error:
        raise node["file"].complaint(str(error)) from error


def _read_file_frame(node: Node) -> FileFrame:
    file_up = node["file_up"].choice(tuple(AXES)) if "file_up" in node else None
    unit = node["file_unit"].number(LEAST_UNIT_M, LARGEST_UNIT_M) if "file_unit" in node else 1.0
    mirror = None
    if "mirror" in node:
        if isinstance(node["mirror"].value, bool):
            mirror = depth_axis(file_up) if node["mirror"].value else None
        elif node["mirror"].value in ("x", "y", "z"):
            mirror = node["mirror"].text()
        else:
            raise node["mirror"].error("true, false, x, y or z")
    return FileFrame(file_up, unit, mirror)


def _place(
    node: Node,
    name: str,
    shape: Shape,
    role: BodyRole,
    kind: BodyKind,
    *,
    position: Vector | None = None,
    rotation: Quaternion = IDENTITY_ROTATION,
) -> Body:
    """Give a shape its place and its flags, which all roles read alike."""
    if "rotation" in node:
        x, y, z, w = node["rotation"].numbers(4)
        if not any((x, y, z, w)):
            raise node["rotation"].error("a quaternion x y z w, not zero")
        rotation = (x, y, z, w)
    poses = _read_poses(node["poses"], rotation) if "poses" in node else None
    if "position" in node:
        position = node["position"].vector()
    elif position is None:
        position = (0.0, 0.0, 0.0) if poses is None else (float(poses[0, 0]), float(poses[0, 1]), float(poses[0, 2]))
    body = Body(
        id=name,
        shape=shape,
        role=role,
        kind=kind,
        position=position,
        rotation=rotation,
        scale=_read_scale(node["scale"], shape) if "scale" in node else (1.0, 1.0, 1.0),
        poses=poses,
        mask=node["mask"].integer(0, ALL_BITS) if "mask" in node else ALL_BITS,
        two_sided=node["two_sided"].boolean() if "two_sided" in node else False,
        ride=node["ride"].boolean() if "ride" in node else None,
        slide=node["slide"].boolean() if "slide" in node else False,
    )
    if isinstance(shape, Convex):
        try:
            body.surface()
        except InputError as error:
            raise node["vertices"].complaint(str(error).partition(": ")[2]) from error
    return body


def _read_scale(node: Node, shape: Shape) -> Vector:
    if isinstance(node.value, list):
        scale = node.vector()
        if min(scale) <= 0:
            raise node.error("numbers > 0")
        if isinstance(shape, Sphere | CapsuleShape) and len(set(scale)) > 1:
            raise node.error("one number, or three equal ones, for a round shape")
        return scale
    even = node.number(above=0)
    return (even, even, even)


def _read_poses(node: Node, rotation: Quaternion) -> FloatArray:
    """Read poses of three numbers, which keep the body's rotation, or of seven."""
    rows = node.items()
    if not rows:
        raise node.complaint("expected at least one pose, got an empty list")
    full = [
        [*row.value, *rotation] if isinstance(row.value, list) and len(row.value) == 3 else row.value for row in rows
    ]
    poses = number_rows(full, 7)
    if poses is None:
        bad = next(row for row, value in zip(rows, full, strict=True) if number_rows([value], 7) is None)
        raise bad.error("three numbers (position) or seven (position, rotation x y z w)")
    zero = ~poses[:, 3:].any(axis=1)
    if zero.any():
        raise rows[int(np.argmax(zero))].error("a rotation that is not zero")
    return poses

"""Meshes from files: OBJ and OFF by readers of our own, the rest by trimesh, which only this file imports.

Triangles keep the order of the file: polygons as fans in place, a scene's parts depth first from its first node on.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from engine.errors import InputError
from engine.files.gltf_scene import LINES, POINTS, STRIP, TRIANGLES, list_parts, read_gltf_header
from engine.files.mesh_guard import MAX_TRIANGLES, check_size, refuse_above
from engine.files.obj_file import read_obj
from engine.files.off_file import read_off
from engine.mesh_faults import RawIndexArray, finite_rows
from engine.shapes import Mesh
from engine.transforms import FloatArray, Vector, matrix_from_quaternion, rotation_between, transform_points

# Without a handler, Python prints the tracebacks that trimesh logs; what went wrong is told in our own line.
logging.getLogger("trimesh").addHandler(logging.NullHandler())

SUFFIXES = (".obj", ".glb", ".gltf", ".ply", ".stl", ".off")
AXES: dict[str, Vector] = {
    "x": (1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
    "-x": (-1.0, 0.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
    "-z": (0.0, 0.0, -1.0),
}
LEAST_UNIT_M, LARGEST_UNIT_M = 1e-9, 1e9
"""Metres per unit of a file: from nanometres to more than the way to the moon."""
LARGEST_MOVED = 1e30
"""Coordinates beyond it are left where they are: they are unusable anyway, and their products would overflow."""


@dataclass(frozen=True)
class FileFrame:
    """How a file's coordinates are meant; the default takes them as they are."""

    up: str | None = None
    """Which of the file's axes points up; it is turned to the scenario's up."""
    unit: float = 1.0
    """Metres per unit of the file."""
    mirror: str | None = None
    """The axis, x, y or z, to mirror a left-handed file along. Faces turn with it, so they still look outward."""

    def __post_init__(self) -> None:
        if not LEAST_UNIT_M <= self.unit <= LARGEST_UNIT_M:
            raise InputError(f"unit: expected metres from {LEAST_UNIT_M:g} to {LARGEST_UNIT_M:g}, got {self.unit:g}")


def depth_axis(up: str | None) -> str:
    """Return the axis along which a left-handed file is mirrored: neither up nor, by custom, to the right."""
    return "y" if up in {"z", "-z"} else "z"


def load_mesh(
    path: Path,
    frame: FileFrame | None = None,
    up: Vector = (0.0, 1.0, 0.0),
    max_triangles: int = MAX_TRIANGLES,
) -> Mesh:
    """Read a mesh file into metres and the scenario's axes. Unusable triangles keep their numbers (`Mesh.usable`)."""
    vertices, triangles = read_mesh(path, frame, up, max_triangles)
    try:
        return Mesh.from_raw(vertices, triangles)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def read_mesh(
    path: Path,
    frame: FileFrame | None = None,
    up: Vector = (0.0, 1.0, 0.0),
    max_triangles: int = MAX_TRIANGLES,
) -> tuple[FloatArray, RawIndexArray]:
    """Read vertices (n, 3), in metres, and triangles (m, 3) with whatever is wrong with them, for a health report."""
    frame = frame or FileFrame()
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{path}: expected a mesh file ({', '.join(SUFFIXES)}), got {suffix or 'no suffix'}")
    check_size(path, max_triangles)
    match suffix:
        case ".obj":
            vertices, triangles = read_obj(path, max_triangles)
        case ".off":
            vertices, triangles = read_off(path, max_triangles)
        case _:
            vertices, triangles = _join(_read_parts(path, suffix))
            refuse_above(path, len(triangles), max_triangles)
    if len(triangles) == 0:
        raise InputError(f"{path}: expected triangles, got a file without any")
    return _move(_frame_matrix(frame, up), vertices), triangles[:, ::-1] if frame.mirror else triangles


def _frame_matrix(frame: FileFrame, up: Vector) -> FloatArray:
    """Return the (4, 4) matrix from a file's coordinates to metres and the scenario's axes."""
    matrix = np.diag([frame.unit, frame.unit, frame.unit, 1.0])
    if frame.mirror is not None:
        matrix["xyz".index(frame.mirror)] *= -1.0
    if frame.up is not None:
        matrix[:3, :3] = matrix_from_quaternion(rotation_between(AXES[frame.up], up)) @ matrix[:3, :3]
    return matrix


def _move(matrix: FloatArray, points: FloatArray) -> FloatArray:
    """Apply a (4, 4) placement to points (n, 3), but not to those that are no numbers to reckon with."""
    moved = points.copy()
    if np.array_equal(matrix, np.eye(4)):
        return moved
    sane = finite_rows(moved)
    sane[sane] = np.abs(moved[sane]).max(axis=1, initial=0.0) <= LARGEST_MOVED
    moved[sane] = transform_points(matrix, moved[sane])
    return moved


Part = tuple[FloatArray, FloatArray, RawIndexArray]
"""A placement (4, 4), and the points and faces that it places."""


def _read_parts(path: Path, suffix: str) -> list[Part]:
    """Read all meshes of a file by trimesh, each with the place that its scene gives it."""
    match suffix:
        case ".ply":
            return [(np.eye(4), *_read_ply(path))]
        case ".stl":
            return [(np.eye(4), *part) for part in _read_stl(path)]
        case _:
            return _read_gltf(path)


@contextmanager
def _parsing(path: Path) -> Iterator[None]:
    """Turn whatever a broken file makes trimesh trip over into one line that names the file."""
    try:
        with warnings.catch_warnings():
            # numpy warns where a text stops being numbers; what was read until there is not the file.
            warnings.simplefilter("error", DeprecationWarning)
            yield
    except InputError:
        raise
    except Exception as error:
        kind = path.suffix[1:].upper()
        reason = str(error) or type(error).__name__
        raise InputError(f"{path}: not a readable {kind} file, or cut off: {reason}") from error


def _as_points(table: ArrayLike) -> FloatArray:
    """Return numbers (n, 3); ValueError if trimesh has read something else."""
    return np.asarray(table, dtype=np.float64).reshape(-1, 3)


def _read_stl(path: Path) -> list[tuple[FloatArray, RawIndexArray]]:
    """Read the solids of an STL file, in order."""
    with _parsing(path), path.open("rb") as file:
        from trimesh.exchange.stl import load_stl  # here, because it takes half a second and most files need it not

        loaded = load_stl(file)
        solids = [loaded] if "faces" in loaded else list(loaded["geometry"].values())
        return [(_as_points(solid["vertices"]), np.asarray(solid["faces"], dtype=np.int64)) for solid in solids]


def _read_ply(path: Path) -> tuple[FloatArray, RawIndexArray]:
    with _parsing(path), path.open("rb") as file:
        from trimesh.exchange.ply import load_ply

        loaded = load_ply(file, skip_materials=True, fix_texture=False)
        elements = loaded["metadata"]["_ply_raw"]
        lists = _find_corner_lists(elements["face"]["data"], loaded)
        for name, got in (("vertex", len(loaded["vertices"])), ("face", len(lists))):
            if got != elements[name]["length"]:
                raise InputError(f"{path}: expected {elements[name]['length']:,} of {name} by its header, got {got:,}")
        return _as_points(loaded["vertices"]), _fan_out(lists)


def _find_corner_lists(data: Any, loaded: dict[str, Any]) -> Any:
    """Return the faces of a PLY file in order: (n, k), or a list of lists if they differ in length.

    Of faces that differ, trimesh makes triangles grouped by the number of corners; what it has read is still there.
    """
    if isinstance(data, dict):
        for name in ("vertex_indices", "vertex_index"):
            if name in data and np.ndim(data[name]) == 1:
                return data[name].tolist()
    return loaded["faces"]


def _fan_out(faces: Any) -> RawIndexArray:
    """Turn polygons into fans around their first corners, in place."""
    if isinstance(faces, np.ndarray):
        columns = [faces[:, [0, i, i + 1]] for i in range(1, faces.shape[1] - 1)]
        if not columns:
            raise ValueError("faces need three corners")
        return np.stack(columns, axis=1).reshape(-1, 3).astype(np.int64)
    fans = [(face[0], b, c) for face in faces for b, c in pairwise(face[1:])]
    return np.array(fans, dtype=np.int64).reshape(-1, 3)


def _read_gltf(path: Path) -> list[Part]:
    """Read the geometry by trimesh, and put it where our walk over the scene says."""
    root = read_gltf_header(path)
    parts = list_parts(root)
    if not parts:
        raise InputError(f"{path}: expected triangles, got a scene without any")
    with _parsing(path), path.open("rb") as file:
        from trimesh.exchange import gltf
        from trimesh.resolvers import FilePathResolver

        load = gltf.load_gltf if path.suffix.lower() == ".gltf" else gltf.load_glb
        loaded = list(load(file, resolver=FilePathResolver(str(path)), skip_materials=True)["geometry"].values())
        # trimesh lists the primitives in order, without those of a mode that it does not know.
        listed = [
            (number, place)
            for number, mesh in enumerate(root.value["meshes"])
            for place, primitive in enumerate(mesh["primitives"])
            if primitive.get("mode", TRIANGLES) in {POINTS, LINES, TRIANGLES, STRIP}
        ]
        found = dict(zip(listed, loaded, strict=True))
        return [
            (part.world_from_part, _as_points(found[part.mesh, part.primitive]["vertices"]), _read_faces(found, part))
            for part in parts
        ]


def _read_faces(found: dict[tuple[int, int], dict[str, Any]], part: Any) -> RawIndexArray:
    faces = np.asarray(found[part.mesh, part.primitive]["faces"], dtype=np.int64)
    if len(faces) != part.triangle_count:
        raise ValueError(f"expected {part.triangle_count} triangles in a primitive, got {len(faces)}")
    return faces


def _join(parts: list[Part]) -> tuple[FloatArray, RawIndexArray]:
    """Place each part and number all vertices through."""
    vertices, triangles, count = [np.zeros((0, 3))], [np.zeros((0, 3), dtype=np.int64)], 0
    for placement, points, faces in parts:
        vertices.append(_move(placement, points))
        # A placement that mirrors turns faces inside out. A corner out of this part's range must stay out of range.
        turned = faces[:, ::-1] if np.linalg.det(placement[:3, :3]) < 0 else faces
        outside = (turned < 0) | (turned >= len(vertices[-1]))
        triangles.append(np.where(outside, -1, turned + count))
        count += len(vertices[-1])
    return np.concatenate(vertices), np.concatenate(triangles)

"""Meshes from files: OBJ by our own reader, GLB, PLY, STL and OFF by trimesh, which only this file imports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import InputError
from engine.files.json_file import read_bytes
from engine.files.obj_file import read_obj
from engine.shapes import Mesh
from engine.transforms import (
    FloatArray,
    IndexArray,
    Vector,
    matrix_from_quaternion,
    rotation_between,
    transform_points,
)

SUFFIXES = (".obj", ".glb", ".ply", ".stl", ".off")
AXES: dict[str, Vector] = {
    "x": (1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
    "-x": (-1.0, 0.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
    "-z": (0.0, 0.0, -1.0),
}


@dataclass(frozen=True)
class FileFrame:
    """How a file's coordinates are meant; the default takes them as they are."""

    up: str | None = None
    """Which of the file's axes points up; it is turned to the scenario's up."""
    unit: float = 1.0
    """Metres per unit of the file."""
    mirror: str | None = None
    """The axis, x, y or z, to mirror a left-handed file along. Faces turn with it, so they still look outward."""


def load_mesh(path: Path, frame: FileFrame | None = None, up: Vector = (0.0, 1.0, 0.0)) -> Mesh:
    """Read a mesh file into metres and the scenario's axes. Triangles keep the file's order."""
    frame = frame or FileFrame()
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{path}: expected a mesh file ({', '.join(SUFFIXES)}), got {suffix or 'no suffix'}")
    vertices, triangles = read_obj(path) if suffix == ".obj" else _read_by_trimesh(path)
    vertices = vertices * frame.unit
    if frame.mirror is not None:
        vertices[:, "xyz".index(frame.mirror)] *= -1.0
        triangles = triangles[:, ::-1]
    if frame.up is not None:
        vertices = vertices @ matrix_from_quaternion(rotation_between(AXES[frame.up], up)).T
    try:
        return Mesh(vertices, triangles)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _read_by_trimesh(path: Path) -> tuple[FloatArray, IndexArray]:
    """Join all meshes of a file, each where its scene puts it."""
    read_bytes(path)  # for its errors: trimesh's own do not name the file
    import trimesh  # here, because it takes half a second and most scenarios need no mesh file

    try:
        scene = trimesh.load_scene(path, process=False, skip_materials=True)
        parts = []
        for node in scene.graph.nodes_geometry:
            world_from_node, name = scene.graph[node]
            part = scene.geometry[name]
            if isinstance(part, trimesh.Trimesh):
                parts.append((np.asarray(world_from_node, dtype=np.float64), part.vertices, part.faces))
    except Exception as error:
        # The parsers of trimesh raise whatever a broken file makes them trip over.
        raise InputError(f"{path}: not a readable {path.suffix[1:].upper()} file: {error!r}") from error
    if not any(len(faces) for _, _, faces in parts):
        raise InputError(f"{path}: expected triangles, got a file without any")
    return _join(parts)


def _join(parts: list[tuple[FloatArray, FloatArray, IndexArray]]) -> tuple[FloatArray, IndexArray]:
    """Place each part and number all vertices through."""
    vertices, triangles, count = [], [], 0
    for placement, points, faces in parts:
        vertices.append(transform_points(placement, points))
        # A placement that mirrors turns faces inside out.
        turned = faces[:, ::-1] if np.linalg.det(placement[:3, :3]) < 0 else faces
        triangles.append(np.asarray(turned, dtype=np.int64) + count)
        count += len(points)
    return np.concatenate(vertices), np.concatenate(triangles).astype(np.int32)

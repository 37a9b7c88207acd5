"""Wavefront OBJ: positions and faces only.

Read here and not by trimesh, which groups faces by material and by corner count: a trace's `hit.triangle` counts in
the order of the file.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from engine.errors import InputError
from engine.files.json_file import read_bytes
from engine.files.mesh_guard import MAX_TRIANGLES, refuse_above
from engine.mesh_faults import RawIndexArray
from engine.transforms import FloatArray


def read_obj(path: Path, max_triangles: int = MAX_TRIANGLES) -> tuple[FloatArray, RawIndexArray]:
    """Return vertices (n, 3) and triangles (m, 3), whatever their corners; a polygon becomes a fan around its first."""
    text = read_bytes(path).decode("utf-8", errors="replace").replace("\\\r\n", " ").replace("\\\n", " ")
    vertices: list[list[float]] = []
    triangles: list[tuple[int, int, int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0] not in {"v", "f"}:
            continue
        try:
            if words[0] == "v":
                x, y, z = words[1:4]
                vertices.append([float(x), float(y), float(z)])
                continue
            corners = [_corner(word, len(vertices)) for word in _before_comment(words[1:])]
        except ValueError as error:
            wanted = "three numbers" if words[0] == "v" else "corners counted from 1, or back from -1"
            raise InputError(
                f"{path}: line {number}: expected {wanted} after {words[0]}, got {line.strip()!r}"
            ) from error
        if len(corners) < 3:
            raise InputError(f"{path}: line {number}: expected a face of at least three corners, got {len(corners)}")
        triangles.extend((corners[0], b, c) for b, c in pairwise(corners[1:]))
        if len(triangles) > max_triangles:
            refuse_above(path, len(triangles), max_triangles)
    if not triangles:
        raise InputError(f"{path}: expected faces (lines that begin with f), got a text without any")
    return np.array(vertices, dtype=np.float64).reshape(-1, 3), np.array(triangles, dtype=np.int64)


def _before_comment(words: list[str]) -> list[str]:
    for index, word in enumerate(words):
        if word.startswith("#"):
            return words[:index]
    return words


def _corner(word: str, vertex_count: int) -> int:
    """Return the vertex's index, counted from 0, of a corner like `3`, `3/1`, `3//2` or `-1`."""
    index = int(word.partition("/")[0])
    if index == 0 or abs(index) >= 2**31:
        raise ValueError("corners are counted from 1, in 32 bits")
    return index - 1 if index > 0 else vertex_count + index

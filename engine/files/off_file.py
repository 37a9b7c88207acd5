"""Object File Format (OFF): positions and faces only.

Read here and not by trimesh, which groups faces by their corner count and refuses a whole file for one bad corner: a
trace's `hit.triangle` counts in the order of the file, and a bad triangle is left out by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from engine.errors import InputError
from engine.files.json_file import read_bytes
from engine.files.mesh_guard import refuse_above
from engine.mesh_faults import RawIndexArray
from engine.transforms import FloatArray

Line = tuple[int, list[str]]
"""The number of a line, and its words."""


def read_off(path: Path, max_triangles: int) -> tuple[FloatArray, RawIndexArray]:
    """Return vertices (n, 3) and triangles (m, 3); a polygon becomes a fan around its first corner."""
    lines = _list_lines(read_bytes(path).decode("utf-8", errors="replace"))
    vertex_count, face_count = _read_counts(lines, path)
    vertices = [_read_vertex(line, path) for line in islice(lines, vertex_count)]
    if len(vertices) < vertex_count:
        raise InputError(f"{path}: expected {vertex_count:,} vertices by its header, got {len(vertices):,}: cut off")
    faces = [_read_face(line, path) for line in islice(lines, face_count)]
    if len(faces) < face_count:
        raise InputError(f"{path}: expected {face_count:,} faces by its header, got {len(faces):,}: cut off")
    if not faces:
        raise InputError(f"{path}: expected faces, got an OFF file without any")
    refuse_above(path, sum(len(face) - 2 for face in faces), max_triangles)
    triangles = [(face[0], b, c) for face in faces for b, c in pairwise(face[1:])]
    return np.array(vertices, dtype=np.float64).reshape(-1, 3), np.array(triangles, dtype=np.int64)


def _list_lines(text: str) -> Iterator[Line]:
    """Yield lines that are not empty, without comments."""
    for number, line in enumerate(text.splitlines(), start=1):
        if words := line.partition("#")[0].split():
            yield number, words


def _read_counts(lines: Iterator[Line], path: Path) -> tuple[int, int]:
    """Read the numbers of vertices and faces, which may stand on the line of the word OFF."""
    number, words = next(lines, (1, []))
    counts = words[1:]
    if not counts:
        number, counts = next(lines, (number, []))
    try:
        return int(counts[0]), int(counts[1])
    except (ValueError, IndexError) as error:
        raise InputError(f"{path}: line {number}: expected the numbers of vertices and faces") from error


def _read_vertex(line: Line, path: Path) -> list[float]:
    number, words = line
    try:
        x, y, z = words[:3]
        return [float(x), float(y), float(z)]
    except ValueError as error:
        raise InputError(f"{path}: line {number}: expected three numbers, got {' '.join(words)!r}") from error


def _read_face(line: Line, path: Path) -> list[int]:
    """Read a face: how many corners, and their vertices counted from 0. What follows is colour."""
    number, words = line
    try:
        corners = [int(word) for word in words[1 : int(words[0]) + 1]]
        if len(corners) != int(words[0]) or len(corners) < 3 or max(map(abs, corners)) >= 2**31:
            raise ValueError("too few or too large")
    except ValueError as error:
        wanted = "a count of at least three and as many corners counted from 0"
        raise InputError(f"{path}: line {number}: expected {wanted}, got {' '.join(words[:8])!r}") from error
    return corners

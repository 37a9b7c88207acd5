"""What a mesh file says about its size, read before anything is parsed: too large, empty and cut-off files end here."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.errors import InputError
from engine.files.gltf_scene import list_parts, read_gltf_header

MAX_TRIANGLES = 4_000_000
"""By default. Beyond it a level takes gigabytes, and text formats minutes; who means it raises the limit."""
STL_HEADER_BYTES, STL_TRIANGLE_BYTES = 84, 50
HEADER_BYTES = 2**16
"""Of text in front of the data that is searched for counts: comments included, headers take a few hundred."""
PIECE_BYTES = 2**24
"""Of a long text that are searched at once."""
OBJ_FACE_BYTES, STL_FACET_BYTES = 8, 60
"""The least that a face takes as text: `f 1 2 3` and a line end; `facet ... endfacet` with three vertices."""


def check_size(path: Path, max_triangles: int) -> None:
    """Raise an InputError if a file is missing, empty or cut off, or has more triangles than allowed."""
    size = _measure_file(path)
    if size == 0:
        raise InputError(f"{path}: expected a mesh, got an empty file")
    count = COUNTERS[path.suffix.lower()](path, size, max_triangles)
    refuse_above(path, count, max_triangles)


def refuse_above(path: Path, count: int, max_triangles: int) -> None:
    """Raise an InputError if there are more triangles than allowed."""
    if count > max_triangles:
        raise InputError(
            f"{path}: expected at most {max_triangles:,} triangles, got {count:,}; max_triangles raises the limit"
        )


def _measure_file(path: Path) -> int:
    """Return the size of a file that can be opened, in bytes."""
    try:
        with path.open("rb"):
            return path.stat().st_size
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file") from error
    except IsADirectoryError as error:
        raise InputError(f"{path}: expected a file, got a folder") from error
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"{path}: cannot be read: {reason}") from error


def _read_start(path: Path, size: int) -> bytes:
    with path.open("rb") as file:
        return file.read(size)


def _count_obj(path: Path, size: int, max_triangles: int) -> int:
    """Return at least one triangle a face; polygons are counted again while they are read."""
    return (
        0 if size // OBJ_FACE_BYTES <= max_triangles else _count_lines(path, re.compile(rb"^[ \t]*f\s", re.MULTILINE))
    )


def _count_stl(path: Path, size: int, max_triangles: int) -> int:
    start = _read_start(path, STL_HEADER_BYTES)
    named = struct.unpack_from("<I", start, 80)[0] if len(start) == STL_HEADER_BYTES else 0
    if len(start) == STL_HEADER_BYTES and size == STL_HEADER_BYTES + STL_TRIANGLE_BYTES * named:
        return int(named)
    if start.lstrip()[:5].lower() != b"solid":
        raise InputError(
            f"{path}: expected {STL_HEADER_BYTES} bytes and {STL_TRIANGLE_BYTES} for each of {named:,} triangles "
            f"that its header names, got {size:,} bytes: it is cut off, or no STL file"
        )
    if not re.search(rb"(?i)\bendsolid[^\n]*\s*\Z", _read_end(path, size)):
        raise InputError(f"{path}: expected endsolid at the end of an STL text: it is cut off")
    return 0 if size // STL_FACET_BYTES <= max_triangles else _count_lines(path, re.compile(rb"(?i)\bendfacet"))


def _read_end(path: Path, size: int) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, size - HEADER_BYTES))
        return file.read()


def _count_ply(path: Path, _size: int, _max_triangles: int) -> int:
    """Return at least one triangle a face; polygons are counted again once they are read."""
    start = _read_start(path, HEADER_BYTES)
    if not re.match(rb"ply\s", start):
        raise InputError(f"{path}: expected a PLY file, which begins with ply")
    header, found, _ = start.partition(b"end_header")
    if not found:
        raise InputError(f"{path}: expected end_header within {HEADER_BYTES:,} bytes: it is cut off, or no PLY file")
    face = re.search(rb"^\s*element\s+face\s+(\d{1,18})\s*$", header, re.MULTILINE)
    if face is None or int(face[1]) == 0:
        raise InputError(f"{path}: expected faces, got a PLY file without any")
    return int(face[1])


def _count_off(path: Path, _size: int, _max_triangles: int) -> int:
    """Return at least one triangle a face; polygons are counted again while they are read."""
    words = re.sub(rb"#[^\n]*", b"", _read_start(path, HEADER_BYTES)).split(maxsplit=3)
    if not words or words[0].upper() not in {b"OFF", b"COFF", b"NOFF"}:
        raise InputError(f"{path}: expected an OFF file, which begins with OFF")
    if len(words) < 3 or not (words[1].isdigit() and words[2].isdigit()) or max(map(len, words[1:3])) > 18:
        raise InputError(f"{path}: expected the numbers of vertices and faces after OFF")
    return int(words[2])


def _count_gltf(path: Path, _size: int, _max_triangles: int) -> int:
    """Return the triangles of all meshes, each as often as the scene shows it."""
    return sum(part.triangle_count for part in list_parts(read_gltf_header(path)))


COUNTERS: dict[str, Callable[[Path, int, int], int]] = {
    ".obj": _count_obj,
    ".glb": _count_gltf,
    ".gltf": _count_gltf,
    ".ply": _count_ply,
    ".stl": _count_stl,
    ".off": _count_off,
}
"""How each format tells its number of triangles; a text that cannot hold too many is not searched."""


def _count_lines(path: Path, pattern: re.Pattern[bytes]) -> int:
    return sum(len(pattern.findall(piece)) for piece in _read_pieces(path))


def _read_pieces(path: Path) -> Iterator[bytes]:
    """Yield a text in pieces that end with a line."""
    rest = b""
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            whole, newline, rest_of_line = (rest + piece).rpartition(b"\n")
            yield whole + newline
            rest = rest_of_line
    yield rest

"""Mesh files that the tests write themselves: one tetrahedron in every format, and scenes of glTF."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

POINTS = [[0.0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]
FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
"""A tetrahedron of volume 1, faces outward."""
WRITERS = ("obj", "off", "ply", "ply binary", "ply big-endian", "stl", "stl text", "glb", "gltf", "gltf with a file")


def write_tetrahedron(folder: Path, form: str, points: Any = POINTS, faces: Any = FACES) -> Path:
    """Write a mesh, by default the tetrahedron, in one of WRITERS."""
    suffix, _, variant = form.partition(" ")
    file = folder / f"mesh.{suffix}"
    match suffix:
        case "obj":
            lines = [*(f"v {x} {y} {z}" for x, y, z in points), *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces)]
            file.write_text("\n".join(lines))
        case "off":
            lines = [
                "OFF # a comment",
                f"{len(points)} {len(faces)} 0",
                *_rows(points),
                *_rows([[3, *f] for f in faces]),
            ]
            file.write_text("\n".join(lines))
        case "ply":
            file.write_bytes(_ply(variant, points, faces))
        case "stl":
            file.write_bytes(_stl(variant, points, faces))
        case _:
            mesh = {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}
            write_gltf(file, [mesh], [{"mesh": 0}], points, faces, external=bool(variant))
    return file


def _rows(table: Any) -> list[str]:
    return [" ".join(map(str, row)) for row in table]


def _ply(variant: str, points: Any, faces: Any) -> bytes:
    kind = {"": "ascii", "binary": "binary_little_endian", "big-endian": "binary_big_endian"}[variant]
    header = (
        f"ply\nformat {kind} 1.0\ncomment made by a test\nelement vertex {len(points)}\nproperty double x\n"
        f"property double y\nproperty double z\nelement face {len(faces)}\n"
        "property list uchar int vertex_indices\nend_header\n"
    ).encode()
    if not variant:
        return header + "\n".join([*_rows(points), *_rows([[len(f), *f] for f in faces])]).encode() + b"\n"
    order = "<" if variant == "binary" else ">"
    body = b"".join(struct.pack(f"{order}3d", *point) for point in points)
    return header + body + b"".join(struct.pack(f"{order}B{len(f)}i", len(f), *f) for f in faces)


def _stl(variant: str, points: Any, faces: Any) -> bytes:
    corners = [[points[i] for i in face] for face in faces]
    if not variant:
        rows = [struct.pack("<12fH", 0, 0, 0, *np.ravel(triple).tolist(), 0) for triple in corners]
        return bytes(80) + struct.pack("<I", len(rows)) + b"".join(rows)
    facets = ["facet normal 0 0 0\nouter loop\n" + _vertices(triple) + "endloop\nendfacet\n" for triple in corners]
    return (
        "solid one\n" + "".join(facets[:2]) + "endsolid one\nsolid two\n" + "".join(facets[2:]) + "endsolid"
    ).encode()


def _vertices(triple: Any) -> str:
    return "".join(f"vertex {x} {y} {z}\n" for x, y, z in triple)


def write_gltf(
    file: Path,
    meshes: list[dict[str, Any]],
    nodes: list[dict[str, Any]],
    points: Any = POINTS,
    faces: Any = FACES,
    *,
    external: bool = False,
    **changes: Any,
) -> Path:
    """Write a scene; accessor 0 has the points, 1 the faces. Its roots are the nodes that are nobody's children."""
    positions, indices = np.array(points, dtype="<f4").tobytes(), np.array(faces, dtype="<u4").tobytes()
    blob = positions + indices
    children = {child for node in nodes for child in node.get("children", [])}
    tree = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [i for i in range(len(nodes)) if i not in children]}],
        "nodes": nodes,
        "meshes": meshes,
        "buffers": [{"byteLength": len(blob)}],
        "bufferViews": [
            {"buffer": 0, "byteLength": len(positions)},
            {"buffer": 0, "byteOffset": len(positions), "byteLength": len(indices)},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": len(indices) // 4, "type": "SCALAR"},
        ],
        **changes,
    }
    if file.suffix == ".glb":
        file.write_bytes(pack_glb(tree, blob))
        return file
    if external:
        file.with_suffix(".bin").write_bytes(blob)
        tree["buffers"][0]["uri"] = file.with_suffix(".bin").name
    else:
        tree["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(blob).decode()
    file.write_text(json.dumps(tree))
    return file


def pack_glb(tree: Any, blob: bytes) -> bytes:
    """Put JSON and a buffer into the container of GLB."""
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    blob += bytes(-len(blob) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks

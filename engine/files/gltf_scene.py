"""The scene of a glTF file: which mesh stands where, how often, and with how many triangles.

Read from the JSON alone, before any geometry. trimesh reads the geometry (see `mesh_file`), but walks a scene from its
last node to its first; triangle numbers count from the first.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import numpy as np

from engine.errors import InputError
from engine.files.json_file import parse_json, read_json
from engine.files.reader import Node
from engine.transforms import FloatArray, world_from_local

POINTS, LINES, TRIANGLES, STRIP, FAN = 0, 1, 4, 5, 6
"""The modes of a primitive that matter here; the default is TRIANGLES."""
FLOAT_COMPONENT = 5126
FARTHEST = 1e30
"""Largest number in a placement, so that products of two still have a square."""
UNREADABLE = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "EXT_mesh_gpu_instancing")
"""Extensions without which a file's triangles are not where they belong."""
GLB_HEADER = struct.Struct("<4sIIII")
"""Magic, version and length of the file, then length and kind of the first chunk, which is the JSON."""
GLB_JSON = 0x4E4F534A


@dataclass(frozen=True, eq=False)
class ScenePart:
    """A primitive of a mesh where a node of the scene puts it."""

    world_from_part: FloatArray
    mesh: int
    primitive: int
    triangle_count: int


def read_gltf_header(path: Path) -> Node:
    """Read the JSON of a .gltf or .glb file; InputError if the file is cut off."""
    root = Node(read_json(path) if path.suffix.lower() == ".gltf" else _read_glb_json(path), path).object()
    version = root["asset"]["version"].text()
    if not version.startswith("2."):
        raise root["asset"]["version"].error('"2.0"')
    for required in root["extensionsRequired"].items() if "extensionsRequired" in root else []:
        if required.text() in UNREADABLE:
            raise required.error("no extension that packs or repeats geometry")
    for buffer in root["buffers"].items() if "buffers" in root else []:
        _check_buffer(buffer, path.parent)
    return root


def _read_glb_json(path: Path) -> object:
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(GLB_HEADER.size)
        if start[:4] != b"glTF":
            raise InputError(f"{path}: expected a GLB file, which begins with glTF")
        if len(start) < GLB_HEADER.size:
            raise InputError(f"{path}: expected a header of {GLB_HEADER.size} bytes, got {len(start)}: it is cut off")
        _, version, length, json_length, kind = GLB_HEADER.unpack(start)
        if version != 2:
            raise InputError(f"{path}: expected version 2 of GLB, got {version}")
        if length > size:
            raise InputError(f"{path}: expected {length:,} bytes by its header, got {size:,}: it is cut off")
        if kind != GLB_JSON or GLB_HEADER.size + json_length > size:
            raise InputError(f"{path}: expected a chunk of JSON first: it is cut off, or no GLB file")
        text = file.read(json_length)
    try:
        return parse_json(text.decode("utf-8"), path)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: expected UTF-8 text in its first chunk, got byte 0x{text[error.start]:02x}"
        ) from error


def _check_buffer(buffer: Node, folder: Path) -> None:
    """Require that a buffer outside the file is there and whole."""
    if "uri" not in buffer.object() or buffer["uri"].text().startswith("data:"):
        return
    outside = folder / unquote(buffer["uri"].text())
    if not outside.is_file():
        raise buffer["uri"].error("a file beside this one")
    wanted, size = buffer["byteLength"].integer(0, 2**63), outside.stat().st_size
    if size < wanted:
        raise buffer["uri"].complaint(f"expected {wanted:,} bytes in {outside.name}, got {size:,}: it is cut off")


def list_parts(root: Node) -> list[ScenePart]:
    """List what the scene shows, depth first from its first node on; lines and points are passed over."""
    meshes = [list(_list_primitives(mesh, root)) for mesh in (root["meshes"].items() if "meshes" in root else [])]
    nodes = root["nodes"].items() if "nodes" in root else []
    waiting = [(index, np.eye(4)) for index in reversed(_list_roots(root, nodes))]
    seen: set[int] = set()
    parts: list[ScenePart] = []
    while waiting:
        index, world_from_parent = waiting.pop()
        node = nodes[index]
        if index in seen:
            raise node.complaint("expected a tree of nodes, got this one twice")
        seen.add(index)
        world_from_node = world_from_parent @ _read_placement(node)
        if not np.abs(world_from_node).max() <= FARTHEST:
            raise node.complaint(f"expected a placement within {FARTHEST:g}")
        if "mesh" in node:
            mesh = node["mesh"].integer(0, len(meshes) - 1)
            parts += [ScenePart(world_from_node, mesh, primitive, count) for primitive, count in meshes[mesh]]
        children = _read_indices(node, "children", len(nodes))
        waiting += [(child, world_from_node) for child in reversed(children)]
    return parts


def _list_roots(root: Node, nodes: list[Node]) -> list[int]:
    """Return the nodes of the scene; without scenes, those that are nobody's children."""
    if "scenes" not in root:
        children = {child for node in nodes for child in _read_indices(node, "children", len(nodes))}
        return [index for index in range(len(nodes)) if index not in children]
    scenes = root["scenes"].items()
    scene = root["scene"].integer(0, len(scenes) - 1) if "scene" in root else 0
    return _read_indices(scenes[scene], "nodes", len(nodes)) if scenes else []


def _read_indices(node: Node, key: str, count: int) -> list[int]:
    return [item.integer(0, count - 1) for item in node[key].items()] if key in node.object() else []


def _read_placement(node: Node) -> FloatArray:
    """Return a node's (4, 4) placement in its parent."""
    numbers = [number for key in ("translation", "scale") if key in node for number in node[key].vector()]
    if "matrix" in node:
        matrix = np.array(node["matrix"].numbers(16)).reshape(4, 4).T
        numbers += matrix.ravel().tolist()
    if numbers and not max(map(abs, numbers)) <= FARTHEST:
        raise node.complaint(f"expected a placement within {FARTHEST:g}")
    if "matrix" in node:
        return matrix
    rotation = node["rotation"].numbers(4) if "rotation" in node else (0.0, 0.0, 0.0, 1.0)
    if not any(rotation):
        raise node["rotation"].error("a quaternion x y z w, not zero")
    translation = node["translation"].vector() if "translation" in node else (0.0, 0.0, 0.0)
    return world_from_local(translation, rotation, node["scale"].vector() if "scale" in node else (1.0, 1.0, 1.0))


def _list_primitives(mesh: Node, root: Node) -> Iterator[tuple[int, int]]:
    """Yield the number of each primitive that has triangles, and how many."""
    for number, primitive in enumerate(mesh["primitives"].items()):
        mode = primitive["mode"].integer(0, 6) if "mode" in primitive else TRIANGLES
        if mode < TRIANGLES:
            continue
        if mode == FAN:
            raise primitive["mode"].error("triangles (4) or a strip of them (5)")
        position = _check_accessor(primitive["attributes"]["POSITION"], root)
        if position.value.get("normalized") and position["componentType"].value != FLOAT_COMPONENT:
            raise position["componentType"].error(f"floats ({FLOAT_COMPONENT}) for positions")
        corners = _check_accessor(primitive["indices"], root) if "indices" in primitive else position
        count = corners["count"].integer(0, 2**53)
        if mode == TRIANGLES and count % 3:
            raise corners["count"].error("three corners a triangle")
        yield number, count // 3 if mode == TRIANGLES else max(count - 2, 0)


def _check_accessor(index: Node, root: Node) -> Node:
    """Return the accessor that an index names; it must have its numbers in a buffer."""
    accessors = root["accessors"].items()
    accessor = accessors[index.integer(0, len(accessors) - 1)]
    if "bufferView" not in accessor.object() or "sparse" in accessor:
        raise accessor.complaint("expected plain numbers in a bufferView, neither packed nor sparse")
    return accessor

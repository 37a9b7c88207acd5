"""Every format gives the same triangles in the same order; scenes of glTF are placed; bad files end in one line."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.files import mesh_file
from engine.files.mesh_file import FileFrame, load_mesh
from engine.files.mesh_guard import MAX_TRIANGLES
from engine.files.scenario_file import load_scenario
from engine.mesh_faults import Fault
from engine.mesh_health import examine_mesh
from engine.shapes import Mesh
from engine.transforms import FloatArray
from tests.engine.mesh_samples import FACES, POINTS, WRITERS, pack_glb, write_gltf, write_tetrahedron

TRIANGLE_MESH: dict[str, Any] = {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}
TOO_MANY = MAX_TRIANGLES + 1


def corners_of(mesh: Mesh) -> FloatArray:
    corners: FloatArray = mesh.vertices[mesh.triangles]
    return corners


def volume_of(mesh: Mesh) -> float:
    a, b, c = corners_of(mesh).transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def refusal(file: Path, **options: Any) -> str:
    """Return what a file is refused with: one line that begins with its name."""
    with pytest.raises(InputError) as caught:
        load_mesh(file, **options)
    words = str(caught.value)
    assert words.startswith(f"{file}: ")
    assert len(words.splitlines()) == 1
    return words.removeprefix(f"{file}: ")


@pytest.mark.parametrize("form", WRITERS)
def test_every_format_gives_the_same_triangles_in_the_order_of_the_file(tmp_path: Path, form: str) -> None:
    mesh = load_mesh(write_tetrahedron(tmp_path, form))
    assert corners_of(mesh).tolist() == np.array(POINTS)[np.array(FACES)].tolist()
    assert (str(mesh.vertices.dtype), str(mesh.triangles.dtype), mesh.usable) == ("float64", "int32", None)
    assert examine_mesh(mesh.vertices, mesh.triangles).findings == ()


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("frame", [FileFrame(mirror="x"), FileFrame("z", 0.01, "y"), FileFrame("-x", 100.0, "z")])
def test_mirrored_files_stay_solid_in_every_format(tmp_path: Path, form: str, frame: FileFrame) -> None:
    mesh = load_mesh(write_tetrahedron(tmp_path, form), frame)
    assert volume_of(mesh) == pytest.approx(frame.unit**3)


@pytest.mark.parametrize("form", ["off", "ply", "ply binary"])
def test_quads_become_fans_in_the_order_of_the_file(tmp_path: Path, form: str) -> None:
    points = [[float(i), float(i * i), 0.0] for i in range(8)]
    file = write_tetrahedron(tmp_path, form, points, [[0, 1, 2, 3], [4, 5, 6, 7]])
    if form == "off":
        file.write_text(file.read_text().replace("\n3 0 1 2 3\n3 4", "\n4 0 1 2 3\n4 4"))
    mesh = load_mesh(file)
    fans = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]]
    assert corners_of(mesh).tolist() == np.array(points)[np.array(fans)].tolist()


@pytest.mark.parametrize("form", ["off", "ply"])
def test_faces_of_mixed_corners_keep_the_order_of_the_file(tmp_path: Path, form: str) -> None:
    points = [[float(i), float(i * i), 0.0] for i in range(6)]
    faces = "4 0 1 2 3\n3 3 4 5\n5 0 1 2 3 4\n3 0 4 5\n"
    file = tmp_path / f"mixed.{form}"
    rows = "".join(f"{x} {y} {z}\n" for x, y, z in points)
    header = "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
    header += "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    file.write_text(("OFF 6 4 0\n" if form == "off" else header) + rows + faces)
    expected = [[0, 1, 2], [0, 2, 3], [3, 4, 5], [0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]
    assert load_mesh(file).triangles.tolist() == expected


def test_instances_stand_where_their_nodes_put_them_in_the_order_of_the_scene(tmp_path: Path) -> None:
    half_turn = [0, 1, 0, 0]  # about y: x and z change their signs
    nodes: list[dict[str, Any]] = [
        {"mesh": 0, "translation": [10, 0, 0], "children": [1, 2]},
        {"mesh": 0, "translation": [0, 5, 0], "rotation": half_turn},
        {"children": [3], "scale": [2, 2, 2]},
        {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 7, 1]},
        {"mesh": 0, "translation": [0, 0, -1]},
    ]
    mesh = load_mesh(write_gltf(tmp_path / "scene.glb", [TRIANGLE_MESH], nodes))
    assert len(mesh.triangles) == 16
    starts = corners_of(mesh)[::4, 0]  # vertex 0 of each instance, which is its origin
    assert starts.tolist() == [[10, 0, 0], [10, 5, 0], [10, 0, 14], [0, 0, -1]]
    assert corners_of(mesh)[4, 2] == pytest.approx([9, 5, 0])
    assert volume_of(mesh) == pytest.approx(1 + 1 + 8 + 1)


@pytest.mark.parametrize("scale", [[-1, 1, 1], [-2, -1, -1], [1, 1, -3]])
def test_a_mirrored_instance_keeps_its_faces_outward(tmp_path: Path, scale: list[float]) -> None:
    nodes = [{"mesh": 0, "scale": scale, "children": [1]}, {"mesh": 0, "translation": [9, 0, 0], "scale": [1, -1, 1]}]
    mesh = load_mesh(write_gltf(tmp_path / "mirror.glb", [TRIANGLE_MESH], nodes))
    assert volume_of(mesh) == pytest.approx(2 * abs(math.prod(scale)))
    for instance in (mesh.triangles[:4], mesh.triangles[4:]):
        assert volume_of(Mesh(mesh.vertices - mesh.vertices[instance].mean(axis=(0, 1)), instance)) > 0


def test_primitives_follow_each_other_and_lines_are_passed_over(tmp_path: Path) -> None:
    primitive: dict[str, Any] = {"attributes": {"POSITION": 0}}
    mesh = {"primitives": [{**primitive, "mode": 1}, {**primitive, "indices": 1}, {**primitive, "mode": 5}]}
    spare = {"primitives": [{**primitive, "mode": 3}]}
    loaded = load_mesh(write_gltf(tmp_path / "two.glb", [spare, mesh], [{"mesh": 1}, {"mesh": 0}]))
    strip = [[0, 1, 2], [3, 2, 1]]
    assert corners_of(loaded).tolist() == np.array(POINTS)[np.array([*FACES, *strip])].tolist()


def test_a_scene_is_read_alike_each_time(tmp_path: Path) -> None:
    parts = {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}] * 3}
    file = write_gltf(tmp_path / "many.glb", [parts], [{"mesh": 0, "translation": [i, 0, 0]} for i in range(9)])
    first, again = load_mesh(file), load_mesh(file)
    assert np.array_equal(corners_of(first), corners_of(again))
    assert corners_of(first)[::12, 0, 0].tolist() == list(range(9))


@pytest.mark.parametrize("form", [form for form in WRITERS if not form.startswith("stl")])
def test_a_corner_out_of_range_leaves_its_triangle_out(tmp_path: Path, form: str) -> None:
    mesh = load_mesh(write_tetrahedron(tmp_path, form, POINTS, [FACES[0], [0, 1, 77], *FACES[2:]]))
    assert mesh.faults is not None
    assert mesh.faults.tolist() == [0, Fault.OUT_OF_RANGE, 0, 0]
    assert mesh.triangles[[0, 2, 3]].tolist() == [FACES[0], *FACES[2:]]


def test_a_corner_out_of_range_does_not_reach_into_the_next_instance(tmp_path: Path) -> None:
    nodes: list[dict[str, Any]] = [{"mesh": 0}, {"mesh": 0, "translation": [9, 0, 0]}]
    mesh = load_mesh(write_gltf(tmp_path / "a.glb", [TRIANGLE_MESH], nodes, POINTS, [*FACES, [0, 1, 4]]))
    assert mesh.faults is not None
    assert np.flatnonzero(mesh.faults).tolist() == [4, 9]


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize(
    ("value", "fault"), [(math.nan, Fault.NOT_FINITE), (-math.inf, Fault.NOT_FINITE), (1e30, Fault.TOO_FAR)]
)
def test_a_vertex_that_is_no_place_leaves_its_triangles_out(
    tmp_path: Path, form: str, value: float, fault: Fault
) -> None:
    points = [*POINTS, [0.0, value, 0.0]]
    mesh = load_mesh(write_tetrahedron(tmp_path, form, points, [*FACES, [0, 1, 4]]), FileFrame("z", 0.5, "x"))
    assert mesh.faults is not None
    assert mesh.faults.tolist() == [0, 0, 0, 0, fault]
    assert np.abs(mesh.vertices).max() == pytest.approx(1.5)
    only = write_tetrahedron(tmp_path, form, points, [[0, 1, 4]])
    assert "expected a usable triangle, got none of 1: 1 with a corner" in refusal(only)


@pytest.mark.parametrize("suffix", mesh_file.SUFFIXES)
def test_missing_empty_and_foreign_files_are_refused_in_one_line(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"bad{suffix}"
    assert refusal(file) == "no such file"
    file.touch()
    assert refusal(file) == "expected a mesh, got an empty file"
    file.write_text("Dear diary,\ntoday I met a farmer, and very nice he was.\n" * 9)
    assert "expected" in refusal(file) or "not JSON" in refusal(file)
    file.unlink()
    file.mkdir()
    assert refusal(file) == "expected a file, got a folder"


@pytest.mark.parametrize("form", [form for form in WRITERS if form != "obj"])
@pytest.mark.parametrize("share", [0.2, 0.45, 0.9])
def test_a_file_that_is_cut_off_is_refused(tmp_path: Path, form: str, share: float) -> None:
    """OBJ has no end to miss: it is cut off unnoticed between two lines."""
    file = write_tetrahedron(tmp_path, form)
    victim = file.with_suffix(".bin") if form.endswith("a file") else file
    whole = victim.read_bytes()
    victim.write_bytes(whole[: int(share * len(whole))])
    refusal(file)


def test_a_truncated_glb_says_how_much_is_missing(tmp_path: Path) -> None:
    file = write_tetrahedron(tmp_path, "glb")
    whole = file.read_bytes()
    file.write_bytes(whole[:-10])
    assert refusal(file) == f"expected {len(whole)} bytes by its header, got {len(whole) - 10}: it is cut off"


@pytest.mark.parametrize(
    ("form", "empty"),
    [("obj", "v 0 0 0\n"), ("off", "OFF\n0 0 0\n"), ("stl", "solid\nendsolid\n"), ("ply", "ply\nend_header\n")],
)
def test_a_file_without_triangles_is_refused(tmp_path: Path, form: str, empty: str) -> None:
    file = tmp_path / f"empty.{form}"
    file.write_text(empty)
    assert "without any" in refusal(file)


def test_a_scene_without_triangles_is_refused(tmp_path: Path) -> None:
    assert refusal(write_gltf(tmp_path / "a.glb", [], [])) == "expected triangles, got a scene without any"
    (tmp_path / "b.stl").write_bytes(bytes(84))
    assert "without any" in refusal(tmp_path / "b.stl")


def claim(folder: Path, form: str) -> Path:
    """Write a short file whose header claims more triangles than are allowed."""
    file = folder / f"claim.{form}"
    match form:
        case "ply":
            head = f"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nelement face {TOO_MANY}\nend_header\n"
            file.write_text(head)
        case "off":
            file.write_text(f"OFF\n3 {TOO_MANY} 0\n")
        case "stl":
            with file.open("wb") as out:
                out.write(bytes(80) + struct.pack("<I", TOO_MANY))
                out.truncate(84 + 50 * TOO_MANY)  # a hole in the file, which takes no space
        case _:
            nodes = [{"mesh": 0} for _ in range(5)]
            accessors = [{"bufferView": 0, "count": 3, "componentType": 5126, "type": "VEC3"}]
            accessors += [{"bufferView": 1, "count": 3 * (TOO_MANY // 5 + 1), "componentType": 5125, "type": "SCALAR"}]
            write_gltf(file, [TRIANGLE_MESH], nodes, accessors=accessors)
    return file


@pytest.mark.parametrize("form", ["ply", "off", "stl", "glb", "gltf"])
def test_too_many_triangles_are_refused_by_the_header_before_anything_is_parsed(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for reader in ("_read_parts", "read_off"):
        monkeypatch.delattr(mesh_file, reader)
    words = refusal(claim(tmp_path, form))
    assert words.startswith("expected at most 4,000,000 triangles, got 4,000,00")
    assert words.endswith("max_triangles raises the limit")


def test_too_many_faces_of_text_are_counted_before_they_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    obj = write_tetrahedron(tmp_path, "obj")
    stl = write_tetrahedron(tmp_path, "stl text")
    for file in (obj, stl):
        assert len(load_mesh(file, max_triangles=4).triangles) == 4
    monkeypatch.delattr(mesh_file, "read_obj")
    monkeypatch.delattr(mesh_file, "_read_parts")
    for file in (obj, stl):
        assert refusal(file, max_triangles=3).startswith("expected at most 3 triangles, got 4")


@pytest.mark.parametrize("form", ["obj", "off", "ply"])
def test_polygons_count_as_their_triangles(tmp_path: Path, form: str) -> None:
    points = [[math.cos(i), math.sin(i), 0.0] for i in range(6)]
    file = write_tetrahedron(tmp_path, "ply" if form == "ply" else "obj", points, [])
    match form:
        case "obj":
            file.write_text(file.read_text() + "\nf 1 2 3 4 5 6\n")
        case "off":
            file = tmp_path / "p.off"
            file.write_text("OFF 6 1 0\n" + "".join(f"{x} {y} 0\n" for x, y, _ in points) + "6 0 1 2 3 4 5\n")
        case _:
            file = write_tetrahedron(tmp_path, "ply", points, [[0, 1, 2, 3, 4, 5]])
    assert len(load_mesh(file, max_triangles=4).triangles) == 4
    assert "at most 3 triangles, got 4" in refusal(file, max_triangles=3)


BROKEN_SCENES: list[tuple[dict[str, Any], str]] = [
    ({"nodes": [{"mesh": 3}]}, "nodes[0].mesh: expected a whole number from 0 to 0, got 3"),
    ({"nodes": [{"children": [0]}], "scenes": [{"nodes": [0]}]}, "nodes[0]: expected a tree of nodes"),
    ({"nodes": [{"mesh": 0, "scale": [1, 1]}]}, "nodes[0].scale: expected three numbers"),
    ({"nodes": [{"mesh": 0, "scale": [1e200, 1, 1]}]}, "nodes[0]: expected a placement within 1e+30"),
    ({"nodes": [{"mesh": 0, "rotation": [0, 0, 0, 0]}]}, "nodes[0].rotation: expected a quaternion"),
    ({"asset": {"version": "1.0"}}, 'asset.version: expected "2.0"'),
    ({"extensionsRequired": ["KHR_draco_mesh_compression"]}, "extensionsRequired[0]: expected no extension that packs"),
    ({"accessors": []}, "meshes[0].primitives[0].attributes.POSITION: expected a whole number"),
    ({"accessors": [{"count": 4}]}, "accessors[0]: expected plain numbers in a bufferView"),
    ({"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 6}]}]}, "meshes[0].primitives[0].mode: exp"),
    ({"buffers": [{"byteLength": 4, "uri": "gone.bin"}]}, "buffers[0].uri: expected a file beside this one"),
    ({"bufferViews": [{"buffer": 0, "byteLength": 9999}] * 2}, "not a readable GLB file, or cut off"),
]


@pytest.mark.parametrize(("changes", "message"), BROKEN_SCENES)
def test_a_broken_scene_is_named_with_its_place(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    options = {"meshes": [TRIANGLE_MESH], "nodes": [{"mesh": 0}], **changes}
    assert refusal(write_gltf(tmp_path / "broken.glb", **options)).startswith(message)


def test_glb_containers_of_another_version_or_order_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.glb"
    whole = pack_glb({"asset": {"version": "2.0"}}, b"")
    for changed in (whole[:4] + b"\1" + whole[5:], whole[:16] + b"BIN\0" + whole[20:], whole[:12], whole[:6]):
        file.write_bytes(changed)
        refusal(file)


def test_a_unit_out_of_range_is_refused() -> None:
    for unit in (0.0, -1.0, math.nan, 1e300):
        with pytest.raises(InputError, match="unit: expected metres"):
            FileFrame(unit=unit)


def write_scenario(folder: Path, body: dict[str, Any]) -> Path:
    capsule = {"radius": 0.3, "height": 1, "feet": [0, 0, 0]}
    scenario = {"format": "sweepscope.scenario", "version": 1, "capsule": capsule, "level": [{"shape": "mesh", **body}]}
    file = folder / "s.scenario.json"
    file.write_text(json.dumps(scenario))
    return file


def test_a_level_loads_without_its_unusable_triangles(tmp_path: Path) -> None:
    write_tetrahedron(tmp_path, "obj", [*POINTS, [math.nan, 0, 0]], [FACES[0], [0, 1, 4], *FACES[1:]])
    shape = load_scenario(write_scenario(tmp_path, {"file": "mesh.obj"})).level.bodies[0].shape
    assert isinstance(shape, Mesh)
    assert shape.usable is not None
    assert shape.usable.tolist() == [True, False, True, True, True]


def test_a_scenario_sets_the_limit_of_its_mesh(tmp_path: Path) -> None:
    write_tetrahedron(tmp_path, "off")
    with pytest.raises(InputError, match=r"level\[0\].file: .*expected at most 3 triangles, got 4"):
        load_scenario(write_scenario(tmp_path, {"file": "mesh.off", "max_triangles": 3}))
    load_scenario(write_scenario(tmp_path, {"file": "mesh.off", "max_triangles": 4}))


def test_a_mesh_in_the_scenario_itself_is_examined_too(tmp_path: Path) -> None:
    body = {"vertices": [*POINTS, [1e30, 0, 0]], "triangles": [*FACES, [0, 1, 4], [0, 1, 1]]}
    shape = load_scenario(write_scenario(tmp_path, body)).level.bodies[0].shape
    assert isinstance(shape, Mesh)
    assert shape.faults is not None
    assert shape.faults.tolist() == [0, 0, 0, 0, Fault.TOO_FAR, Fault.DEGENERATE]
    body["triangles"] = [[0, 1, 1]]
    with pytest.raises(InputError, match=r"level\[0\].triangles: expected a usable triangle"):
        load_scenario(write_scenario(tmp_path, body))


@given(st.sampled_from(WRITERS), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_whatever_bytes_are_damaged_a_file_is_read_or_refused_in_one_line(
    form: str, damage: list[tuple[float, int]]
) -> None:
    with TemporaryDirectory() as folder:
        file = write_tetrahedron(Path(folder), form)
        data = bytearray(file.read_bytes())
        for share, value in damage:
            data[int(share * (len(data) - 1))] = value
        file.write_bytes(data)
        try:
            assert len(load_mesh(file, max_triangles=1000).triangles) > 0
        except InputError as error:
            words = str(error)
        else:
            return
        assert words.startswith(f"{file}: ")
        assert len(words.splitlines()) == 1

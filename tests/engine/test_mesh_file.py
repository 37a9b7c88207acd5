"""Mesh files keep their triangles' order, and come out in metres with faces outward."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from engine.errors import InputError
from engine.files.mesh_file import FileFrame, load_mesh
from engine.files.trace_file import load_trace
from engine.shapes import Mesh

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def volume_of(mesh: Mesh) -> float:
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def write_obj(folder: Path, text: str) -> Path:
    file = folder / "mesh.obj"
    file.write_text(text)
    return file


@pytest.mark.parametrize("name", ["L1_nav_slide", "L2_undulating_slide_steep"])
def test_the_triangles_that_physx_hit_fit_their_recorded_points(physx_traces: Path, name: str) -> None:
    """Face contacts lie in the plane of the triangle that is named, and their normal is its normal."""
    trace = load_trace(physx_traces / f"{name}.trace.json.gz")
    assert trace.scenario is not None
    body = trace.scenario.level.bodies[0]
    assert isinstance(body.shape, Mesh)
    placement = body.world_from_local(0)
    vertices = body.shape.vertices @ placement[:3, :3].T + placement[:3, 3]
    steps = trace.iterations[trace.iterations["hit"] & (trace.iterations["distance"] > 0)]
    assert steps["triangle"].min() >= 0
    assert steps["triangle"].max() < len(body.shape.triangles)
    a, b, c = vertices[body.shape.triangles[steps["triangle"]]].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    off_plane = np.abs(np.einsum("ij,ij->i", steps["point"] - a, normals))
    assert off_plane.max() < 1e-4
    assert len(steps) > 1000
    on_face = np.einsum("ij,ij->i", steps["normal"], normals) > 0.9999
    assert on_face.mean() > 0.9


def test_polygons_become_fans_in_file_order_whatever_their_material(tmp_path: Path) -> None:
    text = "".join(f"v {i} {i * i} 0\n" for i in range(6))
    text += "usemtl a\nf 1 2 3 4\nusemtl b\nf 2/1 3/2/5 4//7\nusemtl a\nf 1 2 3 4 5 # a pentagon\nf -1 -2 \\\n-3\n"
    mesh = load_mesh(write_obj(tmp_path, text))
    assert mesh.triangles.tolist() == [
        *([0, 1, 2], [0, 2, 3]),
        [1, 2, 3],
        *([0, 1, 2], [0, 2, 3], [0, 3, 4]),
        [5, 4, 3],
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("v 0 0 0\nv 1 x 0\n", "line 2: expected three numbers after v, got 'v 1 x 0'"),
        ("v 0 0\n", "line 1: expected three numbers after v"),
        ("v 0 0 0\nf 1 2\n", "line 2: expected a face of at least three corners, got 2"),
        ("v 0 0 0\nf 1 1 0\n", "line 2: expected corners counted from 1"),
        ("v 0 0 0\nf 1 1 2\n", "expected a usable triangle, got none of 1: 1 with a corner that names no vertex"),
        ("v 0 0 0\nf 1 1 99999999999\n", "line 2: expected corners counted from 1"),
        ("v 0 0 0\n", "expected faces (lines that begin with f), got a text without any"),
        ("v 0 0 nan\nf 1 1 1\n", "expected a usable triangle, got none of 1: 1 with a corner that is not a finite"),
    ],
)
def test_a_broken_obj_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    file = write_obj(tmp_path, text)
    with pytest.raises(InputError) as caught:
        load_mesh(file)
    assert str(caught.value).startswith(f"{file}: {message}")


def test_units_become_metres(tmp_path: Path) -> None:
    mesh = load_mesh(write_obj(tmp_path, TETRAHEDRON), FileFrame(unit=0.01))
    assert mesh.vertices.max() == pytest.approx(0.03)


def test_the_files_up_turns_to_the_scenarios(tmp_path: Path) -> None:
    mesh = load_mesh(write_obj(tmp_path, TETRAHEDRON), FileFrame(up="z"))
    assert mesh.vertices[3] == pytest.approx([0, 3, 0], abs=1e-12)
    assert mesh.vertices[2] == pytest.approx([0, 0, -2], abs=1e-12)
    assert volume_of(mesh) == pytest.approx(1.0)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_mirroring_keeps_faces_outward(tmp_path: Path, axis: str) -> None:
    mesh = load_mesh(write_obj(tmp_path, TETRAHEDRON), FileFrame(mirror=axis))
    assert volume_of(mesh) == pytest.approx(1.0)
    assert mesh.vertices[:, "xyz".index(axis)].min() < 0


def test_ply_off_and_stl_are_read(tmp_path: Path) -> None:
    ply = tmp_path / "m.ply"
    ply.write_text(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
    )
    off = tmp_path / "m.off"
    off.write_text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
    stl = tmp_path / "m.stl"
    triangle = struct.pack("<12fH", 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
    stl.write_bytes(bytes(80) + struct.pack("<I", 1) + triangle)
    for file in (ply, off, stl):
        mesh = load_mesh(file)
        assert mesh.vertices[mesh.triangles[0]].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]], file.name


def test_a_glb_puts_each_mesh_where_its_scene_does(tmp_path: Path) -> None:
    import trimesh

    scene = trimesh.Scene()
    moved = np.eye(4)
    moved[:3, 3] = (10, 0, 0)
    mirrored = np.diag([-1.0, 1.0, 1.0, 1.0])
    box = trimesh.creation.box(extents=(1, 1, 1))
    scene.add_geometry(box, node_name="right", transform=moved)
    scene.add_geometry(box.copy(), node_name="flipped", transform=mirrored)
    file = tmp_path / "scene.glb"
    file.write_bytes(scene.export(file_type="glb"))
    mesh = load_mesh(file)
    assert len(mesh.triangles) == 24
    assert mesh.vertices[:, 0].min() == pytest.approx(-0.5)
    assert mesh.vertices[:, 0].max() == pytest.approx(10.5)
    assert volume_of(mesh) == pytest.approx(2.0)


@pytest.mark.parametrize("suffix", [".glb", ".gltf", ".ply", ".stl", ".off"])
def test_rubbish_under_a_mesh_suffix_is_refused_by_name(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"bad{suffix}"
    file.write_bytes(b"\x00\x01rubbish" * 20)
    with pytest.raises(InputError) as caught:
        load_mesh(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert len(str(caught.value).splitlines()) == 1


def test_an_unknown_suffix_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected a mesh file \(.obj, .glb, .gltf, .ply, .stl, .off\), got .fbx"):
        load_mesh(tmp_path / "a.fbx")
    with pytest.raises(InputError, match="no such file"):
        load_mesh(tmp_path / "a.glb")

"""The health report names every planted fault by its number, and finds nothing in a healthy mesh."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.mesh_faults import Fault, describe_faults, find_faults
from engine.mesh_findings import WORDS, FindingKind, Severity
from engine.mesh_health import SLIVER_RATIO, MeshHealth, examine_mesh
from engine.shapes import Box, Mesh, Sphere, surface_of
from engine.transforms import FloatArray, IndexArray, matrix_from_quaternion

Arrays = tuple[FloatArray, IndexArray]

SQUARE = np.array([[0.0, 0, 0], [2, 0, 0], [2, 0, 2], [0, 0, 2]])
QUAD = [[0, 2, 1], [0, 3, 2]]


def examine(vertices: object, triangles: object) -> MeshHealth:
    return examine_mesh(np.array(vertices, dtype=np.float64), np.array(triangles, dtype=np.int64).reshape(-1, 3))


def found(health: MeshHealth) -> dict[FindingKind, list[int]]:
    return {finding.kind: finding.triangles.tolist() for finding in health.findings}


def grid(size: int) -> Arrays:
    """A wavy floor of 2 × size × size triangles, half a metre wide each."""
    x, z = np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0), indexing="ij")
    vertices = np.stack([0.5 * x, np.sin(0.3 * x) * np.cos(0.2 * z), 0.5 * z], axis=-1).reshape(-1, 3)
    corner = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).ravel()
    one = np.stack([corner, corner + 1, corner + size + 1], axis=1)
    other = np.stack([corner + 1, corner + size + 2, corner + size + 1], axis=1)
    return vertices, np.stack([one, other], axis=1).reshape(-1, 3).astype(np.int32)


def split(vertices: FloatArray, triangles: IndexArray) -> Arrays:
    """Give each triangle corners of its own, as an STL file does."""
    return vertices[triangles].reshape(-1, 3), np.arange(triangles.size, dtype=np.int32).reshape(-1, 3)


def sphere() -> Arrays:
    vertices, triangles = surface_of(Sphere(1.0))
    return vertices.copy(), triangles.copy()


@st.composite
def placements(draw: st.DrawFn) -> FloatArray:
    """Rotations with a scale, and a place up to a kilometre away."""
    part = st.floats(-1, 1)
    quaternion = draw(st.tuples(part, part, part, st.floats(0.1, 1)))
    matrix = np.eye(4)
    matrix[:3, :3] = matrix_from_quaternion(quaternion) * draw(st.floats(0.5, 50))
    matrix[:3, 3] = draw(st.tuples(*[st.floats(-1000, 1000)] * 3))
    return matrix


@given(placements(), st.sampled_from([Box((1, 2, 0.5)), Sphere(1.0)]), st.booleans())
def test_a_closed_body_has_no_findings_wherever_it_stands(
    placement: FloatArray, shape: Box | Sphere, separate: bool
) -> None:
    vertices, triangles = surface_of(shape)
    vertices = vertices @ placement[:3, :3].T + placement[:3, 3]
    if separate:
        vertices, triangles = split(vertices, triangles)
    health = examine_mesh(vertices, triangles)
    assert found(health) == {}
    assert (health.severity, health.is_sound) == (None, True)
    assert health.triangle_count == len(triangles)
    assert health.low == pytest.approx(vertices.min(axis=0))


@given(placements(), st.integers(0, 10**6))
def test_corners_that_differ_by_noise_are_one(placement: FloatArray, seed: int) -> None:
    vertices, triangles = surface_of(Box((1, 1, 1)))
    vertices = vertices[triangles].reshape(-1, 3) @ placement[:3, :3].T + placement[:3, 3]
    vertices += np.random.default_rng(seed).uniform(-1e-10, 1e-10, vertices.shape)
    assert found(examine_mesh(vertices, np.arange(len(vertices)).reshape(-1, 3))) == {}


def test_a_floor_has_open_edges_at_its_rim_only() -> None:
    health = examine_mesh(*grid(5))
    assert list(found(health)) == [FindingKind.OPEN_EDGE]
    finding = health.findings[0]
    assert (finding.count, finding.severity, health.is_sound) == (20, Severity.NOTABLE, True)
    assert finding.sentence == "20 edges have one triangle only."
    assert {tuple(sorted(edge)) for edge in finding.edges.tolist()} >= {(0, 1), (34, 35)}


@given(st.sets(st.integers(0, 527), min_size=1, max_size=6), st.integers(0, 2))
def test_turned_triangles_are_named_and_not_their_neighbours(turned: set[int], rotation: int) -> None:
    vertices, triangles = sphere()
    assert len(triangles) == 528
    rows = sorted(turned)
    triangles[rows] = np.roll(triangles[rows][:, ::-1], rotation, axis=1)
    health = examine_mesh(vertices, triangles)
    assert found(health) == {FindingKind.WINDING: rows}
    assert health.severity == Severity.HARMFUL
    assert not health.is_sound


def test_a_twisted_band_names_the_triangles_at_its_seam() -> None:
    steps = np.arange(12)
    angle = steps * (2 * math.pi / 12)
    tilt = 0.5 * angle
    way = np.stack([np.cos(angle), np.zeros(12), np.sin(angle)], axis=1)
    across = 0.3 * (way * np.cos(tilt)[:, None] + np.array([0.0, 1, 0]) * np.sin(tilt)[:, None])
    vertices = np.concatenate([3 * way + across, 3 * way - across])
    triangles = []
    for i in range(12):
        j = (i + 1) % 12
        a, b, c, d = (i, i + 12, j, j + 12) if j else (i, i + 12, j + 12, j)
        triangles += [[a, b, c], [c, b, d]]
    health = examine(vertices, triangles)
    winding = health.find(FindingKind.WINDING)
    assert winding is not None
    assert winding.triangles.tolist() == [0, 23]
    assert winding.edges.tolist() in ([[0, 12]], [[12, 0]])


@given(st.integers(0, 527), st.integers(0, 2), st.booleans())
def test_a_copy_is_found_whatever_corner_it_begins_with(number: int, rotation: int, turn: bool) -> None:
    vertices, triangles = sphere()
    copy = np.roll(triangles[number], rotation)
    extended = np.concatenate([triangles, [copy[::-1] if turn else copy]])
    kind = FindingKind.BACK_TO_BACK if turn else FindingKind.DUPLICATE
    assert found(examine_mesh(vertices, extended)) == {kind: [528]}


def test_copies_of_copies_are_each_named() -> None:
    health = examine(SQUARE, [*QUAD, [2, 1, 0], [1, 2, 0], [0, 3, 2]])
    assert found(health)[FindingKind.DUPLICATE] == [2, 4]
    assert found(health)[FindingKind.BACK_TO_BACK] == [3]


def test_an_edge_of_three_triangles_is_no_edge_of_a_solid() -> None:
    vertices = [*SQUARE.tolist(), [1, 1, 1]]
    health = examine(vertices, [*QUAD, [0, 2, 4]])
    finding = health.find(FindingKind.CROWDED_EDGE)
    assert finding is not None
    assert (finding.triangles.tolist(), finding.count) == ([0, 1, 2], 1)
    assert sorted(finding.edges[0].tolist()) == [0, 2]


def test_a_vertex_inside_an_edge_is_a_t_junction_and_one_beside_it_is_not() -> None:
    """A large triangle on one side of x = 0 … 2, two small ones that meet in the middle on the other."""
    vertices: list[list[float]] = [[0, 0, 0], [2, 0, 0], [1, 0, 2], [1, 0, 0], [0.5, 0, -1], [1.5, 0, -1]]
    triangles = [[0, 2, 1], [0, 3, 4], [3, 1, 5]]
    finding = examine(vertices, triangles).find(FindingKind.T_JUNCTION)
    assert finding is not None
    assert (finding.triangles.tolist(), finding.vertices.tolist(), finding.count) == ([0], [3], 1)
    assert sorted(finding.edges[0].tolist()) == [0, 1]
    for shift in (1e-6, 1e-3):
        vertices[3][2] = shift
        assert (examine(vertices, triangles).find(FindingKind.T_JUNCTION) is not None) == (shift < 1e-5)


@given(st.integers(0, 10**6), placements())
def test_every_t_junction_of_split_edges_is_found(seed: int, placement: FloatArray) -> None:
    """Strips of floor side by side, each cut at places of its own along the common line."""
    random = np.random.default_rng(seed)
    cuts = np.sort(random.choice(np.arange(1, 64), 9, replace=False)) / 64.0
    inner, outer = cuts[:5].tolist(), cuts[5:].tolist()
    vertices: list[list[float]] = []
    triangles: list[list[int]] = []
    for side, places in ((1.0, [0.0, *inner, 1.0]), (-1.0, [0.0, *outer, 1.0])):
        first = len(vertices)
        vertices += [[place, 0.0, 0.0] for place in places] + [[0.5, 0.0, side]]
        triangles += [[first + i, first + i + 1, first + len(places)][:: int(side)] for i in range(len(places) - 1)]
    moved = np.array(vertices) @ placement[:3, :3].T + placement[:3, 3]
    finding = examine(moved, triangles).find(FindingKind.T_JUNCTION)
    assert finding is not None
    assert sorted(np.array(vertices)[finding.vertices][:, 0].tolist()) == cuts.tolist()


def test_a_crate_that_touches_an_inner_edge_of_the_floor_is_no_t_junction() -> None:
    vertices = [*SQUARE.tolist(), [1, 0, 1], [1.2, 1, 1], [1, 1, 1.2]]
    assert FindingKind.T_JUNCTION not in found(examine(vertices, [*QUAD, [4, 5, 6]]))


@pytest.mark.parametrize(("height", "is_sliver"), [(0.9e-3, True), (1.1e-3, False)])
def test_a_sliver_is_lower_than_a_thousandth_of_its_length(height: float, is_sliver: bool) -> None:
    assert SLIVER_RATIO == 1e-3
    health = examine([[0, 0, 0], [4, 0, 0], [1, 4 * height, 0]], [[0, 1, 2]])
    assert (found(health).get(FindingKind.SLIVER) == [0]) == is_sliver


NAN, INF = math.nan, math.inf
UNUSABLE = [
    ([[0, 0, 0], [1, 0, 0], [NAN, 1, 0]], [0, 1, 2], Fault.NOT_FINITE),
    ([[0, 0, 0], [1, 0, 0], [0, -INF, 0]], [0, 1, 2], Fault.NOT_FINITE),
    ([[0, 0, 0], [1, 0, 0], [0, 1e30, 0]], [0, 1, 2], Fault.TOO_FAR),
    ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 3], Fault.OUT_OF_RANGE),
    ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, -1], Fault.OUT_OF_RANGE),
    ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2**40], Fault.OUT_OF_RANGE),
    ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 1], Fault.DEGENERATE),
    ([[0.1, 0.1, 0.1], [0.2, 0.2, 0.2], [0.3, 0.3, 0.3]], [0, 1, 2], Fault.DEGENERATE),
    ([[0, 0, 0], [0.1, 0.2, 0.7], [0.3, 0.6, 2.1]], [0, 1, 2], Fault.DEGENERATE),
    ([[100.1, 7.3, 1000.7], [100.2, 7.6, 1001.4], [100.4, 8.2, 1002.8]], [0, 1, 2], Fault.DEGENERATE),
]


@pytest.mark.parametrize(("vertices", "triangle", "fault"), UNUSABLE)
def test_an_unusable_triangle_is_left_out_and_keeps_its_number(
    vertices: list[list[float]], triangle: list[int], fault: Fault
) -> None:
    points = np.array([*vertices, *SQUARE.tolist()])
    triangles = np.array([[3, 5, 4], triangle, [3, 6, 5]], dtype=np.int64)
    if triangle[2] == 3:
        triangles[1, 2] = len(points)
    mesh = Mesh.from_raw(points, triangles)
    assert mesh.faults is not None
    assert mesh.usable is not None
    assert mesh.faults.tolist() == [Fault.NONE, fault, Fault.NONE]
    assert mesh.usable.tolist() == [True, False, True]
    assert mesh.triangles[[0, 2]].tolist() == [[3, 5, 4], [3, 6, 5]]
    assert np.isfinite(mesh.vertices).all()
    a, b, c = mesh.vertices[mesh.triangles[1]]
    assert np.linalg.norm(np.cross(b - a, c - a)) == pytest.approx(0, abs=1e-12)
    raw, loaded = examine_mesh(points, triangles), examine_mesh(mesh.vertices, mesh.triangles, mesh.faults)
    assert found(raw) == found(loaded)
    assert raw.findings[0].severity == Severity.UNUSABLE
    assert (raw.findings[0].triangles.tolist(), raw.unusable_count) == ([1], 1)


def test_a_sound_mesh_carries_no_faults_and_a_stray_vertex_does_no_harm() -> None:
    points = np.array([*SQUARE.tolist(), [NAN, 0, 0]])
    mesh = Mesh.from_raw(points, np.array(QUAD))
    assert (mesh.faults, mesh.usable) == (None, None)
    assert mesh.vertices.max() == 2
    assert found(examine_mesh(points, np.array(QUAD))).keys() == {FindingKind.OPEN_EDGE}


def test_a_mesh_without_a_usable_triangle_is_refused_with_the_reasons() -> None:
    with pytest.raises(InputError, match=r"expected a usable triangle, got none of 2: 1 with a corner that names no"):
        Mesh.from_raw(np.array([[0.0, 0, 0], [1, 0, 0]]), np.array([[0, 1, 2], [0, 1, 1]]))
    health = examine([[0, 0, 0], [1, 0, 0]], [[0, 1, 2], [0, 1, 1]])
    assert (len(health.findings), health.unusable_count) == (2, 2)


def test_the_words_tell_how_many_and_why() -> None:
    faults = np.array([0, 4, 4, 1, 0], dtype=np.uint8)
    assert describe_faults(faults) == (
        "3 of 5 triangles are unusable: 1 with a corner that names no vertex, 2 without area"
    )
    assert find_faults(SQUARE, np.array(QUAD)).tolist() == [0, 0]
    assert set(WORDS) == set(FindingKind)
    for words in WORDS.values():
        assert words.effect.endswith(".")
    health = examine([*SQUARE.tolist(), [NAN, 0, 0]], [*QUAD, [0, 1, 4]])
    assert health.findings[0].sentence == "1 triangle has a corner that is NaN or infinite."
    assert health.summary == "Unusable: 1 × not finite; notable: 4 × open edge."


@pytest.mark.slow
@pytest.mark.parametrize("separate", [False, True])
def test_a_million_triangles_take_seconds(separate: bool) -> None:
    vertices, triangles = grid(708)
    triangles[1000] = triangles[1000, ::-1]
    if separate:
        vertices, triangles = split(vertices, triangles)
    start = time.perf_counter()
    health = examine_mesh(vertices, triangles)
    assert time.perf_counter() - start < 10  # five are meant; half of it on two cores that have nothing else to do
    assert found(health)[FindingKind.WINDING] == [1000]

"""Sweep, overlap and closest on whole levels: exact, order-free, filtered, and defined at the odd ends."""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from engine import Capsule, InputError, Level, closest, overlap, sweep, sweep_many
from engine.constants import FEATURE_EDGE_0, FEATURE_VERTEX_0
from engine.hits import Feature, Region, read_feature
from engine.level import Body
from engine.shapes import Box, CapsuleShape, Convex, Mesh, Shape, Sphere
from tests.engine.query_worlds import (
    FRAMES,
    corners_of,
    make_capsule,
    make_level,
    make_vector,
    overlap_triangle,
    sweep_slowly,
)

SEEDS = st.integers(0, 2**32 - 1)
FLOOR = Body("floor", Box((10.0, 0.5, 10.0)), position=(0.0, -0.5, 0.0))
STANDING = Capsule((0.0, 3.0, 0.0), 0.5, 1.0)
DOWN = (0.0, -1.0, 0.0)
CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)


def sheet(two_sided: bool = False) -> Body:
    """One large triangle at height 0, seen from above."""
    corners = np.array([[-20.0, 0.0, 20.0], [20.0, 0.0, 20.0], [0.0, 0.0, -20.0]])
    return Body("sheet", Mesh(corners, np.array([[0, 1, 2]])), two_sided=two_sided)


@given(SEEDS, st.integers(1, 8))
@hypothesis_settings(max_examples=80)
def test_a_sweep_finds_what_a_look_at_every_shape_finds(seed: int, bodies: int) -> None:
    chance = np.random.default_rng(seed)
    level = make_level(chance, bodies)
    frame, mask = int(chance.integers(FRAMES)), int(chance.integers(1, 8))
    capsule, direction = make_capsule(chance), make_vector(chance.normal(size=3))
    unit = make_vector(np.array(direction) / np.linalg.norm(direction))
    distance = float(chance.uniform(0.0, 6.0))
    expected = sweep_slowly(level, capsule, unit, distance, mask, frame)
    hit = sweep(level, capsule, direction, distance, mask=mask, frame=frame)
    assert (hit.distance if hit else math.inf) == pytest.approx(expected, abs=1e-9)
    if hit:
        assert level.bodies[hit.body].mask & mask
        assert hit.time == pytest.approx(hit.distance / distance)


def shuffle_level(level: Level, chance: np.random.Generator) -> Level:
    """The same bodies in another order, and the triangles of meshes too."""
    bodies = []
    for i in chance.permutation(len(level.bodies)):
        body = level.bodies[i]
        if isinstance(body.shape, Mesh):
            # A copy, not another Body: that would normalise the rotation once more, and change its last bits.
            triangles = body.shape.triangles[chance.permutation(len(body.shape.triangles))]
            vertices, body = body.shape.vertices, copy.copy(body)
            vars(body).pop("_surface", None)
            object.__setattr__(body, "shape", Mesh(vertices, triangles))
        bodies.append(body)
    return Level(tuple(bodies))


@given(SEEDS)
@hypothesis_settings(max_examples=40)
def test_the_order_of_bodies_and_triangles_plays_no_part(seed: int) -> None:
    chance = np.random.default_rng(seed)
    level = make_level(chance, 5)
    capsule, direction = make_capsule(chance), make_vector(chance.normal(size=3))
    shuffled = shuffle_level(level, chance)
    one, two = sweep(level, capsule, direction, 6.0), sweep(shuffled, capsule, direction, 6.0)
    assert (one is None) == (two is None)
    if one and two:
        assert one.distance == two.distance
        if one.distance > 0:
            # Triangles with a common corner tie, and then it is the number that decides between equal answers.
            assert one.body_id == two.body_id
            assert one.normal == pytest.approx(two.normal, abs=1e-9)
            assert one.point == pytest.approx(two.point, abs=1e-9)


def test_equal_hits_go_to_the_first_body_and_then_to_the_first_triangle() -> None:
    twice = Mesh(sheet().shape.vertices, np.array([[1, 2, 0], [1, 2, 0]]))  # type: ignore[union-attr]
    level = Level((Body("b", twice), Body("a", twice)))
    hit = sweep(level, STANDING, DOWN, 9.0)
    assert hit is not None
    assert (hit.body, hit.triangle, hit.distance) == (0, 0, 2.0)


@pytest.mark.parametrize(
    ("body", "distance"),
    [
        (FLOOR, 2.0),
        (sheet(), 2.0),
        (Body("ball", Sphere(0.25), scale=(2.0, 2.0, 2.0)), 1.5),
        (Body("log", CapsuleShape(0.5, 2.0), rotation=(0.0, 0.0, 1.0, 1.0)), 1.5),
        (Body("hull", Convex(CUBE), scale=(1.0, 0.5, 1.0)), 1.5),
    ],
)
def test_a_capsule_falls_on_every_kind_of_shape(body: Body, distance: float) -> None:
    hit = sweep(Level((body,)), STANDING, (0, -7.5, 0), 5.0)
    assert hit is not None
    assert hit.distance == pytest.approx(distance, abs=1e-12)
    assert hit.time == pytest.approx(distance / 5.0)
    assert hit.normal == pytest.approx((0.0, 1.0, 0.0), abs=1e-9)
    assert hit.point == pytest.approx((0.0, 3.0 - 1.0 - distance, 0.0), abs=1e-6)
    assert (hit.region, hit.depth, hit.body_id) == (Region.BOTTOM, 0.0, body.id)
    assert sweep(Level((body,)), STANDING, DOWN, distance - 1e-9) is None


def test_regions_and_features_are_told() -> None:
    wall = Body("wall", Box((0.5, 9.0, 9.0)), position=(3.0, 0.0, 0.0))
    level = Level((FLOOR, wall))
    side = sweep(level, Capsule((0.0, 1.5, 0.0), 0.5, 1.0), (1, 0, 0), 9.0)
    assert side is not None
    assert (side.region, side.feature, side.distance) == (Region.SIDE, Feature.FACE, 2.0)
    head = sweep(Level((Body("roof", Box((1.0, 1.0, 1.0)), position=(0.0, 9.0, 0.0)),)), STANDING, (0, 1, 0), 9.0)
    assert head is not None
    assert head.region == Region.TOP
    ball = sweep(level, Capsule((0.0, 1.5, 0.0), 0.5, 0.0), (1, 0, 0), 9.0)
    assert ball is not None
    assert ball.region == Region.SPHERE
    lip = sweep(Level((FLOOR,)), Capsule((10.3, 3.0, 0.0), 0.5, 1.0), DOWN, 9.0)
    assert lip is not None
    assert lip.feature is Feature.EDGE
    assert lip.distance == pytest.approx(2.5 - 0.4)
    assert read_feature(FEATURE_EDGE_0 + 2) == (Feature.EDGE, 2)
    assert read_feature(FEATURE_VERTEX_0 + 1) == (Feature.VERTEX, 1)


@pytest.mark.parametrize("direction", [DOWN, (0, 1, 0), (1, 0, 0)])
@pytest.mark.parametrize("shape", [Box((2.0, 2.0, 2.0)), Convex(2.0 * CUBE), Sphere(2.0)])
def test_inside_of_a_closed_body_the_distance_is_zero_with_depth_and_way_out(shape: Shape, direction: Any) -> None:
    capsule = Capsule((0.0, 1.5, 0.0), 0.25, 0.5)
    hit = sweep(Level((Body("solid", shape),)), capsule, direction, 5.0)
    assert hit is not None
    assert (hit.distance, hit.time) == (0.0, 0.0)
    # The lowest point of the capsule, at 1.0, must come up to 2.0; out of the sphere, from its centre.
    pushed = capsule.moved_to(
        tuple(c + (hit.depth + 1e-9) * w for c, w in zip(capsule.center, hit.way_out, strict=True))
    )
    assert overlap(Level((Body("solid", shape),)), pushed) == []
    if not isinstance(shape, Sphere):
        assert hit.depth == pytest.approx(1.0)
        assert hit.way_out == pytest.approx((0.0, 1.0, 0.0))


def test_a_mesh_stops_from_its_front_only_unless_it_has_two_sides() -> None:
    below = Capsule((0.0, -3.0, 0.0), 0.5, 1.0)
    assert sweep(Level((sheet(),)), below, (0, 1, 0), 9.0) is None
    hit = sweep(Level((sheet(two_sided=True),)), below, (0, 1, 0), 9.0)
    assert hit is not None
    assert hit.distance == pytest.approx(2.0)
    assert hit.normal == pytest.approx((0.0, -1.0, 0.0))


def test_who_touches_and_moves_away_is_free() -> None:
    for body in (FLOOR, Body("ball", Sphere(1.0), position=(0.0, -1.0, 0.0))):
        resting = Capsule((0.0, 1.0, 0.0), 0.5, 1.0)
        assert sweep(Level((body,)), resting, (0, 1, 0), 5.0) is None
        stopped = sweep(Level((body,)), resting, DOWN, 5.0)
        assert stopped is not None
        assert stopped.distance == pytest.approx(0.0, abs=1e-12)


def test_triangles_parallel_to_the_move_can_be_passed_over() -> None:
    """000 4.2.1: as the document has it, a capsule that slides low into the edge of a sheet goes through."""
    low = Capsule((0.0, 0.3, 30.0), 0.5, 0.0)
    assert sweep(Level((sheet(),)), low, (0, 0, -1), 20.0) is not None
    assert sweep(Level((sheet(),)), low, (0, 0, -1), 20.0, parallel=False) is None


def test_masks_choose_bodies_in_every_query() -> None:
    level = Level((Body("one", Box((1.0, 1.0, 1.0)), mask=1), Body("two", Box((1.0, 0.5, 1.0)), mask=2)))
    for mask, expected in ((1, "one"), (2, "two"), (3, "one")):
        for selection in ("closest", "physx"):
            hit = sweep(level, STANDING, DOWN, 9.0, mask=mask, selection=selection)
            assert hit is not None
            assert hit.body_id == expected
        near = closest(level, STANDING, mask=mask)
        assert near is not None
        assert near.body_id == expected
    inside = Capsule((0.0, 0.0, 0.0), 0.1, 0.1)
    assert [each.body_id for each in overlap(level, inside, mask=2)] == ["two"]
    assert [each.body_id for each in overlap(level, inside)] == ["one", "two"]
    assert sweep(level, STANDING, DOWN, 9.0, mask=4) is None
    assert closest(level, STANDING, mask=4) is None


def test_the_vertical_window_loses_what_lies_below_it() -> None:
    """000 3.3: a fall looks only as deep as the step-down height, a level sweep only as deep as the capsule."""
    level = Level((sheet(),))
    assert sweep(level, STANDING, DOWN, 9.0, window=2.5) is not None
    assert sweep(level, STANDING, DOWN, 9.0, window=1.5) is None
    slanting = (1.0, -0.4, 0.0)
    assert sweep(level, STANDING, slanting, 9.0) is not None
    assert sweep(level, STANDING, slanting, 9.0, window=9.0) is None


@given(SEEDS)
@hypothesis_settings(max_examples=30)
def test_many_sweeps_at_once_give_the_bits_of_single_ones(seed: int) -> None:
    chance = np.random.default_rng(seed)
    level, capsule = make_level(chance, 4), make_capsule(chance)
    centers, directions = chance.uniform(-5, 5, (6, 3)), chance.normal(size=(6, 3))
    distances = chance.choice([0.0, 1.0, 7.0], 6)
    for selection in ("closest", "physx"):
        shape: dict[str, Any] = {"radius": capsule.radius, "height": capsule.height, "up": capsule.up}
        rows = sweep_many(level, centers, directions, distances, **shape, selection=selection, frame=1)
        for row, center, direction, distance in zip(rows, centers, directions, distances, strict=True):
            at = Capsule(make_vector(center), **shape)
            hit = sweep(level, at, direction.tolist(), float(distance), selection=selection, frame=1)
            assert bool(row["hit"]) == (hit is not None)
            assert row["distance"] == (hit.distance if hit else math.inf)
            if hit:
                for name in ("time", "region", "body", "triangle", "depth"):
                    assert row[name] == getattr(hit, name), name
                for name in ("normal", "point", "way_out"):
                    assert make_vector(row[name]) == getattr(hit, name), name
                assert read_feature(int(row["feature"])) == (hit.feature, hit.feature_index)


def test_one_direction_and_distance_serve_for_all() -> None:
    rows = sweep_many(Level((FLOOR,)), [[0, 3, 0], [1, 4, 0], [50, 4, 0]], DOWN, 5.0, radius=0.5, height=1.0)
    assert rows["distance"].tolist() == pytest.approx([2.0, 3.0, math.inf])
    assert np.isnan(rows["normal"][2]).all()


def test_no_distance_asks_what_is_touched_at_the_start() -> None:
    level = Level((FLOOR,))
    assert sweep(level, STANDING, DOWN, 0.0) is None
    hit = sweep(level, Capsule((0.0, 0.9, 0.0), 0.5, 1.0), DOWN, 0.0)
    assert hit is not None
    assert (hit.distance, hit.time) == (0.0, 0.0)
    assert hit.depth == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"direction": (0, 0, 0)}, "direction: expected a direction, got a zero vector"),
        ({"direction": (math.nan, 0, 0)}, "direction: expected three finite numbers"),
        ({"direction": (1, 0)}, "direction: expected three finite numbers"),
        ({"distance": math.inf}, "distance: expected metres from 0 to 1e+09, got inf"),
        ({"distance": math.nan}, "distance: expected metres"),
        ({"distance": -1.0}, "distance: expected metres"),
        ({"selection": "first"}, 'selection: expected one of closest, physx, got "first"'),
        ({"window": -1.0}, "window: expected a step-down height >= 0 or None"),
        ({"mask": -1}, "mask: expected a number of 32 bits, got -1"),
        ({"capsule": Capsule((2e9, 0.0, 0.0), 0.5, 1.0)}, "capsule center: expected coordinates within"),
        ({"skip_overlapped": True}, "skip_overlapped: expected with selection physx only"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(changed: dict[str, Any], told: str) -> None:
    asked = {"capsule": STANDING, "direction": DOWN, "distance": 1.0, **changed}
    with pytest.raises(InputError) as caught:
        sweep(Level((FLOOR,)), **asked)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"centers": [[0, 0]]}, "centers: expected numbers (n, 3), got (1, 2)"),
        ({"centers": [[0, 0, 0], [0, math.nan, 0]]}, "centers[1]: expected three finite numbers"),
        ({"directions": [[0, 0, 1], [0, 0, 0]]}, "directions[1]: expected a direction, got a zero vector"),
        ({"distances": [1.0, -1.0]}, "distances[1]: expected metres from 0"),
    ],
)
def test_a_bad_row_of_many_is_named(changed: dict[str, Any], told: str) -> None:
    asked = {
        "centers": [[0, 0, 0], [1, 1, 1]],
        "directions": [[0, 0, 1], [0, 1, 0]],
        "distances": [1.0, 1.0],
        **changed,
    }
    with pytest.raises(InputError) as caught:
        sweep_many(Level((FLOOR,)), **asked, radius=0.5, height=1.0)
    assert told in str(caught.value)


def test_directions_of_any_length_mean_the_same() -> None:
    for size in (1e-300, 1.0, 1e300):
        hit = sweep(Level((FLOOR,)), STANDING, (0.0, -size, 0.0), 5.0)
        assert hit is not None
        assert hit.distance == 2.0


@given(SEEDS)
@hypothesis_settings(max_examples=40)
def test_overlap_and_closest_agree_with_each_other_and_with_every_triangle(seed: int) -> None:
    chance = np.random.default_rng(seed)
    level, capsule = make_level(chance, 4), make_capsule(chance, 3.0)
    near, inside = closest(level, capsule, frame=1), overlap(level, capsule, frame=1)
    assert near is not None
    assert (near.distance < 0) == bool(inside)
    if inside:
        assert near.distance == -max(each.depth for each in inside)
    half = make_vector(0.5 * capsule.height * np.array(capsule.up))
    expected = {}
    for index, body in enumerate(level.bodies):
        if isinstance(body.shape, Mesh):
            for number, corners in enumerate(corners_of(body, 1)):
                a, b, c = (make_vector(corner) for corner in corners)
                depth = overlap_triangle(capsule.center, half, capsule.radius, a, b, c)[0]
                assert near.distance <= -depth + 1e-9
                if depth > 1e-9:
                    expected[index, number] = depth
    found = {(each.body, each.triangle): each.depth for each in inside if each.triangle >= 0 and each.depth > 1e-9}
    assert found == pytest.approx(expected, abs=1e-9)


def test_the_closest_pair_spans_the_gap() -> None:
    near = closest(Level((FLOOR,)), STANDING)
    assert near is not None
    assert (near.distance, near.point_on_capsule, near.normal) == (2.0, (0.0, 2.0, 0.0), (0.0, 1.0, 0.0))
    assert near.point == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)
    assert closest(Level((FLOOR,)), STANDING, max_distance=1.9) is None
    assert closest(Level(()), STANDING) is None
    with pytest.raises(InputError, match="max_distance: expected a number >= 0"):
        closest(Level((FLOOR,)), STANDING, max_distance=math.nan)

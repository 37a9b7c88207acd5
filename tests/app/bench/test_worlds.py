"""The world of the measurements: the same every time, and a trace that a controller could have recorded."""

from __future__ import annotations

import numpy as np
import pytest

from app.bench.terrain import EXTENT_M, Terrain, fit_terrain
from app.bench.worlds import HEIGHT_M, RADIUS_M, WorldSize, make_world
from app.lanes import build_lanes
from engine.trace import AttemptKind, PassKind, Records, Trace

SIZE = WorldSize(triangles=5_000, frames=400)


@pytest.fixture(scope="module")
def world() -> Trace:
    return make_world(SIZE)


def test_the_same_size_gives_the_same_world_bit_for_bit(world: Trace) -> None:
    again = make_world(SIZE)
    for name in ("frames", "attempts", "passes", "iterations"):
        assert getattr(again, name).tobytes() == getattr(world, name).tobytes()
    assert world.scenario is not None
    assert again.scenario is not None
    for one, other in zip(world.scenario.level.bodies, again.scenario.level.bodies, strict=True):
        assert np.array_equal(one.surface()[0], other.surface()[0])


@pytest.mark.parametrize(("triangles", "fitting"), [(1, 2), (2, 2), (3, 8), (5_000, 5_000), (1_000_000, 1_002_528)])
def test_a_terrain_has_at_least_the_triangles_that_were_asked_for(triangles: int, fitting: int) -> None:
    assert fit_terrain(triangles).triangle_count == fitting


def check_slices(parents: Records, child: str, children: Records, back: str) -> None:
    """Slices follow each other without gap or overlap, and every child names the parent whose slice it is in."""
    start, count = parents[f"{child}_start"], parents[f"{child}_count"]
    assert start[0] == 0
    assert np.array_equal(start[1:], (start + count)[:-1])
    assert start[-1] + count[-1] == len(children)
    assert np.array_equal(children[back], np.repeat(np.arange(len(parents)), count))


def test_slices_and_indices_agree(world: Trace) -> None:
    check_slices(world.frames, "attempt", world.attempts, "frame")
    check_slices(world.attempts, "pass", world.passes, "attempt")
    check_slices(world.passes, "iteration", world.iterations, "pass_index")
    hits = world.iterations[world.iterations["hit"]]
    assert world.scenario is not None
    assert (hits["body"] == 0).all()
    assert 0 <= hits["triangle"].min() <= hits["triangle"].max() < world.scenario.level.triangle_count


def test_every_kind_of_pass_and_attempt_occurs(world: Trace) -> None:
    wanted = {PassKind.UP, PassKind.SIDE, PassKind.SENSOR, PassKind.DOWN, PassKind.RECOVER}
    assert set(world.passes["kind"].tolist()) == wanted
    assert set(world.attempts["kind"].tolist()) == set(AttemptKind)
    assert world.passes["iteration_count"].max() > 2
    names = {lane.name for lane in build_lanes(world)}
    assert names == {kind.name for kind in wanted} | {"experiment", "events", "ground", "contact"}


def test_passes_follow_each_other_in_space(world: Trace) -> None:
    for frame in range(len(world)):
        for attempt in world.attempts_of(frame):
            place = world.attempts[attempt]["start"]
            for index in world.passes_of(attempt):
                record = world.passes[index]
                assert np.allclose(record["start"], place)
                first = world.iterations[world.iterations_of(index)[0]]
                assert np.allclose(first["origin"], record["start"])
                assert np.allclose(first["origin"] + first["direction"] * first["length"], record["end"])
                place = place if record["restored"] else record["end"]
            assert np.allclose(place, world.frames[frame]["center"])


def test_the_capsule_walks_on_the_ground(world: Trace) -> None:
    terrain = fit_terrain(SIZE.triangles)
    centers = world.centers
    clearance = centers[:, 1] - terrain.height(centers[:, 0], centers[:, 2])
    assert np.allclose(clearance, 0.5 * HEIGHT_M + RADIUS_M + 0.01)


def test_the_triangle_of_a_place_lies_around_it_and_faces_up() -> None:
    terrain = Terrain(cells=9)
    vertices, triangles = terrain.build_level().bodies[0].surface()
    places = np.random.default_rng(1).uniform(-0.5 * EXTENT_M, 0.5 * EXTENT_M, (200, 2))
    corners = vertices[triangles[terrain.triangle_at(places[:, 0], places[:, 1])]][:, :, [0, 2]]
    for place, (a, b, c) in zip(places, corners, strict=True):
        turns = [np.linalg.det(np.stack([q - p, place - p])) for p, q in ((a, b), (b, c), (c, a))]
        assert max(turns) <= 1e-9, "clockwise in x and z is counter-clockwise from above"

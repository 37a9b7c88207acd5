"""Random walks in closed rooms: short ones; `run.py campaign rooms` does the long ones."""

from __future__ import annotations

import dataclasses

import numpy as np

from engine import room_walk
from engine.batch import closest_many
from engine.room_walk import (
    HALF_SIZE_M,
    Clutter,
    RoomReport,
    make_room,
    make_walk,
    measure_depths,
    walk_room,
    walk_rooms,
)


def test_twenty_thousand_frames_stay_in_the_room_and_out_of_everything() -> None:
    report = RoomReport(seed=2)
    for _ in Clutter:
        walk_room(report, 10_000, troubles_kept=5)
    assert report.troubles == []
    assert (report.frames, report.rooms, report.escapes, report.not_finite) == (20_000, 2, 0, 0)
    assert report.is_clean
    assert report.deepest_m <= room_walk.TOLERANCE_M
    assert report.walked_m > 500.0  # it did walk: 3 m/s of the 4 that are asked for on average, walls included


def test_a_room_comes_again_from_its_seed_and_number() -> None:
    first, again, other = make_room(1, 3), make_room(1, 3), make_room(1, 5)
    assert first.capsule == again.capsule
    assert first.settings == again.settings
    assert first.capsule != other.capsule
    assert np.array_equal(make_walk(1, 3, 100, 1 / 60), make_walk(1, 3, 100, 1 / 60), equal_nan=True)


def test_walls_face_inwards_and_the_spawn_is_free() -> None:
    for room in range(2):
        scenario = make_room(4, room)
        vertices, triangles = scenario.level.bodies[0].surface()
        a, b, c = (vertices[triangles[:, k]] for k in range(3))
        normals = np.cross(b - a, c - a)
        assert (np.einsum("ij,ij->i", normals, a) < 0).all()
        nearest = closest_many(scenario.level, [scenario.capsule.center], radius=0.35, height=1.1)
        assert nearest["distance"][0] > 0.01


def test_depth_is_measured_exactly() -> None:
    scenario = make_room(1, 0)
    scenario = dataclasses.replace(scenario, level=type(scenario.level)(scenario.level.bodies[:1]))
    wall = HALF_SIZE_M[0] - room_walk.RADIUS_M
    depths = measure_depths(
        scenario, np.array([[wall - 0.1, 0.0, 0.0], [wall + 0.002, 0.0, 0.0], [wall + 0.2, 0.0, 0.0]])
    )
    assert np.allclose(depths, [0.0, 0.002, 0.2], atol=1e-9)


def test_what_goes_wrong_is_counted_once_and_named() -> None:
    wall = HALF_SIZE_M[0] - room_walk.RADIUS_M
    way = np.array([[0.0, 0.0, 0.0], [wall + 0.01, 0.0, 0.0], [wall + 0.01, 0.0, 0.0], [np.nan] * 3, [7.0, 0.0, 0.0]])
    report = RoomReport(seed=1)
    scenario = make_room(1, 0)
    bare = dataclasses.replace(scenario, level=type(scenario.level)(scenario.level.bodies[:1]))
    room_walk.add_walk(report, bare, way, troubles_kept=5)
    assert (report.escapes, report.not_finite, report.new_overlaps, report.overlapped_frames) == (1, 1, 1, 2)
    assert [(trouble.what, trouble.frame) for trouble in report.troubles] == [
        ("escaped", 4), ("no number", 3), ("overlap", 1)
    ]  # fmt: skip
    assert not report.is_clean


def test_memory_stays_flat_over_rooms() -> None:
    told: list[int] = []
    report = walk_rooms(3 * room_walk.ROOM_FRAMES // 2, seed=3, progress=told.append)
    assert told == [20_000, 30_000]
    assert report.memory_growth_mb < 20.0

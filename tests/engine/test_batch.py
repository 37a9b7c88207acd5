"""Overlap and closest for many places at once: each row is what the single query finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine import Capsule, InputError, Level, closest, closest_many, overlap, overlap_many
from engine.level import Body
from engine.shapes import Box
from tests.engine.query_worlds import make_level

SHAPE: dict[str, Any] = {"radius": 0.4, "height": 1.2}
FLOOR = Level((Body("floor", Box((10.0, 0.5, 10.0)), position=(0.0, -0.5, 0.0)),))


def make_centers(chance: np.random.Generator, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return chance.uniform(-4.0, 4.0, size=(count, 3))


@pytest.mark.parametrize("seed", range(6))
def test_overlaps_of_many_places_are_those_of_each(seed: int) -> None:
    chance = np.random.default_rng(seed)
    level, centers = make_level(chance, 8), make_centers(chance, 80)
    rows = overlap_many(level, centers, **SHAPE, mask=5, frame=1)
    told = [
        (row, o) for row, c in enumerate(centers) for o in overlap(level, Capsule(tuple(c), **SHAPE), mask=5, frame=1)
    ]
    assert len(told) > 3
    assert rows["row"].tolist() == [row for row, _ in told]
    for name in ("body", "triangle", "depth"):
        assert rows[name].tolist() == [getattr(o, name) for _, o in told]
    for name in ("normal", "point", "point_on_axis"):
        assert rows[name].tolist() == [list(getattr(o, name)) for _, o in told]


@pytest.mark.parametrize("max_distance", [np.inf, 0.3])
def test_the_closest_of_many_places_are_those_of_each(max_distance: float) -> None:
    chance = np.random.default_rng(7)
    level, centers = make_level(chance, 8), make_centers(chance, 60)
    rows = closest_many(level, centers, **SHAPE, frame=2, max_distance=max_distance)
    found = 0
    for row, center in zip(rows, centers, strict=True):
        told = closest(level, Capsule(tuple(center), **SHAPE), frame=2, max_distance=max_distance)
        assert bool(row["found"]) == (told is not None)
        if told is None:
            assert row["distance"] == np.inf
            assert np.isnan(row["point"]).all()
            continue
        found += 1
        assert (row["distance"], row["body"], row["triangle"]) == (told.distance, told.body, told.triangle)
        assert row["point"].tolist() == list(told.point)
        assert row["normal"].tolist() == list(told.normal)
        assert row["point_on_capsule"] == pytest.approx(told.point_on_capsule, abs=1e-15)
    assert found > 10


def test_no_place_is_no_row() -> None:
    assert len(overlap_many(FLOOR, np.zeros((0, 3)), **SHAPE)) == 0
    assert len(closest_many(FLOOR, np.zeros((0, 3)), **SHAPE)) == 0


@pytest.mark.parametrize("query", [overlap_many, closest_many])
def test_a_place_that_is_none_is_bad_input(query: object) -> None:
    assert callable(query)
    with pytest.raises(InputError, match="centers"):
        query(FLOOR, [[0.0, np.nan, 0.0]], **SHAPE)
    with pytest.raises(InputError, match="max_distance"):
        closest_many(FLOOR, [[0.0, 1.0, 0.0]], **SHAPE, max_distance=-1.0)

"""The triangle cache changes how fast a sweep is, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from engine import InputError, Level, TriangleCache, sweep
from engine.cache import HintPass
from engine.geometry import build_geometry, geometry_of
from engine.level import Body
from engine.shapes import Box, Capsule
from tests.engine.query_worlds import make_capsule, make_level, make_vector

LOW, HIGH = (-1.0, -1.0, -1.0), (1.0, 1.0, 1.0)


@given(st.integers(0, 2**32 - 1), st.sampled_from(["closest", "physx"]))
@hypothesis_settings(max_examples=50)
def test_sweeps_are_the_same_with_and_without_cache_and_hint(seed: int, selection: str) -> None:
    """A walk of short sweeps: some inside of the gathered box, some that leave it, some with a hint of the last one."""
    chance = np.random.default_rng(seed)
    level, capsule = make_level(chance, 6), make_capsule(chance, 2.0)
    cache, hints_only = TriangleCache(), TriangleCache()
    geometry = geometry_of(level, rounded=selection == "physx")
    center = np.array(capsule.center)
    for step in range(8):
        way = chance.normal(size=3)
        distance = float(chance.choice([0.1, 0.5, 4.0]))
        hint = HintPass(step % 3)
        reach = 1.0 + 0.5 * capsule.height + capsule.radius
        if step % 4 != 3:
            cache.update(geometry, make_vector(center - reach), make_vector(center + reach), make_vector(way))
        at = capsule.moved_to(make_vector(center))
        arguments = (level, at, way.tolist(), distance)
        plain = sweep(*arguments, selection=selection)
        assert sweep(*arguments, selection=selection, cache=cache) == plain
        cached = sweep(*arguments, selection=selection, cache=cache, hint=hint)
        # With `physx` the hint decides exact ties, so the one without triangles carries the same hints.
        assert sweep(*arguments, selection=selection, cache=hints_only, hint=hint) == cached
        if selection == "closest":
            assert cached == plain
        center = center + way * 0.2
    assert cache.figures.builds >= 1
    assert hints_only.figures == type(cache.figures)(0, 0, 0)


def make_floor() -> Level:
    return Level((Body("floor", Box((50.0, 0.5, 50.0)), position=(0.0, -0.5, 0.0)),))


def test_the_gathered_box_is_grown_and_pushed_ahead_but_keeps_the_temporal_box() -> None:
    geometry, cache = geometry_of(make_floor()), TriangleCache(growth=1.5)
    cache.update(geometry, LOW, HIGH, (3.0, 0.0, 4.0))
    assert cache.bounds[:3] == pytest.approx([-1.5 + 0.3, -1.5, -1.5 + 0.4])
    assert cache.bounds[3:] == pytest.approx([1.5 + 0.3, 1.5, 1.5 + 0.4])
    cache.clear()
    cache.update(geometry, LOW, HIGH)
    assert cache.bounds == pytest.approx([-1.5, -1.5, -1.5, 1.5, 1.5, 1.5])


def test_it_is_reused_inside_of_its_box_and_rebuilt_outside() -> None:
    geometry, cache = geometry_of(make_floor()), TriangleCache()
    cache.update(geometry, LOW, HIGH)
    cache.update(geometry, LOW, (1.4, 1.0, 1.0))
    assert (cache.figures.builds, cache.figures.reuses) == (1, 1)
    cache.update(geometry, LOW, (1.6, 1.0, 1.0))
    assert (cache.figures.builds, cache.figures.reuses) == (2, 1)


def test_another_geometry_makes_it_worthless() -> None:
    """The timestamp of 000 11.2.1: an edited level is another level."""
    level = make_floor()
    old, new, cache = geometry_of(level), build_geometry(level), TriangleCache()
    cache.update(old, LOW, HIGH)
    cache.remember(old, HintPass.DOWN, 3)
    query = ((0.0, 0.0, 0.0), (0.0, 0.2, 0.0), 0.2, (0.0, -1.0, 0.0))
    assert cache.count_for(old, query, 0.1) == cache.figures.triangles > 0
    assert cache.count_for(new, query, 0.1) == -1
    assert (cache.hint(old, HintPass.DOWN), cache.hint(new, HintPass.DOWN)) == (3, -1)
    cache.update(new, LOW, HIGH)
    assert cache.count_for(new, query, 0.1) == cache.figures.triangles
    assert cache.count_for(old, query, 0.1) == -1


def test_a_sweep_that_leaves_the_box_asks_the_tree() -> None:
    level = Level((*make_floor().bodies, Body("wall", Box((0.5, 5.0, 5.0)), position=(20.0, 0.0, 0.0))))
    cache, capsule = TriangleCache(), Capsule((0.0, 2.0, 0.0), 0.5, 1.0)
    cache.update(geometry_of(level), LOW, HIGH)
    hit = sweep(level, capsule, (1, 0, 0), 30.0, cache=cache)
    assert hit is not None
    assert hit.body_id == "wall"
    assert hit.distance == pytest.approx(19.0)


def test_hints_are_kept_per_pass_and_remember_the_last_hit() -> None:
    level, cache = make_floor(), TriangleCache()
    geometry = geometry_of(level)
    capsule = Capsule((3.0, 2.0, 1.0), 0.5, 1.0)
    hit = sweep(level, capsule, (0, -1, 0), 5.0, cache=cache, hint=HintPass.DOWN)
    assert hit is not None
    owner = geometry.arrays[1][geometry.arrays[2][cache.hint(geometry, HintPass.DOWN)]]
    assert owner[:2].tolist() == [hit.body, hit.triangle]
    assert cache.hint(geometry, HintPass.UP) == cache.hint(geometry, HintPass.SIDE) == -1


def test_it_grows_with_what_it_must_hold() -> None:
    bodies = tuple(Body(f"b{i}", Box((0.1, 0.1, 0.1)), position=(0.01 * i, 0.0, 0.0)) for i in range(100))
    cache = TriangleCache()
    cache.update(geometry_of(Level(bodies)), (-9.0, -9.0, -9.0), (9.0, 9.0, 9.0))
    assert cache.figures.triangles == 1300
    assert cache.ranks[:1300].tolist() == list(range(1300))


@pytest.mark.parametrize("growth", [0.9, float("nan"), float("inf")])
def test_growth_below_one_is_an_error(growth: float) -> None:
    with pytest.raises(InputError, match="volume growth: expected a finite number >= 1"):
        TriangleCache(growth)

"""The tree of boxes holds every primitive once, and finds what a walk over all of them finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.geometry import geometry_of
from engine.kernels.bvh import LEAF_SIZE, STACK_SIZE, build_bvh, leaf_count, leaf_first, pack_leaf
from engine.kernels.gather import gather_in_box, sort_ranks
from engine.kernels.level_bounds import round_down, round_up
from tests.engine.query_worlds import make_level, make_vector

Bounds = NDArray[np.float32]


def build(bounds: Bounds) -> tuple[int, Any, Any, Any, Bounds]:
    """Build a tree over a copy of the bounds: root, order, boxes, children, sorted bounds."""
    size = len(bounds)
    sorted_bounds, order = bounds.copy(), np.arange(size, dtype=np.int32)
    boxes, children = np.empty((size, 12), dtype=np.float32), np.empty((size, 2), dtype=np.int32)
    root, nodes = build_bvh(sorted_bounds, order, 0, size, boxes, children, 0)
    return root, order, boxes[:nodes], children[:nodes], sorted_bounds


def make_bounds(chance: np.random.Generator, size: int, spread: float) -> Bounds:
    low = chance.uniform(-spread, spread, (size, 3))
    return np.concatenate([low, low + chance.exponential(1.0, (size, 3))], axis=1).astype(np.float32)


def check_tree(bounds: Bounds) -> int:
    """Walk the whole tree: every leaf once, every box around what is below it. Returns the depth."""
    root, order, boxes, children, sorted_bounds = build(bounds)
    seen: list[int] = []
    deepest = 0
    todo = [(root, np.full(3, -np.inf), np.full(3, np.inf), 0)]
    while todo:
        child, low, high, depth = todo.pop()
        deepest = max(deepest, depth)
        if child < 0:
            assert 1 <= leaf_count(child) <= LEAF_SIZE
            for i in range(leaf_first(child), leaf_first(child) + leaf_count(child)):
                seen.append(i)
                assert (sorted_bounds[i, :3] >= low).all()
                assert (sorted_bounds[i, 3:] <= high).all()
        else:
            for side in range(2):
                box = boxes[child, 6 * side : 6 * side + 6]
                assert (box[:3] >= low).all()
                assert (box[3:] <= high).all()
                todo.append((int(children[child, side]), box[:3], box[3:], depth + 1))
    assert sorted(seen) == list(range(len(bounds)))
    assert sorted(order.tolist()) == list(range(len(bounds)))
    assert (bounds[order] == sorted_bounds).all()
    return deepest


@given(st.integers(0, 2**32 - 1), st.integers(1, 200), st.sampled_from([0.0, 1.0, 1000.0]))
@hypothesis_settings(max_examples=40)
def test_every_primitive_is_in_one_leaf_and_inside_of_every_box_above_it(seed: int, size: int, spread: float) -> None:
    check_tree(make_bounds(np.random.default_rng(seed), size, spread))


def test_many_in_one_place_are_cut_in_half_and_stay_within_the_stack() -> None:
    same = np.zeros((5000, 6), dtype=np.float32)
    same[:, 3:] = 1.0
    assert check_tree(same) <= 12
    # Each ten times as far away as the one before: the cost says to peel off one at a time.
    far = np.zeros((300, 6), dtype=np.float32)
    far[:, 0] = np.logspace(-30, 30, 300)
    far[:, 3] = far[:, 0]
    assert check_tree(far) < STACK_SIZE


@pytest.mark.parametrize(("first", "count"), [(0, 1), (7, 4), (2**27, 8)])
def test_a_leaf_is_packed_into_one_negative_number(first: int, count: int) -> None:
    packed = pack_leaf(first, count)
    assert packed < 0
    assert (leaf_first(packed), leaf_count(packed)) == (first, count)


@given(st.floats(-1e9, 1e9))
def test_rounding_outwards_is_next_to_the_number_and_never_inside(x: float) -> None:
    low, high = float(round_down(x)), float(round_up(x))
    assert low <= x <= high
    assert high <= float(np.nextafter(np.float32(low), np.float32(np.inf)))


@given(st.integers(0, 2**32 - 1))
@hypothesis_settings(max_examples=25)
def test_a_box_finds_what_a_look_at_everything_finds(seed: int) -> None:
    chance = np.random.default_rng(seed)
    arrays = geometry_of(make_level(chance, 6)).arrays
    primitives, owners = arrays[0], arrays[1]
    found, stack = np.empty(len(primitives), dtype=np.int32), np.empty(STACK_SIZE, dtype=np.int32)
    corner, other = chance.uniform(-4.0, 4.0, (2, 3))
    low, high = np.minimum(corner, other), np.maximum(corner, other)
    count = gather_in_box(arrays, 0, make_vector(low), make_vector(high), found, 0, stack)
    expected = []
    for row, (body, kind, rank) in zip(primitives, owners.tolist(), strict=True):
        points = row.reshape(3, 3)[: 3 if kind >= 0 else 2]
        radius = row[6] if kind == -1 else 0.0
        touches = (points.min(axis=0) - radius <= high).all() and (points.max(axis=0) + radius >= low).all()
        if touches and arrays[7][body, 2] == 0:
            expected.append(rank)
    assert sorted(found[:count].tolist()) == sorted(expected)


def test_a_list_that_is_too_short_is_told_how_long_it_should_be() -> None:
    arrays = geometry_of(make_level(np.random.default_rng(5), 8)).arrays
    stack, wide = np.empty(STACK_SIZE, dtype=np.int32), ((-99.0, -99.0, -99.0), (99.0, 99.0, 99.0))
    everything = gather_in_box(arrays, 0, *wide, np.empty(9999, dtype=np.int32), 0, stack)
    short = np.full(3, -7, dtype=np.int32)
    assert everything > 3
    assert gather_in_box(arrays, 0, *wide, short, 0, stack) == everything


@given(st.lists(st.integers(0, 10**6), max_size=1500))
@hypothesis_settings(max_examples=25)
def test_ranks_are_sorted_in_place(values: list[int]) -> None:
    ranks = np.array([*values, -1], dtype=np.int32)
    sort_ranks(ranks, len(values))
    assert ranks.tolist() == [*sorted(values), -1]

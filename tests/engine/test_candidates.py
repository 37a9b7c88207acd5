"""The list of candidates tells the same story as the sweep."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from engine import Capsule, Level, list_candidates, sweep
from engine.hits import Verdict
from engine.level import Body, BodyRole
from engine.shapes import Box, Mesh
from tests.engine.query_worlds import make_capsule, make_level, make_vector

STANDING = Capsule((0.0, 3.0, 0.0), 0.5, 1.0)


@given(st.integers(0, 2**32 - 1), st.sampled_from(["closest", "physx"]))
@example(2097151, "physx")
@hypothesis_settings(max_examples=60)
def test_exactly_the_winner_is_hit_and_nothing_touched_was_closer(seed: int, selection: str) -> None:
    chance = np.random.default_rng(seed)
    level, capsule = make_level(chance, 5), make_capsule(chance)
    direction, distance, mask = chance.normal(size=3).tolist(), float(chance.uniform(0.1, 5.0)), 3
    hit = sweep(level, capsule, direction, distance, mask=mask, selection=selection)
    listed = list_candidates(level, capsule, direction, distance, mask=mask, selection=selection)
    keys = [(each.body, each.triangle) for each in listed]
    assert keys == sorted(keys)
    winners = [each for each in listed if each.verdict is Verdict.HIT]
    assert [(each.body, each.triangle) for each in winners] == ([(hit.body, hit.triangle)] if hit else [])
    for each in listed:
        masked = level.bodies[each.body].mask & mask == 0
        assert (each.verdict is Verdict.MASKED) == masked
        if each.verdict is Verdict.BEATEN:
            assert hit is not None
            assert hit.distance <= each.distance <= distance
        elif each.verdict is Verdict.OUT_OF_REACH:
            assert distance < each.distance < np.inf
        elif each.verdict is Verdict.MISSED:
            assert each.distance == np.inf
    if winners and selection == "closest":
        assert hit is not None
        assert winners[0].distance == hit.distance


def test_every_verdict_has_its_case() -> None:
    floor = Body("floor", Box((5.0, 0.5, 5.0)), position=(0.0, -0.5, 0.0))
    ghost = Body("ghost", Box((5.0, 0.5, 5.0)), position=(0.0, 0.5, 0.0), mask=2)
    listed = list_candidates(Level((floor, ghost)), STANDING, (0, -1, 0), 3.0, mask=1)
    verdicts = Counter((each.body, each.verdict) for each in listed)
    assert verdicts[0, Verdict.HIT] == 1
    assert verdicts[0, Verdict.BEATEN] == 1  # both triangles of the top share the point below the centre
    assert {verdict for body, verdict in verdicts if body == 1} == {Verdict.MASKED}
    just_below = Capsule((0.0, -2.001, 0.0), 0.5, 1.0)
    assert {e.verdict for e in list_candidates(Level((floor,)), just_below, (0, -1, 0), 0.6)} == {Verdict.FACING_AWAY}
    beside = Mesh(np.array([[0.45, 0.0, 0.45], [0.45, 0.0, 0.9], [0.9, 0.0, 0.45]]), np.array([[0, 1, 2]]))
    (corner,) = list_candidates(Level((Body("corner", beside),)), STANDING, (0, -1, 0), 3.0)
    assert (corner.verdict, corner.distance) == (Verdict.MISSED, np.inf)
    short = list_candidates(Level((floor,)), STANDING, (0, -1, 0), 1.9995)
    assert {e.verdict for e in short if e.distance < np.inf} >= {Verdict.OUT_OF_REACH}
    window = list_candidates(Level((floor,)), STANDING, (0, -1, 0), 3.0, window=0.5)
    assert {e.verdict for e in window} == {Verdict.OUTSIDE_WINDOW}


@pytest.mark.parametrize(("role", "expected"), [(BodyRole.LEVEL, []), (BodyRole.OBSTACLE, [(0, -1)])])
def test_who_starts_inside_of_a_box_sees_it_whole_if_it_is_an_obstacle(
    role: BodyRole, expected: list[tuple[int, int]]
) -> None:
    """Wholly inside a static box PhysX has no contact: it is twelve triangles, seen from outside."""
    level = Level((Body("cube", Box((5.0, 5.0, 5.0)), role=role),))
    inside = Capsule((0.0, 0.0, 0.0), 0.5, 1.0)
    listed = list_candidates(level, inside, (1, 0, 0), 3.0, selection="physx")
    assert [(each.body, each.triangle) for each in listed if each.verdict is Verdict.HIT] == expected
    assert (sweep(level, inside, (1, 0, 0), 3.0, selection="physx") is None) == (not expected)
    assert [e.triangle for e in list_candidates(level, inside, make_vector(np.ones(3)), 1.0)] == [-1]

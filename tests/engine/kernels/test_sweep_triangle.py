"""The sweep of a capsule against a triangle is where they first touch."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from hypothesis import example, given

from engine.campaign import run_campaign
from engine.constants import FEATURE_EDGE_0, FEATURE_FACE, FEATURE_NONE, FEATURE_VERTEX_0
from engine.kernels.check_sweep import find_least_gap
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from tests.engine.kernels import exact
from tests.engine.kernels.geometry import Vector, any_vector, direction, length, nasty_cases

COUNT = 1_000 if numba.config.DISABLE_JIT else 100_000
"""Without the JIT only as many as a coverage run has time for."""

FLOOR = ((-4.0, 0.0, -4.0), (-4.0, 0.0, 4.0), (8.0, 0.0, 0.0))
UPRIGHT = (0.0, 0.55, 0.0)
DOWN, UP, EAST, WEST = (0.0, -1.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)


def test_a_hundred_thousand_nasty_sweeps_touch_where_they_say_and_not_before() -> None:
    report = run_campaign(COUNT, seed=20240229)
    assert not report.failures, "\n".join(f"{f.kind}, {f.promise} {f.value:g}: {f.case}" for f in report.failures)
    assert report.count == COUNT
    assert 0.6 < report.hits / report.count < 0.9
    assert 0.1 < report.starts_in_touch / report.count < 0.3
    assert report.worst_gap < 1e-10
    assert report.worst_missed_overlap < 1e-10
    assert report.misclassified == 0


def test_hits_and_misses_hold_in_rational_arithmetic() -> None:
    for kind, case in nasty_cases(6, seed=3):
        center, half_axis, radius, way, max_distance, *corners = case
        distance = sweep_capsule_triangle(*case)[0]
        told = distance if distance < math.inf else max_distance
        places = [0.0, 0.25 * told, 0.5 * told, 0.75 * told, told * (1 - 1e-6), told]
        gaps = [exact.gap(center, half_axis, radius, way, at, corners) for at in places]
        if distance > 0:
            assert min(gaps) > -1e-9, (kind, case)
        if distance < math.inf:
            assert gaps[-1] == pytest.approx(0, abs=1e-9) or (distance == 0 and gaps[0] < 0), (kind, case)


@given(any_vector, any_vector, length, direction, any_vector, any_vector, any_vector)
@example((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 1.0, (0.0, 0.0, 1.0), (0.0, 0.0, 5.0), (0.0, 0.0, 5.0), (0.0, 0.0, 5.0))
def test_order_of_corners_and_sign_of_the_axis_do_not_matter(
    center: Vector, half_axis: Vector, radius: float, way: Vector, a: Vector, b: Vector, c: Vector
) -> None:
    flipped = (-half_axis[0], -half_axis[1], -half_axis[2])
    told = [
        sweep_capsule_triangle(center, half_axis, radius, way, 50.0, a, b, c),
        sweep_capsule_triangle(center, half_axis, radius, way, 50.0, b, c, a),
        sweep_capsule_triangle(center, half_axis, radius, way, 50.0, c, b, a),
        sweep_capsule_triangle(center, flipped, radius, way, 50.0, a, b, c),
    ]
    distances = [hit[0] for hit in told]
    if max(distances) - min(distances) > 1e-9 or min(distances) != max(distances) == math.inf:
        # They may differ only where a hair decides: both gaps are zero, within rounding.
        corners = [tuple(x - y for x, y in zip(corner, center, strict=True)) for corner in (a, b, c)]
        least = find_least_gap(half_axis, radius, way, min(*distances, 50.0), *corners)
        assert abs(least) < 1e-9


def test_falling_on_a_floor() -> None:
    hit = sweep_capsule_triangle((0.0, 2.0, 0.0), UPRIGHT, 0.35, DOWN, 5.0, *FLOOR)
    assert hit == (pytest.approx(1.1), (0, 1, 0), pytest.approx((0, 0, 0)), FEATURE_FACE)


def test_a_touch_at_exactly_the_end_of_the_way_counts() -> None:
    assert sweep_capsule_triangle((0.0, 5.0, 0.0), (0.0, 0.0, 0.0), 1.0, DOWN, 4.0, *FLOOR)[0] == 4.0
    short = sweep_capsule_triangle((0.0, 5.0, 0.0), (0.0, 0.0, 0.0), 1.0, DOWN, 3.9999999, *FLOOR)
    assert short == (math.inf, (0, 0, 0), (0, 0, 0), FEATURE_NONE)


def test_triangles_have_no_back() -> None:
    hit = sweep_capsule_triangle((0.0, -2.0, 0.0), UPRIGHT, 0.35, UP, 5.0, *FLOOR)
    assert hit == (pytest.approx(1.1), (0, -1, 0), pytest.approx((0, 0, 0)), FEATURE_FACE)


def test_moving_away_from_or_along_a_floor_is_no_hit() -> None:
    assert sweep_capsule_triangle((0.0, 1.0, 0.0), UPRIGHT, 0.35, UP, 5.0, *FLOOR)[0] == math.inf
    assert sweep_capsule_triangle((0.0, 0.9 + 1e-9, 0.0), UPRIGHT, 0.35, EAST, 5.0, *FLOOR)[0] == math.inf


@pytest.mark.parametrize("way", [DOWN, UP, EAST])
def test_touching_at_the_start_is_a_hit_at_zero_whatever_the_direction(way: Vector) -> None:
    distance, normal, point, feature = sweep_capsule_triangle((1.0, 1.5, 0.0), (0.0, 0.5, 0.0), 1.0, way, 5.0, *FLOOR)
    assert (distance, feature) == (0.0, FEATURE_FACE)
    assert normal == pytest.approx((0, 1, 0))
    assert point == pytest.approx((1, 0, 0))


def test_an_axis_that_cuts_the_triangle_is_pushed_to_the_side_of_the_centre() -> None:
    for height, up in ((0.2, 1.0), (-0.2, -1.0)):
        hit = sweep_capsule_triangle((0.0, height, 0.0), UPRIGHT, 0.35, EAST, 5.0, *FLOOR)
        assert hit == (0.0, pytest.approx((0, up, 0)), pytest.approx((0, 0, 0)), FEATURE_FACE)


def test_a_wall_is_touched_along_the_axis_and_the_middle_stands_for_it() -> None:
    wall = ((0.0, -9.0, -9.0), (0.0, -9.0, 9.0), (0.0, 9.0, 0.0))
    hit = sweep_capsule_triangle((3.0, 1.0, 0.0), UPRIGHT, 0.35, WEST, 5.0, *wall)
    assert hit == (pytest.approx(2.65), pytest.approx((1, 0, 0)), pytest.approx((0, 1, 0)), FEATURE_FACE)
    # The wall ends at the height of the capsule's centre: the lower half touches.
    low = ((0.0, 1.0, -9.0), (0.0, 1.0, 9.0), (0.0, -9.0, 0.0))
    hit = sweep_capsule_triangle((3.0, 1.0, 0.0), UPRIGHT, 0.35, WEST, 5.0, *low)
    assert hit == (pytest.approx(2.65), pytest.approx((1, 0, 0)), pytest.approx((0, 0.725, 0)), FEATURE_FACE)


def test_an_edge_parallel_to_the_axis_is_touched_in_the_middle_of_what_they_share() -> None:
    fin = ((0.0, 0.2, 0.0), (0.0, 5.0, 0.0), (-4.0, 0.0, 0.0))
    hit = sweep_capsule_triangle((3.0, 0.0, 0.0), UPRIGHT, 0.35, WEST, 5.0, *fin)
    assert hit == (pytest.approx(2.65), pytest.approx((1, 0, 0)), pytest.approx((0, 0.375, 0)), FEATURE_EDGE_0)


def test_an_edge_across_the_axis_and_a_corner() -> None:
    ledge = ((0.0, 0.3, -4.0), (0.0, 0.3, 4.0), (-4.0, 0.3, 0.0))
    hit = sweep_capsule_triangle((3.0, 0.0, 1.0), UPRIGHT, 0.35, WEST, 5.0, *ledge)
    assert hit == (pytest.approx(2.65), pytest.approx((1, 0, 0)), pytest.approx((0, 0.3, 1)), FEATURE_EDGE_0)
    spike = ((-4.0, 0.3, -4.0), (0.0, 0.3, 0.0), (-4.0, 0.3, 4.0))
    distance, normal, point, feature = sweep_capsule_triangle((3.0, 0.0, 0.21), UPRIGHT, 0.35, WEST, 5.0, *spike)
    assert (distance, feature) == (pytest.approx(3 - 0.28), FEATURE_VERTEX_0 + 1)
    assert normal == pytest.approx((0.8, 0, 0.6))
    assert point == (0, 0.3, 0)


def test_a_grazing_slide_into_a_plane_is_stopped_at_once_and_not_metres_later() -> None:
    lean = 1e-8
    hit = sweep_capsule_triangle((0.0, 0.9, 0.0), UPRIGHT, 0.35, (math.sqrt(1 - lean**2), -lean, 0.0), 5.0, *FLOOR)
    assert hit[0] < 1e-7


BITS = """
import json, sys
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from tests.engine.kernels.geometry import nasty_cases
rows = [sweep_capsule_triangle(*case) for _, case in nasty_cases(12, seed=5)]
json.dump([[d.hex(), [x.hex() for x in n], [x.hex() for x in p], f] for d, n, p, f in rows], sys.stdout)
"""


def test_plain_python_gives_the_same_bits(repository: Path) -> None:
    told = []
    for flag in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": flag, "PYTHONPATH": str(repository)}
        command = [sys.executable, "-c", BITS]
        done = subprocess.run(command, env=environment, cwd=repository, capture_output=True, text=True, check=True)
        told.append(json.loads(done.stdout))
    assert len(told[0]) > 200
    assert told[0] == told[1]

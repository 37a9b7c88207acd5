"""Lanes hold what happened in each frame, and pooling them to columns loses nothing that happened."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from app.lanes import (
    HIT,
    NONE,
    RAN,
    Lane,
    build_findings_lane,
    build_lanes,
    build_touch_lane,
    find_events,
    find_experiments,
    find_runs,
    pool_lane,
)
from engine.detect import Finding, FindingKind
from engine.files.opening import open_trace
from engine.trace import PassKind
from tests.app.sample_files import EXPERIMENT_FRAMES, FRAMES, write_walk
from tests.app.sample_traces import make_centre_only_trace, make_trace, open_sample

STRENGTHS = st.lists(st.integers(NONE, HIT), min_size=1, max_size=60)


def as_lane(values: list[int]) -> Lane:
    return Lane("test", "", np.array(values, dtype=np.uint8))


def pool_slowly(values: list[int], columns: int) -> list[int]:
    """For each column the strongest of the frames that begin in it, or the frame that covers it."""
    pooled = []
    for column in range(columns):
        first, end = column * len(values) // columns, (column + 1) * len(values) // columns
        pooled.append(max(values[first : max(end, first + 1)]))
    return pooled


@given(values=STRENGTHS, columns=st.integers(1, 80))
def test_pooling_equals_brute_force(values: list[int], columns: int) -> None:
    assert pool_lane(as_lane(values), 0, len(values) - 1, columns).tolist() == pool_slowly(values, columns)


@given(values=STRENGTHS, columns=st.integers(1, 80), data=st.data())
def test_pooling_a_part_equals_pooling_that_part_alone(values: list[int], columns: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(values) - 1))
    last = data.draw(st.integers(first, len(values) - 1))
    assert pool_lane(as_lane(values), first, last, columns).tolist() == pool_slowly(values[first : last + 1], columns)


@given(values=STRENGTHS, columns=st.integers(1, 80))
def test_no_event_is_lost_however_few_the_columns(values: list[int], columns: int) -> None:
    assert pool_lane(as_lane(values), 0, len(values) - 1, columns).max() == max(values)


def test_pooling_into_no_columns_or_of_no_frames_is_empty() -> None:
    assert len(pool_lane(as_lane([1, 2]), 0, 1, 0)) == 0
    assert len(pool_lane(as_lane([1, 2]), 5, 9, 10)) == 0


@given(values=st.lists(st.integers(NONE, HIT), max_size=60))
def test_runs_painted_again_give_the_values(values: list[int]) -> None:
    strength: NDArray[np.uint8] = np.array(values, dtype=np.uint8)
    painted = np.zeros_like(strength)
    runs = find_runs(strength)
    for first, end, value in runs:
        assert value != NONE
        painted[first:end] = value
    assert painted.tolist() == values
    assert all(a[1] < b[0] or a[2] != b[2] for a, b in pairwise(runs)), "runs are as long as can be"


def test_a_walk_has_a_lane_for_each_thing_that_happened(tmp_path: Path) -> None:
    trace = open_trace(write_walk(tmp_path))
    lanes = {lane.name: lane for lane in build_lanes(trace)}
    assert list(lanes) == ["SIDE", "DOWN", "experiment", "ground"]
    assert lanes["SIDE"].strength.tolist() == [RAN] * FRAMES
    assert lanes["DOWN"].strength.tolist() == [HIT] * FRAMES
    assert np.flatnonzero(lanes["experiment"].strength).tolist() == list(EXPERIMENT_FRAMES)
    assert lanes["DOWN"].pass_kind == PassKind.DOWN
    assert find_experiments(trace).tolist() == list(EXPERIMENT_FRAMES)


def test_the_lanes_of_the_ramp_tell_when_it_became_too_steep(physx_traces: Path) -> None:
    lanes = {lane.name: lane for lane in build_lanes(open_sample(physx_traces, "T07_ramp46_slide_constrained"))}
    assert list(lanes) == ["UP", "SIDE", "SENSOR", "DOWN", "experiment", "ground"]
    assert find_runs(lanes["experiment"].strength) == [(27, 180, HIT)]
    assert find_runs(lanes["DOWN"].strength) == [(0, 180, HIT)]
    assert find_runs(lanes["UP"].strength) == [(0, 180, RAN)]


def test_holding_against_a_wall_is_contact_at_the_sides(physx_traces: Path) -> None:
    lanes = {lane.name: lane for lane in build_lanes(open_sample(physx_traces, "T04_hold_wall"))}
    assert find_runs(lanes["contact"].strength) == [(23, 150, HIT)]
    assert find_runs(lanes["SIDE"].strength) == [(0, 23, RAN), (23, 150, HIT)]


def test_passes_that_did_not_sweep_are_not_in_their_lane() -> None:
    trace = make_trace([[[0]], [[1]], [[2]]])
    (lane, *_rest) = build_lanes(trace)
    assert lane.name == "UP"
    assert lane.strength.tolist() == [NONE, RAN, RAN]


def test_a_trace_that_tells_only_centres_has_no_lanes() -> None:
    assert build_lanes(make_centre_only_trace(5)) == ()


def test_a_triangle_has_a_lane_of_the_frames_that_touched_it(tmp_path: Path) -> None:
    trace = open_trace(write_walk(tmp_path))
    assert build_touch_lane(trace, 0, 2).strength.tolist() == [HIT] * FRAMES
    assert build_touch_lane(trace, 0, 3).strength.tolist() == [RAN] * FRAMES


def test_the_ramp_is_touched_from_the_frame_that_reaches_it(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T07_ramp46_slide_constrained")
    touched = [build_touch_lane(trace, trace.body_names.index("ramp"), triangle).strength for triangle in (0, 1)]
    assert np.flatnonzero(np.maximum(*touched))[0] == 27


@pytest.mark.parametrize(
    ("name", "count", "first"),
    [
        ("P5_kinematic_pusher", 18, 128),  # pushed out
        ("L2_undulating_slide_steep", 89, 54),  # turned back
        ("T01_fall_10m", 1, 150),  # teleported
        ("P2_platform_v_ride", 119, 1),  # lifted by a platform
        ("L1_nav_walk_easy", 91, 621),  # ten iterations of SIDE used up
        ("T04_hold_wall", 0, None),
        ("T07_ramp46_slide_constrained", 0, None),  # DOWN is allowed one iteration, and that is no event
    ],
)
def test_events_are_what_is_out_of_the_ordinary(physx_traces: Path, name: str, count: int, first: int | None) -> None:
    trace = open_sample(physx_traces, name)
    events = find_events(trace)
    assert events.dtype == np.int32
    assert len(events) == count
    assert (events[0] if count else None) == first
    assert np.all(np.diff(events) > 0)
    lanes = [lane for lane in build_lanes(trace) if lane.name == "events"]
    assert [np.flatnonzero(lane.strength).tolist() for lane in lanes] == ([events.tolist()] if count else [])


def test_the_lane_of_the_findings_covers_their_frames() -> None:
    found = [Finding(FindingKind.STUCK, first, last, 1.0, 0.0, "", "") for first, last in ((2, 4), (4, 5), (9, 9))]
    assert np.flatnonzero(build_findings_lane(found, 10).strength).tolist() == [2, 3, 4, 5, 9]

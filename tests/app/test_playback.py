"""The cursor walks everything that ran, in order, and comes back the same way; the clock keeps its fractions."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.playback import (
    Cursor,
    Depth,
    Playback,
    attempt_index,
    clamp,
    cursor_at_attempt,
    cursor_at_iteration,
    cursor_at_pass,
    find_first,
    iteration_index,
    pass_index,
    step,
)
from engine.trace import AttemptKind, PassKind, Trace
from tests.app.sample_traces import Shape, make_trace, open_sample

shapes = st.lists(st.lists(st.lists(st.integers(0, 3), max_size=4), max_size=2), min_size=1, max_size=5)
depths = st.sampled_from(list(Depth))


def walk(trace: Trace, cursor: Cursor, depth: Depth, direction: int) -> list[Cursor]:
    """Return every stop until the cursor no longer moves."""
    stops: list[Cursor] = []
    while (following := step(trace, cursor, depth, direction)) != cursor:
        cursor = following
        stops.append(cursor)
    return stops


@given(shapes)
def test_stepping_forwards_visits_every_iteration_exactly_once_in_order(shape: Shape) -> None:
    trace = make_trace(shape)
    stops = walk(trace, Cursor(0), Depth.ITERATION, +1)
    visited = [iteration_index(trace, stop) for stop in stops if stop.iteration is not None]
    assert visited == list(range(len(trace.iterations)))


@given(shapes)
def test_stepping_visits_every_pass_even_one_without_iterations(shape: Shape) -> None:
    trace = make_trace(shape)
    stops = walk(trace, Cursor(0), Depth.ITERATION, +1)
    assert {pass_index(trace, stop) for stop in stops} - {None} == set(range(len(trace.passes)))


@given(shapes, depths)
def test_stepping_backwards_visits_the_same_stops_in_reverse(shape: Shape, depth: Depth) -> None:
    trace = make_trace(shape)
    last = Cursor(len(trace) - 1)
    forwards = walk(trace, Cursor(0), depth, +1)
    if depth == Depth.FRAME:
        assert walk(trace, last, depth, -1) == [Cursor(0), *forwards][-2::-1]
        return
    # A frame with nothing inside is a stop itself; the two ends are then where the walks begin.
    stops = ([] if shape[0] else [Cursor(0)]) + forwards
    backwards = ([] if shape[-1] else [last]) + walk(trace, last, depth, -1)
    assert backwards == stops[::-1]


@given(shapes, depths, st.integers(0, 60))
def test_a_step_forwards_and_one_back_returns(shape: Shape, depth: Depth, count: int) -> None:
    trace = make_trace(shape)
    cursor = Cursor(0)
    for _ in range(count):
        cursor = step(trace, cursor, depth, +1)
    following = step(trace, cursor, depth, +1)
    if following != cursor and (cursor.depth == depth or following.frame != cursor.frame):
        assert step(trace, following, depth, -1) == cursor


@given(shapes, st.tuples(*[st.none() | st.integers(-2, 9)] * 3), st.integers(-3, 9))
def test_a_clamped_cursor_exists_and_stays(shape: Shape, inside: tuple[int | None, ...], frame: int) -> None:
    trace = make_trace(shape)
    cursor = clamp(trace, Cursor(frame, *inside))
    assert clamp(trace, cursor) == cursor
    for resolve, depth in ((attempt_index, 1), (pass_index, 2), (iteration_index, 3)):
        assert (resolve(trace, cursor) is not None) == (cursor.depth >= depth)


@given(shapes)
def test_absolute_indices_and_cursors_are_inverse(shape: Shape) -> None:
    trace = make_trace(shape)
    for i in range(len(trace.attempts)):
        assert attempt_index(trace, cursor_at_attempt(trace, i)) == i
    for i in range(len(trace.passes)):
        assert pass_index(trace, cursor_at_pass(trace, i)) == i
    for i in range(len(trace.iterations)):
        assert iteration_index(trace, cursor_at_iteration(trace, i)) == i


def test_stepping_an_empty_trace_stays() -> None:
    trace = make_trace([])
    for depth in Depth:
        assert step(trace, Cursor(0), depth, +1) == Cursor(0)
        assert step(trace, Cursor(7, 1, 2, 3), depth, -1) == Cursor(0)


def test_stepping_frames_leaves_the_inside_of_a_frame() -> None:
    trace = make_trace([[[2, 1]], [[1]]])
    assert step(trace, Cursor(0, 0, 0, 1), Depth.FRAME, +1) == Cursor(1)
    assert step(trace, Cursor(1, 0, 0, 0), Depth.FRAME, +1) == Cursor(1)


def test_from_a_whole_frame_a_small_step_goes_inside() -> None:
    trace = make_trace([[[1]], [[2], [0, 3]]])
    assert step(trace, Cursor(1), Depth.ITERATION, +1) == Cursor(1, 0, 0, 0)
    assert step(trace, Cursor(1), Depth.ITERATION, -1) == Cursor(1, 1, 1, 2)


def test_the_experiment_of_the_ramp_is_walked_pass_by_pass(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T07_ramp46_slide_constrained")
    stops = walk(trace, Cursor(27), Depth.ITERATION, +1)[:8]
    kinds = [PassKind(int(trace.passes["kind"][pass_index(trace, stop)])).name for stop in stops]
    assert kinds == ["UP", "SIDE", "SENSOR", "DOWN", "SIDE", "SENSOR", "DOWN", "UP"]
    assert [stop.attempt for stop in stops[:7]] == [0, 0, 0, 0, 1, 1, 1]
    assert stops[4].depth == Depth.PASS
    assert stops[7] == Cursor(28, 0, 0, 0)


def test_the_first_pass_of_a_kind_is_found(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T07_ramp46_slide_constrained")
    assert find_first(trace, PassKind.SIDE) == Cursor(0, 0, 1)
    assert find_first(trace, PassKind.DOWN, attempt_kind=AttemptKind.WALK_EXPERIMENT) == Cursor(27, 1, 2)
    assert find_first(trace, PassKind.SIDE, from_frame=30, to_frame=31) == Cursor(30, 0, 1)
    assert find_first(trace, PassKind.RECOVER) is None
    corner = open_sample(physx_traces, "T02_corner90")
    found = find_first(corner, PassKind.SIDE, with_hit=True)
    assert found is not None
    assert corner.iterations[corner.iterations_of(pass_index(corner, found) or 0)[0]]["hit"]


def test_a_step_costs_the_same_at_frame_10_and_at_frame_10000() -> None:
    trace = make_trace([[[1, 2, 0, 1]]] * 10_100)

    def measure(frame: int) -> float:
        best = float("inf")
        for _ in range(5):
            began, cursor = time.perf_counter(), Cursor(frame)
            for _ in range(200):
                cursor = step(trace, cursor, Depth.ITERATION, +1)
            best = min(best, time.perf_counter() - began)
        return best

    assert measure(10_000) < 3.0 * measure(10)


def test_playing_keeps_fractions_of_a_frame() -> None:
    playback = Playback(playing=True)
    for _ in range(10):
        playback = playback.advance(1000, dt_frame=1 / 60, elapsed_seconds=0.4 / 60)
    assert playback.cursor == Cursor(4)
    assert playback.fraction == pytest.approx(0.0, abs=1e-9) or playback.fraction == pytest.approx(1.0, abs=1e-9)


@given(st.lists(st.floats(0.0, 0.1), max_size=50), st.floats(0.05, 4.0))
def test_playing_shows_the_frame_that_the_clock_says(elapsed: list[float], speed: float) -> None:
    playback = Playback(playing=True, speed=speed)
    for seconds in elapsed:
        playback = playback.advance(10**6, dt_frame=1 / 60, elapsed_seconds=seconds)
    assert playback.cursor.frame + playback.fraction == pytest.approx(sum(elapsed) * speed * 60, abs=1e-6)
    assert 0.0 <= playback.fraction < 1.0


def test_playing_stops_at_the_end_and_starts_again_from_the_beginning() -> None:
    playback = Playback(Cursor(8), playing=True).advance(10, 1 / 60, 1.0)
    assert (playback.cursor, playback.playing) == (Cursor(9), False)
    assert playback.toggle(10).cursor == Cursor(0)
    assert playback.toggle(10).toggle(10).playing is False


def test_playing_backwards_stops_at_the_beginning() -> None:
    playback = Playback(Cursor(2), playing=True, speed=-1.0).advance(10, 1 / 60, 0.5)
    assert (playback.cursor, playback.playing) == (Cursor(0), False)


def test_a_loop_goes_on_where_it_began() -> None:
    playback = Playback(Cursor(8), playing=True, loop=True).advance(10, 1 / 60, 3.5 / 60)
    assert (playback.cursor, playback.playing) == (Cursor(1), True)


def test_a_pause_holds_the_cursor() -> None:
    playback = Playback(Cursor(3, 0, 1))
    assert playback.advance(10, 1 / 60, 5.0) == playback

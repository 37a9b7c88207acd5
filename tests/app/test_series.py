"""Curves: the same figures as the readout of a frame, gaps where nothing is known, and no spike lost on screen."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest

from app import commands as ask
from app.series import (
    QUANTITIES,
    Curve,
    collect_gate,
    decimate,
    draw_curve,
    find_gate,
    find_range,
    list_gates,
    measure_depths,
    measure_series,
    name_gate_plot,
)
from app.session import Session
from engine.decisions import Gate
from engine.readout import measure_penetration, read_frame
from engine.trace import Trace
from tests.app.sample_traces import make_centre_only_trace

SCENARIOS = Path("assets/scenarios")


def run_scenario(session: Session, repository: Path, name: str) -> Trace:
    session.open_now(repository / SCENARIOS / f"{name}.scenario.json")
    assert session.state.document is not None
    return session.state.document.trace


@pytest.mark.parametrize("name", ["stairs", "steep_ramp", "platform", "steep_slide"])
def test_curves_are_what_the_readout_says_frame_by_frame(session: Session, repository: Path, name: str) -> None:
    trace = run_scenario(session, repository, name)
    speed, delta, slope = (measure_series(trace, quantity) for quantity in ("speed", "delta", "slope"))
    for frame in range(0, len(trace), 7):
        told = read_frame(trace, frame)
        assert delta[frame] == pytest.approx(told.delta, abs=1e-12)
        assert speed[frame] == pytest.approx(told.speed, abs=1e-9)
        angle = math.nan if told.ground_angle is None else math.degrees(told.ground_angle)
        assert slope[frame] == pytest.approx(angle, abs=1e-6, nan_ok=True)


def test_heights_and_iterations_are_those_of_the_records(session: Session, repository: Path) -> None:
    trace = run_scenario(session, repository, "stairs")
    assert measure_series(trace, "height") == pytest.approx(trace.centers[:, 1])
    iterations = measure_series(trace, "iterations")
    assert iterations.sum() == len(trace.iterations)
    counted = sum(len(trace.iterations_of(p)) for a in trace.attempts_of(30) for p in trace.passes_of(a))
    assert iterations[30] == counted


def test_depths_are_millimetres_and_those_of_the_readout(session: Session, repository: Path) -> None:
    trace = run_scenario(session, repository, "stairs")
    pushed = Trace(**{**trace.__dict__, "frames": trace.frames.copy()})
    pushed.frames["center"][40, 1] -= 0.25
    depths = measure_depths(pushed)
    told = measure_penetration(pushed, 40)
    assert told is not None
    assert depths[40] == pytest.approx(1000.0 * told)
    assert depths[40] > 50.0
    assert depths[0] == 0.0


def test_what_a_trace_does_not_tell_is_not_a_number() -> None:
    trace = make_centre_only_trace(4)
    for name in ("speed", "iterations", "slope"):
        assert np.isnan(measure_series(trace, name)).all(), name
    assert measure_series(trace, "delta") == pytest.approx([0.0, 0.1, 0.1, 0.1])
    assert np.isnan(measure_depths(trace)).all()
    assert list_gates(trace) == ()
    assert find_range([draw_curve(measure_series(trace, "slope"))]) is None


def test_a_gate_has_its_values_thresholds_and_outcomes_and_a_gap_where_it_was_not_asked(
    session: Session, repository: Path
) -> None:
    trace = run_scenario(session, repository, "steep_ramp")
    asked = collect_gate(trace, Gate.DOWN_STEEP)
    rows = trace.decisions[trace.decisions["gate"] == Gate.DOWN_STEEP]
    assert len(asked.threshold) == len(rows) == len(asked.held) + len(asked.failed)
    assert (asked.held.ys < 0.707).all()
    assert (asked.failed.ys >= 0.707).all()
    assert set(asked.threshold.ys) == {0.707}
    known = asked.value.ys[np.isfinite(asked.value.ys)]
    assert known == pytest.approx(rows["value"])
    before = np.flatnonzero(np.isnan(asked.value.ys))
    assert all(asked.value.xs[i + 1] - asked.value.xs[i - 1] > 1.0 for i in before if 0 < i < len(asked.value) - 1)
    frame = int(rows["frame"][-1])
    assert asked.value.at(frame) == pytest.approx(rows["value"][rows["frame"] == frame])


def test_a_gate_that_is_asked_now_and_then_is_not_joined_across_the_frames_between() -> None:
    from engine.trace import DECISION

    trace = make_centre_only_trace(20)
    rows = np.zeros(4, dtype=DECISION)
    rows["frame"], rows["gate"], rows["value"] = [3, 4, 9, 9], Gate.HIT, [1.0, np.inf, 2.0, 3.0]
    rows["threshold"], rows["outcome"] = 1.5, [True, False, False, True]
    asked = collect_gate(Trace(**{**trace.__dict__, "decisions": rows}), Gate.HIT)
    assert asked.value.xs.tolist() == [3, 4, 8, 9, 9]
    assert asked.value.ys == pytest.approx([1.0, math.nan, math.nan, 2.0, 3.0], nan_ok=True)
    assert asked.value.lone.xs.tolist() == [3]
    assert asked.held.ys.tolist() == [1.0, 3.0]
    assert asked.value.at(9).tolist() == [2.0, 3.0]


def test_no_spike_is_lost_however_many_frames_share_a_column() -> None:
    values = np.zeros(100_000)
    values[[0, 777, 50_001, 99_999]] = [1.0, 5.0, -7.0, 3.0]
    shown = decimate(draw_curve(values), 0.0, 99_999.0, 300)
    assert len(shown) <= 4 * 300
    assert set(shown.ys) == {-7.0, 0.0, 1.0, 3.0, 5.0}
    assert (np.diff(shown.xs) >= 0.0).all()
    spike = shown.xs[shown.ys == -7.0]
    assert abs(spike[0] - 50_001) < 100_000 / 300


def test_a_part_keeps_its_frames_and_one_beyond_either_end() -> None:
    curve = draw_curve(np.arange(100.0))
    assert decimate(curve, 10.0, 20.0, 50).xs.tolist() == list(range(9, 22))
    assert decimate(curve, 9.6, 20.4, 50).xs.tolist() == list(range(9, 22))
    assert decimate(curve, 0.0, 99.0, 50).ys == pytest.approx(curve.ys)


def test_gaps_stay_gaps_and_short_ones_are_bridged_by_their_column() -> None:
    values = np.sin(np.arange(10_000.0))
    values[4_000:6_000] = np.nan
    values[8_001] = np.nan
    shown = decimate(draw_curve(values), 0.0, 9_999.0, 100)
    gap = np.isnan(shown.ys)
    assert shown.xs[gap].min() == pytest.approx(4_050.0, abs=60)
    assert shown.xs[gap].max() == pytest.approx(5_950.0, abs=60)


def test_panning_does_not_change_what_a_column_shows() -> None:
    curve = draw_curve(np.random.default_rng(5).normal(size=50_000))
    first, second = (decimate(curve, at, at + 40_000.0, 200) for at in (1_000.0, 3_000.0))
    shared = np.intersect1d(first.xs, second.xs)[1:-1]
    assert len(shared) > 150
    assert first.ys[np.isin(first.xs, shared)] == pytest.approx(second.ys[np.isin(second.xs, shared)])


def test_a_hundred_thousand_frames_are_cut_in_less_than_a_millisecond() -> None:
    curve = draw_curve(np.random.default_rng(1).normal(size=100_000))
    took = []
    for _ in range(20):
        began = time.perf_counter()
        decimate(curve, 0.0, 99_999.0, 800)
        took.append(time.perf_counter() - began)
    assert min(took) < 1e-3


def test_the_axis_holds_the_curves_keeps_zero_and_leaves_room_for_words() -> None:
    curve = Curve(np.arange(3.0), np.array([1.0, np.nan, 3.0]))
    low, high = find_range([curve]) or (0.0, 0.0)
    assert (low, high) == pytest.approx((0.84, 3.16))
    assert (find_range([curve], with_zero=True) or (1.0, 0.0))[0] == pytest.approx(-0.24)
    low, high = find_range([curve], heading=0.25) or (0.0, 0.0)
    assert (high - 3.16) / (high - low) == pytest.approx(0.25)
    assert find_range([draw_curve(np.full(9, 1.0) + 1e-12 * np.arange(9))]) == pytest.approx((0.5, 1.5))


def test_every_plot_is_found_by_its_name_and_others_are_told(session: Session) -> None:
    for gate in Gate:
        assert find_gate(name_gate_plot(gate)) is gate
    for name in (*(quantity.name for quantity in QUANTITIES), "gate SIDE_STEEP"):
        before = session.state.plots
        session.apply(ask.TogglePlot(name))
        assert (name in session.state.plots) is not (name in before)
    session.apply(ask.TogglePlot("fog"))
    assert session.state.messages[-1].text == 'plots: "fog" is neither a quantity nor a gate'

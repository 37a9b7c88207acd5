"""One constant changed: the comparison of two runs of ours points at the frame and the gate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.analyse.compare import Comparison, compare_traces
from engine.analyse.differences import What
from engine.decisions import Gate
from engine.files.scenario_file import load_scenario
from engine.files.trace_file import load_trace
from engine.simulate import simulate
from engine.trace import PassKind


def compare_changed(folder: Path, name: str, **changes: Any) -> Comparison:
    """Simulate a scenario twice, ours with some settings changed."""
    scenario = load_scenario(folder / f"{name}.scenario.json")
    changed = replace(scenario, settings=replace(scenario.settings, **changes))
    return compare_traces(simulate(changed), simulate(scenario))


def test_the_same_scenario_twice_is_equal_to_the_last_bit(physx_traces: Path) -> None:
    comparison = compare_changed(physx_traces, "T07_ramp44_prev_constrained")
    assert comparison.is_equal
    assert comparison.totals.worst_distance == 0.0


def test_a_lower_slope_limit_points_at_the_slope_gate_on_the_ramp(physx_traces: Path) -> None:
    comparison = compare_changed(physx_traces, "T07_ramp44_prev_constrained", slope_limit=0.75)
    assert comparison.first is not None
    assert comparison.first.what is What.SLOPE
    assert (comparison.first.ours, comparison.first.theirs) == ("down_triangle", "none")
    flip = comparison.gate
    assert flip is not None
    assert flip.ours is not None
    assert flip.theirs is not None
    assert flip.place.frame == comparison.first.place.frame == comparison.totals.first_outcome
    assert flip.ours.gate is flip.theirs.gate is Gate.DOWN_STEEP
    assert (flip.ours.outcome, flip.theirs.outcome) == (True, False)
    assert (flip.ours.threshold, flip.theirs.threshold) == (0.75, 0.707)
    assert flip.ours.value == flip.theirs.value == pytest.approx(0.71934, abs=1e-5)  # cos 44°
    assert comparison.deciding == flip.ours


def test_a_smaller_step_offset_points_at_the_lift_and_at_the_step_that_is_met(physx_traces: Path) -> None:
    comparison = compare_changed(physx_traces, "S1_stairs03_constrained", step_offset=0.05)
    assert comparison.first is not None
    assert (comparison.first.what, comparison.first.place.pass_kind) == (What.PASS_MOVE, PassKind.UP)
    assert comparison.first.amount == pytest.approx(0.45)
    flip = comparison.gate
    assert flip is not None
    assert flip.ours is not None
    assert (flip.ours.gate, flip.ours.outcome, flip.ours.body) == (Gate.HIT, True, "step0")
    assert flip.place.pass_kind is PassKind.SENSOR
    assert comparison.totals.first_outcome is not None
    assert comparison.first.place.frame == 0 < flip.place.frame < comparison.totals.first_outcome


def test_a_higher_step_on_terrain_points_at_the_first_contact_that_is_too_high_and_at_no_rounding(
    physx_traces: Path,
) -> None:
    comparison = compare_changed(physx_traces, "R3_terrain64_steep_prev", step_offset=0.11)
    flip = comparison.gate
    assert flip is not None
    assert flip.ours is not None
    assert flip.theirs is not None
    assert flip.place.frame == 182  # in frame 154 an advance of 8e-17 m flips, and changes nothing
    assert flip.ours.gate is flip.theirs.gate is Gate.SIDE_HEIGHT
    assert (flip.ours.threshold, flip.theirs.threshold) == (0.11, 0.1)
    assert flip.ours.value == pytest.approx(0.1007, abs=1e-4)
    assert [(change.name, change.ours, change.theirs) for change in comparison.changes] == [("step_offset", 0.11, 0.1)]


@pytest.mark.parametrize(
    ("name", "changes", "frame", "gates"),
    [
        (
            "T07_drop60_prev",
            {"non_walkable": "prevent_climbing_and_force_sliding"},
            7,
            (Gate.REST, Gate.SLOPE_ON),
        ),
        ("T09_three_cubes", {"max_iterations_side": 1}, 22, (Gate.SENSOR_MODE, Gate.REST)),
        ("T05a_overlap_side", {"overlap_recovery": False}, 0, (Gate.ADVANCE, Gate.OVERLAP)),
    ],
)
def test_where_one_run_asks_what_the_other_does_not_they_part(
    physx_traces: Path, name: str, changes: dict[str, Any], frame: int, gates: tuple[Gate, Gate]
) -> None:
    comparison = compare_changed(physx_traces, name, **changes)
    flip = comparison.gate
    assert flip is not None
    assert flip.is_parting
    assert flip.ours is not None
    assert flip.theirs is not None
    assert (flip.place.frame, flip.ours.gate, flip.theirs.gate) == (frame, *gates)
    assert [change.name for change in comparison.changes] == list(changes)
    assert comparison.deciding is None


def test_a_smaller_contact_offset_shows_where_the_capsule_comes_to_rest(physx_traces: Path) -> None:
    comparison = compare_changed(physx_traces, "S1_stairs03_constrained", contact_offset=0.05)
    assert comparison.first is not None
    assert (comparison.first.what, comparison.first.place.frame) == (What.CENTER, 0)
    assert comparison.first.amount == pytest.approx(0.05)
    advance = [ruling for ruling in comparison.our_rulings if ruling.gate is Gate.ADVANCE]
    assert [ruling.threshold for ruling in advance] == [0.05]


@pytest.mark.parametrize("name", ["S1_stairs03_constrained", "T03_slide45", "T08_ledge03", "P2_platform_v_ride"])
def test_resynchronised_runs_equal_real_physx(physx_traces: Path, name: str) -> None:
    theirs = load_trace(physx_traces / f"{name}.trace.json.gz")
    ours = simulate(load_scenario(physx_traces / f"{name}.scenario.json"), reference=theirs)
    assert compare_traces(ours, theirs).is_equal

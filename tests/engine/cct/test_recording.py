"""Recording changes nothing, and tells everything in its place: any frame runs again from it, bit for bit."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.decisions import Gate
from engine.files.scenario_file import load_scenario
from engine.scenario import Scenario
from engine.simulate import rerun_frame, simulate
from engine.trace import Records, Trace
from tests.engine.cct.test_any_up import COURSE, RIDE, STEEP

SIMULATION = sys.modules[simulate.__module__]
"""The module; the package has a function of the same name."""
OWN = {"course": COURSE, "steep": STEEP, "ride": RIDE}
REFERENCES = (
    "T02_corner90",
    "T05a_overlap_side",
    "S2_step061_constrained",
    "T07_ramp46_slide_constrained",
    "P1_platform_h_ride_walk",
    "P5_kinematic_pusher",
    "O4_character_walk",
    "R1_terrain64",
)


@pytest.fixture(params=[*OWN, *REFERENCES])
def scenario(request: pytest.FixtureRequest) -> Scenario:
    if request.param in OWN:
        return OWN[request.param]
    folder: Path = request.getfixturevalue("physx_traces")
    return load_scenario(folder / f"{request.param}.scenario.json")


def levels(trace: Trace) -> dict[str, Records]:
    """Return every level of a trace by name."""
    names = ("frames", "attempts", "passes", "iterations", "decisions", "states")
    return {name: getattr(trace, name) for name in names}


def same(a: Records, b: Records) -> bool:
    """Whether two levels agree bit for bit, field by field (padding is nobody's business)."""
    return len(a) == len(b) and all(a[name].tobytes() == b[name].tobytes() for name in a.dtype.names or ())


@pytest.mark.parametrize("rules", ["physx", "spec"])
def test_recording_changes_no_bit_of_the_motion(scenario: Scenario, rules: str) -> None:
    ruled = replace(scenario, rules=rules)
    recorded, bare = simulate(ruled), simulate(ruled, record=False)
    for name in ("move", "center", "flags", "touched"):
        assert recorded.frames[name].tobytes() == bare.frames[name].tobytes(), name
    assert len(bare.attempts) == len(bare.passes) == len(bare.iterations) == len(bare.decisions) == 0


@pytest.mark.parametrize("rules", ["physx", "spec"])
def test_the_cache_changes_no_bit_of_the_trace(scenario: Scenario, rules: str) -> None:
    ruled = replace(scenario, rules=rules)
    cached, afresh = levels(simulate(ruled)), levels(simulate(ruled, cache=False))
    assert [name for name in cached if not same(cached[name], afresh[name])] == []


def test_the_same_scenario_gives_the_same_bits(scenario: Scenario) -> None:
    first, second = levels(simulate(scenario)), levels(simulate(scenario))
    assert [name for name in first if not same(first[name], second[name])] == []


def rows_of(trace: Trace, frame: int) -> dict[str, Records]:
    """Return what a trace tells about one frame, with indices counted from the frame's own first rows."""
    attempts = trace.attempts_of(frame)
    passes = [k for a in attempts for k in trace.passes_of(a)]
    iterations = [k for p in passes for k in trace.iterations_of(p)]
    found = {
        "frames": trace.frames[frame : frame + 1].copy(),
        "attempts": trace.attempts[attempts.start : attempts.stop].copy(),
        "passes": trace.passes[passes].copy(),
        "iterations": trace.iterations[iterations].copy(),
        "decisions": trace.decisions[trace.decisions_of(frame)].copy(),
        "states": trace.states[frame : frame + 1].copy(),
    }
    starts = (attempts.start, passes[0] if passes else 0, iterations[0] if iterations else 0)
    found["frames"]["attempt_start"] = found["frames"]["decision_start"] = 0
    found["attempts"]["pass_start"] -= starts[1]
    found["passes"]["attempt"] -= starts[0]
    # A pass without iterations still names where they would begin.
    found["passes"]["iteration_start"] -= trace.passes[passes[0]]["iteration_start"] if passes else 0
    found["iterations"]["pass_index"] -= starts[1]
    for name, start in zip(("attempt", "pass_index", "iteration"), starts, strict=True):
        column = found["decisions"][name]
        column[column >= 0] -= start
    found["attempts"]["frame"] = found["decisions"]["frame"] = 0
    return found


def test_any_frame_runs_again_bit_for_bit(scenario: Scenario) -> None:
    trace = simulate(scenario)
    for frame in np.linspace(0, len(trace) - 1, 12).astype(int).tolist():
        alone = rerun_frame(trace, frame)
        assert len(alone) == 1
        expected, got = rows_of(trace, frame), rows_of(alone, 0)
        got["states"] = alone.states.copy()
        assert [name for name in expected if not same(expected[name], got[name])] == [], frame


def test_a_frame_runs_again_under_other_rules() -> None:
    trace = simulate(STEEP)
    refused = int(np.argmax(trace.frames["attempt_count"] == 2))
    other = rerun_frame(trace, refused, replace(STEEP, rule_changes=(("experiment_displacement", "horizontal"),)))
    assert other.attempts[0]["move"].tolist() == trace.attempts[trace.attempts_of(refused)[0]]["move"].tolist()
    assert other.attempts[1]["move"].tolist() != trace.attempts[trace.attempts_of(refused)[1]]["move"].tolist()


@pytest.mark.parametrize("rows", [(0, 0, 0, 0), (1, 1, 1, 1), (1, 3, 2, 5)])
@pytest.mark.parametrize("near", [1, 4])
def test_buffers_that_are_too_short_grow_without_loss(
    scenario: Scenario, rows: tuple[int, ...], near: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = levels(simulate(scenario))
    monkeypatch.setattr("engine.run_log.ROWS_PER_FRAME", rows)
    monkeypatch.setattr(SIMULATION, "_FIRST_NEAR", near)
    monkeypatch.setattr(SIMULATION, "CHUNK", 7)
    got = levels(simulate(scenario))
    assert [name for name in expected if not same(expected[name], got[name])] == []
    bare = simulate(scenario, record=False)
    assert bare.centers.tobytes() == expected["frames"]["center"].tobytes()


def test_decisions_belong_to_their_frame_attempt_pass_and_iteration(scenario: Scenario) -> None:
    trace = simulate(scenario)
    told = trace.decisions
    assert np.array_equal(np.repeat(np.arange(len(trace)), trace.frames["decision_count"]), told["frame"])
    assert set(told["gate"].tolist()) <= set(Gate)
    for name, level, parent in (
        ("attempt", trace.attempts, trace.attempts["frame"]),
        ("pass_index", trace.passes, trace.passes["attempt"]),
        ("iteration", trace.iterations, trace.iterations["pass_index"]),
    ):
        own = told[told[name] >= 0]
        assert (own[name] < len(level)).all()
        assert (np.diff(own[name]) >= 0).all(), "in the order in which they were asked"
        above = {"attempt": "frame", "pass_index": "attempt", "iteration": "pass_index"}[name]
        assert np.array_equal(parent[own[name]], own[above])
    assert (told["body"] < len(trace.body_names)).all()


def test_children_follow_their_parents_without_a_gap(scenario: Scenario) -> None:
    trace = simulate(scenario)
    for parents, start, count, children in (
        (trace.frames, "attempt_start", "attempt_count", trace.attempts),
        (trace.frames, "decision_start", "decision_count", trace.decisions),
        (trace.attempts, "pass_start", "pass_count", trace.passes),
        (trace.passes, "iteration_start", "iteration_count", trace.iterations),
    ):
        ends = parents[start] + parents[count]
        assert parents[start][0] == 0
        assert np.array_equal(ends[:-1], parents[start][1:])
        assert ends[-1] == len(children)


def test_every_temporal_box_holds_the_capsule_at_both_ends(scenario: Scenario) -> None:
    trace = simulate(scenario)
    rows, capsule = trace.iterations, scenario.capsule
    reach = np.abs(capsule.up) * capsule.half_height + capsule.radius
    for at in (rows["origin"], rows["origin"] + rows["direction"] * rows["length"][:, None]):
        assert (rows["box_low"] <= at - reach + 1e-9).all()
        assert (rows["box_high"] >= at + reach - 1e-9).all()


def test_a_hit_is_told_with_its_gate(scenario: Scenario) -> None:
    trace = simulate(scenario)
    asked = trace.decisions[trace.decisions["gate"] == Gate.HIT]
    assert asked["iteration"].tolist() == list(range(len(trace.iterations)))
    assert asked["outcome"].tolist() == trace.iterations["hit"].tolist()
    hit = trace.iterations["hit"]
    assert asked["value"][hit].tolist() == trace.iterations["distance"][hit].tolist()
    assert asked["body"].tolist() == trace.iterations["body"].tolist()

"""How far a pass went, what was left of its way and what became of that: never against the recorded figures."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.explain import explain_frame, explain_iteration, explain_pass, label_pass
from app.explain.rests import rest_along_surface
from app.measure import as_vec3, norm
from engine.rests import project_rests
from engine.trace import Exit, PassKind
from tests.app.draw.reading import find_pass, read_rows
from tests.app.sample_traces import open_sample


def test_a_rest_that_was_dropped_is_told_along_the_surface(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T06_6000ms_thin_wall")
    side = find_pass(trace, 0, PassKind.SIDE)
    dropped = (
        "95.475 m of the way was left; along thin 0.0002 m of it remains: not more than the minimum move distance "
        "0.001 m, so it was dropped."
    )
    assert dropped in explain_pass(trace, side).text
    told = explain_iteration(trace, trace.iterations_of(side)[0])
    assert dropped in told.text
    rows = read_rows(told)
    assert (rows["left over"], rows["left along surface"]) == ("95.475 m", "0.0002 m")


@pytest.mark.parametrize("name", ["T02_corner90", "R3_terrain64_steep_slide", "R1_terrain64", "T07_drop60_prev"])
def test_every_rest_too_short_to_sweep_is_shorter_than_the_minimum(physx_traces: Path, name: str) -> None:
    trace = open_sample(physx_traces, name)
    passes = np.flatnonzero((trace.passes["exit"] == Exit.MIN_DISTANCE) & (trace.passes["iteration_count"] > 0))
    rests = np.linalg.norm(project_rests(trace, passes), axis=1)
    assert rests.max(initial=0.0) <= 0.001


@pytest.mark.parametrize("name", ["T02_corner90", "L2_undulating_slide_steep", "T07_drop60_prev", "T03_slide45"])
def test_the_projected_rest_is_what_the_next_iteration_swept(physx_traces: Path, name: str) -> None:
    trace = open_sample(physx_traces, name)
    shorter, seen = replace(trace, passes=trace.passes.copy()), 0
    for index in np.flatnonzero(trace.passes["iteration_count"] > 1):
        inside = trace.iterations_of(int(index))
        shorter.passes[index]["iteration_count"] -= 1  # as if the last iteration had not run
        shorter.passes[index]["end"] = trace.iterations[inside[-1]]["origin"]
        projected = as_vec3(project_rests(shorter, np.array([index]))[0])
        assert projected == pytest.approx(rest_along_surface(trace, inside[-2]), abs=2e-5)
        seen += 1
    assert seen > 20


def test_a_hit_tells_how_the_rest_was_turned(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T02_corner90")
    side = find_pass(trace, 60, PassKind.SIDE)
    told = explain_iteration(trace, trace.iterations_of(side)[0])
    assert told.sentences[-1] == (
        "Along wallX 0.0471 m of it remains, direction (0.00, 1.00, 0.00): the next iteration sweeps that."
    )
    assert read_rows(told)["left along surface"] == "0.0471 m"


def test_a_pass_that_turned_back_tells_where_the_rest_pointed(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "L2_undulating_slide_steep")
    told = explain_pass(trace, find_pass(trace, 54, PassKind.DOWN, attempt=1))
    assert "0.0084 m of the way was left. Along undulating 0.0076 m of it remains, direction (" in told.text
    assert told.sentences[-1].endswith("that points against the pass's move, so it was dropped.")


def test_the_experiment_says_that_it_flattens_normals(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T07_drop60_prev")
    recover = find_pass(trace, 60, PassKind.RECOVER, attempt=1)
    told = explain_iteration(trace, trace.iterations_of(recover)[0])
    assert told.sentences[-1] == (
        "Along ramp (its normal flattened to horizontal), at full length as RECOVER does, 0.1635 m of it remains, "
        "direction (0.00, 0.00, -1.00): the next iteration sweeps that."
    )


def test_a_pass_that_slid_tells_its_parts(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "R3_terrain64_steep_slide")
    told = explain_frame(trace, 186)
    assert "DOWN slid 0.1071 m (0.0701 m down, 0.0809 m sideways) of 0.1635 m and hit terrain" in told.text
    assert "It ended 0.0701 m lower" in told.text
    down = find_pass(trace, 186, PassKind.DOWN, attempt=1)
    assert label_pass(trace, down) == "DOWN slid 0.1071 of 0.1635 m (0.0701 m down), hit terrain"


def test_recover_says_that_it_keeps_its_length(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "L2_undulating_slide_steep"), 0)
    assert (
        "So RECOVER slid 0.1635 m (0.071 m down, 0.1473 m sideways) of 0.1635 m, which it keeps at full length along "
        "the surface, and hit undulating, triangle 3778."
    ) in told.text


@pytest.mark.parametrize("name", ["L2_undulating_slide_steep", "R3_terrain64_steep_slide", "T03_slide45"])
def test_no_part_is_told_as_larger_than_its_whole(physx_traces: Path, name: str) -> None:
    trace = open_sample(physx_traces, name)
    labels = [label_pass(trace, index) for index in range(len(trace.passes))]
    pairs = [match.groups() for label in labels if (match := re.search(r"([\d.]+) of ([\d.]+) m", label))]
    assert len(pairs) > 20
    assert all(float(part) <= float(whole) for part, whole in pairs)


def test_a_side_that_slid_is_told_by_what_lay_ahead(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "T07_ramp46_slide_up"), 30)
    assert "SIDE slid 0.0579 m (0.0572 m ahead, 0.0092 m across) of 0.0667 m and hit ramp" in told.text


def test_a_move_too_short_to_sweep_says_so(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T05d_overlap_zero_disp")
    short = "SIDE: its move of 0.0005 m is not longer than the minimum move distance 0.001 m, so nothing was swept."
    side = find_pass(trace, 6, PassKind.SIDE)
    assert short in explain_frame(trace, 6).sentences
    assert explain_pass(trace, side).sentences[-1] == short
    assert label_pass(trace, side) == "SIDE: too short to sweep"


def test_a_push_tells_its_vector_and_no_placeholders(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "P5_kinematic_pusher")
    down = find_pass(trace, 147, PassKind.DOWN)
    pushed = "pushed out by 0.1167 m, with the contact offset of 0.10 m counted as part of the capsule"
    assert f"DOWN found it touching or overlapping pusher: it was {pushed}." in explain_frame(trace, 147).text
    told = explain_iteration(trace, trace.iterations_of(down)[0])
    rows = read_rows(told)
    assert (rows["push"], rows["push length"]) == ("(0.1167, 0.00, 0.00) m", "0.1167 m")
    assert not {"normal", "slope", "point", "left over", "left along surface"} & set(rows)
    record = trace.passes[down]
    assert norm(as_vec3(record["end"] - record["start"])) == pytest.approx(0.1167, abs=5e-5)


def test_a_sweep_says_that_it_looks_a_contact_offset_further(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T07_ramp46_prev_constrained")
    side = find_pass(trace, 27, PassKind.SIDE, attempt=1)
    told = explain_iteration(trace, trace.iterations_of(side)[0])
    assert told.sentences[0] == "Swept 0.0667 m + 0.10 m contact offset and hit ramp, triangle 0 after 0.148 m."


def test_down_of_an_experiment_takes_no_lift_back(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T07_ramp46_slide_constrained")
    plain, experiment = (
        next(i for i in trace.passes_of(attempt) if trace.passes[i]["kind"] == PassKind.DOWN)
        for attempt in trace.attempts_of(27)
    )
    assert "takes the lift back" in explain_pass(trace, plain).text
    assert "no lift to take back" in explain_pass(trace, experiment).text

"""Motion between the frames is told and counted, and so is what bodies underfoot did."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.draw.drawlist import Pick, PickKind
from app.explain import describe_pick, explain_frame
from app.explain.bodies import body_displacement, find_face
from app.explain.motion import find_jumps, has_jump, jump_displacement, previous_center
from app.measure import norm
from app.playback import Cursor
from engine.level import Body
from engine.shapes import Box
from engine.trace import PassKind, SlopeRule
from tests.app.draw.reading import read_hud, read_rows
from tests.app.sample_traces import make_centre_only_trace, open_sample


def test_a_platform_that_lifts_is_told_and_counted(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "P2_platform_v_ride")
    told = explain_frame(trace, 2)
    assert told.sentences[1:3] == (
        "Before the frame it was moved 0.0167 m up, not by a sweep: it stood on platform, which moved by 0.0167 m up.",
        "Achieved: 0.0167 m up; by sweeps nothing.",
    )
    assert told.sentences[-1] == "It ended 0.0167 m higher, on platform."
    assert told.short == "went up 0.0167 m on platform"
    hud = read_hud(trace, Cursor(2))
    assert (hud["speed"], hud["moved"]) == ("1.000 m/s", "0.0167 m, height +0.0167 m")


def test_a_teleport_is_told_as_one(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T01_fall_10m")
    told = explain_frame(trace, 150)
    assert told.short == "teleported"
    assert told.sentences[1:3] == (
        "Before the frame it was teleported 9.00 m up.",
        "Achieved: 8.997 m up; by sweeps 0.0027 m down.",
    )
    hud = read_hud(trace, Cursor(150))
    assert (hud["speed"], hud["moved"]) == ("539.837 m/s", "8.997 m, height +8.997 m")
    assert read_rows(told)["before the sweeps"] == "(0.00, 0.00, 9.00) m"


def test_frames_that_join_up_tell_of_no_jump(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "S1_stairs03_constrained")
    assert not find_jumps(trace).any()
    assert "Before the frame" not in explain_frame(trace, 27).text
    assert previous_center(trace, 0) == tuple(trace.start_center(0).tolist())


def test_all_jumps_of_a_trace_are_those_of_its_frames(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "P2_platform_v")
    assert find_jumps(trace).tolist() == [has_jump(trace, frame) for frame in range(len(trace))]
    assert norm(jump_displacement(trace, 1)) == pytest.approx(1.0 / 60.0, abs=1e-6)
    assert find_jumps(make_centre_only_trace(0)).tolist() == []


def test_noise_is_no_motion_in_words(physx_traces: Path) -> None:
    for name in ("T04_hold_wall", "P5_kinematic_pusher", "R1_terrain64"):
        trace = open_sample(physx_traces, name)
        for frame in range(0, len(trace), 5):
            told = explain_frame(trace, frame).text
            assert "0.0000" not in told
            assert ("at the same height" in told) != (" higher" in told or " lower" in told)


def test_the_body_underfoot_tells_how_it_moved(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "P1_platform_h_ride")
    rows = read_rows(explain_frame(trace, 60))
    assert rows["platform moved this frame"] == "(-0.0167, 0.00, 0.00) m"
    assert rows["platform speed"] == "1.00 m/s"
    assert "platform moved this frame" not in read_rows(explain_frame(trace, 0))


def test_a_picked_body_tells_how_it_moved(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "P5_kinematic_pusher")
    rows = read_rows(describe_pick(trace, Pick(PickKind.TRIANGLE, trace.body_names.index("pusher"), 0), Cursor(2)))
    assert (rows["moved this frame"], rows["speed"]) == ("(0.0167, 0.00, 0.00) m", "1.00 m/s")
    still = read_rows(describe_pick(trace, Pick(PickKind.TRIANGLE, trace.body_names.index("floor"), 0), Cursor(2)))
    assert "moved this frame" not in still


def test_a_turning_body_moves_the_farther_the_farther_from_its_axis() -> None:
    quarter = np.sqrt(0.5)
    poses = np.array([[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, quarter, quarter]], dtype=float)
    body = Body("disc", Box((1.0, 1.0, 0.1)), poses=poses)
    assert body_displacement(body, 1) == pytest.approx((0.0, 0.0, 0.0))
    assert body_displacement(body, 1, (2.0, 0.0, 0.0)) == pytest.approx((-2.0, 2.0, 0.0))
    assert body_displacement(body, 0, (2.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("name", ["S2_step061_constrained", "T07_box46_prev_constrained"])
def test_the_face_of_a_box_is_the_one_that_the_trace_judged(physx_traces: Path, name: str) -> None:
    trace = open_sample(physx_traces, name)
    kinds = {SlopeRule.SIDE_CONSTRAINED: (PassKind.SIDE, PassKind.SENSOR), SlopeRule.DOWN_TRIANGLE: (PassKind.DOWN,)}
    checked = 0
    for attempt, record in enumerate(trace.attempts):
        wanted = kinds.get(SlopeRule(int(record["slope_rule"])), ())
        hits = [
            i
            for index in trace.passes_of(attempt)
            if trace.passes[index]["kind"] in wanted
            for i in trace.iterations_of(index)
            if trace.iterations[i]["hit"]
        ]
        if hits:
            face = find_face(trace, hits[-1])
            assert face is not None
            assert face.normal == pytest.approx(record["slope_normal"].tolist(), abs=1e-3)
            checked += 1
    assert checked > 50

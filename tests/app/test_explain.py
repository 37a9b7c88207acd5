"""The words hold the figures of the trace, with units, and never more than the trace tells."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from app.draw.drawlist import Pick, PickKind
from app.explain import (
    NOT_RECORDED,
    describe_pick,
    explain_exit,
    explain_frame,
    explain_iteration,
    explain_pass,
    explain_slope,
    is_grounded,
    list_hud_rows,
    list_touched,
    name_cursor,
    slope_gates,
)
from app.explain.words import describe_move, format_change, format_length, format_pair, format_vector, join_clauses
from app.measure import cct_settings, trace_up
from app.playback import Cursor
from engine.trace import Exit, PassKind, Trace
from tests.app.sample_traces import make_centre_only_trace, open_sample


@pytest.fixture
def ramp(physx_traces: Path) -> Trace:
    return open_sample(physx_traces, "T07_ramp46_slide_constrained")


def find_pass(trace: Trace, frame: int, kind: PassKind, attempt: int = 0) -> int:
    passes = trace.passes_of(trace.attempts_of(frame)[attempt])
    return next(i for i in passes if trace.passes[i]["kind"] == kind)


def hud(trace: Trace, cursor: Cursor) -> dict[str, str]:
    return {row.label: row.text for row in list_hud_rows(trace, cursor)}


@pytest.mark.parametrize("exit_", list(Exit))
def test_every_exit_has_words(exit_: Exit) -> None:
    words = explain_exit(exit_)
    assert words.short
    assert words.sentence.endswith(".")


def test_the_slope_of_the_ramp_is_told_with_its_figures(ramp: Trace) -> None:
    attempt = ramp.attempts[ramp.attempts_of(27)[0]]
    told = explain_slope(attempt, cct_settings(ramp), trace_up(ramp))
    assert told is not None
    assert told.text == (
        "The DOWN triangle is too steep: n·up 0.695 (46.0°) < slope limit 0.707 (45.0°), and its top is 7.093 m above "
        "the capsule's bottom > step offset 0.50 m."
    )
    steep, high = slope_gates(attempt, cct_settings(ramp), trace_up(ramp))
    assert steep.value == pytest.approx(0.6947, abs=5e-5)
    assert steep.margin == pytest.approx(0.6947 - 0.707, abs=5e-5)
    assert high.value == pytest.approx(7.093, abs=5e-4)
    assert [row.text for row in told.rows] == ["46.0 °", "0.695 < 0.707", "7.093 > 0.50 m"]


def test_the_side_rule_is_told_with_the_height_of_the_contact(physx_traces: Path) -> None:
    step = open_sample(physx_traces, "S2_step061_constrained")
    told = explain_slope(step.attempts[step.attempts_of(60)[0]], cct_settings(step), trace_up(step))
    assert told is not None
    assert "SIDE or SENSOR hit is too steep: n·up 0.00 (90.0°) < slope limit 0.707" in told.text
    assert "DOWN contact is 0.51 m above the capsule's bottom" in told.text


def test_an_accepted_attempt_has_no_slope_to_explain(ramp: Trace) -> None:
    assert explain_slope(ramp.attempts[ramp.attempts_of(0)[0]], cct_settings(ramp), trace_up(ramp)) is None


def test_a_slope_without_settings_says_that_the_limit_is_not_recorded(ramp: Trace) -> None:
    told = explain_slope(ramp.attempts[ramp.attempts_of(27)[0]], None, trace_up(ramp))
    assert told is not None
    assert "slope limit not recorded" in told.text


def test_the_frame_of_the_experiment_tells_why_it_ran(ramp: Trace) -> None:
    told = explain_frame(ramp, 27)
    assert told.short == "too steep, walk experiment"
    assert told.sentences[:2] == ("Asked: 0.067 m sideways and 0.163 m down.", "Achieved: nothing.")
    assert "DOWN came down 0.484 of 0.664 m and hit ramp, triangle 0." in told.text
    assert "So the capsule was put back and the walk experiment ran, with a move of 0.163 m down." in told.text
    assert "Of 0.067 m sideways, 0.067 m was lost: the plain move was undone as too steep." in told.text
    assert told.sentences[-1] == "It ended at the same height, on floor."


def test_a_step_that_is_climbed_tells_the_height_gained(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "S1_stairs03_constrained"), 27)
    assert told.short == "went up 0.036 m on step0"
    assert told.sentences[1] == "Achieved: 0.067 m sideways and 0.036 m up."
    assert told.sentences[-1] == "It ended 0.036 m higher, on step0."


def test_a_wall_that_blocks_is_named(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "T04_hold_wall"), 100)
    assert told.short == "ran into wall"
    assert "Of 0.067 m sideways, 0.067 m was lost to wall." in told.text


def test_the_motion_that_a_platform_adds_is_told(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "P1_platform_h_ride"), 60)
    assert "changed that by 0.017 m sideways before it swept; in the frame before it stood on platform." in told.text


def test_the_second_attempt_that_fails_alike_is_not_told_twice(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "T07_drop60_prev"), 60)
    assert told.text.count("n·up 0.50") == 1
    assert "too steep again" in told.text
    assert "So RECOVER went down 0.00 of 0.163 m and hit ramp (10 hits)." in told.text


def test_an_overlap_is_told_as_a_push(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T05a_overlap_side")
    down = find_pass(trace, 0, PassKind.DOWN)
    assert explain_frame(trace, 0).short == "pushed out of an overlap"
    assert explain_pass(trace, down).short == "DOWN: pushed out of cube by 0.30 m"
    told = explain_iteration(trace, trace.iterations_of(down)[0])
    assert "already overlapped cube. It was pushed out by 0.30 m" in told.text


def test_contacts_without_passes_say_that_the_passes_are_not_recorded(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "O4_character_walk")
    told = explain_frame(trace, 60)
    assert told.short == "passes not recorded"
    assert "It touched floor. It collided below and at the sides." in told.text
    assert told.sentences[-1].startswith("Which sweeps ran is not recorded")


def test_a_trace_of_centres_alone_is_told_without_guesses() -> None:
    trace = make_centre_only_trace(5)
    told = explain_frame(trace, 2)
    assert told.sentences[0] == "What move was asked for is not recorded."
    assert told.sentences[1] == "Achieved: 0.10 m (0.10, 0.00, 0.00)."
    assert " up" not in told.text
    rows = hud(trace, Cursor(2))
    assert rows["standing on"] == "unknown"
    assert rows["moved"] == "0.10 m"
    assert is_grounded(trace, 2) is None


def test_an_iteration_tells_the_distance_less_the_contact_offset(ramp: Trace) -> None:
    down = find_pass(ramp, 27, PassKind.DOWN)
    told = explain_iteration(ramp, ramp.iterations_of(down)[0])
    assert told.title == "DOWN iteration 1 of 1"
    assert told.text == (
        "Swept 0.664 m and hit ramp, triangle 0 after 0.584 m. The capsule went 0.484 m: the distance to the hit less "
        "the contact offset of 0.10 m; 0.179 m of the way was left."
    )
    rows = {row.label: row.text for row in told.rows}
    assert rows["slope"] == "46.0°"
    assert rows["point"] == "(2.118, 0.00, 0.123) m"


def test_a_hit_within_the_contact_offset_moves_nothing(physx_traces: Path) -> None:
    step = open_sample(physx_traces, "S2_step061_constrained")
    side = find_pass(step, 60, PassKind.SIDE, attempt=1)
    assert "so the capsule stayed where it was" in explain_iteration(step, step.iterations_of(side)[0]).text


def test_a_pass_that_only_looked_says_that_it_was_taken_back(ramp: Trace) -> None:
    told = explain_pass(ramp, find_pass(ramp, 27, PassKind.SENSOR))
    assert told.short == "SENSOR 0.35 m, no hit"
    assert told.sentences[-1] == "The capsule was then put back to where the pass began."


def test_a_pass_with_nothing_to_do_says_so(ramp: Trace) -> None:
    told = explain_pass(ramp, find_pass(ramp, 27, PassKind.SIDE, attempt=1))
    assert told.short == "SIDE: nothing to do"
    assert told.sentences[-1] == "The pass had no way to go, so nothing was swept."


def test_the_head_up_display_holds_the_state_of_the_frame(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "S1_stairs03_constrained")
    rows = hud(trace, Cursor(27))
    assert rows["frame"] == "27 / 179"
    assert rows["time"] == "0.450 s"
    assert rows["speed"] == "4.557 m/s"
    assert rows["height change"] == "+0.036 m"
    assert rows["standing on"] == "step0"
    assert is_grounded(trace, 27)
    assert list_touched(trace, 27) == ("step0",)


def test_the_cursor_is_named_by_attempt_pass_and_iteration(ramp: Trace) -> None:
    assert name_cursor(ramp, Cursor(27)) == "whole frame"
    assert name_cursor(ramp, Cursor(27, 1, 2, 0)) == "walk experiment, DOWN, iteration 1 of 1"
    assert hud(ramp, Cursor(27, 0, 0, 0))["position"] == "(1.80, 0.00, 1.50) m"


def test_a_picked_triangle_is_measured_and_judged(ramp: Trace) -> None:
    told = describe_pick(ramp, Pick(PickKind.TRIANGLE, ramp.body_names.index("ramp"), 0), Cursor(27))
    assert told is not None
    rows = {row.label: row.text for row in told.rows}
    assert rows["slope"] == "46.0°"
    assert rows["n·up"] == "0.695"
    assert rows["top above bottom"] == "7.093 m"
    assert "It is too steep: n·up 0.695, slope limit 0.707 (45.0°)." in told.text
    assert "first in frame 27" in told.text


def test_every_kind_of_pick_has_words(physx_traces: Path, ramp: Trace) -> None:
    loose = open_sample(physx_traces, "O4_character_walk")
    cases = [
        (ramp, Pick(PickKind.CAPSULE), "Capsule"),
        (ramp, Pick(PickKind.HIT, 3), "DOWN iteration 1 of 1"),
        (ramp, Pick(PickKind.PATH, 4), "Frame 4"),
        (ramp, Pick(PickKind.TRIANGLE, 0, 99), "floor"),
        (loose, Pick(PickKind.CONTACT, 0), "Contact with floor"),
    ]
    for trace, pick, title in cases:
        told = describe_pick(trace, pick, Cursor(0))
        assert told is not None
        assert told.title == title
    assert describe_pick(ramp, Pick(PickKind.NOTHING), Cursor(0)) is None


def test_every_frame_of_every_reference_trace_can_be_told(physx_traces: Path) -> None:
    for name in ("R3_terrain64_steep_slide", "T05d_overlap_zero_disp", "O2_obstacle_capsule_lying", "S3_lowceil_215"):
        trace = open_sample(physx_traces, name)
        for frame in range(0, len(trace), 7):
            told = explain_frame(trace, frame)
            assert "nan" not in told.text
            assert "nan" not in " ".join(row.text for row in list_hud_rows(trace, Cursor(frame)))


def test_lengths_show_the_digits_that_matter() -> None:
    texts = [format_length(x) for x in (0.5, 0.0666667, 7.09339809, 0.0003, 3e-8, 123.456, -0.1635, math.nan)]
    assert texts == ["0.50 m", "0.067 m", "7.093 m", "0.0003 m", "0.00 m", "123.5 m", "-0.164 m", NOT_RECORDED]
    assert [format_change(x) for x in (0.5, -0.5, 1e-9)] == ["+0.50", "-0.50", "0.00"]


def test_two_figures_that_are_compared_can_be_told_apart() -> None:
    assert format_pair(0.5, 0.6) == ("0.50", "0.60")
    assert format_pair(0.70695, 0.707) == ("0.7069", "0.707")


def test_moves_are_told_by_direction() -> None:
    up = (0.0, 0.0, 1.0)
    assert describe_move((0.3, 0.4, -1.0), up) == "0.50 m sideways and 1.00 m down"
    assert describe_move((0.0, 0.0, 0.25), up) == "0.25 m up"
    assert describe_move((0.0, 0.0, 0.0), up) == "nothing"
    assert describe_move((math.nan, 0.0, 0.0), up) == NOT_RECORDED
    assert format_vector((np.nan, 0.0, 0.0)) == NOT_RECORDED
    assert [join_clauses(x) for x in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b and c"]

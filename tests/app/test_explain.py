"""The words hold the figures of the trace, with units, and never more than the trace tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.draw.drawlist import Pick, PickKind
from app.explain import (
    NOT_RECORDED,
    describe_pick,
    explain_exit,
    explain_frame,
    explain_iteration,
    explain_pass,
    is_grounded,
    list_hud_rows,
    list_touched,
    name_cursor,
)
from app.playback import Cursor
from engine.trace import Exit, PassKind, Trace
from tests.app.draw.reading import find_pass, read_hud, read_rows
from tests.app.sample_traces import make_centre_only_trace, open_sample


@pytest.fixture
def ramp(physx_traces: Path) -> Trace:
    return open_sample(physx_traces, "T07_ramp46_slide_constrained")


@pytest.mark.parametrize("exit_", list(Exit))
def test_every_exit_has_words(exit_: Exit) -> None:
    words = explain_exit(exit_)
    assert words.short
    assert words.sentence.endswith(".")


def test_the_frame_of_the_experiment_tells_why_it_ran(ramp: Trace) -> None:
    told = explain_frame(ramp, 27)
    assert told.short == "too steep, walk experiment"
    assert told.sentences[:2] == ("Asked: 0.0667 m sideways and 0.1635 m down.", "Achieved: nothing.")
    assert "DOWN came down 0.4842 of 0.6635 m and hit ramp, triangle 0." in told.text
    assert "So the capsule was put back and the walk experiment ran, with a move of 0.1635 m down." in told.text
    assert "Of 0.0667 m sideways, 0.0667 m was lost: the plain move was undone as too steep." in told.text
    assert told.sentences[-1] == "It ended at the same height, on floor."


def test_a_step_that_is_climbed_tells_the_height_gained(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "S1_stairs03_constrained"), 27)
    assert told.short == "went up 0.0364 m on step0"
    assert told.sentences[1] == "Achieved: 0.0667 m sideways and 0.0364 m up."
    assert told.sentences[-1] == "It ended 0.0364 m higher, on step0."


def test_a_wall_that_blocks_is_named(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "T04_hold_wall"), 100)
    assert told.short == "ran into wall"
    assert "Of 0.0667 m sideways, 0.0667 m was lost to wall." in told.text


def test_the_motion_that_a_platform_adds_is_told(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "P1_platform_h_ride"), 60)
    assert (
        "changed that by 0.0167 m sideways before it swept; in the frame before it stood on platform, which"
        in told.text
    )


def test_the_second_attempt_that_fails_alike_is_not_told_twice(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "T07_drop60_prev"), 60)
    assert told.text.count("n·up 0.50") == 1
    assert "too steep again" in told.text
    assert "So RECOVER went down 0.00 of 0.1635 m and hit ramp (10 hits)." in told.text


def test_an_overlap_is_told_as_a_push(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T05a_overlap_side")
    down = find_pass(trace, 0, PassKind.DOWN)
    assert explain_frame(trace, 0).short == "pushed out of cube"
    assert explain_pass(trace, down).short == "DOWN: pushed out of cube by 0.30 m"
    told = explain_iteration(trace, trace.iterations_of(down)[0])
    assert "already touching or overlapping cube. It was pushed out by 0.30 m" in told.text


def test_contacts_without_passes_say_that_the_passes_are_not_recorded(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "O4_character_walk")
    told = explain_frame(trace, 60)
    assert told.short == "passes not recorded"
    assert "It touched floor. It collided below and at the sides (with what is not recorded)." in told.text
    assert told.sentences[-1].startswith("Which sweeps ran is not recorded")


def test_a_trace_of_centres_alone_is_told_without_guesses() -> None:
    trace = make_centre_only_trace(5)
    told = explain_frame(trace, 2)
    assert told.sentences[0] == "What move was asked for is not recorded."
    assert told.sentences[1] == "Achieved: 0.10 m (0.10, 0.00, 0.00)."
    assert " up" not in told.text
    rows = read_hud(trace, Cursor(2))
    assert rows["standing on"] == NOT_RECORDED
    assert rows["moved"] == "0.10 m"
    assert is_grounded(trace, 2) is None


def test_an_iteration_tells_the_distance_less_the_contact_offset(ramp: Trace) -> None:
    down = find_pass(ramp, 27, PassKind.DOWN)
    told = explain_iteration(ramp, ramp.iterations_of(down)[0])
    assert told.title == "DOWN iteration 1 of 1"
    assert told.text == (
        "Swept 0.6635 m + 0.10 m contact offset and hit ramp, triangle 0 after 0.5842 m. The capsule went 0.4842 m: "
        "the distance to the hit less the contact offset. 0.1793 m of the way was left. Along ramp 0.129 m of it "
        "remains, direction (-0.6947, 0.00, -0.7193), but no iteration was left to sweep it."
    )
    rows = read_rows(told)
    assert rows["slope"] == "46.0°"
    assert rows["point"] == "(2.118, 0.00, 0.1226) m"


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
    rows = read_hud(trace, Cursor(27))
    assert rows["frame"] == "27 / 179, 0.450 s"
    assert rows["speed"] == "4.557 m/s"
    assert rows["moved"] == "0.0759 m, height +0.0364 m"
    assert rows["standing on"] == "step0"
    assert is_grounded(trace, 27)
    assert list_touched(trace, 27) == ("step0",)


def test_the_cursor_is_named_by_attempt_pass_and_iteration(ramp: Trace) -> None:
    assert name_cursor(ramp, Cursor(27)) == "whole frame"
    assert name_cursor(ramp, Cursor(27, 1, 2, 0)) == "walk experiment, DOWN, iteration 1 of 1"
    assert read_hud(ramp, Cursor(27, 0, 0, 0))["position"] == "(1.80, 0.00, 1.50) m"


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

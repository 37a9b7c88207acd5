"""Of the ground only what the trace holds is told: what was looked for, what was touched, what is not recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.explain import explain_frame
from tests.app.sample_traces import open_sample


@pytest.mark.parametrize(("name", "frame"), [("T07_ramp46_slide_up", 30), ("T07_ramp46_slide_up", 89)])
def test_ground_that_nobody_looked_for_is_not_denied(physx_traces: Path, name: str, frame: int) -> None:
    told = explain_frame(open_sample(physx_traces, name), frame)
    assert told.sentences[-1] == "DOWN did not run, so the ground was not looked for."
    assert "nothing below" not in told.text
    assert told.short != "in the air"


def test_a_frame_that_asked_for_nothing_did_not_look_for_ground(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T05d_overlap_zero_disp")
    for frame in range(6):
        assert explain_frame(trace, frame).sentences[-1] == "DOWN did not run, so the ground was not looked for."


def test_a_down_without_a_hit_found_nothing(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "T01_fall_10m"), 151)
    assert told.sentences[-1] == "DOWN found nothing below."
    assert told.short == "in the air"


@pytest.mark.parametrize(
    ("name", "frame", "words"),
    [
        ("P5_kinematic_pusher", 128, "DOWN touched pusher; no body underfoot is recorded."),
        ("T07_drop60_prev", 60, "RECOVER touched ramp; no body underfoot is recorded."),
    ],
)
def test_a_touch_without_a_body_underfoot_is_no_ground(physx_traces: Path, name: str, frame: int, words: str) -> None:
    told = explain_frame(open_sample(physx_traces, name), frame)
    assert told.sentences[-1] == words
    assert "ground below" not in told.text


def test_a_flag_that_no_contact_explains_says_so(physx_traces: Path) -> None:
    head = explain_frame(open_sample(physx_traces, "O4_character_head"), 70)
    assert "It collided below (with what is not recorded). No body underfoot is recorded." in head.text
    box = explain_frame(open_sample(physx_traces, "O1_obstacle_box"), 100)
    assert "It touched obstacle 1 and floor. It collided below and at the sides." in box.text

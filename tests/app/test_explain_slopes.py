"""Why ground was refused, why it was not, and how a picked triangle compares with the slope limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.draw.drawlist import Pick, PickKind
from app.explain import describe_pick, explain_acceptance, explain_frame, explain_slope, slope_gates
from app.measure import cct_settings, trace_up
from app.playback import Cursor
from engine.trace import Trace
from tests.app.draw.reading import read_rows
from tests.app.sample_traces import make_centre_only_trace, open_sample


@pytest.fixture
def ramp(physx_traces: Path) -> Trace:
    return open_sample(physx_traces, "T07_ramp46_slide_constrained")


def test_the_slope_of_the_ramp_is_told_with_its_figures(ramp: Trace) -> None:
    attempt = ramp.attempts[ramp.attempts_of(27)[0]]
    told = explain_slope(attempt, cct_settings(ramp), trace_up(ramp))
    assert told is not None
    assert told.text == (
        "The DOWN triangle is too steep: n·up 0.6947 (46.0°) < slope limit 0.707 (45.0°), and its top is 7.093 m above "
        "the capsule's bottom > step offset 0.50 m."
    )
    steep, high = slope_gates(attempt, cct_settings(ramp), trace_up(ramp))
    assert steep.value == pytest.approx(0.6947, abs=5e-5)
    assert steep.margin == pytest.approx(0.6947 - 0.707, abs=5e-5)
    assert high.value == pytest.approx(7.093, abs=5e-4)
    assert [row.text for row in told.rows] == ["46.0 °", "0.6947 < 0.707", "7.093 > 0.50 m"]


def test_the_side_rule_is_told_with_the_height_of_the_contact(physx_traces: Path) -> None:
    step = open_sample(physx_traces, "S2_step061_constrained")
    told = explain_slope(step.attempts[step.attempts_of(60)[0]], cct_settings(step), trace_up(step))
    assert told is not None
    assert "A triangle that SIDE or SENSOR hit is too steep by the triangle's own normal" in told.text
    assert "n·up 0.00 (90.0°) < slope limit 0.707" in told.text
    assert "DOWN contact is 0.51 m above the capsule's bottom" in told.text


def test_an_accepted_attempt_has_no_slope_to_explain(ramp: Trace) -> None:
    assert explain_slope(ramp.attempts[ramp.attempts_of(0)[0]], cct_settings(ramp), trace_up(ramp)) is None


def test_a_slope_without_settings_says_that_the_limit_is_not_recorded(ramp: Trace) -> None:
    told = explain_slope(ramp.attempts[ramp.attempts_of(27)[0]], None, trace_up(ramp))
    assert told is not None
    assert "slope limit not recorded" in told.text


def test_the_side_rule_names_the_pass_and_the_body_that_decided(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "S2_step061_constrained"), 60)
    assert (
        "step0, which SENSOR hit, is too steep by the triangle's own normal, not the contact's: n·up 0.00 (90.0°) < "
        "slope limit 0.707 (45.0°), and the DOWN contact is 0.51 m above the capsule's bottom"
    ) in told.text


def test_two_refusals_of_one_frame_are_told_apart_by_their_titles(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T07_drop60_prev")
    told = [explain_slope(trace.attempts[i], cct_settings(trace), trace_up(trace)) for i in trace.attempts_of(60)]
    titles = [slope.title for slope in told if slope is not None]
    assert titles == ["move: too steep (DOWN triangle)", "walk experiment: too steep (DOWN triangle)"]


def test_a_step_that_is_just_climbed_tells_the_figures_that_allowed_it(physx_traces: Path) -> None:
    told = explain_acceptance(open_sample(physx_traces, "S2_step060_constrained"), 24)
    assert told is not None
    assert told.title == "Slope rules: not refused"
    assert told.text == (
        "step0, which DOWN hit, is walkable: n·up 1.00 (0.0°) >= slope limit 0.707 (45.0°). SIDE and SENSOR hit "
        "nothing steep, so the side rule did not apply. The DOWN contact is 0.5000001 m above the capsule's bottom; "
        "the step offset is 0.50 m. At rest the capsule floats one contact offset above the floor, so the effective "
        "step is step offset + contact offset: 0.50 + 0.10 = 0.60 m."
    )
    assert read_rows(told)["DOWN contact"] == "0.5000001 > 0.50 m"


def test_a_steep_triangle_low_enough_to_be_climbed_is_told_with_its_top(physx_traces: Path) -> None:
    told = explain_acceptance(open_sample(physx_traces, "L2_undulating_slide_steep"), 14)
    assert told is not None
    assert told.sentences[0] == (
        "undulating, triangle 3873, which DOWN hit, is steep: n·up 0.8895 (27.2°) < slope limit 0.94 (19.9°). But its "
        "top is 0.1113 m above the capsule's bottom, not more than the step offset 0.40 m."
    )


def test_a_wall_beside_level_ground_is_told_with_the_height_that_the_side_rule_asks(physx_traces: Path) -> None:
    told = explain_acceptance(open_sample(physx_traces, "T06_6000ms_thin_wall"), 0)
    assert told is not None
    assert told.sentences[1].startswith(
        "thin, which SIDE hit, is steep by the triangle's own normal, not the contact's"
    )
    assert told.sentences[1].endswith("0.10 m below the capsule's bottom; the step offset is 0.50 m.")


def test_the_slope_rules_do_not_apply_to_what_moves(physx_traces: Path) -> None:
    told = explain_acceptance(open_sample(physx_traces, "P1_platform_h_ride"), 60)
    assert told is not None
    assert told.sentences[0] == "The slope rules do not apply to platform: it is kinematic."
    easy = explain_acceptance(open_sample(physx_traces, "L1_nav_walk_easy"), 0)
    assert easy is not None
    assert easy.sentences[1] == "Climbing is easy, so the side rule is off."


def test_nothing_is_accepted_where_nothing_was_asked_or_all_was_refused(physx_traces: Path, ramp: Trace) -> None:
    assert explain_acceptance(ramp, 27) is None
    assert explain_acceptance(open_sample(physx_traces, "T01_fall_10m"), 150) is None
    assert explain_acceptance(open_sample(physx_traces, "T05a_overlap_side"), 0) is None
    assert explain_acceptance(make_centre_only_trace(3), 1) is None


@pytest.mark.parametrize("name", ["S3_lowceil_200", "T07_tess46_prev_constrained", "R1_terrain64", "S2_step060_easy"])
def test_no_figure_of_an_accepted_frame_would_have_refused_it(physx_traces: Path, name: str) -> None:
    trace = open_sample(physx_traces, name)
    told = [explain_acceptance(trace, frame) for frame in range(len(trace))]
    texts = [item.text for item in told if item is not None]
    assert len(texts) > 30
    assert not [text for text in texts if "by these figures more" in text or "cannot be told" in text]


def test_a_picked_triangle_is_measured_and_judged(ramp: Trace) -> None:
    told = describe_pick(ramp, Pick(PickKind.TRIANGLE, ramp.body_names.index("ramp"), 0), Cursor(27))
    assert told is not None
    rows = read_rows(told)
    assert rows["slope"] == "46.0°"
    assert rows["n·up"] == "0.6947"
    assert rows["top above bottom"] == "7.093 m"
    assert "It is too steep: n·up 0.6947, slope limit 0.707 (45.0°)." in told.text
    assert "first in frame 27" in told.text


def test_a_triangle_of_a_box_that_was_hit_says_that_the_trace_does_not_number_it(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "P5_kinematic_pusher")
    told = describe_pick(trace, Pick(PickKind.TRIANGLE, trace.body_names.index("floor"), 0), Cursor(2))
    assert told is not None
    assert told.sentences[-1] == "floor was hit 222 times; the trace does not number its triangles."
    numbered = open_sample(physx_traces, "T07_ramp46_slide_constrained")
    never = describe_pick(numbered, Pick(PickKind.TRIANGLE, numbered.body_names.index("ramp"), 1), Cursor(2))
    assert never is not None
    assert "does not number" not in never.text

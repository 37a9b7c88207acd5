"""What every finding has, and what becomes of traces that tell little, or are long."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from engine.detect import ADVICE, FindingKind, find_findings
from engine.detect.columns import find_grounded, find_stretches
from engine.level import Level
from engine.rules import Rules, SlideRules
from engine.scenario import Controller, InputSegment, Scenario
from engine.settings import CctSettings, SlideSettings, knobs_of
from engine.simulate import simulate
from engine.trace import CONTACT, FRAME
from tests.app.sample_traces import Shape, make_centre_only_trace, make_trace
from tests.engine.cct.worlds import box, floor, plane, platform, scene
from tests.engine.detect.matrix import find_planted
from tests.engine.detect.planted import CASES, Planted
from tests.engine.detect.scenes import foreign, planted, shift, slide, swing, then, to_wall, walk

FRAMES, MOST_SECONDS = 100_000, 4.0
"""About half a second on a free machine; the limit leaves room for a busy one."""

BEYOND = (FindingKind.TUNNELLING, FindingKind.PENETRATION, FindingKind.TELEPORT, FindingKind.JITTER)
"""Kinds whose value is a measure that has a limit; counts may lie on it."""


def test_findings_come_in_the_order_of_their_frames_with_figures_words_and_advice() -> None:
    trace = planted(to_wall(), direction="unnormalized")()
    findings = find_findings(trace)
    assert [finding.first for finding in findings] == sorted(finding.first for finding in findings)
    assert len({finding.kind for finding in findings}) >= 3
    for finding in findings:
        assert 0 <= finding.first <= finding.last < len(trace)
        assert np.isfinite([finding.value, finding.threshold]).all()
        assert finding.sentence.endswith(".")
        assert finding.mitigation
        assert finding.knob


def test_every_kind_has_advice() -> None:
    assert set(ADVICE) == set(FindingKind)


@pytest.mark.parametrize(
    ("controller", "settings", "rules"),
    [(Controller.CCT, CctSettings, Rules), (Controller.SLIDE, SlideSettings, SlideRules)],
)
def test_every_knob_that_is_named_can_be_turned(
    controller: Controller, settings: type[CctSettings | SlideSettings], rules: type[Rules | SlideRules]
) -> None:
    for kind, advice in ADVICE.items():
        knobs = advice.cct if controller is Controller.CCT else advice.slide
        assert set(knobs.settings) <= {name for name, _ in knobs_of(settings)}, kind
        assert set(knobs.rules) <= {name for name, _ in knobs_of(rules)}, kind
        assert str(knobs) == advice.knobs_of(controller)
        assert str(knobs), kind


def test_the_knobs_are_those_of_the_controller_that_ran() -> None:
    stuck = {case.name: find_planted(case)[1][0] for case in CASES if case.kind == FindingKind.STUCK}
    assert stuck["one side iteration at a wall of 45°"].knob.startswith("overlap_recovery, contact_offset; rules stuck")
    assert stuck["one bump at a wall of 45°"].knob.startswith("skin, stuck_frames")
    nobody = replace(stuck["in the open"], controller=None)
    assert nobody.knob.startswith("cct: overlap_recovery, ")
    assert ". slide: skin, " in nobody.knob


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}: {case.name}")
def test_a_finding_is_beyond_its_threshold(case: Planted) -> None:
    for finding in find_findings(case.make()):
        if finding.kind in BEYOND:
            assert finding.value > finding.threshold


def test_a_penetration_tells_how_deep_and_in_what() -> None:
    (found,) = find_findings(foreign(walk(), shift(30, (0.0, -0.11, 0.0), 34))())
    assert (found.kind, found.first, found.last) == (FindingKind.PENETRATION, 30, 34)
    assert found.value == pytest.approx(0.01, abs=1e-4)  # 0.1 of it is the contact offset
    assert found.sentence == "The capsule is up to 10.0 mm deep in floor, deepest in frame 30."
    assert found.frames == "30–34"


def test_the_jitter_score_is_the_variance_over_thirty_frames() -> None:
    findings = find_findings(foreign(to_wall(), swing(26, (-0.002, 0.0, 0.0)))())
    (found,) = [finding for finding in findings if finding.kind == FindingKind.JITTER]
    assert found.value == pytest.approx(0.001**2, rel=0.1)  # two places in turn, 2 mm apart
    assert found.threshold == pytest.approx(2.5e-7)
    assert found.last == 59


def test_swinging_by_less_than_a_millimetre_is_no_jitter() -> None:
    findings = find_findings(foreign(to_wall(), swing(26, (-0.0005, 0.0, 0.0)))())
    assert FindingKind.JITTER not in {finding.kind for finding in findings}


def test_a_teleport_that_the_input_asks_for_is_none() -> None:
    there = InputSegment(5, move=(0.05, -0.05, 0.0), teleport=(5.0, 1.0, 0.0))
    trace = simulate(scene(floor(), segments=[InputSegment(5, move=(0.05, -0.05, 0.0)), there]))
    assert trace.centers[5, 0] == pytest.approx(5.05)
    assert find_findings(trace) == ()


def test_riding_a_platform_is_neither_a_teleport_nor_a_climb() -> None:
    rising = platform([(0.0, -0.5 + 0.05 * k, 0.0) for k in range(40)])
    trace = simulate(scene(rising, move=(0.0, -0.05, 0.0), frames=40, ride_platforms=True))
    assert trace.centers[-1, 1] > 2.5
    assert find_findings(trace) == ()


def test_a_body_that_moves_into_the_capsule_is_told() -> None:
    pusher = platform([(3.0 - 0.1 * k, 1.0, 0.0) for k in range(40)], half=(0.5, 0.5, 2.0))
    trace = simulate(scene(floor(), pusher, move=(0.0, -0.05, 0.0), frames=40, overlap_recovery=False))
    found = [finding for finding in find_findings(trace) if finding.kind == FindingKind.PENETRATION]
    # Its face, at 2.5, comes to the capsule's side, at 0.35, by 0.1 a frame.
    assert abs(found[0].first - 22) <= 1
    assert "deep in platform" in found[0].sentence


def test_only_cct_may_have_gone_over_a_low_wall() -> None:
    """A wall of 0.6 m: lifted by a step of 0.4 m or more the axis clears it, but `slide` does not lift."""
    low = box("low wall", (2.0, -1.0, -5.0), (2.1, 0.6, 5.0))
    for scenario, expected in ((walk(low), []), (slide(floor(), low), [FindingKind.TUNNELLING])):
        found = find_findings(foreign(scenario, shift(15, (1.5, 0.0, 0.0)))())
        assert [each.kind for each in found if each.kind == FindingKind.TUNNELLING] == expected


def test_going_back_to_the_last_safe_place_is_a_teleport_but_no_tunnelling() -> None:
    """Between two blocks that leave 0.5 m, pushes cancel each other; the way back leads through one of them."""
    blocks = (box("left", (4.0, -1.0, -5.0), (6.0, 5.0, 5.0)), box("right", (6.5, -1.0, -5.0), (8.5, 5.0, 5.0)))
    found = find_findings(simulate(then(slide(floor(), *blocks), 5, teleport=(6.25, 1.0, 0.0))))
    assert {each.kind for each in found} == {FindingKind.TELEPORT, FindingKind.ITERATION_CAP}
    assert "back to its last safe place" in found[0].sentence


@pytest.mark.parametrize(
    ("scenario", "jump"),
    [(walk(contact_offset=0.001), 0.5), (slide(floor(), ground_grace_time=0.0), 0.65)],
    ids=["cct", "slide"],
)
def test_hops_are_no_flicker(scenario: Scenario, jump: float) -> None:
    hops = [InputSegment(12, velocity=(1.0, 0.0, 0.0), gravity=-9.81, jump=jump) for _ in range(6)]
    trace = simulate(replace(scenario, input=tuple(hops)))
    grounded, _ = find_grounded(trace)
    assert [last - first < 6 for first, last in find_stretches(~grounded)].count(True) >= 5
    assert find_findings(trace) == ()


def test_a_trace_that_tells_centres_only_is_looked_at_as_far_as_it_goes() -> None:
    trace = make_centre_only_trace(60)
    assert find_findings(trace) == ()
    frames = trace.frames.copy()
    frames["center"][30:, 2] += 4.0
    (found,) = find_findings(replace(trace, frames=frames))
    assert (found.kind, found.frames) == (FindingKind.TELEPORT, "30")
    assert "its neighbours went" in found.sentence


@pytest.mark.parametrize("shape", [[], [[]], [[[1, 2]], [[3]]]])
def test_traces_of_any_shape_are_taken(shape: Shape) -> None:
    assert find_findings(make_trace(shape)) == ()


def test_a_level_without_bodies_and_places_without_numbers_do_no_harm() -> None:
    scenario = replace(walk(), level=Level(()))
    trace = replace(simulate(scenario), frames=np.zeros(40, dtype=FRAME), contacts=np.zeros(0, dtype=CONTACT))
    trace.frames["center"] = np.inf
    trace.frames["move"] = 1e300
    (found,) = find_findings(trace)
    assert (found.kind, found.frames) == (FindingKind.NOT_FINITE, "0–39")


def test_a_hundred_thousand_frames_take_about_a_second() -> None:
    trace = simulate(walk(plane("wall", (2.0, 0.0, 0.0), (-1.0, 0.0, 0.2)), frames=FRAMES), record=True)
    find_findings(simulate(walk()))  # the kernels are loaded
    began = time.perf_counter()
    find_findings(trace)
    assert time.perf_counter() - began < MOST_SECONDS


def test_stretches_are_joined_over_short_gaps() -> None:
    mask = np.array([0, 1, 1, 0, 1, 0, 0, 0, 1], dtype=bool)
    assert find_stretches(mask) == [(1, 2), (4, 4), (8, 8)]
    assert find_stretches(mask, 1) == [(1, 4), (8, 8)]
    assert find_stretches(mask[:1]) == []

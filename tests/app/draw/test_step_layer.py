"""The step height at the capsule's feet, and which bodies the slope limit judges: both as they are wanted now."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.draw.drawlist import DrawList
from app.draw.options import ViewOptions
from app.draw.palette import DARK
from app.draw.scene import build_draw_list, prepare_scene
from app.playback import Cursor
from engine.files.opening import spawn_trace
from engine.level import Body, BodyKind, BodyRole, Level
from engine.scenario import Scenario
from engine.settings import CctSettings, SlideSettings
from engine.shapes import Box, Capsule, Sphere
from engine.trace import Trace
from tests.app.draw.reading import find_lines
from tests.app.sample_traces import make_centre_only_trace

FLOOR = Body("floor", Box((9.0, 1.0, 9.0)), position=(0.0, -1.0, 0.0))
CAPSULE = Capsule((1.0, 0.9, 2.0), 0.35, 1.1)
"""Its feet are at a height of 0."""
SHOWN = ViewOptions(walkable=True)


def make_scenario(*bodies: Body, slides: bool = False) -> Scenario:
    return Scenario("test", CAPSULE, Level((FLOOR, *bodies)), SlideSettings() if slides else CctSettings())


def draw(scenario: Scenario, wanted: Scenario | None = None, options: ViewOptions = SHOWN) -> DrawList:
    return build_draw_list(prepare_scene(spawn_trace(scenario)), Cursor(0), options, wanted=wanted)


def step_labels(drawn: DrawList) -> list[str]:
    return [label.text for label in drawn.labels if label.text.startswith(("step", "snap"))]


def ring_height(drawn: DrawList) -> float:
    ring = find_lines(drawn, "step ring")
    assert ring is not None
    heights = ring.points[:, :, 1]
    assert np.ptp(heights) < 1e-6
    assert np.hypot(*(ring.points[:, 0, [0, 2]] - (1.0, 2.0)).T) == pytest.approx(1.12 * 0.35, abs=1e-5)
    return float(heights[0, 0])


def test_the_ring_stands_a_step_above_the_feet_with_its_figure() -> None:
    drawn = draw(make_scenario())
    assert ring_height(drawn) == pytest.approx(0.5, abs=1e-6)
    assert step_labels(drawn) == ["step 0.50 m"]
    bracket = find_lines(drawn, "step bracket")
    assert bracket is not None
    assert (bracket.points[0, :, 1]).tolist() == pytest.approx([0.0, 0.5], abs=1e-6)


def test_the_ring_follows_what_is_wanted_before_its_run_is_there() -> None:
    scenario = make_scenario()
    drawn = draw(scenario, replace(scenario, settings=CctSettings(step_offset=0.2)))
    assert ring_height(drawn) == pytest.approx(0.2, abs=1e-6)
    assert step_labels(drawn) == ["step 0.20 m"]


def test_slide_marks_how_deep_it_snaps_below_its_feet() -> None:
    drawn = draw(make_scenario(slides=True))
    assert ring_height(drawn) == pytest.approx(-0.4, abs=1e-6)
    assert step_labels(drawn) == ["snap 0.40 m"]


@pytest.mark.parametrize("trace", [make_centre_only_trace(2), spawn_trace(make_scenario())], ids=["unknown", "zero"])
def test_no_step_no_mark(trace: Trace) -> None:
    wanted = None if trace.scenario is None else replace(trace.scenario, settings=CctSettings(step_offset=0.0))
    drawn = build_draw_list(prepare_scene(trace), Cursor(0), SHOWN, wanted=wanted)
    assert find_lines(drawn, "step ring") is None
    assert step_labels(drawn) == []


def test_the_ring_is_uploaded_once_while_the_camera_turns() -> None:
    scene = prepare_scene(spawn_trace(make_scenario()))
    first, later = (
        find_lines(build_draw_list(scene, Cursor(0), SHOWN, right=right), "step ring")
        for right in ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    )
    assert first is not None
    assert later is not None
    assert (first.key, first.version) == (later.key, later.version)


def judged(drawn: DrawList, *names: str) -> dict[str, bool]:
    """Tell by name which bodies the limit judges; the floor is the first body."""
    order = ("floor", *names)
    return {order[int(mesh.bodies[0])]: mesh.has_slopes for mesh in drawn.meshes}


def test_cct_judges_static_triangles_alone_and_slide_judges_all() -> None:
    bodies = (
        Body("ball", Sphere(1.0)),
        Body("lift", Box((1.0, 1.0, 1.0)), kind=BodyKind.KINEMATIC),
        Body("post", Box((1.0, 1.0, 1.0)), role=BodyRole.OBSTACLE),
    )
    names = ("ball", "lift", "post")
    cct, slide = draw(make_scenario(*bodies)), draw(make_scenario(*bodies, slides=True))
    assert judged(cct, *names) == {"floor": True, "ball": False, "lift": False, "post": False}
    assert judged(slide, *names) == dict.fromkeys(("floor", *names), True)


def test_the_tint_follows_the_wanted_limit_rules_and_controller() -> None:
    scenario = make_scenario()
    tint = draw(scenario, replace(scenario, settings=CctSettings(slope_limit=0.5), rules="spec")).slope
    assert tint is not None
    assert (tint.limit_cos, tint.up, tint.walkable, tint.steep) == (0.5, (0.0, 1.0, 0.0), DARK.walkable, DARK.steep)
    assert (tint.judges_ceilings, tint.judges_side_seen) == (True, False)
    slide = draw(scenario, replace(scenario, settings=SlideSettings(), rules="")).slope
    assert slide is not None
    assert (slide.limit_cos, slide.judges_ceilings, slide.judges_side_seen) == (0.707, False, True)


def test_without_the_layer_or_a_scenario_nothing_is_tinted() -> None:
    assert draw(make_scenario(), options=ViewOptions()).slope is None
    trace = make_centre_only_trace(2)
    assert build_draw_list(prepare_scene(trace), Cursor(0), SHOWN).slope is None

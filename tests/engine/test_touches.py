"""Hits that reach a callback, and shadows that other characters meet."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import engine
from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.level import Body, BodyRole, Level
from engine.scenario import InputSegment, Scenario
from engine.settings import CctSettings
from engine.shadow import make_shadow
from engine.shapes import Box, Capsule, CapsuleShape
from engine.simulate import simulate
from engine.touches import TouchReport
from engine.trace import PassKind

FLOOR = Body("floor", Box((20.0, 0.5, 20.0)), position=(0.0, -0.5, 0.0))
WALL = Body("wall", Box((0.5, 3.0, 20.0)), position=(2.0, 2.0, 0.0))
SETTINGS = CctSettings(contact_offset=0.1)


def walk(*bodies: Body, x: float = 0.0, speed: float = 0.05, frames: int = 60) -> Scenario:
    capsule = Capsule((x, 1.0, 0.0), 0.35, 1.1)
    move = InputSegment(frames, move=(speed, -0.1, 0.0))
    return Scenario("walk", capsule, Level((FLOOR, *bodies)), SETTINGS, input=(move,))


def test_every_hit_but_the_sensors_is_reported_in_order_with_its_figures() -> None:
    touches: list[TouchReport] = []
    trace = simulate(walk(WALL), on_hit=touches.append)
    kinds = trace.passes["kind"][trace.iterations["pass_index"]]
    told = trace.iterations[trace.iterations["hit"] & (kinds != PassKind.SENSOR)]
    assert (kinds[trace.iterations["hit"]] == PassKind.SENSOR).any()
    assert len(touches) == len(told) > 60
    assert [touch.distance for touch in touches] == told["distance"].tolist()
    assert [touch.frame for touch in touches] == sorted(touch.frame for touch in touches)
    first = next(touch for touch in touches if touch.kind is PassKind.SIDE)
    # The wall's face is at x = 1.5, the capsule's side 0.35 from its axis.
    assert first.body == "wall"
    assert first.normal == pytest.approx((-1.0, 0.0, 0.0))
    assert first.direction == (1.0, 0.0, 0.0)
    assert first.point[0] == pytest.approx(1.5)
    assert first.length == pytest.approx(0.05)
    assert first.triangle in range(12)


def test_a_callback_changes_neither_motion_nor_trace() -> None:
    scenario = walk(WALL, frames=1200)
    touches: list[TouchReport] = []
    plain, heard = simulate(scenario, record=False), simulate(scenario, record=False, on_hit=touches.append)
    assert np.array_equal(plain.frames, heard.frames)
    assert len(heard.attempts) == len(heard.iterations) == len(heard.decisions) == len(heard.states) == 0
    recorded: list[TouchReport] = []
    simulate(scenario, on_hit=recorded.append)
    assert touches == recorded  # across the chunks of 512 frames too


def test_an_overlap_that_is_recovered_from_is_no_touch() -> None:
    block = Body("block", Box((0.5, 0.5, 0.5)), position=(0.7, 1.0, 0.0))
    touches: list[TouchReport] = []
    trace = simulate(walk(block, frames=1), on_hit=touches.append)
    assert (trace.iterations["distance"] == 0.0).any()
    assert all(touch.distance > 0.0 for touch in touches)


def test_a_shadow_stands_where_the_frame_before_ended() -> None:
    trace = simulate(walk(frames=20))
    shadow = make_shadow(trace, "other")
    assert shadow.role is BodyRole.CHARACTER
    assert shadow.shape == CapsuleShape(0.35, 1.1)
    assert shadow.pose(0)[0] == (0.0, 1.0, 0.0)
    assert shadow.pose(7)[0] == tuple(trace.centers[6])
    assert shadow.pose(999)[0] == tuple(trace.centers[-1])


def test_two_characters_that_meet_stop_at_each_other_by_their_radii_and_the_offset() -> None:
    first = simulate(walk(frames=30))  # walks to x = 1.5 and stays
    second = walk(make_shadow(first, "other"), x=6.0, speed=-0.05, frames=120)
    touches: list[TouchReport] = []
    trace = simulate(second, on_hit=touches.append)
    assert trace.centers[-1, 0] == pytest.approx(first.centers[-1, 0] + 0.35 + 0.35 + 0.1, abs=1e-6)
    meeting = next(touch for touch in touches if touch.body == "other")
    assert meeting.kind is PassKind.SIDE
    assert meeting.triangle == -1
    assert trace.centers[-1, 1] == pytest.approx(1.0)  # neither climbs the other


def test_a_shadow_leans_with_its_characters_up() -> None:
    scenario = dataclasses.replace(walk(frames=2), capsule=Capsule((0.0, 0.0, 9.0), 0.35, 1.1, (0.0, 0.0, 1.0)))
    low, high = make_shadow(simulate(scenario), "other").bounds(0)
    assert (high - low).tolist() == pytest.approx([0.7, 0.7, 1.8])


def test_a_trace_without_a_scenario_has_no_shadow() -> None:
    trace = dataclasses.replace(simulate(walk(frames=1)), scenario=None)
    with pytest.raises(InputError, match=r"^other: the trace has no scenario"):
        make_shadow(trace, "other")


def test_the_face_of_the_library_names_functions_even_where_a_module_has_the_same_name() -> None:
    assert engine.simulate is simulate
    assert engine.load_scenario is load_scenario
    assert {"simulate", "rerun_frame", "Rules", "Gate", "TouchReport", "make_shadow"} <= set(dir(engine))
    for name in engine.__all__:
        assert callable(getattr(engine, name))

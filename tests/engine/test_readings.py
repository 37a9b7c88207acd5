"""Ground, contacts, pushes and jitter of each frame, from the traces of both controllers and of others."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cut import cut_frames
from engine.files.opening import open_trace
from engine.level import Body, Level
from engine.readings import (
    count_contacts,
    count_depenetration_rounds,
    count_in_state,
    list_ground_normals,
    list_grounded,
    score_jitter,
)
from engine.readout import measure_penetration, read_frame
from engine.scenario import InputSegment, Scenario
from engine.settings import CctSettings, Settings, SlideSettings
from engine.shapes import Box, Capsule
from engine.simulate import simulate
from engine.trace import Trace
from engine.transforms import rotation_between

DT = 1.0 / 60.0
SETTINGS = pytest.mark.parametrize("settings", [CctSettings(), SlideSettings()], ids=["cct", "slide"])
GAPS = {CctSettings: CctSettings().contact_offset, SlideSettings: SlideSettings().skin}


def run(settings: Settings, *bodies: Body, feet: tuple[float, float, float], frames: int, velocity: float) -> Trace:
    capsule = Capsule.from_feet(feet, radius=0.35, height=1.1)
    segment = InputSegment(frames, velocity=(velocity, 0.0, 0.0), gravity=-9.81)
    return simulate(Scenario("case", capsule, Level(bodies), settings, input=(segment,)))


def floor(angle: float = 0.0) -> Body:
    """A floor whose top passes near the origin, turned about z."""
    normal = (-math.sin(angle), math.cos(angle), 0.0)
    position = (-0.5 * normal[0], -0.5 * normal[1], 0.0)
    return Body("floor", Box((20.0, 0.5, 20.0)), position=position, rotation=rotation_between((0, 1, 0), normal))


@SETTINGS
def test_a_fall_is_air_until_the_floor_is_met(settings: Settings) -> None:
    trace = run(settings, floor(), feet=(0.0, 1.0, 0.0), frames=60, velocity=0.0)
    grounded = list_grounded(trace)
    landed = int(np.argmax(grounded == 1))
    # v = g dt n falls h = g dt² n (n + 1) / 2: the metre less the gap is done in frame n - 1.
    drop = 1.0 - GAPS[type(settings)]
    assert landed == math.ceil((math.sqrt(1.0 + 8.0 * drop / (9.81 * DT * DT)) - 1.0) / 2.0) - 1
    assert not grounded[:landed].any()
    assert grounded[landed:].all()
    assert count_in_state(grounded)[[landed - 1, landed, 59]].tolist() == [landed, 1, 60 - landed]


@SETTINGS
@pytest.mark.parametrize("degrees", [0.0, 20.0, 40.0])
def test_the_angle_of_the_ground_is_that_of_the_slope(settings: Settings, degrees: float) -> None:
    trace = run(settings, floor(math.radians(degrees)), feet=(0.0, 0.2, 0.0), frames=40, velocity=0.0)
    angle = read_frame(trace, 39).ground_angle
    assert angle is not None
    assert math.degrees(angle) == pytest.approx(degrees, abs=1e-4)


@SETTINGS
def test_a_wall_and_the_floor_are_two_contacts(settings: Settings) -> None:
    wall = Body("wall", Box((0.5, 2.0, 5.0)), position=(2.0, 2.0, 0.0))
    trace = run(settings, floor(), wall, feet=(0.0, 0.01, 0.0), frames=60, velocity=3.0)
    assert count_contacts(trace)[[5, 59]].tolist() == [1, 2]
    readout = read_frame(trace, 59)
    assert readout.sliding is not None
    assert readout.sliding.normal == pytest.approx((-1.0, 0.0, 0.0), abs=1e-9)
    assert (readout.contacts, readout.frame, readout.hash) == (2, 59, int(trace.hashes[59]))
    assert readout.delta < 1e-6


@SETTINGS
def test_pushes_out_of_an_overlap_are_counted_in_their_frame(settings: Settings) -> None:
    cube = Body("cube", Box((1.0, 1.0, 1.0)), position=(0.0, 1.0, 0.0))
    trace = run(settings, floor(), cube, feet=(1.15, 0.1, 0.0), frames=10, velocity=0.0)
    rounds = count_depenetration_rounds(trace)
    assert rounds[0] >= 1
    assert not rounds[2:].any()
    assert read_frame(trace, 0).was_pushed_out
    assert not read_frame(trace, 9).was_pushed_out
    assert measure_penetration(trace, 9) == 0.0


def test_the_depth_inside_of_a_body_is_measured() -> None:
    cube = Body("cube", Box((1.0, 1.0, 1.0)), position=(0.0, 1.0, 0.0))
    trace = run(CctSettings(overlap_recovery=False), cube, feet=(1.15, 0.5, 0.0), frames=1, velocity=0.0)
    assert measure_penetration(trace, 0) == pytest.approx(0.2, abs=1e-6)


def test_walking_has_no_jitter_and_a_swing_has_its_variance() -> None:
    trace = run(CctSettings(), floor(), feet=(-5.0, 0.01, 0.0), frames=60, velocity=3.0)
    assert score_jitter(trace, 59) < 1e-20
    swung = cut_frames(trace, 0, 59)
    swung.frames["center"][:] = (0.0, 1.0, 0.0)
    swung.frames["center"][::2, 0] = 0.002
    # Two places 2 mm apart in turn: the variance is (1 mm)², less the little that a line through them takes out.
    assert score_jitter(swung, 59) == pytest.approx(1e-6, rel=0.01)


def test_a_cut_says_of_each_frame_what_the_whole_trace_says(physx_traces: Path) -> None:
    for name in ("T09_three_cubes", "T07_ramp46_prev_constrained", "P1_platform_h_ride"):
        trace = open_trace(physx_traces / f"{name}.trace.json.gz")
        columns: tuple[Callable[[Trace], NDArray[Any]], ...] = (
            list_grounded,
            list_ground_normals,
            count_contacts,
            count_depenetration_rounds,
        )
        whole = [column(trace) for column in columns]
        for frame in range(0, len(trace), 7):
            cut = cut_frames(trace, frame, frame)
            for column, expected in zip(columns, whole, strict=True):
                np.testing.assert_array_equal(column(cut)[0], expected[frame])


def test_a_cut_keeps_every_record_of_its_frames() -> None:
    trace = run(SlideSettings(), floor(), feet=(0.0, 0.5, 0.0), frames=30, velocity=1.0)
    cut = cut_frames(trace, 10, 19)
    assert len(cut) == 10
    for frame in range(10):
        ours, theirs = cut.decisions_of(frame), trace.decisions_of(10 + frame)
        for name in ("gate", "value", "outcome"):
            np.testing.assert_array_equal(
                cut.decisions[ours.start : ours.stop][name], trace.decisions[theirs.start : theirs.stop][name]
            )
        (attempt,) = cut.attempts_of(frame)
        kinds = [int(cut.passes[index]["kind"]) for index in cut.passes_of(attempt)]
        (whole,) = trace.attempts_of(10 + frame)
        assert kinds == [int(trace.passes[index]["kind"]) for index in trace.passes_of(whole)]
        assert set(cut.decisions[ours.start : ours.stop]["attempt"].tolist()) <= {attempt, -1}

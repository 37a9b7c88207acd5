"""Runs that grow: driven tick by tick they are what the whole input gives, and forks leave the past alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.errors import InputError
from engine.level import Body, Level
from engine.live import LiveRun, fork_run, take_input
from engine.run_input import expand_input
from engine.scenario import InputSegment, Scenario
from engine.settings import CctSettings, Settings, SlideSettings
from engine.shapes import Box, Capsule
from engine.simulate import simulate
from engine.trace import Trace

LEVELS = ("frames", "attempts", "passes", "iterations", "decisions", "states")
SETTINGS = pytest.mark.parametrize("settings", [CctSettings(), SlideSettings()], ids=["cct", "slide"])


def walk(settings: Settings, frames: int = 90) -> Scenario:
    bodies = (
        Body("floor", Box((20.0, 0.5, 20.0)), position=(0.0, -0.5, 0.0)),
        Body("step", Box((1.0, 0.15, 5.0)), position=(2.0, 0.15, 0.0)),
        Body("wall", Box((0.5, 2.0, 5.0)), position=(4.0, 2.0, 0.0)),
    )
    input_ = (
        InputSegment(frames - 40, velocity=(3.0, 0.0, 0.5), gravity=-9.81),
        InputSegment(30, velocity=(2.0, 0.0, 1.0), gravity=-9.81, jump=3.0),
        InputSegment(10, velocity=(0.0, 0.0, 1.0), gravity=-9.81),
    )
    capsule = Capsule.from_feet((0.0, 0.5, 0.0), radius=0.35, height=1.1)
    return Scenario("walk", capsule, Level(bodies), settings, input=input_)


def assert_same(first: Trace, second: Trace, frames: int | None = None) -> None:
    for name in LEVELS:
        ours, theirs = getattr(first, name), getattr(second, name)
        if frames is not None:
            last = first.frames[frames - 1]
            counts = {"frames": frames, "states": frames, "attempts": last["attempt_start"] + last["attempt_count"]}
            if name not in counts:
                continue
            ours, theirs = ours[: counts[name]], theirs[: counts[name]]
        assert ours.tobytes() == theirs.tobytes(), name


@SETTINGS
def test_driving_tick_by_tick_is_the_same_run_as_the_whole_input(settings: Settings) -> None:
    scenario = walk(settings, frames=300)  # more than there is room for at first
    run = LiveRun(scenario)
    for row in expand_input(scenario):
        run.advance(row[None])
    assert_same(run.trace(), simulate(scenario))


@SETTINGS
@pytest.mark.parametrize("frame", [0, 1, 37, 51, 90])
def test_a_fork_with_nothing_changed_is_the_run_itself(settings: Settings, frame: int) -> None:
    scenario = walk(settings)
    whole = simulate(scenario)
    assert_same(fork_run(whole, frame, scenario), whole)


@SETTINGS
def test_a_fork_keeps_the_past_and_changes_what_comes(settings: Settings) -> None:
    scenario = walk(settings)
    whole = simulate(scenario)
    input_ = (*take_input(scenario.input, 30), InputSegment(60, velocity=(0.0, 0.0, -2.0), gravity=-9.81))
    forked = fork_run(whole, 30, replace(scenario, input=input_))
    assert_same(forked, whole, frames=30)
    assert len(forked) == 90
    assert forked.centers[-1][2] < whole.centers[-1][2] - 1.0
    assert_same(forked, simulate(replace(scenario, input=input_)))  # the input alone decides, wherever it was forked


def test_a_fork_with_another_setting_takes_it_from_that_frame_on() -> None:
    scenario = walk(CctSettings(step_offset=0.5))
    whole = simulate(scenario)
    low = replace(scenario, settings=CctSettings(step_offset=0.0))
    forked = fork_run(whole, 10, low)
    assert whole.centers[49][0] > 2.0  # over the step
    assert forked.centers[49][0] < 0.8  # stopped by its riser
    assert_same(forked, whole, frames=10)


def test_frames_that_another_setting_made_cannot_be_forked_again() -> None:
    scenario = walk(CctSettings(step_offset=0.5))
    forked = fork_run(simulate(scenario), 45, replace(scenario, settings=CctSettings(step_offset=0.0)))
    climbing = int(np.argmax(np.diff(forked.centers[:, 1]) > 0.01)) + 1  # up the riser, with the first step offset
    assert 10 < climbing < 45
    with pytest.raises(InputError, match="fork the run that it comes from"):
        fork_run(forked, climbing + 1, scenario)


def test_what_was_shown_stays_when_the_run_goes_on() -> None:
    scenario = walk(CctSettings(), frames=300)
    rows = expand_input(scenario)
    run = LiveRun(scenario)
    run.advance(rows[:100])
    shown = run.trace()
    before = {name: getattr(shown, name).tobytes() for name in LEVELS}
    run.advance(rows[100:])
    assert len(shown) == 100
    assert {name: getattr(shown, name).tobytes() for name in LEVELS} == before
    with pytest.raises(ValueError, match="read-only"):
        shown.frames["center"][0] = 1.0


def test_what_cannot_be_forked_says_why() -> None:
    scenario = walk(CctSettings())
    whole = simulate(scenario)
    with pytest.raises(InputError, match="expected a frame from 0 to 90, got 91"):
        fork_run(whole, 91, scenario)
    with pytest.raises(InputError, match="the controller cannot be changed"):
        fork_run(whole, 5, replace(scenario, settings=SlideSettings(), rules=""))
    with pytest.raises(InputError, match="no states"):
        fork_run(simulate(scenario, record=False), 5, scenario)


def test_an_input_is_taken_up_to_a_frame() -> None:
    input_ = walk(CctSettings()).input
    assert [segment.frames for segment in take_input(input_, 60)] == [50, 10]
    assert [segment.frames for segment in take_input(input_, 50)] == [50]
    rows = expand_input(replace(walk(CctSettings()), input=take_input(input_, 60)))
    np.testing.assert_array_equal(rows, expand_input(walk(CctSettings()))[:60])

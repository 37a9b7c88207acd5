"""Bodies that move push the character along and carry him up; nobody is left in them or pushed through a wall."""

from __future__ import annotations

from dataclasses import replace
from math import cos, sin

import numpy as np
import pytest

from engine.batch import closest_many
from engine.decisions import Gate
from engine.level import Body
from engine.simulate import rerun_frame, simulate
from engine.trace import PassKind, Trace
from tests.engine.cct.worlds import approx, decided, floor, kinds, passes, plane, platform, wall
from tests.engine.slide.worlds import DT, FEET, RADIUS, REST, SKIN, run, scene

FRAMES = 150


def pusher(speed: float, start: float = 2.0) -> Body:
    """Return a block that comes along -x."""
    return platform([(start - k * speed * DT, 1.0, 0.0) for k in range(FRAMES)], half=(0.5, 1.0, 2.0))


def lift(speed: float) -> Body:
    """Return a floor that rises."""
    return platform([(0.0, -0.5 + k * speed * DT, 0.0) for k in range(FRAMES)], half=(2.0, 0.5, 2.0))


def measure_depths(trace: Trace) -> list[float]:
    """Return how deep the bare capsule is in something at the end of each frame."""
    scenario = trace.scenario
    assert scenario is not None
    level, radius, height = scenario.level, scenario.capsule.radius, scenario.capsule.height
    depths = []
    for frame, center in enumerate(trace.centers):
        row = closest_many(level, [center], radius=radius, height=height, frame=frame, max_distance=0.0)[0]
        depths.append(max(0.0, -float(row["distance"])) if row["found"] else 0.0)
    return depths


@pytest.mark.parametrize("speed", [0.0, 2.0, -0.5])
def test_a_block_pushes_whoever_stands_or_walks_before_it(speed: float) -> None:
    trace = run(floor(), pusher(1.0), velocity=(speed, 0.0, 0.0), frames=FRAMES)
    face = 2.0 - (FRAMES - 1) * DT - 0.5
    assert trace.centers[-1, 0] == approx(min(face - RADIUS - SKIN, speed * FRAMES * DT), abs=0.02)
    assert max(measure_depths(trace)) == 0.0
    assert trace.centers[:, 1] == approx(REST, abs=1e-3)


def test_a_lift_carries_up_and_keeps_the_gap() -> None:
    trace = run(lift(1.0), frames=FRAMES)
    tops = np.arange(FRAMES) * DT
    assert trace.centers[:, 1] - tops == approx(REST, abs=1.1e-3)
    assert (trace.states["is_borne"][2:] == 1).all()
    assert kinds(trace, 20)[0] == PassKind.DEPENETRATE
    assert decided(trace, Gate.DEPENETRATION_DUE, 20)["value"].tolist() == [4.0]


def test_to_the_letter_nothing_that_moves_pushes() -> None:
    trace = run(lift(1.0), frames=60, changes={"pushing_out": "at_triggers"})
    assert PassKind.DEPENETRATE not in kinds(trace, 20)
    assert max(measure_depths(trace)) > 0.5


def test_a_turning_bar_sweeps_the_character_along() -> None:
    poses = [(0.0, 1.0, 0.0, 0.0, sin(0.01 * k), 0.0, cos(0.01 * k)) for k in range(FRAMES)]
    bar = platform(poses, half=(3.0, 0.3, 0.1))
    trace = run(floor(), bar, center=(1.5, REST, -1.0), frames=FRAMES)
    assert np.linalg.norm(trace.centers[-1] - trace.centers[0]) > 1.0
    assert max(measure_depths(trace)) == 0.0


@pytest.mark.parametrize("speed", [1.0, 5.0, 20.0, 60.0])
def test_nobody_is_pushed_through_a_one_sided_wall(speed: float) -> None:
    back = plane("back", (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    trace = run(floor(), back, pusher(speed), frames=FRAMES)
    assert trace.centers[:, 0].min() > -1.0
    assert np.isfinite(trace.centers).all()


def test_who_is_crushed_stays_where_he_was() -> None:
    trace = run(floor(), wall(1.0), pusher(-1.0, start=-2.0), velocity=(1.0, 0.0, 0.0), frames=FRAMES)
    crushed = decided(trace, Gate.STILL_OVERLAPS)
    assert crushed["outcome"].any()
    told = passes(trace, PassKind.DEPENETRATE, frame=FRAMES - 1)
    assert [bool(each["restored"]) for each in told] == [True], "its end was not kept"
    assert trace.centers[-1].tolist() == approx([1.0 - RADIUS - SKIN, REST, 0.0], abs=2e-3)


def test_a_frame_in_which_something_pushes_runs_again_alone() -> None:
    trace = simulate(scene(lift(1.0), replace(pusher(1.0), id="pusher"), frames=40))
    for frame in range(0, 40, 3):
        assert rerun_frame(trace, frame).centers[0].tobytes() == trace.centers[frame].tobytes()


def test_a_level_without_movers_is_not_asked() -> None:
    trace = run(floor(), wall(1.0), velocity=(4.0, 0.0, 0.0), frames=60, stuck_frames=1000)
    assert decided(trace, Gate.DEPENETRATION_DUE)["value"].tolist() == [1.0]
    assert trace.centers[-1, 1] - FEET == approx(SKIN, abs=1e-9)

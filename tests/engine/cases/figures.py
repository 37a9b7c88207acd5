"""Figures that are taken from a run: one number each."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.detect import FindingKind, find_findings
from engine.trace import SlopeRule
from tests.engine.cases.case import Run

SETTLED = 200
"""Frames after which a push into a wedge has come to rest: 2 m at 4 m/s are 30, and the slide along a wall as many."""


def end_height(run: Run) -> float:
    """Return the height of the feet at the end."""
    return float(run.feet[-1] @ np.array(run.scenario.up))


def highest(run: Run) -> float:
    """Return how high the feet ever got."""
    return float(run.feet[:, 1].max())


def is_grounded_at_end(run: Run) -> float:
    """Return 1 if the last frame ended on ground."""
    return float(run.is_grounded[-1])


def is_walkable_at_end(run: Run) -> float:
    """Return 1 if the last frame ended on ground that no slope rule refused; it needs the trace."""
    assert run.trace is not None
    first = int(run.trace.frames[-1]["attempt_start"])
    refused = run.trace.attempts[first]["slope_rule"] != SlopeRule.NONE
    return float(run.is_grounded[-1] and not refused)


def last_rise(run: Run) -> float:
    """Return how far the last frame rose."""
    return float(run.centers[-1, 1] - run.centers[-2, 1])


def end_x(run: Run) -> float:
    """Return the centre's x at the end."""
    return float(run.centers[-1, 0])


def front_beyond(x: float) -> Callable[[Run], float]:
    """Return what measures how far the capsule's front ends beyond a face at x; negative: before it."""
    return lambda run: end_x(run) + run.scenario.capsule.radius - x


def gap_before(x: float) -> Callable[[Run], float]:
    """Return what measures the gap between the capsule's front and a face at x at the end."""
    return lambda run: -front_beyond(x)(run)


def slowness(x: float, height: float) -> Callable[[Run], float]:
    """Return what measures the time until the feet are past x and above a height, by x over the speed; inf: never."""

    def measure(run: Run) -> float:
        velocity, dt = run.scenario.input[0].velocity, run.scenario.dt
        assert velocity is not None
        there = np.flatnonzero((run.feet[:, 0] >= x) & (run.feet[:, 1] >= height))
        return (int(there[0]) + 1) * dt * velocity[0] / x if len(there) else math.inf

    return measure


def drift_on_turntable(run: Run) -> float:
    """Return how far the rider gets from his place on the turntable, which he stood on in frame 0."""
    body = run.scenario.level.bodies[0]
    placements = np.array([body.world_from_local(frame) for frame in range(len(run.centers))])
    start = np.linalg.inv(placements[0]) @ np.append(run.centers[0], 1.0)
    expected = (placements @ start)[:, [0, 2]]
    return float(np.linalg.norm(run.centers[:, [0, 2]] - expected, axis=1).max())


def miss_of(x: float) -> Callable[[Run], float]:
    """Return what measures how far the end lies from x."""
    return lambda run: abs(end_x(run) - x)


def miss_of_wall(run: Run) -> float:
    """Return by how much the way differs from the distance between the capsule's front and the wall."""
    wall = run.scenario.level.bodies[1]
    near = float(wall.bounds(0)[0][0])
    start = run.scenario.capsule.center[0]
    return abs((end_x(run) - start) - (near - run.scenario.capsule.radius - start))


def frames_without_ground(run: Run) -> float:
    """Return how many frames did not end on ground."""
    return float((~run.is_grounded).sum())


def steps_sideways(run: Run) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the horizontal way of each frame; the first begins at the spawn."""
    start = np.array([run.scenario.capsule.center])
    steps = np.diff(np.concatenate([start, run.centers]), axis=0)
    return np.asarray(np.hypot(steps[:, 0], steps[:, 2]))


def shortest_step(run: Run) -> float:
    """Return the shortest horizontal way of a frame."""
    return float(steps_sideways(run).min())


def worst_hold(run: Run) -> float:
    """Return which share of its way the most hindered frame lost, 0 to 1."""
    velocity = run.scenario.input[0].velocity
    assert velocity is not None
    return float(1.0 - steps_sideways(run).min() / (velocity[0] * run.scenario.dt))


def height_span(run: Run) -> float:
    """Return how far apart the lowest and the highest centre are."""
    return float(np.ptp(run.centers[:, 1]))


def backward_step(run: Run) -> float:
    """Return the longest way back along x in a frame, 0 if there is none."""
    return float(max(0.0, -np.diff(run.centers[:, 0]).min()))


def settled_step(run: Run) -> float:
    """Return the longest way of a frame, in whatever direction, once the push has come to rest."""
    return float(np.linalg.norm(np.diff(run.centers[SETTLED:], axis=0), axis=1).max())


def jitter_findings(run: Run) -> float:
    """Return how often the detector finds jitter; it needs the trace."""
    assert run.trace is not None
    found = find_findings(run.trace, ask_level=False)
    return float(sum(finding.kind is FindingKind.JITTER for finding in found))


def push_along(axis: int) -> Callable[[Run], float]:
    """Return what measures how far the run ends from the spawn along an axis of the world."""
    return lambda run: float(run.centers[-1, axis] - run.scenario.capsule.center[axis])

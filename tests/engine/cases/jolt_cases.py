"""The cases from Jolt's suite."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from engine.scenario import Controller, InputSegment, Scenario
from tests.engine.cases import figures
from tests.engine.cases.case import YES, Allowed, Answer, Case, Reason, Runs, within
from tests.engine.cases.worlds import GAP, GRAVITY, RADIUS, floor, make_scenario, stairs, turntable, wall
from tests.engine.cct.worlds import box

FIRST_RISER, STEPS, STEP = 1.0, 10, 0.3
LANDING = FIRST_RISER + (STEPS - 1) * STEP
"""Where the last tread begins."""
RATES = (60, 120, 240, 360)
"""Hertz: "at 60 to 360"."""
SAME_GAP_M = 1e-4
"""How near the gap must be to the contact offset to count as it."""


def drop(controller: Controller) -> list[Scenario]:
    """Fall for a second, feet first 2 m up."""
    return [make_scenario(controller, floor(), feet=(0.0, 2.0, 0.0), gap=0.0)]


def jump(controller: Controller) -> list[Scenario]:
    """Stand for half a second, then jump; the jump's frame is the last."""
    leap = InputSegment(1, velocity=(0.0, 0.0, 0.0), gravity=GRAVITY, jump=1.0)
    return [make_scenario(controller, floor(), frames=30, after=(leap,))]


def climb_stairs(
    controller: Controller, step_offset: float, seconds: int, rates: Sequence[int] = (60, 360)
) -> list[Scenario]:
    """Walk at ten stairs; `slide` knows no step offset."""
    steps = stairs(FIRST_RISER, STEPS, STEP, STEP)
    return [
        make_scenario(
            controller,
            floor(),
            *steps,
            velocity=(4.0, 0.0, 0.0),
            frames=seconds * hertz,
            hertz=hertz,
            step_offset=step_offset,
        )
        for hertz in rates
    ]


def ride(controller: Controller) -> list[Scenario]:
    """Stand for two turns on what turns once a second, 9 m from its middle."""
    slab = turntable(120, math.tau / 60)
    return [make_scenario(controller, slab, feet=(9.0, 0.0, 0.0), frames=120, ride_platforms=True)]


def follow_wall(controller: Controller) -> list[Scenario]:
    """Walk along a wall that is touched from the start, a little into it, for a second."""
    side = box("wall", (-20.0, -1.0, -2.0), (20.0, 5.0, -RADIUS - GAP[controller]))
    return [
        make_scenario(controller, floor(), side, velocity=(5.0, 0.0, -1.0), frames=hertz, hertz=hertz)
        for hertz in RATES
    ]


def rush(controller: Controller, speed: float, **settings: Any) -> list[Scenario]:
    """Fly at a wall 5 m ahead that is 1 m thick, for ten frames."""
    return [make_scenario(controller, floor(), wall(5.0), velocity=(speed, 0.0, 0.0), frames=10, **settings)]


def by_gap(controller: Controller) -> Allowed:
    """The controller's own gap."""
    return Allowed(GAP[controller] - SAME_GAP_M, GAP[controller] + SAME_GAP_M)


JOLT = (
    Case(
        "J1", "Jolt", "Dropped from feet at 2 m: height of the feet after 1 s.", "0 ± contact offset",
        lambda controller: Allowed(-GAP[controller] - 1e-6, GAP[controller] + 1e-6),
        Runs(drop, figures.end_height), Answer(0.01), Answer(0.03), physx=0.0099999,
    ),
    Case(
        "J1", "Jolt", "The same: on ground then?", "yes", YES,
        Runs(drop, figures.is_grounded_at_end), Answer(1), Answer(1), unit="yes", physx=1.0,
    ),
    Case(
        "J1", "Jolt", "Standing, then a jump at 1 m/s: rise in its first frame.", "0.0139 m", within(0.0138, 0.0140),
        Runs(jump, figures.last_rise), Answer(0.01394), Answer(0.01394), digits=5, physx=0.0139417,
    ),
    Case(
        "J4", "Jolt", "Ten stairs of 0.3 × 0.3 m at 4 m/s, 60 and 360 Hz, step offset 0: front beyond the first riser "
        "after 10 s.", "stopped at it", within(-0.05, 0.0),
        Runs(lambda controller: climb_stairs(controller, 0.0, 10), figures.front_beyond(FIRST_RISER)),
        Answer(-0.000008), Answer(-0.028634), digits=6, physx=-0.0000072,
    ),
    Case(
        "J4", "Jolt", "The same at 120 Hz, which the suite does not ask: highest feet in 10 s.", "stopped at it",
        within(0.0, 0.05), Runs(lambda controller: climb_stairs(controller, 0.0, 10, (120,)), figures.highest),
        Answer(0.3008, Reason.SWALLOWED_FALL), Answer(0.03), physx=0.300766,
    ),
    Case(
        "J4", "Jolt", "The same at 60 and 360 Hz, step offset 0.4: time to the top by the time that the way takes on "
        "flat ground.", "at most 1.5", within(0.0, 1.5),
        Runs(lambda controller: climb_stairs(controller, 0.4, 2), figures.slowness(LANDING, STEPS * STEP - 1e-3)),
        Answer(1.009), Answer(math.inf, Reason.NO_STEP_UP), unit="", digits=3, physx=1.0090090,
    ),
    Case(
        "J5", "Jolt", "Riding 9 m from the middle of what turns at 2π rad/s, two turns: farthest from its own place "
        "there.", "< 0.001 m, a frame late", within(0.0, 1e-3),
        Runs(ride, figures.drift_on_turntable), Answer(0.0), Answer(18.0, Reason.NO_RIDING), physx=0.0000761,
    ),
    Case(
        "J8", "Jolt", "Along a wall at (5, 0, -1) m/s, into it, for 1 s at 60, 120, 240 and 360 Hz: x off 5 m.",
        "≤ 0.01 m", within(0.0, 0.01),
        Runs(follow_wall, figures.miss_of(5.0)), Answer(0.0), Answer(0.0), physx=0.0000375,
    ),
    Case(
        "J11", "Jolt", "At a wall at 600 m/s: gap to it at the end.", "the contact offset", by_gap,
        Runs(lambda controller: rush(controller, 600.0), figures.gap_before(5.0)),
        Answer(0.01), Answer(0.04, Reason.PUSH_OFF), physx=0.0100004,
    ),
)  # fmt: skip

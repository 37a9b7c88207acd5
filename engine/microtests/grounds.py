"""T01, T05, T07 and T08: what ground and overlaps do to a capsule (003 7.2)."""

from __future__ import annotations

import math

from engine.criteria import Criterion, Event, PhysxFigure, Take
from engine.microtests.building import (
    FLOOR,
    TO_FEET,
    WALK_SPEED,
    Json,
    for_both,
    hold,
    make_box,
    make_case,
    make_ramp,
    stand_height,
)
from engine.microtests.microtest import Case, Microtest
from engine.scenario import Controller


def _make_t01(controller: Controller) -> tuple[Case, ...]:
    spawn = (0.0, 10.0, 0.0)
    case = make_case(
        "T01",
        controller,
        note="Falls from 10 m; put back there at frame 150.",
        center=spawn,
        level=[FLOOR],
        steps=[hold(150), hold(150, teleport=spawn)],
        criteria=[
            Criterion("height", expect=stand_height(controller), within=0.01, note="r + hh + gap"),
            Criterion("height", Take.RANGE, frames=(-30, -1), below=0.01, note="stable for 30 frames"),
            Criterion("grounded", frames=(-30, -1), at_least=1.0),
        ],
    )
    return (case,)


CUBE = make_box("cube", (1.0, 1.0, 1.0), (0.0, 1.0, 0.0))
INSIDE_WHY = "It passes over faces from behind: wholly inside a closed cube nothing is touched, so nothing pushes out."


def _make_t05(controller: Controller) -> tuple[Case, ...]:
    return (
        _overlap_cube(controller, "side", 1.15, "20 cm deep in the side of a cube.", None, None),
        _overlap_cube(
            controller,
            "inside",
            0.0,
            "In the middle of a cube of 2 m.",
            PhysxFigure(1.35, 0.001, INSIDE_WHY),
            PhysxFigure(60, 0, INSIDE_WHY),
        ),
    )


def _overlap_cube(
    controller: Controller, variant: str, x: float, note: str, depth: PhysxFigure | None, frames: PhysxFigure | None
) -> Case:
    """Return a case that spawns in the cube; with what PhysX measures as final depth and as frames, if it stays."""
    criteria = [
        Criterion("overlap", Take.LAST, at_most=0.001, note="no overlap in the end", physx=depth),
        Criterion("overlapping", below=10, note="frames, for engines that push once a frame", physx=frames),
    ]
    if controller is Controller.SLIDE:
        criteria.append(Criterion("rounds", below=10))
    return make_case(
        "T05",
        controller,
        variant=variant,
        note=note,
        center=(x, stand_height(controller), 0.0),
        level=[FLOOR, CUBE],
        steps=[hold(60)],
        criteria=criteria,
    )


BELOW, AT, ABOVE = 44.0, 45.0, 46.0
"""Degrees. The limit of both controllers is a cosine of 0.707, which is 45.009°: 45° is the steepest whole degree that
is walkable, so `at` must be climbed."""
ANGLE_WITHIN = math.radians(0.5)
"""Radians. Tells the three ramps apart."""
REST_WHY = "In this mode it only refuses to climb: whoever falls on steep ground stays there."
FLAG_WHY = "It flags whatever bears the capsule from below as ground, however steep."


def _walk_ramp(controller: Controller, angle: float, variant: str, settings: Json, criteria: list[Criterion]) -> Case:
    return make_case(
        "T07",
        controller,
        variant=variant,
        note=f"Walks at a ramp of {angle:g}°.",
        center=(0.0, stand_height(controller), 0.0),
        level=[FLOOR, make_ramp(angle)],
        steps=[hold(120, (WALK_SPEED, 0.0, 0.0))],
        criteria=criteria,
        settings=settings,
    )


def _drop_on_ramp(
    controller: Controller, angle: float, variant: str, settings: Json, criteria: list[Criterion]
) -> Case:
    slope = math.radians(angle)
    x, y = 2.0 + 5.0 * math.cos(slope), 5.0 * math.sin(slope)
    return make_case(
        "T07",
        controller,
        variant=variant,
        note=f"Falls on the middle of a ramp of {angle:g}°.",
        center=(x, y + TO_FEET + 0.5, 0.0),
        level=[FLOOR, make_ramp(angle)],
        steps=[hold(120)],
        criteria=criteria,
        settings=settings,
    )


def _make_t07(controller: Controller) -> tuple[Case, ...]:
    if controller is Controller.SLIDE:
        return _make_ramps(controller, "", {})
    return (
        *_make_ramps(controller, " prevent", {"non_walkable": "prevent_climbing"}),
        *_make_ramps(controller, " force", {"non_walkable": "prevent_climbing_and_force_sliding"}),
    )


def _make_ramps(controller: Controller, mode: str, settings: Json) -> tuple[Case, ...]:
    """Return the five ramps of T07 for one mode of a controller."""
    return (
        _walk_ramp(controller, BELOW, f"below{mode}", settings, _expect_climb(BELOW)),
        _walk_ramp(controller, AT, f"at{mode}", settings, _expect_climb(AT)),
        _walk_ramp(controller, ABOVE, f"above{mode}", settings, STAYS),
        _drop_on_ramp(controller, BELOW, f"drop below{mode}", settings, RESTS),
        _drop_on_ramp(controller, ABOVE, f"drop above{mode}", settings, _expect_slide(mode)),
    )


def _expect_climb(angle: float) -> list[Criterion]:
    return [
        Criterion("height", Take.CHANGE, at_least=2.0, note="it climbs"),
        Criterion("ground_angle", expect=math.radians(angle), within=ANGLE_WITHIN),
    ]


def _expect_slide(mode: str) -> list[Criterion]:
    """Return what must hold on steep ground, where PhysX is known to let the capsule rest in one mode of `cct`.

    `slide` has no friction: it is at the foot of the ramp after 75 frames.
    """
    rest = PhysxFigure(0.0, 1e-4, REST_WHY) if "prevent" in mode else None
    last = -1 if mode else 70
    flagged = PhysxFigure(1.0, 1e-6, FLAG_WHY)
    return [
        Criterion("delta_height", frames=(30, last), at_most=-0.001, note="every frame leads down", physx=rest),
        Criterion("ground_angle", frames=(last, last), expect=math.radians(ABOVE), within=ANGLE_WITHIN),
        Criterion("grounded", frames=(30, last), at_most=0.0, note="too steep to be ground", physx=flagged),
    ]


STAYS = [
    Criterion("height", Take.CHANGE, below=0.5, note="no higher than a step"),
    Criterion("ground_angle", expect=0.0, within=ANGLE_WITHIN, note="stands on the floor before it"),
    Criterion("findings", kind="wall climb", expect=0),
]
RESTS = [
    Criterion("height", Take.RANGE, frames=(-30, -1), below=0.01, note="it rests"),
    Criterion("ground_angle", expect=math.radians(BELOW), within=ANGLE_WITHIN),
    Criterion("grounded", frames=(-30, -1), at_least=1.0),
]


LEDGE_M = 0.3
SNAP_WHY = "It does not snap: it falls off the ledge, in the air for 14 of 90 frames."


def _make_t08(controller: Controller) -> tuple[Case, ...]:
    case = make_case(
        "T08",
        controller,
        note="Walks off a ledge of 0.3 m.",
        center=(0.0, stand_height(controller, LEDGE_M), 0.0),
        level=[FLOOR, make_box("ledge", (6.0, 0.5, 10.0), (-4.0, LEDGE_M - 0.5, 0.0))],
        steps=[hold(90, (WALK_SPEED, 0.0, 0.0))],
        criteria=[
            Criterion("grounded", at_least=1.0, physx=PhysxFigure(76 / 90, 1e-6, SNAP_WHY)),
            Criterion("height", expect=stand_height(controller), within=0.01),
        ],
    )
    return (case,)


GROUNDS = (
    Microtest(
        "T01",
        "Respawn fall",
        "Spawns at 10 m and falls to the floor; put back there once.",
        "Lands at r + hh + gap, and stands.",
        Event.LANDING,
        for_both(_make_t01),
    ),
    Microtest(
        "T05",
        "Deep overlap",
        "Spawns 20 cm deep in the side of a cube, and in the middle of it.",
        "Pushed out cleanly.",
        Event.FREE,
        for_both(_make_t05),
    ),
    Microtest(
        "T07",
        "Slope limit",
        "Walks at ramps below, at and above the limit, and falls on two.",
        "Climbs and rests up to the limit; above it, stays below and slides down.",
        Event.CONTACT,
        for_both(_make_t07),
    ),
    Microtest(
        "T08",
        "Step-down",
        "Walks off a ledge of 0.3 m.",
        "Snaps to the ground below, and never leaves it.",
        Event.DROP,
        for_both(_make_t08),
    ),
)

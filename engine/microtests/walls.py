"""T02 to T04, T06, T09 and T10: what walls and corners do to a walk (003 7.2)."""

from __future__ import annotations

import math

from engine.criteria import Criterion, Event, Take
from engine.microtests.building import (
    FLOOR,
    GAPS,
    RADIUS,
    WALK_SPEED,
    Json,
    for_both,
    hold,
    make_box,
    make_case,
    stand_height,
    walk_towards,
)
from engine.microtests.microtest import Case, Microtest
from engine.scenario import Controller

NO_TELEPORT = Criterion("findings", kind="teleport", expect=0)


def _make_t02(controller: Controller) -> tuple[Case, ...]:
    walls = [
        make_box("wall_x", (0.5, 2.0, 8.0), (3.5, 2.0, 0.0)),
        make_box("wall_z", (8.0, 2.0, 0.5), (0.0, 2.0, 3.5)),
    ]
    # Off the diagonal, one wall is touched first: sliding along it is no wedge yet.
    headings = {"45°": (45.0, Criterion("delta", after=Event.CONTACT, below=0.01))}
    headings["30°"] = (30.0, Criterion("delta", frames=(-30, -1), below=0.01, note="wedged in the end"))
    return tuple(
        make_case(
            "T02",
            controller,
            variant=variant,
            note=f"{variant} into the inner corner of two walls.",
            center=(0.0, stand_height(controller), 0.0),
            level=[FLOOR, *walls],
            steps=[hold(120, walk_towards(heading))],
            criteria=[stops, Criterion("delta_share", at_most=2.0, note="no teleport"), NO_TELEPORT],
        )
        for variant, (heading, stops) in headings.items()
    )


WALL = make_box("wall", (0.5, 2.0, 30.0), (2.5, 2.0, 0.0))
"""Its face is at x = 2."""


def _make_t03(controller: Controller) -> tuple[Case, ...]:
    case = make_case(
        "T03",
        controller,
        note="45° against a wall: slides along +z.",
        center=(0.0, stand_height(controller), 0.0),
        level=[FLOOR, WALL],
        steps=[hold(180, walk_towards(45.0))],
        criteria=[
            Criterion("x", Take.VARIANCE, after=Event.CONTACT, below=0.02),
            Criterion("delta_z", Take.LEAST, after=Event.CONTACT, above=0.0, note="z always goes on"),
            Criterion(
                "delta_z",
                Take.RANGE,
                after=Event.CONTACT,
                below=0.005,
                note="smoothly: by less than a ninth of the 0.047 m of a frame",
            ),
        ],
    )
    return (case,)


def _make_t04(controller: Controller) -> tuple[Case, ...]:
    case = make_case(
        "T04",
        controller,
        note="Head-on into a wall; from frame 30 on it is held for two seconds.",
        center=(0.0, stand_height(controller), 0.0),
        level=[FLOOR, WALL],
        steps=[hold(150, (WALK_SPEED, 0.0, 0.0))],
        criteria=[Criterion("delta", frames=(30, 149), below=0.001)],
    )
    return (case,)


THIN_WALL_X = 4.975
"""The near face of the thin wall, x."""


def _make_t06(controller: Controller) -> tuple[Case, ...]:
    thin = make_box("thin", (0.025, 2.0, 8.0), (5.0, 2.0, 0.0))
    criteria = [
        Criterion("x", Take.LARGEST, below=THIN_WALL_X + RADIUS, note="as 003 says it"),
        Criterion("x", Take.LARGEST, at_most=THIN_WALL_X - RADIUS, note="the whole capsule before the wall"),
        Criterion("findings", kind="tunnelling", expect=0),
    ]
    return tuple(
        make_case(
            "T06",
            controller,
            variant=f"{speed:.0f} mps",
            note=f"{speed:.0f} m/s at a wall of 5 cm.",
            center=(0.0, stand_height(controller), 0.0),
            level=[FLOOR, thin],
            steps=[hold(frames, (speed, 0.0, 0.0))],
            criteria=criteria,
        )
        for speed, frames in ((100.0, 30), (6000.0, 3))
    )


def _wiggle(frame: int) -> Json:
    """Return one frame of a walk into the corner whose heading swings by 10° to both sides, 8 frames a swing."""
    return hold(1, walk_towards(45.0 + 10.0 * math.sin(0.8 * frame)))


def _make_t09(controller: Controller) -> tuple[Case, ...]:
    places = {"cube_a": (3.0, 1.0, 1.0), "cube_b": (1.0, 1.0, 3.0), "cube_c": (3.0, 1.0, 3.0)}
    case = make_case(
        "T09",
        controller,
        note="Into the inner corner of three cubes; from frame 90 on the heading swings by 10° to both sides.",
        center=(0.5, stand_height(controller), 0.5),
        level=[FLOOR, *(make_box(name, (1.0, 1.0, 1.0), place) for name, place in places.items())],
        steps=[hold(90, walk_towards(45.0)), *(_wiggle(frame) for frame in range(90))],
        criteria=[
            Criterion("contacts", Take.LEAST, after=Event.CONTACT, at_least=2),
            Criterion("delta", after=Event.CONTACT, below=0.01),
            NO_TELEPORT,
        ],
    )
    return (case,)


def _make_t10(controller: Controller) -> tuple[Case, ...]:
    cube = make_box("cube", (1.0, 1.0, 2.0), (2.0, 1.0, 2.0))
    gap = GAPS[controller]
    variants = {"clear": gap + 0.001, "at gap": gap, "within": 0.5 * gap, "1 mm": 0.001}
    return tuple(
        make_case(
            "T10",
            controller,
            variant=variant,
            note=f"Along the face of a cube, {1000.0 * way:.3g} mm beside it.",
            center=(1.0 - RADIUS - way, stand_height(controller), -3.0),
            level=[FLOOR, cube],
            steps=[hold(120, (0.0, 0.0, WALK_SPEED))],
            criteria=[
                Criterion("delta_share", at_most=2.0),
                Criterion("delta_z", Take.LEAST, above=0.0, note="no frame stops"),
            ],
        )
        for variant, way in variants.items()
    )


WALLS = (
    Microtest(
        "T02",
        "Corner wedge",
        "Walks into the inner corner of two walls, at 45° and at 30°, and holds.",
        "Stops in the corner; no teleport.",
        Event.CONTACT,
        for_both(_make_t02),
    ),
    Microtest(
        "T03",
        "Diagonal slide",
        "Touches a wall and goes on at 45° to it.",
        "Slides along the wall, evenly.",
        Event.CONTACT,
        for_both(_make_t03),
    ),
    Microtest(
        "T04",
        "Held input jitter",
        "Stands against a wall and holds the input for two seconds.",
        "Stands still.",
        Event.CONTACT,
        for_both(_make_t04),
    ),
    Microtest(
        "T06",
        "High-speed tunnel",
        "100 m/s and 6000 m/s at a wall of 5 cm.",
        "Stops before the wall.",
        Event.CONTACT,
        for_both(_make_t06),
    ),
    Microtest(
        "T09",
        "Multi-cube corner",
        "Walks into the corner of three cubes, then swings its heading.",
        "Stands still, touching at least two of them; no explosion.",
        Event.CONTACT,
        for_both(_make_t09),
    ),
    Microtest(
        "T10",
        "Edge graze",
        "Walks along the side of a cube: clear of the gap, at it, within it, and 1 mm away.",
        "Goes on evenly: no frame goes more than twice as far as asked.",
        Event.CONTACT,
        for_both(_make_t10),
    ),
)

"""The cases from the suites of Rapier, Unity, OpenKCC and Godot."""

from __future__ import annotations

from engine.scenario import Controller, Scenario
from tests.engine.cases import figures
from tests.engine.cases.case import NO, YES, Answer, Case, Reason, Runs, within
from tests.engine.cases.jolt_cases import rush
from tests.engine.cases.worlds import (
    RADIUS,
    floor,
    make_scenario,
    merge,
    ridge,
    row_of_boxes,
    slope,
    wall,
    wedge,
)
from tests.engine.cct.worlds import box

WEDGES = range(15, 166, 15)
"""Degrees between the two walls."""
ASIDE = (0.0, 0.2)
"""Metres off the middle of a wedge: into it, and along one wall first."""
WALLS = (5.0, 10.0, 15.0, 20.0)
"""Metres from the capsule's front."""
BOXES = 40
CUBE_AT = 1.01


def walk_far(controller: Controller) -> list[Scenario]:
    """Make 10,000 moves over a flat floor, all of them into it."""
    return [make_scenario(controller, floor(2000.0), move=(0.1, -0.1, 0.1), gravity=None, frames=10_000)]


def leave_box(controller: Controller, x: float) -> list[Scenario]:
    """Make 20 moves of a ball, deep in a box, by x each."""
    cube = box("cube", (-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))
    return [
        make_scenario(
            controller,
            cube,
            feet=(0.8, -0.2, 0.0),
            gap=0.0,
            radius=0.5,
            height=0.0,
            move=(x, 0.0, 0.0),
            gravity=None,
            frames=20,
        )
    ]


def fall_up(controller: Controller) -> list[Scenario]:
    """Fall for a second where up is -Y and the floor is overhead."""
    overhead = box("floor", (-9.0, 0.0, -9.0), (9.0, 1.0, 9.0))
    return [make_scenario(controller, overhead, feet=(0.0, -1.0, 0.0), gap=0.0, up=(0.0, -1.0, 0.0))]


def meet_cube(controller: Controller, height: float) -> list[Scenario]:
    """Walk for 0.2 s at a box of a height; on top of it, the centre is over it then."""
    cube = box("cube", (CUBE_AT, 0.0, -0.5), (CUBE_AT + 1.0, height, 0.5))
    velocity = (10.0, 0.0, 0.0)
    return [
        make_scenario(controller, floor(), cube, radius=0.5, height=1.0, velocity=velocity, frames=12, step_offset=0.6)
    ]


def land_on_slope(controller: Controller, degrees: float) -> list[Scenario]:
    """Fall onto a slope for a second."""
    return [make_scenario(controller, slope(degrees), feet=(0.0, 0.5, 0.0), gap=0.0)]


def land_on_edges(controller: Controller) -> tuple[Scenario, Scenario]:
    """Fall onto a ridge of two slopes of 45°, and onto a ledge, the centre 0.1 m beyond its edge."""
    ledge = box("ledge", (-5.0, -1.0, -5.0), (0.0, 0.0, 5.0))
    return (
        make_scenario(controller, ridge(45.0), feet=(0.0, 0.5, 0.0), gap=0.0),
        make_scenario(controller, ledge, feet=(0.1, 0.5, 0.0), gap=0.0),
    )


def push_into_wedges(controller: Controller) -> list[Scenario]:
    """Push for 1000 frames into each wedge; a bare capsule would fit 2 m ahead."""
    return [
        make_scenario(
            controller, floor(), *wedge(degrees, 2.0, RADIUS), feet=(0.0, 0.0, z), velocity=(4.0, 0.0, 0.0), frames=1000
        )
        for degrees in WEDGES
        for z in ASIDE
    ]


def walk_to_walls(controller: Controller) -> list[Scenario]:
    """Walk at a wall until a second after it should be reached."""
    return [
        make_scenario(
            controller, floor(), wall(RADIUS + far), velocity=(4.0, 0.0, 0.0), frames=int(far / 4.0 * 60) + 60
        )
        for far in WALLS
    ]


def walk_over_boxes(controller: Controller) -> list[Scenario]:
    """Walk over the whole row, as bodies of their own and as one mesh."""
    row, way = row_of_boxes(BOXES), int((BOXES - 2) / 4.0 * 60)
    return [make_scenario(controller, *bodies, velocity=(4.0, 0.0, 0.0), frames=way) for bodies in (row, [merge(row)])]


def over_flush_boxes(figure: str) -> str:
    """Return the sentence of the row of boxes."""
    return f"Over forty boxes laid flush, as bodies and as one mesh, at 4 m/s: {figure}."


RAPIER = (
    Case(
        "R2", "Rapier", "10,000 moves of (0.1, -0.1, 0.1) m on a flat floor: frames without ground.", "0", NO,
        Runs(walk_far, figures.frames_without_ground), Answer(0), Answer(0), unit="frames", digits=0, physx=0.0,
    ),
    Case(
        "R2", "Rapier", "The same: shortest horizontal way of a frame.", "> 0", within(1e-6),
        Runs(walk_far, figures.shortest_step), Answer(0.1414), Answer(0.1414), physx=0.1414214,
    ),
    Case(
        "R3", "Rapier", "Ball of 0.5 m, centre in a box 0.2 m behind its face at x = 1; 20 moves of 1 cm into the box: "
        "x then.", "≥ 1.499 m", within(1.499, 2.0),
        Runs(lambda controller: leave_box(controller, -0.01), figures.end_x), Answer(1.51), Answer(1.53), physx=1.51,
    ),
    Case(
        "R3", "Rapier", "The same with 20 moves of nothing.", "≥ 1.499 m", within(1.499, 2.0),
        Runs(lambda controller: leave_box(controller, 0.0), figures.end_x),
        Answer(0.8, Reason.ZERO_MOVE), Answer(1.53), physx=0.8,
    ),
    Case(
        "R5", "Rapier", "Up is -Y and the floor is overhead; after 1 s on ground?", "yes", YES,
        Runs(fall_up, figures.is_grounded_at_end), Answer(1), Answer(1), unit="yes", physx=1.0,
    ),
)  # fmt: skip

UNITY = (
    Case(
        "U1", "Unity", "Capsule 2 m high, radius 0.5, step 0.6, 10 m/s, a 1 m box 1.01 m ahead: gap to it after 0.2 s.",
        "blocked", within(0.0, 0.05),
        Runs(lambda controller: meet_cube(controller, 1.0), figures.gap_before(CUBE_AT)),
        Answer(0.01), Answer(0.03), physx=0.01,
    ),
    Case(
        "U1", "Unity", "The same with a 0.5 m box: height of the feet after 0.2 s.", "on top", within(0.5, 0.55),
        Runs(lambda controller: meet_cube(controller, 0.5), figures.end_height),
        Answer(0.51), Answer(0.03, Reason.NO_STEP_UP), physx=0.51,
    ),
    Case(
        "U1", "Unity", "The same: x then, 2 m at full speed.", "speed kept", within(1.99, 2.01),
        Runs(lambda controller: meet_cube(controller, 0.5), figures.end_x),
        Answer(2.0), Answer(0.4808, Reason.NO_STEP_UP), physx=2.0000001,
    ),
    Case(
        "U3", "Unity", "At a wall 5 m ahead and 1 m thick at 10,000 m/s: gap to it at the end.", "in front of it",
        within(0.0, 5.0),
        Runs(lambda controller: rush(controller, 10_000.0), figures.gap_before(5.0)),
        Answer(0.01), Answer(0.1965), physx=0.0100038,
    ),
    Case(
        "U4", "Unity", "Dropped on a slope of 30°: on ground?", "yes", YES,
        Runs(lambda controller: land_on_slope(controller, 30.0), figures.is_grounded_at_end),
        Answer(1), Answer(1), unit="yes", physx=1.0,
    ),
    Case(
        "U4", "Unity", "Dropped on a slope of 70°: on walkable ground?", "no", NO,
        Runs(lambda controller: land_on_slope(controller, 70.0), figures.is_walkable_at_end, needs_trace=True),
        Answer(0), Answer(0), unit="yes",
    ),
    Case(
        "U4", "Unity", "Dropped on a ridge of 45°: on ground?", "yes", YES,
        Runs(lambda controller: land_on_edges(controller)[:1], figures.is_grounded_at_end),
        Answer(1), Answer(1), unit="yes", physx=1.0,
    ),
    Case(
        "U4", "Unity", "Dropped on a ledge, the centre 0.1 m beyond its edge: on ground?", "yes", YES,
        Runs(lambda controller: land_on_edges(controller)[1:], figures.is_grounded_at_end),
        Answer(1), Answer(1), unit="yes", physx=1.0,
    ),
)  # fmt: skip

OPEN_KCC = (
    Case(
        "O1", "OpenKCC", "Pushed into wedges of 15° to 165° in steps of 15° for 1000 frames, in the middle and 0.2 m "
        "off it: longest step back.", "none", within(0.0, 1e-6),
        Runs(push_into_wedges, figures.backward_step), Answer(0.0), Answer(0.0), digits=6, physx=0.0,
    ),
    Case(
        "O1", "OpenKCC", "The same: longest step once at rest.", "no jitter", within(0.0, 1e-4),
        Runs(push_into_wedges, figures.settled_step), Answer(0.0), Answer(0.0), digits=6, physx=0.0000001,
    ),
    Case(
        "O1", "OpenKCC", "The same: findings of the jitter detector.", "0", NO,
        Runs(push_into_wedges, figures.jitter_findings, needs_trace=True), Answer(0), Answer(0), unit="", digits=0,
    ),
    Case(
        "O2", "OpenKCC", "At walls 5, 10, 15 and 20 m ahead: way off that distance.", "≤ 0.1 m", within(0.0, 0.1),
        Runs(walk_to_walls, figures.miss_of_wall), Answer(0.01), Answer(0.03), physx=0.0100005,
    ),
)  # fmt: skip

GHOST_EDGES = (
    Case(
        "B1", "Jolt, Godot", over_flush_boxes("height from lowest to highest"), "< 0.001 m", within(0.0, 1e-3),
        Runs(walk_over_boxes, figures.height_span), Answer(0.0), Answer(0.0), digits=6, physx=0.0,
    ),
    Case(
        "B1", "Jolt, Godot", over_flush_boxes("share of its way that the slowest frame lost"), "no frame stops",
        within(-1e-3, 1e-3),
        Runs(walk_over_boxes, figures.worst_hold), Answer(0.0), Answer(0.0), unit="", digits=6, physx=-0.0000001,
    ),
)  # fmt: skip

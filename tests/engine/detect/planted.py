"""The planted cases: for each kind of finding at least three runs, and the frame in which it happens.

The frame comes from the edit, from the frame in which the scenario changes, or from the figures of the scene: `why`
says so. It never comes from what a detector found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nan

from engine.detect import FindingKind as Kind
from engine.level import BodyKind
from engine.trace import Trace
from tests.engine.cct.worlds import REST, box, floor, plane, ramp, scene, wall
from tests.engine.detect.scenes import (
    FORCE,
    WALK,
    along_seam,
    beam,
    block,
    climb,
    corner_post,
    foreign,
    hold,
    in_a_wall,
    into_wedge,
    lose_ground,
    no_slide,
    planted,
    pusher,
    put,
    shift,
    slide,
    stairs_down,
    swing,
    then,
    to_ramp,
    to_strips,
    to_wall,
    walk,
)


@dataclass(frozen=True)
class Planted:
    """A run in which something goes wrong, what, in which frame it begins, and how one knows."""

    kind: Kind
    name: str
    make: Callable[[], Trace]
    frame: int
    why: str


EDITED, CHANGED, SPAWN = "edited from there on", "the input changes there", "it spawns so"
FLOOR = walk()
SEAMS = scene(
    *(box(f"tile {k}", (k - 5.0, -1.0, -5.0), (k - 4.0, 0.0, 5.0)) for k in range(12)),
    center=(-3.0, REST, 0.0),
    move=WALK,
    frames=80,
)
FAST = scene(floor(), wall(5.0, thickness=0.05), move=(3.0, -0.05, 0.0), frames=4)
SLIDE_FLOOR = slide(floor())
KINEMATIC = ramp(60.0, foot=1.0, kind=BodyKind.KINEMATIC)
STAND = scene(floor(), pusher(3.0, 0.1), move=(0.0, -0.05, 0.0), frames=40, overlap_recovery=False)
GATE = scene(floor(), pusher(5.0, 2.0, 0.05), move=(0.0, -0.05, 0.0), frames=20)
STAND_SLIDE = slide(floor(), pusher(3.0, 0.1), velocity=(0.0, 0.0, 0.0), frames=40)
GATE_SLIDE = slide(floor(), pusher(5.0, 2.0, 0.05), velocity=(0.0, 0.0, 0.0), frames=20)
OBLIQUE = slide(floor(), plane("wall", (2.0, 0.0, 0.0), (-1.0, 0.0, 1.0)), max_bumps=1)
STEPS = scene(*stairs_down(0.2, 0.49), move=WALK, frames=60)
CLIMB = {"steep_ground": "climbed"}
IN_BLOCK = {"teleport": (10.4, 1.0, 0.0)}
PULLED = {"gravity": -9.81}

TUNNELLING = (
    Planted(
        Kind.TUNNELLING,
        "falls through the floor: one corner of the temporal box",
        planted(to_wall(), temporal_box="one_corner"),
        8,
        "the lower end of the axis is 0.45 above the floor, sinks by 0.05 a frame, its core is 0.0175 thick",
    ),
    Planted(
        Kind.TUNNELLING,
        "walks into a wall without recovery",
        planted(in_a_wall(overlap_recovery=False)),
        8,
        "the axis is 0.1 from the face and comes nearer by 0.01 a frame; its core is 0.0175 thick",
    ),
    Planted(Kind.TUNNELLING, "a gate passes at 2 m a frame", planted(GATE), 3, "at x = 1 in frame 2, at -1 in frame 3"),
    Planted(Kind.TUNNELLING, "behind a wall at once", foreign(to_wall(), shift(15, (2.0, 0.0, 0.0))), 15, EDITED),
    Planted(Kind.TUNNELLING, "fast, thin wall", foreign(FAST, shift(1, (3.0, 0.0, 0.0), 1)), 1, EDITED),
    Planted(
        Kind.TUNNELLING,
        "beam between the two points that are swept",
        planted(beam(), sweep="two_points"),
        28,
        "the core reaches 2 at 0.07 · 28.3",
    ),
    Planted(
        Kind.TUNNELLING, "a gate passes at 2 m a frame", planted(GATE_SLIDE), 3, "at x = 1 in frame 2, at -1 in frame 3"
    ),
    Planted(
        Kind.TUNNELLING,
        "a pusher that nobody evades",
        planted(STAND_SLIDE, pushing_out="at_triggers"),
        25,
        "its face is at 2.5 - 0.1 · frame",
    ),
)

JITTER = (
    Planted(
        Kind.JITTER,
        "no offset in the sweep",
        planted(then(FLOOR, 20, move=WALK), sweep_length="rest_only"),
        20,
        CHANGED,
    ),
    Planted(
        Kind.JITTER, "box of the displacement", planted(then(FLOOR, 20, move=WALK), temporal_box="plain"), 20, CHANGED
    ),
    Planted(Kind.JITTER, "2 mm at a wall", foreign(to_wall(), swing(26, (-0.002, 0.0, 0.0))), 26, EDITED),
    Planted(
        Kind.JITTER, "5 mm up and down", foreign(FLOOR, swing(20, (0.0, 0.005, 0.0)), tells_moves=False), 20, EDITED
    ),
    Planted(
        Kind.JITTER,
        "bounces off a wall: overclip 2",
        planted(slide(floor(), wall(2.0), overclip=2.0)),
        23,
        "the shell touches after 1.62 m, at 0.07 · 23.1",
    ),
    Planted(
        Kind.JITTER,
        "bounces off the floor: overclip 2",
        planted(slide(floor(), center=(0.0, 2.0, 0.0), velocity=(0.0, -4.2, 0.0), overclip=2.0, step_height=0.0)),
        15,
        "the shell touches after 1.07 m, at 0.07 · 15.3",
    ),
    Planted(Kind.JITTER, "4 mm beside the way", foreign(SLIDE_FLOOR, swing(33, (0.0, 0.0, 0.004))), 33, EDITED),
)

STUCK = (
    Planted(
        Kind.STUCK,
        "one side iteration at a wall of 45°",
        planted(no_slide((-1.0, 0.0, 1.0))),
        21,
        "SIDE stops at x = 2 - 0.35 · √2 - 0.1, in frame 20",
    ),
    Planted(
        Kind.STUCK,
        "one side iteration at a wall of 27°",
        planted(no_slide((-1.0, 0.0, 2.0))),
        16,
        "SIDE stops at x = 2 - 0.35 · √5 - 0.1, in frame 15",
    ),
    Planted(Kind.STUCK, "in the open", foreign(FLOOR, hold(30, 30)), 30, EDITED),
    Planted(Kind.STUCK, "at a fat corner: two points", planted(corner_post(), sweep="two_points"), 0, SPAWN),
    Planted(
        Kind.STUCK,
        "put to a fat corner: two points",
        planted(
            then(corner_post(center=(-5.0, 1.0, -5.0)), 20, move=(0.0, 0.0, -0.07), teleport=(0.7, 0.93, 0.2)),
            sweep="two_points",
        ),
        20,
        CHANGED,
    ),
    Planted(
        Kind.STUCK,
        "one bump at a wall of 45°",
        planted(OBLIQUE),
        21,
        "the shell touches at x = 2 - 0.38 · √2, in frame 20",
    ),
)

TELEPORT = (
    Planted(Kind.TELEPORT, "pushed out of a wall", planted(in_a_wall()), 0, SPAWN),
    Planted(Kind.TELEPORT, "up", foreign(FLOOR, shift(25, (0.0, 3.0, 0.0))), 25, EDITED),
    Planted(Kind.TELEPORT, "back", foreign(FLOOR, shift(31, (-2.0, 0.0, 0.0))), 31, EDITED),
    Planted(Kind.TELEPORT, "no input told", foreign(FLOOR, shift(40, (0.0, 0.0, 1.0)), tells_moves=False), 40, EDITED),
    Planted(Kind.TELEPORT, "spawned in a block", planted(slide(block(), center=(10.4, 1.0, 0.0))), 0, SPAWN),
    Planted(Kind.TELEPORT, "put into a block", planted(then(slide(floor(), block()), 20, **IN_BLOCK)), 20, CHANGED),
    Planted(
        Kind.TELEPORT,
        "put so deep that it falls back",
        planted(then(slide(floor(), block()), 20, teleport=(30.0, 1.0, 0.0))),
        20,
        CHANGED,
    ),
)

FOOT = "the ramp is touched at x = 1 - {} · tan 30°"
WALL_CLIMB = (
    Planted(Kind.WALL_CLIMB, "strips of 60°", planted(to_strips()), 11, FOOT.format("0.35")),
    Planted(Kind.WALL_CLIMB, "kinematic ramp of 60°", planted(walk(KINEMATIC)), 11, FOOT.format("0.35")),
    Planted(
        Kind.WALL_CLIMB,
        "experiment keeps the sideways part",
        planted(to_ramp(non_walkable=FORCE), experiment_displacement="horizontal"),
        11,
        FOOT.format("0.35"),
    ),
    Planted(Kind.WALL_CLIMB, "up a wall", foreign(to_wall(), climb(30, 0.05, 50)), 30, EDITED),
    Planted(
        Kind.WALL_CLIMB,
        "steep ground climbed, 60°",
        planted(slide(floor(), ramp(60.0, foot=1.0), **PULLED), **CLIMB),
        11,
        FOOT.format("0.38"),
    ),
    Planted(
        Kind.WALL_CLIMB,
        "steep ground climbed, 75°",
        planted(slide(floor(), ramp(75.0, foot=1.0), frames=90, **PULLED), **CLIMB),
        10,
        "the ramp is touched at x = 1 - 0.38 · tan 37.5°",
    ),
    Planted(
        Kind.WALL_CLIMB,
        "steep ground climbed, kinematic",
        planted(slide(floor(), KINEMATIC, **PULLED), **CLIMB),
        11,
        FOOT.format("0.38"),
    ),
)

FLICKER = (
    Planted(
        Kind.GROUND_FLICKER,
        "stairs down, pressed by 0.05",
        planted(STEPS),
        17,
        "rolling over the edge is steeper than 5 in 7 from 0.35 · sin 35.5° beyond it",
    ),
    Planted(
        Kind.GROUND_FLICKER,
        "stairs down, pressed by 0.03",
        planted(scene(*stairs_down(0.2, 0.63), move=(0.07, -0.03, 0.0), frames=70)),
        16,
        "rolling over the edge is steeper than 3 in 7 from 0.35 · sin 23.2° beyond it",
    ),
    Planted(Kind.GROUND_FLICKER, "lost four times", foreign(FLOOR, lose_ground([20, 25, 30, 37], 2)), 20, EDITED),
    Planted(
        Kind.GROUND_FLICKER,
        "stairs down, no grace, no snap",
        planted(slide(*stairs_down(0.05, 0.56), step_height=0.0, ground_grace_time=0.0, **PULLED)),
        15,
        "the probe's gap to the edge is more than 0.04 from 0.0906 beyond it",
    ),
    Planted(
        Kind.GROUND_FLICKER,
        "deeper stairs down, no grace, no snap",
        planted(slide(*stairs_down(0.055, 0.7), step_height=0.0, ground_grace_time=0.0, **PULLED)),
        15,
        "the probe's gap to the edge is more than 0.04 from 0.0906 beyond it",
    ),
    Planted(
        Kind.GROUND_FLICKER,
        "lost three times",
        foreign(slide(floor(), **PULLED), lose_ground([33, 40, 49], 3)),
        33,
        EDITED,
    ),
)

SECOND = "a tenth into frame 30 the second wall touches"
SNAG = (
    Planted(Kind.CORNER_SNAG, "a frame at a seam", foreign(SEAMS, hold(28, 1)), 28, EDITED),
    Planted(Kind.CORNER_SNAG, "three frames at a seam", foreign(SEAMS, hold(43, 3)), 43, EDITED),
    Planted(Kind.CORNER_SNAG, "nine frames at a seam", foreign(SEAMS, hold(57, 9)), 57, EDITED),
    Planted(Kind.CORNER_SNAG, "creases at once, 3°", planted(along_seam(3.0), clipping="creases_at_once"), 30, SECOND),
    Planted(Kind.CORNER_SNAG, "creases at once, 5°", planted(along_seam(5.0), clipping="creases_at_once"), 30, SECOND),
    Planted(Kind.CORNER_SNAG, "creases at once, 7°", planted(along_seam(7.0), clipping="creases_at_once"), 30, SECOND),
)

WEDGE = "both walls stop it at x = 2 - 0.034 - 0.35 · 3.54 - 0.1, after 3.63 m"
CAP = (
    Planted(Kind.ITERATION_CAP, "at most four in a wedge", planted(into_wedge(), iterations="at_most_four"), 51, WEDGE),
    Planted(Kind.ITERATION_CAP, "two allowed in a wedge", planted(into_wedge(max_iterations_side=2)), 51, WEDGE),
    Planted(Kind.ITERATION_CAP, "three allowed in a wedge", planted(into_wedge(max_iterations_side=3)), 51, WEDGE),
    Planted(
        Kind.ITERATION_CAP, "one bump at a wall of 45°", planted(OBLIQUE), 20, "the shell touches at x = 2 - 0.38 · √2"
    ),
    Planted(
        Kind.ITERATION_CAP,
        "pushes of 0.1 in a block",
        planted(then(slide(floor(), block(), max_depenetration_push=0.1), 20, **IN_BLOCK)),
        20,
        CHANGED,
    ),
    Planted(
        Kind.ITERATION_CAP,
        "four pushes of 1 deep in a block",
        planted(then(slide(floor(), block()), 20, teleport=(30.0, 1.0, 0.0))),
        20,
        CHANGED,
    ),
)

FACE = "the pusher's face is at 2.5 - 0.1 · frame, the capsule's side at 0.35"
PENETRATION = (
    Planted(Kind.PENETRATION, "no recovery", planted(in_a_wall(overlap_recovery=False)), 0, SPAWN),
    Planted(Kind.PENETRATION, "clamped out slowly", planted(in_a_wall(), large_moves="clamped"), 0, SPAWN),
    Planted(Kind.PENETRATION, "a pusher, no recovery", planted(STAND), 22, FACE),
    Planted(Kind.PENETRATION, "sunk by 0.11", foreign(FLOOR, shift(30, (0.0, -0.11, 0.0), 34)), 30, EDITED),
    Planted(
        Kind.PENETRATION,
        "beam between the two points that are swept",
        planted(beam(), sweep="two_points"),
        23,
        "the side reaches 2 at 0.07 · 23.6",
    ),
    Planted(
        Kind.PENETRATION,
        "no rounds of pushing out",
        planted(slide(wall(0.1), velocity=(0.0, 0.0, 0.0), max_depenetration_iterations=0)),
        0,
        SPAWN,
    ),
    Planted(Kind.PENETRATION, "a pusher", planted(STAND_SLIDE, pushing_out="at_triggers"), 22, FACE),
)

GUARD = (
    Planted(Kind.GUARD, "normal without length", planted(to_ramp(), zero_normal="up"), 11, FOOT.format("0.35")),
    Planted(Kind.GUARD, "large move clamped", planted(in_a_wall(), large_moves="clamped"), 0, SPAWN),
    Planted(
        Kind.GUARD,
        "stuck, pushed out",
        planted(to_wall(), stuck="pushed_out"),
        33,
        "no motion from frame 23, 10 of patience",
    ),
    Planted(
        Kind.GUARD,
        "direction without length",
        planted(then(FLOOR, 20, move=(1e-7, 0.0, 0.0)), zero_direction="epsilon"),
        20,
        CHANGED,
    ),
    Planted(Kind.GUARD, "a move that is no number", planted(then(SLIDE_FLOOR, 20, move=(nan, 0.0, 0.0))), 20, CHANGED),
    Planted(Kind.GUARD, "an infinite move", planted(then(SLIDE_FLOOR, 7, move=(0.0, inf, 0.0))), 7, CHANGED),
    Planted(
        Kind.GUARD,
        "an infinite velocity",
        planted(then(SLIDE_FLOOR, 31, move=None, velocity=(-inf, 0, 0))),
        31,
        CHANGED,
    ),
)

NOT_FINITE = (
    Planted(Kind.NOT_FINITE, "a place is NaN", foreign(FLOOR, put("center", 12, nan)), 12, EDITED),
    Planted(Kind.NOT_FINITE, "a place is infinite", foreign(to_wall(), put("center", 0, inf)), 0, EDITED),
    Planted(Kind.NOT_FINITE, "an infinite move", foreign(FLOOR, put("move", 59, -inf)), 59, EDITED),
    Planted(Kind.NOT_FINITE, "a place is NaN", foreign(SLIDE_FLOOR, put("center", 44, nan)), 44, EDITED),
    Planted(Kind.NOT_FINITE, "an infinite move", planted(then(SLIDE_FLOOR, 7, move=(0.0, inf, 0.0))), 7, CHANGED),
    Planted(
        Kind.NOT_FINITE,
        "an infinite velocity",
        planted(then(SLIDE_FLOOR, 31, move=None, velocity=(-inf, 0, 0))),
        31,
        CHANGED,
    ),
)

CASES: tuple[Planted, ...] = (
    *TUNNELLING,
    *JITTER,
    *STUCK,
    *TELEPORT,
    *WALL_CLIMB,
    *FLICKER,
    *SNAG,
    *CAP,
    *PENETRATION,
    *GUARD,
    *NOT_FINITE,
)
"""All of them, in the order of the kinds."""

"""The planted cases: for each kind of finding at least three runs, and the frame in which it happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.detect import FindingKind as Kind
from engine.level import BodyKind
from engine.trace import Trace
from tests.engine.cct.worlds import REST, box, floor, ramp, scene, wall
from tests.engine.detect.scenes import (
    FORCE,
    WALK,
    climb,
    foreign,
    hold,
    in_a_wall,
    into_corner,
    into_wedge,
    lose_ground,
    planted,
    put,
    shift,
    swing,
    to_ramp,
    to_strips,
    to_wall,
    walk,
)


@dataclass(frozen=True)
class Planted:
    """A run in which something goes wrong, what, and in which frame it begins."""

    kind: Kind
    name: str
    make: Callable[[], Trace]
    frame: int


FLOOR = walk()
SEAMS = scene(
    *(box(f"tile {k}", (k - 5.0, -1.0, -5.0), (k - 4.0, 0.0, 5.0)) for k in range(12)),
    center=(-3.0, REST, 0.0),
    move=WALK,
    frames=80,
)
FAST = scene(floor(), wall(5.0, thickness=0.05), move=(3.0, -0.05, 0.0), frames=4)
KINEMATIC = walk(ramp(60.0, foot=1.0, kind=BodyKind.KINEMATIC))

CASES: tuple[Planted, ...] = (
    # The lower end of the axis is 0.45 above the floor and sinks by 0.05 a frame.
    Planted(Kind.TUNNELLING, "falls through the floor", planted(to_wall(), temporal_box="one_corner"), 8),
    # The axis is 0.1 from the wall's face and comes nearer by 0.01 a frame; its core is 0.0175 thick.
    Planted(Kind.TUNNELLING, "walks into a wall", planted(in_a_wall(overlap_recovery=False)), 8),
    Planted(Kind.TUNNELLING, "behind a wall at once", foreign(to_wall(), shift(15, (2.0, 0.0, 0.0))), 15),
    Planted(Kind.TUNNELLING, "fast, thin wall", foreign(FAST, shift(1, (3.0, 0.0, 0.0), 1)), 1),
    Planted(Kind.JITTER, "no offset in the sweep", planted(to_wall(), sweep_length="rest_only"), 1),
    Planted(Kind.JITTER, "goes to the contact", planted(to_ramp(non_walkable=FORCE), advance="to_contact"), 10),
    Planted(Kind.JITTER, "box of the displacement", planted(to_wall(), temporal_box="plain"), 1),
    Planted(Kind.JITTER, "2 mm at a wall", foreign(to_wall(), swing(26, (-0.002, 0.0, 0.0))), 26),
    Planted(Kind.JITTER, "5 mm up and down", foreign(FLOOR, swing(20, (0.0, 0.005, 0.0)), tells_moves=False), 20),
    Planted(Kind.STUCK, "corner", planted(into_corner()), 23),
    Planted(Kind.STUCK, "height ignored", planted(to_ramp(non_walkable=FORCE), contact_height="ignored"), 9),
    Planted(Kind.STUCK, "side rule early", planted(to_ramp(non_walkable=FORCE), side_rule="after_side"), 9),
    Planted(Kind.STUCK, "in the open", foreign(FLOOR, hold(30, 30)), 30),
    Planted(Kind.TELEPORT, "pushed out of a wall", planted(in_a_wall()), 0),
    Planted(Kind.TELEPORT, "up", foreign(FLOOR, shift(25, (0.0, 3.0, 0.0))), 25),
    Planted(Kind.TELEPORT, "back", foreign(FLOOR, shift(31, (-2.0, 0.0, 0.0))), 31),
    Planted(Kind.TELEPORT, "no input told", foreign(FLOOR, shift(40, (0.0, 0.0, 1.0)), tells_moves=False), 40),
    Planted(Kind.WALL_CLIMB, "strips of 60°", planted(to_strips()), 11),
    Planted(Kind.WALL_CLIMB, "kinematic ramp of 60°", planted(KINEMATIC), 11),
    Planted(
        Kind.WALL_CLIMB,
        "experiment keeps the sideways part",
        planted(to_ramp(non_walkable=FORCE), experiment_displacement="horizontal"),
        12,
    ),
    Planted(Kind.WALL_CLIMB, "up a wall", foreign(to_wall(), climb(30, 0.05, 50)), 30),
    Planted(Kind.GROUND_FLICKER, "no offset in the sweep", planted(to_wall(), sweep_length="rest_only"), 3),
    Planted(Kind.GROUND_FLICKER, "box of the displacement", planted(to_wall(), temporal_box="plain"), 2),
    Planted(Kind.GROUND_FLICKER, "direction not of unit length", planted(to_wall(), direction="unnormalized"), 6),
    Planted(Kind.GROUND_FLICKER, "lost four times", foreign(FLOOR, lose_ground([20, 25, 30, 37], 2)), 20),
    Planted(Kind.CORNER_SNAG, "a frame at a seam", foreign(SEAMS, hold(28, 1)), 28),
    Planted(Kind.CORNER_SNAG, "three frames at a seam", foreign(SEAMS, hold(43, 3)), 43),
    Planted(Kind.CORNER_SNAG, "nine frames at a seam", foreign(SEAMS, hold(57, 9)), 57),
    Planted(Kind.ITERATION_CAP, "no offset in the sweep", planted(to_ramp(), sweep_length="rest_only"), 12),
    Planted(Kind.ITERATION_CAP, "pushed out when stuck", planted(to_ramp(), stuck="pushed_out"), 25),
    # Both walls stop it at x = 2 - 0.034 - 0.35 × 3.54 - 0.1, that is after 3.63 m at 0.07 m a frame.
    Planted(Kind.ITERATION_CAP, "at most four in a wedge", planted(into_wedge(), iterations="at_most_four"), 51),
    Planted(Kind.ITERATION_CAP, "two allowed in a wedge", planted(into_wedge(max_iterations_side=2)), 51),
    Planted(Kind.PENETRATION, "no recovery", planted(in_a_wall(overlap_recovery=False)), 0),
    Planted(Kind.PENETRATION, "clamped out slowly", planted(in_a_wall(), large_moves="clamped"), 0),
    Planted(Kind.PENETRATION, "direction not of unit length", planted(to_wall(), direction="unnormalized"), 2),
    Planted(Kind.PENETRATION, "sunk by 0.11", foreign(FLOOR, shift(30, (0.0, -0.11, 0.0), 34)), 30),
    Planted(Kind.GUARD, "normal without length", planted(to_ramp(), zero_normal="up"), 11),
    Planted(Kind.GUARD, "large move", planted(in_a_wall()), 0),
    # Frame 23 is the first without motion; the guard's patience is 10 frames.
    Planted(Kind.GUARD, "stuck", planted(to_wall()), 33),
    Planted(Kind.NOT_FINITE, "a place is NaN", foreign(FLOOR, put("center", 12, float("nan"))), 12),
    Planted(Kind.NOT_FINITE, "a place is infinite", foreign(to_wall(), put("center", 0, float("inf"))), 0),
    Planted(Kind.NOT_FINITE, "an infinite move", foreign(FLOOR, put("move", 59, -float("inf"))), 59),
)
"""Comments say where a frame comes from, if not from the edit or the scene's own words."""

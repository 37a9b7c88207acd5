"""What document 003 promises, with figures: falling, sliding, corners, slopes, steps, jumps, pushing out."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

import numpy as np
import pytest

from engine.decisions import Gate
from engine.level import Body, Level
from engine.queries import overlap
from engine.readings import list_ground_normals, list_grounded
from engine.scenario import InputSegment
from engine.shapes import Capsule, Sphere
from engine.trace import Exit, Flags, PassKind, Trace
from engine.transforms import FloatArray
from tests.engine.cct.worlds import approx, box, decided, floor, iterations, kinds, passes, plane, platform, ramp, wall
from tests.engine.slide.worlds import DT, FEET, GRAVITY, HALF_HEIGHT, RADIUS, REST, SKIN, run

SPEED = 4.0
STEP = SPEED * DT


def steps_of(trace: Trace) -> FloatArray:
    """Return how far each frame but the first went."""
    steps: FloatArray = np.linalg.norm(np.diff(trace.centers, axis=0), axis=1)
    return steps


def test_a_fall_ends_a_skin_above_the_floor_and_stays() -> None:
    trace = run(floor(), center=(0.0, 10.0, 0.0), frames=150)
    assert trace.centers[-1, 1] == approx(REST, abs=1e-9)
    assert (trace.centers[-31:] == trace.centers[-1]).all()
    assert trace.states[-1]["is_grounded"] == 1
    assert trace.body_name(int(trace.frames[-1]["touched"])) == "floor"
    assert Flags(int(trace.frames[-1]["flags"])) == Flags.DOWN


def test_falling_adds_up_gravity_frame_by_frame() -> None:
    trace = run(center=(0.0, 10.0, 0.0), frames=3)
    assert trace.centers[:, 1] == approx(10.0 + GRAVITY * DT * DT * np.array([1, 3, 6]), abs=1e-12)
    assert trace.states[2]["velocity"].tolist() == approx([0.0, 2.0 * GRAVITY * DT, 0.0])


def test_a_wall_leaves_the_motion_along_it() -> None:
    trace = run(floor(), wall(2.0), velocity=(SPEED, 0.0, SPEED), frames=90)
    along = np.diff(trace.centers[40:, 2])
    assert along == approx(STEP, abs=1e-9)
    assert np.ptp(trace.centers[40:, 0]) < 1e-3
    assert trace.centers[:, 0].max() <= 2.0 - RADIUS - SKIN + 1e-9
    assert Flags.SIDES in Flags(int(trace.frames[60]["flags"]))


def test_who_holds_against_a_wall_does_not_jitter() -> None:
    trace = run(floor(), wall(2.0), velocity=(SPEED, 0.0, 0.0), frames=150)
    assert steps_of(trace)[40:].max() < 1e-3
    assert trace.centers[-1, 0] == approx(2.0 - RADIUS - SKIN, abs=1e-3)


def test_a_corner_stops_without_a_jump() -> None:
    other = box("other", (-20.0, -1.0, 2.0), (20.0, 5.0, 2.5))
    trace = run(floor(), wall(2.0), other, velocity=(SPEED, 0.0, 3.0), frames=90)
    assert trace.centers[-1].tolist() == approx([2.0 - RADIUS - SKIN, REST, 2.0 - RADIUS - SKIN], abs=1e-3)
    assert steps_of(trace)[60:].max() < 1e-3
    assert steps_of(trace).max() <= hypot(SPEED, 3.0) * DT + 1e-9


def test_two_slanted_walls_lead_along_their_crease() -> None:
    # Two walls that lean together like a tent's inside: their crease rises along +x and +y.
    a, b = (-1.0, 0.2, 1.0), (-1.0, 0.2, -1.0)
    left, right = plane("left", (1.0, 1.0, -1.0), a), plane("right", (1.0, 1.0, 1.0), b)
    words: dict[str, Any] = {
        "velocity": (SPEED, 0.0, 0.1),
        "frames": 90,
        "gravity": None,
        "changes": {"steep_ground": "climbed"},
    }
    trace = run(left, right, center=(-2.0, 1.0, 0.0), **words)
    crease = np.cross(a, b)
    crease = crease / np.linalg.norm(crease)
    moved = np.diff(trace.centers[60:], axis=0)
    ahead = abs(float(np.dot(crease, (SPEED, 0.0, 0.1)))) * DT
    assert np.linalg.norm(moved, axis=1) == approx(ahead, abs=0.05 * ahead)
    assert np.abs(moved @ crease) == approx(ahead, abs=0.05 * ahead)
    assert decided(trace, Gate.CREASE)["outcome"].any()


def test_three_cubes_at_a_corner_hold_the_capsule_still() -> None:
    cubes = (box("a", (1, 0, -1), (2, 3, 0)), box("b", (1, 0, 0), (2, 3, 1)), box("c", (0, 0, 1), (1, 3, 2)))
    trace = run(floor(), *cubes, velocity=(SPEED, 0.0, SPEED), frames=90)
    assert steps_of(trace)[60:].max() < 1e-2
    assert len({int(row["body"]) for row in iterations(trace, PassKind.BUMP, frame=80) if row["hit"]}) >= 2


@pytest.mark.parametrize("degrees", [20.0, 30.0, 44.0, 45.0])
def test_slopes_up_to_the_limit_are_climbed(degrees: float) -> None:
    trace = run(floor(), ramp(degrees, foot=1.0, length=9.0), velocity=(SPEED, 0.0, 0.0), frames=90)
    assert trace.centers[-1, 1] > 2.0
    assert trace.states[-1]["is_grounded"] == 1
    # The gap is kept along the slope's normal.
    normal = np.array([-sin(radians(degrees)), cos(radians(degrees))])
    low = trace.centers[-1] - (0.0, HALF_HEIGHT, 0.0)
    assert float(normal @ (low[:2] - (1.0, 0.0))) - RADIUS == approx(SKIN, abs=2e-3)
    assert trace.states[-1]["ground_normal"][1] == approx(cos(radians(degrees)), abs=1e-9)


@pytest.mark.parametrize("degrees", [46.0, 60.0, 75.0])
def test_steeper_slopes_are_walls(degrees: float) -> None:
    trace = run(floor(), ramp(degrees, foot=1.0), velocity=(SPEED, 0.0, 0.0), frames=90)
    assert trace.centers[-1, 1] == approx(REST, abs=2e-3)


def test_on_steep_ground_the_capsule_slides_down_and_on_gentle_ground_it_stands() -> None:
    steep = run(ramp(60.0, foot=-1.5), center=(0.0, 4.2, 0.0), frames=120)
    assert (np.diff(steep.centers[60:, 1]) < -1e-3).all()
    assert not steep.states[-1]["is_grounded"]
    gentle = run(ramp(30.0, foot=-3.0), center=(0.0, 3.0, 0.0), frames=120)
    assert (gentle.centers[-60:] == gentle.centers[-1]).all()


def test_a_ledge_of_30_cm_is_stepped_down_without_losing_ground() -> None:
    ledge = box("ledge", (-5.0, -1.0, -5.0), (0.5, 0.3, 5.0))
    trace = run(ledge, floor(), center=(0.0, REST + 0.3, 0.0), velocity=(2.0, 0.0, 0.0), frames=60)
    assert trace.centers[-1, 1] == approx(REST, abs=1e-6)
    assert (trace.states["is_grounded"][1:] == 1).all()
    assert PassKind.SNAP in kinds(trace, 20)
    without = run(ledge, floor(), center=(0.0, REST + 0.3, 0.0), velocity=(2.0, 0.0, 0.0), frames=60, step_height=0.0)
    fell = np.argmax(trace.centers[:, 1] < REST + 1e-3)
    assert without.centers[fell, 1] > REST + 0.01, "falling takes longer"


def test_a_ledge_deeper_than_a_step_is_fallen_from() -> None:
    ledge = box("ledge", (-5.0, -1.0, -5.0), (0.5, 1.5, 5.0))
    trace = run(ledge, floor(), center=(0.0, REST + 1.5, 0.0), velocity=(2.0, 0.0, 0.0), frames=120)
    lost = np.flatnonzero(trace.states["is_grounded"][1:] == 0)
    assert len(lost) > 5
    assert trace.centers[-1, 1] == approx(REST, abs=1e-6)


def test_lost_ground_counts_for_the_grace_time() -> None:
    def run_off(grace: float) -> Trace:
        ledge = box("ledge", (-5.0, -1.0, -5.0), (0.0, 0.0, 5.0))
        return run(ledge, center=(-0.2, REST, 0.0), velocity=(SPEED, 0.0, 0.0), frames=40, ground_grace_time=grace)

    kept, at_once = run_off(0.1), run_off(0.0)
    borne = int(np.flatnonzero(kept.states["is_borne"])[-1])
    grounded = int(np.flatnonzero(kept.states["is_grounded"])[-1])
    assert grounded - borne == 6  # 0.1 s are six frames; the seventh exceeds them
    assert int(np.flatnonzero(at_once.states["is_grounded"])[-1]) == int(np.flatnonzero(at_once.states["is_borne"])[-1])
    asked = decided(kept, Gate.GROUND_LOST)
    assert asked["threshold"].tolist() == [0.1] * len(asked)


def test_a_jump_rises_as_high_as_its_speed_carries_and_lands() -> None:
    trace = run(floor(), frames=90, jump=5.0)
    speeds = 5.0 + GRAVITY * DT * np.arange(1, 60)
    assert trace.centers[:, 1].max() - REST == approx(float((speeds[speeds > 0] * DT).sum()), abs=1e-9)
    assert trace.centers[-1, 1] == approx(REST, abs=1e-9)


def test_a_ceiling_ends_a_jump() -> None:
    trace = run(floor(), box("ceiling", (-5, 2.2, -5), (5, 3.0, 5)), frames=30, jump=8.0)
    assert trace.centers[:, 1].max() <= 2.2 - FEET - SKIN + 1e-9
    bumped = int(np.argmax((trace.frames["flags"] & Flags.UP) > 0))
    assert trace.states[bumped + 1]["fall_speed"] <= 0.0


@pytest.mark.parametrize("speed", [100.0, 1000.0, 5000.0])
def test_no_speed_gets_through_a_thin_wall(speed: float) -> None:
    trace = run(floor(), wall(5.0, thickness=0.01), velocity=(speed, 0.0, 0.0), frames=10)
    assert trace.centers[:, 0].max() <= 5.0 - RADIUS


def test_a_capsule_that_spawns_in_a_cube_is_pushed_out() -> None:
    cube = box("cube", (-0.5, 0.0, -0.5), (0.5, 1.0, 0.5))
    trace = run(floor(), cube, center=(0.2, REST, 0.0), frames=30)
    assert trace.centers[0].tolist() == approx([0.5 + RADIUS + SKIN, REST, 0.0], abs=1e-9)
    assert kinds(trace, 0)[0] == PassKind.DEPENETRATE
    assert Exit(int(passes(trace, PassKind.DEPENETRATE)[0]["exit"])) == Exit.OVERLAP_RECOVERED
    x, y, z = trace.centers[-1].tolist()
    assert overlap(Level((floor(), cube)), Capsule((x, y, z), RADIUS, 2.0 * HALF_HEIGHT)) == []
    assert PassKind.DEPENETRATE not in kinds(trace, 1)


def test_a_teleport_into_a_wall_is_pushed_out() -> None:
    there = InputSegment(5, velocity=(0.0, 0.0, 0.0), gravity=GRAVITY, teleport=(1.9, REST, 3.0))
    walk = InputSegment(5, velocity=(0.0, 0.0, 0.0), gravity=GRAVITY)
    trace = run(floor(), wall(2.0, thickness=5.0), segments=(walk, there))
    assert trace.states[5]["depenetrate"] == 2
    assert trace.centers[5].tolist() == approx([2.0 - RADIUS - SKIN, REST, 3.0], abs=1e-9)


def test_who_is_stuck_is_pushed_out_after_ten_frames() -> None:
    # A door shuts on the character: what it does not sweep, it overlaps.
    poses = [(0.0, 1.0, 4.0)] * 3 + [(0.55, 1.0, 0.0)] * 40
    door = platform(poses, half=(0.3, 1.0, 1.0))
    words: dict[str, Any] = {"frames": 20, "changes": {"pushing_out": "at_triggers"}}
    trace = run(floor(), door, velocity=(SPEED, 0.0, 0.0), **words)
    begins = np.flatnonzero(trace.states["depenetrate"] == 3)
    assert len(begins) == 1
    first = int(begins[0])
    assert first == 3 + 11, "eleven frames without motion are more than ten"
    assert decided(trace, Gate.STUCK, first - 1)["value"].tolist() == [11.0]
    assert PassKind.DEPENETRATE in kinds(trace, first)
    assert trace.centers[first - 1, 0] == approx(3 * STEP)
    assert trace.centers[first, 0] == approx(0.25 - RADIUS - SKIN, abs=1e-3)


def test_a_push_is_no_longer_than_the_clamp() -> None:
    cube = box("cube", (-3.0, -3.0, -3.0), (3.0, 3.0, 3.0))
    trace = run(cube, center=(1.0, 0.0, 0.0), gravity=None, max_depenetration_push=0.5)
    rounds = iterations(trace, PassKind.DEPENETRATE)
    assert rounds["length"][:4] == approx([0.5] * 4)
    assert decided(trace, Gate.DEPENETRATION_CLAMP)["value"][0] == approx(3.0 - 1.0 + RADIUS + SKIN)


def test_a_push_that_fails_goes_back_to_the_last_safe_position() -> None:
    walk = InputSegment(10, velocity=(1.0, 0.0, 0.0), gravity=GRAVITY)
    trap = InputSegment(1, velocity=(0.0, 0.0, 0.0), gravity=GRAVITY, teleport=(0.0, 50.0, 0.0))
    block = box("block", (-9.0, 40.0, -9.0), (9.0, 60.0, 9.0))
    trace = run(floor(), block, segments=(walk, trap))
    assert decided(trace, Gate.STILL_OVERLAPS, 10)["outcome"].tolist() == [True]
    assert trace.centers[10].tolist() == approx(trace.centers[9].tolist(), abs=1e-9)


def test_four_bumps_end_a_frame_and_are_told() -> None:
    trace = run(floor(), wall(1.0), velocity=(200.0, -50.0, 3.0), frames=1, gravity=None, max_bumps=2)
    assert Exit(int(passes(trace, PassKind.BUMP)[0]["exit"])) == Exit.MAX_ITERATIONS
    assert len(decided(trace, Gate.MAX_BUMPS)) == 1
    assert len(iterations(trace, PassKind.BUMP)) == 2


def test_an_edge_that_is_grazed_does_not_speed_up() -> None:
    grid = [box(f"cube {k}", (k, 0.0, RADIUS + SKIN - 0.001), (k + 1.0, 1.0, 2.0)) for k in range(1, 6)]
    trace = run(floor(), *grid, velocity=(SPEED, 0.0, 0.0), frames=90)
    assert steps_of(trace).max() <= STEP + 1e-3
    assert trace.centers[-1, 0] == approx(90 * STEP, abs=0.05), "and no seam holds it back"


def test_round_bodies_are_slid_around() -> None:
    ball = Body("ball", Sphere(1.0), position=(2.0, 1.0, 0.3))
    trace = run(floor(), ball, velocity=(SPEED, 0.0, 0.0), frames=120)
    assert trace.centers[-1, 0] > 3.0
    level = np.hypot(trace.centers[:, 0] - 2.0, trace.centers[:, 2] - 0.3)
    assert level.min() >= 1.0 + RADIUS + SKIN - 1e-3


@pytest.mark.parametrize("angle", [46.0, 60.0, 75.0])
def test_the_angle_of_ground_that_is_too_steep_is_told_although_nobody_stands_on_it(angle: float) -> None:
    middle = (5.0 * cos(radians(angle)), 5.0 * sin(radians(angle)) + FEET + 0.5, 0.0)
    trace = run(floor(), ramp(angle, length=10.0), center=middle, frames=60)
    angles = np.degrees(np.arccos(list_ground_normals(trace)[50:, 1]))
    assert angles == approx(angle, abs=1e-6)
    assert not list_grounded(trace)[50:].any()


def test_whoever_jumps_beside_a_leaning_wall_rises() -> None:
    """What leads out of the wall must not be turned into it: each bump would hit the wall that it slides along."""
    trace = run(
        floor(), plane("steep", (0.5, 0.0, 0.0), (-1.0, 0.08, 0.0)), velocity=(1.0, 0.0, 1.0), frames=15, jump=4.0
    )
    bumps = trace.passes[trace.passes["kind"] == PassKind.BUMP]
    assert bumps["iteration_count"].max() <= 2
    assert trace.centers[-1, 1] > REST + 0.5
    assert trace.centers[-1, 2] > 0.24

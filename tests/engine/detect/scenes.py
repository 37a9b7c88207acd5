"""Scenes in which things go wrong, and traces that are edited so that they do. Y-up, metres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import cos, radians, sin, tan
from typing import Any

import numpy as np

from engine.level import Body
from engine.scenario import InputSegment, Scenario
from engine.trace import ATTEMPT, DECISION, ITERATION, PASS, STATE, Records, Trace
from tests.engine.cct.worlds import (
    REST,
    box,
    floor,
    plane,
    platform,
    quads,
    ramp,
    scene,
    wall,
    with_rules,
)
from tests.engine.slide import worlds as slides

WALK = (0.07, -0.05, 0.0)
"""Four metres a second along x, pressed against the ground."""
FORCE = "prevent_climbing_and_force_sliding"


def planted(scenario: Scenario, **rules: str) -> Callable[[], Trace]:
    """Return what simulates a scenario with pitfalls switched on."""
    return lambda: with_rules(scenario, **rules)


def walk(*bodies: Body, frames: int = 60, **words: Any) -> Scenario:
    """Return a walk along x from the origin."""
    return scene(floor(), *bodies, **{"move": WALK, "frames": frames, **words})


def to_wall() -> Scenario:
    """Return a walk against a wall: its face is reached in frame 22, after (2 - 0.35 - 0.1) m at 0.07 m."""
    return walk(wall(2.0))


def into_corner() -> Scenario:
    """Return a walk along the diagonal into a corner of 90°, reached in frame 22."""
    return walk(wall(2.0), box("other wall", (-20.0, -1.0, 2.0), (20.0, 5.0, 3.0)), move=(0.07, -0.05, 0.07))


def into_wedge(**words: Any) -> Scenario:
    """Return a walk into a wedge of 33°, a little off its middle."""
    walls = (plane("left", (2.0, 0.0, 0.0), (-1.0, 0.0, 3.4)), plane("right", (2.0, 0.0, 0.0), (-1.0, 0.0, -3.4)))
    return walk(*walls, center=(-3.0, REST, 0.01), **words)


def to_ramp(degrees: float = 60.0, **words: Any) -> Scenario:
    """Return a walk to the foot of a ramp, a metre ahead."""
    return walk(ramp(degrees, foot=1.0), **words)


def to_strips(degrees: float = 60.0, **words: Any) -> Scenario:
    """Return a walk to a ramp of strips whose tops lie below the step offset: the rule of the triangle lets it pass."""
    x, y = 0.25 * cos(radians(degrees)), 0.25 * sin(radians(degrees))
    edges = [(1.0 + k * x, k * y) for k in range(21)]
    strips = [[(*low, 5.0), (*high, 5.0), (*high, -5.0), (*low, -5.0)] for low, high in pairwise(edges)]
    return walk(quads("strips", *strips), **words)


def in_a_wall(**words: Any) -> Scenario:
    """Return a slow move of a capsule that is 0.25 deep in a wall."""
    return scene(
        wall(0.1), center=(0.0, 1.0, 0.0), **{"move": (0.01, 0.0, 0.0), "step_offset": 0.0, "frames": 20, **words}
    )


def slide(*bodies: Body, **words: Any) -> Scenario:
    """Return a walk of `slide` along x from the origin at 0.07 m a frame, without gravity unless it is asked for."""
    return slides.scene(*bodies, **{"velocity": (4.2, 0.0, 0.0), "frames": 60, "gravity": None, **words})


def then(scenario: Scenario, first: int, **later: Any) -> Scenario:
    """Return a scenario that stands still, and from a frame on does something else."""
    still = InputSegment(first, move=(0.0, 0.0, 0.0))
    return replace(scenario, input=(still, InputSegment(40, **{"move": (0.0, 0.0, 0.0), **later})))


def no_slide(wall_normal: tuple[float, float, float], **words: Any) -> Scenario:
    """Return a walk of `cct` to a wall through (2, 0, 0), with one side iteration: none is left to slide with."""
    return walk(plane("wall", (2.0, 0.0, 0.0), wall_normal), max_iterations_side=1, **words)


def beam() -> Scenario:
    """Return a walk of `slide` to a beam that lies across at the height of the capsule's middle, its face at 2."""
    return slide(box("beam", (2.0, 0.88, -20.0), (2.2, 0.98, 20.0)))


def corner_post(**words: Any) -> Scenario:
    """Return a `slide` capsule beside the edge of a post, 0.424 away and free, and inside of the post grown by 0.38."""
    post = box("post", (1.0, -1.0, 0.5), (3.0, 3.0, 3.0))
    return slide(post, **{"center": (0.7, slides.REST, 0.2), "velocity": (0.0, 0.0, -4.0), **words})


def block() -> Body:
    """Return a huge block, its near face at x = 10."""
    return box("block", (10.0, -20.0, -20.0), (50.0, 20.0, 20.0))


def pusher(first: float, speed: float, half: float = 0.5) -> Body:
    """Return a kinematic box whose middle is at `first` in frame 0 and goes back along x by `speed` a frame."""
    return platform([(first - speed * k, 1.0, 0.0) for k in range(40)], half=(half, 0.5, 2.0))


def stairs_down(drop: float, tread: float) -> list[Body]:
    """Return stairs that lead down along x, the first edge at x = 1."""
    return [box(f"stair {k}", (-20.0, -10.0, -20.0), (1.0 + tread * k, -drop * k, 20.0)) for k in range(8)]


def seam_of(degrees: float, reach: float, way: float) -> tuple[list[Body], tuple[float, float]]:
    """Return two walls that meet at a blunt angle, and a place beside the first: x and z.

    Whoever keeps `reach` to walls and goes by `way` a frame has gone a tenth of frame 30 when the second touches: it
    does so at reach · tan(angle / 2) before the seam.
    """
    angle = radians(degrees)
    walls = [
        plane("ahead", (2.0, 0.0, 2.0), (-sin(angle), 0.0, -cos(angle))),
        plane("beside", (2.0, 0.0, 2.0), (0, 0, -1)),
    ]
    return walls, (2.0 - reach * tan(0.5 * angle) - 30.1 * way, 2.0 - reach)


def along_seam(degrees: float) -> Scenario:
    """Return a walk of `slide` along two walls that meet in frame 30, at 15° into the first."""
    x, z = 4.0 * cos(radians(15.0)), 4.0 * sin(radians(15.0))
    walls, place = seam_of(degrees, slides.RADIUS + slides.SKIN, x / 60.0)
    return slide(floor(), *walls, center=(place[0], slides.REST, place[1]), velocity=(x, 0.0, z))


def foreign(scenario: Scenario, edit: Callable[[Records], None], *, tells_moves: bool = True) -> Callable[[], Trace]:
    """Return what makes a run look as if another engine had written it, frames alone, and edits them."""

    def make() -> Trace:
        trace = with_rules(scenario)
        frames = trace.frames.copy()
        for name in ("attempt", "contact", "decision"):
            frames[f"{name}_start"] = frames[f"{name}_count"] = 0
        if not tells_moves:
            frames["move"] = np.nan
        edit(frames)
        return replace(
            trace,
            producer="another engine",
            frames=frames,
            attempts=np.zeros(0, ATTEMPT),
            passes=np.zeros(0, PASS),
            iterations=np.zeros(0, ITERATION),
            decisions=np.zeros(0, DECISION),
            states=np.zeros(0, STATE),
        )

    return make


def shift(first: int, by: tuple[float, float, float], last: int | None = None) -> Callable[[Records], None]:
    """Return an edit that moves the centres of frames `first` to `last`, or of all from `first` on."""

    def edit(frames: Records) -> None:
        frames["center"][first : None if last is None else last + 1] += by

    return edit


def hold(first: int, count: int) -> Callable[[Records], None]:
    """Return an edit that stops the capsule for some frames, after which it goes on from there."""

    def edit(frames: Records) -> None:
        centers = frames["center"].copy()
        frames["center"][first : first + count] = centers[first - 1]
        frames["center"][first + count :] = centers[first : len(centers) - count]

    return edit


def swing(first: int, by: tuple[float, float, float], period: int = 2) -> Callable[[Records], None]:
    """Return an edit that lets every other centre from a frame on swing out."""

    def edit(frames: Records) -> None:
        frames["center"][first::period] += by

    return edit


def climb(first: int, speed: float, last: int) -> Callable[[Records], None]:
    """Return an edit that lets the capsule rise by `speed` a frame."""

    def edit(frames: Records) -> None:
        frames["center"][first : last + 1, 1] += speed * np.arange(1, last - first + 2)
        frames["center"][last + 1 :, 1] += speed * (last - first + 1)

    return edit


def lose_ground(firsts: list[int], count: int) -> Callable[[Records], None]:
    """Return an edit that takes the ground away for some frames each time."""

    def edit(frames: Records) -> None:
        for first in firsts:
            frames["flags"][first : first + count] = 0

    return edit


def put(field: str, frame: int, value: float) -> Callable[[Records], None]:
    """Return an edit that puts a number where it does not belong."""

    def edit(frames: Records) -> None:
        frames[field][frame] = value

    return edit

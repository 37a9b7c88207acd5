"""Capsules and discs, drawn as instances."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import moderngl
import numpy as np

from app.render.buffers import Instances, Shape
from app.render.programs import load_program

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from app.draw.drawlist import Capsule, Disc

CAPSULE = np.dtype(
    [("in_center", "<f4", (3,)), ("in_up", "<f4", (3,)), ("in_size", "<f4", (2,)), ("in_color", "<f4", (4,))]
)
CAPSULE_FORMAT = "3f 3f 2f 4f"
DISC = np.dtype(
    [("in_center", "<f4", (3,)), ("in_normal", "<f4", (3,)), ("in_radius", "<f4"), ("in_color", "<f4", (4,))]
)
DISC_FORMAT = "3f 3f 1f 4f"

SECTORS, RINGS = 64, 16
"""Corners around the axis, and from the rim of a half sphere to its pole: round at a full screen's height."""
OPAQUE = 0.995
"""Opacity from which blending would not be seen."""


def build_unit_capsule() -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    """Return corners (normal and side) and triangles of a capsule of radius 1, counter-clockwise from outside."""
    tilts = [-math.pi / 2 + math.pi / 2 * i / RINGS for i in range(RINGS + 1)]
    rows = [(tilt, -1.0) for tilt in tilts] + [(-tilt, 1.0) for tilt in reversed(tilts)]
    corners = [
        (math.cos(tilt) * math.cos(turn), math.sin(tilt), math.cos(tilt) * math.sin(turn), side)
        for tilt, side in rows
        for turn in (math.tau * i / SECTORS for i in range(SECTORS))
    ]
    triangles = []
    for row in range(len(rows) - 1):
        for sector in range(SECTORS):
            a, b = row * SECTORS + sector, row * SECTORS + (sector + 1) % SECTORS
            triangles += [(a, a + SECTORS, b + SECTORS), (a, b + SECTORS, b)]
    return np.array(corners, dtype=np.float32), np.array(triangles, dtype=np.uint32)


def pack_capsules(capsules: Sequence[Capsule]) -> NDArray[np.void]:
    """Return capsules as records."""
    rows = [(c.center, c.up, (c.radius, c.half_height), c.color) for c in capsules]
    return np.array(rows, dtype=CAPSULE)


def pack_discs(discs: Sequence[Disc]) -> NDArray[np.void]:
    """Return discs as records."""
    return np.array([(d.center, d.normal, d.radius, d.color) for d in discs], dtype=DISC)


class CapsulePass:
    """Draws capsules: solid, translucent (one surface, the front) and shells."""

    def __init__(self, ctx: moderngl.Context) -> None:
        solid = load_program(ctx, "capsule.vert", "capsule.frag")
        shell = load_program(ctx, "capsule.vert", "capsule.frag", ("SHELL",))
        hidden = load_program(ctx, "capsule.vert", "capsule.frag", ("HIDDEN",))
        pick = load_program(ctx, "capsule.vert", "pick_surface.frag")
        corners, triangles = build_unit_capsule()
        self._corners, self._triangles = ctx.buffer(corners), ctx.buffer(triangles)
        layout = ("3f 1f", "in_unit_normal", "in_side")
        shape = Shape(moderngl.TRIANGLES, triangles.size, self._corners, layout, self._triangles)

        def make(program: moderngl.Program) -> Instances:
            return Instances(ctx, {"draw": program, "hidden": hidden}, CAPSULE, CAPSULE_FORMAT, shape)

        self._programs = (solid, shell, hidden, pick)
        self._groups = {"solid": make(solid), "translucent": make(solid), "shell": make(shell), "pick": make(pick)}

    def update(self, capsules: Sequence[Capsule]) -> None:
        """Upload the capsules of a picture, if they changed."""
        solids = [capsule for capsule in capsules if not capsule.shell]
        self._groups["solid"].write(pack_capsules([c for c in solids if c.color[3] >= OPAQUE]))
        self._groups["translucent"].write(pack_capsules([c for c in solids if c.color[3] < OPAQUE]))
        self._groups["shell"].write(pack_capsules([c for c in capsules if c.shell]))

    def count(self, group: str) -> int:
        """Return how many capsules are `solid`, `translucent` or `shell`."""
        return self._groups[group].count

    def draw(self, group: str) -> None:
        """Draw the capsules that are `solid`, `translucent` or `shell`."""
        self._groups[group].draw("draw")

    def draw_hidden(self) -> None:
        """Draw the rims of solid and translucent capsules; the caller lets through only what lies behind something."""
        for group in ("solid", "translucent"):
            self._groups[group].draw("hidden")

    def draw_for_picking(self, capsules: Sequence[Capsule]) -> None:
        """Draw the numbers of some capsules."""
        self._groups["pick"].write(pack_capsules(capsules))
        self._groups["pick"].draw("draw")

    def release(self) -> None:
        """Free what is on the GPU."""
        for group in self._groups.values():
            group.release()
        for thing in (*self._programs, self._corners, self._triangles):
            thing.release()


class DiscPass:
    """Draws discs on surfaces, faint where something covers them."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._programs = {
            "visible": load_program(ctx, "disc.vert", "disc.frag"),
            "hidden": load_program(ctx, "disc.vert", "disc.frag", ("HIDDEN",)),
        }
        self._pick_program = load_program(ctx, "disc.vert", "pick_disc.frag")
        shape = Shape(moderngl.TRIANGLE_STRIP, 4)
        self._discs = Instances(ctx, self._programs, DISC, DISC_FORMAT, shape)
        self._pickable = Instances(ctx, {"pick": self._pick_program}, DISC, DISC_FORMAT, shape)

    def update(self, discs: Sequence[Disc]) -> None:
        """Upload the discs of a picture, if they changed."""
        self._discs.write(pack_discs(discs))

    def draw(self, stage: str) -> None:
        """Draw all discs: `hidden` or `visible`."""
        self._discs.draw(stage)

    def draw_for_picking(self, discs: Sequence[Disc]) -> None:
        """Draw the numbers of some discs."""
        self._pickable.write(pack_discs(discs))
        self._pickable.draw("pick")

    def release(self) -> None:
        """Free what is on the GPU."""
        self._discs.release()
        self._pickable.release()
        for program in (*self._programs.values(), self._pick_program):
            program.release()

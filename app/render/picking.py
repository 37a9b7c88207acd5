"""What lies under the pointer: numbers instead of colours, drawn on demand for the few pixels around it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.draw.drawlist import DrawList, Pick, PickKind
from app.render.targets import forget_bound

if TYPE_CHECKING:
    from collections.abc import Callable

    import moderngl
    from numpy.typing import NDArray

TOLERANCE_PX = 4.0
"""Nominal pixels by which a click may miss a line or a disc."""
MARK_LINE, MARK_DISC = 1, 2
CAPSULE_NUMBER = 0x80000000
"""As in line.vert, disc.vert and capsule.vert; meshes are numbered from 1."""
NOTHING = Pick(PickKind.NOTHING)


@dataclass(frozen=True)
class PickRegion:
    """The square of pixels around the pointer; rows count from below, as OpenGL has them."""

    column: int
    row: int
    tolerance: int

    @property
    def side(self) -> int:
        """Pixels across: the tolerance to both sides and the one in the middle."""
        return 2 * self.tolerance + 1

    def zoom(self, size: tuple[int, int]) -> tuple[float, float, float, float]:
        """Return scale and offset of normalised device coordinates that spread the region over the target."""
        scale_x, scale_y = size[0] / self.side, size[1] / self.side
        center_x, center_y = 2.0 * (self.column + 0.5) / size[0] - 1.0, 2.0 * (self.row + 0.5) / size[1] - 1.0
        return scale_x, scale_y, -center_x * scale_x, -center_y * scale_y


def find_region(x: float, y: float, size: tuple[int, int], scale: float) -> PickRegion | None:
    """Return the region around a pixel that counts from the top left, or None outside the picture."""
    column, row = math.floor(x), size[1] - 1 - math.floor(y)
    if not (0 <= column < size[0] and 0 <= row < size[1]):
        return None
    return PickRegion(column, row, max(1, math.ceil(TOLERANCE_PX * scale)))


class PickTarget:
    """Two layers of numbers: surfaces (meshes, capsules), and marks (lines, discs), which win over surfaces."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._side = 0
        self._owned: list[moderngl.Texture | moderngl.Renderbuffer | moderngl.Framebuffer] = []
        self.framebuffer: moderngl.Framebuffer | None = None

    def prepare(self, side: int) -> None:
        """Make a square of this many pixels and empty it."""
        if side != self._side:
            self.release()
            self._side = side
            self._surfaces = self._ctx.texture((side, side), 2, dtype="u4")
            self._marks = self._ctx.texture((side, side), 2, dtype="u4")
            depth = self._ctx.depth_renderbuffer((side, side))
            self.framebuffer = self._ctx.framebuffer([self._surfaces, self._marks], depth)
            self._owned = [self.framebuffer, self._surfaces, self._marks, depth]
        self.write_to("nothing").clear(depth=1.0)
        # Clearing integers to a float colour is undefined; so few pixels are simply overwritten.
        empty = bytes(8 * side * side)
        self._surfaces.write(empty)
        self._marks.write(empty)

    def write_to(self, layer: str) -> moderngl.Framebuffer:
        """Let the next draws write to `surfaces`, to `marks`, or to `nothing`, and return what they go to."""
        assert self.framebuffer is not None, "prepare() makes it"
        on, off = (True,) * 4, (False,) * 4
        # The stub knows one attachment only.
        self.framebuffer.color_mask = (  # type: ignore[assignment]
            on if layer == "surfaces" else off,
            on if layer == "marks" else off,
        )
        # The mask takes effect when the framebuffer is bound.
        self.framebuffer.use()
        return self.framebuffer

    def read(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return surfaces and marks as (side, side, 2), lowest row first."""
        framebuffer = self.write_to("nothing")
        shape = (self._side, self._side, 2)
        surfaces, marks = (
            np.frombuffer(framebuffer.read(components=2, attachment=i, dtype="u4"), dtype=np.uint32).reshape(shape)
            for i in (0, 1)
        )
        return surfaces, marks

    def release(self) -> None:
        """Free what is on the GPU."""
        if self.framebuffer is not None:
            forget_bound(self._ctx, self.framebuffer)
        for thing in self._owned:
            thing.release()
        self._owned, self._side, self.framebuffer = [], 0, None


def choose_pick(
    surfaces: NDArray[np.uint32],
    marks: NDArray[np.uint32],
    draw_list: DrawList,
    find_line: Callable[[int], Pick | None],
) -> Pick:
    """Return the nearest mark within the tolerance, else the capsule or the triangle right under the pointer."""
    middle = len(marks) // 2
    rows, columns = np.nonzero(marks[:, :, 0])
    pickable_discs, pickable_capsules = list_pickable(draw_list)
    distances = (rows - middle) ** 2 + (columns - middle) ** 2
    for place in np.argsort(distances, kind="stable"):
        # The corners of the square are further away than the tolerance.
        if distances[place] > (middle + 0.5) ** 2:
            break
        kind, number = (int(value) for value in marks[rows[place], columns[place]])
        pick = find_line(number) if kind == MARK_LINE else pickable_discs[number]
        if pick is not None:
            return pick
    kind, number = (int(value) for value in surfaces[middle, middle])
    if kind == 0:
        return NOTHING
    if kind == CAPSULE_NUMBER:
        return pickable_capsules[number]
    mesh = draw_list.meshes[kind - 1]
    return Pick(PickKind.TRIANGLE, int(mesh.bodies[number]), int(mesh.triangles[number]))


def list_pickable(draw_list: DrawList) -> tuple[list[Pick], list[Pick]]:
    """Return the picks of the discs and of the capsules that have one, in the order in which they are drawn."""
    discs = [disc.pick for disc in draw_list.discs if disc.pick is not None]
    return discs, [capsule.pick for capsule in draw_list.capsules if capsule.pick is not None]

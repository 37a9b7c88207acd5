"""All Lines items in one buffer and few draws: hidden parts faint, visible ones clear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import moderngl

from app.render.buffers import Instances, Shape
from app.render.line_data import SEGMENT, SEGMENT_FORMAT, SlotPlan, gather_writes
from app.render.programs import load_program

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.draw.drawlist import Lines, Pick

VERTICES_A_SEGMENT = 4


class LinePass:
    """Draws lines. Items whose key and version did not change are not uploaded again."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._programs = {
            "visible": load_program(ctx, "line.vert", "line.frag"),
            "hidden": load_program(ctx, "line.vert", "line.frag", ("HIDDEN",)),
            "depth": load_program(ctx, "line.vert", "line.frag", ("DEPTH_ONLY",)),
            "pick": load_program(ctx, "line.vert", "pick_line.frag"),
        }
        shape = Shape(moderngl.TRIANGLE_STRIP, VERTICES_A_SEGMENT)
        self._segments = Instances(ctx, self._programs, SEGMENT, SEGMENT_FORMAT, shape)
        self._plan = SlotPlan()

    def update(self, items: Sequence[Lines]) -> None:
        """Bring the GPU up to date with the items of a picture."""
        afresh, changed = self._plan.plan(items)
        if afresh:
            self._segments.reserve(self._plan.capacity)
        for first, records in gather_writes(changed):
            self._segments.write_part(first, records)
        self._segments.count = self._plan.length

    def draw(self, stage: str) -> None:
        """Draw all lines in one go: `hidden`, `visible`, `depth` or `pick`."""
        self._segments.draw(stage)

    def find_pick(self, segment: int) -> Pick | None:
        """Return what a segment stands for."""
        return self._plan.find_pick(segment)

    def release(self) -> None:
        """Free what is on the GPU."""
        self._segments.release()
        for program in self._programs.values():
            program.release()

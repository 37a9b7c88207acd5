"""The triangle that refused the ground: outlined where an attempt was called non-walkable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.draw.line_batch import LineBatch
from app.explain.picks import find_body, triangle_corners
from app.measure import as_vec3
from app.playback import Depth, attempt_index
from engine.trace import PassKind, SlopeRule

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.draw.drawlist import Lines
    from app.draw.view import View
    from engine.trace import Trace

_WIDTH_PX = 2.5
_HIDDEN = 0.5
"""Opacity behind other things: what decided must be found."""
_SAME_DIRECTION = 1e-4
"""How much the cosine between two normals may miss 1, for a box's face that the trace does not number."""
_SAME_PLANE_M = 0.01

_DECIDING_PASSES = {
    SlopeRule.SIDE_CONSTRAINED: (PassKind.SIDE, PassKind.SENSOR),
    SlopeRule.DOWN_TRIANGLE: (PassKind.DOWN,),
}
"""The rules look at the last static triangle that these passes hit."""


def draw_refusals(view: View) -> list[Lines]:
    """Return the outlines of the triangles that refused the frame's attempts, as far as time has come.

    An attempt is judged at its end: while the cursor is inside one, only those before it have been.
    """
    trace, cursor = view.trace, view.cursor
    current = attempt_index(trace, cursor)
    inside = cursor.depth > Depth.ATTEMPT
    batch = LineBatch()
    for attempt in trace.attempts_of(cursor.frame):
        if current is None or attempt < current or (attempt == current and not inside):
            for corners in find_refusing_triangles(trace, attempt):
                points = [as_vec3(corner) for corner in corners]
                for start, end in zip(points, points[1:] + points[:1], strict=True):
                    batch.add(start, end, view.theme.experiment, _WIDTH_PX)
    return batch.build((view.scene.label, "refusals"), view.version, hidden_alpha=_HIDDEN)


def find_refusing_triangles(trace: Trace, attempt: int) -> list[NDArray[np.float64]]:
    """Return the corners, (3, 3) each, of the triangle that refused an attempt; empty if it was accepted.

    A face of a box, which traces do not number, is found by its plane: both its triangles.
    """
    record = trace.attempts[attempt]
    kinds = _DECIDING_PASSES.get(SlopeRule(int(record["slope_rule"])))
    hits = [] if kinds is None else list_hits(trace, attempt, kinds)
    if not hits:
        return []
    hit, frame = trace.iterations[hits[-1]], int(record["frame"])
    body = find_body(trace, int(hit["body"]))
    if body is None:
        return []
    count = len(body.surface()[1])
    if 0 <= hit["triangle"] < count:
        return [triangle_corners(body, int(hit["triangle"]), frame)]
    if count > 12:  # not a box: nothing tells which triangle it was
        return []
    every = [triangle_corners(body, i, frame) for i in range(count)]
    return [corners for corners in every if _lies_in_plane(corners, record["slope_normal"], hit["point"])]


def list_hits(trace: Trace, attempt: int, kinds: tuple[PassKind, ...]) -> list[int]:
    """Return the indices of an attempt's iterations of some kinds of pass that hit something, in order."""
    return [
        i
        for index in trace.passes_of(attempt)
        if trace.passes[index]["kind"] in kinds
        for i in trace.iterations_of(index)
        if trace.iterations[i]["hit"]
    ]


def _lies_in_plane(corners: NDArray[np.float64], normal: NDArray[np.float64], point: NDArray[np.float64]) -> bool:
    across = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    size = float(np.linalg.norm(across))
    if size == 0.0:
        return False
    parallel = float(across @ normal) / size >= 1.0 - _SAME_DIRECTION
    return parallel and abs(float((corners[0] - point) @ normal)) <= _SAME_PLANE_M

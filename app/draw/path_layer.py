"""Where the capsule went: the whole way dim, in pieces that are uploaded once, and bright around the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.draw.drawlist import Lines, Pick, PickKind

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from app.draw.view import View
    from engine.trace import Trace

CHUNK = 2048
"""Frames in one item. While driving only the last piece changes, so only that one is uploaded again."""
NEAR_FRAMES = 30
"""How far around the cursor the path is bright: half a second each way."""
_WIDTH_PX = 1.5
_NEAR_WIDTH_PX = 2.5
_DASH_PX = 5.0
_FALLBACK_JUMP = 1.0
"""Metres. A jump between frames is a teleport beyond this, if the capsule's radius is not known."""


@dataclass(frozen=True, eq=False)
class PathChunk:
    """A piece of the path: segment i is frame `first + i`. Points (n, 2, 3)."""

    first: int
    points: NDArray[np.float32]
    picks: tuple[Pick, ...]
    version: Hashable


def prepare_path(trace: Trace, previous: tuple[PathChunk, ...] = ()) -> tuple[PathChunk, ...]:
    """Cut the path into pieces; a piece that `previous` has already is taken from there, with its version."""
    points = path_segments(trace)
    chunks = []
    for order, first in enumerate(range(0, len(points), CHUNK)):
        piece = points[first : first + CHUNK]
        old = previous[order] if order < len(previous) else None
        if old is not None and np.array_equal(old.points, piece):
            chunks.append(old)
            continue
        picks = tuple(Pick(PickKind.PATH, first + i) for i in range(len(piece)))
        chunks.append(PathChunk(first, piece, picks, version=object()))
    return tuple(chunks)


def extend_path(trace: Trace, previous: tuple[PathChunk, ...]) -> tuple[PathChunk, ...]:
    """Return the path of a trace that has grown, from the pieces that it had: the cost is that of the new frames."""
    done = previous[-1].first + len(previous[-1].points) if previous else 0
    chunks, points = list(previous), path_segments(trace, done)
    while len(points):
        last = chunks.pop() if chunks and len(chunks[-1].points) < CHUNK else PathChunk(done, points[:0], (), object())
        taken = points[: CHUNK - len(last.points)]
        picks = tuple(Pick(PickKind.PATH, done + i) for i in range(len(taken)))
        joined = np.concatenate([last.points, taken])
        chunks.append(PathChunk(last.first, joined, last.picks + picks, version=object()))
        points, done = points[len(taken) :], done + len(taken)
    return tuple(chunks)


def path_segments(trace: Trace, first: int = 0) -> NDArray[np.float32]:
    """Return (frames, 2, 3): from where the frame before ended to where each ended; a teleport leaves a gap.

    Of the frames from `first` on.
    """
    centers, frames = np.asarray(trace.centers[first:], dtype=np.float64), trace.frames[first:]
    if len(centers) == 0:
        return np.zeros((0, 2, 3), dtype=np.float32)
    before = trace.centers[first - 1] if first else trace.start_center(0)
    starts = np.concatenate([[before], centers[:-1]])
    has_attempt = frames["attempt_count"] > 0
    recorded = starts.copy()
    recorded[has_attempt] = trace.attempts["start"][frames["attempt_start"][has_attempt]]
    recorded = np.where(np.isfinite(recorded), recorded, starts)
    jump = _FALLBACK_JUMP if trace.scenario is None else trace.scenario.capsule.radius
    # A small difference is the lift of a platform, which belongs to the path; a large one is a teleport.
    far = np.linalg.norm(recorded - starts, axis=1) > jump
    starts[far] = recorded[far]
    return np.stack([starts, centers], axis=1).astype(np.float32)


def draw_path(view: View) -> list[Lines]:
    """Return the whole path, dim, and the part around the cursor: what was, solid, and what comes, dashed."""
    theme, frame = view.theme, view.cursor.frame
    items = [
        Lines(
            key=(view.scene.label, "path", chunk.first),
            version=(chunk.version, theme.name),
            points=chunk.points,
            colors=np.broadcast_to(np.array(theme.path, dtype=np.float32), (len(chunk.points), 4)),
            widths_px=np.full(len(chunk.points), _WIDTH_PX, dtype=np.float32),
            hidden_alpha=0.15,
            picks=chunk.picks,
        )
        for chunk in view.scene.path
    ]
    past = range(max(frame - NEAR_FRAMES, 0), frame + 1)
    future = range(frame + 1, min(frame + 1 + NEAR_FRAMES, len(view.trace)))
    items += _draw_near(view, "path past", past, 0.0)
    items += _draw_near(view, "path future", future, _DASH_PX)
    return items


def _draw_near(view: View, name: str, frames: range, dash_px: float) -> list[Lines]:
    """Return the segments of some frames, fading with their distance from the cursor."""
    if not len(frames):
        return []
    theme, numbers = view.theme, np.arange(frames.start, frames.stop)
    nearness = 1.0 - np.abs(numbers - view.cursor.frame) / (NEAR_FRAMES + 1)
    colors = np.empty((len(frames), 4), dtype=np.float32)
    colors[:] = theme.path_near
    colors[:, 3] *= nearness
    return [
        Lines(
            key=(view.scene.label, name),
            version=view.version,
            points=_gather_points(view.scene.path, frames),
            colors=colors,
            widths_px=np.full(len(frames), _NEAR_WIDTH_PX, dtype=np.float32),
            dash_px=dash_px,
        )
    ]


def _gather_points(chunks: tuple[PathChunk, ...], frames: range) -> NDArray[np.float32]:
    """Return the segments of a range of frames, which may lie across two pieces."""
    touched = chunks[frames.start // CHUNK : (frames.stop - 1) // CHUNK + 1]
    return np.concatenate([c.points[max(frames.start - c.first, 0) : frames.stop - c.first] for c in touched])

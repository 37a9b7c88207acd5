"""Stuck: no motion although motion is asked for and there is a way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.detect.columns import Columns, find_stretches, lengths
from engine.detect.finding import Finding, FindingKind
from engine.detect.hits import FrameHits
from engine.detect.motion import ASKED_M

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.detect.columns import Floats, Mask
    from engine.detect.solids import Solids

STUCK_FRAMES = 10
"""Frames without motion before it is called stuck: as `slide` counts (003), a sixth of a second."""
BRIDGE = 1
"""Frames with motion that do not part two stops: `slide` pushes out in one, and stands again in the next."""
FAN_DEGREES = tuple(range(-60, 61, 10))
"""Degrees beside the input in which a way is looked for. At 60 half of the speed is left; who gets less of it is
blocked, as he should be: a wall that is met squarely, a corner."""
LEADS_IN = -0.2
"""Cosine. A way that leads into a plane more steeply than this is not free."""
NOWHERE = 360
"""Degrees that stand for no free way."""
INSIDE = 361
"""Degrees that stand for a capsule that is inside of something: a way that nobody can sweep."""


def find_stuck(columns: Columns, hits: FrameHits, solids: Solids | None) -> list[Finding]:
    """Find stretches without motion although motion was asked for, and was possible: blocked is not stuck."""
    asked = columns.sideways(columns.moves)
    sizes = lengths(asked)
    still = (lengths(columns.ends - columns.starts) < columns.still) & (sizes > ASKED_M)
    stops = [(a, b) for a, b in find_stretches(still, BRIDGE) if b - a + 1 >= STUCK_FRAMES]
    findings = []
    for begin, end in stops:
        angles = _find_ways(columns, hits, solids, begin, end)
        for first, last in find_stretches((angles != NOWHERE) & (sizes[begin : end + 1] > ASKED_M)):
            if last - first + 1 >= STUCK_FRAMES:
                told = _tell_way(int(angles[first : last + 1].min()))
                findings.append(_tell(hits, begin + first, begin + last, float(sizes[begin + first]), told))
    return findings


def _tell(hits: FrameHits, first: int, last: int, asked: float, told: str) -> Finding:
    count, names = last - first + 1, hits.names(first, last)
    by = f" between {' and '.join(names[:3])}" if len(names) > 1 else f" at {names[0]}" if names else ""
    words = (
        f"For {count} frames the capsule does not move{by}, although {asked:.3g} m a frame are asked for and {told}."
    )
    return Finding(FindingKind.STUCK, first, last, float(count), float(STUCK_FRAMES), "frames", words)


def _tell_way(angle: int) -> str:
    if angle == INSIDE:
        return "it is inside of something"
    return "the way is free" if angle == 0 else f"a way {angle}° beside is free"


def _find_ways(columns: Columns, hits: FrameHits, solids: Solids | None, first: int, last: int) -> NDArray[np.int64]:
    """Return for each frame of a stop how many degrees beside the input there is a way; NOWHERE if there is none.

    Asked once for each run of the same input.
    """
    frames = np.arange(first, last + 1)
    begins = np.flatnonzero(~columns.steady()[first : last + 1])
    begins = np.unique(np.concatenate(([0], begins)))
    runs = np.diff(np.concatenate((begins, [len(frames)])))
    ways = [_open_fan(columns, first + int(begin)) for begin in begins]
    if solids is not None:
        angles = solids.find_free_ways(frames[begins], ways)
        found = [INSIDE if free is None else _nearest(free) for free in angles]
    else:
        ends = begins + runs - 1
        found = [
            _nearest(_leave_free(hits, way, first + int(a), first + int(b)))
            for way, a, b in zip(ways, begins, ends, strict=True)
        ]
    return np.repeat(np.array(found, dtype=np.int64), runs)


def _nearest(free: Mask) -> int:
    """Return the smallest angle to the input among the free ways."""
    return min((abs(degrees) for degrees, is_free in zip(FAN_DEGREES, free, strict=True) if is_free), default=NOWHERE)


def _open_fan(columns: Columns, frame: int) -> Floats:
    """Return level unit vectors around what a frame asks for, one for each angle of the fan."""
    ahead = columns.sideways(columns.moves[frame : frame + 1])[0]
    size = float(np.linalg.norm(ahead))
    ahead = ahead / size if size > 0.0 else ahead
    beside = np.cross(columns.up, ahead)
    angles = np.radians(FAN_DEGREES)
    fan: Floats = np.outer(np.cos(angles), ahead) + np.outer(np.sin(angles), beside)
    return fan


def _leave_free(hits: FrameHits, ways: Floats, first: int, last: int) -> Mask:
    """Tell which ways the planes that some frames touched leave free; none if they touched nothing: who knows why."""
    normals = hits.normals[hits.between(first, last)]
    normals = normals[np.isfinite(normals).all(axis=1)]
    if len(normals) == 0:
        return np.zeros(len(ways), dtype=bool)
    free: Mask = (ways @ normals.T).min(axis=1) > LEADS_IN
    return free

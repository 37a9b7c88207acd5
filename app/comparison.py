"""Two traces frame by frame: how far apart the capsules are, and where they first differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Trace

SAME_M = 1e-4
"""Metres. Centres nearer than this are called the same: float32 producers round at about a hundredth of it."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """What two traces have in common. Distances are metres between the centres at the end of a frame."""

    distances: NDArray[np.float64]
    """Of each frame that both have; NaN where a centre is no number."""
    lengths: tuple[int, int]
    """Frames of the first trace and of its ghost."""

    @property
    def differing(self) -> NDArray[np.int64]:
        """The common frames in which they differ, in order; no number differs from everything."""
        return np.flatnonzero(~(self.distances <= SAME_M))

    @property
    def first(self) -> int | None:
        """The first common frame in which they differ."""
        found = self.differing
        return int(found[0]) if len(found) else None


def compare_centers(trace: Trace, ghost: Trace) -> Comparison:
    """Compare the centres of the frames that both traces have."""
    common = min(len(trace), len(ghost))
    apart = np.asarray(trace.centers[:common], dtype=np.float64) - ghost.centers[:common]
    distances: NDArray[np.float64] = np.linalg.norm(apart, axis=1)
    return Comparison(distances, (len(trace), len(ghost)))

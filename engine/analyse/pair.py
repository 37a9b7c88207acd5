"""Two traces side by side: how alike two figures must be, bodies by name, and what both of them tell."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.trace import UNKNOWN_BODY, Exit

if TYPE_CHECKING:
    from engine.trace import Trace

POSITION_TOLERANCE = 1e-4
"""Metres. What float32 producers lose in a frame is a hundred times less, what a player sees a hundred times more."""
DISTANCE_TOLERANCE = 1e-4
"""Metres, between the distances of two hits."""
NORMAL_TOLERANCE = 1e-3
"""Between the components of two normals; 0.06 degrees."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two traces that are compared, and how far apart two centres may be."""

    ours: Trace
    theirs: Trace
    tolerance: float = POSITION_TOLERANCE
    """Metres, for centres, starts and moves."""

    @property
    def frame_count(self) -> int:
        """Frames that both have."""
        return min(len(self.ours), len(self.theirs))

    @property
    def tells_passes(self) -> bool:
        """Whether both producers tell their passes; otherwise only outcomes can be compared."""
        return bool(len(self.ours.attempts) and len(self.theirs.attempts))

    @cached_property
    def _their_bodies(self) -> NDArray[np.int64]:
        """Our number for each body of theirs; names that we do not know get numbers of their own."""
        known = {name: index for index, name in enumerate(self.ours.body_names)}
        numbers = [known.setdefault(name, len(known)) for name in self.theirs.body_names]
        # The last two entries are what the indices -2 and -1 mean, so that they stay themselves.
        return np.array([*numbers, -2, -1], dtype=np.int64)

    def renumber_bodies(self, theirs: Any) -> Any:
        """Return their bodies by our numbers."""
        return self._their_bodies[theirs]

    def same_bodies(self, ours: Any, theirs: Any) -> Any:
        """Tell which bodies are the same; one that a producer does not tell is no difference."""
        unknown = (ours == UNKNOWN_BODY) | (theirs == UNKNOWN_BODY)
        return (ours == self.renumber_bodies(theirs)) | unknown


def list_run_passes(trace: Trace, attempt: int) -> list[int]:
    """Return the passes of an attempt that had a way to go: some producers leave the others out."""
    return [index for index in trace.passes_of(attempt) if trace.passes[index]["exit"] != Exit.ZERO]


def measure_gap(ours: Any, theirs: Any) -> float:
    """Return the distance of two places or moves; 0 if a producer did not record one of them."""
    gap = math.dist(ours.tolist(), theirs.tolist())
    return 0.0 if math.isnan(gap) else gap


def measure_apart(ours: Any, theirs: Any) -> NDArray[np.float64]:
    """Return the distances between two columns of centres: infinite where one is no number, for that is no place."""
    with np.errstate(all="ignore"):
        gaps = np.sqrt(np.sum((ours - theirs) ** 2, axis=-1))
    return np.where(np.isfinite(gaps), gaps, np.inf)


def is_near(ours: Any, theirs: Any, tolerance: float) -> Any:
    """Tell for columns of figures, or of vectors by each component, which are alike; the unknown is no difference."""
    with np.errstate(all="ignore"):
        near = ~(np.abs(ours - theirs) > tolerance)
    return near if near.ndim < 2 else near.all(axis=-1)


def is_same_place(ours: Any, theirs: Any, tolerance: float) -> Any:
    """Tell for columns of places or moves which are within a distance; the unknown is no difference."""
    with np.errstate(all="ignore"):
        return ~(np.sqrt(np.sum((ours - theirs) ** 2, axis=-1)) > tolerance)

"""What each frame touched, whether its producer tells passes or contacts alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.trace import PassKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Trace

_LOOKING = (PassKind.SENSOR, PassKind.PROBE)
"""Passes that look and do not move."""


@dataclass(frozen=True, eq=False)
class FrameHits:
    """The hits of all frames in their order, one row each."""

    trace: Trace
    frames: NDArray[np.int64]
    normals: NDArray[np.float64]
    points: NDArray[np.float64]
    bodies: NDArray[np.int64]

    def between(self, first: int, last: int) -> slice:
        """Return the rows of frames `first` to `last`, inclusive."""
        begin, end = np.searchsorted(self.frames, [first, last + 1])
        return slice(int(begin), int(end))

    def names(self, first: int, last: int) -> list[str]:
        """Return the bodies that some frames touched, in the order of the level."""
        bodies = np.unique(self.bodies[self.between(first, last)])
        return [self.trace.body_name(int(body)) for body in bodies if body >= 0]


def collect_hits(trace: Trace) -> FrameHits:
    """Collect the hits of passes that move the capsule, and the contacts of producers that do not tell passes."""
    owners = trace.iterations["pass_index"]
    chosen = trace.iterations["hit"] & ~np.isin(trace.passes["kind"][owners], _LOOKING)
    rows = trace.iterations[chosen]
    frames = trace.attempts["frame"][trace.passes["attempt"][owners[chosen]]]
    contacts = trace.contacts
    every = np.concatenate((frames, contacts["frame"])).astype(np.int64)
    order = np.argsort(every, kind="stable")
    return FrameHits(
        trace,
        every[order],
        np.concatenate((rows["normal"], contacts["normal"]))[order],
        np.concatenate((rows["point"], contacts["point"]))[order],
        np.concatenate((rows["body"], contacts["body"])).astype(np.int64)[order],
    )

"""What the character touched, hit by hit, for whoever uses the engine as a library (001 7.2.3j)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.trace import Exit, PassKind, Records
from engine.transforms import Vector

ONLY_LOOKING = (PassKind.SENSOR, PassKind.PROBE)
"""Passes that look and do not move: what they find is not touched."""


@dataclass(frozen=True)
class TouchReport:
    """One hit of a pass that moves the character. Lengths are metres."""

    frame: int
    kind: PassKind
    """Of the pass."""
    body: str
    """The body's id."""
    triangle: int
    """In file order; -1: the shape has none."""
    point: Vector
    """Where it was touched; means nothing at distance 0."""
    normal: Vector
    direction: Vector
    """Unit vector of the sweep."""
    length: float
    """What was left of the way when the sweep began."""
    distance: float
    """How far the capsule came until it touched."""


def read_touches(
    attempts: Records, passes: Records, iterations: Records, body_names: Sequence[str]
) -> Iterator[TouchReport]:
    """Yield the hits of some frames in the order in which they happened.

    What the sensor or a ground probe found is left out, and so is an overlap that was recovered from: the documents
    push out of it (7.2.3i) before they would call anybody.
    """
    if not len(iterations):
        return
    owners = passes[iterations["pass_index"]]
    is_recovered = (owners["exit"] == Exit.OVERLAP_RECOVERED) & (iterations["distance"] == 0.0)
    is_told = iterations["hit"] & ~is_recovered & ~np.isin(owners["kind"], ONLY_LOOKING)
    for index in np.flatnonzero(is_told).tolist():
        row, owner = iterations[index], owners[index]
        yield TouchReport(
            frame=int(attempts[owner["attempt"]]["frame"]),
            kind=PassKind(owner["kind"]),
            body=body_names[row["body"]],
            triangle=int(row["triangle"]),
            point=_vector(row["point"]),
            normal=_vector(row["normal"]),
            direction=_vector(row["direction"]),
            length=float(row["length"]),
            distance=float(row["distance"]),
        )


def _vector(place: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Vector:
    x, y, z = place.tolist()
    return (x, y, z)

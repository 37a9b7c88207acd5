"""What queries answer with. Lengths are metres, vectors are of the world."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

import numpy as np

from engine.constants import (
    FEATURE_EDGE_0,
    FEATURE_FACE,
    FEATURE_VERTEX_0,
    REGION_BOTTOM,
    REGION_SIDE,
    REGION_SPHERE,
    REGION_TOP,
)
from engine.transforms import Vector


class Selection(StrEnum):
    """Which of several hits wins."""

    CLOSEST = "closest"
    """The closest; equal ones by body, then by triangle: the order of the level plays no part."""
    PHYSX = "physx"
    """Within a millimetre, the face that is met most frontally; bodies and triangles in the level's order."""


class Region(IntEnum):
    """Which part of the capsule touched (000 6)."""

    SPHERE = REGION_SPHERE
    """It has no other: its axis has no length."""
    BOTTOM = REGION_BOTTOM
    SIDE = REGION_SIDE
    TOP = REGION_TOP


class Feature(StrEnum):
    """What of a triangle was touched."""

    FACE = "face"
    EDGE = "edge"
    VERTEX = "vertex"
    NONE = "none"
    """It is no triangle, or the axis is inside of the whole shape."""


def read_feature(code: int) -> tuple[Feature, int]:
    """Return a kernel's feature code as a feature and the number of the edge or corner; 0 for a face, -1 for none."""
    if code < FEATURE_FACE:
        return Feature.NONE, -1
    if code >= FEATURE_VERTEX_0:
        return Feature.VERTEX, code - FEATURE_VERTEX_0
    return (Feature.EDGE, code - FEATURE_EDGE_0) if code >= FEATURE_EDGE_0 else (Feature.FACE, 0)


@dataclass(frozen=True)
class Hit:
    """Where a moving capsule touches first."""

    distance: float
    """Along the direction; 0 if it overlaps at the start."""
    time: float
    """Distance as a part of the whole way, 0 to 1."""
    normal: Vector
    """Of the touched surface, against the movement. At distance 0: the way out, or with `physx` the way back."""
    point: Vector
    """On the touched shape; at distance 0, its point closest to the axis."""
    region: Region
    feature: Feature
    feature_index: int
    """Which edge or corner, 0 to 2; edge i runs from corner i to i + 1. -1 if there is no feature."""
    body: int
    """Index into `Level.bodies`."""
    body_id: str
    triangle: int
    """Of that body, in file order; -1 for a sphere or a capsule, or a box or hull that the capsule starts inside of."""
    depth: float
    """How deep the capsule is in at the start; 0 if it is not."""
    way_out: Vector
    """Where to push the capsule by `depth` to part the two; the normal if it does not overlap."""


@dataclass(frozen=True)
class Overlap:
    """One thing that the capsule overlaps: a triangle of a mesh, or a whole box, hull, sphere or capsule."""

    body: int
    body_id: str
    triangle: int
    """In file order; -1 for a whole shape."""
    depth: float
    normal: Vector
    """The way out: from the geometry to the capsule."""
    point: Vector
    """On the geometry."""
    point_on_axis: Vector
    feature: Feature
    feature_index: int


@dataclass(frozen=True)
class Closest:
    """The closest pair of points of the capsule and the level (000 2.3)."""

    distance: float
    """Between the surfaces; negative if they overlap."""
    point_on_capsule: Vector
    point: Vector
    """On the geometry."""
    normal: Vector
    """From the geometry to the capsule."""
    body: int
    body_id: str
    triangle: int
    feature: Feature
    feature_index: int


class Verdict(StrEnum):
    """What a sweep decided about a candidate."""

    HIT = "hit"
    BEATEN = "beaten"
    """It is touched, but another one wins."""
    FACING_AWAY = "facing away"
    MASKED = "masked"
    OUT_OF_REACH = "out of reach"
    """Its box is reached, but the touch lies beyond the distance."""
    MISSED = "missed"
    OUTSIDE_WINDOW = "outside the vertical window"


@dataclass(frozen=True)
class Candidate:
    """One thing in the swept box, and why it was taken or passed over."""

    body: int
    triangle: int
    """In file order; -1 for a sphere, a capsule, or a box or hull that the capsule starts inside of."""
    verdict: Verdict
    distance: float
    """At which it is touched, whatever the verdict; inf if the way leads past it, or nobody looked."""


HITS = np.dtype(
    [
        ("hit", "?"),
        ("distance", "f8"),  # inf: no hit; then all vectors are NaN
        ("time", "f8"),
        ("normal", "f8", (3,)),
        ("point", "f8", (3,)),
        ("region", "i1"),
        ("feature", "i1"),  # as engine.constants counts them
        ("body", "i4"),
        ("triangle", "i4"),
        ("depth", "f8"),
        ("way_out", "f8", (3,)),
    ]
)
"""A row of `sweep_many`: the fields of `Hit`."""

OVERLAPS = np.dtype(
    [
        ("row", "i4"),  # of the centres that were asked about
        ("body", "i4"),
        ("triangle", "i4"),
        ("feature", "i1"),  # as engine.constants counts them
        ("depth", "f8"),
        ("normal", "f8", (3,)),
        ("point", "f8", (3,)),
        ("point_on_axis", "f8", (3,)),
    ]
)
"""A row of `overlap_many`: the fields of `Overlap`, and whose it is."""

CLOSESTS = np.dtype(
    [
        ("found", "?"),
        ("distance", "f8"),  # inf: nothing within the distance asked for; then all vectors are NaN
        ("normal", "f8", (3,)),
        ("point", "f8", (3,)),
        ("point_on_capsule", "f8", (3,)),
        ("body", "i4"),
        ("triangle", "i4"),
        ("feature", "i1"),
    ]
)
"""A row of `closest_many`: the fields of `Closest`."""

Hits = np.ndarray[Any, np.dtype[np.void]]

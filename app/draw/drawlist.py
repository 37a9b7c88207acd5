"""The drawable scene as data. Layers make it, the renderer shows it, tests read it without a GPU.

Every item has a key and a version: an item whose key and version are those of the last picture is still on the GPU and
is not uploaded again. World units are metres; colours are 0 to 1, not premultiplied; widths are pixels at 100 %.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Color = tuple[float, float, float, float]
Vec3 = tuple[float, float, float]


class PickKind(IntEnum):
    """What a click found. With an index into the trace's arrays, or body and triangle."""

    NOTHING = 0
    TRIANGLE = 1
    ITERATION = 2
    HIT = 3
    CAPSULE = 4
    CONTACT = 5
    PATH = 6


@dataclass(frozen=True)
class Pick:
    """A thing in the scene that can be selected. `body` and `triangle` for TRIANGLE, else `index` alone."""

    kind: PickKind
    index: int = -1
    triangle: int = -1


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles of one or several bodies in one buffer, shaded flat with visible edges.

    `corners` is (3 m, 3) float32, three corners a triangle, in the mesh's local space. `bodies` is (m,) int32: the
    index of the body that each triangle belongs to; `triangles` (m,) int32: its number within that body, in file
    order. `sharp_edges` is (m, 3) bool: edge i runs from corner i to corner i + 1 and is drawn strongly where True (a
    crease or a border), and only in wireframe where False (the diagonal of a flat quad).
    """

    key: Hashable
    version: Hashable
    corners: NDArray[np.float32]
    bodies: NDArray[np.int32]
    triangles: NDArray[np.int32]
    sharp_edges: NDArray[np.bool_]
    world_from_local: NDArray[np.float64]
    color: Color
    two_sided: bool = False
    has_slopes: bool = False
    """Whether the slope limit judges its faces."""


@dataclass(frozen=True, eq=False)
class Lines:
    """Thick anti-aliased segments: (n, 2, 3) float32 points, (n, 4) float32 colours, one or (n,) widths in pixels.

    `dash_px` > 0 draws dashes of that length. `hidden_alpha` is the opacity of parts behind the level, as a factor.
    `picks` holds one Pick a segment, or nothing if the lines cannot be picked.
    """

    key: Hashable
    version: Hashable
    points: NDArray[np.float32]
    colors: NDArray[np.float32]
    widths_px: NDArray[np.float32]
    dash_px: float = 0.0
    hidden_alpha: float = 0.25
    picks: tuple[Pick, ...] = ()


@dataclass(frozen=True)
class Capsule:
    """A capsule: solid, or a shell (a rim, bright where the surface turns away from the eye, clear elsewhere)."""

    center: Vec3
    up: Vec3
    radius: float
    half_height: float
    color: Color
    shell: bool = False
    pick: Pick | None = None


@dataclass(frozen=True)
class Disc:
    """A small disc lying on a surface: a hit with its normal. `radius` in metres."""

    center: Vec3
    normal: Vec3
    radius: float
    color: Color
    pick: Pick | None = None


@dataclass(frozen=True)
class Label:
    """Words at a point in space, drawn over the viewport by the UI."""

    position: Vec3
    text: str
    color: Color


@dataclass(frozen=True)
class Ground:
    """The ground grid with its axes: a plane through `origin` across `up`, lines every metre, strong every ten."""

    origin: Vec3
    up: Vec3


@dataclass(frozen=True)
class SlopeTint:
    """Colours faces by their slope: `walkable` where the normal's part along `up` reaches `limit_cos`, else `steep`.

    Steep faces are hatched as well; those that look down are neither. The opacity of a colour says how much of it goes
    into the mesh's own.
    """

    up: Vec3
    limit_cos: float
    walkable: Color
    steep: Color
    judges_ceilings: bool = False
    """Faces that look down are too steep as well."""
    judges_side_seen: bool = False
    """Of a two-sided face each side is judged by itself; else its winding decides for both."""


@dataclass(frozen=True, eq=False)
class DrawList:
    """Everything that one picture shows."""

    meshes: list[Mesh] = field(default_factory=list)
    lines: list[Lines] = field(default_factory=list)
    capsules: list[Capsule] = field(default_factory=list)
    discs: list[Disc] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    ground: Ground | None = None
    wireframe: bool = False
    """Draw every edge of the meshes and no faces."""
    highlight: Pick | None = None
    """What is selected: a triangle of this kind is drawn with an outline. (Layers mark the other kinds themselves.)"""
    slope: SlopeTint | None = None
    """Tell walkable from steep faces of the meshes by colour; moving the limit uploads nothing."""

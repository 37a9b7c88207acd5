"""Collects segments and arrows until they become one Lines item: few items mean few draw calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.draw.drawlist import Color, Lines, Pick, PickKind
from app.measure import Vec3, add_scaled, cross, dot, is_known, norm, subtract

if TYPE_CHECKING:
    from collections.abc import Hashable

_NO_PICK = Pick(PickKind.NOTHING)
_HEAD_HALF_WIDTH = 0.42
"""Half the width of an arrow's head by its length: about 23 degrees, which still points when seen from the side."""
_MOST_OF_ARROW = 0.6
"""The head takes at most this part of an arrow, so that a short one still shows its shaft."""


class LineBatch:
    """Segments with colour, width and pick. Points that were not recorded (NaN) are left out."""

    def __init__(self) -> None:
        self._points: list[tuple[Vec3, Vec3]] = []
        self._colors: list[Color] = []
        self._widths: list[float] = []
        self._picks: list[Pick] = []

    def __len__(self) -> int:
        return len(self._points)

    def add(self, start: Vec3, end: Vec3, color: Color, width_px: float, pick: Pick | None = None) -> None:
        """Add a segment."""
        if not (is_known(start) and is_known(end)):
            return
        self._points.append((start, end))
        self._colors.append(color)
        self._widths.append(width_px)
        self._picks.append(pick or _NO_PICK)

    def add_head(
        self, start: Vec3, end: Vec3, color: Color, width_px: float, *, length: float, pick: Pick | None = None
    ) -> None:
        """Add an arrow's head at `end`, `length` metres long or a part of the arrow if that is short."""
        way = subtract(end, start)
        size = norm(way) if is_known(way) else 0.0
        if size < 1e-6:
            return
        forward = (way[0] / size, way[1] / size, way[2] / size)
        length = min(length, _MOST_OF_ARROW * size)
        base = add_scaled(end, forward, -length)
        first, second = perpendiculars(forward)
        for side in (first, second):
            for sign in (-1.0, 1.0):
                self.add(end, add_scaled(base, side, sign * _HEAD_HALF_WIDTH * length), color, width_px, pick)

    def add_arrow(
        self, start: Vec3, end: Vec3, color: Color, width_px: float, *, head: float, pick: Pick | None = None
    ) -> None:
        """Add a segment with a head of `head` metres at its end."""
        self.add(start, end, color, width_px, pick)
        self.add_head(start, end, color, width_px, length=head, pick=pick)

    def build(
        self, key: Hashable, version: Hashable, *, dash_px: float = 0.0, hidden_alpha: float = 0.25
    ) -> list[Lines]:
        """Return the item in a list, or an empty list if nothing was added."""
        if not self._points:
            return []
        pickable = any(pick is not _NO_PICK for pick in self._picks)
        return [
            Lines(
                key=key,
                version=version,
                points=np.array(self._points, dtype=np.float32),
                colors=np.array(self._colors, dtype=np.float32),
                widths_px=np.array(self._widths, dtype=np.float32),
                dash_px=dash_px,
                hidden_alpha=hidden_alpha,
                picks=tuple(self._picks) if pickable else (),
            )
        ]


def perpendiculars(direction: Vec3) -> tuple[Vec3, Vec3]:
    """Return two unit vectors across a unit direction and across each other."""
    # The axis that the direction leans on least gives the best conditioned cross product.
    least = min(range(3), key=lambda i: abs(direction[i]))
    axis: Vec3 = (float(least == 0), float(least == 1), float(least == 2))
    first = cross(direction, axis)
    size = max(norm(first), 1e-12)
    first = (first[0] / size, first[1] / size, first[2] / size)
    return first, cross(direction, first)


def flatten(vector: Vec3, up: Vec3) -> Vec3 | None:
    """Return the unit vector of the sideways part; None if there is none to speak of."""
    side = add_scaled(vector, up, -dot(vector, up))
    size = norm(side)
    return (side[0] / size, side[1] / size, side[2] / size) if is_known(side) and size > 1e-6 else None

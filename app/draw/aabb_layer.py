"""The box along the world's axes around a sweep: what a broad phase is asked for.

Where the trace recorded the box that geometry was asked for, that one is drawn; else the one that the sweep fills.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from app.draw.drawlist import Lines
from app.draw.line_batch import LineBatch
from app.draw.palette import fade
from app.measure import Vec3, add_scaled, as_vec3, is_known

if TYPE_CHECKING:
    from app.draw.shown import ShownPass
    from app.draw.view import View
    from app.measure import Sweep

_WIDTH_PX = 1.5
_OPACITY = 0.8

_CORNERS = tuple(product((0, 1), repeat=3))
_EDGES = tuple(
    (a, b) for a in _CORNERS for b in _CORNERS if a < b and sum(x != y for x, y in zip(a, b, strict=True)) == 1
)


def draw_swept_boxes(view: View, shown: list[ShownPass]) -> list[Lines]:
    """Return one box per pass around all its sweeps on screen; around the emphasised sweeps alone, if there are any."""
    batch = LineBatch()
    emphasised = any(each.emphasised for item in shown for each in item.sweeps)
    for item in shown:
        sweeps = [each.sweep for each in item.sweeps if each.emphasised or not emphasised]
        box = recorded_bounds(view, sweeps) or sweep_bounds(view, sweeps)
        if box is None:
            continue
        for a, b in _EDGES:
            batch.add(_corner(box, a), _corner(box, b), fade(item.color, _OPACITY), _WIDTH_PX)
    return batch.build((view.scene.label, "boxes"), view.version)


def sweep_bounds(view: View, sweeps: list[Sweep]) -> tuple[Vec3, Vec3] | None:
    """Return the lower and upper corner around the capsule along sweeps, each a contact offset longer than its way."""
    places = [s.origin for s in sweeps] + [add_scaled(s.target, s.direction, view.offset) for s in sweeps]
    places = [place for place in places if is_known(place)]
    if not places:
        return None
    reach = [abs(u) * view.half_height + view.radius for u in view.up]
    lower = [min(place[i] for place in places) - reach[i] for i in range(3)]
    upper = [max(place[i] for place in places) + reach[i] for i in range(3)]
    return as_vec3(lower), as_vec3(upper)


def recorded_bounds(view: View, sweeps: list[Sweep]) -> tuple[Vec3, Vec3] | None:
    """Return the corners around the temporal boxes of sweeps; None unless all of them were recorded."""
    records = view.trace.iterations[[sweep.index for sweep in sweeps]]
    if not len(records) or not (records["box_high"] > records["box_low"]).all():
        return None  # NaN is larger than nothing, and a box without a volume is none
    return as_vec3(records["box_low"].min(axis=0)), as_vec3(records["box_high"].max(axis=0))


def _corner(box: tuple[Vec3, Vec3], which: tuple[int, ...]) -> Vec3:
    return box[which[0]][0], box[which[1]][1], box[which[2]][2]

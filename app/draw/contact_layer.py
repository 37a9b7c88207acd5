"""What was hit: a disc on the surface and the normal of the contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.draw.drawlist import Disc, Lines, Pick, PickKind
from app.draw.line_batch import LineBatch
from app.draw.palette import mix
from app.measure import Vec3, add_scaled, as_vec3, is_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.draw.drawlist import Color
    from app.draw.shown import ShownPass
    from app.draw.view import View

_DISC = 0.16
"""Radius of a disc by the capsule's radius."""
_NORMAL = 0.75
"""Length of a normal by the capsule's radius."""
_HEAD = 0.16
_LIFT = 0.02
"""How far a disc floats above its surface, by the capsule's radius: enough not to sink into it."""
_EMPHASIS = 1.4
_WIDTH_PX = 2.0

_Contact = tuple[Vec3, Vec3, "Color", float, Pick]
"""Point, normal, colour, size factor, pick."""


def draw_contacts(view: View, shown: list[ShownPass]) -> list[Disc]:
    """Return a disc for each hit on screen and each loose contact of the frame."""
    return [
        Disc(
            center=add_scaled(point, normal, _LIFT * view.radius),
            normal=normal,
            radius=_DISC * view.radius * size,
            color=color,
            pick=pick,
        )
        for point, normal, color, size, pick in _list_contacts(view, shown)
    ]


def draw_normals(view: View, shown: list[ShownPass]) -> list[Lines]:
    """Return an arrow along each contact's normal."""
    batch = LineBatch()
    for point, normal, own_color, size, pick in _list_contacts(view, shown):
        tip = add_scaled(point, normal, _NORMAL * view.radius * size)
        color = mix(own_color, view.theme.text, 0.35)
        batch.add_arrow(point, tip, color, _WIDTH_PX * size, head=_HEAD * view.radius, pick=pick)
    return batch.build((view.scene.label, "normals"), view.version)


def _list_contacts(view: View, shown: list[ShownPass]) -> Iterator[_Contact]:
    """Yield the contacts that have a place. A hit at distance 0 has none: it is an overlap."""
    for item in shown:
        for each in item.sweeps:
            sweep = each.sweep
            if sweep.hit and sweep.point is not None and is_known(sweep.normal):
                size = _EMPHASIS if each.emphasised else 1.0
                yield sweep.point, sweep.normal, item.color, size, Pick(PickKind.HIT, sweep.index)
    for index in view.trace.contacts_of(view.cursor.frame):
        record = view.trace.contacts[index]
        point, normal = as_vec3(record["point"]), as_vec3(record["normal"])
        if is_known(point) and is_known(normal):
            size = _EMPHASIS if view.pick == Pick(PickKind.CONTACT, index) else 1.0
            yield point, normal, view.theme.contact, size, Pick(PickKind.CONTACT, index)

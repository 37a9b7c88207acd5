"""The capsule where the cursor is, its contact offset as a rim, and a brighter rim if it is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.draw.drawlist import Capsule, Pick, PickKind
from app.draw.palette import fade
from app.measure import cursor_center

if TYPE_CHECKING:
    from app.draw.drawlist import Color
    from app.draw.view import View
    from app.measure import Vec3

_OPACITY = 0.22
"""The lines of the passes run through the capsule's middle and must be seen."""
_SELECTED_GROWTH = 1.02
"""How much larger the rim of the selected capsule is, so that it does not fight with the capsule for depth."""


_RIM = True
"""A capsule drawn as a shell: bright where its surface turns away from the eye, clear elsewhere."""


def make_rim(view: View, center: Vec3, color: Color, radius: float | None = None) -> Capsule:
    """Return the capsule as a rim somewhere, with its own radius unless another is given."""
    return Capsule(center, view.up, radius or view.radius, view.half_height, color, _RIM)


def draw_capsule(view: View) -> list[Capsule]:
    """Return the capsule. Its size may not be known: then it is a small ball at the centre."""
    center, theme = cursor_center(view.trace, view.cursor), view.theme
    body = Capsule(
        center, view.up, view.radius, view.half_height, fade(theme.capsule, _OPACITY), pick=Pick(PickKind.CAPSULE)
    )
    if view.pick.kind != PickKind.CAPSULE:
        return [body]
    return [body, make_rim(view, center, theme.selection, view.radius * _SELECTED_GROWTH)]


def draw_shell(view: View) -> list[Capsule]:
    """Return the contact offset around the capsule; nothing if it is not known."""
    if view.offset <= 0.0:
        return []
    center = cursor_center(view.trace, view.cursor)
    return [make_rim(view, center, view.theme.shell, view.radius + view.offset)]

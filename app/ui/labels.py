"""The words of the scene: where each finds its place over the picture."""

from __future__ import annotations

import math
from collections.abc import Iterable

from imgui_bundle import imgui

from app.camera import metres_per_pixel, project
from app.draw.drawlist import Color, DrawList
from app.draw.palette import mix
from app.draw.view import MARK_RADIUS
from app.state import Document
from app.ui.context import Area, Ui, pack_color, plate_ui, vec2, with_alpha

LEAST_LABELLED_PX = 70.0
"""Height of the capsule on screen below which its words would hide it."""
LEGIBLE_OPACITY = 0.75
DARKENING = 0.45
"""How far a label's colour goes towards the text's in the light theme: the pass colours alone are faint on white."""


def measure_capsule_px(ui: Ui, document: Document, area: Area) -> float:
    """Return the capsule's height on screen in pixels, at the distance of what the camera looks at."""
    scenario = document.trace.scenario
    size = 8 * MARK_RADIUS if scenario is None else 2 * (scenario.capsule.half_height + scenario.capsule.radius)
    return size / metres_per_pixel(ui.state.camera, int(area[3]))


def make_legible(ui: Ui, color: Color) -> Color:
    """Return a colour in which words can be read on their plate."""
    shown = mix(color, ui.theme.text, DARKENING) if ui.state.theme == "light" else color
    return with_alpha(shown, max(color[3], LEGIBLE_OPACITY))


def labels_ui(ui: Ui, document: Document, drawn: DrawList, area: Area) -> None:
    """Draw the words of the scene where they belong, moved apart where they would cover each other.

    Words of what is outside the picture would stand at its edge as if they belonged there: they are left out. So are
    all of them where the capsule is so small that they would hide it.
    """
    if measure_capsule_px(ui, document, area) < ui.px(LEAST_LABELLED_PX):
        return
    draw, padding = imgui.get_window_draw_list(), ui.px(4)
    plates = (ui.items[name] for name in ("hud", "legend", "camera words", "axes") if name in ui.items)
    taken: list[Area] = [(left, top, right - left, bottom - top) for left, top, right, bottom in plates]
    for label in drawn.labels:
        place = project(ui.state.camera, label.position, int(area[2]), int(area[3]))
        if place is None or not (0.0 <= place[0] <= area[2] and 0.0 <= place[1] <= area[3]):
            continue
        size = imgui.calc_text_size(label.text)
        wanted = (
            area[0] + place[0] - size.x / 2 - padding,
            area[1] + place[1] - size.y / 2 - padding / 2,
            size.x + 2 * padding,
            size.y + padding,
        )
        found = place_label(wanted, taken, area)
        if found is None:
            continue
        left, top, width, height = found
        taken.append(found)
        plate_ui(ui, (left, top), (width, height))
        color = make_legible(ui, label.color)
        draw.add_text(vec2(left + padding, top + padding / 2), pack_color(color), label.text)


def place_label(wanted: Area, taken: list[Area], area: Area) -> Area | None:
    """Return a place for a label: inside the picture, covering no other, as near as can be to where it belongs.

    It moves up or down, and only where that does not help sideways. None if there is no place: words on top of words
    help nobody.
    """
    width, height = wanted[2:]
    rightmost, lowest = max(area[0] + area[2] - width, area[0]), area[1] + area[3] - height
    top = min(max(wanted[1], area[1]), max(lowest, area[1]))

    def search(lefts: Iterable[float]) -> Area | None:
        places = [
            (left, _slide(top, height, _list_beside(left, width, taken), downwards=downwards), width, height)
            for left in lefts
            for downwards in (True, False)
        ]
        inside = [place for place in places if area[1] <= place[1] <= lowest]
        return min(inside, key=lambda place: math.dist(place[:2], wanted[:2]), default=None)

    found = search((min(max(wanted[0], area[0]), rightmost),))
    if found is not None:
        return found
    edges = (edge for other in taken for edge in (other[0] + other[2] + 1.0, other[0] - width - 1.0))
    return search(edge for edge in edges if area[0] <= edge <= rightmost)


def _list_beside(left: float, width: float, taken: list[Area]) -> list[Area]:
    return [other for other in taken if left < other[0] + other[2] and other[0] < left + width]


def _slide(top: float, height: float, taken: list[Area], *, downwards: bool) -> float:
    """Return the first top in a direction at which nothing that is taken is covered."""
    for other in sorted(taken, key=lambda other: other[1] if downwards else -other[1] - other[3]):
        if top < other[1] + other[3] and other[1] < top + height:
            top = other[1] + other[3] + 1.0 if downwards else other[1] - height - 1.0
    return top

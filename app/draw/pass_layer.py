"""The passes, sweep by sweep, as lines of the capsule's centre.

UP is the widest and DOWN the narrowest: where the capsule went up and came down the same way, both are seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.draw.capsule_layer import make_rim
from app.draw.drawlist import Lines, Pick, PickKind
from app.draw.line_batch import LineBatch
from app.draw.palette import PASS_COLORS, fade
from app.explain.slide_sweeps import is_slide
from app.measure import Vec3, add_scaled, as_vec3, cursor_center, is_known, norm, subtract
from app.playback import Depth
from engine.trace import PassKind

if TYPE_CHECKING:
    from app.draw.drawlist import Capsule, Color
    from app.draw.shown import ShownPass, ShownSweep
    from app.draw.view import View

_WIDTHS_PX: Mapping[PassKind, float] = MappingProxyType(
    {PassKind.UP: 8.0, PassKind.SIDE: 5.0, PassKind.DOWN: 3.5, PassKind.SNAP: 3.5, PassKind.RECOVER: 3.5}
)
_USUAL_WIDTH_PX = 5.0
_RESTORED_WIDTH_PX = 2.0
_LEFT_WIDTH_PX = 2.0
_EMPHASIS = 1.6
_HEAD = 0.22
"""Length of an arrow's head by the capsule's radius."""
_MOST_BARB_PX = 3.5
"""Width of the lines of a head: wider ones melt into a blob on a move of a few centimetres."""
_EXPERIMENT_DASH_PX = 10.0
_FINE_DASH_PX = 5.0
_LEFT_OPACITY = 0.75
_GHOST_OPACITY = 0.55
_TOO_SHORT = 1e-6
"""Metres. Less is no way at all."""


def draw_passes(view: View, shown: list[ShownPass]) -> list[Lines]:
    """Return the lines of the passes: solid for the plain move, dashed for the experiment, fine for mere looks."""
    solid, experiment, fine = LineBatch(), LineBatch(), LineBatch()
    for item in shown:
        _draw_pass(view, item, solid, experiment, fine)
    label, version = view.scene.label, view.version
    return [
        *solid.build((label, "passes"), version, hidden_alpha=0.6),
        *experiment.build((label, "experiment"), version, dash_px=_EXPERIMENT_DASH_PX, hidden_alpha=0.6),
        *fine.build((label, "looks"), version, dash_px=_FINE_DASH_PX, hidden_alpha=0.4),
    ]


def _draw_pass(view: View, item: ShownPass, solid: LineBatch, experiment: LineBatch, fine: LineBatch) -> None:
    """Add a pass's sweeps: the way that was gone, and what was left of it; a head where the pass ended."""
    shaft = fine if item.restored else experiment if item.experiment else solid
    width = _RESTORED_WIDTH_PX if item.restored else _WIDTHS_PX.get(item.kind, _USUAL_WIDTH_PX)
    for order, shown in enumerate(item.sweeps):
        sweep, pick = shown.sweep, Pick(PickKind.ITERATION, shown.sweep.index)
        strength = width * (_EMPHASIS if shown.emphasised else 1.0)
        if _is_look(view, item, order):
            _draw_look(view, item, shown, solid, fine)
            continue
        shaft.add(sweep.origin, sweep.end, item.color, strength, pick)
        if order == len(item.sweeps) - 1 or shown.emphasised:
            head, barb = _HEAD * view.radius, min(max(strength, 2.0), _MOST_BARB_PX)
            solid.add_head(sweep.origin, sweep.end, item.color, barb, length=head, pick=pick)
        if sweep.hit and not sweep.pushed_out and sweep.left_over > _TOO_SHORT:
            fine.add(sweep.end, sweep.target, fade(item.color, _LEFT_OPACITY), _LEFT_WIDTH_PX, pick)


def _is_look(view: View, item: ShownPass, order: int) -> bool:
    """Tell whether a sweep only felt for ground, and left the capsule where it was."""
    return item.kind == PassKind.PROBE or (item.kind == PassKind.SNAP and order == 0 and is_slide(view.trace))


def _draw_look(view: View, item: ShownPass, shown: ShownSweep, solid: LineBatch, fine: LineBatch) -> None:
    """Add the ray of a look: to where it met something, marked by a head there, and the rest of its way.

    `slide` feels with a sphere at the capsule's lower end: there its ray begins.
    """
    sweep, pick = shown.sweep, Pick(PickKind.ITERATION, shown.sweep.index)
    lower = -view.half_height if is_slide(view.trace) else 0.0
    start = add_scaled(sweep.origin, view.up, lower)
    met = add_scaled(start, sweep.direction, sweep.distance if sweep.hit else sweep.length)
    width = _RESTORED_WIDTH_PX * (_EMPHASIS if shown.emphasised else 1.0)
    solid.add(start, met, item.color, width, pick)
    solid.add_head(start, met, item.color, width, length=_HEAD * view.radius, pick=pick)
    if sweep.hit:
        fine.add(met, add_scaled(start, sweep.direction, sweep.length), fade(item.color, _LEFT_OPACITY), width, pick)


def draw_ghosts(view: View, shown: list[ShownPass]) -> list[Capsule]:
    """Return the capsule as a rim at both ends of the sweep, pass or attempt that the cursor names."""
    ends = _find_ends(view, shown)
    if ends is None:
        return []
    start, end, color = ends
    places = [start] if norm(subtract(end, start)) < _TOO_SHORT else [start, end]
    return [make_rim(view, place, fade(color, _GHOST_OPACITY)) for place in places if is_known(place)]


def _find_ends(view: View, shown: list[ShownPass]) -> tuple[Vec3, Vec3, Color] | None:
    """Return from where to where the cursor's thing went, with its colour.

    A whole frame has its start alone, and only if that is not within the capsule anyway: two rims a few centimetres
    apart tell nothing that the path does not.
    """
    if view.cursor.depth == Depth.FRAME:
        start = as_vec3(view.trace.start_center(view.cursor.frame))
        moved = norm(subtract(cursor_center(view.trace, view.cursor), start))
        return (start, start, view.theme.ghost) if moved > view.radius else None
    for item in shown:
        sweeps = [s.sweep for s in item.sweeps]
        if not item.emphasised or not sweeps:
            continue
        first = sweeps[-1] if view.cursor.depth == Depth.ITERATION else sweeps[0]
        return first.origin, sweeps[-1].end, PASS_COLORS[item.kind]
    return None

"""The closest pair of capsule and level at the cursor (003 2.4), and the normal of the ground from the feet (5.4).

Both are off at first: they are proofs to look at, not part of what happened.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from app.draw.drawlist import Capsule, Label, Lines
from app.draw.line_batch import LineBatch
from app.draw.palette import CLOSEST_ON_CAPSULE, CLOSEST_ON_LEVEL, mix
from app.explain.words import format_exact
from app.measure import Vec3, add_scaled, as_vec3, cursor_center, is_known
from app.playback import Depth
from engine.readout import read_frame
from engine.warm_up import is_warm

if TYPE_CHECKING:
    from app.draw.view import View
    from engine.hits import Closest
    from engine.trace import Trace

_BALL = 0.07
"""Radius of the balls that mark the two points, by the capsule's radius."""
_LINE_PX = 2.5
_FARTHEST_RADII = 20.0
"""What is farther away than this many radii is nothing that the capsule is close to."""
_WORDS_ASIDE = 1.8
"""How far beside the point on the level its words stand, by the radius."""
_ARROW = 1.4
"""Length of the ground's normal by the capsule's radius: it reaches out from under the capsule."""
_ARROW_PX = 3.0
_HEAD = 0.22


def find_closest(view: View) -> Closest | None:
    """Return the closest pair at the cursor; None without a level, before the kernels are compiled, or far away."""
    center = cursor_center(view.trace, view.cursor)
    if view.trace.scenario is None or not is_known(center) or not is_warm():
        return None
    return _ask(view.trace, center, view.cursor.frame, _FARTHEST_RADII * view.radius)


@lru_cache(maxsize=8)
def _ask(trace: Trace, center: Vec3, frame: int, farthest: float) -> Closest | None:
    """Ask the level; lines, balls and words of one picture share the answer."""
    from engine.queries import closest

    scenario = trace.scenario
    assert scenario is not None
    mask = scenario.settings.mask
    capsule = scenario.capsule.moved_to(center)
    return closest(scenario.level, capsule, mask=mask, frame=frame, max_distance=farthest)


def _point_on_axis(view: View, pair: Closest) -> Vec3:
    return add_scaled(as_vec3(pair.point_on_capsule), as_vec3(pair.normal), view.radius)


def draw_closest_points(view: View) -> list[Capsule]:
    """Return a green ball on the capsule's axis and a red one on the level."""
    pair = find_closest(view)
    if pair is None:
        return []
    places = ((_point_on_axis(view, pair), CLOSEST_ON_CAPSULE), (as_vec3(pair.point), CLOSEST_ON_LEVEL))
    return [Capsule(place, view.up, _BALL * view.radius, 0.0, color) for place, color in places]


def draw_closest_line(view: View) -> list[Lines]:
    """Return the line between the two, green inside the capsule and red from its surface on."""
    pair = find_closest(view)
    if pair is None:
        return []
    batch, on_surface = LineBatch(), as_vec3(pair.point_on_capsule)
    batch.add(_point_on_axis(view, pair), on_surface, CLOSEST_ON_CAPSULE, _LINE_PX)
    batch.add(on_surface, as_vec3(pair.point), CLOSEST_ON_LEVEL, _LINE_PX)
    return batch.build((view.scene.label, "closest pair"), view.version, hidden_alpha=0.8)


def label_closest(view: View) -> list[Label]:
    """Return how far the level is, or how deep the capsule is in it."""
    pair = find_closest(view)
    if pair is None:
        return []
    far = format_exact(abs(pair.distance))
    words = f"{far} to {pair.body_id}" if pair.distance >= 0.0 else f"{far} deep in {pair.body_id}"
    place = add_scaled(as_vec3(pair.point), view.beside, _WORDS_ASIDE * view.radius)
    return [Label(place, words, mix(CLOSEST_ON_LEVEL, view.theme.text, 0.3))]


def draw_ground_normal(view: View) -> list[Lines]:
    """Return an arrow from the feet along the normal of what was felt below; nothing inside a frame, or in the air."""
    if view.cursor.depth > Depth.ATTEMPT:
        return []
    normal = read_frame(view.trace, view.cursor.frame).ground_normal
    if normal is None:
        return []
    feet = add_scaled(cursor_center(view.trace, view.cursor), view.up, -view.half_height - view.radius)
    batch = LineBatch()
    tip = add_scaled(feet, as_vec3(normal), _ARROW * view.radius)
    batch.add_arrow(feet, tip, view.theme.ground_normal, _ARROW_PX, head=_HEAD * view.radius)
    return batch.build((view.scene.label, "ground normal"), view.version, hidden_alpha=0.8)

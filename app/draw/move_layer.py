"""What was asked and what came of it: two arrows from one place above the capsule's head, true to scale.

There they are seen from every side, and no pass runs through them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.draw.drawlist import Label, Lines
from app.draw.line_batch import LineBatch
from app.explain.motion import frame_displacement
from app.explain.words import NOTICED, format_exact
from app.measure import Vec3, add_scaled, as_vec3, dot, is_known, norm

if TYPE_CHECKING:
    from app.draw.view import View

_ABOVE = 0.35
"""Gap between the head and the arrows, by the capsule's radius."""
_MOST_LIFT = 2.0
"""An arrow that points down begins higher, to end above the head; at most by this many radii (a fall is longer)."""
_HEAD = 0.25
_FOOT = 0.1
_ATTEMPTED_WIDTH_PX = 2.5
_ACHIEVED_WIDTH_PX = 4.5
_WORDS_ASIDE = 1.6
"""How far beside the arrows their words stand, by the radius."""
_NO_MOVE = 1e-6
"""Metres. Asking for less is asking for nothing."""


def draw_moves(view: View) -> list[Lines]:
    """Return the arrows of the cursor's frame: the achieved one wide, the attempted one narrow on top of it."""
    batch, start = LineBatch(), arrows_start(view)
    for move, color, width in ((*_achieved(view), _ACHIEVED_WIDTH_PX), (*_attempted(view), _ATTEMPTED_WIDTH_PX)):
        if move is None:
            continue
        # A foot, so that an arrow of no length still says that nothing came of the move.
        foot = [add_scaled(start, view.beside, sign * _FOOT * view.radius) for sign in (-1.0, 1.0)]
        batch.add(foot[0], foot[1], color, width)
        batch.add_arrow(start, add_scaled(start, move), color, width, head=_HEAD * view.radius)
    return batch.build((view.scene.label, "moves"), (view.version, view.beside), hidden_alpha=0.7)


def label_moves(view: View) -> list[Label]:
    """Return the words beside the arrows: what was asked on the left, what was achieved on the right."""
    labels, start = [], arrows_start(view)
    cases = (("asked", -1.0, _NO_MOVE, _attempted(view)), ("achieved", 1.0, NOTICED, _achieved(view)))
    for words, side, least, (move, color) in cases:
        if move is not None:
            length = "nothing" if norm(move) < least else format_exact(norm(move))
            place = add_scaled(start, view.beside, side * _WORDS_ASIDE * view.radius)
            labels.append(Label(place, f"{words} {length}", color))
    return labels


def arrows_start(view: View) -> Vec3:
    """Return where both arrows begin: above the head as the frame began."""
    begin = as_vec3(view.trace.start_center(view.cursor.frame))
    moves = [move for move, _ in (_attempted(view), _achieved(view)) if move is not None]
    down = max((-dot(move, view.up) for move in moves), default=0.0)
    lift = min(max(down, 0.0), _MOST_LIFT * view.radius)
    return add_scaled(begin, view.up, view.half_height + view.radius * (1.0 + _ABOVE) + view.offset + lift)


def _attempted(view: View) -> tuple[Vec3 | None, tuple[float, float, float, float]]:
    """Return the displacement that was asked for, if it is on and recorded, and its colour."""
    move = as_vec3(view.trace.frames[view.cursor.frame]["move"])
    return (move if view.options.attempted and is_known(move) else None), view.theme.attempted


def _achieved(view: View) -> tuple[Vec3 | None, tuple[float, float, float, float]]:
    """Return the displacement since the frame before ended, whatever moved it, if it is on, and its colour."""
    move = frame_displacement(view.trace, view.cursor.frame)
    return (move if view.options.achieved and is_known(move) else None), view.theme.achieved

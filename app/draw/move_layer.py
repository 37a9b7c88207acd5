"""What was asked beside what came of it: two arrows from one place next to the capsule, true to scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.draw.drawlist import Label, Lines
from app.draw.line_batch import LineBatch
from app.explain.words import format_length
from app.measure import Vec3, add_scaled, as_vec3, is_known, norm, subtract

if TYPE_CHECKING:
    from app.draw.view import View

_ASIDE = 1.45
"""How far beside the centre the arrows begin, by the capsule's radius: clear of its contact offset as a rule."""
_APART = 0.12
"""Between the two arrows, by the radius: near enough to compare, far enough to tell apart."""
_HEAD = 0.2
_ATTEMPTED_WIDTH_PX = 3.0
_ACHIEVED_WIDTH_PX = 4.5
_NO_MOVE = 1e-6
"""Metres. Less is no move at all."""


def draw_moves(view: View) -> list[Lines]:
    """Return the arrows of the cursor's frame."""
    batch, head = LineBatch(), _HEAD * view.radius
    for _, start, move, attempted in list_moves(view):
        color = view.theme.attempted if attempted else view.theme.achieved
        batch.add_arrow(start, add_scaled(start, move), color, _width(attempted), head=head)
        # A foot, so that an arrow of no length still says that nothing came of the move.
        foot = add_scaled(start, view.forward, 0.08 * view.radius), add_scaled(start, view.forward, -0.08 * view.radius)
        batch.add(*foot, color, _width(attempted))
    return batch.build((view.scene.label, "moves"), view.version, hidden_alpha=0.7)


def label_moves(view: View) -> list[Label]:
    """Return the words beside the arrows."""
    labels = []
    for words, start, move, attempted in list_moves(view):
        length = format_length(norm(move)) if norm(move) > _NO_MOVE else "nothing"
        color = view.theme.attempted if attempted else view.theme.achieved
        # Asked above, achieved below: the two arrows nearly touch, their words must not.
        lift = 0.35 * view.radius if attempted else -0.35 * view.radius - max(-_height(move, view), 0.0)
        labels.append(Label(add_scaled(start, view.up, lift), f"{words} {length}", color))
    return labels


def list_moves(view: View) -> list[tuple[str, Vec3, Vec3, bool]]:
    """Return the arrows on screen: words, where it begins, the displacement, and whether it is the attempted one."""
    trace, frame = view.trace, view.cursor.frame
    begin = as_vec3(trace.start_center(frame))
    aside = add_scaled(begin, view.lateral, _ASIDE * view.radius + view.offset)
    asked = as_vec3(trace.frames[frame]["move"])
    achieved = subtract(as_vec3(trace.frames[frame]["center"]), begin)
    moves = []
    if view.options.attempted and is_known(asked):
        moves.append(("asked", aside, asked, True))
    if view.options.achieved and is_known(achieved):
        moves.append(("achieved", add_scaled(aside, view.lateral, _APART * view.radius), achieved, False))
    return moves


def _width(attempted: bool) -> float:
    return _ATTEMPTED_WIDTH_PX if attempted else _ACHIEVED_WIDTH_PX


def _height(move: Vec3, view: View) -> float:
    return sum(m * u for m, u in zip(move, view.up, strict=True))

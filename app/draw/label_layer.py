"""Words left and right of the capsule, each tied to its pass by a thin line.

No two of a side share a height, so they stay apart from wherever the frame is looked at. A label's position is the
middle of its words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.draw.drawlist import Label, Lines
from app.draw.line_batch import LineBatch
from app.draw.move_layer import label_moves
from app.draw.palette import PASS_COLORS, fade, mix
from app.explain.iterations import explain_iteration
from app.explain.passes import label_pass
from app.explain.words import format_number
from app.measure import Vec3, add_scaled, as_vec3, attempt_end, dot, is_known
from app.playback import Depth, iteration_index, pass_index
from engine.trace import Exit, PassKind, SlopeRule

if TYPE_CHECKING:
    from app.draw.drawlist import Color
    from app.draw.shown import ShownPass
    from app.draw.view import View

_ASIDE = 3.1
"""How far beside the capsule's axis words stand, by its radius: half a line of words from its skin."""
_SPACING = 0.36
"""Least difference of height between words, by the radius: a line of text with the capsule filling the picture."""
_UNDONE_OPACITY = 0.75
"""Words of what was undone are weaker, but must stay legible."""
_LEADER_OPACITY = 0.45
_LEADER_WIDTH_PX = 1.0
_LEADER_ENDS = 0.55
"""The part of the way to the words that a leader covers; the rest is theirs."""
_TOWARDS_TEXT = 0.3
"""How much of the text's colour is mixed into a pass's: letters are thinner than lines."""

Tied = tuple[Label, Vec3 | None]
"""A label and what it speaks about, if a line is to lead there."""


def draw_labels(view: View, shown: list[ShownPass], marks: list[Label]) -> list[Tied]:
    """Return the words of the frame: all its passes when it is looked at whole, else what the cursor names.

    `marks` are words of other layers that stand on the right among those of the passes.
    """
    if view.cursor.depth >= Depth.PASS:
        return _label_current(view)
    passes = [*_label_passes(view, shown), *((label, None) for label in marks)]
    left = [tied for tied in passes if _is_left(view, tied)]
    right = [tied for tied in passes if not _is_left(view, tied)]
    moves: list[Tied] = [(label, None) for label in label_moves(view)] if view.cursor.depth == Depth.FRAME else []
    return [*_spread(view, left), *_spread(view, right), *moves]


def _is_left(view: View, tied: Tied) -> bool:
    label, target = tied
    return target is not None and dot(label.position, view.beside) < dot(target, view.beside)


def _label_passes(view: View, shown: list[ShownPass]) -> list[Tied]:
    """Return the words of every pass on screen that had something to do, and the verdict of each attempt."""
    has_experiment = any(item.experiment for item in shown)
    labels: list[Tied] = []
    for item in shown:
        if view.trace.passes[item.index]["exit"] == Exit.ZERO:
            continue
        text = label_pass(view.trace, item.index)
        color = _word_color(view, item)
        target = _middle(view, item.index)
        anchor = add_scaled(target, view.beside, _side(item, has_experiment) * _ASIDE * view.radius)
        labels.append((Label(anchor, f"experiment: {text}" if item.experiment else text, color), target))
    return labels + _label_verdicts(view, shown)


def _word_color(view: View, item: ShownPass) -> Color:
    color = mix(PASS_COLORS[item.kind], view.theme.text, _TOWARDS_TEXT)
    return fade(color, _UNDONE_OPACITY if item.undone else 1.0)


def _side(item: ShownPass, has_experiment: bool) -> float:
    """Return on which side words stand: -1 left, +1 right. The experiment's right, what it replaced left."""
    if has_experiment:
        return 1.0 if item.experiment else -1.0
    return -1.0 if item.kind in (PassKind.UP, PassKind.SIDE) else 1.0


def _label_verdicts(view: View, shown: list[ShownPass]) -> list[Tied]:
    """Say of an attempt on screen that it was too steep, below its passes."""
    labels: list[Tied] = []
    attempts = {int(view.trace.passes[item.index]["attempt"]): item.experiment for item in shown}
    last = view.trace.attempts_of(view.cursor.frame)[-1] if attempts else -1
    for attempt, experiment in attempts.items():
        record = view.trace.attempts[attempt]
        if record["slope_rule"] == SlopeRule.NONE:
            continue
        steepness = dot(as_vec3(record["slope_normal"]), view.up)
        end = attempt_end(view.trace, attempt)
        target = add_scaled(end if is_known(end) else as_vec3(record["start"]), view.up, -view.half_height)
        side = 1.0 if experiment else -1.0
        anchor = add_scaled(target, view.beside, side * _ASIDE * view.radius)
        what = "too steep, so undone" if attempt != last else "too steep"
        labels.append((Label(anchor, f"{what} (n·up {format_number(steepness)})", view.theme.experiment), target))
    return labels


def _label_current(view: View) -> list[Tied]:
    """Return the words of the pass or iteration that the cursor names, above the capsule."""
    index = pass_index(view.trace, view.cursor)
    if index is None:
        return []
    color = mix(PASS_COLORS[PassKind(int(view.trace.passes[index]["kind"]))], view.theme.text, _TOWARDS_TEXT)
    iteration = iteration_index(view.trace, view.cursor)
    if iteration is None:
        text = label_pass(view.trace, index)
    else:
        told = explain_iteration(view.trace, iteration)
        text = f"{told.title}: {told.short}"
    top = view.half_height + 1.3 * view.radius + view.offset
    return [(Label(add_scaled(_middle(view, index), view.up, top), text, color), None)]


def _middle(view: View, index: int) -> Vec3:
    """Return the point half way along a pass."""
    record = view.trace.passes[index]
    start, end = as_vec3(record["start"]), as_vec3(record["end"])
    middle = add_scaled(add_scaled((0.0, 0.0, 0.0), start, 0.5), end, 0.5)
    return middle if is_known(middle) else as_vec3(view.trace.start_center(view.cursor.frame))


def draw_leaders(view: View, labels: list[Tied]) -> list[Lines]:
    """Return the thin lines from the words to what they speak about."""
    batch = LineBatch()
    for label, target in labels:
        if target is not None:
            way = tuple(b - a for a, b in zip(target, label.position, strict=True))
            near = add_scaled(target, as_vec3(way), _LEADER_ENDS)
            batch.add(target, near, fade(label.color, _LEADER_OPACITY), _LEADER_WIDTH_PX)
    return batch.build((view.scene.label, "leaders"), (view.version, view.beside), hidden_alpha=0.8)


def _spread(view: View, labels: list[Tied]) -> list[Tied]:
    spread = spread_labels([label for label, _ in labels], view.up, _SPACING * view.radius)
    return [(label, target) for label, (_, target) in zip(spread, labels, strict=True)]


def spread_labels(labels: list[Label], up: Vec3, spacing: float) -> list[Label]:
    """Move labels along up until each is at least `spacing` metres higher than the next lower one.

    They move evenly up and down, so that the group stays where it was.
    """
    if len(labels) < 2:
        return labels
    order = sorted(range(len(labels)), key=lambda i: dot(labels[i].position, up))
    wanted = [dot(labels[i].position, up) for i in order]
    placed = [wanted[0]]
    for height in wanted[1:]:
        placed.append(max(height, placed[-1] + spacing))
    excess = sum(p - w for p, w in zip(placed, wanted, strict=True)) / len(wanted)
    moved = list(labels)
    for i, new, old in zip(order, placed, wanted, strict=True):
        moved[i] = replace(labels[i], position=add_scaled(labels[i].position, up, new - old - excess))
    return moved

"""Words beside the passes. No two share a height, so they stay apart from whatever side the frame is looked at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.draw.drawlist import Label
from app.draw.move_layer import label_moves
from app.draw.palette import PASS_COLORS, fade
from app.explain.iterations import explain_iteration
from app.explain.passes import label_pass
from app.measure import Vec3, add_scaled, as_vec3, attempt_end, dot, is_known
from app.playback import Depth, iteration_index, pass_index
from engine.trace import Exit, PassKind, SlopeRule

if TYPE_CHECKING:
    from app.draw.shown import ShownPass
    from app.draw.view import View

_ASIDE = 1.5
"""How far from the pass its words stand, by the capsule's radius."""
_SPACING = 0.30
"""Least difference of height between words, by the radius: a line of text with the capsule filling the picture."""
_UNDONE_OPACITY = 0.75
"""Words of what was undone are weaker, but must stay legible."""


def draw_labels(view: View, shown: list[ShownPass]) -> list[Label]:
    """Return the words of the frame: all its passes when it is looked at whole, else what the cursor names."""
    if view.cursor.depth <= Depth.ATTEMPT:
        labels = _label_all(view, shown)
        labels += label_moves(view) if view.cursor.depth == Depth.FRAME else []
    else:
        labels = _label_current(view)
    return spread_labels(labels, view.up, _SPACING * view.radius)


def _label_all(view: View, shown: list[ShownPass]) -> list[Label]:
    trace = view.trace
    has_experiment = any(item.experiment for item in shown)
    labels = []
    for item in shown:
        if trace.passes[item.index]["exit"] == Exit.ZERO:
            continue
        text = label_pass(trace, item.index)
        side = _side(item, has_experiment)
        color = fade(PASS_COLORS[item.kind], _UNDONE_OPACITY if item.undone else 1.0)
        anchor = add_scaled(_middle(view, item.index), view.forward, side * _ASIDE * view.radius)
        labels.append(Label(anchor, f"experiment: {text}" if item.experiment else text, color))
    return labels + _label_verdicts(view, shown)


def _side(item: ShownPass, has_experiment: bool) -> float:
    """Return on which side words stand: +1 ahead, -1 behind. The experiment's ahead, what it replaced behind."""
    if has_experiment:
        return 1.0 if item.experiment else -1.0
    return -1.0 if item.kind in (PassKind.UP, PassKind.SIDE) else 1.0


def _label_verdicts(view: View, shown: list[ShownPass]) -> list[Label]:
    """Say of an attempt on screen that it was too steep, where it had got to."""
    labels = []
    for attempt in dict.fromkeys(int(view.trace.passes[item.index]["attempt"]) for item in shown):
        record = view.trace.attempts[attempt]
        if record["slope_rule"] == SlopeRule.NONE:
            continue
        steepness = dot(as_vec3(record["slope_normal"]), view.up)
        anchor = add_scaled(attempt_end(view.trace, attempt), view.forward, -_ASIDE * view.radius)
        anchor = add_scaled(anchor, view.up, view.half_height + view.radius)
        what = "undone: too steep" if attempt != view.trace.attempts_of(view.cursor.frame)[-1] else "too steep"
        labels.append(Label(anchor, f"{what} (n·up {steepness:.3f})", view.theme.experiment))
    return labels


def _label_current(view: View) -> list[Label]:
    """Return the words of the pass or iteration that the cursor names."""
    index = pass_index(view.trace, view.cursor)
    if index is None:
        return []
    color = PASS_COLORS[PassKind(int(view.trace.passes[index]["kind"]))]
    iteration = iteration_index(view.trace, view.cursor)
    if iteration is None:
        text = label_pass(view.trace, index)
    else:
        told = explain_iteration(view.trace, iteration)
        text = f"{told.title}: {told.short}"
    anchor = add_scaled(_middle(view, index), view.up, view.half_height + 1.3 * view.radius)
    return [Label(anchor, text, color)]


def _middle(view: View, index: int) -> Vec3:
    """Return the point half way along a pass."""
    record = view.trace.passes[index]
    start, end = as_vec3(record["start"]), as_vec3(record["end"])
    middle = add_scaled(add_scaled((0.0, 0.0, 0.0), start, 0.5), end, 0.5)
    return middle if is_known(middle) else as_vec3(view.trace.start_center(view.cursor.frame))


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

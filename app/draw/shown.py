"""Which passes and sweeps of the frame are on screen, and how strongly: the one place that decides it.

Time stands at the cursor: what ran before it is shown, what it names is emphasised, what comes later is not there yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.draw.drawlist import PickKind
from app.draw.palette import PASS_COLORS, fade
from app.measure import Sweep, measure_sweep
from app.playback import Depth, attempt_index, iteration_index, pass_index
from engine.trace import AttemptKind, PassKind

if TYPE_CHECKING:
    from app.draw.drawlist import Color
    from app.draw.view import View

UNDONE = 0.40
"""Opacity of an attempt that a later one replaced."""


@dataclass(frozen=True)
class ShownSweep:
    """A sweep on screen; `emphasised` if the cursor or the selection names it."""

    sweep: Sweep
    emphasised: bool


@dataclass(frozen=True)
class ShownPass:
    """A pass on screen."""

    index: int
    kind: PassKind
    experiment: bool
    undone: bool
    """A later attempt replaced the one that this pass belongs to."""
    restored: bool
    emphasised: bool
    sweeps: tuple[ShownSweep, ...]

    @property
    def color(self) -> Color:
        """The pass's colour, weaker where it was undone."""
        return fade(PASS_COLORS[self.kind], UNDONE if self.undone else 1.0)


def list_shown_passes(view: View) -> list[ShownPass]:
    """Return the passes of the cursor's frame that are on screen, in the order that they ran."""
    trace, cursor = view.trace, view.cursor
    attempts = list(trace.attempts_of(cursor.frame))
    current = attempt_index(trace, cursor)
    if current is not None:
        attempts = [a for a in attempts if a <= current]
    if not view.options.experiment:
        attempts = [a for a in attempts if trace.attempts[a]["kind"] != AttemptKind.WALK_EXPERIMENT]
    last_pass = pass_index(trace, cursor)
    shown = []
    for attempt in attempts:
        for index in trace.passes_of(attempt):
            kind = PassKind(int(trace.passes[index]["kind"]))
            if view.options.shows_pass(kind) and (last_pass is None or index <= last_pass):
                shown.append(_show_pass(view, index, kind, undone=attempt != attempts[-1]))
    return shown


def _show_pass(view: View, index: int, kind: PassKind, *, undone: bool) -> ShownPass:
    trace, cursor = view.trace, view.cursor
    record = trace.passes[index]
    named = pass_index(trace, cursor) == index
    current = iteration_index(trace, cursor)
    selected = view.pick.index if view.pick.kind in (PickKind.ITERATION, PickKind.HIT) else None
    sweeps = tuple(
        ShownSweep(measure_sweep(trace, i), i in (current, selected) or (named and cursor.depth == Depth.PASS))
        for i in trace.iterations_of(index)
        if not named or current is None or i <= current
    )
    return ShownPass(
        index=index,
        kind=kind,
        experiment=trace.attempts[record["attempt"]]["kind"] == AttemptKind.WALK_EXPERIMENT,
        undone=undone,
        restored=bool(record["restored"]),
        emphasised=named,
        sweeps=sweeps,
    )

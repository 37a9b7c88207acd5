"""What a person has changed: the plan of the run that is wanted now, and the way back and forth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import InputError

if TYPE_CHECKING:
    from engine.scenario import Scenario
    from engine.trace import Trace

MOST_STEPS = 500
"""Steps that can be undone: more than anybody remembers, and each holds little."""


@dataclass(frozen=True, eq=False)
class Plan:
    """What a run is made from: a scenario, and the run whose first frames it shares, if it was forked."""

    scenario: Scenario
    base: Trace | None = None
    frame: int = 0
    """The first frame that is not `base`'s."""


@dataclass(frozen=True, eq=False)
class Step:
    """A plan that was left, and what was done to it."""

    plan: Plan
    words: str
    """What was changed, as a menu tells it: `step_offset 0.3`."""
    gesture: str = ""
    """Edits of one gesture, such as one drag of a slider, are undone together; empty: alone."""


@dataclass(frozen=True, eq=False)
class Editing:
    """The plan that is wanted, whose run may still be on its way, and the steps around it."""

    plan: Plan | None = None
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()
    saved: Plan | None = None
    """What the file holds."""

    @property
    def is_changed(self) -> bool:
        """Whether there is something that the file does not hold."""
        return self.plan is not None and self.plan is not self.saved

    def change(self, plan: Plan, words: str, gesture: str = "") -> Editing:
        """Return the state after an edit."""
        if self.plan is None:
            raise InputError("nothing is open that could be edited")
        past = self.past
        if not (gesture and past and past[-1].gesture == gesture and not self.future):
            past = (*past, Step(self.plan, words, gesture))[-MOST_STEPS:]
        else:
            past = (*past[:-1], replace(past[-1], words=words))
        return replace(self, plan=plan, past=past, future=())

    def undo(self) -> Editing:
        """Go back a step. Raises InputError if there is none."""
        if not self.past or self.plan is None:
            raise InputError("nothing to undo")
        step = self.past[-1]
        future = (replace(step, plan=self.plan), *self.future)
        return replace(self, plan=step.plan, past=self.past[:-1], future=future)

    def call_off(self, plan: Plan) -> Editing:
        """Want a plan again whose run is shown; the step that led away from it is forgotten."""
        past = self.past[:-1] if self.past and self.past[-1].plan is plan else self.past
        return replace(self, plan=plan, past=past)

    def redo(self) -> Editing:
        """Do again what was undone. Raises InputError if there is nothing."""
        if not self.future or self.plan is None:
            raise InputError("nothing to do again")
        step = self.future[0]
        past = (*self.past, replace(step, plan=self.plan))
        return replace(self, plan=step.plan, past=past, future=self.future[1:])


def begin_editing(scenario: Scenario | None) -> Editing:
    """Return the state in which nothing has been changed yet."""
    plan = None if scenario is None else Plan(scenario)
    return Editing(plan, saved=plan)

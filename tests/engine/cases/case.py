"""What a case from another engine's suite is: a world, a figure, what they expect, and what each of ours gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from engine.scenario import Controller, Scenario
from engine.simulate import simulate
from engine.trace import Flags, Trace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.transforms import FloatArray


class Reason(StrEnum):
    """Why a controller differs by design; docs/cases.md has a paragraph for each."""

    NO_STEP_UP = "no step up"
    SWALLOWED_FALL = "swallowed fall"
    NO_RIDING = "no riding"
    PUSH_OFF = "push-off"
    ZERO_MOVE = "zero move"
    LEADING_SPHERE = "leading sphere"


@dataclass(frozen=True, eq=False)
class Run:
    """What a figure is taken from: of our own controllers or, without a trace, of real PhysX."""

    scenario: Scenario
    centers: FloatArray
    """(frames, 3), metres: where each frame ended."""
    is_grounded: NDArray[np.bool_]
    """Per frame: whether it ended with ground below."""
    trace: Trace | None = None

    @property
    def feet(self) -> FloatArray:
        """The lowest point of the capsule after each frame, (frames, 3)."""
        capsule = self.scenario.capsule
        feet: FloatArray = self.centers - (capsule.radius + 0.5 * capsule.height) * np.array(capsule.up)
        return feet


def run_ours(scenario: Scenario, *, record: bool) -> Run:
    """Simulate a scenario."""
    trace = simulate(scenario, record=record)
    grounded = (trace.frames["flags"] & Flags.DOWN) != 0
    return Run(scenario, trace.centers, grounded, trace if record else None)


@dataclass(frozen=True)
class Runs:
    """A figure of simulated scenarios; of several, the largest."""

    make: Callable[[Controller], Sequence[Scenario]]
    figure: Callable[[Run], float]
    needs_trace: bool = False
    """Whether the figure asks for more than centres and ground: PhysX does not tell it."""

    def __call__(self, controller: Controller) -> float:
        """Return the figure of one of our controllers."""
        return self.take(run_ours(each, record=self.needs_trace) for each in self.make(controller))

    def take(self, runs: Iterable[Run]) -> float:
        """Return the figure of some runs."""
        return max(self.figure(run) for run in runs)


@dataclass(frozen=True)
class Allowed:
    """The range that the other engine's suite leaves to a figure, both ends included."""

    low: float
    high: float = math.inf

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Answer:
    """What one of our controllers gives."""

    figure: float
    """In the case's unit, to the case's digits; inf: never."""
    reason: Reason | None = None
    """None: it agrees with the other engine."""


@dataclass(frozen=True)
class Case:
    """One row of the table."""

    id: str
    source: str
    """The engine whose suite it is from."""
    what: str
    """Setup and figure, in a sentence."""
    theirs: str
    """What they expect, in words."""
    allowed: Callable[[Controller], Allowed]
    measure: Runs | Callable[[Controller], float]
    cct: Answer
    slide: Answer
    unit: str = "m"
    """Of the figure; "yes" for a question that 1 answers with yes."""
    digits: int = 4
    """Decimals of the figure that are held to."""
    physx: float | None = None
    """The figure of real PhysX 5.6.1 on the scenarios of `cct`; None: it cannot be asked."""

    def answer_of(self, controller: Controller) -> Answer:
        """Return the answer of a controller."""
        return self.cct if controller is Controller.CCT else self.slide

    @property
    def tolerance(self) -> float:
        """How far a measured figure may lie from the one that is stated."""
        return float(10.0**-self.digits)

    def say(self, figure: float) -> str:
        """Return a figure as the table shows it."""
        if self.unit == "yes":
            return "yes" if figure == 1.0 else "no"
        if math.isinf(figure):
            return "never"
        # A tiny negative figure is no minus nought.
        text = f"{round(figure, self.digits) + 0.0:.{self.digits}f}"
        return f"{text} {self.unit}".strip()


def within(low: float, high: float = math.inf) -> Callable[[Controller], Allowed]:
    """Return the same range for both controllers."""
    allowed = Allowed(low, high)
    return lambda controller: allowed


YES = within(1.0, 1.0)
NO = within(0.0, 0.0)

"""Running microtests, and scenarios with criteria of their own: scenario to trace, trace to verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.microtests.catalogue import find_microtest
from engine.microtests.verdicts import CriterionResult, Verdict, evaluate, find_moment, worst_of
from engine.scenario import Controller
from engine.simulate import simulate

if TYPE_CHECKING:
    from engine.criteria import Event
    from engine.microtests.microtest import Microtest
    from engine.scenario import Scenario
    from engine.trace import Trace


@dataclass(frozen=True, eq=False)
class RunResult:
    """What one run came to."""

    scenario: Scenario
    variant: str
    """Which of a microtest's scenarios it is; empty if there is only one."""
    trace: Trace
    criteria: tuple[CriterionResult, ...]
    key_frame: int
    """The frame to look at first: the microtest's moment, or else where the first failure is, or the first figure."""

    @property
    def verdict(self) -> Verdict:
        """The worst of the criteria's."""
        return worst_of(result.verdict for result in self.criteria)


@dataclass(frozen=True, eq=False)
class MicrotestResult:
    """What a microtest came to for one controller."""

    microtest: Microtest
    controller: Controller
    runs: tuple[RunResult, ...]
    """One for each variant, in order."""

    @property
    def verdict(self) -> Verdict:
        """The worst of the runs'."""
        return worst_of(run.verdict for run in self.runs)

    @property
    def shown(self) -> RunResult:
        """The run to show first: the first of those with the worst verdict."""
        return next(run for run in self.runs if run.verdict is self.verdict)


def run_microtest(name: str, controller: Controller | str) -> MicrotestResult:
    """Run all variants of a microtest for a controller and judge them. InputError if there is no such one."""
    test, controller = find_microtest(name), Controller(controller)
    runs = (judge(case.scenario, simulate(case.scenario), test.key, case.variant) for case in test.cases_of(controller))
    return MicrotestResult(test, controller, tuple(runs))


def judge(scenario: Scenario, trace: Trace, key: Event | None = None, variant: str = "") -> RunResult:
    """Judge a trace, ours or another engine's, by the criteria of a scenario; `key` is the moment to look at."""
    results = evaluate(trace, scenario.criteria)
    moment = None if key is None else find_moment(trace, key)
    if moment is None:
        # It does not happen in this run (a walkable ramp is no wall): show what is wrong, or what was measured first.
        by_need = sorted(results, key=lambda result: result.verdict is not Verdict.FAIL)
        moment = next((result.frame for result in by_need if result.frame >= 0), len(trace) - 1)
    return RunResult(scenario, variant, trace, results, moment)

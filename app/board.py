"""The verdicts of all microtests for both controllers, run in the background and again whenever a knob is turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Event
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.microtests import Case, MicrotestResult, RunResult, judge, list_microtests
from engine.scenario import Controller
from engine.settings import knobs_of
from engine.simulate import simulate

if TYPE_CHECKING:
    from engine.scenario import Scenario

Key = tuple[str, Controller]
"""A microtest's id, and which controller ran it."""


@dataclass(frozen=True)
class Overrides:
    """What a person has changed in the knobs of one controller: the same is tried on every microtest of it."""

    controller: Controller | None = None
    settings: tuple[tuple[str, Any], ...] = ()
    rules: str = ""
    """Another preset; empty: as each scenario has it."""
    rule_changes: tuple[tuple[str, str], ...] = ()

    def apply(self, scenario: Scenario) -> Scenario:
        """Return a scenario with what has been changed, if it is of that controller."""
        if scenario.controller is not self.controller or self == Overrides(self.controller):
            return scenario
        settings = replace(scenario.settings, **dict(self.settings))
        changes = dict(scenario.rule_changes) | dict(self.rule_changes)
        if self.rules:
            changes = dict(self.rule_changes)
        return replace(
            scenario, settings=settings, rules=self.rules or scenario.rules, rule_changes=tuple(changes.items())
        )


def list_overrides(saved: Scenario, wanted: Scenario) -> Overrides:
    """Return what the knobs of a scenario say otherwise than its file does; nothing if the controller is another."""
    if saved.controller is not wanted.controller:
        return Overrides()
    settings = tuple(
        (name, getattr(wanted.settings, name))
        for name, _ in knobs_of(wanted.settings)
        if getattr(wanted.settings, name) != getattr(saved.settings, name)
    )
    rules = wanted.rules if wanted.rules != saved.rules else ""
    changes = wanted.rule_changes if rules else tuple(set(wanted.rule_changes) - set(saved.rule_changes))
    return Overrides(wanted.controller, settings, rules, tuple(sorted(changes)))


@dataclass(frozen=True, eq=False)
class Board:
    """What is known of the microtests: the results so far, and what they were run with."""

    results: Mapping[Key, MicrotestResult] = field(default_factory=lambda: MappingProxyType({}))
    stale: frozenset[Key] = frozenset()
    """Those whose result is of earlier knobs."""

    def with_result(self, result: MicrotestResult) -> Board:
        """Return the board with one more result."""
        key = (result.microtest.id, result.controller)
        return Board(MappingProxyType({**self.results, key: result}), self.stale - {key})

    def all_stale(self) -> Board:
        """Return the board on which everything is to be run again."""
        return Board(self.results, frozenset(list_keys()))


def list_keys() -> tuple[Key, ...]:
    """Return all twenty, by id, `cct` first."""
    return tuple((test.id, controller) for test in list_microtests() for controller in Controller)


def run_case(case: Case, overrides: Overrides) -> RunResult:
    """Simulate and judge one scenario of a microtest."""
    scenario = overrides.apply(case.scenario)
    key = next(test.key for test in list_microtests() if test.id == case.id)
    return judge(scenario, simulate(scenario), key, case.variant)


def run_all(keys: tuple[Key, ...], overrides: Overrides, cancelled: Event) -> Iterator[MicrotestResult]:
    """Run microtests one after the other, until called off."""
    tests = {test.id: test for test in list_microtests()}
    for name, controller in keys:
        runs = []
        for case in tests[name].cases_of(controller):
            if cancelled.is_set():
                return
            runs.append(run_case(case, overrides))
        yield MicrotestResult(tests[name], controller, tuple(runs))


class BoardRunner:
    """One worker that runs the microtests; the latest wish counts. Ask it from one thread only."""

    def __init__(self) -> None:
        self._worker: ThreadPoolExecutor | None = None
        self._cancelled = Event()
        self._future: Future[None] | None = None
        self._finished: SimpleQueue[tuple[Event, MicrotestResult]] = SimpleQueue()

    @property
    def is_busy(self) -> bool:
        """Whether results are still to come."""
        return self._future is not None

    def ask(self, keys: tuple[Key, ...], overrides: Overrides) -> None:
        """Run microtests with some knobs changed; what was wished for before is called off."""
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="board")
        self._cancelled.set()
        self._cancelled = Event()
        self._future = self._worker.submit(self._run, keys, overrides, self._cancelled)

    def _run(self, keys: tuple[Key, ...], overrides: Overrides, cancelled: Event) -> None:
        for result in run_all(keys, overrides, cancelled):
            self._finished.put((cancelled, result))

    def collect(self) -> list[MicrotestResult]:
        """Return what has been finished since the last time; results of earlier wishes are dropped. Raises."""
        future = self._future
        is_done = future is not None and future.done()
        results = []
        while not self._finished.empty():
            wish, result = self._finished.get()
            if wish is self._cancelled:
                results.append(result)
        if is_done and future is not None:
            self._future = None
            future.result()
        return results

    def wait(self) -> None:
        """Wait for the rest. For tests and pictures."""
        if self._future is not None:
            self._future.exception()

    def close(self) -> None:
        """Let the worker go."""
        self._cancelled.set()
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)

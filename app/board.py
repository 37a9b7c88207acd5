"""The verdicts of all microtests for both controllers, run in the background and again whenever a knob is turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Event, Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.microtests import MicrotestResult, find_microtest, judge, list_microtests
from engine.scenario import Controller
from engine.settings import knobs_of
from engine.simulate import simulate

if TYPE_CHECKING:
    from engine.scenario import Scenario

Key = tuple[str, Controller]
"""A microtest's id, and which controller ran it."""
LONGEST_HOLD_S = 0.05
"""The worker goes on after this though nobody has let it: a frame that takes longer waits for something."""


@dataclass(frozen=True)
class Overrides:
    """What a person has changed in the knobs of one controller: the same is tried on every microtest of it."""

    controller: Controller | None = None
    settings: tuple[tuple[str, Any], ...] = ()
    rules: str = ""
    """Another preset; empty: as each scenario has it."""
    rule_changes: tuple[tuple[str, str], ...] = ()

    def part_of(self, controller: Controller) -> Overrides:
        """Return what of it concerns a controller: nothing, if it is the other's."""
        is_changed = self.controller is controller and self != Overrides(controller)
        return self if is_changed else Overrides()

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

    def with_result(self, result: MicrotestResult, *, is_latest: bool = True) -> Board:
        """Return the board with one more result; if the knobs have been turned since, it stays stale."""
        key = (result.microtest.id, result.controller)
        return Board(MappingProxyType({**self.results, key: result}), self.stale - {key} if is_latest else self.stale)

    def with_stale(self, keys: frozenset[Key]) -> Board:
        """Return the board on which some more are to be run again."""
        return Board(self.results, self.stale | keys)


def list_keys() -> tuple[Key, ...]:
    """Return all twenty, by id, `cct` first."""
    return tuple((test.id, controller) for test in list_microtests() for controller in Controller)


def run_one(key: Key, overrides: Overrides, pause: Callable[[], None] = lambda: None) -> MicrotestResult:
    """Simulate and judge all scenarios of a microtest for a controller; `pause` is called before each."""
    name, controller = key
    test = find_microtest(name)
    runs = []
    for case in test.cases_of(controller):
        pause()
        scenario = overrides.apply(case.scenario)
        runs.append(judge(scenario, simulate(scenario), test.key, case.variant))
    return MicrotestResult(test, controller, tuple(runs))


class BoardRunner:
    """One worker that runs the microtests, those first whose turn is longest ago. Ask it from one thread only.

    A knob that turns at every frame must not call off what runs: no badge would ever change before the knob rests. So
    what has begun is finished and shown, and what has not begun is run with the latest knobs.
    """

    def __init__(self) -> None:
        self._worker: ThreadPoolExecutor | None = None
        self._future: Future[None] | None = None
        self._lock = Lock()
        self._waiting: dict[Key, Overrides] = {}
        """In the order of their turns: a wish that replaces one keeps its place. Shared with the worker."""
        self._wanted: dict[Key, Overrides] = {}
        """The latest wish for each."""
        self._finished: SimpleQueue[tuple[Key, Overrides, MicrotestResult]] = SimpleQueue()
        self._may_run = Event()
        self._may_run.set()

    @property
    def is_busy(self) -> bool:
        """Whether results are still to come."""
        return self._future is not None

    def ask(self, overrides: Overrides, *, anew: bool = False) -> frozenset[Key]:
        """Run what some changed knobs concern, or everything `anew`; returns which microtests that is."""
        wishes = {key: overrides.part_of(key[1]) for key in list_keys()}
        wishes = {key: wish for key, wish in wishes.items() if anew or self._wanted.get(key) != wish}
        self._wanted |= wishes
        with self._lock:
            was_idle = not self._waiting
            self._waiting |= wishes
        if wishes and (was_idle or self._future is None):
            # The worker may just be leaving: then this one follows it, else it finds nothing left to do.
            if self._worker is None:
                self._worker = ThreadPoolExecutor(1, thread_name_prefix="board")
            self._future = self._worker.submit(self._run)
        return frozenset(wishes)

    def _run(self) -> None:
        while True:
            with self._lock:
                key = next(iter(self._waiting), None)
                if key is None:
                    return
                overrides = self._waiting.pop(key)
            self._finished.put((key, overrides, run_one(key, overrides, self._pause)))

    def _pause(self) -> None:
        self._may_run.wait(LONGEST_HOLD_S)

    def hold(self) -> None:
        """Begin nothing while a frame of the window is made: two threads that run Python slow each other down."""
        if self.is_busy:
            self._may_run.clear()

    def let_go(self) -> None:
        """Go on: the frame is made."""
        self._may_run.set()

    def collect(self) -> list[tuple[MicrotestResult, bool]]:
        """Return what has been finished since the last time, and whether it is of the latest knobs. Raises."""
        future = self._future
        is_done = future is not None and future.done()
        results = []
        while not self._finished.empty():
            key, overrides, result = self._finished.get()
            results.append((result, self._wanted.get(key) == overrides))
        if is_done and future is not None:
            self._future = None
            if future.exception() is not None:
                self._forget()
            future.result()
        return results

    def _forget(self) -> None:
        with self._lock:
            self._waiting.clear()
        self._wanted.clear()

    def wait(self) -> None:
        """Wait for the rest. For tests and pictures."""
        self.let_go()
        if self._future is not None:
            self._future.exception()

    def close(self) -> None:
        """Let the worker go."""
        self._forget()
        self.let_go()
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)

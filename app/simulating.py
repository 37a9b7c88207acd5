"""Runs that edits ask for, made in the background: the latest wish counts, late results never overwrite newer ones."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.documents import SIMULATING, CalledOffError, Progress, add_changes, add_findings, make_document, warm_up
from app.runs import OtherRun, add_other, compare_again, free_slot, make_other
from engine.files.opening import spawn_trace
from engine.trace import SPAWN_ONLY

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.editing import Plan
    from app.state import Document
    from engine.trace import Trace

PATIENCE_S = 0.25
"""A run that has taken longer than this is called off when another is wanted; a shorter one is shown on the way."""


@dataclass(frozen=True, eq=False)
class Wish:
    """A run to be made, and what it takes the place of."""

    plan: Plan
    document: Document
    """What is shown now: its level and the runs beside it are taken over."""
    before: Trace
    """The run before the edit: it stays as a ghost."""
    before_name: str
    name: str


@dataclass(frozen=True)
class _Job:
    wish: Wish
    future: Future[Document]
    progress: Progress
    began: float


class Simulator:
    """One worker. Ask it from one thread only."""

    def __init__(self) -> None:
        self._worker: ThreadPoolExecutor | None = None
        self._job: _Job | None = None
        self._next: Wish | None = None
        self._made: tuple[Plan, Trace] | None = None

    def find_plan(self, trace: Trace) -> Plan | None:
        """Return the plan of a run, if it is the latest that was made here."""
        return self._made[0] if self._made is not None and self._made[1] is trace else None

    @property
    def is_busy(self) -> bool:
        """Whether a run is being made."""
        return self._job is not None

    @property
    def words(self) -> str:
        """What it is doing, if that takes long enough to be told."""
        if self._job is None or time.monotonic() - self._job.began < PATIENCE_S:
            return ""
        return self._job.progress.words

    def ask(self, wish: Wish) -> None:
        """Wish for a run; an earlier wish that has not begun is forgotten, one that takes long is called off."""
        if self._job is None:
            self._start(wish)
            return
        self._next = wish
        self._call_off_if_slow()

    def cancel(self) -> None:
        """Call off what is being made, and forget what was wished for."""
        self._next = None
        if self._job is not None:
            self._job.progress.cancelled.set()

    def collect(self) -> Document | None:
        """Return what has been finished since the last time, if anything. Raises what went wrong."""
        if self._job is None:
            return None
        if not self._job.future.done():
            self._call_off_if_slow()
            return None
        job, self._job = self._job, None
        wish, self._next = self._next, None
        if wish is not None:
            self._start(wish)
        try:
            made = job.future.result()
        except CalledOffError:
            return None
        if job.progress.cancelled.is_set():
            return None  # it was quicker than the one who called it off
        self._made = job.wish.plan, made.trace
        return made

    def when_made(self, go_on: Callable[[], None]) -> None:
        """Have something done as soon as no run is being made: at once, or later by the worker."""
        if self._job is None:
            go_on()
        else:
            self._job.future.add_done_callback(lambda _: go_on())

    def wait(self) -> None:
        """Wait until the run that is being made is finished. For tests and pictures."""
        if self._job is not None:
            self._job.future.exception()

    def close(self) -> None:
        """Let the worker finish what it cannot drop."""
        self.cancel()
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)

    def _start(self, wish: Wish) -> None:
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="simulator")
        progress = Progress()
        self._job = _Job(wish, self._worker.submit(make_run, wish, progress), progress, time.monotonic())

    def _call_off_if_slow(self) -> None:
        if self._job is not None and self._next is not None and time.monotonic() - self._job.began > PATIENCE_S:
            self._job.progress.cancelled.set()


def make_run(wish: Wish, progress: Progress) -> Document:
    """Make the document of a wish: its run, what the detectors find in it, and the runs beside it."""
    trace = run_plan(wish.plan, progress)
    old = wish.document
    fresh = replace(make_document(old.path, trace, previous=old.scene), microtest=old.microtest)
    others = compare_again((run for run in old.others if not run.is_before), trace)
    before = _make_before(wish, fresh)
    if before is not None:
        others = add_other(others, before)
    fresh = replace(fresh, others=others, compared=old.compared if before is None else before.slot)
    fresh = replace(fresh, health=old.health if _same_level(old, fresh) else fresh.health, run_name=wish.name)
    fresh = add_findings(fresh, progress)
    if progress.cancelled.is_set():
        raise CalledOffError
    return add_changes(fresh)


def _make_before(wish: Wish, fresh: Document) -> OtherRun | None:
    """Return the run before the edit as a ghost, unless there is no slot for it."""
    old, others = wish.document, wish.document.others
    slot = next((run.slot for run in others if run.is_before), free_slot(others))
    if slot is None or wish.before.producer == SPAWN_ONLY:
        return None
    known = [old.findings] if old.trace is wish.before else []
    known += [run.findings for run in old.others if run.trace is wish.before and run.findings is not None]
    findings = next(iter(known), None)
    return make_other(wish.before, fresh.scene, slot, wish.before_name, is_before=True, findings=findings)


def _same_level(old: Document, new: Document) -> bool:
    mine, other = old.trace.scenario, new.trace.scenario
    return mine is not None and other is not None and mine.level is other.level


def run_plan(plan: Plan, progress: Progress) -> Trace:
    """Simulate a plan, from its beginning or from where it leaves another run. Raises InputError, CalledOffError."""
    if plan.scenario.frame_count == 0:
        return spawn_trace(plan.scenario)  # a level to look at, and to drive in
    warm_up(progress)
    progress.words = SIMULATING
    from engine.live import fork_run
    from engine.simulate import simulate

    def go_on(done: int, total: int) -> bool:
        progress.words = f"{SIMULATING}, {100 * done // total} %"
        return not progress.cancelled.is_set()

    if plan.base is not None and plan.frame > 0:
        trace = fork_run(plan.base, plan.frame, plan.scenario, go_on)
    else:
        trace = simulate(plan.scenario, on_chunk=go_on)
    if progress.cancelled.is_set():
        raise CalledOffError
    return trace

"""From a file to what is shown: traces are read, scenarios are simulated, with the trace beside them as a ghost."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.draw.scene import prepare_scene
from app.draw.view import SceneCache
from app.explain.changes import VerdictChange, explain_changes
from app.explain.ghosts import list_changes, name_producer
from app.health import LevelHealth, has_meshes
from app.lanes import build_findings_lane, build_lanes
from app.runs import MOST_OTHERS, add_other, compare_again, find_run, free_slot, make_other
from app.state import Document, MicrotestName
from engine.detect.finding import Finding
from engine.errors import InputError
from engine.files.opening import open_file, spawn_trace
from engine.microtests import Case, Microtest, evaluate, find_microtest, find_moment
from engine.microtests.words import tell_criterion
from engine.scenario import Controller, Scenario
from engine.trace import SPAWN_ONLY, Trace

OURS = "Sweepscope"
"""How the producers of our own traces begin, whichever version wrote them."""
COMPILING, SIMULATING, DETECTING = "compiling kernels (first start)", "simulating", "looking for failures"
MOST_NAMED = 2
"""Differences that the name of a run tells; the Inspector lists them all."""
POLL_S = 0.1
"""Seconds between two looks at the compiler."""


@dataclass
class Progress:
    """What the background is doing just now, for whoever waits; and the way to call it off."""

    words: str = ""
    cancelled: threading.Event = field(default_factory=threading.Event)
    listener: Callable[[str], None] = field(default=lambda _words: None)
    """Told of each new stage."""

    def tell(self, words: str) -> None:
        """Say what comes now."""
        self.words = words
        self.listener(words)


class CalledOffError(Exception):
    """Nobody waits for the result any more."""


@dataclass(frozen=True)
class Run:
    """What a file holds or gives: a trace, another one to compare it with, and what a person should know."""

    trace: Trace
    ghost: Trace | None = None
    notes: tuple[str, ...] = ()
    beside: Path | None = None
    """The file of the trace that lies beside a scenario."""
    fault: str = ""
    """Why that file could not be read."""


def read_document(path: Path, progress: Progress | None = None, ghost: Path | None = None) -> Document:
    """Read a file, simulate what is a scenario, and make what is heavy from it. Raises InputError.

    `ghost` is a file to compare it with, instead of the trace that lies beside a scenario.
    """
    progress = progress or Progress()
    run = read_run(path, progress)
    lead = "no ghost" if ghost is None else f"{ghost.name} is the ghost, as the trace beside {path.name} is broken"
    notes = (f"{lead}: {run.fault}", *run.notes) if run.fault else run.notes
    if ghost is not None:
        other, told = read_ghost(ghost, progress)
        return add_ghost(add_findings(make_document(path, run.trace, (*notes, *told)), progress), ghost, other)
    document = add_findings(make_document(path, run.trace, notes), progress)
    return document if run.ghost is None or run.beside is None else add_ghost(document, run.beside, run.ghost)


def read_run(path: Path, progress: Progress) -> Run:
    """Read a trace, or simulate a scenario. Raises InputError.

    A trace that is broken does not keep the scenario that it lies beside from running.
    """
    opened = open_file(path)
    trace, fault = opened.trace, str(opened.fault or "")
    if len(trace) == 0:
        fault = f"{opened.beside or path}: frames: at least one frame is needed, got none"
        if trace.scenario is None or not opened.is_scenario:
            raise InputError(fault)
        trace = spawn_trace(trace.scenario)
    if trace.scenario is None or not opened.is_scenario:
        return Run(trace)
    return replace(run_scenario(trace.scenario, trace, progress), beside=opened.beside, fault=fault)


def run_scenario(scenario: Scenario, beside: Trace, progress: Progress) -> Run:
    """Simulate a scenario; `beside` is the trace that lay there, or its spawn."""
    if scenario.frame_count == 0:
        return Run(beside)  # a level to look at: nothing is missing
    warm_up(progress)
    progress.tell(SIMULATING)
    from engine.simulate import simulate

    def go_on(done: int, total: int) -> bool:
        progress.words = f"{SIMULATING}, {100 * done // total} %"
        return not progress.cancelled.is_set()

    trace = simulate(scenario, on_chunk=go_on)
    if progress.cancelled.is_set():
        raise CalledOffError
    is_other = beside.producer != SPAWN_ONLY and not is_ours(beside)
    return Run(trace, beside if is_other else None)


def is_ours(trace: Trace) -> bool:
    """Tell whether a Sweepscope of any version made a trace."""
    return trace.producer == OURS or trace.producer.startswith(f"{OURS} ")


def warm_up(progress: Progress) -> None:
    """Compile the kernels in a process of their own if that was never done: compiling here would stop the window."""
    from engine.warm_up import is_warm

    if is_warm():
        return
    progress.tell(COMPILING)
    import engine

    # Started in the folder that holds the package, so that no other package of that name is found first.
    folder = Path(engine.__file__).resolve().parent.parent
    process = subprocess.Popen(
        [sys.executable, "-m", "engine.warm_up"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.poll() is None:
        if progress.cancelled.wait(POLL_S):
            process.terminate()
            process.wait()
            raise CalledOffError


def read_ghost(path: Path, progress: Progress) -> tuple[Trace, tuple[str, ...]]:
    """Read what is to be a ghost, a trace or a scenario that is simulated, and what to know of it. Raises InputError.

    A ghost needs no trace beside it: a broken one matters only where it would have been shown.
    """
    run = read_run(path, progress)
    told = (run.fault, *run.notes) if run.fault and run.trace.producer == SPAWN_ONLY else run.notes
    return run.trace, tuple(f"ghost: {note}" for note in told)


def make_document(
    path: Path, trace: Trace, notes: tuple[str, ...] = (), previous: SceneCache | None = None
) -> Document:
    """Make what is heavy from a trace of at least one frame; what `previous` has of it already is taken over."""
    health = None if has_meshes(trace) else LevelHealth()
    return Document(path, trace, prepare_scene(trace, previous), build_lanes(trace), health, notes=notes)


def read_microtest(id_: str, controller: Controller, variant: str, progress: Progress) -> Document:
    """Run a microtest and make a document of it, the other controller's run of the same variant beside it.

    Raises InputError if there is no such one.
    """
    test = find_microtest(id_)
    warm_up(progress)
    progress.tell(SIMULATING)
    case = _find_case(test, controller, variant)
    name = MicrotestName(test.id, controller, case.variant)
    path = Path(" ".join(word for word in (test.id, str(controller), case.variant) if word))
    document = make_document(path, simulate_case(case))
    document = replace(document, microtest=name, key_frame=find_moment(document.trace, test.key) or 0)
    document = add_findings(document, progress)
    other = next(each for each in Controller if each is not controller)
    beside = _find_counterpart(test.cases_of(other), case.variant)
    run = make_other(simulate_case(beside), document.scene, 0, str(other))
    return replace(document, others=(run,), compared=0, run_name=str(controller))


def _find_counterpart(cases: tuple[Case, ...], variant: str) -> Case:
    """Return the other controller's case of a variant; where one has modes that the other lacks, names begin alike."""
    alike = (each for each in cases if each.variant.startswith(variant) or variant.startswith(each.variant))
    return next(alike, cases[0])


def _find_case(test: Microtest, controller: Controller, variant: str) -> Case:
    cases = test.cases_of(controller)
    found = next((case for case in cases if case.variant == variant), None)
    if variant and found is None:
        known = ", ".join(case.variant for case in cases)
        raise InputError(f'{test.id}: expected one of {known}, got "{variant}"')
    return found or cases[0]


def simulate_case(case: Case) -> Trace:
    """Run a scenario of a microtest."""
    from engine.simulate import simulate

    return simulate(case.scenario)


def add_findings(document: Document, progress: Progress) -> Document:
    """Return a document with what the detectors find in its run, and the lane that shows it."""
    progress.words = DETECTING
    from engine.detect import find_findings
    from engine.warm_up import is_warm

    # A trace is shown at once, also at the first start: nobody waits a minute for the compiler to see it.
    trace, asks_level = document.trace, is_warm()
    findings = find_findings(trace, ask_level=asks_level)
    document = show_findings(replace(document, asked_level=asks_level), findings)
    return add_verdicts(document) if asks_level else document


def add_verdicts(document: Document) -> Document:
    """Return a document judged by the criteria of its scenario, if it has any."""
    scenario = document.trace.scenario
    if scenario is None or not scenario.criteria:
        return document
    return replace(document, verdicts=evaluate(document.trace, scenario.criteria, document.findings))


def show_findings(document: Document, findings: tuple[Finding, ...]) -> Document:
    """Return a document that has none yet with what was found in its run, and the lane that shows it."""
    lane = (build_findings_lane(findings, len(document.trace)),) if findings else ()
    return replace(document, findings=findings, lanes=(*document.lanes, *lane))


def add_changes(document: Document) -> Document:
    """Return a document with the table of what differs from the run that it is compared with, if there is one."""
    ghost = document.ghost
    if ghost is None:
        return replace(document, changes=None)
    if ghost.findings is None:
        from engine.detect import find_findings

        found = find_findings(ghost.trace, ask_level=document.asked_level)
        ghost = replace(ghost, findings=found)
        document = replace(document, others=add_other(document.others, ghost))
    assert ghost.findings is not None
    counts = len(ghost.findings), len(document.findings)
    verdicts = _compare_verdicts(document, ghost.trace)
    return replace(document, changes=explain_changes(document.trace, ghost.trace, verdicts=verdicts, findings=counts))


def _compare_verdicts(document: Document, other: Trace) -> tuple[VerdictChange, ...]:
    """Return what each criterion of the open run says of it and of the run that it is compared with."""
    if not document.verdicts:
        return ()
    before = evaluate(other, [result.criterion for result in document.verdicts])
    return tuple(
        VerdictChange(tell_criterion(now.criterion), str(then.verdict), str(now.verdict))
        for then, now in zip(before, document.verdicts, strict=True)
    )


def add_ghost(document: Document, path: Path, trace: Trace) -> Document:
    """Return it with one more run beside its own, in the first free slot. Raises InputError if all are taken."""
    slot = free_slot(document.others)
    if slot is None:
        raise InputError(f"{path.name}: {MOST_OTHERS} other runs are open already; close one first")
    run = make_other(trace, document.scene, slot, name_run(document.trace, trace), path)
    return add_changes(replace(document, others=add_other(document.others, run), compared=slot))


def swap_run(document: Document, slot: int) -> Document:
    """Return the document that looks at another of its runs, with its own run in that one's slot. Raises InputError."""
    run = find_run(document.others, slot)
    if run is None:
        raise InputError(f"no other run has the number {slot + 1}")
    fresh = replace(make_document(document.path, run.trace, previous=document.scene), run_name=run.name)
    rest = compare_again((other for other in document.others if other is not run), run.trace)
    mine = make_other(document.trace, fresh.scene, slot, document.run_name, findings=document.findings)
    fresh = replace(fresh, others=add_other(rest, mine), compared=slot, health=document.health)
    if run.findings is None:
        return add_changes(add_findings(fresh, Progress()))
    return add_changes(show_findings(replace(fresh, asked_level=document.asked_level), run.findings))


def name_run(trace: Trace, other: Trace) -> str:
    """Name another run by what tells it from this one: who made it, or what it was told to do otherwise."""
    if trace.producer != other.producer or trace.scenario is None or other.scenario is None:
        return name_producer(other)
    changes = list_changes(trace.scenario, other.scenario)
    return ", ".join(changes[:MOST_NAMED]) if changes else name_producer(other)

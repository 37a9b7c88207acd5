"""From a file to what is shown: traces are read, scenarios are simulated, with the trace beside them as a ghost."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.comparison import compare_centers
from app.draw.scene import prepare_scene
from app.health import LevelHealth, has_meshes
from app.lanes import build_difference_lane, build_lanes
from app.state import Document, Ghost
from engine.errors import InputError
from engine.files.opening import open_trace, spawn_trace
from engine.files.scenario_file import load_scenario
from engine.scenario import Controller, Scenario
from engine.trace import SPAWN_ONLY, Trace

SCENARIO_SUFFIX = ".scenario.json"
COMPILING, SIMULATING = "compiling kernels (first start)", "simulating"
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


def read_document(path: Path, progress: Progress | None = None, ghost: Path | None = None) -> Document:
    """Read a file, simulate what is a scenario, and make what is heavy from it. Raises InputError.

    `ghost` is a file to compare it with, instead of the trace that lies beside a scenario.
    """
    progress = progress or Progress()
    run = read_run(path, progress)
    document = make_document(path, run.trace, run.notes)
    if ghost is not None:
        return add_ghost(document, ghost, read_run(ghost, progress).trace)
    return document if run.ghost is None else add_ghost(document, find_beside(path), run.ghost)


def read_run(path: Path, progress: Progress) -> Run:
    """Read a trace, or simulate a scenario. Raises InputError."""
    is_scenario = path.name.endswith(SCENARIO_SUFFIX)
    notes: tuple[str, ...] = ()
    try:
        trace = open_trace(path)
    except InputError as error:
        # A trace that is broken must not keep its scenario from running; a scenario that is broken is told.
        if not is_scenario:
            raise
        trace, notes = spawn_trace(load_scenario(path)), (f"no ghost: {error}",)
    if len(trace) == 0:
        raise InputError(f"{path}: frames: at least one frame is needed, got none")
    if trace.scenario is None or not (is_scenario or trace.producer == SPAWN_ONLY):
        return Run(trace)
    return run_scenario(trace.scenario, trace, notes, progress)


def run_scenario(scenario: Scenario, beside: Trace, notes: tuple[str, ...], progress: Progress) -> Run:
    """Simulate a scenario; `beside` is the trace that lay there, or its spawn."""
    if scenario.controller == Controller.SLIDE:
        told = "the slide controller cannot be simulated yet; "
        told += "this is the spawn" if beside.producer == SPAWN_ONLY else "this is the trace that lies beside it"
        return Run(beside, notes=(*notes, f"{scenario.name}: {told}"))
    if scenario.frame_count == 0:
        return Run(beside, notes=notes)  # a level to look at: nothing is missing
    warm_up(progress)
    progress.tell(SIMULATING)
    from engine.simulate import simulate

    def go_on(done: int, total: int) -> bool:
        progress.words = f"{SIMULATING}, {100 * done // total} %"
        return not progress.cancelled.is_set()

    trace = simulate(scenario, on_chunk=go_on)
    if progress.cancelled.is_set():
        raise CalledOffError
    is_other = beside.producer not in (SPAWN_ONLY, trace.producer)
    return Run(trace, beside if is_other else None, notes)


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


def find_beside(path: Path) -> Path:
    """Return the trace that lies beside a scenario, as `open_trace` finds it."""
    stem = path.name.removesuffix(SCENARIO_SUFFIX)
    plain = path.with_name(f"{stem}.trace.json")
    return plain if plain.is_file() else path.with_name(f"{stem}.trace.json.gz")


def read_ghost(path: Path, progress: Progress) -> Trace:
    """Read what is to be a ghost: a trace, or a scenario that is simulated. Raises InputError."""
    return read_run(path, progress).trace


def make_document(path: Path, trace: Trace, notes: tuple[str, ...] = ()) -> Document:
    """Make what is heavy from a trace of at least one frame."""
    health = None if has_meshes(trace) else LevelHealth()
    return Document(path, trace, prepare_scene(trace), build_lanes(trace), health, notes=notes)


def add_ghost(document: Document, path: Path, trace: Trace) -> Document:
    """Return a document with a ghost beside its run."""
    comparison = compare_centers(document.trace, trace)
    lane = build_difference_lane(comparison)
    return replace(document, ghost=Ghost(path, trace, prepare_scene(trace, label="ghost"), comparison, lane))

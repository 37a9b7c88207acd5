"""Whether the same input gives the same bits, however it is run (003 1.5, 7.4).

One run is the measure; the others repeat its input again in this process, in a fresh one, without the triangle cache,
frame by frame from the states that a recording kept, and without the JIT. As a program (`python -m engine.determinism`)
it is that fresh process: it reads cases as JSON, and writes where their frames ended.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import IO

import numpy as np

from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.log_lines.determinism import determinism_line, find_first_difference, run_hash
from engine.microtests.catalogue import find_microtest
from engine.room_walk import Clutter, make_room, make_walk
from engine.run_input import expand_input
from engine.scenario import SETTINGS, Controller, Scenario
from engine.simulate import Runner, rerun_frame
from engine.trace import ATTEMPT, CONTACT, FRAME, ITERATION, PASS, Trace
from engine.transforms import FloatArray

STEPPED_FRAMES = 2_000
"""Frames that are run one by one, at most: each costs a fresh runner, and all of them are recorded for it."""
PLAIN_FRAMES = 30
"""Frames that are run without the JIT: plain Python takes about 10 ms for each."""

Tell = Callable[[int], None]
"""Told how many frames more are done."""


class Way(StrEnum):
    """How an input is run once more."""

    AGAIN = "again in this process"
    UNCACHED = "without the triangle cache"
    STEPPED = "each frame alone, from its state"
    FRESH = "in a fresh process"
    PLAIN = "without the JIT"


@dataclass(frozen=True)
class Case:
    """What is run, in words that another process understands as well."""

    name: str
    controller: Controller
    source: str = ""
    """The file of a scenario, with its whole path; empty for a microtest or a walk."""
    microtest: str = ""
    """The id of a microtest, whose scenario has the case's name; empty for a file or a random walk in a random room."""
    room: int = 0
    seed: int = 1
    frames: int | None = None
    """At most so many of its input, or the length of a walk; None: all of a scenario's."""

    @property
    def is_walk(self) -> bool:
        """Whether it is a random walk, whose input depends on its length."""
        return not (self.source or self.microtest)


@dataclass(frozen=True)
class Check:
    """One comparison of two runs."""

    case: Case
    way: Way
    frames: int
    first: int
    """Hashes of the two runs: CRC-32 over those of their frames."""
    second: int
    differs_at: int | None
    """The first frame that ended elsewhere; None if the runs agree."""
    line: str
    """What document 003 logs about it."""

    @property
    def is_same(self) -> bool:
        """Whether the two runs agree bit for bit."""
        return self.differs_at is None


def make_walk_cases(controller: Controller, seed: int, frames: int) -> list[Case]:
    """Return a random walk in a random room of each kind."""
    return [
        Case(f"walk among {clutter}", controller, room=room, seed=seed, frames=frames)
        for room, clutter in enumerate(Clutter)
    ]


def make_microtest_cases(name: str, controller: Controller, frames: int | None = None) -> list[Case]:
    """Return the scenarios of a microtest for a controller. Raises InputError."""
    test = find_microtest(name)
    return [Case(each.name, controller, microtest=test.id, frames=frames) for each in test.cases_of(controller)]


def load_case(case: Case) -> tuple[Scenario, FloatArray]:
    """Return the scenario and one row of input per frame. Raises InputError."""
    if not case.is_walk:
        scenario = load_microtest(case) if case.microtest else load_scenario(case.source)
        if scenario.frame_count == 0:
            raise InputError(f"{case.source}: input: at least one frame is needed")
        scenario = change_controller(scenario, case.controller)
        return scenario, expand_input(scenario)[: case.frames]
    assert case.frames is not None
    scenario = change_controller(make_room(case.seed, case.room), case.controller)
    return scenario, make_walk(case.seed, case.room, case.frames, scenario.dt)


def load_microtest(case: Case) -> Scenario:
    """Return the scenario of a microtest that has the case's name."""
    made = find_microtest(case.microtest).cases_of(case.controller)
    return next(each.scenario for each in made if each.name == case.name)


def change_controller(scenario: Scenario, controller: Controller) -> Scenario:
    """Return a scenario for a controller: if it was written for the other one, with this one's default settings."""
    if scenario.controller is controller:
        return scenario
    return replace(scenario, settings=SETTINGS[controller](), rules="", rule_changes=())


def run_case(scenario: Scenario, inputs: FloatArray, tell: Tell, *, cache: bool = True, record: bool = False) -> Trace:
    """Run an input from the spawn."""
    done = 0

    def go_on(so_far: int, _: int) -> bool:
        nonlocal done
        tell(so_far - done)
        done = so_far
        return True

    return Runner(scenario, record=record, cache=cache).run(inputs, go_on)


def step_case(scenario: Scenario, inputs: FloatArray, tell: Tell) -> Trace:
    """Run every frame alone, from the state that a recording kept of it."""
    recorded = run_case(scenario, inputs, lambda _: None, record=True)
    centers = np.empty((len(recorded), 3))
    for frame in range(len(recorded)):
        centers[frame] = rerun_frame(recorded, frame).centers[0]
        tell(1)
    return trace_from_centers(centers)


def trace_from_centers(centers: FloatArray) -> Trace:
    """Return a trace that knows where its frames ended and nothing else."""
    frames = np.zeros(len(centers), dtype=FRAME)
    frames["center"] = centers
    attempts, passes, iterations, contacts = (np.zeros(0, dtype=row) for row in (ATTEMPT, PASS, ITERATION, CONTACT))
    return Trace("determinism", None, (), frames, attempts, passes, iterations, contacts)


def compare_runs(case: Case, way: Way, first: Trace, second: Trace) -> Check:
    """Compare a run with the first one of its case, of which a shorter one repeats the beginning."""
    if len(second) < len(first):
        first = trace_from_centers(first.centers[: len(second)])
    differs_at = find_first_difference(first, second)
    line = determinism_line(first, second)
    return Check(case, way, len(second), run_hash(first), run_hash(second), differs_at, line)


def count_frames(frames: int, runs: int) -> int:
    """Return how many frames the checks of a case run in this process."""
    return (runs + 1) * frames + min(frames, STEPPED_FRAMES)


def check_cases(
    cases: Sequence[Case], runs: int, *, plain: bool = False, tell: Tell = lambda _: None
) -> Iterator[Check]:
    """Check each case in every way, `runs` times in this process; without the JIT only if asked for.

    The fresh processes start first, and run beside this one. Raises InputError.
    """
    slow_cases = cases if plain else ()
    with run_elsewhere(cases) as fresh, run_elsewhere(slow_cases, PLAIN_FRAMES, NUMBA_DISABLE_JIT="1") as slow:
        for case in cases:
            scenario, inputs = load_case(case)
            first = run_case(scenario, inputs, tell)
            for _ in range(runs - 1):
                yield compare_runs(case, Way.AGAIN, first, run_case(scenario, inputs, tell))
            yield compare_runs(case, Way.UNCACHED, first, run_case(scenario, inputs, tell, cache=False))
            stepped = step_case(scenario, inputs[:STEPPED_FRAMES], tell)
            yield compare_runs(case, Way.STEPPED, first, stepped)
            yield compare_runs(case, Way.FRESH, first, next(fresh))
            if plain:
                yield compare_runs(case, Way.PLAIN, first, next(slow))


@contextmanager
def run_elsewhere(cases: Sequence[Case], most: int | None = None, **environment: str) -> Iterator[Iterator[Trace]]:
    """Run cases, or the first so many frames of each, in a process of its own; yield what gives their runs in turn."""
    if not cases:
        yield iter(())
        return
    # Started in the folder that holds the package, so that no other package of that name is found first.
    folder = Path(__file__).resolve().parents[1]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "engine.determinism"],
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with process.stdin as asked:
                json.dump({"cases": [asdict(case) for case in cases], "most": most}, asked)
            yield _read_runs(process.stdout, errors)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def _read_runs(lines: IO[str], errors: IO[bytes]) -> Iterator[Trace]:
    """Yield the runs that a process writes, a line for each. Raises InputError if it ends early."""
    while line := lines.readline():
        yield trace_from_centers(np.frombuffer(b64decode(line)).reshape(-1, 3))
    errors.seek(0)
    told = errors.read().decode("utf-8", "replace").strip().splitlines() or ["it told nothing"]
    raise InputError(f"the fresh process ended early: {told[-1]}")


def main() -> None:
    """Run the cases that are asked for, and write where their frames ended: a line of base64 for each."""
    asked = json.load(sys.stdin)
    for words in asked["cases"]:
        scenario, inputs = load_case(Case(**{**words, "controller": Controller(words["controller"])}))
        trace = run_case(scenario, inputs[: asked["most"]], lambda _: None)
        print(b64encode(np.ascontiguousarray(trace.centers).tobytes()).decode(), flush=True)


if __name__ == "__main__":
    main()

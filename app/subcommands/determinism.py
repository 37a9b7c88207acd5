"""`determinism`: the same input must give the same bits, however and wherever it is run (003 7.4)."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.paths import asset_folder, write_path
from app.subcommands.frame import Subcommand
from app.subcommands.preparing import COMPILING, check_writable
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.determinism import Case, Check
    from engine.scenario import Controller

DESCRIPTION = """\
Runs an input once, and then again in this process, without the triangle cache, each frame alone from the state that a
recording kept of it, and in a fresh process: every frame must end bit for bit where it ended at first. The hash is
CRC-32 over the hashes of all frames; where two runs differ, the first frame that does is named, and the exit code is 1.

Without arguments: a seeded random walk in random rooms for each controller, and the scenarios that ship.
A scenario that was written for the other controller than --controller runs with that one's default settings.
"""
DEFAULT_FRAMES = 1_000
MOST_FRAMES = 1_000_000
MOST_RUNS = 1_000
CONTROLLERS = ("cct", "slide")
MICROTEST = re.compile(r"[Tt]\d+")
"""What a microtest is called; a file of that name comes first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `determinism`."""
    add = parser.add_argument
    add("cases", nargs="*", metavar="CASE", help="scenario files, or T01 to T10; none: random walks, and what ships")
    add("--controller", choices=CONTROLLERS, help="run with this one only")
    add("--seed", type=int, default=1, metavar="N", help="of the random walks (default: %(default)s)")
    words = f"frames of a walk (default: {DEFAULT_FRAMES:,}), and at most so many of a scenario"
    add("--frames", type=int, metavar="N", help=words)
    add("--runs", type=int, default=2, metavar="N", help="runs in this process (default: %(default)s)")
    add("--without-jit", action="store_true", help="run the first frames without the JIT too: slow")
    add("--json", type=Path, metavar="FILE", help="write the checks as JSON too")


def run(options: argparse.Namespace) -> int:
    """Check and print; 0 if all runs agree, else 1."""
    check_options(options)
    check_writable(options.json)
    started = time.perf_counter()
    cases = find_cases(options)
    warm_kernels()
    checks: list[Check] = []
    # A row is printed as soon as it is known: a long check shows what came of the others.
    width = max(len(case.name) for case in cases)
    with progress_bar(count_all_frames(cases, options.runs)) as (tell, show):
        from engine.determinism import check_cases

        for check in check_cases(cases, options.runs, plain=options.without_jit, tell=tell):
            checks.append(check)
            show(describe_check(check, width))
    seconds = time.perf_counter() - started
    failed = sum(not check.is_same for check in checks)
    verdict = f"{failed} FAILED" if failed else "all agree"
    print(f"{len(checks)} checks of {len(cases)} inputs in {seconds:.1f} s: {verdict}")
    if options.json:
        write_report(checks, options.json)
    return 1 if failed else 0


def check_options(options: argparse.Namespace) -> None:
    """Refuse numbers that cannot be meant."""
    if options.seed < 0:
        raise InputError(f"--seed {options.seed}: 0 or more")
    if options.frames is not None and not 1 <= options.frames <= MOST_FRAMES:
        raise InputError(f"--frames {options.frames}: from 1 to {MOST_FRAMES:,}")
    if not 2 <= options.runs <= MOST_RUNS:
        raise InputError(f"--runs {options.runs}: from 2 to {MOST_RUNS:,}")


def find_cases(options: argparse.Namespace) -> list[Case]:
    """Return what is to be run, every file of it readable."""
    from engine.determinism import make_walk_cases
    from engine.scenario import Controller

    only = Controller(options.controller) if options.controller else None
    walked = [only] if only else list(Controller)
    if options.cases:
        return [case for word in options.cases for case in find_named(word, only, walked, options.frames)]
    frames = options.frames or DEFAULT_FRAMES
    walks = [case for controller in walked for case in make_walk_cases(controller, options.seed, frames)]
    shipped = sorted((asset_folder() / "scenarios").glob("*.scenario.json"))
    return [*walks, *(make_file_case(file, only, options.frames) for file in shipped)]


def find_named(word: str, only: Controller | None, walked: list[Controller], frames: int | None) -> list[Case]:
    """Return the cases that a word means: a microtest's, for both controllers unless one is asked for, or a file's."""
    from engine.determinism import make_microtest_cases

    if MICROTEST.fullmatch(word) and not Path(word).exists():
        return [case for controller in walked for case in make_microtest_cases(word, controller, frames)]
    return [make_file_case(Path(word), only, frames)]


def make_file_case(file: Path, only: Controller | None, frames: int | None) -> Case:
    """Return the case of a scenario's file, which is read to know that it can be run. Raises InputError."""
    from engine.determinism import Case, load_case
    from engine.files.scenario_file import load_scenario

    controller = only or load_scenario(file).controller
    case = Case(write_path(file.name), controller, str(file.absolute()), frames=frames)
    load_case(case)
    return case


def count_all_frames(cases: list[Case], runs: int) -> int:
    """Return how many frames all checks run in this process."""
    from engine.determinism import count_frames, load_case

    return sum(count_frames(case.frames or 0 if case.is_walk else len(load_case(case)[1]), runs) for case in cases)


def warm_kernels() -> None:
    """Compile the kernels if that was never done, and say so, for it takes long."""
    from engine.warm_up import is_warm, warm_up

    if not is_warm():
        print(COMPILING, file=sys.stderr, flush=True)
        warm_up()


def describe_check(check: Check, width: int) -> str:
    """Return the line of a check: hash, frames, what was run and how; document 003's own below it if it failed."""
    case = check.case
    words = f"0x{check.first:08X}  {check.frames:>9,} frames  {case.controller:<5}  {case.name:<{width}}  {check.way}"
    return words if check.is_same else f"{words}: FAILED\n{check.line}"


@contextmanager
def progress_bar(total: int) -> Iterator[tuple[Callable[[int], None], Callable[[str], None]]]:
    """Show how many frames are done, where somebody looks on; yield what to call for more, and for a line above it."""
    if not sys.stderr.isatty():
        yield lambda _: None, print
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("frames"), BarColumn(), TextColumn("{task.completed:,.0f}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("frames", total=total)

        def show(line: str) -> None:
            progress.stop()
            print(line, flush=True)
            progress.start()

        yield lambda more: progress.advance(task, more), show


def write_report(checks: list[Check], path: Path) -> None:
    """Write the checks as JSON."""
    report = {"checks": [report_check(check) for check in checks]}
    try:
        path.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error


def report_check(check: Check) -> dict[str, Any]:
    """Return a check as plain values."""
    return {
        "case": check.case.name,
        "controller": str(check.case.controller),
        "way": check.way.name.lower(),
        "frames": check.frames,
        "hash": f"0x{check.first:08X}",
        "other_hash": f"0x{check.second:08X}",
        "same": check.is_same,
        "first_difference": check.differs_at,
        "line": check.line,
    }


COMMAND = Subcommand(
    name="determinism",
    summary="check that the same input gives the same bits, however it is run",
    description=DESCRIPTION,
    examples=(
        "determinism",
        "determinism stairs.scenario.json --runs 5",
        "determinism T04 T09 --controller slide --without-jit",
        "determinism --controller slide --seed 7 --frames 20000 --json checks.json",
    ),
    add_arguments=add_arguments,
    run=run,
)

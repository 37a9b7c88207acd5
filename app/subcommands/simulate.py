"""`simulate`: scenarios run by our own controllers, written as traces in the open format."""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.subcommands.frame import Subcommand
from app.subcommands.preparing import check_writable, naming_file, prepare_run
from app.subcommands.simulate_report import Outcome, describe_outcome, print_outcomes, write_summary
from engine.errors import InputError

DESCRIPTION = """\
Runs each scenario and writes DIR/NAME.trace.json, NAME being the scenario's file name: every pass, iteration and
decision, the controller's state and a hash per frame (docs/trace-format.md). Such a trace can be opened, and compared
with another engine's.

--set changes a value of every scenario: a setting (step_offset=0.3), dt=0.02, capsule.radius=0.4, a preset of rules
(rules=spec) or a single rule (rules.sensor=off).
--resync starts every frame where the frame before ended in NAME.trace.json(.gz) of another folder, and makes the move
that is recorded there: one early difference then does not spoil the rest.
"""
SUFFIXES = (".scenario.json", ".json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `simulate`."""
    add = parser.add_argument
    add("scenarios", type=Path, nargs="+", metavar="SCENARIO", help="scenario files")
    add("--out", type=Path, required=True, metavar="DIR", help="the folder for the traces; made if it is not there")
    add("--resync", type=Path, metavar="REFERENCE_DIR", help="start every frame where the reference's trace started it")
    add("--set", action="append", default=[], metavar="KEY=VALUE", help="change a value; may be given many times")
    add("--no-record", action="store_true", help="keep centres, flags and hashes only")
    add("--json", type=Path, metavar="FILE", help="write the summary as JSON too")


def run(options: argparse.Namespace) -> int:
    """Simulate, write and print; 0 when all is written."""
    started = time.perf_counter()
    check_writable(options.json)
    targets = find_targets(options.scenarios, options.out)
    references = find_references(targets, options.resync, options.out)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {options.out}: {error.strerror}") from error
    outcomes: list[Outcome] = []
    try:
        with progress_bar(len(targets)) as advance:
            for (name, file), reference in zip(targets.items(), references, strict=True):
                outcomes.append(simulate_file(name, file, reference, options, is_first=not outcomes))
                advance()
    finally:
        # What was written before an error is told all the same.
        print_outcomes(outcomes, time.perf_counter() - started)
    if options.json:
        write_summary(outcomes, options.json, time.perf_counter() - started)
    return 0


def find_targets(scenarios: Sequence[Path], out: Path) -> dict[str, Path]:
    """Return each scenario's file by the name of its trace; no two may share one."""
    targets: dict[str, Path] = {}
    for file in scenarios:
        name = next((file.name.removesuffix(end) for end in SUFFIXES if file.name.endswith(end)), file.stem)
        if name in targets:
            raise InputError(f"{targets[name]} and {file}: both would be written as {out / name}.trace.json")
        targets[name] = file
    return targets


def find_references(targets: dict[str, Path], folder: Path | None, out: Path) -> list[Path | None]:
    """Return each scenario's reference trace, all of which must be there."""
    if folder is None:
        return [None] * len(targets)
    if folder.resolve() == out.resolve():
        raise InputError(f"--resync {folder}: expected another folder than that of --out")
    found: list[Path | None] = []
    for name in targets:
        candidates = [folder / f"{name}.trace.json{packed}" for packed in ("", ".gz")]
        present = [file for file in candidates if file.is_file()]
        if not present:
            raise InputError(f"--resync: {candidates[0]}: no such file, nor {candidates[1].name}")
        found.append(present[0])
    return found


def simulate_file(
    name: str, file: Path, reference: Path | None, options: argparse.Namespace, *, is_first: bool
) -> Outcome:
    """Read a scenario, run it and write its trace."""
    from engine.files.scenario_file import load_scenario
    from engine.files.scenario_overrides import override_scenario, relative_path
    from engine.files.trace_file import load_moves
    from engine.files.trace_writer import write_trace
    from engine.simulate import simulate

    named: dict[str, Any] | str
    if options.set:
        scenario, named = override_scenario(file, options.set, relative_to=options.out)
    else:
        scenario, named = load_scenario(file), relative_path(file, options.out)
    prepare_run(scenario, file)
    moves = load_moves(reference, scenario) if reference else None
    record = not options.no_record
    if is_first and scenario.frame_count > 1:
        # The kernels are loaded, or compiled, at their first use: no part of what a frame costs.
        first = dataclasses.replace(scenario, input=(dataclasses.replace(scenario.input[0], frames=1),))
        with naming_file(file):
            simulate(first, record=record)
    started = time.perf_counter()
    with naming_file(file, reference):
        trace = simulate(scenario, record=record, reference=moves)
    seconds = time.perf_counter() - started
    target = options.out / f"{name}.trace.json"
    write_trace(trace, target, scenario=named)
    return describe_outcome(name, file, target, trace, seconds)


@contextmanager
def progress_bar(count: int) -> Iterator[Callable[[], None]]:
    """Show how many scenarios are done, where somebody looks on; yield what to call after each."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("scenarios"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("scenarios", total=count)
        yield lambda: progress.advance(task)


COMMAND = Subcommand(
    name="simulate",
    summary="run scenarios and write what the controller did as traces",
    description=DESCRIPTION,
    examples=(
        "simulate stairs.scenario.json --out runs",
        "simulate *.scenario.json --out runs --set step_offset=0.3 --set rules=spec",
        "simulate *.scenario.json --out runs --resync recorded --json summary.json",
    ),
    add_arguments=add_arguments,
    run=run,
)

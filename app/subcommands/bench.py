"""`bench`: measure what the program costs, against its limits."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.subcommands.frame import Subcommand
from app.subcommands.preparing import check_writable
from engine.errors import InputError

if TYPE_CHECKING:
    from app.bench.report import Report
    from app.bench.ui import Tell

DESCRIPTION = """\
Measures a SUBJECT in a world that is made on the spot, prints the figures and the limits, and exits with 1 if a limit
is missed. Times are of this machine, and of this minute: close what else is running. Counts are the same everywhere.

ui: a frame of the window, from its input to the end of its submission, without a display and with a GL that does
nothing but count: scrubbing, stepping, orbiting, playing, on a long trace and a level of a million triangles.

queries: 2000 capsule sweeps over a terrain of 8,192 triangles, beside Jolt's casts of the same in the same run if node
and npm's jolt-physics are here; the same density on 522k triangles; calls one by one; building a million triangles;
compiling the kernels from nothing, and loading them.

cct: moves of the PhysX-style controller on uneven ground, without a trace and with a full one, beside real PhysX's of
the same in the same run if node and npm's physx-js-webidl are here; then all reference scenarios. Needs those.
"""
DEFAULT_FRAMES = 400
DEFAULT_TRIANGLES, DEFAULT_TRACE_FRAMES = 1_000_000, 10_000
"""The world that the limits are given for."""
FEWEST_FRAMES, FEWEST_TRACE_FRAMES = 10, 20
MOST_TRIANGLES, MOST_TRACE_FRAMES = 20_000_000, 1_000_000
"""Beyond these the world alone takes minutes and gigabytes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `bench`."""
    add = parser.add_argument
    add("subject", choices=tuple(SUBJECTS), metavar="SUBJECT", help=f"what to measure: {', '.join(SUBJECTS)}")
    add("--json", type=Path, metavar="FILE", help="write the figures as JSON too")
    add(
        "--frames",
        type=int,
        default=DEFAULT_FRAMES,
        metavar="N",
        help="to measure of each activity (default: %(default)s)",
    )
    add("--peers", action="store_true", help="install other engines to measure beside ours, by npm, into the cache")
    add = parser.add_argument_group("the world of ui").add_argument
    add("--triangles", type=int, default=DEFAULT_TRIANGLES, metavar="N", help="at least (default: %(default)s)")
    add("--trace-frames", type=int, default=DEFAULT_TRACE_FRAMES, metavar="N", help="(default: %(default)s)")


def run(options: argparse.Namespace) -> int:
    """Measure, print and write; 0 if every limit is met, else 1."""
    check_range("--frames", options.frames, FEWEST_FRAMES, 1_000_000)
    check_range("--triangles", options.triangles, 2, MOST_TRIANGLES)
    check_range("--trace-frames", options.trace_frames, FEWEST_TRACE_FRAMES, MOST_TRACE_FRAMES)
    check_writable(options.json)
    from app.bench.report import print_report, write_report

    report = run_with_progress(lambda tell: SUBJECTS[options.subject](options, tell))
    print_report(report)
    if options.json:
        write_report(report, options.json)
    return 0 if report.is_met else 1


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raise an InputError that names the option, unless its value lies between two, inclusive."""
    if not low <= value <= high:
        raise InputError(f"{name} {value}: from {low} to {high}")


def run_with_progress(measure: Callable[[Tell], Report]) -> Report:
    """Show a bar on the error stream while something is measured."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:<28}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    # It draws only when it is told to: a thread of its own would be measured too.
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as progress:
        task = progress.add_task("", total=1.0)
        return measure(lambda words, part: progress.update(task, description=words, completed=part, refresh=True))


def measure_ui(options: argparse.Namespace, tell: Tell) -> Report:
    """Measure the frames of the window."""
    from app.bench import ui
    from app.bench.worlds import WorldSize

    return ui.measure_ui(WorldSize(options.triangles, options.trace_frames), options.frames, tell)


def measure_queries(options: argparse.Namespace, tell: Tell) -> Report:
    """Measure sweeps through a level."""
    from app.bench import queries

    return queries.measure_queries(tell, install_peers=options.peers)


def measure_cct(options: argparse.Namespace, tell: Tell) -> Report:
    """Measure moves of the controller."""
    from app.bench import cct

    return cct.measure_cct(tell, install_peers=options.peers)


SUBJECTS: dict[str, Callable[[argparse.Namespace, Tell], Report]] = {
    "ui": measure_ui,
    "queries": measure_queries,
    "cct": measure_cct,
}
"""What can be measured, by name."""

COMMAND = Subcommand(
    name="bench",
    summary="measure what the program costs, against its limits",
    description=DESCRIPTION,
    examples=(
        "bench ui",
        "bench ui --json figures.json",
        "bench ui --frames 100 --triangles 50000",
        "bench queries --peers",
        "bench cct --peers",
    ),
    add_arguments=add_arguments,
    run=run,
)

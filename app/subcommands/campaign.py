"""`campaign`: random sweeps by the million, each checked by what defines a sweep."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.subcommands.frame import Subcommand
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.campaign import CampaignReport

DESCRIPTION = """\
Sweeps random capsules against random triangles, biased to the nasty: parallel axes, grazed edges and vertices, slivers,
coplanar starts, contact at the start, tiny and huge triangles. Each result is checked without the sweep's own code: at
the reported distance the gap is 0, before it there is no overlap, on the way of a miss there is none either. Exit code
1 if anything is off by more than 1e-9 m; such cases are printed whole, so that they can be run again.
"""
MOST_CASES = 10**10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `campaign`."""
    parser.add_argument("--count", type=float, default=1e6, metavar="N", help="cases (default: 1e6)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the random cases (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON too")


def run(options: argparse.Namespace) -> int:
    """Run the campaign, print its report; 0 if every promise was kept, else 1."""
    if not 1 <= options.count <= MOST_CASES:
        raise InputError(f"--count {options.count:g}: from 1 to {MOST_CASES:g}")
    if options.seed < 0:
        raise InputError(f"--seed {options.seed}: 0 or more")
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from engine.campaign import run_campaign

    count, started = int(options.count), time.perf_counter()
    columns = (TextColumn("sweeps"), BarColumn(), TextColumn("{task.completed:,.0f}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("sweeps", total=count)
        report = run_campaign(count, options.seed, lambda done: progress.update(task, completed=done))
    print_report(report, time.perf_counter() - started)
    if options.json:
        write_report(report, options.json)
    return 1 if report.failures or report.misclassified else 0


def print_report(report: CampaignReport, seconds: float) -> None:
    """Print what came of it."""
    rate = report.count / max(seconds, 1e-9)
    print(f"{report.count:,} sweeps, seed {report.seed}, in {seconds:.1f} s ({rate:,.0f} a second)")
    print(f"{report.hits:,} hits, of which {report.starts_in_touch:,} touched at the start")
    for words, value in (
        ("gap at the reported distance, worst", report.worst_gap),
        ("overlap before it, deepest", report.worst_early_overlap),
        ("overlap on the way of a miss, deepest", report.worst_missed_overlap),
        ("normal off the closest direction, worst", report.worst_normal),
        ("point off the closest point, worst", report.worst_point),
    ):
        print(f"  {words:<42} {value:.2e} m")
    print(f"  {'hit or miss told wrongly':<42} {report.misclassified}")
    for failure in report.failures:
        print(f"FAILED {failure.kind}: {failure.promise} {failure.value:.3e}, case {failure.case}")


def write_report(report: CampaignReport, path: Path) -> None:
    """Write the report as JSON."""
    try:
        path.write_text(json.dumps(report.to_json(), indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error


COMMAND = Subcommand(
    name="campaign",
    summary="check random sweeps by the million",
    description=DESCRIPTION,
    examples=("campaign --count 1e6", "campaign --count 1e7 --seed 99 --json report.json"),
    add_arguments=add_arguments,
    run=run,
)

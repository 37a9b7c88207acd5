"""`campaign`: random sweeps by the million, each checked by what defines a sweep; random walks in closed rooms."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.subcommands.frame import Subcommand
from app.subcommands.preparing import check_writable
from engine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.campaign import CampaignReport
    from engine.room_walk import RoomReport

DESCRIPTION = """\
Sweeps random capsules against random triangles, biased to the nasty: parallel axes, grazed edges and vertices, slivers,
coplanar starts, contact at the start, tiny and huge triangles. Each result is checked without the sweep's own code: at
the reported distance the gap is 0, before it there is no overlap, on the way of a miss there is none either. Exit code
1 if anything is off by more than 1e-9 m; such cases are printed whole, so that they can be run again.

With `rooms` it walks a character at random through closed rooms full of clutter instead, a new room every 20,000
frames. Its centre must stay inside, stay a number, and no frame may end deeper than 1 mm in something if the frame
before did not.
"""
SUBJECTS = ("sweeps", "rooms")
MOST_CASES = 10**10
DEFAULT_CASES = 10**6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `campaign`."""
    words = "sweeps (the default), or rooms"
    parser.add_argument("subject", nargs="?", choices=SUBJECTS, default="sweeps", metavar="SUBJECT", help=words)
    parser.add_argument("--count", type=float, metavar="N", help="sweeps to check (default: 1e6)")
    parser.add_argument("--frames", type=float, metavar="N", help="frames to walk, with rooms (default: 1e6)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the random cases (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON too")


def run(options: argparse.Namespace) -> int:
    """Run the campaign, print its report; 0 if every promise was kept, else 1."""
    wanted, other = ("frames", "count") if options.subject == "rooms" else ("count", "frames")
    if getattr(options, other) is not None:
        raise InputError(f"--{other}: not for {options.subject}, which --{wanted} is for")
    number = getattr(options, wanted)
    if number is not None and not 1 <= number <= MOST_CASES:
        raise InputError(f"--{wanted} {number:g}: from 1 to {MOST_CASES:g}")
    if options.seed < 0:
        raise InputError(f"--seed {options.seed}: 0 or more")
    check_writable(options.json)
    started = time.perf_counter()
    return (run_rooms if options.subject == "rooms" else run_sweeps)(options, started)


def run_sweeps(options: argparse.Namespace, started: float) -> int:
    """Check random sweeps."""
    from engine.campaign import run_campaign

    count = int(options.count or DEFAULT_CASES)
    with progress_bar("sweeps", count) as tell:
        report = run_campaign(count, options.seed, tell)
    print_report(report, time.perf_counter() - started)
    if options.json:
        write_report(report, options.json)
    return 1 if report.failures or report.misclassified else 0


def run_rooms(options: argparse.Namespace, started: float) -> int:
    """Walk through random rooms."""
    from engine.room_walk import walk_rooms

    frames = int(options.frames or DEFAULT_CASES)
    with progress_bar("frames", frames) as tell:
        report = walk_rooms(frames, options.seed, tell)
    print_rooms(report, time.perf_counter() - started)
    if options.json:
        write_report(report, options.json)
    return 0 if report.is_clean else 1


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show on the error stream how many of something are done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), TextColumn("{task.completed:,.0f}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)


def print_rooms(report: RoomReport, seconds: float) -> None:
    """Print what came of the walks."""
    rate = report.frames / max(seconds, 1e-9)
    print(f"{report.frames:,} frames, seed {report.seed}, in {seconds:.1f} s ({rate:,.0f} a second)")
    print(f"{report.walked_m / 1000.0:,.1f} km walked in {report.rooms} rooms")
    for words, value in (
        ("frames that ended outside of the room", f"{report.escapes}"),
        ("frames that ended nowhere (no number)", f"{report.not_finite}"),
        ("frames newly deeper than 1 mm in something", f"{report.new_overlaps}"),
        ("frames deeper than 1 mm in something", f"{report.overlapped_frames}"),
        ("deepest", f"{report.deepest_m:.2e} m"),
        ("growth of memory after the first room", f"{report.memory_growth_mb:.1f} MB"),
    ):
        print(f"  {words:<44} {value}")
    for trouble in report.troubles:
        print(f"FAILED room {trouble.room}, frame {trouble.frame}: {trouble.what}, {trouble.depth_m:.3e} m deep")


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


def write_report(report: CampaignReport | RoomReport, path: Path) -> None:
    """Write the report as JSON."""
    try:
        path.write_text(json.dumps(report.to_json(), indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error


COMMAND = Subcommand(
    name="campaign",
    summary="check random sweeps by the million",
    description=DESCRIPTION,
    examples=(
        "campaign --count 1e6",
        "campaign --count 1e7 --seed 99 --json report.json",
        "campaign rooms --frames 1e6 --seed 1",
    ),
    add_arguments=add_arguments,
    run=run,
)

"""`compare`: where two runs first part, by how much, and what we decided there."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING

from app.paths import write_path
from app.subcommands.compare_report import Side, print_comparison, write_comparison
from app.subcommands.frame import Subcommand
from app.subcommands.preparing import check_writable, naming_file, prepare_run
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.trace import Trace

DESCRIPTION = """\
Tells in which frame, attempt, pass and iteration two runs first part, by how much, and which gates of ours decided
there. Each of the two is a trace, of any engine, or a scenario, which is simulated. What a trace does not tell is no
difference: traces without passes are compared by centre, flags and body underfoot. Distances of hits may differ by
1e-4 m, components of normals by 1e-3; another triangle of the same plane is no difference.
Exit code 0: equal; 1: different; 2: bad input.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `compare`."""
    add = parser.add_argument
    add("ours", type=Path, metavar="OURS", help="a scenario, to be simulated, or a trace")
    add("theirs", type=Path, metavar="THEIRS", help="a trace, or a scenario")
    add("--resync", action="store_true", help="start every frame of our simulation where the other run's frame began")
    add(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change a value of our scenario, as in `simulate`; may be given many times",
    )
    add(
        "--tolerance", type=float, default=1e-4, metavar="M", help="metres between equal centres (default: %(default)s)"
    )
    add("--json", type=Path, metavar="FILE", help="write the comparison as JSON too")


def run(options: argparse.Namespace) -> int:
    """Compare and print; 0 if the two runs agree, else 1."""
    if not (math.isfinite(options.tolerance) and options.tolerance >= 0):
        raise InputError(f"--tolerance {options.tolerance:g}: expected metres, 0 or more")
    from engine.analyse.compare import compare_traces

    check_writable(options.json)
    names = tell_apart(options.ours, options.theirs), tell_apart(options.theirs, options.ours)
    theirs = open_side(options.theirs, names[1])
    ours = open_side(options.ours, names[0], options.set, (options.theirs, theirs.trace) if options.resync else None)
    comparison = compare_traces(ours.trace, theirs.trace, tolerance=options.tolerance)
    print_comparison(ours, theirs, comparison)
    if options.json:
        write_comparison(ours, theirs, comparison, options.json)
    return 0 if comparison.is_equal else 1


def open_side(
    path: Path, name: str, changes: list[str] | None = None, reference: tuple[Path, Trace] | None = None
) -> Side:
    """Read a trace, or simulate a scenario: with changes, and from where a reference's frames began, if asked."""
    from engine.files.scenario_file import load_scenario
    from engine.files.trace_file import load_trace

    if not is_scenario(path):
        if changes or reference is not None:
            option = "--set" if changes else "--resync"
            raise InputError(f"{option}: {write_path(path)} is a trace; only a scenario can be simulated")
        trace = load_trace(path)
        return Side(f"{name} ({trace.producer})", trace)
    from rich.console import Console

    from engine.files.scenario_overrides import override_scenario
    from engine.simulate import simulate

    scenario = override_scenario(path, changes)[0] if changes else load_scenario(path)
    prepare_run(scenario, path)
    with Console(stderr=True).status(f"simulating {name}"), naming_file(path, reference and reference[0]):
        trace = simulate(scenario, reference=reference and reference[1])
    told = ["simulated", *(changes or []), *([] if reference is None else ["re-synchronised"])]
    return Side(f"{name} ({', '.join(told)})", trace)


def tell_apart(path: Path, other: Path) -> str:
    """Return a file's name, with as many of its folders as tell it from another file of that name."""
    parts, others = path.resolve().parts, other.resolve().parts
    if parts == others:
        return write_path(path.name)
    count = next(n for n in range(1, max(len(parts), len(others)) + 1) if parts[-n:] != others[-n:])
    return write_path(Path(*parts[-count:]))


def is_scenario(path: Path) -> bool:
    """Tell a scenario from a trace by its `format`; the reader of traces complains about what is neither."""
    from engine.files import scenario_file
    from engine.files.json_file import read_text, stream_members

    for key, value in stream_members(read_text(path), path, "frames", chunk_size=1):
        if key == "format":
            return bool(value == scenario_file.FORMAT)
    return False


COMMAND = Subcommand(
    name="compare",
    summary="say where two runs first part, and what was decided there",
    description=DESCRIPTION,
    examples=(
        "compare stairs.scenario.json stairs.trace.json.gz --resync",
        "compare stairs.scenario.json stairs.scenario.json --set step_offset=0.3 --json parting.json",
        "compare before.trace.json after.trace.json --tolerance 1e-3",
    ),
    add_arguments=add_arguments,
    run=run,
)

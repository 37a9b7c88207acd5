"""What `compare` prints, and the JSON that it writes."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from engine.analyse.changes import Change
    from engine.analyse.compare import Comparison
    from engine.analyse.differences import Difference
    from engine.analyse.rulings import GateFlip, Ruling
    from engine.trace import Trace

WIDTH = 100
"""Columns: what fits side by side with code, and where nobody says how wide the screen is."""
SHOWN_RULINGS = 12
"""Decisions in the table, those nearest to the difference; all of them are in the JSON."""


@dataclass(frozen=True)
class Side:
    """One of the two runs, and how to call it."""

    name: str
    trace: Trace


def print_comparison(ours: Side, theirs: Side, comparison: Comparison) -> None:
    """Print two lines if the runs agree; otherwise where they part, both sides of it, and our decisions there."""
    from rich.console import Console
    from rich.markup import escape

    from app.explain.comparison import tell_changes, tell_difference, tell_distances, tell_totals

    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    verdict = "[green]Equal[/]" if comparison.is_equal else "[yellow]Different[/]"
    console.print(f"{verdict}: {tell_totals(comparison.totals)}.")
    console.print(f"{tell_distances(comparison.totals)}.")
    first = comparison.first
    if first is None:
        return
    for word, side in (("ours", ours), ("theirs", theirs)):
        console.print(f"  {word:<7} {escape(side.name)}", soft_wrap=True)
    if comparison.changes:
        console.print(f"Scenarios differ in: {escape(tell_changes(comparison.changes))}")
    console.print(f"\n[bold]First difference[/]: {escape(tell_difference(first))}", soft_wrap=True)
    console.print(_build_sides(first))
    _print_parting(console, comparison)
    _print_rulings(console, ours.trace, comparison)
    if comparison.gate is not None:
        _print_flip(console, ours.trace, theirs.trace, comparison.gate, comparison.changes)


def _build_sides(difference: Difference) -> Table:
    from rich.markup import escape
    from rich.table import Table

    from app.explain.comparison import write_sides

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("", "ours", "theirs"):
        table.add_column(column)
    table.add_row("value", *(escape(side) for side in write_sides(difference)))
    if difference.triangles is not None and max(difference.triangles) >= 0:
        table.add_row("triangle", *("not told" if each < 0 else str(each) for each in difference.triangles))
    return table


def _print_parting(console: Console, comparison: Comparison) -> None:
    """Say where the outcomes part, if that is later: until then the difference stayed inside the frames."""
    assert comparison.first is not None
    parting, frame = comparison.totals.first_outcome, comparison.first.place.frame
    if parting is not None and parting > frame:
        console.print(f"The outcomes first part in frame {parting}.")


def _print_rulings(console: Console, trace: Trace, comparison: Comparison) -> None:
    from app.explain.comparison import tell_margin
    from app.explain.decisions import explain_decision

    shown = comparison.our_rulings[-SHOWN_RULINGS:]
    if not shown:
        return
    left_out = len(comparison.our_rulings) - len(shown)
    console.print(f"\n[bold]Our decisions there[/]{f' ({left_out} earlier ones left out)' if left_out else ''}")
    console.print(_build_rulings(trace, shown, comparison.deciding))
    flipped = comparison.gate is not None and comparison.gate.ours == comparison.deciding
    if comparison.deciding is not None and not flipped:
        told = explain_decision(trace, comparison.deciding.index)
        console.print(f"Closest call, {tell_margin(comparison.deciding)}: {told}", markup=False)


def _build_rulings(trace: Trace, rulings: tuple[Ruling, ...], deciding: Ruling | None) -> Table:
    from rich.markup import escape
    from rich.table import Table

    from app.explain.decisions import list_decisions

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column("pass", no_wrap=True)
    table.add_column("iteration", justify="right")
    table.add_column("gate", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("threshold", no_wrap=True)
    table.add_column("margin", justify="right", no_wrap=True)
    table.add_column("outcome", no_wrap=True)
    for ruling, line in zip(rulings, list_decisions(trace, [each.index for each in rulings]), strict=True):
        place = ruling.place
        table.add_row(
            ">" if ruling == deciding else "",
            "" if place.pass_kind is None else place.pass_kind.name,
            "" if place.iteration is None else str(place.iteration + 1),
            line.label,
            line.value,
            line.relation,
            f"{line.threshold} {line.unit}".rstrip(),
            line.margin,
            escape(line.outcome),
        )
    return table


def _print_flip(console: Console, ours: Trace, theirs: Trace, flip: GateFlip, changes: tuple[Change, ...]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from app.explain.comparison import name_place, tell_changes, tell_flip, tell_flip_side
    from app.explain.decisions import explain_decision

    console.print(f"\n[bold]{tell_flip(flip)}[/]: {name_place(flip.place)}")
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, trace, ruling in (("ours", ours, flip.ours), ("theirs", theirs, flip.theirs)):
        told = "" if ruling is None else explain_decision(trace, ruling.index)
        table.add_row(f"  {name}", escape(tell_flip_side(flip, ruling, told)))
    console.print(table)
    if flip.is_parting and changes:
        console.print(f"No answer differs before; the scenarios do, in {escape(tell_changes(changes))}.")


def write_comparison(ours: Side, theirs: Side, comparison: Comparison, target: Path) -> None:
    """Write a comparison as JSON; figures that are no numbers become null."""
    first = comparison.first
    report = {
        "format": "sweepscope.comparison",
        "version": 1,
        "ours": ours.name,
        "theirs": theirs.name,
        "equal": comparison.is_equal,
        "changes": [asdict(change) for change in comparison.changes],
        "totals": asdict(comparison.totals),
        "first": None if first is None else {**asdict(first), "unit": first.what.unit},
        "gate": None
        if comparison.gate is None
        else {
            "ours": describe_ruling(comparison.gate.ours),
            "theirs": describe_ruling(comparison.gate.theirs),
            "parting": comparison.gate.is_parting,
            "tie": comparison.gate.is_tie,
        },
        "deciding": describe_ruling(comparison.deciding),
        "our_decisions": [describe_ruling(each) for each in comparison.our_rulings],
        "their_decisions": [describe_ruling(each) for each in comparison.their_rulings],
    }
    try:
        target.write_text(json.dumps(make_plain(report), allow_nan=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}") from error


def describe_ruling(ruling: Ruling | None) -> dict[str, Any] | None:
    """Return a decision with its margin."""
    return None if ruling is None else {**asdict(ruling), "margin": ruling.margin, "tie": ruling.is_tie}


def make_plain(value: Any) -> Any:
    """Return a value as JSON has it: names for enums, null for what is no number."""
    from engine.trace import PassKind

    match value:
        case dict():
            return {key: make_plain(each) for key, each in value.items()}
        case list() | tuple():
            return [make_plain(each) for each in value]
        case PassKind():
            return value.name  # in capitals, as in traces
        case Enum():
            return value.name.lower()
        case float() if not math.isfinite(value):
            return None
    return value

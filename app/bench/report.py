"""What a measurement found: figures, limits, and whether they are met; as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table


@dataclass(frozen=True)
class Spread:
    """How a figure is distributed over the frames."""

    median: float
    p95: float
    """What nineteen of twenty reach at most."""
    max: float


def measure_spread(values: Sequence[float]) -> Spread:
    """Return the distribution of at least one value."""
    median, p95 = np.percentile(values, (50, 95))
    return Spread(float(median), float(p95), float(max(values)))


@dataclass(frozen=True)
class Figures:
    """One row: spreads by name and unit, such as `cpu_ms`. All rows of a report have the same names."""

    name: str
    spreads: Mapping[str, Spread]


@dataclass(frozen=True)
class Check:
    """One figure and what it may be at most."""

    what: str
    measured: float
    allowed: float
    unit: str

    @property
    def is_met(self) -> bool:
        """Whether the limit holds."""
        return self.measured <= self.allowed


@dataclass(frozen=True)
class Report:
    """All that was measured about a subject."""

    subject: str
    conditions: Mapping[str, str | int]
    """What it was measured with: sizes, counts."""
    figures: tuple[Figures, ...]
    checks: tuple[Check, ...]

    @property
    def is_met(self) -> bool:
        """Whether every limit holds."""
        return all(check.is_met for check in self.checks)


def print_report(report: Report) -> None:
    """Print the conditions, the figures and the limits."""
    from rich.console import Console

    console = Console(highlight=False, markup=True)
    conditions = (f"{name.replace('_', ' ')} {_write(value)}" for name, value in report.conditions.items())
    console.print(", ".join(conditions), soft_wrap=True)
    console.print(_tabulate_figures(report.figures))
    console.print(_tabulate_checks(report.checks))
    missed = sum(not check.is_met for check in report.checks)
    console.print("All limits are met." if not missed else f"{missed} limit(s) missed, see above.")


def write_report(report: Report, path: Path) -> None:
    """Write everything as JSON. Raises InputError if the file cannot be written."""
    content = {
        "subject": report.subject,
        "conditions": dict(report.conditions),
        "figures": [asdict(row) for row in report.figures],
        "checks": [{**asdict(check), "is_met": check.is_met} for check in report.checks],
        "is_met": report.is_met,
    }
    try:
        path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error


def _tabulate_figures(figures: tuple[Figures, ...]) -> Table:
    table = _start_table()
    table.add_column("median, 95 %, max")
    for name in figures[0].spreads if figures else ():
        table.add_column(name.replace("_", " "), justify="right")
    for row in figures:
        cells = (" ".join(map(_write, (each.median, each.p95, each.max))) for each in row.spreads.values())
        table.add_row(row.name, *cells)
    return table


def _tabulate_checks(checks: tuple[Check, ...]) -> Table:
    table = _start_table()
    table.add_column("what")
    table.add_column("measured", justify="right")
    table.add_column("allowed", justify="right")
    table.add_column("", no_wrap=True)
    for check in checks:
        mark = "[green]ok[/]" if check.is_met else "[red]MISSED[/]"
        measured, allowed = (f"{_write(value)} {check.unit}".strip() for value in (check.measured, check.allowed))
        table.add_row(check.what, measured, allowed, mark)
    return table


def _start_table() -> Table:
    from rich.table import Table

    return Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)


def _write(value: str | float) -> str:
    """Write a whole number whole, and of others as much as matters."""
    if isinstance(value, str):
        return value
    decimals = 0 if value == int(value) or abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{decimals}f}"

"""What `microtests` prints, and the JSON that it writes."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from engine.microtests import CriterionResult, Verdict
    from engine.microtests.run import RunResult
    from engine.scenario import Controller

WIDTH = 100
"""Columns where nobody says how wide the screen is, and at most elsewhere."""
LEAST_CRITERION = 20
"""Columns that a criterion keeps on a narrow screen."""
_STYLES = {"pass": "green", "differs by design": "cyan", "fail": "bold red"}
_SHORT = {"pass": "pass", "differs by design": "by design", "fail": "FAIL"}
"""In the table, where each line has little room."""


@dataclass(frozen=True, eq=False)
class Judged:
    """The runs of one microtest, or of one file, for one controller."""

    id: str
    title: str
    controller: Controller
    runs: tuple[RunResult, ...]
    seconds: float
    """Of the simulation alone."""

    @property
    def verdict(self) -> Verdict:
        """The worst of the runs'."""
        from engine.microtests.verdicts import worst_of

        return worst_of(run.verdict for run in self.runs)


def print_report(judged: Sequence[Judged], seconds: float) -> None:
    """Print a table with a line for each criterion, why what is not met is not, and a line for all."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    widths = _measure_columns(judged, min(console.width, WIDTH))
    for place, each in enumerate(judged):
        verdict = f"[{_STYLES[each.verdict]}]{each.verdict}[/]"
        if place == 0:
            console.print(_build_table([_HEADS], widths, "dim"))
        console.print(f"[bold]{escape(each.id)} {each.controller}[/]  {escape(each.title)}: {verdict}")
        console.print(_build_table([row[2] for row in _rows_of(each)], widths))
        _print_reasons(console, each)
    console.print(f"\n{_sum_up(judged)}")
    frames = sum(len(run.trace) for each in judged for run in each.runs)
    spent = sum(each.seconds for each in judged)
    console.print(f"{frames:,} frames simulated in {spent:.3f} s; with judging {seconds:.2f} s")


def _rows_of(each: Judged) -> list[tuple[RunResult, CriterionResult, tuple[str, ...]]]:
    from engine.microtests.words import tell_criterion, tell_measured, tell_threshold

    rows: list[tuple[RunResult, CriterionResult, tuple[str, ...]]] = []
    for run in each.runs:
        for place, result in enumerate(run.criteria):
            cells = (
                "" if place else run.variant,
                tell_criterion(result.criterion),
                tell_measured(result),
                tell_threshold(result.criterion),
                _SHORT[result.verdict],
                "" if result.frame < 0 else str(result.frame),
            )
            rows.append((run, result, cells))
    return rows


_HEADS = ("variant", "criterion", "measured", "threshold", "verdict", "frame")


def _measure_columns(judged: Sequence[Judged], room: int) -> list[int]:
    """Return how wide each column must be, so that all tables line up; the criterion's gives way."""
    cells = [_HEADS, *(row[2] for each in judged for row in _rows_of(each))]
    widths = [max(len(row[column]) for row in cells) for column in range(len(_HEADS))]
    left = room - 2 - 2 * (len(_HEADS) - 1) - sum(widths) + widths[1]
    widths[1] = min(widths[1], max(left, LEAST_CRITERION))
    return widths


def _build_table(rows: Sequence[tuple[str, ...]], widths: list[int], style: str = "") -> Table:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False, style=style)
    table.add_column(width=0)
    for head, width in zip(_HEADS, widths, strict=True):
        right = head in ("measured", "frame")
        table.add_column(width=width, justify="right" if right else "left", overflow="fold")
    styles = {_SHORT[verdict]: style for verdict, style in _STYLES.items()}
    for row in rows:
        cells = [escape(cell) for cell in row]
        if cells[4] in styles:
            cells[4] = f"[{styles[cells[4]]}]{cells[4]}[/]"
        table.add_row("", *cells)
    return table


def _print_reasons(console: Console, each: Judged) -> None:
    """Say once for each reason why a criterion was not met by design, or could not be measured."""
    from rich.padding import Padding
    from rich.text import Text

    from engine.microtests.words import tell_criterion, tell_physx

    lines: list[str] = []
    figures: dict[str, dict[str, None]] = {}
    for _, result, _ in _rows_of(each):
        if result.reason and math.isnan(result.measured):
            lines.append(f"{tell_criterion(result.criterion)}: {result.reason}")
        elif result.reason:
            figures.setdefault(result.reason, {})[tell_physx(result.criterion)] = None
    lines += [f"Real PhysX: {', '.join(told)}. {reason}" for reason, told in figures.items()]
    for line in dict.fromkeys(lines):
        console.print(Padding(Text(line, style="dim"), (0, 0, 0, 2), expand=False))


def _sum_up(judged: Sequence[Judged]) -> str:
    from engine.microtests import Verdict

    counts = Counter(each.verdict for each in judged)
    words = {Verdict.PASS: ("passes", "pass"), Verdict.DIFFERS: ("differs by design", "differ by design")}
    parts = [
        f"[{_STYLES[verdict]}]{counts[verdict]} {words.get(verdict, ('fails', 'fail'))[counts[verdict] != 1]}[/]"
        for verdict in Verdict
        if counts[verdict] or verdict is not Verdict.DIFFERS
    ]
    runs = sum(len(each.runs) for each in judged)
    criteria = sum(len(run.criteria) for each in judged for run in each.runs)
    counted = (_count(len(judged), "test", "tests"), _count(runs, "run", "runs"))
    return f"{counted[0]} ({counted[1]}, {_count(criteria, 'criterion', 'criteria')}): {', '.join(parts)}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def write_report(judged: Sequence[Judged], target: Path) -> None:
    """Write the results as JSON; what could not be measured is null. Figures are in metres and radians."""
    from engine.microtests.verdicts import worst_of

    report = {
        "format": "sweepscope.microtests",
        "version": 1,
        "verdict": str(worst_of(each.verdict for each in judged)),
        "seconds": sum(each.seconds for each in judged),
        "results": [
            {
                "id": each.id,
                "title": each.title,
                "controller": str(each.controller),
                "verdict": str(each.verdict),
                "runs": [_describe_run(run) for run in each.runs],
            }
            for each in judged
        ],
    }
    try:
        target.write_text(json.dumps(report, allow_nan=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}") from error


def _describe_run(run: RunResult) -> dict[str, Any]:
    return {
        "variant": run.variant,
        "scenario": run.scenario.name,
        "frames": len(run.trace),
        "hash": f"{int(run.trace.hashes[-1]):08x}",
        "verdict": str(run.verdict),
        "key_frame": run.key_frame,
        "criteria": [_describe_result(result) for result in run.criteria],
    }


def _describe_result(result: CriterionResult) -> dict[str, Any]:
    from engine.files.criteria_json import write_criterion
    from engine.microtests.words import tell_criterion, tell_measured, tell_threshold

    return {
        "criterion": write_criterion(result.criterion),
        "measured": None if math.isnan(result.measured) else result.measured,
        "unit": result.criterion.facts.unit,
        "frame": None if result.frame < 0 else result.frame,
        "verdict": str(result.verdict),
        "reason": result.reason,
        "words": [tell_criterion(result.criterion), tell_measured(result), tell_threshold(result.criterion)],
    }

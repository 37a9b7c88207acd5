"""The other runs beside the one that is looked at: named, coloured, shown or not, all at the same frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.comparison import Comparison, compare_centers
from app.draw.path_layer import prepare_path
from app.draw.view import SceneCache
from app.lanes import Lane, build_difference_lane

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.detect.finding import Finding
    from engine.trace import Trace

MOST_OTHERS = 7
"""Runs beside the one that is looked at: eight in all are as many as can be told apart by colour."""


@dataclass(frozen=True, eq=False)
class OtherRun:
    """Another run, drawn faint beside the open one and compared with it."""

    slot: int
    """From 0 to 6: what commands call it, and which of the theme's colours it has."""
    name: str
    trace: Trace
    scene: SceneCache
    comparison: Comparison
    lane: Lane
    """The frames in which the two differ."""
    path: Path = Path()
    """The file that it was read from; empty if it was made here."""
    is_shown: bool = True
    is_before: bool = False
    """It is what the run was before the latest edit, and the next edit takes its place."""
    findings: tuple[Finding, ...] | None = None
    """What the detectors found in it; None if nobody has asked them."""


def make_other(
    trace: Trace,
    beside: SceneCache,
    slot: int,
    name: str,
    path: Path = Path(),
    *,
    is_before: bool = False,
    findings: tuple[Finding, ...] | None = None,
) -> OtherRun:
    """Make a run to be shown beside another, whose level it shares on screen."""
    scene = SceneCache(trace, f"run {slot}", beside.level, prepare_path(trace))
    comparison = compare_centers(beside.trace, trace)
    lane = build_difference_lane(comparison)
    return OtherRun(slot, name, trace, scene, comparison, lane, path, is_before=is_before, findings=findings)


def compare_again(others: Iterable[OtherRun], trace: Trace) -> tuple[OtherRun, ...]:
    """Return runs compared with another trace than before."""
    compared = []
    for run in others:
        comparison = compare_centers(trace, run.trace)
        compared.append(replace(run, comparison=comparison, lane=build_difference_lane(comparison)))
    return tuple(compared)


def add_other(others: tuple[OtherRun, ...], run: OtherRun) -> tuple[OtherRun, ...]:
    """Return runs with one more, in the order of their slots; it takes the place of what had its slot."""
    return tuple(sorted((*(each for each in others if each.slot != run.slot), run), key=lambda each: each.slot))


def free_slot(others: tuple[OtherRun, ...]) -> int | None:
    """Return the first slot that no run has, or that the run before the latest edit has; None if all are taken."""
    taken = {run.slot for run in others if not run.is_before}
    return next((slot for slot in range(MOST_OTHERS) if slot not in taken), None)


def find_run(others: tuple[OtherRun, ...], slot: int) -> OtherRun | None:
    """Return the run in a slot."""
    return next((run for run in others if run.slot == slot), None)


def change_run(others: tuple[OtherRun, ...], slot: int, **changed: object) -> tuple[OtherRun, ...]:
    """Return runs with one of them changed."""
    return tuple(replace(run, **changed) if run.slot == slot else run for run in others)  # type: ignore[arg-type]

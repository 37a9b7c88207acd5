"""What a plot shows: a curve of the open run, one of each run beside it, and words for what is not known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.explain.gate_words import GATE_WORDS
from app.explain.words import format_number
from app.series import (
    DISTANCE,
    PENETRATION,
    Curve,
    GateCurves,
    Quantity,
    collect_gate,
    draw_curve,
    find_gate,
    find_quantity,
    measure_series,
)
from engine.decisions import GATES, Gate

if TYPE_CHECKING:
    from app.draw.drawlist import Color
    from app.state import Document
    from app.ui.context import Ui
    from engine.trace import Trace

OWN = -1
"""In place of a slot: the run that is open."""
MOST_TOLD = 3
"""Answers of one gate in one frame that are told; the Inspector lists them all."""


@dataclass(frozen=True, eq=False)
class RunCurve:
    """The curve of one run. `gate` holds more of it where the plot is about a gate."""

    slot: int
    name: str
    color: Color
    line: Curve
    gate: GateCurves | None = None


def list_runs(ui: Ui, document: Document) -> list[tuple[int, str, Trace, Color]]:
    """Return slot, name, trace and colour of the runs on screen, the open one first."""
    others = [(run.slot, run.name, run.trace, ui.theme.runs[run.slot]) for run in document.others if run.is_shown]
    return [(OWN, document.run_name, document.trace, ui.theme.path_near), *others]


def gather_curves(ui: Ui, document: Document, name: str) -> list[RunCurve]:
    """Return what is known of a plot, run by run; made once per trace."""
    gate = find_gate(name)
    if gate is not None:
        return _gather_gate(ui, document, name, gate)
    curves = []
    for slot, words, trace, color in list_runs(ui, document):
        curve = _find_curve(ui, document, name, slot, trace)
        if curve is not None:
            curves.append(RunCurve(slot, words, color, curve))
    return curves


def _gather_gate(ui: Ui, document: Document, name: str, gate: Gate) -> list[RunCurve]:
    curves = []
    for slot, words, trace, color in list_runs(ui, document):
        asked = ui.remember(f"curve {name} {slot}", trace, lambda trace=trace: collect_gate(trace, gate))  # type: ignore[misc]
        if len(asked.value):
            curves.append(RunCurve(slot, words, color, asked.value, asked))
    return curves


def _find_curve(ui: Ui, document: Document, name: str, slot: int, trace: Trace) -> Curve | None:
    """Return the curve of a run; None where nobody has asked, or there is nothing to ask."""
    key, memory = (trace, document.trace), f"curve {name} {slot}"
    if name == DISTANCE:
        run = next((run for run in document.others if run.slot == slot), None)
        return None if run is None else ui.remember(memory, key, lambda: draw_curve(run.comparison.distances))
    if name == PENETRATION:
        depths = ui.state.depths.get(trace)
        return None if depths is None else ui.remember(memory, key, lambda: draw_curve(depths))
    return ui.remember(memory, trace, lambda: draw_curve(measure_series(trace, name)))


def name_plot(name: str) -> tuple[str, str]:
    """Return what a plot is called on screen, and what it means."""
    gate, quantity = find_gate(name), find_quantity(name)
    if gate is not None:
        facts = GATES[gate]
        asks = f"{facts.value} {facts.relation} {facts.threshold}" if facts.relation else f"{facts.value}: yes or no"
        return GATE_WORDS[gate].label, f"The gate asks: {asks}."
    return (quantity.words, quantity.help) if quantity is not None else (name, "")


def tell_unknown(ui: Ui, document: Document, name: str) -> str:
    """Say why there is nothing to draw."""
    if find_gate(name) is not None:
        told = len(document.trace.decisions) > 0
        return "This gate was not asked in this run." if told else "This trace records no decisions."
    if name == DISTANCE:
        return "No other run to compare with: edit something, or open a ghost."
    if name == PENETRATION and document.trace not in ui.state.depths:
        return "Not asked yet: the level is asked in the background, once the kernels are compiled."
    if name == PENETRATION or document.trace.scenario is None:
        return "Not known: this trace comes without a scenario and its level."
    return "This trace does not tell it."


def tell_value(name: str, curve: RunCurve, frame: int) -> str:
    """Write what a curve is at a frame, with its unit."""
    gate, quantity = find_gate(name), find_quantity(name)
    if gate is not None and curve.gate is not None:
        return tell_answers(gate, curve.gate, frame)
    known = curve.line.at(frame)
    return "not known" if len(known) == 0 or quantity is None else write_value(quantity, float(known[0]))


def write_value(quantity: Quantity, value: float) -> str:
    """Write a figure of a quantity."""
    text = f"{value:.0f}" if quantity.is_whole else format_number(value)
    return f"{text}{'' if quantity.unit in ('', '°') else ' '}{quantity.unit}"


def tell_answers(gate: Gate, asked: GateCurves, frame: int) -> str:
    """Write what a gate compared in a frame, and what came of it: `0.695 against 0.707 (too steep)`."""
    words, unit = GATE_WORDS[gate], GATES[gate].unit
    low, high = np.searchsorted(asked.asked["frame"], (frame, frame + 1))
    told = []
    for row in asked.asked[low : min(high, low + MOST_TOLD)]:
        value, threshold = float(row["value"]), float(row["threshold"])
        outcome = words.short_yes if row["outcome"] else words.short_no
        figures = (
            f"{format_number(value)} against {format_number(threshold)}" if np.isfinite(value) else "nothing found"
        )
        told.append(f"{figures}{f' {unit}' if unit else ''} ({outcome})")
    more = f", and {high - low - MOST_TOLD} more" if high - low > MOST_TOLD else ""
    return ", ".join(told) + more if told else "not asked"

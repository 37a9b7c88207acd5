"""What the records say by themselves: guards that acted, numbers that are none."""

from __future__ import annotations

import numpy as np

from engine.decisions import GATES, Gate
from engine.detect.columns import Columns, find_stretches
from engine.detect.finding import Finding, FindingKind


def find_guards(columns: Columns) -> list[Finding]:
    """Find the stretches of frames in which a guard acted, guard by guard."""
    trace = columns.trace
    guards = [gate for gate in Gate if gate.is_guard]
    acted = trace.decisions[np.isin(trace.decisions["gate"], guards) & trace.decisions["outcome"]]
    findings = []
    for number in np.unique(acted["gate"]).tolist():
        gate, rows = Gate(number), acted[acted["gate"] == number]
        facts, mask = GATES[gate], np.zeros(len(trace), dtype=bool)
        mask[rows["frame"]] = True
        at = np.searchsorted(rows["frame"], np.arange(len(trace) + 1))
        for first, last in find_stretches(mask):
            row = rows[at[first]]
            name = gate.name.removeprefix("GUARD_").replace("_", " ").lower()
            words = f"The guard {name} acted: {facts.value}"
            if facts.relation:
                unit = f" {facts.unit}" if facts.unit else ""
                words += (
                    f" ({row['value']:.3g}{unit}) {facts.relation} {facts.threshold} ({row['threshold']:.3g}{unit})"
                )
            findings.append(
                Finding(
                    FindingKind.GUARD,
                    first,
                    last,
                    float(row["value"]),
                    float(row["threshold"]),
                    facts.unit,
                    f"{words}.",
                )
            )
    return findings


def find_not_finite(columns: Columns) -> list[Finding]:
    """Find places that are no numbers, and infinite moves; a move that is NaN was not recorded."""
    trace = columns.trace
    lost = ~np.isfinite(trace.frames["center"]).all(axis=1)
    asked = np.isinf(trace.frames["move"]).any(axis=1)
    findings = []
    for mask, words in ((lost, "The capsule's place is no number"), (asked, "An infinite move was asked for")):
        for first, last in find_stretches(mask):
            count = last - first + 1
            told = f"{words} in {count} frame{'s' if count > 1 else ''}."
            findings.append(Finding(FindingKind.NOT_FINITE, first, last, float(count), 0.0, "frames", told))
    return findings

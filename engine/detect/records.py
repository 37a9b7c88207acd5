"""What the records say by themselves: passes that ran out of iterations, guards that acted, numbers that are none."""

from __future__ import annotations

import numpy as np

from engine.decisions import GATES, Gate
from engine.detect.columns import Columns, find_stretches
from engine.detect.finding import Finding, FindingKind
from engine.rests import project_rests
from engine.settings import CctSettings
from engine.trace import Exit, PassKind

LEAST_CAP = 2
"""A pass that may sweep once only does not run out of iterations: that is its rule."""
STOP_EPSILON_M = 0.001
"""Metres that may be left where the least move is not known: the default of both controllers."""


def find_caps(columns: Columns) -> list[Finding]:
    """Find passes that used all their iterations up with more of their way left, by kind of pass."""
    trace = columns.trace
    passes = trace.passes
    capped = np.flatnonzero(
        (passes["exit"] == Exit.MAX_ITERATIONS)
        & (passes["max_iterations"] >= LEAST_CAP)
        & (passes["iteration_count"] > 0)
    )
    settings = None if trace.scenario is None else trace.scenario.settings
    least = settings.min_move_distance if isinstance(settings, CctSettings) else STOP_EPSILON_M
    rests = np.linalg.norm(project_rests(trace, capped), axis=1)
    # Of a pass of another kind the rest is not known: its producer calls it exhausted, and that is told.
    kept = ~(rests <= least)
    capped, rests = capped[kept], rests[kept]
    frames, kinds = trace.attempts["frame"][passes["attempt"][capped]], passes["kind"][capped]
    findings = []
    for kind in np.unique(kinds).tolist():
        of_frame, caps = np.full(len(trace), np.nan), np.zeros(len(trace), dtype=np.int64)
        chosen = kinds == kind
        np.fmax.at(of_frame, frames[chosen], rests[chosen])
        caps[frames[chosen]] = passes["max_iterations"][capped[chosen]]
        for first, last in find_stretches(caps > 0):
            cap, rest = int(caps[first]), of_frame[first : last + 1]
            left = "" if np.isnan(rest).all() else f" with up to {np.nanmax(rest):.3g} m of the way left"
            words = f"{PassKind(kind).name} used all {cap} iterations up{left}."
            findings.append(
                Finding(FindingKind.ITERATION_CAP, first, last, float(cap), float(cap), "iterations", words)
            )
    return findings


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

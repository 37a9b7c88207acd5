"""Traces with decisions, made by hand: the gates that a controller of ours would have told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.decisions import Gate
from engine.trace import DECISION, NO_BODY, Trace


def decide(gate: Gate, outcome: bool, value: float = 0.0, threshold: float = 0.0, **where: int) -> dict[str, Any]:
    """Return a decision of frame 0; `where` names frame, attempt, pass_index, iteration, body and triangle."""
    place = {"frame": 0, "attempt": -1, "pass_index": -1, "iteration": -1, "body": NO_BODY, "triangle": -1, **where}
    return {**place, "gate": gate, "outcome": outcome, "value": value, "threshold": threshold}


def add_decisions(trace: Trace, decisions: Sequence[dict[str, Any]]) -> Trace:
    """Return a trace with decisions, which must be in the order of their frames."""
    records = np.zeros(len(decisions), dtype=DECISION)
    for number, decision in enumerate(decisions):
        for name, value in decision.items():
            records[number][name] = value
    frames = trace.frames.copy()
    frames["decision_start"] = np.searchsorted(records["frame"], np.arange(len(frames)))
    frames["decision_count"] = np.bincount(records["frame"], minlength=len(frames))
    return replace(trace, frames=frames, decisions=records)

"""What only a controller of our own tells, to columns: its decisions, and its state at the start of each frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.decisions import GATES, Gate
from engine.files.body_numbers import BodyNumbers
from engine.files.columns import ABSENT, Rows
from engine.trace import DECISION, NO_BODY, STATE, UNKNOWN_BODY, Records

_GATES = {gate.name.lower(): gate for gate in Gate}
_NOTHING = {"<": np.inf, "<=": np.inf, ">": -np.inf, ">=": -np.inf}
_NOTHING_OF = np.full(256, np.nan)
"""What null is for each gate: nothing was there, so a value as far as can be on the side where the condition fails."""
for _gate, _facts in GATES.items():
    _NOTHING_OF[_gate] = _NOTHING.get(_facts.relation, np.nan)


def fill_states(frames: Rows, bodies: BodyNumbers) -> Records:
    """Return the states that the frames tell; null as a body is none here."""
    rows, _ = frames.parts("state")
    records = np.empty(len(rows), dtype=STATE)
    if len(rows) == 0:
        return records
    for name in STATE.names or ():
        if name == "flags":
            records[name] = rows.flags(name)
        elif name == "support":
            records[name] = rows.bodies(name, bodies)
        elif STATE[name].base.kind == "f":
            records[name] = rows.vectors(name) if STATE[name].shape else rows.numbers(name)
        else:
            records[name] = rows.integers(name, default=-1)
    return records


def fill_decisions(rows: Rows, frames: Records, attempts: Records, passes: Records, bodies: BodyNumbers) -> Records:
    """Return the decisions of a chunk; attempt, pass and iteration become indices into the chunk's records."""
    records = np.empty(len(rows), dtype=DECISION)
    if len(rows) == 0:
        return records
    records["frame"] = np.repeat(np.arange(len(frames)), frames["decision_count"])
    records["gate"] = rows.codes("gate", _GATES)
    records["outcome"] = rows.booleans("outcome")
    records["value"] = rows.numbers("value")
    nothing = np.array([record.get("value", ABSENT) is None for record in rows.records])
    records["value"][nothing] = _NOTHING_OF[records["gate"][nothing]]
    records["threshold"] = rows.numbers("threshold")
    records["attempt"] = _find_children(rows, "attempt", records["frame"], frames)
    records["pass_index"] = _find_children(rows, "pass", records["attempt"], attempts)
    records["iteration"] = _find_children(rows, "iteration", records["pass_index"], passes)
    # A decision about no body says so by saying nothing.
    bodies[ABSENT] = NO_BODY
    records["body"] = rows.bodies("body", bodies)
    bodies[ABSENT] = UNKNOWN_BODY
    records["triangle"] = rows.integers("triangle", default=-1)
    return records


def _find_children(rows: Rows, key: str, parents: NDArray[np.int32], records: Records) -> NDArray[np.int32]:
    """Turn positions among a parent's children into indices; -1 where the key is absent."""
    positions = rows.integers(key, default=-1)
    given = positions >= 0
    counts = np.zeros(len(rows), dtype=np.int32)
    starts = np.zeros(len(rows), dtype=np.int32)
    known = parents >= 0
    counts[known] = records[f"{key}_count"][parents[known]]
    starts[known] = records[f"{key}_start"][parents[known]]
    outside = given & (positions >= counts)
    if outside.any():
        index = int(np.argmax(outside))
        rows.fail(index, key, f"the position of one of the {counts[index]} that are told there")
    return np.where(given, starts + positions, -1).astype(np.int32)

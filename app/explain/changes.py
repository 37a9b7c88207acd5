"""What an edit changed, as a small table: a run against the run before it, or against any other run beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.explain.comparison import name_difference, name_place, write_amount, write_sides
from app.explain.decisions import list_decisions
from app.explain.words import NOT_RECORDED, format_vector
from app.measure import as_vec3
from engine.analyse.agreement import find_agreement
from engine.analyse.differences import What, walk_frame
from engine.analyse.pair import POSITION_TOLERANCE, Pair
from engine.analyse.rulings import find_flip

if TYPE_CHECKING:
    from engine.analyse.rulings import GateFlip, Ruling
    from engine.trace import Trace

NOTHING_CHANGED = "Nothing that a player could see: every frame ends in the same place, on the same ground."
NO_FLIP = "No gate was answered otherwise in that frame: the same answers led elsewhere."
_OUTCOMES = {What.FLAGS: "collided", What.TOUCHED: "stands on", What.CENTER: "ends at"}
"""What a frame comes to, in the words of the table."""
NOT_TOLD = "Only one of the two runs tells its decisions."


@dataclass(frozen=True)
class ChangeRow:
    """A line of the table: what, how it was, how it is now."""

    label: str
    before: str
    now: str
    differs: bool = True
    """Whether the two are to be told apart at a glance."""
    tooltip: str = ""
    frame: int | None = None
    """The frame to look at for it."""


@dataclass(frozen=True)
class VerdictChange:
    """What a criterion of the scenario came to in both runs, in words."""

    criterion: str
    before: str
    now: str


@dataclass(frozen=True, eq=False)
class Changes:
    """The table, the run that it is about, and the one that it compares with."""

    now: Trace
    against: Trace
    rows: tuple[ChangeRow, ...]
    summary: str
    """In one line."""
    first: int | None
    """The first frame whose outcome differs."""


def explain_changes(
    now: Trace,
    before: Trace,
    *,
    findings: tuple[int, int],
    verdicts: Sequence[VerdictChange] = (),
) -> Changes:
    """Return what differs between a run and the one before: verdicts, end, first difference and its gate, findings.

    findings: how many there were before, and how many there are now. verdicts: of the scenario's criteria, if it
    has any; those that stayed the same are told by their number only.
    """
    pair = Pair(now, before)
    agreement = find_agreement(pair)
    apart = (~agreement.outcome).nonzero()[0]
    first = int(apart[0]) if len(apart) else None
    rows = [*list_verdict_rows(verdicts), _write_end(now, before)]
    if len(now) != len(before):
        rows.append(ChangeRow("frames", str(len(before)), str(len(now))))
    if first is not None:
        rows += _write_first(pair, first, find_flip(pair, agreement, first))
    rows.append(ChangeRow("findings", str(findings[0]), str(findings[1]), findings[0] != findings[1]))
    return Changes(now, before, tuple(rows), _summarise(now, before, first, len(apart)), first)


def list_verdict_rows(verdicts: Sequence[VerdictChange]) -> list[ChangeRow]:
    """Write the criteria whose verdict changed, each with a line; the others are counted."""
    changed = [verdict for verdict in verdicts if verdict.before != verdict.now]
    rows = [ChangeRow("verdict", each.before, each.now, tooltip=each.criterion) for each in changed]
    same = len(verdicts) - len(changed)
    if same:
        kept = f"{same} as before"
        rows.append(ChangeRow("verdicts", kept, kept, differs=False, tooltip="Criteria that came to the same."))
    return rows


def _write_end(now: Trace, before: Trace) -> ChangeRow:
    old, new = as_vec3(before.centers[-1]), as_vec3(now.centers[-1])
    moved = math.dist(old, new)
    differs = not moved <= POSITION_TOLERANCE
    how_far = f"The two ends are {write_amount(moved, 'm')} apart." if math.isfinite(moved) else ""
    return ChangeRow("end, m", format_vector(old), format_vector(new), differs, how_far, len(now) - 1)


def _write_first(pair: Pair, frame: int, flip: GateFlip | None) -> list[ChangeRow]:
    """Write where the two part, what differs there, and the gate that was answered otherwise."""
    now, before = pair.ours, pair.theirs
    rows = []
    for difference in walk_frame(pair, frame):
        if difference.what in _OUTCOMES:
            new, old = write_sides(difference)
            words = f"The first frame whose outcome differs, in {name_difference(difference.what)}."
            label = f"frame {frame}: {_OUTCOMES[difference.what]}"
            rows.append(ChangeRow(label, old, new, tooltip=words, frame=frame))
    if not (len(now.decisions) and len(before.decisions)):
        return [*rows, ChangeRow("gate", NOT_RECORDED, NOT_RECORDED, differs=False, tooltip=NOT_TOLD)]
    if flip is None or flip.place.frame != frame:
        return [*rows, ChangeRow("gate", "none flipped", "none flipped", differs=False, tooltip=NO_FLIP)]
    (old_label, old, old_told), (new_label, new, new_told) = (
        _write_side(trace, ruling) for trace, ruling in ((before, flip.theirs), (now, flip.ours))
    )
    label = f"gate: {new_label or old_label}"
    if old_label and new_label and old_label != new_label:
        # The runs ask other questions there: each says which.
        label, old, new = "gate", f"{old_label}: {old}", f"{new_label}: {new}"
    tooltip = "\n".join(filter(None, (name_place(flip.place), old_told, new_told)))
    return [*rows, ChangeRow(label, old, new, tooltip=tooltip, frame=frame)]


def _write_side(trace: Trace, ruling: Ruling | None) -> tuple[str, str, str]:
    """Write a decision of one of the runs: its gate, its figures with what followed, and the whole sentence."""
    if ruling is None:
        return "", "not asked", ""
    line = list_decisions(trace, [ruling.index])[0]
    figures = f"{line.value} {line.relation} {line.threshold} {line.unit}".strip() if line.relation else line.value
    text = f"{figures}: {line.outcome}" if figures and figures != line.outcome else line.outcome
    return line.label, text, line.sentence


def _summarise(now: Trace, before: Trace, first: int | None, count: int) -> str:
    if first is None:
        return NOTHING_CHANGED if len(now) == len(before) else "The frames that both have end alike."
    moved = math.dist(as_vec3(now.centers[-1]), as_vec3(before.centers[-1]))
    frames = "1 frame differs" if count == 1 else f"{count} frames differ"
    return f"{frames}, from frame {first} on; it ends {write_amount(moved, 'm')} from where it did."

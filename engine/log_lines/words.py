"""The text of log lines, written for many rows at once: columns first, then one format per row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.decisions import GATES, Gate
from engine.log_lines.rows import Kind, find_up
from engine.rests import project_rests
from engine.trace import Exit, PassKind, SlopeRule, frame_hash

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Records, Trace

    Writer = Callable[[Trace, Records], list[str]]

TRIGGERS = {1: "spawn", 2: "teleport", 3: "stuck"}
"""Why pushing out runs (003 6.1), by the value of its gate."""
RULES = {SlopeRule.SIDE_CONSTRAINED: "side rule", SlopeRule.DOWN_TRIANGLE: "down rule", SlopeRule.NONE: ""}
NOT_RECORDED = "not recorded"
NOT_LOOKED_UP = "[CANDIDATES] looked up when the line is read"
"""The line of the candidates without them: they take compiled queries, frame by frame."""


def write_texts(trace: Trace, rows: Records) -> list[str]:
    """Return the text of each row."""
    texts = np.empty(len(rows), dtype=object)
    for kind in np.unique(rows["kind"]):
        at = np.flatnonzero(rows["kind"] == kind)
        texts[at] = _WRITERS[Kind(int(kind))](trace, rows[at])
    return texts.tolist()


def _format(form: str, *columns: Any) -> list[str]:
    """Fill a form row by row from columns, arrays of numbers or lists."""
    lists = [column.tolist() if isinstance(column, np.ndarray) else column for column in columns]
    return [form % row for row in zip(*lists, strict=True)]


def _round(numbers: NDArray[np.float64], decimals: int) -> NDArray[np.float64]:
    """Round to the decimals that are written, so that nothing is written as -0.00."""
    rounded: NDArray[np.float64] = np.round(numbers, decimals) + 0.0
    return rounded


def _write_sweeps(trace: Trace, rows: Records) -> list[str]:
    """Write iterations as 003 4.4 does: time of impact, normal, and the length that the iteration was to go."""
    at = rows["index"]
    records = trace.iterations[at]
    owners = records["pass_index"]
    numbers = at - trace.passes["iteration_start"][owners]
    hit, sizes = records["hit"], records["length"]
    times = np.where(hit, records["distance"] / np.where(sizes > 0.0, sizes, 1.0), 1.0)
    normals = _round(np.where(hit[:, None], records["normal"], 0.0), 2)
    names = np.array(["Slide" if kind == PassKind.BUMP else kind.name for kind in PassKind])
    order = np.searchsorted(np.array([int(kind) for kind in PassKind]), trace.passes["kind"][owners])
    form = "[%s %d] t=%.4f normal=(%.2f,%.2f,%.2f) remain=%.4f"
    return _format(form, names[order], numbers, times, *normals.T, sizes)


def _write_pushes(trace: Trace, rows: Records) -> list[str]:
    """Write the rounds of pushing out: what pushed in all, and how many bodies did (003 6.2)."""
    at = rows["index"]
    records = trace.iterations[at]
    owners = records["pass_index"]
    numbers = at - trace.passes["iteration_start"][owners]
    is_round = trace.passes["kind"][owners] == PassKind.DEPENETRATE
    own = records["direction"] * records["length"][:, None]
    push = _round(np.where(is_round[:, None], own, trace.passes["end"][owners] - records["origin"]), 3)
    overlaps = [NOT_RECORDED if count < 0 else str(count) for count in rows["count"].tolist()]
    return _format("[DEPEN] iter=%d, push=(%.3f,%.3f,%.3f), overlaps=%s", numbers, *push.T, overlaps)


def _write_due(trace: Trace, rows: Records) -> list[str]:
    return [
        f"[DEPEN] due: {TRIGGERS.get(int(value), 'asked for')}" for value in trace.decisions["value"][rows["index"]]
    ]


def _write_retests(trace: Trace, rows: Records) -> list[str]:
    """Write what the test after pushing out found: the proof hook of 003 2.5 and 6.3."""
    records = trace.decisions[rows["index"]]
    passes = trace.passes[trace.attempts["pass_start"][records["attempt"]]]
    rounds = passes["iteration_count"] - (passes["exit"] != Exit.MAX_ITERATIONS)
    overlap = ["YES" if outcome else "NO" for outcome in records["outcome"].tolist()]
    return _format("[DEPEN] rounds=%d, overlap=%s, depth=%.4f", rounds, overlap, records["value"])


def _write_reverted(_trace: Trace, rows: Records) -> list[str]:
    return ["[DEPEN] FAILED - reverting to safe position"] * len(rows)


def _write_landed(_trace: Trace, rows: Records) -> list[str]:
    return _write_ground("AIR -> GROUNDED", rows)


def _write_left(_trace: Trace, rows: Records) -> list[str]:
    return _write_ground("GROUNDED -> AIR", rows)


def _write_ground(change: str, rows: Records) -> list[str]:
    """Write transitions: normal · up of the ground, and how long the old state had lasted, unless it began so."""
    leans = [f"{lean:.3f}" if np.isfinite(lean) else NOT_RECORDED for lean in rows["value"].tolist()]
    lasted = [f", after {count} frame{'' if count == 1 else 's'}" if count else "" for count in rows["count"].tolist()]
    return _format(f"[GROUND] {change}, normalY=%s%s", leans, lasted)


def _write_snaps(trace: Trace, rows: Records) -> list[str]:
    records = trace.passes[rows["index"]]
    return _format("[SNAP] Snapped down by %.3f", (records["start"] - records["end"]) @ find_up(trace))


def _write_slopes(trace: Trace, rows: Records) -> list[str]:
    """Write the refusals of `cct`: which rule, how steep, and how high above the original bottom."""
    records = trace.attempts[rows["index"]]
    rules = [RULES[SlopeRule(int(rule))] for rule in records["slope_rule"]]
    return _format(
        "[SLOPE] non-walkable by the %s: normalY=%.3f, height=%.3f, step offset=%.3f",
        rules,
        records["slope_normal"] @ find_up(trace),
        records["slope_height"],
        records["slope_step_offset"],
    )


def _write_walks(trace: Trace, rows: Records) -> list[str]:
    return _format("[WALK] walk experiment, move=(%.4f,%.4f,%.4f)", *_round(trace.attempts["move"][rows["index"]], 4).T)


def _write_last_bumps(trace: Trace, rows: Records) -> list[str]:
    records = trace.passes[rows["index"]]
    dropped = np.where(records["exit"] == Exit.MAX_ITERATIONS, "; what was left of the move was dropped", "")
    return _format("[WARN] last bump used, %d of %d%s", records["iteration_count"], records["max_iterations"], dropped)


def _write_caps(trace: Trace, rows: Records) -> list[str]:
    records = trace.passes[rows["index"]]
    names = [PassKind(int(kind)).name for kind in records["kind"]]
    left = np.linalg.norm(project_rests(trace, rows["index"].astype(np.intp)), axis=1)
    return _format("[WARN] %s used all %d iterations, remain=%.4f", names, records["max_iterations"], left)


def _write_guards(trace: Trace, rows: Records) -> list[str]:
    lines = []
    for record in trace.decisions[rows["index"]]:
        gate = Gate(int(record["gate"]))
        facts, name = GATES[gate], gate.name.removeprefix("GUARD_").replace("_", " ").lower()
        figures = f", {record['value']:.6g} {facts.relation} {record['threshold']:.6g}" if facts.relation else ""
        unit = f" {facts.unit}" if figures and facts.unit else ""
        lines.append(f"[WARN] guard {name}: {facts.value}{figures}{unit}")
    return lines


def _write_stuck(trace: Trace, rows: Records) -> list[str]:
    records = trace.decisions[rows["index"]]
    form = "[WARN] stuck for %d frames, more than %d: the next frame begins with pushing out"
    return _format(form, records["value"], records["threshold"])


def _write_hashes(trace: Trace, rows: Records) -> list[str]:
    at = rows["index"]
    few = len(at) < len(trace) // 2  # all hashes at once cost less than so many by themselves
    hashes = [frame_hash(n, trace.centers[n]) for n in at.tolist()] if few else trace.hashes[at]
    return _format("[HASH] frame=%d positionHash=0x%08X", at, hashes)


def _write_unread(_trace: Trace, rows: Records) -> list[str]:
    return [NOT_LOOKED_UP] * len(rows)


def write_candidates(trace: Trace, frame: int) -> str:
    """Write how many candidates a frame gathered, with the first and the last (003 3.3). Takes compiled kernels."""
    from engine.gathered import gather_frame  # brings numba, which reading a log does without

    gathered = gather_frame(trace, frame)
    return f"[CANDIDATES] {NOT_RECORDED if gathered is None else gathered.words}"


_WRITERS: dict[Kind, Writer] = {
    Kind.SWEEP: _write_sweeps,
    Kind.PUSH: _write_pushes,
    Kind.PUSH_DUE: _write_due,
    Kind.RETEST: _write_retests,
    Kind.REVERTED: _write_reverted,
    Kind.SNAP: _write_snaps,
    Kind.SLOPE: _write_slopes,
    Kind.WALK: _write_walks,
    Kind.LAST_BUMP: _write_last_bumps,
    Kind.CAP: _write_caps,
    Kind.GUARD: _write_guards,
    Kind.STUCK: _write_stuck,
    Kind.LANDED: _write_landed,
    Kind.LEFT_GROUND: _write_left,
    Kind.HASH: _write_hashes,
    Kind.CANDIDATES: _write_unread,
}

"""Which candidates a sweep had, and why each was taken or passed over. Worked out when somebody asks, never stored."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hits import Candidate, Selection, Verdict
from engine.level import ALL_BITS, Level
from engine.queries import run_sweep
from engine.query_input import SCRATCH, Options, SweepQuery, ask_sweep
from engine.shapes import Capsule


def list_candidates(
    level: Level,
    capsule: Capsule,
    direction: Sequence[float],
    distance: float,
    *,
    mask: int = ALL_BITS,
    selection: str = Selection.CLOSEST,
    frame: int = 0,
    window: float | None = None,
    parallel: bool = True,
    skip_overlapped: bool = False,
) -> tuple[Candidate, ...]:
    """Return everything in the swept box of a sweep, by body and triangle, and what was decided about each."""
    from engine.kernels import judge

    asked = ask_sweep(
        level, capsule, direction, distance, Options(mask, selection, frame, window, parallel, skip_overlapped)
    )
    winner = run_sweep(asked)[5]
    verdicts = {
        judge.TOUCHED: Verdict.BEATEN,
        judge.FACING_AWAY: Verdict.FACING_AWAY,
        judge.MASKED: Verdict.MASKED,
        judge.OUT_OF_REACH: Verdict.OUT_OF_REACH,
        judge.MISSED: Verdict.MISSED,
        judge.OUTSIDE_WINDOW: Verdict.OUTSIDE_WINDOW,
    }
    candidates = []
    for primitive in _gather(asked):
        code, at = judge.judge_primitive(asked.arrays, asked.shape, asked.distance, asked.up, asked.choice, primitive)
        if code in verdicts:
            body, triangle, _ = asked.arrays[1][primitive].tolist()
            verdict = Verdict.HIT if primitive == winner else verdicts[code]
            candidates.append(Candidate(body, max(triangle, -1), verdict, at))
    # PhysX visits bodies in an order of its own; people read them in the level's.
    return tuple(sorted(candidates, key=lambda each: (each.body, each.triangle)))


def _gather(asked: SweepQuery) -> list[int]:
    """Return the primitives in the swept box."""
    from engine.kernels.gather import gather_swept

    while True:
        found = SCRATCH.found
        count = gather_swept(asked.arrays, asked.shape, asked.distance, found, SCRATCH.stack)
        if count <= len(found):
            primitives: list[int] = asked.arrays[2][found[:count]].tolist()
            return primitives
        SCRATCH.grow(count)

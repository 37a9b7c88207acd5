"""The rows that a run writes, growing as it goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.trace import ATTEMPT, DECISION, ITERATION, PASS, Records

ROWS_PER_FRAME = (2, 6, 6, 64)
"""Attempts, passes, iterations and decisions that there is room for at first, for each frame."""


@dataclass(eq=False)
class RunLog:
    """The growing rows of a trace."""

    attempts: Records
    passes: Records
    iterations: Records
    decisions: Records
    counts: Any
    """(16,) int64: rows so far, and what they belong to (engine.kernels.cct.layout)."""

    @classmethod
    def make(cls, frames: int, record: bool) -> RunLog:
        """Make room for some frames, or for none if nothing is recorded."""
        room = [rows * frames if record else 0 for rows in ROWS_PER_FRAME]
        levels = (ATTEMPT, PASS, ITERATION, DECISION)
        arrays = (np.empty(count, dtype=level) for count, level in zip(room, levels, strict=True))
        attempts, passes, iterations, decisions = arrays
        counts = np.zeros(16, dtype=np.int64)
        counts[4] = record
        return cls(attempts, passes, iterations, decisions, counts)

    @property
    def arrays(self) -> list[Records]:
        """The four levels, from the outermost in."""
        return [self.attempts, self.passes, self.iterations, self.decisions]

    def as_tuple(self) -> tuple[Any, ...]:
        """Return what the kernels take."""
        return (self.attempts, self.passes, self.iterations, self.decisions, self.counts)

    def filled(self) -> list[Records]:
        """Return the rows of each level that have been written."""
        return [rows[:count] for rows, count in zip(self.arrays, self.counts[:4].tolist(), strict=True)]

    def take_over(self, levels: tuple[Records, Records, Records, Records]) -> None:
        """Begin with the rows of another run, and room for as many more."""
        grown = [_grown(rows, 2 * len(rows) + len(own)) for rows, own in zip(levels, self.arrays, strict=True)]
        self.attempts, self.passes, self.iterations, self.decisions = grown
        self.counts[:4] = [len(rows) for rows in levels]

    def clear(self) -> None:
        """Forget all rows; the room stays."""
        self.counts[:4] = 0

    def grow(self, share_done: float) -> None:
        """Make room where a frame did not fit, for as much as the whole run will need at this rate (0: unknown)."""
        needed, before = self.counts[:4].copy(), self.counts[12:16]
        rate = max(1.5, 1.1 / max(share_done, 1e-3)) if share_done else 2.0
        grown = [
            _grown(rows, int(rate * need)) if need > len(rows) else rows
            for rows, need in zip(self.arrays, needed.tolist(), strict=True)
        ]
        self.attempts, self.passes, self.iterations, self.decisions = grown
        self.counts[:4] = before


def _grown(rows: Records, size: int) -> Records:
    larger = np.empty(size, dtype=rows.dtype)
    larger[: len(rows)] = rows
    return larger

"""How the tests read a DrawList, and what is told of a trace."""

from __future__ import annotations

import numpy as np

from app.draw.drawlist import DrawList, Lines
from app.draw.palette import PASS_COLORS
from app.explain import Explanation, list_hud_rows
from app.playback import Cursor
from engine.trace import PassKind, Trace


def find_lines(drawn: DrawList, name: str) -> Lines | None:
    return next((lines for lines in drawn.lines if isinstance(lines.key, tuple) and lines.key[1] == name), None)


def colors_of(lines: Lines | None) -> set[tuple[float, ...]]:
    return set() if lines is None else {tuple(np.round(row[:3], 4).tolist()) for row in lines.colors}


def rounded(kind: PassKind) -> tuple[float, ...]:
    return tuple(np.round(np.array(PASS_COLORS[kind][:3], dtype=np.float32), 4).tolist())


def find_pass(trace: Trace, frame: int, kind: PassKind, attempt: int = 0) -> int:
    passes = trace.passes_of(trace.attempts_of(frame)[attempt])
    return next(i for i in passes if trace.passes[i]["kind"] == kind)


def read_hud(trace: Trace, cursor: Cursor) -> dict[str, str]:
    return {row.label: row.text for row in list_hud_rows(trace, cursor)}


def read_rows(told: Explanation | None) -> dict[str, str]:
    assert told is not None
    return {row.label: row.text for row in told.rows}

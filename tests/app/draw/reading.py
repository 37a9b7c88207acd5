"""How the tests read a DrawList."""

from __future__ import annotations

import numpy as np

from app.draw.drawlist import DrawList, Lines
from app.draw.palette import PASS_COLORS
from engine.trace import PassKind


def find_lines(drawn: DrawList, name: str) -> Lines | None:
    return next((lines for lines in drawn.lines if isinstance(lines.key, tuple) and lines.key[1] == name), None)


def colors_of(lines: Lines | None) -> set[tuple[float, ...]]:
    return set() if lines is None else {tuple(np.round(row[:3], 4).tolist()) for row in lines.colors}


def rounded(kind: PassKind) -> tuple[float, ...]:
    return tuple(np.round(np.array(PASS_COLORS[kind][:3], dtype=np.float32), 4).tolist())

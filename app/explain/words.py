"""How figures become words: units, the digits that matter, and the small types that explanations are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass

from app.measure import Vec3, is_known, split_move

NOT_RECORDED = "not recorded"
"""Shown for a figure that the trace does not hold: never a guess."""

_SMALLEST_SHOWN = 8e-6
"""Metres. Below this a length is rounding, not motion: half a float32 step at 100 m from the origin."""
_MOST_DECIMALS = 7
"""What a float32 producer can tell apart."""


@dataclass(frozen=True)
class Row:
    """A line of a table: what, how much, in which unit, and what it means."""

    label: str
    value: str
    unit: str = ""
    tooltip: str = ""

    @property
    def text(self) -> str:
        """The value with its unit."""
        return f"{self.value} {self.unit}" if self.unit and self.value != NOT_RECORDED else self.value


@dataclass(frozen=True)
class Words:
    """An explanation: a few words for a label, and a sentence for a person."""

    short: str
    sentence: str


@dataclass(frozen=True)
class Explanation:
    """A thing of the trace in words: a title, sentences, and the figures behind them."""

    title: str
    short: str
    sentences: tuple[str, ...]
    rows: tuple[Row, ...] = ()

    @property
    def text(self) -> str:
        """All sentences as one paragraph."""
        return " ".join(self.sentences)


def format_number(value: float, decimals: int = 3) -> str:
    """Write a figure with at most `decimals` decimals and at least two; more if it would vanish otherwise."""
    if not math.isfinite(value):
        return NOT_RECORDED
    if abs(value) < _SMALLEST_SHOWN:
        return "0.00"
    if abs(value) < 0.5 * 10.0**-decimals:
        return f"{value:.{_MOST_DECIMALS}f}".rstrip("0")
    if abs(value) >= 100.0:
        return f"{value:.1f}"
    text = f"{value:.{decimals}f}"
    while len(text) - text.index(".") - 1 > 2 and text.endswith("0"):
        text = text[:-1]
    return text


def format_length(value: float, decimals: int = 3) -> str:
    """Write a length with its unit: `0.067 m`."""
    text = format_number(value, decimals)
    return text if text == NOT_RECORDED else f"{text} m"


def format_change(value: float, decimals: int = 3) -> str:
    """Write a signed figure; nothing has no sign."""
    text = format_number(value, decimals)
    return text if text in (NOT_RECORDED, "0.00") or value < 0.0 else f"+{text}"


def format_pair(value: float, threshold: float, decimals: int = 3) -> tuple[str, str]:
    """Write two figures that are compared, with as many decimals as it takes to tell them apart."""
    for count in range(decimals, _MOST_DECIMALS + 1):
        texts = format_number(value, count), format_number(threshold, count)
        if texts[0] != texts[1]:
            return texts
    return format_number(value, decimals), format_number(threshold, decimals)


def format_vector(vector: Vec3) -> str:
    """Write a vector: `(0.067, 0.00, -0.164)`."""
    return f"({', '.join(format_number(x) for x in vector)})" if is_known(vector) else NOT_RECORDED


def format_angle(degrees: float) -> str:
    """Write an angle: `46.0°`."""
    return f"{degrees:.1f}°" if math.isfinite(degrees) else NOT_RECORDED


def describe_move(move: Vec3, up: Vec3 | None) -> str:
    """Say a displacement in words: `0.067 m sideways and 0.164 m down`. Without an up, by its length alone."""
    if not is_known(move):
        return NOT_RECORDED
    if up is None:
        return f"{format_length(math.hypot(*move))} {format_vector(move)}"
    sideways, height = split_move(move, up)
    parts = [f"{format_length(sideways)} sideways"] if sideways >= _SMALLEST_SHOWN else []
    if abs(height) >= _SMALLEST_SHOWN:
        parts.append(f"{format_length(abs(height))} {'up' if height > 0 else 'down'}")
    return " and ".join(parts) or "nothing"


def count_words(count: int, word: str) -> str:
    """Write a count with its noun: `1 hit`, `3 hits`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def join_clauses(clauses: list[str]) -> str:
    """Join clauses into the body of a sentence: `a, b and c`."""
    return clauses[0] if len(clauses) == 1 else f"{', '.join(clauses[:-1])} and {clauses[-1]}" if clauses else ""

"""How figures become words: units, the digits that matter, and the small types that explanations are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass

from app.measure import Vec3, is_known, split_move

NOT_RECORDED = "not recorded"
"""Shown for a figure that the trace does not hold: never a guess."""

NOTICED = 1e-4
"""Metres. The one threshold of motion in sentences: less is told as none. Rows may show more digits."""
SMALLEST_SHOWN = 8e-6
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


def format_number(value: float, decimals: int | None = None) -> str:
    """Write a figure with two decimals at least, and no more than matter; more if it would vanish otherwise.

    Without `decimals` at most four below 1, so that small lengths add up, three below 100, and one above.
    """
    if not math.isfinite(value):
        return NOT_RECORDED
    size = abs(value)
    if size < SMALLEST_SHOWN:
        return "0.00"
    if decimals is None and size >= 100.0:
        return f"{value:.1f}"
    places = decimals or (4 if size < 1.0 else 3)
    if size < 0.5 * 10.0**-places:
        return f"{value:.{_MOST_DECIMALS}f}".rstrip("0")
    text = f"{value:.{places}f}"
    while len(text) - text.index(".") - 1 > 2 and text.endswith("0"):
        text = text[:-1]
    return text


def format_length(value: float) -> str:
    """Write a length for a sentence, with its unit: `0.0667 m`. What is not noticed as motion is `0.00 m`."""
    text = format_number(0.0 if abs(value) < NOTICED else value)
    return text if text == NOT_RECORDED else f"{text} m"


def format_exact(value: float) -> str:
    """Write a length with its unit, however small: what was set or asked is no noise."""
    text = format_number(value)
    return text if text == NOT_RECORDED else f"{text} m"


def format_change(value: float) -> str:
    """Write a signed figure; nothing has no sign."""
    text = format_number(value)
    return text if text in (NOT_RECORDED, "0.00") or value < 0.0 else f"+{text}"


def format_pair(value: float, threshold: float) -> tuple[str, str]:
    """Write two figures that are compared, with as many decimals as it takes to tell them apart."""
    for decimals in (None, *range(4, _MOST_DECIMALS + 1)):
        texts = format_number(value, decimals), format_number(threshold, decimals)
        if texts[0] != texts[1]:
            return texts
    return format_number(value), format_number(threshold)


def format_comparison(value: float, threshold: float) -> str:
    """Write a comparison: `0.6947 < 0.707`; `=` if all digits that are recorded agree."""
    left, right = format_pair(value, threshold)
    if NOT_RECORDED in (left, right):
        return left
    sign = "=" if left == right else "<" if value < threshold else ">"
    return f"{left} {sign} {right}"


def format_vector(vector: Vec3) -> str:
    """Write a vector: `(0.0667, 0.00, -0.1635)`."""
    return f"({', '.join(format_number(x) for x in vector)})" if is_known(vector) else NOT_RECORDED


def format_angle(degrees: float) -> str:
    """Write an angle: `46.0°`."""
    return f"{degrees:.1f}°" if math.isfinite(degrees) else NOT_RECORDED


def describe_move(move: Vec3, up: Vec3 | None, least: float = NOTICED) -> str:
    """Say a displacement in words: `0.0667 m sideways and 0.1635 m down`. Without an up, by its length alone.

    Parts below `least` metres are not told: what came of a move has noise, what was asked has none.
    """
    if not is_known(move):
        return NOT_RECORDED
    if up is None:
        length = math.hypot(*move)
        return f"{format_number(length)} m {format_vector(move)}" if length >= least else "nothing"
    sideways, height = split_move(move, up)
    parts = [f"{format_number(sideways)} m sideways"] if sideways >= least else []
    if abs(height) >= least:
        parts.append(f"{format_number(abs(height))} m {'up' if height > 0 else 'down'}")
    return " and ".join(parts) or "nothing"


def count_words(count: int, word: str) -> str:
    """Write a count with its noun: `1 hit`, `3 hits`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def join_clauses(clauses: list[str]) -> str:
    """Join clauses into the body of a sentence: `a, b and c`."""
    return clauses[0] if len(clauses) == 1 else f"{', '.join(clauses[:-1])} and {clauses[-1]}" if clauses else ""

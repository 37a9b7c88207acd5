"""The log of a trace: its lines by number, by frame, and by what they say."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.log_lines.rows import BEFORE, TAGS, Kind, Severity, Tag, list_rows
from engine.log_lines.words import write_candidates, write_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Records, Trace


@dataclass(frozen=True)
class LogLine:
    """One line, and the place that it tells of: ordinals as a cursor counts them, None where it has none."""

    frame: int
    attempt: int | None
    pass_: int | None
    iteration: int | None
    tag: Tag
    severity: Severity
    text: str


@dataclass(frozen=True, eq=False)
class Log:
    """All lines of a trace, in order. Texts are written when they are asked for."""

    trace: Trace
    rows: Records

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """The tags that occur."""
        return tuple(TAGS[number] for number in np.unique(self.rows["tag"]))

    @cached_property
    def texts(self) -> list[str]:
        """Every line's text, folded for searching. The candidates are not looked up: only their tag is there."""
        return [text.casefold() for text in write_texts(self.trace, self.rows)]

    def lines(self, numbers: Iterable[int], *, look_up: bool = False) -> list[LogLine]:
        """Return lines by their numbers. `look_up`: with the candidates, which take compiled queries."""
        rows = self.rows[np.fromiter(numbers, dtype=np.intp)]
        texts = write_texts(self.trace, rows)
        if look_up:
            for at in np.flatnonzero(rows["kind"] == Kind.CANDIDATES).tolist():
                texts[at] = write_candidates(self.trace, int(rows["frame"][at]))
        return [self._line(row, text) for row, text in zip(rows, texts, strict=True)]

    def _line(self, row: np.void, text: str) -> LogLine:
        attempt, pass_, iteration = _find_place(self.trace, int(row["pass_index"]), int(row["iteration"]))
        tag, severity = TAGS[row["tag"]], Severity(int(row["severity"]))
        return LogLine(int(row["frame"]), attempt, pass_, iteration, tag, severity, text)

    def numbers_of(self, frame: int) -> range:
        """Return the numbers of a frame's lines."""
        first, end = np.searchsorted(self.rows["frame"], (frame, frame + 1))
        return range(int(first), int(end))

    def lines_of(self, frame: int, *, look_up: bool = False) -> list[LogLine]:
        """Return the lines of a frame."""
        return self.lines(self.numbers_of(frame), look_up=look_up)

    def select(self, hidden: Collection[Tag] = (), words: str = "") -> NDArray[np.intp]:
        """Return the numbers of the lines that contain some words, in any case, and none of the hidden tags."""
        shown = ~np.isin(self.rows["tag"], [TAGS.index(tag) for tag in hidden])
        numbers = np.flatnonzero(shown)
        needle = words.strip().casefold()
        if not needle:
            return numbers
        texts = self.texts
        return np.array([number for number in numbers.tolist() if needle in texts[number]], dtype=np.intp)


def build_log(trace: Trace) -> Log:
    """Return the log of a trace."""
    return Log(trace, list_rows(trace))


def _find_place(trace: Trace, pass_index: int, iteration: int) -> tuple[int | None, int | None, int | None]:
    """Return the ordinals of attempt, pass and iteration; None from the first one on that is not meant."""
    if not BEFORE < pass_index < len(trace.passes):
        return None, None, None
    attempt = int(trace.passes[pass_index]["attempt"])
    frame = int(trace.attempts[attempt]["frame"])
    place = attempt - trace.attempts_of(frame).start, pass_index - trace.passes_of(attempt).start
    inside = trace.iterations_of(pass_index)
    return *place, (iteration - inside.start if iteration in inside else None)

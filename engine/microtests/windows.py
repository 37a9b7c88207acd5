"""Which frames a criterion looks at, and how their figures become one number with the frame where it occurs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.criteria import EVENT_HELP, Event, Take
from engine.microtests.measures import NotMeasuredError
from engine.trace import Flags

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.criteria import Criterion
    from engine.microtests.measures import Gauges

    Floats = NDArray[np.float64]


ROUNDING = 1e-9
"""In any unit. Figures nearer to each other than this are the same, and the first frame is the one to look at."""


def find_event(gauges: Gauges, event: Event) -> int:
    """Return the frame of an event; NotMeasuredError if it does not happen, or the trace does not tell."""
    match event:
        case Event.CONTACT:
            happens = _find_contacts(gauges)
        case Event.LANDING:
            grounded = gauges.column("grounded") > 0.0
            happens = grounded.copy()
            happens[1:] &= ~grounded[:-1]
        case Event.DROP:
            falls = gauges.column("delta_height")
            happens = falls == np.min(falls, initial=np.inf)
        case Event.FREE:
            happens = gauges.column("overlapping") == 0.0
    frames = np.flatnonzero(happens)
    if not len(frames):
        raise NotMeasuredError(f"The run has no {event} ({EVENT_HELP[event]}).")
    return int(frames[0])


def _find_contacts(gauges: Gauges) -> NDArray[np.bool_]:
    flags = gauges.trace.frames["flags"]
    if (flags & Flags.UNKNOWN).any():
        raise NotMeasuredError("The trace does not tell where it collided.")
    sides: NDArray[np.bool_] = (flags & Flags.SIDES) != 0
    return sides


def find_window(gauges: Gauges, criterion: Criterion) -> tuple[int, int]:
    """Return the first and the last frame that a criterion looks at."""
    count = len(gauges.trace)
    first, last = 0, count - 1
    if criterion.frames is not None:
        first, last = (frame + count if frame < 0 else frame for frame in criterion.frames)
        if not 0 <= first <= last < count:
            raise NotMeasuredError(f"The run has {count} frames, and not those that are asked for.")
    elif criterion.after is not None:
        first = find_event(gauges, criterion.after) + 1
    if first > last:
        raise NotMeasuredError("There is no frame to look at.")
    return first, last


def take_figure(figures: Floats, take: Take) -> tuple[float, int]:
    """Return what the figures come to, and the first place in them that it is owed to, -1 if to none; not of none."""
    mean = float(figures.mean())
    farthest = _find_largest(np.abs(figures - mean))
    match take:
        case Take.FIRST:
            return float(figures[0]), 0
        case Take.LAST:
            return float(figures[-1]), len(figures) - 1
        case Take.LARGEST:
            return float(figures.max()), _find_largest(figures)
        case Take.LEAST:
            return float(figures.min()), _find_largest(-figures)
        case Take.RANGE:
            return float(figures.max() - figures.min()), farthest
        case Take.SUM:
            return float(figures.sum()), _find_largest(figures) if figures.any() else -1
        case Take.CHANGE:
            return float(figures[-1] - figures[0]), len(figures) - 1
        case Take.VARIANCE:
            return float(np.square(figures - mean).mean()), farthest
        case Take.MEAN:
            return mean, farthest


def _find_largest(figures: Floats) -> int:
    """Return the first place of the largest figure, rounding aside."""
    return int(np.flatnonzero(figures >= figures.max() - ROUNDING)[0])

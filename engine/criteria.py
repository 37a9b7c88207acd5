"""What a run must meet, as data: a figure of each frame, how the frames become one number, and what that may be.

The microtests T01 to T10 are judged by these, and so is any scenario that brings criteria of its own. Here is only what
may be said; engine.microtests measures it. Lengths are metres, angles radians.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import InputError

MOST_FRAMES = 10_000_000
"""As many as a scenario may have."""


class Take(StrEnum):
    """How the figures of a window of frames become one number."""

    FIRST = "first"
    LAST = "last"
    LARGEST = "largest"
    LEAST = "least"
    MEAN = "mean"
    RANGE = "range"
    VARIANCE = "variance"
    SUM = "sum"
    CHANGE = "change"


TAKE_HELP: dict[Take, str] = {
    Take.FIRST: "of the window's first frame",
    Take.LAST: "of the window's last frame",
    Take.LARGEST: "the largest",
    Take.LEAST: "the least",
    Take.MEAN: "the mean",
    Take.RANGE: "the largest less the least",
    Take.VARIANCE: "the mean square of what lies between each and the mean; its unit is squared",
    Take.SUM: "the sum",
    Take.CHANGE: "the last less the first",
}
"""What each means."""


class Event(StrEnum):
    """A moment of a run that a window can begin after."""

    CONTACT = "contact"
    LANDING = "landing"
    DROP = "drop"
    FREE = "free"


EVENT_HELP: dict[Event, str] = {
    Event.CONTACT: "the first frame that touched something sideways",
    Event.LANDING: "the first frame on ground that comes after one in the air",
    Event.DROP: "the frame that went down most",
    Event.FREE: "the first frame that ended without an overlap",
}
"""What each means."""


@dataclass(frozen=True)
class Measure:
    """A figure that each frame of a run has."""

    unit: str
    """m, rad, m², or empty for counts and shares."""
    take: Take
    """How its frames become one number, unless the criterion says otherwise."""
    help: str
    may_lack: bool = False
    """Frames without it are passed over; of any other, a frame without a figure cannot be judged."""


MEASURES: dict[str, Measure] = {
    "x": Measure("m", Take.LAST, "the centre's x"),
    "y": Measure("m", Take.LAST, "the centre's y"),
    "z": Measure("m", Take.LAST, "the centre's z"),
    "height": Measure("m", Take.LAST, "the centre, along up"),
    "delta": Measure("m", Take.LARGEST, "the way from the frame's start to its end"),
    "delta_x": Measure("m", Take.LARGEST, "that way's x"),
    "delta_y": Measure("m", Take.LARGEST, "that way's y"),
    "delta_z": Measure("m", Take.LARGEST, "that way's z"),
    "delta_height": Measure("m", Take.LARGEST, "that way, along up"),
    "delta_share": Measure("", Take.LARGEST, "that way by the length of the move that was asked for", may_lack=True),
    "grounded": Measure("", Take.MEAN, "1 on ground, 0 in the air; the mean is the share of frames on ground"),
    "ground_angle": Measure("rad", Take.LAST, "the slope of the ground below, from level", may_lack=True),
    "contacts": Measure("", Take.LARGEST, "different contacts: bodies, and sides of them, that were touched"),
    "overlap": Measure("m", Take.LARGEST, "how deep the capsule is in something at the frame's end"),
    "overlapping": Measure("", Take.SUM, "1 if that is more than a millimetre; the sum counts frames"),
    "rounds": Measure("", Take.SUM, "pushes out of overlaps"),
    "jitter": Measure("m²", Take.LARGEST, "variance of the last 30 places, a steady drift taken out", may_lack=True),
    "findings": Measure("", Take.SUM, "findings of one kind that begin in the frame"),
}
"""Every measure, by the name that a file calls it."""
KIND_MEASURE = "findings"
"""The measure that needs to know of which kind."""


@dataclass(frozen=True)
class PhysxFigure:
    """What real PhysX measures where it does not meet a criterion that was written for the other controller."""

    expect: float
    within: float
    why: str
    """In a sentence, for people."""


@dataclass(frozen=True)
class Criterion:
    """One thing that a run must meet."""

    measure: str
    """A key of MEASURES."""
    take: Take | None = None
    """None: the measure's own."""
    kind: str | None = None
    """The kind of finding that `findings` counts."""
    expect: float | None = None
    within: float | None = None
    """How far from `expect` it may be; None: not at all."""
    at_least: float | None = None
    at_most: float | None = None
    above: float | None = None
    """Strictly more than this."""
    below: float | None = None
    """Strictly less than this."""
    frames: tuple[int, int] | None = None
    """First and last frame of the window; negative ones count from the end, -1 being the last."""
    after: Event | None = None
    """The window begins in the frame after this."""
    note: str = ""
    physx: PhysxFigure | None = None
    """Only for `cct`: a run that misses the criterion and agrees with this differs by design."""

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise InputError(f'measure: expected one of {", ".join(MEASURES)}, got "{self.measure}"')
        if (self.kind is not None) != (self.measure == KIND_MEASURE):
            raise InputError(f"kind: {KIND_MEASURE} needs it, and nothing else has it")
        self._check_limits()
        if self.frames is not None and self.after is not None:
            raise InputError("frames, after: expected at most one of them")

    def _check_limits(self) -> None:
        bounds = (self.at_least, self.at_most, self.above, self.below)
        given = [each for each in (self.expect, *bounds) if each is not None]
        if not given or (self.expect is not None and len(given) > 1):
            raise InputError("expected either expect, or some of at_least, at_most, above and below")
        if (self.at_least is not None and self.above is not None) or (
            self.at_most is not None and self.below is not None
        ):
            raise InputError("at_least and above, at_most and below: expected one of each pair")
        if self.within is not None and (self.expect is None or not self.within >= 0.0):
            raise InputError("within: goes with expect, and is 0 or more")
        if not all(math.isfinite(each) for each in given):
            raise InputError("expected finite numbers as limits")

    @property
    def facts(self) -> Measure:
        """What is known about the measure."""
        return MEASURES[self.measure]

    @property
    def taken(self) -> Take:
        """How the frames become one number."""
        return self.facts.take if self.take is None else self.take

    def is_met_by(self, value: float) -> bool:
        """Tell whether a measured value is as it must be; NaN never is."""
        if self.expect is not None:
            return abs(value - self.expect) <= (self.within or 0.0)
        return (
            (self.at_least is None or value >= self.at_least)
            and (self.at_most is None or value <= self.at_most)
            and (self.above is None or value > self.above)
            and (self.below is None or value < self.below)
            and not math.isnan(value)
        )

    def is_physx(self, value: float) -> bool:
        """Tell whether a value is the one that real PhysX measures."""
        return self.physx is not None and abs(value - self.physx.expect) <= self.physx.within

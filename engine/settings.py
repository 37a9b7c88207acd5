"""The settings of the two controllers, which describe themselves: unit, range, default and one line of help each.

Panels, the command line and the published schema read the knobs; so does validation, and nothing else.
Lengths are metres, times seconds, slopes cosines.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.errors import InputError

_KEY = "knob"


@dataclass(frozen=True)
class Knob:
    """What is known about one setting."""

    default: float | int | bool | str | None
    unit: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]
    kind: type
    """bool, int, float or str; what a value must be, except that None stays allowed where it is the default."""
    help: str

    def describe_allowed(self) -> str:
        """Say in words what may be set."""
        if self.choices:
            words = "one of " + ", ".join(self.choices)
        elif self.kind is bool:
            words = "true or false"
        else:
            words, form = ("a whole number", ".0f") if self.kind is int else ("a number", "g")
            if self.low is not None and self.high is not None:
                words += f" from {self.low:{form}} to {self.high:{form}}"
            elif self.low is not None:
                words += f" of at least {self.low:{form}}"
            words += f" ({self.unit})" if self.unit else ""
        return words + (" or null" if self.default is None else "")

    def convert(self, name: str, value: object) -> object:
        """Return the value as the kind that it must be, or raise an InputError that names the setting."""
        if value is None and self.default is None:
            return None
        if self.kind is float and type(value) is int and abs(value) < 2**53:
            value = float(value)
        if type(value) is not self.kind or not self._in_range(value):
            shown = f'"{value}"' if isinstance(value, str) else value
            raise InputError(f"{name}: expected {self.describe_allowed()}, got {shown}")
        return value

    def _in_range(self, value: object) -> bool:
        if isinstance(value, str):
            return value in self.choices
        if isinstance(value, int | float):
            low = -math.inf if self.low is None else self.low
            high = math.inf if self.high is None else self.high
            return math.isfinite(value) and low <= value <= high
        return False


def knob(
    default: Any,
    *,
    help: str,  # noqa: A002 -- it is what the field is called wherever it is shown
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    kind: type | None = None,
) -> Any:
    """Declare a field of a settings dataclass; `kind` is the default's type unless given."""
    described = Knob(default, unit, low, high, choices, kind or type(default), help)
    return dataclasses.field(default=default, metadata={_KEY: described})


def knobs_of(settings: Any) -> Iterator[tuple[str, Knob]]:
    """Yield name and description of each setting of a settings dataclass, or of an instance of one."""
    for each in dataclasses.fields(settings):
        yield each.name, each.metadata[_KEY]


class KnobSet:
    """Base of frozen settings: every value is checked against its knob when an instance is made."""

    def __post_init__(self) -> None:
        for name, described in knobs_of(self):
            object.__setattr__(self, name, described.convert(name, getattr(self, name)))


CLIMBING = ("constrained", "easy")
NON_WALKABLE = ("prevent_climbing", "prevent_climbing_and_force_sliding")
_MOST_ITERATIONS = 1000
_ALL_BITS = 0xFFFFFFFF
"""As wide as the mask of a body."""


def _iterations(which: str) -> int | None:
    count: int | None = knob(
        None,
        kind=int,
        low=1,
        high=_MOST_ITERATIONS,
        help=f"Most iterations of the {which} pass; null: as the rules say.",
    )
    return count


@dataclass(frozen=True)
class CctSettings(KnobSet):
    """The PhysX-style controller."""

    step_offset: float = knob(0.5, unit="m", low=0, high=100, help="Highest step that is climbed.")
    slope_limit: float = knob(
        0.707, unit="cosine", low=0, high=1, help="Steepest ground to walk on; 0 switches it off."
    )
    contact_offset: float = knob(0.01, unit="m", low=1e-6, high=10, help="Gap that is kept to everything.")
    climbing: str = knob(
        "constrained", choices=CLIMBING, help="Whether steps higher than the step offset may be climbed."
    )
    non_walkable: str = knob("prevent_climbing", choices=NON_WALKABLE, help="What happens on ground that is too steep.")
    min_move_distance: float = knob(0.001, unit="m", low=0, high=10, help="A pass ends when less than this is left.")
    overlap_recovery: bool = knob(True, help="Push the capsule out of what it overlaps.")
    ride_platforms: bool = knob(False, help="Moving bodies carry the character along sideways.")
    max_iterations: int = knob(10, low=1, high=_MOST_ITERATIONS, help="Most iterations of a pass.")
    max_iterations_up: int | None = _iterations("UP")
    max_iterations_side: int | None = _iterations("SIDE")
    max_iterations_sensor: int | None = _iterations("SENSOR")
    max_iterations_down: int | None = _iterations("DOWN")
    max_iterations_recover: int | None = _iterations("RECOVER")
    volume_growth: float = knob(1.5, low=1, high=100, help="How much the cached box is larger than the move needs.")
    prevent_vertical_sliding_against_ceiling: bool = knob(
        False, help="A ceiling stops the move instead of bending it down."
    )
    max_jump_height: float = knob(0.0, unit="m", low=0, high=1000, help="Height added to the cached box.")
    ground_probe_distance: float = knob(
        0.0, unit="m", low=0, high=100, help="Look this far below for ground; 0: do not."
    )
    ground_snap_distance: float = knob(0.0, unit="m", low=0, high=100, help="Snap down to ground this near; 0: do not.")
    window_step_down: float = knob(
        1.0,
        unit="m",
        low=0,
        high=100,
        help="How far below a downward sweep still looks, where the rule vertical_window is on (000 3.3).",
    )
    mask: int = knob(_ALL_BITS, low=0, high=_ALL_BITS, help="Which bodies it collides with: those that share a bit.")


@dataclass(frozen=True)
class SlideSettings(KnobSet):
    """The sweep-and-slide controller."""

    skin: float = knob(
        0.03, unit="m", low=1e-6, high=10, help="Gap that is kept to everything. More of it: less jitter."
    )
    max_bumps: int = knob(4, low=1, high=_MOST_ITERATIONS, help="Most slides in one frame.")
    max_clip_planes: int = knob(5, low=1, high=32, help="Most planes that the velocity is clipped against together.")
    stop_epsilon: float = knob(0.001, unit="m", low=0, high=1, help="Motion and speed below this count as none.")
    overclip: float = knob(1.001, low=1, high=2, help="Factor of the clipped part: a hair of push-off.")
    slope_limit: float = knob(0.707, unit="cosine", low=0, high=1, help="Steepest ground that counts as walkable.")
    ground_grace_time: float = knob(0.1, unit="s", low=0, high=10, help="How long lost ground still counts as ground.")
    ground_probe_margin: float = knob(
        0.01, unit="m", low=0, high=10, help="How far beyond the skin the ground is felt."
    )
    probe_radius_factor: float = knob(
        0.9, low=0.01, high=1, help="Radius of the ground probe, as a part of the capsule's."
    )
    step_height: float = knob(0.4, unit="m", low=0, high=100, help="Deepest ledge to snap down to; 0 switches it off.")
    max_depenetration_iterations: int = knob(4, low=0, high=_MOST_ITERATIONS, help="Most rounds of pushing out.")
    min_depenetration_depth: float = knob(0.001, unit="m", low=0, high=1, help="Overlaps shallower than this are left.")
    max_depenetration_push: float = knob(1.0, unit="m", low=0, high=1000, help="Longest push out of one body.")
    stuck_frames: int = knob(10, unit="frames", low=1, high=100000, help="Frames without motion before pushing out.")
    mask: int = knob(_ALL_BITS, low=0, high=_ALL_BITS, help="Which bodies it collides with: those that share a bit.")


Settings: TypeAlias = CctSettings | SlideSettings


def skin_for_radius(radius: float) -> float:
    """Return the skin that grows with the capsule: a tenth of its radius, at least a centimetre."""
    return max(0.01, 0.1 * radius)

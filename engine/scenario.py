"""A case to look at: level, capsule, settings, rules and input. Lengths are metres, times seconds."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from engine.criteria import Criterion
from engine.errors import InputError
from engine.level import Level
from engine.rules import Rules, SlideRules, make_rules, make_slide_rules
from engine.settings import CctSettings, Settings, SlideSettings
from engine.shapes import Capsule
from engine.transforms import Vector

DEFAULT_DT = 1.0 / 60.0
MAX_FRAMES = 10_000_000
"""Two days at 60 Hz: more is a slip of the keyboard, and would not fit in memory."""


class Controller(StrEnum):
    """Which controller moves the capsule."""

    CCT = "cct"
    SLIDE = "slide"


RULE_KINDS: dict[Controller, type[Rules] | type[SlideRules]] = {Controller.CCT: Rules, Controller.SLIDE: SlideRules}
RULES = {Controller.CCT: ("physx", "spec"), Controller.SLIDE: ("repaired", "document")}
"""The presets of each controller, its default first."""
SETTINGS: dict[Controller, type[CctSettings] | type[SlideSettings]] = {
    Controller.CCT: CctSettings,
    Controller.SLIDE: SlideSettings,
}


@dataclass(frozen=True)
class InputSegment:
    """The same input for some frames in a row. Exactly one of `move` and `velocity` is set."""

    frames: int
    move: Vector | None = None
    """Displacement per frame."""
    velocity: Vector | None = None
    """Metres per second."""
    gravity: float | None = None
    """Metres per second squared, along up: negative pulls down. None: the move holds all that is to happen."""
    jump: float | None = None
    """Upward speed given on the first frame, metres per second."""
    teleport: Vector | None = None
    """Where the capsule's centre is put before the first frame."""

    def __post_init__(self) -> None:
        if not 1 <= self.frames <= MAX_FRAMES:
            raise InputError(f"frames: expected a whole number from 1 to {MAX_FRAMES}, got {self.frames}")
        if (self.move is None) == (self.velocity is None):
            raise InputError("input: expected exactly one of move and velocity")


@dataclass(frozen=True, eq=False)
class Scenario:
    """Everything that a run depends on."""

    name: str
    capsule: Capsule
    """At its spawn; its `up` is the scenario's."""
    level: Level
    """The level's bodies, then the obstacles, then the characters."""
    settings: Settings = field(default_factory=CctSettings)
    rules: str = ""
    """The name of a preset; empty means the controller's default, and is replaced by it."""
    rule_changes: tuple[tuple[str, str], ...] = ()
    """What differs from the preset, rule by rule."""
    input: tuple[InputSegment, ...] = ()
    note: str = ""
    dt: float = DEFAULT_DT
    path: Path | None = None
    """The file that it was read from."""
    criteria: tuple[Criterion, ...] = ()
    """What a run of it must meet; engine.microtests judges."""

    def __post_init__(self) -> None:
        allowed = RULES[self.controller]
        if not self.rules:
            object.__setattr__(self, "rules", allowed[0])
        if self.rules not in allowed:
            raise InputError(f'rules: expected one of {", ".join(allowed)}, got "{self.rules}"')
        _ = self.rule_set  # a wrong rule is told here, not in the middle of a run
        if not 0 < self.dt <= 10:
            raise InputError(f"dt: expected seconds greater than 0 and at most 10, got {self.dt:g}")
        if self.frame_count > MAX_FRAMES:
            raise InputError(f"input: expected at most {MAX_FRAMES} frames in all, got {self.frame_count}")

    @property
    def controller(self) -> Controller:
        """The controller that the settings belong to."""
        return Controller.CCT if isinstance(self.settings, CctSettings) else Controller.SLIDE

    @property
    def rule_set(self) -> Rules | SlideRules:
        """The preset with its changes, of the kind that the controller has."""
        if self.controller is Controller.SLIDE:
            return make_slide_rules(self.rules, **dict(self.rule_changes))
        return make_rules(self.rules, **dict(self.rule_changes))

    @property
    def up(self) -> Vector:
        """Unit vector against gravity."""
        return self.capsule.up

    @property
    def frame_count(self) -> int:
        """Frames of all input segments."""
        return sum(segment.frames for segment in self.input)

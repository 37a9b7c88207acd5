"""What a detector reports: a kind, the frames, the numbers behind it, a sentence, and what the documents advise."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.scenario import Controller


class FindingKind(StrEnum):
    """What went wrong: the failures of 003 8, then what the records themselves tell."""

    TUNNELLING = "tunnelling"
    JITTER = "jitter"
    STUCK = "stuck"
    TELEPORT = "teleport"
    WALL_CLIMB = "wall climb"
    GROUND_FLICKER = "ground flicker"
    CORNER_SNAG = "corner snag"
    ITERATION_CAP = "iteration cap"
    PENETRATION = "penetration"
    GUARD = "guard"
    NOT_FINITE = "not finite"


@dataclass(frozen=True)
class Knobs:
    """What to turn in one controller, by the names that scenarios use."""

    settings: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    also: str = ""
    """What is neither a setting nor a rule."""

    def __str__(self) -> str:
        words = [", ".join(self.settings)] if self.settings else []
        if self.rules:
            words.append(f"rule{'s' if len(self.rules) > 1 else ''} {', '.join(self.rules)}")
        return "; ".join([*words, self.also] if self.also else words)


@dataclass(frozen=True)
class Advice:
    """What is documented against a kind of failure."""

    mitigation: str
    cct: Knobs
    slide: Knobs

    def knobs_of(self, controller: Controller | None) -> str:
        """Return what to turn; both controllers' knobs if it is not known which one ran."""
        if controller is None:
            return f"cct: {self.cct}. slide: {self.slide}"
        return str(self.cct if controller is Controller.CCT else self.slide)


_INPUT = "what the scenario asks for"

ADVICE: dict[FindingKind, Advice] = {
    FindingKind.TUNNELLING: Advice(
        "Sweep instead of testing places, look one contact offset beyond the way, or keep the way of a frame below the "
        "radius (003 8, 000 B.2).",
        Knobs(("overlap_recovery",), ("sweep_length", "direction", "culling", "temporal_box"), "dt of the scenario"),
        Knobs(("skin",), ("sweep",), "dt of the scenario"),
    ),
    FindingKind.JITTER: Advice(
        "Increase the skin, add hysteresis (003 8); stop before the contact, not at it (000 B.1).",
        Knobs(("contact_offset", "min_move_distance"), ("advance", "sweep_length")),
        Knobs(("skin", "overclip", "stop_epsilon"), ("skin",)),
    ),
    FindingKind.STUCK: Advice(
        "Push out of overlaps when nothing moves any more, widen the skin (003 8).",
        Knobs(("overlap_recovery", "contact_offset"), ("stuck", "side_rule", "contact_height")),
        Knobs(("skin", "stuck_frames", "max_depenetration_iterations"), ("clipping", "sweep")),
    ),
    FindingKind.TELEPORT: Advice(
        "Clamp the push out of an overlap and validate its normal (003 8); clamp large moves (001 14).",
        Knobs(("overlap_recovery",), ("large_moves",)),
        Knobs(("max_depenetration_push", "max_depenetration_iterations"), ("closest_points",)),
    ),
    FindingKind.WALL_CLIMB: Advice(
        "Make sure that the normals of walls are level (003 8); refuse what is too steep by angle and height together.",
        Knobs(("slope_limit", "climbing", "step_offset"), ("sensor", "contact_height", "experiment_displacement")),
        Knobs(("slope_limit",), ("steep_ground",)),
    ),
    FindingKind.GROUND_FLICKER: Advice(
        "Give lost ground a grace period, probe at least as deep as the skin (003 8).",
        Knobs(("ground_snap_distance", "ground_probe_distance"), ("sweep_length", "direction")),
        Knobs(("ground_grace_time", "ground_probe_margin", "step_height"), ("ground_probe",)),
    ),
    FindingKind.CORNER_SNAG: Advice(
        "Merge faces that lie in one plane, or keep a margin of skin (003 8).",
        Knobs(("contact_offset",), ("response",), "the level's mesh"),
        Knobs(("skin",), ("clipping", "sweep"), "the level's mesh"),
    ),
    FindingKind.ITERATION_CAP: Advice(
        "Allow more iterations, or simplify the geometry (003 8).",
        Knobs(("max_iterations",), ("iterations", "down_iterations"), "the iterations of each pass"),
        Knobs(("max_bumps", "max_depenetration_iterations")),
    ),
    FindingKind.PENETRATION: Advice(
        "Push out of overlaps, with enough rounds to get out (003 6).",
        Knobs(("overlap_recovery", "max_iterations_recover"), ("depth", "recovery", "large_moves")),
        Knobs(("max_depenetration_iterations", "max_depenetration_push", "stuck_frames"), ("sweep", "closest_points")),
    ),
    FindingKind.GUARD: Advice(
        "A guard kept a number from going wrong (001 14): look at what it was given.",
        Knobs((), ("zero_direction", "zero_normal", "large_moves", "stuck"), _INPUT),
        Knobs((), ("clipping",), _INPUT),
    ),
    FindingKind.NOT_FINITE: Advice(
        "Find the first frame: what was asked for, and the normal that was hit, are the usual sources (001 14).",
        Knobs((), ("zero_normal", "zero_direction"), _INPUT),
        Knobs((), (), f"{_INPUT}, the level's mesh"),
    ),
}
"""Every kind, with the documents' own words where they have some."""


@dataclass(frozen=True)
class Finding:
    """One thing that went wrong, and where."""

    kind: FindingKind
    first: int
    """First frame."""
    last: int
    """Last frame, inclusive."""
    value: float
    threshold: float
    """What the value was compared with; a finding is beyond it."""
    unit: str
    """Of both; empty if they have none."""
    sentence: str
    """What happened, in plain words."""
    controller: Controller | None = None
    """Which one ran, and so which knobs there are; None: the trace does not tell."""

    @property
    def mitigation(self) -> str:
        """What the documents advise."""
        return ADVICE[self.kind].mitigation

    @property
    def knob(self) -> str:
        """What to turn, in the controller that ran."""
        return ADVICE[self.kind].knobs_of(self.controller)

    @property
    def frames(self) -> str:
        """The frames in words: `12` or `12–40`."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"

"""What a detector reports: a kind, the frames, the numbers behind it, a sentence, and what the documents advise."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
class Advice:
    """What is documented against a kind of failure."""

    mitigation: str
    knob: str
    """The setting to turn, as `cct` and `slide` call it."""


ADVICE: dict[FindingKind, Advice] = {
    FindingKind.TUNNELLING: Advice(
        "Sweep instead of testing places, look one contact offset beyond the way, or keep the way of a frame below the "
        "radius (003 8, 000 B.2).",
        "dt of the scenario; rules sweep_length, direction, culling",
    ),
    FindingKind.JITTER: Advice(
        "Increase the skin, add hysteresis (003 8); stop before the contact, not at it (000 B.1).",
        "contact_offset, min_move_distance (slide: skin); rule advance",
    ),
    FindingKind.STUCK: Advice(
        "Push out of overlaps when nothing moves any more, widen the skin (003 8).",
        "overlap_recovery, contact_offset (slide: skin, stuck_frames); rule stuck",
    ),
    FindingKind.TELEPORT: Advice(
        "Clamp the push out of an overlap and validate its normal (003 8); clamp large moves (001 14).",
        "rule large_moves (slide: max_depenetration_push)",
    ),
    FindingKind.WALL_CLIMB: Advice(
        "Make sure that the normals of walls are level (003 8); refuse what is too steep by angle and height together.",
        "slope_limit, climbing, step_offset; rules sensor, contact_height",
    ),
    FindingKind.GROUND_FLICKER: Advice(
        "Give lost ground a grace period, probe at least as deep as the skin (003 8).",
        "ground_snap_distance, ground_probe_distance (slide: ground_grace_time, ground_probe_margin)",
    ),
    FindingKind.CORNER_SNAG: Advice(
        "Merge faces that lie in one plane, or keep a margin of skin (003 8).",
        "contact_offset (slide: skin); the level's mesh",
    ),
    FindingKind.ITERATION_CAP: Advice(
        "Allow more iterations, or simplify the geometry (003 8).",
        "max_iterations and those of each pass (slide: max_bumps)",
    ),
    FindingKind.PENETRATION: Advice(
        "Push out of overlaps, with enough rounds to get out (003 6).",
        "overlap_recovery (slide: max_depenetration_iterations); rules depth, recovery",
    ),
    FindingKind.GUARD: Advice(
        "A guard kept a number from going wrong (001 14): look at what it was given.",
        "the rule or setting that the guard belongs to",
    ),
    FindingKind.NOT_FINITE: Advice(
        "Find the first frame: what was asked for, and the normal that was hit, are the usual sources (001 14).",
        "rules zero_normal, zero_direction",
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

    @property
    def mitigation(self) -> str:
        """What the documents advise."""
        return ADVICE[self.kind].mitigation

    @property
    def knob(self) -> str:
        """What to turn."""
        return ADVICE[self.kind].knob

    @property
    def frames(self) -> str:
        """The frames in words: `12` or `12–40`."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"

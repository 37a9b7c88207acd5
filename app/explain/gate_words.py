"""What each gate of the rules asks, and what its answer means, as one table: nothing else knows the gates by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.decisions import Gate


@dataclass(frozen=True)
class GateWords:
    """A gate in words.

    `{surface}` in them stands for the body and triangle that it was about, `{contact}` for what the side rule measures.
    """

    label: str
    """A few words for a column."""
    subject: str
    """Begins the sentence: what was looked at."""
    threshold: str
    """Names what it was compared with; empty where that is zero or there is nothing."""
    yes: str
    """What follows if the condition holds."""
    no: str
    short_yes: str
    """The outcome in a column."""
    short_no: str


GATE_WORDS: Mapping[Gate, GateWords] = MappingProxyType(
    {
        Gate.MOVER: GateWords(
            "underfoot moves",
            "Motion of what is underfoot",
            "",
            "the character takes part in it",
            "nothing underfoot moves",
            "moves",
            "still",
        ),
        Gate.RISING: GateWords(
            "underfoot rises",
            "Motion underfoot along up",
            "",
            "the character is lifted with it",
            "no lift; what it sinks is part of the move",
            "lifts",
            "no lift",
        ),
        Gate.RIDE: GateWords(
            "may ride",
            "Riding sideways",
            "",
            "permitted, so the sideways motion underfoot is added to the move",
            "not permitted, so the sideways motion underfoot is not added",
            "rides",
            "stays",
        ),
        Gate.PLATFORM_RAY: GateWords(
            "moving body below",
            "{surface} below at",
            "distance to the feet",
            "it counts as underfoot",
            "it is too far below to be underfoot",
            "underfoot",
            "too far",
        ),
        Gate.MOVING_UP: GateWords(
            "moves up",
            "Displacement along up",
            "",
            "the height belongs to UP",
            "the height belongs to DOWN",
            "up",
            "level, down",
        ),
        Gate.SIDE_MOTION: GateWords(
            "side motion",
            "Largest component of the side move",
            "",
            "there is a side move, and UP lifts for it by the step offset, unless the move goes up itself",
            "there is no side move to lift for",
            "sideways",
            "none",
        ),
        Gate.FALLING: GateWords(
            "falling",
            "Ground below in the frame before",
            "",
            "none, so the character falls and is not lifted for a step",
            "there was some, so the character may be lifted for a step",
            "falls",
            "on ground",
        ),
        Gate.STEP_CLAMP: GateWords(
            "lift cut short",
            "Lift really achieved",
            "step offset",
            "UP was stopped, and what it achieved is the step offset from here on",
            "UP lifted by the whole step offset",
            "clamped",
            "whole step",
        ),
        Gate.SENSOR_MODE: GateWords(
            "sensor: constrained",
            "Climbing is constrained",
            "",
            "yes, so the sensor may look ahead",
            "no, so the sensor does not look ahead",
            "may look",
            "no sensor",
        ),
        Gate.SENSOR_SHORT: GateWords(
            "sensor: short move",
            "Length of the side move",
            "radius",
            "SIDE did not see a radius ahead, so the sensor looks",
            "SIDE saw a radius ahead by itself, so no sensor",
            "looks",
            "no sensor",
        ),
        Gate.SENSOR_UNTOUCHED: GateWords(
            "sensor: untouched",
            "Static triangle touched by SIDE",
            "",
            "none, so the sensor may look ahead",
            "there is one, so no sensor is needed",
            "may look",
            "no sensor",
        ),
        Gate.REST: GateWords(
            "rest of the way",
            "Rest of the way",
            "min move distance",
            "long enough to be swept",
            "the pass ends",
            "sweeps",
            "pass ends",
        ),
        Gate.REVERSAL: GateWords(
            "turned back",
            "New direction along the pass's direction",
            "",
            "the way would turn back, so the pass ends",
            "the way still goes ahead",
            "pass ends",
            "goes on",
        ),
        Gate.HIT: GateWords(
            "hit in reach",
            "Hit on {surface} at",
            "rest of the way + contact offset",
            "it is in the way",
            "the way is free, and the pass ends with it",
            "hit",
            "way free",
        ),
        Gate.OVERLAP: GateWords(
            "overlap",
            "Hit on {surface} at",
            "",
            "the sweep began in an overlap",
            "the sweep began outside",
            "overlaps",
            "outside",
        ),
        Gate.ADVANCE: GateWords(
            "room to advance",
            "Hit on {surface} at",
            "contact offset",
            "the capsule advances to the contact offset before it",
            "no advance",
            "advances",
            "stays",
        ),
        Gate.SLIDES: GateWords(
            "slides on it",
            "The character slides on {surface}",
            "",
            "yes, so DOWN gets more iterations",
            "no, it stands on it",
            "slides",
            "stands",
        ),
        Gate.CEILING: GateWords(
            "ceiling",
            "n·up of {surface}, touched sideways,",
            "",
            "it looks down, so the capsule does not slide vertically along it",
            "it is no ceiling",
            "ceiling",
            "no ceiling",
        ),
        Gate.RECOVERY_ELIGIBLE: GateWords(
            "may push out",
            "{surface}",
            "",
            "may push the capsule out",
            "cannot push the capsule out",
            "may push",
            "cannot",
        ),
        Gate.RECOVERY_PUSH: GateWords(
            "depth",
            "Depth in {surface}, contact offset included,",
            "",
            "the capsule is pushed out by that much",
            "there is nothing to be pushed out of",
            "pushed",
            "no push",
        ),
        Gate.SLOPE_ON: GateWords(
            "slope rules on",
            "Slope limit",
            "",
            "the slope rules apply",
            "the slope rules are switched off",
            "on",
            "off",
        ),
        Gate.USER_UNDERFOOT: GateWords(
            "obstacle underfoot",
            "An obstacle or another character is underfoot",
            "",
            "yes, so no slope rule applies",
            "no, so the slope rules apply",
            "no rule",
            "rules apply",
        ),
        Gate.SIDE_STEEP: GateWords(
            "side: steep",
            "Touched sideways, {surface} has n·up",
            "slope limit",
            "too steep by the side rule",
            "not too steep by the side rule",
            "steep",
            "walkable",
        ),
        Gate.SIDE_HEIGHT: GateWords(
            "side: high",
            "The {contact} is above the bottom by",
            "step offset",
            "higher than a step",
            "no higher than a step, so the side rule lets it pass",
            "too high",
            "a step",
        ),
        Gate.DOWNWARD: GateWords(
            "not upwards",
            "Displacement along up",
            "",
            "the triangle underfoot is looked at",
            "the move goes up, so the triangle underfoot does not matter",
            "looked at",
            "ignored",
        ),
        Gate.DOWN_STEEP: GateWords(
            "DOWN: steep",
            "Underfoot, {surface} has n·up",
            "slope limit",
            "too steep by the rule of the DOWN triangle",
            "walkable by the rule of the DOWN triangle",
            "steep",
            "walkable",
        ),
        Gate.DOWN_TOP: GateWords(
            "DOWN: top high",
            "The triangle's top is above the bottom by",
            "step offset",
            "higher than a step",
            "no higher than a step, so the DOWN triangle lets it pass",
            "too high",
            "a step",
        ),
        Gate.PROBE: GateWords(
            "ground in reach",
            "Ground below at",
            "ground probe distance",
            "near enough to count as ground",
            "too far below to count as ground",
            "near",
            "too far",
        ),
        Gate.SNAP_WALKABLE: GateWords(
            "snap: walkable",
            "n·up of the ground below",
            "slope limit",
            "walkable, so the capsule may snap down to it",
            "too steep to snap down to",
            "walkable",
            "steep",
        ),
        Gate.SNAP: GateWords(
            "snap: gap",
            "Gap to the ground below",
            "",
            "the capsule snaps down by it",
            "there is no gap to close",
            "snaps",
            "no gap",
        ),
        Gate.GUARD_ZERO_DIRECTION: GateWords(
            "guard: no direction",
            "Length of the direction",
            "smallest distance",
            "it points nowhere, so nothing was swept",
            "the direction is sound",
            "acted",
            "sound",
        ),
        Gate.GUARD_NORMAL: GateWords(
            "guard: normal",
            "Length of the normal",
            "smallest normal",
            "too short to point anywhere",
            "the normal is sound",
            "acted",
            "sound",
        ),
        Gate.GUARD_PARALLEL_PLANES: GateWords(
            "guard: crease",
            "Length of the crease between two planes",
            "smallest normal",
            "the planes are parallel, so there is no crease to follow",
            "the planes have a crease",
            "acted",
            "sound",
        ),
        Gate.GUARD_LOOP: GateWords(
            "guard: loop",
            "Iterations of the pass",
            "safety limit",
            "the pass was ended",
            "few enough",
            "acted",
            "sound",
        ),
        Gate.GUARD_LARGE_MOVE: GateWords(
            "guard: large move",
            "Way of the whole frame",
            "twice the displacement",
            "farther than was asked for",
            "not farther than was asked for",
            "acted",
            "sound",
        ),
        Gate.GUARD_INVALID: GateWords(
            "guard: no number",
            "The move or the new position is no number",
            "",
            "yes, so it was not used",
            "no, both are sound",
            "acted",
            "sound",
        ),
        Gate.GUARD_STUCK: GateWords(
            "guard: stuck",
            "Has not moved, though asked to, for",
            "patience",
            "the character counts as stuck",
            "the character counts as stuck, which by the rules is only reported",
            "acted",
            "reported",
        ),
    }
)
"""Every gate."""

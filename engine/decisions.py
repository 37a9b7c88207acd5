"""The gates of the rules: what each compares with what, and in which unit. What a Decision of a trace refers to.

A decision's outcome says whether the condition that its gate is named after holds: `value relation threshold`, unless
the gate is a plain yes or no. Guards (001 14) leave a record only when they act.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from engine import constants


class Gate(IntEnum):
    """Which question was asked."""

    MOVER = constants.GATE_MOVER
    RISING = constants.GATE_RISING
    RIDE = constants.GATE_RIDE
    PLATFORM_RAY = constants.GATE_PLATFORM_RAY
    MOVING_UP = constants.GATE_MOVING_UP
    SIDE_MOTION = constants.GATE_SIDE_MOTION
    FALLING = constants.GATE_FALLING
    STEP_CLAMP = constants.GATE_STEP_CLAMP
    SENSOR_MODE = constants.GATE_SENSOR_MODE
    SENSOR_SHORT = constants.GATE_SENSOR_SHORT
    SENSOR_UNTOUCHED = constants.GATE_SENSOR_UNTOUCHED
    REST = constants.GATE_REST
    REVERSAL = constants.GATE_REVERSAL
    HIT = constants.GATE_HIT
    OVERLAP = constants.GATE_OVERLAP
    ADVANCE = constants.GATE_ADVANCE
    SLIDES = constants.GATE_SLIDES
    CEILING = constants.GATE_CEILING
    RECOVERY_ELIGIBLE = constants.GATE_RECOVERY_ELIGIBLE
    RECOVERY_PUSH = constants.GATE_RECOVERY_PUSH
    SLOPE_ON = constants.GATE_SLOPE_ON
    USER_UNDERFOOT = constants.GATE_USER_UNDERFOOT
    SIDE_STEEP = constants.GATE_SIDE_STEEP
    SIDE_HEIGHT = constants.GATE_SIDE_HEIGHT
    DOWNWARD = constants.GATE_DOWNWARD
    DOWN_STEEP = constants.GATE_DOWN_STEEP
    DOWN_TOP = constants.GATE_DOWN_TOP
    PROBE = constants.GATE_PROBE
    SNAP_WALKABLE = constants.GATE_SNAP_WALKABLE
    SNAP = constants.GATE_SNAP
    GUARD_ZERO_DIRECTION = constants.GUARD_ZERO_DIRECTION
    GUARD_NORMAL = constants.GUARD_NORMAL
    GUARD_PARALLEL_PLANES = constants.GUARD_PARALLEL_PLANES
    GUARD_LOOP = constants.GUARD_LOOP
    GUARD_LARGE_MOVE = constants.GUARD_LARGE_MOVE
    GUARD_INVALID = constants.GUARD_INVALID
    GUARD_STUCK = constants.GUARD_STUCK
    BUMP_REST = constants.GATE_BUMP_REST
    BUMP_HIT = constants.GATE_BUMP_HIT
    BUMP_ADVANCE = constants.GATE_BUMP_ADVANCE
    CLIP_PLANES = constants.GATE_CLIP_PLANES
    CLIP_BLOCKED = constants.GATE_CLIP_BLOCKED
    CREASE = constants.GATE_CREASE
    STEEP_BLOCKS = constants.GATE_STEEP_BLOCKS
    MAX_BUMPS = constants.GATE_MAX_BUMPS
    GROUND_WALKABLE = constants.GATE_GROUND_WALKABLE
    GROUND_LOST = constants.GATE_GROUND_LOST
    SNAP_DUE = constants.GATE_SNAP_DUE
    DEPENETRATION_DUE = constants.GATE_DEPENETRATION_DUE
    DEPENETRATION_DEPTH = constants.GATE_DEPENETRATION_DEPTH
    DEPENETRATION_CLAMP = constants.GATE_DEPENETRATION_CLAMP
    STILL_OVERLAPS = constants.GATE_STILL_OVERLAPS
    STUCK = constants.GATE_STUCK
    STANDS = constants.GATE_STANDS

    @property
    def is_guard(self) -> bool:
        """Whether it is a guard, which records only when it acts."""
        return Gate.GUARD_ZERO_DIRECTION <= self <= Gate.GUARD_STUCK


@dataclass(frozen=True)
class GateFacts:
    """What a gate compares."""

    value: str
    """What its value is, in words."""
    relation: str
    """`<`, `<=`, `>`, `>=` or `=`: value relation threshold makes the outcome true; empty for a plain yes or no."""
    threshold: str
    """What its threshold is, in words."""
    unit: str
    """Of both; empty if they have none."""


GATES: dict[Gate, GateFacts] = {
    Gate.MOVER: GateFacts("largest component of the motion of what is underfoot", ">", "almost zero", "m"),
    Gate.RISING: GateFacts("motion of what is underfoot along up", ">", "zero", "m"),
    Gate.RIDE: GateFacts("permission to ride sideways", "", "", ""),
    Gate.PLATFORM_RAY: GateFacts("distance of the ray down to a moving body", "<=", "distance to the feet", "m"),
    Gate.MOVING_UP: GateFacts("displacement along up", ">", "zero", "m"),
    Gate.SIDE_MOTION: GateFacts("largest component of the side move", ">", "almost zero", "m"),
    Gate.FALLING: GateFacts("ground below in the frame before", "", "", ""),
    Gate.STEP_CLAMP: GateFacts("lift really achieved", "<", "step offset", "m"),
    Gate.SENSOR_MODE: GateFacts("constrained climbing", "", "", ""),
    Gate.SENSOR_SHORT: GateFacts("length of the side move", "<", "radius", "m"),
    Gate.SENSOR_UNTOUCHED: GateFacts("the side pass touched no static triangle", "", "", ""),
    Gate.REST: GateFacts("rest of the way", ">", "min move distance", "m"),
    Gate.REVERSAL: GateFacts("new direction · the pass's direction", "<", "zero, rounding aside", "m"),
    Gate.HIT: GateFacts("distance of the hit", "<", "rest of the way + contact offset", "m"),
    Gate.OVERLAP: GateFacts("distance of the hit", "=", "zero", "m"),
    Gate.ADVANCE: GateFacts("distance of the hit", ">", "contact offset", "m"),
    Gate.SLIDES: GateFacts("the character slides on this body", "", "", ""),
    Gate.CEILING: GateFacts("normal · up of what was touched sideways", "<", "zero", ""),
    Gate.RECOVERY_ELIGIBLE: GateFacts("the body may push the character out", "", "", ""),
    Gate.RECOVERY_PUSH: GateFacts("depth in the body, contact offset included", ">", "zero", "m"),
    Gate.SLOPE_ON: GateFacts("slope limit", ">", "zero", ""),
    Gate.USER_UNDERFOOT: GateFacts("an obstacle or another character is underfoot", "", "", ""),
    Gate.SIDE_STEEP: GateFacts("normal · up of the triangle that was touched sideways", "<", "slope limit", ""),
    Gate.SIDE_HEIGHT: GateFacts("contact below, above the original bottom", ">", "step offset", "m"),
    Gate.DOWNWARD: GateFacts("displacement along up", "<=", "zero", "m"),
    Gate.DOWN_STEEP: GateFacts("normal · up of the triangle underfoot", "<", "slope limit", ""),
    Gate.DOWN_TOP: GateFacts("top of the triangle underfoot, above the original bottom", ">", "step offset", "m"),
    Gate.PROBE: GateFacts("distance of the ground below", "<=", "ground probe distance", "m"),
    Gate.SNAP_WALKABLE: GateFacts("normal · up of the ground below", ">=", "slope limit", ""),
    Gate.SNAP: GateFacts("distance of the ground below - contact offset", ">", "zero", "m"),
    Gate.GUARD_ZERO_DIRECTION: GateFacts("length of the direction", "<", "smallest distance", "m"),
    Gate.GUARD_NORMAL: GateFacts("length of the normal", "<", "smallest normal", ""),
    Gate.GUARD_PARALLEL_PLANES: GateFacts("length of the crease", "<", "smallest normal", ""),
    Gate.GUARD_LOOP: GateFacts("iterations of the pass", ">=", "safety limit", ""),
    Gate.GUARD_LARGE_MOVE: GateFacts("way of the whole frame", ">", "twice the displacement", "m"),
    Gate.GUARD_INVALID: GateFacts("the new position is no number", "", "", ""),
    Gate.GUARD_STUCK: GateFacts("frames without motion although motion was asked for", ">", "patience", "frames"),
    Gate.BUMP_REST: GateFacts("rest of the move", ">=", "stop epsilon", "m"),
    Gate.BUMP_HIT: GateFacts("distance of the hit", "<", "rest of the move", "m"),
    Gate.BUMP_ADVANCE: GateFacts("way that the skin leaves free", ">", "zero", "m"),
    Gate.CLIP_PLANES: GateFacts("clip planes so far", "<", "max clip planes", ""),
    Gate.CLIP_BLOCKED: GateFacts("lowest speed along the other planes", "<", "minus the stop epsilon", "m/s"),
    Gate.CREASE: GateFacts("lowest speed along the planes beside the crease", ">=", "minus the stop epsilon", "m/s"),
    Gate.STEEP_BLOCKS: GateFacts("normal · up of what was hit", "<", "slope limit", ""),
    Gate.MAX_BUMPS: GateFacts("bumps of the frame", ">=", "max bumps", ""),
    Gate.GROUND_WALKABLE: GateFacts("normal · up of the ground below", ">=", "slope limit", ""),
    Gate.GROUND_LOST: GateFacts("time without ground", ">", "grace time", "s"),
    Gate.SNAP_DUE: GateFacts("had ground, and does not rise", "", "", ""),
    Gate.DEPENETRATION_DUE: GateFacts("spawned, teleported, stuck, or overlapped by a body that moves", "", "", ""),
    Gate.DEPENETRATION_DEPTH: GateFacts("depth in the body, skin included", ">", "min depenetration depth", "m"),
    Gate.DEPENETRATION_CLAMP: GateFacts("push out of the body", ">", "max depenetration push", "m"),
    Gate.STILL_OVERLAPS: GateFacts("depth after pushing out", ">", "min depenetration depth", "m"),
    Gate.STUCK: GateFacts("frames without motion although motion was asked for", ">", "stuck frames", "frames"),
    Gate.STANDS: GateFacts("move along up of a character that walkable ground bears", "<", "zero", "m"),
}
"""Every gate."""

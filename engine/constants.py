"""Numbers that more than one file needs, each with its unit and its reason."""

from __future__ import annotations

FEATURE_NONE, FEATURE_FACE = -1, 0
FEATURE_EDGE_0, FEATURE_EDGE_1, FEATURE_EDGE_2 = 1, 2, 3
"""Edge i of a triangle runs from corner i to corner i + 1."""
FEATURE_VERTEX_0, FEATURE_VERTEX_1, FEATURE_VERTEX_2 = 4, 5, 6
"""What of a triangle was touched, as small integers that kernels can return."""

REGION_SPHERE, REGION_BOTTOM, REGION_SIDE, REGION_TOP = 0, 1, 2, 3
"""What of the capsule touched; SPHERE if it has no axis."""

ATTEMPT_MOVE, ATTEMPT_WALK_EXPERIMENT = 0, 1
"""Why the passes of an attempt ran."""

PASS_UP, PASS_SIDE, PASS_SENSOR, PASS_DOWN, PASS_RECOVER = 0, 1, 2, 3, 4
PASS_BUMP, PASS_SNAP, PASS_DEPENETRATE, PASS_PROBE = 5, 6, 7, 8
"""The sweeps that an attempt is made of."""

EXIT_ZERO, EXIT_NO_HIT, EXIT_MIN_DISTANCE, EXIT_REVERSED, EXIT_MAX_ITERATIONS, EXIT_OVERLAP_RECOVERED = 0, 1, 2, 3, 4, 5
"""Why a pass ended."""

SLOPE_NONE, SLOPE_SIDE_CONSTRAINED, SLOPE_DOWN_TRIANGLE = 0, 1, 2
"""Which rule called the ground non-walkable."""

FLAG_DOWN, FLAG_SIDES, FLAG_UP = 1, 2, 4
"""Where a frame collided, as bits."""

(
    GATE_MOVER,
    GATE_RISING,
    GATE_RIDE,
    GATE_PLATFORM_RAY,
    GATE_MOVING_UP,
    GATE_SIDE_MOTION,
    GATE_FALLING,
    GATE_STEP_CLAMP,
    GATE_SENSOR_MODE,
    GATE_SENSOR_SHORT,
    GATE_SENSOR_UNTOUCHED,
    GATE_REST,
    GATE_REVERSAL,
    GATE_HIT,
    GATE_OVERLAP,
    GATE_ADVANCE,
    GATE_SLIDES,
    GATE_CEILING,
    GATE_RECOVERY_ELIGIBLE,
    GATE_RECOVERY_PUSH,
    GATE_SLOPE_ON,
    GATE_USER_UNDERFOOT,
    GATE_SIDE_STEEP,
    GATE_SIDE_HEIGHT,
    GATE_DOWNWARD,
    GATE_DOWN_STEEP,
    GATE_DOWN_TOP,
    GATE_PROBE,
    GATE_SNAP_WALKABLE,
    GATE_SNAP,
    GUARD_ZERO_DIRECTION,
    GUARD_NORMAL,
    GUARD_PARALLEL_PLANES,
    GUARD_LOOP,
    GUARD_LARGE_MOVE,
    GUARD_INVALID,
    GUARD_STUCK,
    GATE_BUMP_REST,
    GATE_BUMP_HIT,
    GATE_BUMP_ADVANCE,
    GATE_CLIP_PLANES,
    GATE_CLIP_BLOCKED,
    GATE_CREASE,
    GATE_STEEP_BLOCKS,
    GATE_MAX_BUMPS,
    GATE_GROUND_WALKABLE,
    GATE_GROUND_LOST,
    GATE_SNAP_DUE,
    GATE_DEPENETRATION_DUE,
    GATE_DEPENETRATION_DEPTH,
    GATE_DEPENETRATION_CLAMP,
    GATE_STILL_OVERLAPS,
    GATE_STUCK,
    GATE_STANDS,
) = range(54)
"""The gates of the rules and the guards (001 14), then those of `slide`; engine.decisions says what each compares."""

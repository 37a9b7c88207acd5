"""Where the kernels of `slide` find things: entries of plain arrays.

::

    config    (query, settings, rules): `query` is what the shared working set reads (engine.kernels.cct.layout)
    settings  (17,) float64   engine.settings.SlideSettings, the capsule, and the length of a frame
    rules     (10,) int64     the index of each choice, in the order of engine.rules.SlideRules
    work      (planes, marks): the clip planes of a frame (33, 3), and what its passes leave for each other
"""

(
    SET_RADIUS,
    SET_HALF_HEIGHT,
    SET_SKIN,
    SET_MAX_BUMPS,
    SET_MAX_CLIP_PLANES,
    SET_STOP_EPSILON,
    SET_OVERCLIP,
    SET_SLOPE_LIMIT,
    SET_GRACE_TIME,
    SET_PROBE_MARGIN,
    SET_PROBE_RADIUS,
    SET_STEP_HEIGHT,
    SET_DEPENETRATION_ITERATIONS,
    SET_MIN_DEPTH,
    SET_MAX_PUSH,
    SET_STUCK_FRAMES,
    SET_DT,
) = range(17)
"""Entries of `settings`. Half height: from the centre to a sphere's centre. Probe radius: in metres."""

REST_OF_FRAME, SKIN, GROUND_PROBE, SWEEP, CLOSEST_POINTS, STEEP_GROUND, CLIPPING = range(7)
STANDING, PUSHING_OUT, SMALL_MOVES = range(7, 10)
"""Entries of `rules`. 0 is `repaired`, 1 is `document`."""

FLAGS_SO_FAR, FLOOR_BODY = 0, 1
"""Entries of `marks`: where the frame has collided, and the body that a bump met as a floor (-1: none)."""

TRIGGER_NONE, TRIGGER_SPAWN, TRIGGER_TELEPORT, TRIGGER_STUCK, TRIGGER_MOVER = 0, 1, 2, 3, 4
"""Why a frame begins with pushing out (003 6.1); the last one, a body that has moved into the capsule, is ours."""

MOVES_IN = 1e-6
"""Cosine. Only motion that leads into something by more than this is stopped: a normal at a touch is known to 1e-8, and
whoever slides along a floor would else use up his bumps on it. A way this slanted sinks by a millimetre in a kilometre,
and the skin is thirty."""
LEAST_BEND = 0.01
"""Share of a fall that a steep slope leaves at least, so that a slope limit of 1 divides by no zero."""
PARALLEL_SINE = 1e-6
"""Sine below which two clip planes are parallel and have no crease."""
LEAST_LEAN = 0.05
"""Cosine. A probe must reach ground along up although it is felt along the normal; steeper ground is a wall."""
STEEPEST_FELT = 0.25
"""Cosine of 75.5°. Ground up to that is felt below: nobody stands on it, but its angle is known."""

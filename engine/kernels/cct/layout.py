"""Where the controller's kernels find things: entries of plain arrays, so that few arguments carry much.

::

    settings  (24,) float64   the constants that a person tunes, metres and cosines
    rules     (28,) int64     the index of each choice, in the order of engine.rules.Rules
    memory    (20,) float64   what the passes of a move leave for each other
    marks     (16,) int64     the same, as whole numbers
    counts    (16,) int64     rows written so far, and what they belong to
"""

(
    SET_RADIUS,
    SET_HALF_HEIGHT,
    SET_STEP_OFFSET,
    SET_SLOPE_LIMIT,
    SET_CONTACT_OFFSET,
    SET_CONSTRAINED,
    SET_FORCE_SLIDING,
    SET_MIN_DISTANCE,
    SET_RECOVERY,
    SET_RIDE,
    SET_ITERATIONS,
    SET_ITERATIONS_UP,
    SET_ITERATIONS_SIDE,
    SET_ITERATIONS_SENSOR,
    SET_ITERATIONS_DOWN,
    SET_ITERATIONS_RECOVER,
    SET_GROWTH,
    SET_NO_CEILING_SLIDE,
    SET_MAX_JUMP,
    SET_PROBE,
    SET_SNAP,
    SET_MASK,
    SET_WINDOW_STEP_DOWN,
    SET_DT,
) = range(24)
"""Entries of `settings`. Half height: from the centre to a sphere's centre. Iteration counts of 0: as the rules say."""

(
    EXPERIMENT_DISPLACEMENT,
    SENSOR,
    SIDE_RULE,
    DOWN_TAKES_BACK,
    LIFT,
    RECOVERY,
    HIT_SELECTION,
    PARALLEL_TRIANGLES,
    TOO_STEEP,
    DOWN_STEP,
    NORMALIZED_RESPONSE,
    CEILING,
    PLATFORM,
    RESPONSE,
    VERTICAL_WINDOW,
    TEMPORAL_BOX,
    ZERO_NORMAL,
    ZERO_DIRECTION,
    LARGE_MOVES,
    STUCK,
    ADVANCE,
    SWEEP_LENGTH,
    DIRECTION,
    DEPTH,
    CULLING,
    ITERATIONS,
    CONTACT_HEIGHT,
    DOWN_ITERATIONS,
) = range(28)
"""Entries of `rules`. Their choices are numbered as engine.rules lists them: 0 is what PhysX does."""

SENSOR_UNTOUCHED, SENSOR_ALWAYS, SENSOR_DOWNWARD, SENSOR_BEFORE_UP, SENSOR_OFF = 0, 1, 2, 3, 4
NORMALIZE_RECOVER, NORMALIZE_EXPERIMENT, NORMALIZE_NEVER = 0, 1, 2
RESPONSE_REFLECTION, RESPONSE_PROJECTION, RESPONSE_CREASE = 0, 1, 2
BOX_GROWN, BOX_PLAIN, BOX_JUMP, BOX_ONE_CORNER = 0, 1, 2, 3
HEIGHT_WITH_ANGLE, HEIGHT_ALONE, HEIGHT_IGNORED = 0, 1, 2
"""Choices of the rules that have more than two."""

CONTACT_LEVEL, SIDE_LEAN, DOWN_LEAN, DOWN_TRIANGLE_TOP = 0, 1, 2, 3
TOUCH_POINT = 4
SLOPE_NORMAL = 7
LAST_NORMAL = 10
"""Entries of `memory`: height of the last contact along up; normal · up of the last static triangle that SIDE or
SENSOR and that DOWN hit, and the latter's highest vertex; then three each: where DOWN touched what is underfoot, the
normal of the last triangle for the slope rules, and the normal of the hit before (for creases)."""
DOWN_NORMAL = 13

(
    TOUCHED,
    SUPPORT,
    SIDE_VALID,
    DOWN_VALID,
    SIDE_BODY,
    SIDE_TRIANGLE,
    DOWN_BODY,
    DOWN_TRIANGLE,
    USER_UNDERFOOT,
    IS_EXPERIMENT,
    NO_VERTICAL_MOTION,
    HINTS,
) = range(12)
"""Entries of `marks`. TOUCHED: the level's body underfoot or -1; SUPPORT: the same, or the obstacle; from HINTS on, the
ranks of what UP, SIDE and DOWN hit last."""

(
    N_ATTEMPTS,
    N_PASSES,
    N_ITERATIONS,
    N_DECISIONS,
    IS_RECORDING,
    FRAME,
    ATTEMPT,
    PASS,
    ITERATION,
    NEAR_NEEDED,
    FOUND_NEEDED,
    FRAME_ITERATIONS,
    BEFORE,
) = range(13)
"""Entries of `counts`: rows so far, also where there was no room for them; then what a decision belongs to; then how
much room the working set needs; from BEFORE on, the four numbers of rows before a frame that had to be given up."""

LAST_OF_SWEEP_M = 1e-7
"""Metres. A hit this close to the end of a sweep counts as a miss: float32 cannot tell the two apart, and PhysX's
answer is a miss in most of them (step + contact offset = gap is common)."""
ALMOST_ZERO = 1e-6
"""Metres. Components of a motion that are all smaller count as none (PhysX's isAlmostZero)."""
ROUNDING = 1e-9
"""Share of a length, or cosine, below which a part of a vector is rounding: `up` need not be an axis."""
EPSILON_DISTANCE = 1e-6
EPSILON_NORMAL = 1e-5
"""001 1.2."""
SAFETY_ITERATIONS = 100
"""001 14.4: no pass goes on for longer, whatever the settings say."""
SLIDE_ITERATIONS = 9
"""001 7.2.3k: further iterations of DOWN on something to slide off from."""
FEW_ITERATIONS = 4
"""000 B.6."""
STUCK_FRAMES = 10
"""001 14.7: frames without motion until the character counts as stuck."""
LARGE_MOVE = 2.0
"""001 14.5: how many times the asked displacement a frame may go."""
PUSHES = 4
"""Most pushes of one recovery."""

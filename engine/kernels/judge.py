"""Why each candidate of a sweep was taken or passed over: the same tests as in the sweeps, one primitive at a time."""

from math import inf
from typing import Any

from engine.kernels.borrow import borrowing_kernel
from engine.kernels.level_arrays import (
    BODY,
    FLAGS,
    GROUP,
    IS_USER,
    MASK,
    ROUND,
    SOLID,
    TRIANGLE,
    TWO_SIDED,
    is_in_window,
    load_corner,
    take_to_group,
)
from engine.kernels.level_query import PHYSX, make_window
from engine.kernels.sweep_closest import sweep_round, sweep_solid
from engine.kernels.sweep_physx import SKIP_PARALLEL, lead_sphere, sweep_level_triangle
from engine.kernels.sweep_triangle import sweep_capsule_triangle
from engine.kernels.vectors import cross, dot, subtract

TOUCHED, FACING_AWAY, MASKED, OUT_OF_REACH, MISSED, OUTSIDE_WINDOW, NOT_ASKED = 0, 1, 2, 3, 4, 5, 6
"""What was decided about a candidate. TOUCHED: it is hit; whether it wins is for the selection to say.
NOT_ASKED: a closed body as a whole, which is no candidate where its triangles are."""
FAR_M = 1e9
"""How far a candidate out of reach is looked for."""


@borrowing_kernel
def faces_away(a, b, c, direction, two_sided, skip_parallel):
    """Whether a one-sided triangle is left alone by a move in a direction (000 4.2.1)."""
    along = dot(cross(subtract(b, a), subtract(c, a)), direction)
    return not two_sided and (along > 0.0 or (skip_parallel and along == 0.0))


@borrowing_kernel
def judge_primitive(level: Any, query: Any, distance: float, up: Any, choice: Any, i: int) -> tuple[int, float]:
    """Return what was decided about a primitive, and at what distance it is touched (inf: never)."""
    primitives, owners, _, _, _, _, _, bodies, placements, hulls, hull_points, hull_faces = level
    selection, mask, rules, step_down = choice
    kind, body = owners[i, TRIANGLE], owners[i, BODY]
    flags, skip_parallel = bodies[body, FLAGS], rules & SKIP_PARALLEL != 0
    if kind == SOLID and selection == PHYSX and flags & IS_USER == 0:
        return NOT_ASKED, inf
    window = make_window(query, distance, up, step_down)
    local, local_window = take_to_group(placements, bodies[body, GROUP], query, window)
    a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
    center, half_axis, radius, direction = local
    two_sided = flags & TWO_SIDED != 0
    if kind == SOLID:
        t = sweep_solid(local, a, b, hulls, hull_points, hull_faces, int(c[0]))[0]
        if t > 0.0:
            return NOT_ASKED, inf
    elif kind == ROUND:
        t = sweep_round(local, FAR_M, a, b, c[0])[0]
    elif selection == PHYSX:
        is_along_axis, sphere = lead_sphere(local)
        t = sweep_level_triangle(local, sphere, is_along_axis, FAR_M, a, b, c, two_sided, skip_parallel)
    else:
        t = sweep_capsule_triangle(center, half_axis, radius, direction, FAR_M, a, b, c)[0]
    if bodies[body, MASK] & mask == 0:
        return MASKED, t
    if not is_in_window(kind, a, b, c, local_window):
        return OUTSIDE_WINDOW, t
    if kind >= 0 and faces_away(a, b, c, direction, two_sided, skip_parallel):
        return FACING_AWAY, t
    if t == inf:
        return MISSED, t
    return (TOUCHED if t <= distance else OUT_OF_REACH), t

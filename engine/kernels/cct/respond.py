"""Where a move goes on after a hit (001 8), and how a move is taken apart into three (001 4)."""

from engine.constants import GUARD_NORMAL, GUARD_PARALLEL_PLANES
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.layout import (
    EPSILON_NORMAL,
    RESPONSE,
    RESPONSE_CREASE,
    RESPONSE_REFLECTION,
    ROUNDING,
    ZERO_NORMAL,
)
from engine.kernels.cct.record import note
from engine.kernels.vectors import cross, dot, length, normalize, scale, subtract


@borrowing_kernel
def decompose(v, axis):
    """Return the parts of a vector along an axis and across it."""
    along = scale(axis, dot(v, axis))
    return along, subtract(v, along)


@borrowing_kernel
def stretch(tangent, size):
    """Return what is left along a plane at a full length; head-on, where only rounding is left, nothing."""
    left = length(tangent)
    return scale(tangent, size / left) if left > ROUNDING * size else (0.0, 0.0, 0.0)


@borrowing_kernel
def collision_response(rest, direction, normal, is_normalized):
    """Return the rest of the way after a hit, by reflection with bump 0 and friction 1 (8.2)."""
    reflected = normalize(subtract(direction, scale(normal, 2.0 * dot(direction, normal))))
    _, tangent = decompose(reflected, normal)
    if is_normalized:
        return stretch(scale(tangent, length(rest)), length(rest))
    return scale(tangent, length(rest))


@borrowing_kernel
def slide_response(rest, normal, is_normalized):
    """Return the rest of the way after a hit, by projection (8.3): the same as above."""
    _, tangent = decompose(rest, normal)
    return stretch(tangent, length(rest)) if is_normalized else tangent


@borrowing_kernel
def handle_crease_collision(rest, normal, earlier, log):
    """Return the rest of the way along the edge of two planes (8.4); nothing is left between parallel ones (14.3)."""
    crease = cross(normal, earlier)
    size = length(crease)
    if size < EPSILON_NORMAL:
        note(log, GUARD_PARALLEL_PLANES, size, EPSILON_NORMAL, True, -1, -1)
        return (0.0, 0.0, 0.0)
    crease = scale(crease, 1.0 / size)
    return scale(crease, dot(rest, crease))


@borrowing_kernel
def flatten_normal(normal, up, rules, log):
    """Return a normal without its vertical part (7.2.3o), and what is left where that was all of it (14.2)."""
    _, flat = decompose(normal, up)
    size = length(flat)
    if size < EPSILON_NORMAL:
        if rules[ZERO_NORMAL] == 0:
            # What is left is rounding: brought to unit length, it would turn the move anywhere.
            return (0.0, 0.0, 0.0)
        note(log, GUARD_NORMAL, size, EPSILON_NORMAL, True, -1, -1)
        return up
    return normalize(flat)


@borrowing_kernel
def bend_rest(rest, direction, normal, earlier, has_earlier, is_normalized, rules, log):
    """Return the rest of the way after a hit, by the rule for it."""
    if rules[RESPONSE] == RESPONSE_REFLECTION:
        return collision_response(rest, direction, normal, is_normalized)
    bent = slide_response(rest, normal, is_normalized)
    if rules[RESPONSE] == RESPONSE_CREASE and has_earlier and dot(bent, earlier) < 0.0:
        return handle_crease_collision(rest, normal, earlier, log)
    return bent

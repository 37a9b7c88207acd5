"""Bending the velocity along what was hit (003 4.2, 4.4)."""

from math import sqrt

from engine.constants import GATE_CLIP_BLOCKED, GATE_CREASE, GUARD_PARALLEL_PLANES
from engine.kernels.borrow import borrowing_kernel
from engine.kernels.cct.record import note
from engine.kernels.slide.layout import CLIPPING, PARALLEL_SINE, SET_OVERCLIP, SET_STOP_EPSILON
from engine.kernels.vectors import cross, dot, length, scale, subtract


@borrowing_kernel
def load_plane(planes, i):
    """Return the normal of a clip plane."""
    return (planes[i, 0], planes[i, 1], planes[i, 2])


@borrowing_kernel
def clip_velocity(velocity, normal, overbounce, stop_epsilon, is_document):
    """Take out of a velocity what leads into a plane, and a hair more; tiny components become zero (4.2).

    Of what leads out a hair less is taken, as in Quake: by the document's letter a hair more, so that it leads in, and
    the next bump hits the same plane again.
    """
    along = dot(velocity, normal)
    backoff = along * overbounce if along < 0.0 or is_document else along / overbounce
    x, y, z = subtract(velocity, scale(normal, backoff))
    return (
        0.0 if abs(x) < stop_epsilon else x,
        0.0 if abs(y) < stop_epsilon else y,
        0.0 if abs(z) < stop_epsilon else z,
    )


@borrowing_kernel
def find_blocking(velocity, planes, count, first, second, stop_epsilon):
    """Return the lowest speed along the other planes, and which: blocked if it leads into one.

    Speeds below the epsilon count as none, here as in `clip_velocity`, whose zeroed components would else block.
    """
    least, which = 0.0, -1
    for j in range(count):
        if j not in (first, second):
            along = dot(velocity, load_plane(planes, j))
            if which < 0 or along < least:
                least, which = along, j
    return least, which >= 0 and least < -stop_epsilon


@borrowing_kernel
def clip_velocity_multi_plane(velocity, planes, count, settings, rules, log):
    """Return a velocity that leads into none of the planes: along one, along a crease of two, or none (4.4).

    The document tries creases as soon as the first plane alone does not do. Where two walls meet at a blunt angle, that
    stops whoever could go on along the second: Quake, which it follows, tries every plane alone first.
    """
    overclip, stop_epsilon = settings[SET_OVERCLIP], settings[SET_STOP_EPSILON]
    result = velocity
    planes_first = rules[CLIPPING] == 0
    if planes_first:
        for i in range(count):
            result = clip_velocity(velocity, load_plane(planes, i), overclip, stop_epsilon, False)
            least, is_blocked = find_blocking(result, planes, count, i, i, stop_epsilon)
            note(log, GATE_CLIP_BLOCKED, least, -stop_epsilon, is_blocked, -1, -1)
            if not is_blocked:
                return result
    for i in range(count):
        if not planes_first:
            result = clip_velocity(result, load_plane(planes, i), overclip, stop_epsilon, True)
            least, is_blocked = find_blocking(result, planes, count, i, i, stop_epsilon)
            note(log, GATE_CLIP_BLOCKED, least, -stop_epsilon, is_blocked, -1, -1)
            if not is_blocked:
                return result
        for j in range(i + 1, count):
            crease = cross(load_plane(planes, i), load_plane(planes, j))
            size = sqrt(dot(crease, crease))
            if size < PARALLEL_SINE:
                note(log, GUARD_PARALLEL_PLANES, size, PARALLEL_SINE, True, -1, -1)
                continue
            crease = scale(crease, 1.0 / size)
            result = scale(crease, dot(crease, velocity))
            least, is_blocked = find_blocking(result, planes, count, i, j, stop_epsilon)
            note(log, GATE_CREASE, least, -stop_epsilon, not is_blocked, -1, -1)
            if not is_blocked:
                return result
    return (0.0, 0.0, 0.0)


@borrowing_kernel
def block_steep(velocity, normal, up, lean):
    """Take out of a velocity what would climb ground that is too steep: its level part into the slope (8, wall climb).

    Without it, a walker who keeps his level speed is bent upwards by any slope, and gravity never catches up.
    """
    level = subtract(normal, scale(up, lean))
    size = length(level)
    if size < PARALLEL_SINE:
        return velocity
    level = scale(level, 1.0 / size)
    into = dot(velocity, level)
    return subtract(velocity, scale(level, into)) if into < 0.0 else velocity

"""What is underfoot moves: how its motion reaches the character (001 13, PHYSX.md "Platforms")."""

from math import inf

from engine.constants import GATE_MOVER, GATE_PLATFORM_RAY, GATE_RIDE, GATE_RISING
from engine.kernels.borrow import borrowing_kernel, inlined_kernel
from engine.kernels.cct.layout import (
    ALMOST_ZERO,
    FOUND_NEEDED,
    PLATFORM,
    SET_HALF_HEIGHT,
    SET_MASK,
    SET_RADIUS,
    SET_RIDE,
)
from engine.kernels.cct.record import note
from engine.kernels.cct.respond import decompose
from engine.kernels.gather import gather_in_box
from engine.kernels.level_arrays import (
    BODY,
    FLAGS,
    GROUP,
    IS_DYNAMIC,
    IS_KINEMATIC,
    IS_OBSTACLE,
    IS_USER,
    MASK,
    RIDE_NO,
    RIDE_YES,
    ROUND,
    SOLID,
    TRIANGLE,
    direction_from_world,
    load_corner,
    point_from_world,
    world_from_point,
)
from engine.kernels.sweep_closest import sweep_round, sweep_solid
from engine.kernels.vectors import add, cross, dot, scale, subtract


@borrowing_kernel
def ray_triangle(origin, direction, a, b, c):
    """Return how far along a ray meets the front of a triangle, inf if it does not."""
    ab, ac = subtract(b, a), subtract(c, a)
    normal = cross(ab, ac)
    facing = -dot(normal, direction)
    if facing <= 0.0:
        return inf
    offset = subtract(origin, a)
    turn = cross(direction, offset)
    v, w = -dot(ac, turn), dot(ab, turn)
    if v < 0.0 or w < 0.0 or v + w > facing:
        return inf
    distance = dot(offset, normal) / facing
    return distance if distance >= 0.0 else inf


@borrowing_kernel
def cast_down(world, scratch, config, center, up, counts):
    """Return distance and body of the nearest thing that can move on the way from the centre down to the feet.

    Other characters are passed over, as PhysX's ray passes them.
    """
    settings = config[0]
    level, placements = world[0], world[1]
    primitives, owners, by_rank, bodies = level[0], level[1], level[2], level[7]
    found, stack = scratch[4], scratch[5]
    reach = settings[SET_RADIUS] + settings[SET_HALF_HEIGHT]
    best, touched = inf, -1
    for group in range(len(level[5])):
        origin = point_from_world(placements, group, center)
        down = direction_from_world(placements, group, scale(up, -1.0))
        end = add(origin, scale(down, reach))
        low = (min(origin[0], end[0]), min(origin[1], end[1]), min(origin[2], end[2]))
        high = (max(origin[0], end[0]), max(origin[1], end[1]), max(origin[2], end[2]))
        count = gather_in_box(level, group, low, high, found, 0, stack)
        if count > len(found):
            counts[FOUND_NEEDED] = max(counts[FOUND_NEEDED], count)
            continue
        for k in range(count):
            i = by_rank[found[k]]
            body, kind = owners[i, BODY], owners[i, TRIANGLE]
            flags = bodies[body, FLAGS]
            if flags & (IS_KINEMATIC | IS_DYNAMIC | IS_OBSTACLE) == 0 or flags & (IS_USER | IS_OBSTACLE) == IS_USER:
                continue
            if bodies[body, MASK] & int(settings[SET_MASK]) == 0:
                continue
            a, b, c = load_corner(primitives, i, 0), load_corner(primitives, i, 1), load_corner(primitives, i, 2)
            if kind == SOLID:
                # A ray that starts inside of a closed body meets it at once.
                query = (origin, (0.0, 0.0, 0.0), 0.0, down)
                distance = sweep_solid(query, a, b, level[9], level[10], level[11], int(c[0]))[0]
            elif kind == ROUND:
                distance = sweep_round((origin, (0.0, 0.0, 0.0), 0.0, down), reach, a, b, c[0])[0]
            else:
                distance = ray_triangle(origin, down, a, b, c)
            if distance <= reach and distance < best:
                best, touched = distance, body
    return best, touched


@inlined_kernel
def find_platform_delta(world, scratch, config, center, up, support, touched_world, touched_local, log):
    """Return how far what is underfoot has moved since it was touched (13.2), and which body it is."""
    level, placements = world[0], world[1]
    bodies, settings = level[7], config[0]
    if support >= 0:
        group = bodies[support, GROUP]
        if group == 0:
            return (0.0, 0.0, 0.0), support
        return subtract(world_from_point(placements, group, touched_local), touched_world), support
    distance, body = cast_down(world, scratch, config, center, up, log[4])
    reach = settings[SET_RADIUS] + settings[SET_HALF_HEIGHT]
    if body < 0:
        return (0.0, 0.0, 0.0), -1
    # Nobody knows where it was touched before: only the part of the ray that it covers is made good.
    note(log, GATE_PLATFORM_RAY, distance, reach, True, body, -1)
    return scale(up, reach - distance), body


@inlined_kernel
def ride_platform(world, scratch, config, center, displacement, up, carried, log):
    """Return the centre and displacement with the platform's motion added, and whether it moves at all (13.3).

    carried = (support, touched_world, touched_local).
    """
    settings, rules = config
    support, touched_world, touched_local = carried
    delta, body = find_platform_delta(world, scratch, config, center, up, support, touched_world, touched_local, log)
    if body < 0:
        return center, displacement, False
    size = max(abs(delta[0]), abs(delta[1]), abs(delta[2]))
    is_moving = size > ALMOST_ZERO
    flags = world[0][7][body, FLAGS]
    if flags & (IS_KINEMATIC | IS_DYNAMIC | IS_OBSTACLE) != 0:
        note(log, GATE_MOVER, size, ALMOST_ZERO, is_moving, body, -1)
    if not is_moving:
        return center, displacement, False
    if rules[PLATFORM] == 1:
        return add(center, delta), displacement, True
    rising = dot(delta, up)
    upward, sideways = decompose(delta, up)
    note(log, GATE_RISING, rising, 0.0, rising > 0.0, body, -1)
    if rising > 0.0:
        center = add(center, upward)
    else:
        displacement = add(displacement, upward)
    can_ride = settings[SET_RIDE] != 0.0 or flags & IS_OBSTACLE != 0
    can_ride = (can_ride or flags & RIDE_YES != 0) and flags & RIDE_NO == 0
    note(log, GATE_RIDE, 1.0 if can_ride else 0.0, 1.0, can_ride, body, -1)
    if can_ride:
        displacement = add(displacement, sideways)
    return center, displacement, True

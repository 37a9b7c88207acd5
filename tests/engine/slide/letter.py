"""Document 003 in plain Python, to the letter, for cubes along the axes; written from its text, not from our kernels.

Y-up. Only what cannot run as written is mended, each time with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

Vector = tuple[float, float, float]
Cube = tuple[Vector, Vector]

MAX_BUMPS, MAX_CLIP_PLANES, STOP_EPSILON, OVERCLIP = 4, 5, 0.001, 1.001
MAX_DEPEN_ITERS, MIN_DEPEN_DIST, MAX_DEPEN_CLAMP = 4, 0.001, 1.0
WALKABLE_NORMAL_Y, GROUND_GRACE_TIME, SKIN_WIDTH = 0.707, 0.1, 0.03


def add(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def scale(a: Vector, k: float) -> Vector:
    return (a[0] * k, a[1] * k, a[2] * k)


def subtract(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def sign(x: float) -> float:
    return float((x > 0.0) - (x < 0.0))


def clamp(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


@dataclass(frozen=True)
class Capsule:
    """2.1."""

    feet: Vector
    radius: float
    half_height: float

    def p0(self) -> Vector:
        return add(self.feet, (0.0, self.radius, 0.0))

    def p1(self) -> Vector:
        return add(self.feet, (0.0, self.radius + 2.0 * self.half_height, 0.0))

    def moved(self, way: Vector) -> Capsule:
        return Capsule(add(self.feet, way), self.radius, self.half_height)


def closest_point_on_segment(a: Vector, b: Vector, p: Vector) -> Vector:
    """2.2; a segment without length would divide by zero, and is its point."""
    ab = subtract(b, a)
    size = dot(ab, ab)
    return add(a, scale(ab, clamp(dot(subtract(p, a), ab) / size, 0.0, 1.0))) if size > 0.0 else a


def closest_point_on_aabb(p: Vector, cube: Cube) -> Vector:
    """2.3."""
    low, high = cube
    return (clamp(p[0], low[0], high[0]), clamp(p[1], low[1], high[1]), clamp(p[2], low[2], high[2]))


def closest_points_segment_aabb(a: Vector, b: Vector, cube: Cube) -> tuple[Vector, Vector]:
    """2.4."""
    on_segment = scale(add(a, b), 0.5)
    for _ in range(4):
        on_segment = closest_point_on_segment(a, b, closest_point_on_aabb(on_segment, cube))
    return on_segment, closest_point_on_aabb(on_segment, cube)


def overlap(capsule: Capsule, cube: Cube) -> tuple[float, Vector] | None:
    """2.5: depth and normal."""
    on_segment, on_box = closest_points_segment_aabb(capsule.p0(), capsule.p1(), cube)
    offset = subtract(on_segment, on_box)
    square = dot(offset, offset)
    if square > capsule.radius * capsule.radius:
        return None
    distance = sqrt(square)
    if distance > 1e-6:
        return capsule.radius - distance, scale(offset, 1.0 / distance)
    ways = [(on_segment[k] - cube[0][k], k, -1.0) for k in range(3)] + [
        (cube[1][k] - on_segment[k], k, 1.0) for k in range(3)
    ]
    way, axis, side = min(ways, key=lambda each: (each[0], each[1], each[2]))
    normal = [0.0, 0.0, 0.0]
    normal[axis] = side
    return capsule.radius + way, (normal[0], normal[1], normal[2])


def segment_aabb_sweep(start: Vector, delta: Vector, cube: Cube) -> tuple[float, Vector] | None:
    """3.5. As written, a component of zero makes 1e8 · sign(0) = 0, and every slab 0..0: it has no slab to enter."""
    near, far = [0.0] * 3, [0.0] * 3
    for k in range(3):
        if delta[k] == 0.0:
            if not cube[0][k] <= start[k] <= cube[1][k]:
                return None
            near[k], far[k] = -float("inf"), float("inf")
            continue
        inverse = 1.0 / delta[k] if abs(delta[k]) > 1e-8 else 1e8 * sign(delta[k])
        one, two = (cube[0][k] - start[k]) * inverse, (cube[1][k] - start[k]) * inverse
        near[k], far[k] = min(one, two), max(one, two)
    enter, leave = max(near), min(far)
    if enter > leave or leave < 0.0 or enter > 1.0:
        return None
    t = max(enter, 0.0)
    if near[0] >= near[1] and near[0] >= near[2]:
        return t, (-sign(delta[0]), 0.0, 0.0)
    if near[1] >= near[0] and near[1] >= near[2]:
        return t, (0.0, -sign(delta[1]), 0.0)
    return t, (0.0, 0.0, -sign(delta[2]))


def sweep_capsule(capsule: Capsule, delta: Vector, cube: Cube) -> tuple[float, Vector] | None:
    """3.4; a hit at t = 1 or later is none."""
    r = capsule.radius
    grown = (subtract(cube[0], (r, r, r)), add(cube[1], (r, r, r)))
    best: tuple[float, Vector] = (1.0, (0.0, 0.0, 0.0))
    for start in (capsule.p0(), capsule.p1()):
        hit = segment_aabb_sweep(start, delta, grown)
        if hit is not None and hit[0] < best[0]:
            best = hit
    return best if best[0] < 1.0 else None


def sweep_earliest(capsule: Capsule, delta: Vector, cubes: Sequence[Cube]) -> tuple[float, Vector, int]:
    """3.2, 3.3 and the search of 4.3: the candidates are what the swept box touches, in the order of their ids."""
    r = capsule.radius
    ends = [capsule.p0(), capsule.p1()]
    low = tuple(min(p[k] for p in ends) - r + min(0.0, delta[k]) for k in range(3))
    high = tuple(max(p[k] for p in ends) + r + max(0.0, delta[k]) for k in range(3))
    earliest: tuple[float, Vector, int] = (1.0, (0.0, 0.0, 0.0), -1)
    for number, cube in enumerate(cubes):
        if any(cube[0][k] > high[k] or cube[1][k] < low[k] for k in range(3)):
            continue
        hit = sweep_capsule(capsule, delta, cube)
        # The tie-break by id never fires: candidates come in the order of their ids, and the first one stays.
        if hit is not None and hit[0] < earliest[0]:
            earliest = (hit[0], hit[1], number)
    return earliest


def clip_velocity(velocity: Vector, normal: Vector, overbounce: float) -> Vector:
    """4.2."""
    result = subtract(velocity, scale(normal, dot(velocity, normal) * overbounce))
    x, y, z = (0.0 if abs(part) < STOP_EPSILON else part for part in result)
    return (x, y, z)


def clip_velocity_multi_plane(velocity: Vector, planes: Sequence[Vector]) -> Vector:
    """4.4; parallel planes have no crease, and normalising it would divide by zero."""
    result = velocity
    for i, plane in enumerate(planes):
        result = clip_velocity(result, plane, OVERCLIP)
        if not any(j != i and dot(result, other) < 0.0 for j, other in enumerate(planes)):
            return result
        for j in range(i + 1, len(planes)):
            crease = cross(plane, planes[j])
            size = sqrt(dot(crease, crease))
            if size < 1e-6:
                continue
            crease = scale(crease, 1.0 / size)
            result = scale(crease, dot(crease, velocity))
            if not any(k not in (i, j) and dot(result, other) < 0.0 for k, other in enumerate(planes)):
                return result
    return (0.0, 0.0, 0.0)


def sweep_and_slide(capsule: Capsule, velocity: Vector, dt: float, cubes: Sequence[Cube]) -> tuple[Capsule, Vector]:
    """4.3."""
    delta, original = scale(velocity, dt), velocity
    planes: list[Vector] = []
    for _ in range(MAX_BUMPS):
        if dot(delta, delta) < STOP_EPSILON * STOP_EPSILON:
            break
        t, normal, number = sweep_earliest(capsule, delta, cubes)
        if number < 0:
            return capsule.moved(delta), velocity
        safe = max(0.0, t - SKIN_WIDTH / sqrt(dot(delta, delta)))
        capsule = capsule.moved(scale(delta, safe))
        if len(planes) < MAX_CLIP_PLANES:
            planes.append(normal)
        velocity = clip_velocity_multi_plane(original, planes)
        delta = scale(velocity, dt * (1.0 - safe))
    return capsule, velocity


def probe_ground(capsule: Capsule, distance: float, cubes: Sequence[Cube]) -> tuple[float, Vector] | None:
    """5.2: distance and normal. A sphere is a capsule without a height."""
    r = 0.9 * capsule.radius
    sphere = Capsule(subtract(capsule.p0(), (0.0, r, 0.0)), r, 0.0)
    t, normal, number = sweep_earliest(sphere, (0.0, -distance, 0.0), cubes)
    return None if number < 0 else (t * distance, normal)


def snap_to_ground(capsule: Capsule, step_height: float, cubes: Sequence[Cube]) -> Capsule:
    """5.4."""
    probe = probe_ground(capsule, step_height + SKIN_WIDTH, cubes)
    if probe is not None and probe[1][1] >= WALKABLE_NORMAL_Y and probe[0] > SKIN_WIDTH:
        return capsule.moved((0.0, -(probe[0] - SKIN_WIDTH), 0.0))
    return capsule


def depenetrate(capsule: Capsule, cubes: Sequence[Cube]) -> Capsule:
    """6.2."""
    for _ in range(MAX_DEPEN_ITERS):
        total, overlaps = (0.0, 0.0, 0.0), 0
        for cube in cubes:
            found = overlap(capsule, cube)
            if found is not None and found[0] > MIN_DEPEN_DIST:
                total = add(total, scale(found[1], min(found[0], MAX_DEPEN_CLAMP)))
                overlaps += 1
        if overlaps == 0:
            break
        capsule = capsule.moved(total)
    return capsule

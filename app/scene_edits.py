"""What scene editing does to a scenario: pure functions that return another one. Lengths are metres.

Bodies are known by their ids. A body with a path is moved and turned as a whole, so that it is at the wanted place
during `frame`; `set_key_pose` bends the path instead. All raise InputError.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from app.key_poses import remove_key, set_key
from app.rotations import invert_quaternion, multiply_quaternions, quaternion_from_degrees, quaternion_from_matrix
from engine.errors import InputError
from engine.level import Body, BodyKind, BodyRole, Level
from engine.shapes import Box, CapsuleShape, Sphere
from engine.transforms import rotation_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.scenario import InputSegment, Scenario
    from engine.shapes import Shape
    from engine.transforms import FloatArray, Quaternion, Vector

NewBody = Literal["box", "ramp", "sphere", "obstacle"]
NEW_BODIES: tuple[NewBody, ...] = get_args(NewBody)
AHEAD_M = 2.0
"""How far before the capsule a new body stands: in sight, and not in the capsule."""
RAMP_DEGREES = 30.0
"""Walkable by every default."""
_ROLES = (BodyRole.LEVEL, BodyRole.OBSTACLE, BodyRole.CHARACTER)
"""The order in which a scenario has its bodies."""


def find_body(scenario: Scenario, body_id: str) -> Body:
    """Return a body."""
    try:
        return scenario.level.bodies[scenario.level.index_of(body_id)]
    except KeyError:
        raise InputError(f'the level has no body "{body_id}"') from None


def move_body(scenario: Scenario, body_id: str, position: Sequence[float], frame: int = 0) -> Scenario:
    """Put a body elsewhere."""
    body = find_body(scenario, body_id)
    if body.poses is None:
        return _put(scenario, body, replace(body, position=_vector(position)))
    poses = body.poses.copy()
    poses[:, :3] += np.asarray(position) - np.asarray(body.pose(frame)[0])
    return _put(scenario, body, replace(body, poses=poses))


def turn_body(scenario: Scenario, body_id: str, rotation: Quaternion, frame: int = 0) -> Scenario:
    """Turn a body about its own origin; a path stays where it is and every pose of it is turned alike."""
    body = find_body(scenario, body_id)
    _refuse_character(body, "it stands along up and cannot be turned")
    if body.poses is None:
        return _put(scenario, body, replace(body, rotation=rotation))
    poses = body.poses.copy()
    turn = multiply_quaternions(rotation, invert_quaternion(body.pose(frame)[1]))
    poses[:, 3:] = [multiply_quaternions(turn, row) for row in poses[:, 3:]]
    return _put(scenario, body, replace(body, poses=poses))


def scale_body(scenario: Scenario, body_id: str, scale: Sequence[float]) -> Scenario:
    """Scale a body along its own axes; a round one evenly, by the number that was changed most."""
    body = find_body(scenario, body_id)
    _refuse_character(body, "it cannot be scaled")
    if not all(math.isfinite(part) and part > 0 for part in scale):
        raise InputError(f"{body_id}: scale: expected numbers > 0, got {list(scale)}")
    if isinstance(body.shape, Sphere | CapsuleShape):
        even = max(zip(scale, body.scale, strict=True), key=lambda pair: abs(math.log(pair[0] / pair[1])))[0]
        scale = (even, even, even)
    return _put(scenario, body, replace(body, scale=_vector(scale)))


def size_of(body: Body) -> Vector:
    """Return how far a body reaches along its own axes."""
    vertices, _ = body.surface()
    return _vector((vertices.max(axis=0) - vertices.min(axis=0)) * body.scale)


def resize_body(scenario: Scenario, body_id: str, size: Sequence[float]) -> Scenario:
    """Scale a body to a size along its own axes; an axis along which it is flat stays as it is."""
    body = find_body(scenario, body_id)
    parts = zip(size, size_of(body), body.scale, strict=True)
    return scale_body(scenario, body_id, [kept * new / old if old > 0 else kept for new, old, kept in parts])


def add_body(scenario: Scenario, what: NewBody, feet: Vector, ahead: Vector) -> tuple[Scenario, str]:
    """Put a new body on the height of some feet, before them in a direction. Returns its id too."""
    up = np.asarray(scenario.up)
    level = np.asarray(ahead) - up * float(np.dot(ahead, up))
    if np.linalg.norm(level) < 1e-9:
        level = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
    level = level / np.linalg.norm(level)
    turned = quaternion_from_matrix(np.stack([level, up, np.cross(level, up)], axis=1))
    shape, rise, rotation = _make_shape(scenario, what)
    position = _vector(np.asarray(feet) + level * AHEAD_M + up * rise)
    body_id = _free_id(scenario, what)
    role = BodyRole.OBSTACLE if what == "obstacle" else BodyRole.LEVEL
    if what == "obstacle":
        turned = rotation_between((0.0, 1.0, 0.0), scenario.up)
    # As files have it: an obstacle may be moved at any time.
    kind = BodyKind.KINEMATIC if what == "obstacle" else BodyKind.STATIC
    body = Body(body_id, shape, role, kind, position=position, rotation=multiply_quaternions(turned, rotation))
    return _insert(scenario, body), body_id


def _make_shape(scenario: Scenario, what: NewBody) -> tuple[Shape, float, Quaternion]:
    """Return the shape of a new body, its origin above the feet, and how it is turned: x ahead, y up."""
    upright = (0.0, 0.0, 0.0, 1.0)
    match what:
        case "box":
            return Box((0.5, 0.5, 0.5)), 0.5, upright
        case "ramp":
            # Its lower edge lies a little below the feet, so that no step leads up to it.
            return Box((1.5, 0.1, 1.0)), 0.6, quaternion_from_degrees((0.0, 0.0, RAMP_DEGREES))
        case "sphere":
            return Sphere(0.5), 0.5, upright
        case "obstacle":
            capsule = scenario.capsule
            return CapsuleShape(capsule.radius, capsule.height), capsule.radius + capsule.half_height, upright


def duplicate_body(scenario: Scenario, body_id: str) -> tuple[Scenario, str]:
    """Put a second body beside a body, along the world's x. Returns its id too."""
    body = find_body(scenario, body_id)
    low, high = body.bounds(0)
    copied = replace(body, id=_free_id(scenario, body_id))
    x, y, z = body.pose(0)[0]
    return move_body(_insert(scenario, copied), copied.id, (x + float(high[0] - low[0]), y, z)), copied.id


def delete_body(scenario: Scenario, body_id: str) -> Scenario:
    """Take a body away; the last one stays."""
    body = find_body(scenario, body_id)
    kept = tuple(each for each in scenario.level.bodies if each is not body)
    if not kept:
        raise InputError(f"{body_id} is the only body of the level: it cannot be deleted")
    return replace(scenario, level=Level(kept))


def move_spawn(scenario: Scenario, center: Sequence[float]) -> Scenario:
    """Let the capsule begin elsewhere."""
    return replace(scenario, capsule=scenario.capsule.moved_to(center))


def find_segment(scenario: Scenario, frame: int) -> tuple[int, int]:
    """Return the number of the input segment that a frame belongs to, and its first frame."""
    first = 0
    for number, segment in enumerate(scenario.input):
        if first <= frame < first + segment.frames:
            return number, first
        first += segment.frames
    raise InputError(f"frame {frame} has no input: the scenario has {scenario.frame_count} frames of it")


def input_vector(segment: InputSegment) -> Vector:
    """Return the velocity in m/s or the move in metres per frame, whichever the segment has."""
    vector = segment.velocity if segment.velocity is not None else segment.move
    assert vector is not None
    return vector


def change_input(scenario: Scenario, frame: int, vector: Sequence[float], *, from_frame: bool = False) -> Scenario:
    """Give the segment at a frame another velocity or move; `from_frame`: only from that frame to its end."""
    if not all(math.isfinite(part) for part in vector):
        raise InputError(f"input: expected three finite numbers, got {list(vector)}")
    number, first = find_segment(scenario, frame)
    segment = scenario.input[number]
    field = "velocity" if segment.velocity is not None else "move"
    parts = [replace(segment, **{field: _vector(vector)})]  # type: ignore[arg-type] # one of the two vectors
    if from_frame and frame > first:
        # A jump and a teleport happen on a segment's first frame: that one stays in the first part.
        later = replace(parts[0], frames=segment.frames - (frame - first), jump=None, teleport=None)
        parts = [replace(segment, frames=frame - first), later]
    return replace(scenario, input=(*scenario.input[:number], *parts, *scenario.input[number + 1 :]))


def set_key_pose(
    scenario: Scenario, body_id: str, frame: int, position: Sequence[float], rotation: Sequence[float]
) -> Scenario:
    """Let a body be somewhere during a frame, as a key of its path; one that stood still becomes kinematic."""
    body = find_body(scenario, body_id)
    poses = _poses_of(body)
    kind = BodyKind.KINEMATIC if body.kind is BodyKind.STATIC else body.kind
    return _put(scenario, body, replace(body, kind=kind, poses=set_key(poses, frame, (*position, *rotation))))


def remove_key_pose(scenario: Scenario, body_id: str, frame: int) -> Scenario:
    """Take the key of a body's path at a frame away."""
    body = find_body(scenario, body_id)
    if body.poses is None:
        raise InputError(f"{body_id}: it has no path")
    return _put(scenario, body, replace(body, poses=remove_key(body.poses, frame)))


def _refuse_character(body: Body, reason: str) -> None:
    """Files have no rotation and no scale for other characters."""
    if body.role is BodyRole.CHARACTER:
        raise InputError(f"{body.id} is a character: {reason}")


def _poses_of(body: Body) -> FloatArray:
    return np.array([[*body.position, *body.rotation]]) if body.poses is None else body.poses


def _put(scenario: Scenario, old: Body, new: Body) -> Scenario:
    return replace(scenario, level=Level(tuple(new if body is old else body for body in scenario.level.bodies)))


def _insert(scenario: Scenario, body: Body) -> Scenario:
    """Add a body behind the last of its role."""
    bodies = scenario.level.bodies
    place = sum(_ROLES.index(each.role) <= _ROLES.index(body.role) for each in bodies)
    return replace(scenario, level=Level((*bodies[:place], body, *bodies[place:])))


def _free_id(scenario: Scenario, wanted: str) -> str:
    taken, number, found = set(scenario.level.ids), 2, wanted
    while found in taken:
        found, number = f"{wanted} {number}", number + 1
    return found


def _vector(values: Sequence[float] | FloatArray) -> Vector:
    x, y, z = (float(value) for value in values)
    return x, y, z

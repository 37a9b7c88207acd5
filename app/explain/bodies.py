"""The level's bodies behind a trace's indices: their names, their faces, and how far they moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.explain.words import NOT_RECORDED, Row, format_number, format_vector
from app.measure import Vec3, add_scaled, as_vec3, dot, norm, trace_up
from engine.shapes import Box
from engine.trace import UNKNOWN_BODY, PassKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.level import Body
    from engine.trace import Trace

_SAME_PLANE_M = 0.01
"""How far a contact may lie from a face of a box that it is on: contacts are float32, kilometres from the origin."""
_SAME_DIRECTION = 1e-6
"""How much the cosine between the normals of a face's two triangles may miss 1."""


@dataclass(frozen=True)
class Face:
    """The flat piece of a body that a sweep hit."""

    normal: Vec3
    """Its own, outward; a contact's normal differs at edges and corners."""
    top: float
    """Height of its highest vertex along up, metres."""


def name_body(trace: Trace, index: int) -> str:
    """Return the name of a body; `none` where nothing was touched."""
    return NOT_RECORDED if index == UNKNOWN_BODY else trace.body_name(index)


def name_surface(trace: Trace, body: int, triangle: int) -> str:
    """Name what was hit: the body, and its triangle if it has any that the trace tells."""
    name = trace.body_name(body) if body >= 0 else "a body that the trace does not name"
    return name if triangle < 0 else f"{name}, triangle {triangle}"


def find_body(trace: Trace, index: int) -> Body | None:
    """Return the level's body that a trace's body index names, if the level is known and has it."""
    if trace.scenario is None or index < 0:
        return None
    name = trace.body_name(index)
    return next((body for body in trace.scenario.level.bodies if body.id == name), None)


def triangle_corners(body: Body, triangle: int, frame: int) -> NDArray[np.float64]:
    """Return the three corners of a triangle in the world during a frame's move, (3, 3)."""
    vertices, triangles = body.surface()
    placement = body.world_from_local(frame)
    corners: NDArray[np.float64] = vertices[triangles[triangle]] @ placement[:3, :3].T + placement[:3, 3]
    return corners


def triangle_normal(corners: NDArray[np.float64]) -> tuple[Vec3 | None, float]:
    """Return the outward normal of a triangle, None if it has no area, and its area in square metres."""
    across = as_vec3(np.cross(corners[1] - corners[0], corners[2] - corners[0]))
    size = norm(across)
    return (add_scaled((0.0, 0.0, 0.0), across, 1.0 / size) if size > 0.0 else None), 0.5 * size


def list_hits(trace: Trace, attempt: int, kinds: tuple[PassKind, ...]) -> list[int]:
    """Return the iterations of an attempt's passes of some kinds that hit something, in order."""
    return [
        i
        for index in trace.passes_of(attempt)
        if trace.passes[index]["kind"] in kinds
        for i in trace.iterations_of(index)
        if trace.iterations[i]["hit"]
    ]


def find_face(trace: Trace, iteration: int) -> Face | None:
    """Return the face that an iteration hit, from the level; None if the trace and the level do not tell it.

    Traces do not number the triangles of a box: there it is the face through the contact that the sweep meets most
    frontally, as PhysX chooses between triangles at one distance.
    """
    record, up = trace.iterations[iteration], trace_up(trace)
    frame = int(trace.attempts[trace.passes[record["pass_index"]]["attempt"]]["frame"])
    body = find_body(trace, int(record["body"]))
    if body is None:
        return None
    if 0 <= record["triangle"] < len(body.surface()[1]):
        chosen = [triangle_corners(body, int(record["triangle"]), frame)]
    elif isinstance(body.shape, Box):
        chosen = _list_box_faces(body, frame, as_vec3(record["point"]), as_vec3(record["direction"]))
    else:
        return None
    normal = triangle_normal(chosen[0])[0] if chosen else None
    if normal is None:
        return None
    return Face(normal, max(dot(as_vec3(corner), up) for corners in chosen for corner in corners))


def _list_box_faces(body: Body, frame: int, point: Vec3, direction: Vec3) -> list[NDArray[np.float64]]:
    """Return the triangles of the box's face that holds a point and is most opposed to a direction."""
    found: list[tuple[float, Vec3, NDArray[np.float64]]] = []
    for index in range(len(body.surface()[1])):
        corners = triangle_corners(body, index, frame)
        normal = triangle_normal(corners)[0]
        if normal is not None and abs(dot(normal, as_vec3(corners[0] - np.array(point)))) <= _SAME_PLANE_M:
            found.append((dot(normal, direction), normal, corners))
    if not found:
        return []
    frontal = min(found, key=lambda item: item[0])[1]
    return [corners for _, normal, corners in found if dot(normal, frontal) >= 1.0 - _SAME_DIRECTION]


def body_displacement(body: Body, frame: int, point: Vec3 | None = None) -> Vec3:
    """Return how far a body moved from the frame before to this one, metres, at a point that it carries.

    The point is in the world as the frame before left it; None is the body's origin. Frame 0 has no frame before.
    """
    if frame < 1 or not body.moves:
        return 0.0, 0.0, 0.0
    before, now = body.world_from_local(frame - 1), body.world_from_local(frame)
    carried = before[:3, 3] if point is None else np.array(point)
    local = np.linalg.solve(before, np.append(carried, 1.0))
    return as_vec3((now @ local)[:3] - carried)


def list_motion_rows(trace: Trace, body: Body, frame: int, foot: Vec3 | None, whose: str = "") -> tuple[Row, ...]:
    """Return how far and how fast a body moved this frame, at the capsule's foot or at its origin; none if it cannot.

    `whose` stands before the labels: `platform` makes `platform moved this frame`.
    """
    if trace.scenario is None or not body.moves or frame < 1:
        return ()
    moved = body_displacement(body, frame, foot)
    where = "its origin" if foot is None else "the capsule's foot"
    lead = f"{whose} " if whose else ""
    tooltip = f"Displacement of {body.id} from the frame before, at {where}."
    return (
        Row(f"{lead}moved this frame", format_vector(moved), "m", tooltip),
        Row(f"{lead}speed", format_number(norm(moved) / trace.scenario.dt), "m/s", "That displacement by time."),
    )

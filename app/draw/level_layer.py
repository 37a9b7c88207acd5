"""The level: what never moves as one mesh, uploaded once, and each mover as a mesh that only changes its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.draw.drawlist import Mesh
from app.draw.edges import face_normals, find_sharp_edges, hash_positions
from engine.shapes import CapsuleShape, Sphere

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from app.draw.palette import Theme
    from app.draw.view import View
    from engine.level import Body
    from engine.trace import Trace


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles ready for the GPU. `corners` (3 m, 3) are relative to `origin`, in metres, world or body space."""

    corners: NDArray[np.float32]
    bodies: NDArray[np.int32]
    triangles: NDArray[np.int32]
    sharp_edges: NDArray[np.bool_]
    origin: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PreparedLevel:
    """The heavy arrays of a level, made once. Static surfaces are one each for one-sided and two-sided bodies."""

    static: tuple[tuple[bool, Surface], ...]
    movers: tuple[tuple[Body, Surface], ...]
    version: Hashable


def prepare_level(trace: Trace) -> PreparedLevel:
    """Build the meshes of a trace's level; empty if the trace has none."""
    bodies: Sequence[Body] = () if trace.scenario is None else trace.scenario.level.bodies
    indexed = list(zip(body_indices(trace), bodies, strict=True))
    still = [(i, body) for i, body in indexed if _never_moves(body)]
    static = []
    for two_sided in (False, True):
        chosen = [(i, body) for i, body in still if body.two_sided == two_sided]
        if chosen:
            static.append((two_sided, _merge_surfaces(chosen, in_world=True)))
    movers = tuple(
        (body, _merge_surfaces([(i, body)], in_world=False)) for i, body in indexed if not _never_moves(body)
    )
    return PreparedLevel(tuple(static), movers, version=object())


def body_indices(trace: Trace) -> list[int]:
    """Return for each body of the level its index in `trace.body_names`, which is what picks and hits count in.

    A body that the trace does not name gets an index behind all names, so that it can be told apart and picked.
    """
    if trace.scenario is None:
        return []
    known = {name: i for i, name in enumerate(trace.body_names)}
    spare = len(trace.body_names)
    return [known.get(body.id, spare + i) for i, body in enumerate(trace.scenario.level.bodies)]


def _never_moves(body: Body) -> bool:
    """Tell whether a body belongs to the merged mesh. Obstacles and characters keep their own, for their colour."""
    return body.role == "level" and body.kind == "static" and not body.moves


def _merge_surfaces(chosen: list[tuple[int, Body]], *, in_world: bool) -> Surface:
    """Concatenate the surfaces of bodies, in world space or (for one body) in its own."""
    positions, corners, owners, numbers, round_ = [], [], [], [], []
    offset = 0
    for order, (_, body) in enumerate(chosen):
        vertices, triangles = body.surface()
        if in_world:
            placement = body.world_from_local(0)
            vertices = vertices @ placement[:3, :3].T + placement[:3, 3]
        positions.append(vertices)
        corners.append(triangles + offset)
        owners.append(np.full(len(triangles), order, dtype=np.int32))
        numbers.append(np.arange(len(triangles), dtype=np.int32))
        round_.append(isinstance(body.shape, Sphere | CapsuleShape))
        offset += len(vertices)
    all_positions = np.concatenate(positions)
    # Far from the world's origin float32 is coarse (0.5 mm at 5 km); near the mesh's own centre it is not.
    origin = 0.5 * (all_positions.min(axis=0) + all_positions.max(axis=0)) if in_world else np.zeros(3)
    local = (all_positions - origin).astype(np.float32)
    groups = np.repeat(np.arange(len(chosen), dtype=np.int32), [len(p) for p in positions])
    indices, owner = np.concatenate(corners), np.concatenate(owners)
    gathered = local[indices]
    sharp = find_sharp_edges(hash_positions(local, groups)[indices], face_normals(gathered))
    # The facets of a sphere are the display's own: they are no edges that a sweep could meet.
    sharp[np.array(round_)[owner]] = False
    names = np.array([i for i, _ in chosen], dtype=np.int32)
    return Surface(gathered.reshape(-1, 3), names[owner], np.concatenate(numbers), sharp, origin)


def draw_level(view: View) -> list[Mesh]:
    """Return the bodies that never move."""
    level = view.scene.level
    return [
        Mesh(
            key=(view.scene.label, "level", two_sided),
            version=level.version,
            corners=surface.corners,
            bodies=surface.bodies,
            triangles=surface.triangles,
            sharp_edges=surface.sharp_edges,
            world_from_local=_translation(surface.origin),
            color=view.theme.level_static,
            two_sided=two_sided,
        )
        for two_sided, surface in level.static
    ]


def draw_movers(view: View) -> list[Mesh]:
    """Return the other bodies, each where it was during the frame's move."""
    level = view.scene.level
    return [
        Mesh(
            key=(view.scene.label, "mover", order),
            version=level.version,
            corners=surface.corners,
            bodies=surface.bodies,
            triangles=surface.triangles,
            sharp_edges=surface.sharp_edges,
            world_from_local=body.world_from_local(view.cursor.frame),
            color=_body_color(view.theme, body),
            two_sided=body.two_sided,
        )
        for order, (body, surface) in enumerate(level.movers)
    ]


def _body_color(theme: Theme, body: Body) -> tuple[float, float, float, float]:
    return theme.level_color(str(body.role), str(body.kind))


def _translation(origin: NDArray[np.float64]) -> NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, 3] = origin
    return matrix

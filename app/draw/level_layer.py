"""The level: what never moves as one mesh, uploaded once, and each mover as a mesh that only changes its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from app.draw.drawlist import Mesh, SlopeTint
from app.draw.edges import face_normals, find_sharp_edges, hash_positions
from app.measure import as_vec3
from engine.level import BodyKind, BodyRole
from engine.rules import Rules
from engine.scenario import Controller
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


@dataclass(frozen=True)
class StillKind:
    """What the bodies of one static surface have in common."""

    two_sided: bool
    is_round: bool
    """Spheres and capsules: they have no triangles of their own."""


@dataclass(frozen=True, eq=False)
class PreparedLevel:
    """The heavy arrays of a level, made once. Static surfaces: at most one for each kind of body that stands still."""

    static: tuple[tuple[StillKind, Surface], ...]
    movers: tuple[tuple[Body, Surface], ...]
    version: Hashable


def prepare_level(trace: Trace) -> PreparedLevel:
    """Build the meshes of a trace's level; empty if the trace has none."""
    bodies: Sequence[Body] = () if trace.scenario is None else trace.scenario.level.bodies
    indexed = list(zip(body_indices(trace), bodies, strict=True))
    still = [(i, body) for i, body in indexed if _never_moves(body)]
    static = []
    for kind in (StillKind(*sides) for sides in product((False, True), (False, True))):
        chosen = [
            (i, body) for i, body in still if (body.two_sided, _is_round(body)) == (kind.two_sided, kind.is_round)
        ]
        if chosen:
            static.append((kind, _merge_surfaces(chosen, in_world=True)))
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


def _is_round(body: Body) -> bool:
    return isinstance(body.shape, Sphere | CapsuleShape)


def make_slope_tint(view: View) -> SlopeTint | None:
    """Return how walkable ground is told from ground that is too steep; None if no limit is known."""
    wanted = view.wanted
    if wanted is None:
        return None
    rules = wanted.rule_set
    return SlopeTint(
        up=as_vec3(wanted.up),
        limit_cos=wanted.settings.slope_limit,
        walkable=view.theme.walkable,
        steep=view.theme.steep,
        judges_ceilings=isinstance(rules, Rules) and rules.too_steep == "any",
        # `slide` goes by the normal of the touch, which looks towards the capsule.
        judges_side_seen=wanted.controller is Controller.SLIDE,
    )


def _has_slopes(view: View, *, is_static: bool, is_round: bool) -> bool:
    """Tell whether the slope limit judges a body: in `cct` static triangles alone (001 10), in `slide` everything."""
    if view.wanted is None:
        return False
    return view.wanted.controller is Controller.SLIDE or (is_static and not is_round)


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
        round_.append(_is_round(body))
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
            key=(view.scene.label, "level", kind),
            version=level.version,
            corners=surface.corners,
            bodies=surface.bodies,
            triangles=surface.triangles,
            sharp_edges=surface.sharp_edges,
            world_from_local=_translation(surface.origin),
            color=view.theme.level_static,
            two_sided=kind.two_sided,
            has_slopes=_has_slopes(view, is_static=True, is_round=kind.is_round),
        )
        for kind, surface in level.static
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
            has_slopes=_has_slopes(view, is_static=_is_still(body), is_round=_is_round(body)),
        )
        for order, (body, surface) in enumerate(level.movers)
    ]


def _is_still(body: Body) -> bool:
    """Tell whether the controllers take a body for a static one, poses or not."""
    return body.role is BodyRole.LEVEL and body.kind is BodyKind.STATIC


def _body_color(theme: Theme, body: Body) -> tuple[float, float, float, float]:
    return theme.level_color(str(body.role), str(body.kind))


def _translation(origin: NDArray[np.float64]) -> NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, 3] = origin
    return matrix

"""The health of a level's meshes, examined once per level; picks find the bodies again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from app.draw.level_layer import body_indices
from engine.mesh_findings import Severity
from engine.mesh_health import MeshHealth, examine_mesh
from engine.shapes import Mesh

if TYPE_CHECKING:
    from engine.level import Body, Level
    from engine.trace import Trace

TOLD_BODIES = 3
"""That a message names; the panel names all."""
_examined: WeakKeyDictionary[Level, tuple[MeshHealth | None, ...]] = WeakKeyDictionary()
"""For each body of a level, until the level is gone: running the same level again examines nothing anew."""


@dataclass(frozen=True, eq=False)
class BodyHealth:
    """A body that is a mesh. `index` is what picks and hits call it."""

    name: str
    index: int
    health: MeshHealth


@dataclass(frozen=True, eq=False)
class LevelHealth:
    """All bodies that are meshes, in the level's order."""

    bodies: tuple[BodyHealth, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether nothing in the level's meshes harms a character."""
        return all(body.health.is_sound for body in self.bodies)

    @property
    def has_unusable(self) -> bool:
        """Whether the level is loaded without some of its triangles."""
        return any(body.health.unusable_count for body in self.bodies)

    @property
    def warning(self) -> str:
        """What harms a character, in a sentence a body."""
        harmed = [body for body in self.bodies if not body.health.is_sound]
        more = len(harmed) - TOLD_BODIES
        told = [_warn(body) for body in harmed[:TOLD_BODIES]]
        return " ".join([*told, f"And {more} more."] if more > 0 else told)


def _warn(body: BodyHealth) -> str:
    """Say how many triangles are left out and why, and what is harmful."""
    parts = []
    for severity, words in ((Severity.UNUSABLE, "unusable and left out"), (Severity.HARMFUL, "harmful")):
        titles = [finding.title for finding in body.health.findings if finding.severity == severity]
        if titles:
            parts.append(f"{words}: {', '.join(titles)}")
    return f"Mesh health of {body.name}: {'; '.join(parts)}."


def has_meshes(trace: Trace) -> bool:
    """Tell whether there is anything to examine."""
    return trace.scenario is not None and any(isinstance(body.shape, Mesh) for body in trace.scenario.level.bodies)


def examine_level(trace: Trace) -> LevelHealth:
    """Examine the meshes of a trace's level, each at the scale that it has there."""
    if trace.scenario is None:
        return LevelHealth()
    level = trace.scenario.level
    found = _examined.get(level)
    if found is None:
        found = _examined[level] = tuple(_examine_body(body) for body in level.bodies)
    indexed = zip(level.bodies, body_indices(trace), found, strict=True)
    return LevelHealth(tuple(BodyHealth(body.id, index, health) for body, index, health in indexed if health))


def _examine_body(body: Body) -> MeshHealth | None:
    if not isinstance(body.shape, Mesh):
        return None
    mesh = body.shape
    faults = np.zeros(len(mesh.triangles), dtype=np.uint8) if mesh.faults is None else mesh.faults
    return examine_mesh(mesh.vertices * np.array(body.scale), mesh.triangles, faults)

"""Ghosts: other runs of the same scenario, capsule and path of each faint in one colour that no pass has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.draw.drawlist import Capsule, Label, Lines
from app.draw.palette import fade
from app.draw.view import MARK_RADIUS
from app.measure import Vec3, add_scaled, as_vec3, is_known, norm, subtract

if TYPE_CHECKING:
    from app.draw.drawlist import Color
    from app.draw.view import SceneCache, View

_RIM = True
_PATH_OPACITY, _BODY_OPACITY = 0.6, 0.10
_PATH_WIDTH_PX = 2.0
_DASH_PX = 3.0
"""Shorter than the dashes of what is to come: the two are told apart where they run side by side."""
_APART = 0.25
"""By the radius. Nearer than this the two are one on screen, and words would point at both."""
_GROWTH = 1.01
"""How much larger the ghost's rim is, so that it does not fight with a capsule in the same place for depth."""


@dataclass(frozen=True, eq=False)
class RunLook:
    """Another run as the layers see it."""

    scene: SceneCache
    slot: int
    """Which of the theme's colours it has."""
    name: str

    def color(self, view: View) -> Color:
        """Return its colour."""
        return view.theme.runs[self.slot]


def ghost_center(view: View, run: RunLook) -> Vec3:
    """Return where the ghost is at the cursor's frame; it stays where it ended."""
    frame = min(view.cursor.frame, len(run.scene.trace) - 1)
    return as_vec3(run.scene.trace.frames[frame]["center"])


def draw_ghost_capsule(view: View, run: RunLook) -> list[Capsule]:
    """Return the ghost's capsule, of its own size if its trace tells one."""
    center = ghost_center(view, run)
    if not is_known(center):
        return []
    scenario = run.scene.trace.scenario
    radius, half_height = view.radius, view.half_height
    if scenario is not None:
        radius, half_height = scenario.capsule.radius, scenario.capsule.half_height
    color = run.color(view)
    rim = Capsule(center, view.up, radius * _GROWTH, half_height, color, _RIM)
    if not is_apart(view, run):
        return [rim]  # a second filled capsule in the same place would fight with the first for depth
    return [Capsule(center, view.up, radius, half_height, fade(color, _BODY_OPACITY)), rim]


def is_apart(view: View, run: RunLook) -> bool:
    """Tell whether the ghost is seen by itself at the end of the frame: inside it the capsule is on its way."""
    apart = norm(subtract(ghost_center(view, run), as_vec3(view.trace.frames[view.cursor.frame]["center"])))
    return apart > _APART * max(view.radius, MARK_RADIUS)


def draw_ghost_path(view: View, run: RunLook) -> list[Lines]:
    """Return the ghost's whole path, dashed."""
    color = np.array(fade(run.color(view), _PATH_OPACITY), dtype=np.float32)
    return [
        Lines(
            key=(run.scene.label, "path", chunk.first),
            version=(chunk.version, view.theme.name),
            points=chunk.points,
            colors=np.broadcast_to(color, (len(chunk.points), 4)),
            widths_px=np.full(len(chunk.points), _PATH_WIDTH_PX, dtype=np.float32),
            dash_px=_DASH_PX,
            hidden_alpha=0.15,
        )
        for chunk in run.scene.path
    ]


def label_ghost(view: View, run: RunLook) -> list[Label]:
    """Return who the ghost is, above its head, where it is apart enough to be seen by itself."""
    if not is_apart(view, run):
        return []
    head = add_scaled(ghost_center(view, run), view.up, view.half_height + 1.35 * view.radius)
    return [Label(head, f"ghost: {run.name}", run.color(view))]

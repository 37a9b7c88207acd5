"""What the layers look at: the trace, the cursor, the options, and the sizes that everything is drawn in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.draw.line_batch import flatten, perpendiculars
from app.measure import Vec3, as_vec3, contact_offset, subtract, trace_up

if TYPE_CHECKING:
    from collections.abc import Hashable

    from app.draw.drawlist import Pick
    from app.draw.level_layer import PreparedLevel
    from app.draw.options import ViewOptions
    from app.draw.palette import Theme
    from app.draw.path_layer import PathChunk
    from app.playback import Cursor
    from engine.scenario import Scenario
    from engine.trace import Trace

MARK_RADIUS = 0.15
"""Metres. What stands for the capsule, and sizes arrows and discs, when a trace does not tell the capsule's size."""


@dataclass(frozen=True, eq=False)
class SceneCache:
    """The heavy arrays of one trace. `label` keeps the keys of two traces in one picture apart."""

    trace: Trace
    label: str
    level: PreparedLevel
    path: tuple[PathChunk, ...]


@dataclass(frozen=True, eq=False)
class View:
    """One look at a trace. Sizes in metres."""

    scene: SceneCache
    cursor: Cursor
    options: ViewOptions
    theme: Theme
    pick: Pick
    radius: float
    half_height: float
    offset: float
    """The contact offset; 0 if it is not known."""
    up: Vec3
    forward: Vec3
    """Sideways unit vector of the frame's move."""
    beside: Vec3
    """Unit vector along which words stand left and right of the capsule: the camera's right, else `forward`."""
    version: Hashable
    """Equal for two views that show the same: the version of whatever is built for each, but for what is `wanted`."""
    wanted: Scenario | None = None
    """What is edited just now, whose run may still be on its way; None without a scenario."""

    @property
    def trace(self) -> Trace:
        """The trace that is looked at."""
        return self.scene.trace


def make_view(
    scene: SceneCache,
    cursor: Cursor,
    options: ViewOptions,
    pick: Pick,
    theme: Theme,
    *,
    right: Vec3 | None,
    wanted: Scenario | None,
) -> View:
    """Gather what the layers need. The cursor must exist in the trace. `wanted`: the trace's own scenario if None."""
    trace = scene.trace
    capsule = None if trace.scenario is None else trace.scenario.capsule
    offset = contact_offset(trace)
    up = trace_up(trace)
    forward = _find_forward(trace, cursor.frame, up)
    return View(
        scene=scene,
        cursor=cursor,
        options=options,
        theme=theme,
        pick=pick,
        radius=MARK_RADIUS if capsule is None else capsule.radius,
        half_height=0.0 if capsule is None else capsule.half_height,
        offset=offset if math.isfinite(offset) else 0.0,
        up=up,
        forward=forward,
        beside=right or forward,
        version=(scene.path[-1].version if scene.path else None, cursor, options, pick, theme.name),
        wanted=wanted or trace.scenario,
    )


def _find_forward(trace: Trace, frame: int, up: Vec3) -> Vec3:
    """Return the sideways direction of what was asked, else of what was achieved, else any."""
    record = trace.frames[frame]
    achieved = subtract(as_vec3(record["center"]), as_vec3(trace.start_center(frame)))
    return flatten(as_vec3(record["move"]), up) or flatten(achieved, up) or perpendiculars(up)[0]

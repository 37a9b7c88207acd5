"""What the hits of passes left of the way, turned along the surface: what a further iteration would sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.settings import CctSettings
from engine.trace import AttemptKind, Exit, PassKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Trace

_PROJECTED = (PassKind.UP, PassKind.SIDE, PassKind.SENSOR, PassKind.DOWN, PassKind.RECOVER)
"""The passes that turn the rest by projection on the plane that was hit."""
FLATTENING = "prevent_climbing"
"""The setting of non-walkable ground under which the walk experiment flattens normals."""
LEVEL_NORMAL = 1e-6
"""A normal whose sideways part is shorter has no direction when it is flattened."""


def project_rests(trace: Trace, passes: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return what the last hits of some passes left of the way, turned along the surface, (n, 3), metres.

    `passes` are indices into `trace.passes` with one iteration or more. NaN where it cannot be told: no hit, a push
    out of an overlap, a pass that turns in another way, or settings that decide it and are not known.
    """
    owners = trace.passes[passes]
    last = trace.iterations[owners["iteration_start"] + owners["iteration_count"] - 1]
    left = np.maximum(last["length"] - np.linalg.norm(owners["end"] - last["origin"], axis=1), 0.0)
    experiment = trace.attempts["kind"][owners["attempt"]] == AttemptKind.WALK_EXPERIMENT
    scenario = trace.scenario
    settings = None if scenario is None or not isinstance(scenario.settings, CctSettings) else scenario.settings
    normals = last["normal"].copy()
    if settings is not None and settings.non_walkable == FLATTENING:
        normals[experiment] = _flatten(
            normals[experiment], np.array((0.0, 1.0, 0.0) if scenario is None else scenario.up)
        )
    turned = last["direction"] - normals * np.sum(normals * last["direction"], axis=1, keepdims=True)
    sizes = np.linalg.norm(turned, axis=1, keepdims=True)
    keeps = (owners["kind"] == PassKind.RECOVER)[:, None] & (sizes > 0.0)  # RECOVER's response is normalised
    rests = turned / np.where(keeps, sizes, 1.0) * left[:, None]
    told = last["hit"] & (owners["exit"] != Exit.OVERLAP_RECOVERED) & np.isin(owners["kind"], _PROJECTED)
    rests[~told | (experiment & (settings is None))] = np.nan
    projected: NDArray[np.float64] = rests
    return projected


def _flatten(normals: NDArray[np.float64], up: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return normals turned to horizontal; zero where they point straight up or down."""
    level = normals - np.outer(normals @ up, up)
    sizes = np.linalg.norm(level, axis=1, keepdims=True)
    flat: NDArray[np.float64] = np.where(sizes > LEVEL_NORMAL, level, 0.0) / np.maximum(sizes, LEVEL_NORMAL)
    return flat

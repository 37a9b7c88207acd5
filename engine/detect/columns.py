"""A trace as columns that every detector reads: one row a frame, made once, whoever wrote the trace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.geometry import FARTHEST_M
from engine.scenario import Controller
from engine.settings import CctSettings, Settings
from engine.trace import Flags

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Trace

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

DEFAULT_STEP_M = 0.5
"""Metres a frame may rise where the step offset is not known: the default of `cct`."""
DEFAULT_OFFSET_M = 0.01
"""Metres kept to everything where it is not known: the default of `cct`."""
DEFAULT_SLOPE = 0.707
"""Cosine of the steepest ground where it is not known: the default of both controllers."""
DEFAULT_DT_S = 1.0 / 60.0
"""Seconds a frame where it is not known."""
STILL_M = 1e-4
"""Metres a frame: less is no motion. A tenth of the smallest distance that a pass of `cct` sweeps."""
STEADY_M = 1e-6
"""Metres. Moves nearer to each other than this are the same input; float32 producers round below it."""


@dataclass(frozen=True, eq=False)
class Columns:
    """What happened in each frame. NaN: not recorded, or no usable number."""

    trace: Trace
    up: Floats
    starts: Floats
    """(n, 3): where the frame's sweeps began, after teleports and platforms."""
    ends: Floats
    """(n, 3): where it ended."""
    moves: Floats
    """(n, 3): what was asked for."""
    teleported: Mask
    """The input put the capsule elsewhere before this frame."""
    carried: Mask
    """It stood on a body that moves."""
    step: float
    """Metres: the highest step up of `cct`, the deepest step down of `slide`."""
    lift: float
    """Metres that the controller lifts the capsule by on its own: `slide` does not."""
    offset: float
    """Metres kept to everything: contact offset, or skin."""
    slope_limit: float
    still: float
    """Metres a frame that count as no motion."""
    dt: float
    controller: Controller | None
    """None: the trace does not tell."""

    @property
    def deltas(self) -> Floats:
        """(n, 3): how the frame's sweeps moved the capsule."""
        return self.ends - self.starts

    def heights(self, vectors: Floats) -> Floats:
        """Return the parts along up, (n,)."""
        along: Floats = vectors @ self.up
        return along

    def sideways(self, vectors: Floats) -> Floats:
        """Return the parts across up, (n, 3)."""
        level: Floats = vectors - np.outer(vectors @ self.up, self.up)
        return level

    def steady(self) -> Mask:
        """Tell for each frame whether the same sideways move was asked for as in the frame before, or none is known."""
        asked = self.sideways(self.moves)
        same = np.zeros(len(asked), dtype=bool)
        same[1:] = ~(lengths(asked[1:] - asked[:-1]) > STEADY_M)
        return same & ~self.teleported


def lengths(vectors: Floats) -> Floats:
    """Return the length of each row."""
    sizes: Floats = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    return sizes


def find_stretches(mask: Mask, bridge: int = 0) -> list[tuple[int, int]]:
    """Return (first, last), inclusive, of each run of True; gaps of up to `bridge` frames do not part two runs."""
    at = np.flatnonzero(mask)
    if len(at) == 0:
        return []
    cuts = np.flatnonzero(np.diff(at) > bridge + 1)
    firsts = at[np.concatenate(([0], cuts + 1))]
    lasts = at[np.concatenate((cuts, [len(at) - 1]))]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


def tabulate(trace: Trace) -> Columns:
    """Make the columns of a trace."""
    scenario = trace.scenario
    up = np.array((0.0, 1.0, 0.0) if scenario is None else scenario.up, dtype=np.float64)
    ends, moves = _usable(trace.frames["center"]), _usable(trace.frames["move"])
    starts, teleported = _find_starts(trace, ends)
    step, offset, slope, still = _read_settings(None if scenario is None else scenario.settings)
    controller = None if scenario is None else scenario.controller
    return Columns(
        trace=trace,
        up=up,
        starts=starts,
        ends=ends,
        moves=moves,
        teleported=teleported,
        carried=_find_carried(trace),
        step=step,
        lift=0.0 if controller is Controller.SLIDE else step,
        offset=offset,
        slope_limit=slope,
        still=still,
        controller=controller,
        dt=DEFAULT_DT_S if scenario is None else scenario.dt,
    )


def _read_settings(settings: Settings | None) -> tuple[float, float, float, float]:
    """Return step, offset, slope limit and what counts as no motion."""
    if settings is None:
        return DEFAULT_STEP_M, DEFAULT_OFFSET_M, DEFAULT_SLOPE, STILL_M
    # With the limit off nothing is too steep to the controller; a wall is one all the same.
    slope = settings.slope_limit if settings.slope_limit > 0.0 else DEFAULT_SLOPE
    if isinstance(settings, CctSettings):
        return settings.step_offset, settings.contact_offset, slope, STILL_M
    return settings.step_height, settings.skin, slope, max(settings.stop_epsilon, STILL_M)


def _usable(vectors: NDArray[np.float64]) -> Floats:
    """Return the rows with what is no usable number as NaN, whole rows at a time."""
    rows = np.array(vectors, dtype=np.float64)
    rows[~(np.abs(rows) < FARTHEST_M).all(axis=1)] = np.nan
    return rows


def _find_starts(trace: Trace, ends: Floats) -> tuple[Floats, Mask]:
    starts, teleported = np.full_like(ends, np.nan), np.zeros(len(ends), dtype=bool)
    starts[1:] = ends[:-1]
    if len(starts):
        starts[0] = ends[0] if trace.scenario is None else trace.scenario.capsule.center
    first = 0
    for segment in trace.scenario.input if trace.scenario is not None else ():
        if segment.teleport is not None and first < len(starts):
            starts[first], teleported[first] = segment.teleport, True
        first += segment.frames
    told = np.flatnonzero(trace.frames["attempt_count"] > 0)
    recorded = trace.attempts["start"][trace.frames["attempt_start"][told]]
    known = np.isfinite(recorded).all(axis=1)
    starts[told[known]] = recorded[known]
    return _usable(starts), teleported


def _find_carried(trace: Trace) -> Mask:
    """Tell for each frame whether the body underfoot in the frame before moves."""
    carried = np.zeros(len(trace), dtype=bool)
    if trace.scenario is None or len(trace) == 0:
        return carried
    names = {body.id for body in trace.scenario.level.bodies if body.moves}
    moving = np.array([name in names for name in trace.body_names] + [False], dtype=bool)
    touched = trace.frames["touched"]
    inside = np.where((touched >= 0) & (touched < len(trace.body_names)), touched, len(trace.body_names))
    on_mover = moving[inside]
    carried[:] = on_mover
    carried[1:] |= on_mover[:-1]
    return carried


def find_grounded(trace: Trace) -> tuple[Mask, Mask]:
    """Tell for each frame whether it ended on ground, and whether that is known.

    `slide` itself says so, its grace period counted; its flags tell what was felt, which the grace period bridges.
    """
    flags = trace.frames["flags"]
    known: Mask = (flags & Flags.UNKNOWN) == 0
    grounded: Mask = known & ((flags & Flags.DOWN) != 0)
    is_slide = trace.scenario is not None and trace.scenario.controller is Controller.SLIDE
    if is_slide and len(trace) > 1 and len(trace.states) == len(trace):
        # A state is that at a frame's start. After the last frame there is none: what was felt decides.
        grounded[:-1] = trace.states["is_grounded"][1:] != 0
        grounded[-1] |= grounded[-2]
        known = np.ones(len(trace), dtype=bool)
    return grounded, known

"""What can be plotted: a figure for each frame of a run, and each gate's value against its threshold. Pure arithmetic.

A figure that a trace does not tell is NaN, and a gap in its curve.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from app.measure import trace_up
from engine.decisions import Gate
from engine.readings import controller_of, list_ground_normals, pass_frames
from engine.scenario import Controller

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.trace import Records, Trace

    Floats = NDArray[np.float64]

PENETRATION, DISTANCE = "penetration", "distance"
"""Not told by a trace alone: the first asks the level, the second another run."""
GATE_PREFIX = "gate "
"""Before the name of a gate, where a plot is called by its name."""
DEFAULT_PLOTS = ("height", "speed")
MM_PER_M = 1000.0
MARGIN_SHARE = 0.08
"""Of the height of the curves, above and below them."""
FLAT, FLAT_MARGIN = 1e-7, 0.5
"""What changes by less than this share of itself stands still: rounding is not blown up to the panel's height. It is
drawn in the middle of an axis of one unit."""


@dataclass(frozen=True)
class Quantity:
    """A figure of each frame. `name` is what commands and preferences call it."""

    name: str
    words: str
    unit: str
    help: str
    is_whole: bool = False
    """A count: its digits behind the point mean nothing."""


QUANTITIES = (
    Quantity("height", "Height", "m", "Of the capsule's centre, along up."),
    Quantity("speed", "Speed", "m/s", "What slide keeps as its velocity; for cct, how fast the capsule was moved."),
    Quantity("delta", "Way of the frame", "m", "How far the centre is from where the frame before ended."),
    Quantity(PENETRATION, "Penetration", "mm", "How deep the capsule is in something at the end of the frame."),
    Quantity("iterations", "Iterations", "", "Sweeps of all passes and attempts of the frame.", is_whole=True),
    Quantity("slope", "Slope underfoot", "°", "Of what was felt below: 0 is level, 90 a wall."),
    Quantity(DISTANCE, "Distance to the other runs", "m", "Between the centres, at the end of the same frame."),
)
"""All quantities in the order of the menu."""


@dataclass(frozen=True, eq=False)
class Curve:
    """Points in the order of their frames. `xs` are frames, and several points may share one; NaN in `ys` is a gap."""

    xs: Floats
    ys: Floats

    def __len__(self) -> int:
        return len(self.xs)

    @cached_property
    def is_known(self) -> bool:
        """Whether it has a point at all."""
        return bool(np.isfinite(self.ys).any())

    @cached_property
    def lone(self) -> Curve:
        """The points between two gaps, where no line can show them."""
        known = np.isfinite(np.concatenate(([np.nan], self.ys, [np.nan])))
        alone = known[1:-1] & ~known[:-2] & ~known[2:]
        return Curve(self.xs[alone], self.ys[alone])

    def at(self, frame: int) -> Floats:
        """Return what is known at a frame."""
        low, high = np.searchsorted(self.xs, (frame, frame + 1))
        found = self.ys[low:high]
        known: Floats = found[np.isfinite(found)]
        return known


@dataclass(frozen=True, eq=False)
class GateCurves:
    """A gate, each time that it was asked; rows of `asked` are those of the trace, in the order of their frames."""

    asked: Records
    value: Curve
    """With a gap where frames pass without it."""
    threshold: Curve
    """Without gaps: it is what the values are held against."""
    held: Curve
    """The values at which its condition held, a point each."""
    failed: Curve
    """Those at which it did not."""


def find_quantity(name: str) -> Quantity | None:
    """Return a quantity by its name."""
    return next((quantity for quantity in QUANTITIES if quantity.name == name), None)


def find_gate(name: str) -> Gate | None:
    """Return the gate that a plot is about, if it is about one."""
    return Gate.__members__.get(name.removeprefix(GATE_PREFIX)) if name.startswith(GATE_PREFIX) else None


def name_gate_plot(gate: Gate) -> str:
    """Return the name of a gate's plot."""
    return f"{GATE_PREFIX}{gate.name}"


def list_gates(trace: Trace) -> tuple[Gate, ...]:
    """Return the gates that were asked in a run, in the order in which the rules know them."""
    return tuple(Gate(number) for number in np.unique(trace.decisions["gate"]).tolist())


def draw_curve(values: Floats) -> Curve:
    """Return one value a frame as a curve."""
    return Curve(np.arange(len(values), dtype=np.float64), np.where(np.isfinite(values), values, np.nan))


def measure_series(trace: Trace, name: str) -> Floats:
    """Return a quantity of each frame, (frames,), in its unit. Not penetration and distance."""
    return _MEASURES[name](trace)


def _measure_height(trace: Trace) -> Floats:
    heights: Floats = np.asarray(trace.centers, dtype=np.float64) @ np.array(trace_up(trace))
    return heights


def _list_steps(trace: Trace) -> Floats:
    """Return how each frame moved the centre from where the one before ended, (frames, 3)."""
    centers = np.asarray(trace.centers, dtype=np.float64)
    before = np.empty_like(centers)
    before[1:] = centers[:-1]
    if len(centers):
        before[0] = trace.start_center(0)
    steps: Floats = centers - before
    return steps


def _measure_delta(trace: Trace) -> Floats:
    return _lengths(_list_steps(trace))


def _measure_speed(trace: Trace) -> Floats:
    """Return metres per second; without a scenario nobody knows how long a frame is."""
    if trace.scenario is None:
        return np.full(len(trace), np.nan)
    speeds = _lengths(_list_steps(trace)) / trace.scenario.dt
    if controller_of(trace) is Controller.SLIDE and len(trace.states) == len(trace) > 1:
        # A state is that of a frame's start: the next one's is what this one left.
        speeds[:-1] = _lengths(trace.states["velocity"][1:])
    return speeds


def _lengths(vectors: Floats) -> Floats:
    sizes: Floats = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    return sizes


def _count_iterations(trace: Trace) -> Floats:
    frames = pass_frames(trace)[trace.iterations["pass_index"]]
    counts = np.bincount(frames, minlength=len(trace)).astype(np.float64)
    counts[trace.frames["attempt_count"] == 0] = np.nan
    return counts


def _measure_slope(trace: Trace) -> Floats:
    leans = list_ground_normals(trace) @ np.array(trace_up(trace))
    slopes: Floats = np.degrees(np.arccos(np.clip(leans, -1.0, 1.0)))
    return slopes


_MEASURES: dict[str, Callable[[Trace], Floats]] = {
    "height": _measure_height,
    "speed": _measure_speed,
    "delta": _measure_delta,
    "iterations": _count_iterations,
    "slope": _measure_slope,
}


def measure_depths(trace: Trace) -> Floats:
    """Return how deep the capsule is in something at the end of each frame, millimetres; NaN without a level.

    Takes compiled kernels, and a while on a long run.
    """
    from engine.detect.columns import tabulate
    from engine.detect.solids import Solids

    if trace.scenario is None or not trace.scenario.level.bodies:
        return np.full(len(trace), np.nan)
    depths, _ = Solids(tabulate(trace)).measure_depths()
    depths[~np.isfinite(trace.centers).all(axis=1)] = np.nan
    return depths * MM_PER_M


def collect_gate(trace: Trace, gate: Gate) -> GateCurves:
    """Return what a gate was asked in a run."""
    rows = trace.decisions[trace.decisions["gate"] == gate]
    order = np.argsort(rows["frame"], kind="stable")
    rows = rows[order]
    frames, values = rows["frame"].astype(np.float64), np.array(rows["value"])
    values[~np.isfinite(values)] = np.nan  # a probe that found nothing is infinitely far from it
    held = rows["outcome"]
    gaps = np.flatnonzero(np.diff(frames) > 1.0) + 1
    xs = np.insert(frames, gaps, frames[gaps] - 1.0)
    return GateCurves(
        asked=rows,
        value=Curve(xs, np.insert(values, gaps, np.nan)),
        threshold=Curve(frames, np.array(rows["threshold"])),
        held=Curve(frames[held], values[held]),
        failed=Curve(frames[~held], values[~held]),
    )


def decimate(curve: Curve, first: float, last: float, columns: int) -> Curve:
    """Return the part of a curve from frame `first` to `last`, with at most four points a column of the screen.

    Where there are more, the least and the greatest of each column stay, so that no spike is lost. One point beyond
    either end stays too: the line runs on to the edge.
    """
    low, high = np.searchsorted(curve.xs, (first, np.nextafter(last, np.inf)))
    low, high = max(int(low) - 1, 0), min(int(high) + 1, len(curve))
    xs, ys = curve.xs[low:high], curve.ys[low:high]
    if len(xs) <= 4 * max(columns, 1):
        return Curve(xs, ys)
    width = max((last - first) / max(columns, 1), 1e-9)
    # Columns lie still in the run, not on the screen: panning does not make the curve flicker.
    numbers = np.arange(np.floor(xs[0] / width), np.floor(xs[-1] / width) + 1.0)
    starts = np.searchsorted(xs, numbers * width)
    starts[0] = 0
    filled = np.diff(starts, append=len(xs)) > 0
    numbers, starts = numbers[filled], starts[filled]
    least, greatest = np.fmin.reduceat(ys, starts), np.fmax.reduceat(ys, starts)
    pair = np.stack((least, greatest), axis=1)
    falls = ys[starts] > 0.5 * (least + greatest)
    pair[falls] = pair[falls, ::-1]
    middles = (numbers + 0.5) * width
    return Curve(np.repeat(middles, 2), np.ascontiguousarray(pair.reshape(-1)))


def find_range(curves: list[Curve], heading: float = 0.0, *, with_zero: bool = False) -> tuple[float, float] | None:
    """Return what a vertical axis should show for some curves, with a margin; None if nothing is known.

    `heading` is the part of the axis, from its top, that stays free for words.
    """
    bounds = [(float(np.nanmin(curve.ys)), float(np.nanmax(curve.ys))) for curve in curves if curve.is_known]
    if not bounds:
        return None
    low, high = min(bound[0] for bound in bounds), max(bound[1] for bound in bounds)
    if with_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if high - low <= FLAT * max(abs(low), abs(high), 1.0):
        return low - FLAT_MARGIN, high + FLAT_MARGIN
    low, high = low - MARGIN_SHARE * (high - low), high + MARGIN_SHARE * (high - low)
    return low, high + (high - low) * heading / (1.0 - heading)

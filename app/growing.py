"""A document whose run grows: what is heavy is extended by the new frames, never made again from the beginning."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from app.comparison import Comparison
from app.draw.path_layer import extend_path
from app.lanes import FINDINGS, Lane, build_difference_lane, build_lanes
from app.runs import OtherRun
from engine.cut import cut_frames
from engine.trace import PassKind

if TYPE_CHECKING:
    from app.state import Document
    from engine.scenario import Scenario
    from engine.trace import Trace

_ORDER = (*(kind.name for kind in PassKind), "experiment", "events", "ground", "contact", FINDINGS)
"""Of the lanes, as the timeline has them."""


def grow_document(document: Document, trace: Trace, bare: Scenario | None) -> Document:
    """Return the document of a run that begins with the frames that it has already, and has more.

    bare: the scenario without its input, which the last frames are looked at with: they do not need it.
    """
    scene = replace(document.scene, trace=trace, path=extend_path(trace, document.scene.path))
    lanes = extend_lanes(document.lanes, trace, len(document.trace), bare)
    others = tuple(extend_comparison(run, trace) for run in document.others)
    return replace(document, trace=trace, scene=scene, lanes=lanes, others=others)


def extend_lanes(lanes: tuple[Lane, ...], trace: Trace, done: int, bare: Scenario | None) -> tuple[Lane, ...]:
    """Return the lanes of a trace from those of its first `done` frames."""
    more = len(trace) - done
    if more <= 0:
        return lanes
    # With the frame before: whether the capsule was moved between two frames shows only where both are.
    tail = cut_frames(trace, max(done - 1, 0), len(trace) - 1)
    added = {lane.name: lane for lane in build_lanes(replace(tail, scenario=bare))}
    known = {lane.name: lane for lane in lanes}
    nothing = np.zeros(more, dtype=np.uint8)
    grown = []
    for name in sorted({*known, *added}, key=_ORDER.index):
        before = known[name].strength if name in known else np.zeros(done, dtype=np.uint8)
        after = added[name].strength[-more:] if name in added else nothing
        if name in known or after.any():
            grown.append(replace(known.get(name) or added[name], strength=np.concatenate([before, after])))
    return tuple(grown)


def extend_comparison(run: OtherRun, trace: Trace) -> OtherRun:
    """Return another run compared with a trace that has grown."""
    old = run.comparison.distances
    common = min(len(trace), len(run.trace))
    apart = np.asarray(trace.centers[len(old) : common], dtype=np.float64) - run.trace.centers[len(old) : common]
    distances = np.concatenate([old, np.linalg.norm(apart, axis=1)])
    comparison = Comparison(distances, (len(trace), len(run.trace)))
    return replace(run, comparison=comparison, lane=build_difference_lane(comparison))

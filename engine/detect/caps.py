"""Passes that ran out of iterations before they were done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.decisions import Gate
from engine.detect.columns import Columns, find_stretches
from engine.detect.finding import Finding, FindingKind
from engine.rests import project_rests
from engine.rules import SlideRules
from engine.scenario import Controller
from engine.settings import CctSettings
from engine.trace import Exit, PassKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.detect.columns import Floats
    from engine.trace import Trace

LEAST_CAP = 2
"""A pass of `cct` that may sweep once only does not run out of iterations: that is its rule."""
SLIDING = (PassKind.BUMP, PassKind.DEPENETRATE)
"""The passes of `slide` whose count of iterations is a setting; SNAP and PROBE look once."""
STOP_EPSILON_M = 0.001
"""Metres that may be left where the least move is not known: the default of both controllers."""
_ROUNDS = 16
"""Projections in turn on the planes that a frame met: in a corner they get shorter by half or more each time."""


def find_caps(columns: Columns) -> list[Finding]:
    """Find passes that used all their iterations up with more of their way left, by kind of pass."""
    trace = columns.trace
    capped, rests = _find_exhausted(trace)
    passes = trace.passes[capped]
    frames, kinds = trace.attempts["frame"][passes["attempt"]], passes["kind"]
    findings = []
    for kind in np.unique(kinds).tolist():
        of_frame, caps = np.full(len(trace), np.nan), np.zeros(len(trace), dtype=np.int64)
        chosen = kinds == kind
        np.fmax.at(of_frame, frames[chosen], rests[chosen])
        caps[frames[chosen]] = passes["max_iterations"][chosen]
        for first, last in find_stretches(caps > 0):
            cap, rest = int(caps[first]), of_frame[first : last + 1]
            words = f"{PassKind(kind).name} used {_count_all(cap)} up{_tell_rest(kind, rest)}."
            findings.append(
                Finding(FindingKind.ITERATION_CAP, first, last, float(cap), float(cap), "iterations", words)
            )
    return findings


def _count_all(cap: int) -> str:
    return f"all {cap} iterations" if cap > 1 else "its one iteration"


def _tell_rest(kind: int, rests: Floats) -> str:
    if np.isnan(rests).all():
        return ""
    most = float(np.nanmax(rests))
    if kind == PassKind.DEPENETRATE:
        return f" and still is up to {1000 * most:.1f} mm deep in something"
    return f" with up to {most:.3g} m of the way left"


def _find_exhausted(trace: Trace) -> tuple[NDArray[np.intp], Floats]:
    """Return the passes that ran out of iterations before they were done, and what was left: metres, NaN if unknown."""
    passes, scenario = trace.passes, trace.scenario
    kinds = passes["kind"]
    is_slide = np.isin(kinds, SLIDING)
    may_run_out = is_slide | ((passes["max_iterations"] >= LEAST_CAP) & (kinds <= PassKind.RECOVER))
    capped = np.flatnonzero((passes["exit"] == Exit.MAX_ITERATIONS) & may_run_out & (passes["iteration_count"] > 0))
    settings = None if scenario is None else scenario.settings
    least = STOP_EPSILON_M
    if settings is not None:
        least = settings.min_move_distance if isinstance(settings, CctSettings) else settings.stop_epsilon
    rests = np.linalg.norm(project_rests(trace, capped), axis=1)
    bumping = kinds[capped] == PassKind.BUMP
    rests[bumping] = _measure_bump_rests(trace, capped[bumping])
    pushing = kinds[capped] == PassKind.DEPENETRATE
    rests[pushing] = _measure_overlaps(trace, capped[pushing])
    # Where the rest is not known, its producer calls the pass exhausted, and that is told.
    limits = np.where(pushing, 0.0, least)
    kept = ~(rests <= limits)
    return capped[kept], rests[kept]


def _measure_bump_rests(trace: Trace, passes: NDArray[np.intp]) -> Floats:
    """Return how much of its frame's way a further bump would have had after each of some BUMP passes, metres.

    By the velocity that the controller kept and the time that was left; where that is not recorded, by what the planes
    that were met leave of the last bump's way.
    """
    if len(passes) == 0 or not _tells_velocity(trace):
        return np.array([_clip_rest(trace, index) for index in passes.tolist()])
    scenario, owners = trace.scenario, trace.passes[passes]
    assert scenario is not None
    counts = owners["iteration_count"]
    begins = np.concatenate(([0], np.cumsum(counts)[:-1]))
    at = np.arange(counts.sum()) + np.repeat(owners["iteration_start"] - begins, counts)
    rows = trace.iterations[at]
    places = np.concatenate((rows["origin"][1:], rows["origin"][:1]))
    places[begins + counts - 1] = owners["end"]
    kept = 1.0 - np.linalg.norm(places - rows["origin"], axis=1) / np.maximum(rows["length"], STOP_EPSILON_M)
    rules = scenario.rule_set
    is_repaired = isinstance(rules, SlideRules) and rules.rest_of_frame == "left"
    left = np.multiply.reduceat(kept, begins) if is_repaired else kept[begins + counts - 1]
    frames = trace.attempts["frame"][owners["attempt"]]
    following = np.minimum(frames + 1, len(trace) - 1)
    rests: Floats = np.linalg.norm(trace.states["velocity"][following], axis=1) * scenario.dt * np.maximum(left, 0.0)
    for last in np.flatnonzero(frames == len(trace) - 1).tolist():
        rests[last] = _clip_rest(trace, int(passes[last]))
    return rests


def _tells_velocity(trace: Trace) -> bool:
    is_slide = trace.scenario is not None and trace.scenario.controller is Controller.SLIDE
    return is_slide and 0 < len(trace.states) == len(trace)


def _clip_rest(trace: Trace, index: int) -> float:
    """Return what the planes that a BUMP pass met leave of its last bump's way, metres."""
    rows = trace.iterations[[*trace.iterations_of(index)]]
    gone = float(np.linalg.norm(trace.passes["end"][index] - rows["origin"][-1]))
    rest = rows["direction"][-1] * max(float(rows["length"][-1]) - gone, 0.0)
    normals = rows["normal"][rows["hit"]]
    for _ in range(_ROUNDS):
        for normal in normals:
            rest = rest - normal * min(float(rest @ normal), 0.0)
    return float(np.linalg.norm(rest))


def _measure_overlaps(trace: Trace, passes: NDArray[np.intp]) -> Floats:
    """Return how deep the capsule still was after some DEPENETRATE passes; 0 if shallow enough, NaN if not recorded."""
    asked = trace.decisions[trace.decisions["gate"] == Gate.STILL_OVERLAPS]
    depths = np.full(len(trace), np.nan)
    depths[asked["frame"]] = np.where(asked["outcome"], asked["value"], 0.0)
    of_passes: Floats = depths[trace.attempts["frame"][trace.passes["attempt"][passes]]]
    return of_passes

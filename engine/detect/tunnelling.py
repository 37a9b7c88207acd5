"""Tunnelling: ways that lead through a surface, of what stands still and of what moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.detect.columns import Columns, lengths
from engine.detect.finding import Finding, FindingKind
from engine.detect.motion import find_fallbacks
from engine.level import Body, Level
from engine.trace import PassKind
from engine.transforms import local_from_world, transform_points

if TYPE_CHECKING:
    from engine.detect.columns import Floats, Mask
    from engine.detect.solids import Solids
    from engine.hits import Hits

SHORTEST_WAY_M = 1e-4
"""Metres. A shorter way of a frame goes through nothing."""


def find_tunnelling(columns: Columns, solids: Solids) -> list[Finding]:
    """Find frames whose way leads through a surface, however it is told: straight, over a step, or as it was swept.

    Going back to the last safe place is no way: that is a teleport.
    """
    meant = ~find_fallbacks(columns)
    findings = _find_through_still(columns, solids, meant)
    for mover in solids.movers:
        findings += _find_through_mover(columns, solids, mover, meant)
    return findings


def _find_through_still(columns: Columns, solids: Solids, meant: Mask) -> list[Finding]:
    starts, ends = columns.starts, columns.ends
    frames = np.flatnonzero((lengths(ends - starts) > SHORTEST_WAY_M) & meant)
    hits = solids.sweep_core(starts[frames], ends[frames])
    # From inside of a body every way is a hit at 0: coming out is not going through.
    frames, hits = frames[_is_crossed(hits)], hits[_is_crossed(hits)]
    over = np.stack([_lead_over(columns, frame) for frame in frames.tolist()]) if len(frames) else np.zeros((0, 4, 3))
    free = np.ones(len(frames), dtype=bool)
    for leg in range(3):
        free &= ~_is_crossed(solids.sweep_core(over[:, leg], over[:, leg + 1]))
    findings = []
    for frame, hit in zip(frames[~free].tolist(), hits[~free], strict=True):
        recorded = _lead_as_recorded(columns, frame)
        if recorded is not None and not _goes_through(solids, recorded):
            continue
        way = float(np.linalg.norm(ends[frame] - starts[frame]))
        name = solids.names[hit["body"]]
        words = (
            f"The capsule went {way:.3g} m in one frame, through {name}, {hit['distance']:.3g} m ahead of its start."
        )
        findings.append(Finding(FindingKind.TUNNELLING, frame, frame, way, float(hit["distance"]), "m", words))
    return findings


def _find_through_mover(columns: Columns, solids: Solids, mover: Body, meant: Mask) -> list[Finding]:
    """Find frames in which a body that moves and the capsule went through each other.

    Seen from the body: where the capsule was before, carried along with the body, is where its way begins.
    """
    level, findings = Level((mover,)), []
    for frame in (1 + np.flatnonzero((solids.near_movers & meant & ~columns.teleported)[1:])).tolist():
        before, start, end = columns.ends[frame - 1], columns.starts[frame], columns.ends[frame]
        if not (np.isfinite(before).all() and np.isfinite(end).all()):
            continue
        carried = _carry(mover, frame, before)
        hit = solids.sweep_core(carried[None], end[None], level, frame)
        if not _is_crossed(hit)[0]:
            continue
        recorded = _lead_as_recorded(columns, frame)
        ways = [np.array([carried, before, start, end]), np.array([carried, before, *_lead_over(columns, frame)])]
        ways += [] if recorded is None else [np.array([carried, before, *recorded])]
        if not all(_goes_through(solids, way, level, frame) for way in ways):
            continue
        way, ahead = float(np.linalg.norm(end - carried)), float(hit["distance"][0])
        words = f"Seen from {mover.id}, which moves, the capsule went {way:.3g} m in one frame, through it."
        findings.append(Finding(FindingKind.TUNNELLING, frame, frame, way, ahead, "m", words))
    return findings


def _carry(mover: Body, frame: int, place: Floats) -> Floats:
    """Return where a place that is fixed to a body before a frame is once the body has moved."""
    position, rotation = mover.pose(frame - 1)
    local = transform_points(local_from_world(position, rotation, mover.scale), place[None])
    carried: Floats = transform_points(mover.world_from_local(frame), local)[0]
    return carried


def _is_crossed(hits: Hits) -> Mask:
    crossed: Mask = hits["hit"] & (hits["distance"] > 0.0)
    return crossed


def _goes_through(solids: Solids, way: Floats, level: Level | None = None, frame: int = 0) -> bool:
    """Tell whether a way of several legs leads through a surface."""
    return bool(_is_crossed(solids.sweep_core(way[:-1], way[1:], level, frame)).any())


def _lead_over(columns: Columns, frame: int) -> Floats:
    """Return the way up by what the controller lifts, across, and down again, (4, 3)."""
    start, end = columns.starts[frame], columns.ends[frame]
    over = start + max(float((end - start) @ columns.up), columns.lift, 0.0) * columns.up
    beyond = end + float((over - end) @ columns.up) * columns.up
    return np.stack([start, over, beyond, end])


def _lead_as_recorded(columns: Columns, frame: int) -> Floats | None:
    """Return the sweeps of a frame, leg by leg as recorded, or None if they are not."""
    trace = columns.trace
    attempts = trace.attempts_of(frame)
    if not attempts:
        return None
    places = [columns.starts[frame]]
    for index in trace.passes_of(attempts[-1]):
        record = trace.passes[index]
        if record["restored"] or record["kind"] in (PassKind.SENSOR, PassKind.PROBE):
            continue
        legs = trace.iterations_of(index)
        places += [*trace.iterations["origin"][legs.start : legs.stop], record["end"]]
    way = np.array([*places, columns.ends[frame]], dtype=np.float64)
    return way if np.isfinite(way).all() else None

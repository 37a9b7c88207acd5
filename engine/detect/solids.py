"""What the level itself says about a trace: capsules inside of bodies, and ways through surfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.batch import closest_many, sweep_many
from engine.detect.columns import Columns, find_stretches, lengths
from engine.detect.finding import Finding, FindingKind
from engine.level import ALL_BITS, Body, Level
from engine.settings import CctSettings
from engine.trace import PassKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.detect.columns import Floats, Mask
    from engine.hits import Hits

PENETRATION_M = 1e-3
"""Metres. Deeper is an overlap that is seen and that 003 pushes out of (min_depenetration_depth); resting contacts stay
a contact offset away, and float32 rounds a thousand times finer."""
CORE_SHARE = 0.05
"""Of the radius: what of the capsule is swept to see whether it went through something. A surface that even the
innermost twentieth would have hit was not slid along, and not merely scratched."""
SHORTEST_WAY_M = 1e-4
"""Metres. A shorter way of a frame goes through nothing."""
BRIDGE = 2
"""Frames without overlap that do not part one penetration from the next."""


class Solids:
    """The bodies that a trace's capsule collides with: those that stand still at once, the others frame by frame."""

    def __init__(self, columns: Columns) -> None:
        scenario = columns.trace.scenario
        assert scenario is not None
        self.columns = columns
        self.level: Level = scenario.level
        self.capsule = scenario.capsule
        settings = scenario.settings
        self.mask = settings.mask if isinstance(settings, CctSettings) else ALL_BITS
        movers = [body for body in self.level.bodies if body.moves]
        still = [body for body in self.level.bodies if not body.moves]
        self.still = self.level if not movers else Level(tuple(still))
        self.names = tuple(body.id for body in self.still.bodies)
        self.near_movers = self._find_near(movers)

    def _find_near(self, movers: list[Body]) -> Mask:
        """Tell in which frames the capsule is so near to a body that moves that it may touch it."""
        ends, starts = self.columns.ends, self.columns.starts
        near = np.zeros(len(ends), dtype=bool)
        own = self.capsule.radius + self.capsule.half_height + 2.0 * self.columns.offset
        for body in movers:
            assert body.poses is not None
            places = body.poses[np.minimum(np.arange(len(ends)), len(body.poses) - 1), :3]
            low, high = body.bounds(0)
            reach = own + float(lengths(np.maximum(np.abs(low - places[0]), np.abs(high - places[0]))[None])[0])
            near |= (lengths(ends - places) < reach) | (lengths(starts - places) < reach)
        return near

    def measure_depths(self) -> tuple[Floats, NDArray[np.int64]]:
        """Return how deep the capsule is in something at each frame's end, metres, and in which body of the level."""
        ends = self.columns.ends
        depths, owners = np.zeros(len(ends)), np.full(len(ends), -1)
        usable = np.isfinite(ends).all(axis=1)
        frames = np.flatnonzero(usable)
        found = closest_many(self.still, ends[frames], **self._shape(), max_distance=0.0)
        depths[frames] = np.where(found["found"], -np.minimum(found["distance"], 0.0), 0.0)
        index = np.array([self.level.index_of(name) for name in self.names] + [-1])
        owners[frames] = index[found["body"]]
        for chosen in self._group_by_pose(np.flatnonzero(usable & self.near_movers)):
            rows = closest_many(self.level, ends[chosen], **self._shape(), frame=int(chosen[0]), max_distance=0.0)
            deeper = rows["found"] & (-rows["distance"] > depths[chosen])
            depths[chosen[deeper]], owners[chosen[deeper]] = -rows["distance"][deeper], rows["body"][deeper]
        return depths, owners

    def _group_by_pose(self, frames: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        """Part frames into groups in which no body moves: one by one, together once the last pose is reached."""
        longest = max((len(body.poses) for body in self.level.bodies if body.poses is not None), default=1)
        resting = frames >= longest - 1
        groups = [frames[at : at + 1] for at in range(len(frames) - int(resting.sum()))]
        return [*groups, frames[resting]] if resting.any() else groups

    def _shape(self, share: float = 1.0) -> dict[str, Any]:
        capsule = self.capsule
        return {
            "radius": share * capsule.radius,
            "height": 2.0 * capsule.half_height,
            "up": capsule.up,
            "mask": self.mask,
        }

    def sweep_core(self, starts: Floats, ends: Floats) -> Hits:
        """Sweep the core of the capsule along straight ways; only bodies that stand still."""
        return self._sweep(starts, ends, CORE_SHARE)

    def sweep_down(self, centers: Floats, distance: float) -> Hits:
        """Sweep the whole capsule down from some places, to learn what it stands on."""
        down = -distance * np.asarray(self.capsule.up)
        return self._sweep(centers, centers + down, 1.0)

    def _sweep(self, starts: Floats, ends: Floats, share: float) -> Hits:
        ways = ends - starts
        sizes = lengths(ways)
        directions = np.where(sizes[:, None] > 0.0, ways, np.asarray(self.capsule.up))
        return sweep_many(self.still, starts, directions, sizes, **self._shape(share))


def find_penetrations(solids: Solids) -> list[Finding]:
    """Find frames that end with the capsule inside of something."""
    depths, owners = solids.measure_depths()
    findings = []
    for first, last in find_stretches(depths > PENETRATION_M, BRIDGE):
        worst = first + int(np.argmax(depths[first : last + 1]))
        name = solids.level.ids[owners[worst]]
        words = f"The capsule is up to {1000 * depths[worst]:.1f} mm deep in {name}, deepest in frame {worst}."
        findings.append(Finding(FindingKind.PENETRATION, first, last, float(depths[worst]), PENETRATION_M, "m", words))
    return findings


def find_tunnelling(columns: Columns, solids: Solids) -> list[Finding]:
    """Find frames whose way leads through a surface, however it is told: straight, over a step, or as it was swept."""
    starts, ends = columns.starts, columns.ends
    frames = np.flatnonzero(lengths(ends - starts) > SHORTEST_WAY_M)
    hits = solids.sweep_core(starts[frames], ends[frames])
    # From inside of a body every way is a hit at 0: coming out is not going through.
    frames, hits = frames[_is_crossed(hits)], hits[_is_crossed(hits)]
    kept = ~_has_way_over(columns, solids, frames)
    findings = []
    for frame, hit in zip(frames[kept].tolist(), hits[kept], strict=True):
        if _has_recorded_way(columns, solids, frame):
            continue
        way = float(np.linalg.norm(ends[frame] - starts[frame]))
        name = solids.names[hit["body"]]
        words = (
            f"The capsule went {way:.3g} m in one frame, through {name}, {hit['distance']:.3g} m ahead of its start."
        )
        findings.append(Finding(FindingKind.TUNNELLING, frame, frame, way, float(hit["distance"]), "m", words))
    return findings


def _is_crossed(hits: Hits) -> Mask:
    crossed: Mask = hits["hit"] & (hits["distance"] > 0.0)
    return crossed


def _has_way_over(columns: Columns, solids: Solids, frames: NDArray[np.intp]) -> Mask:
    """Tell whether up by the step offset, across and down again leads to the end without going through anything."""
    starts, ends = columns.starts[frames], columns.ends[frames]
    rise = np.maximum(columns.heights(ends - starts), 0.0)
    lift = np.maximum(rise, columns.step)[:, None] * columns.up
    over = starts + lift
    beyond = ends + (columns.heights(over - ends)[:, None]) * columns.up
    free = np.ones(len(frames), dtype=bool)
    for begin, end in ((starts, over), (over, beyond), (beyond, ends)):
        free &= ~_is_crossed(solids.sweep_core(begin, end))
    return free


def _has_recorded_way(columns: Columns, solids: Solids, frame: int) -> bool:
    """Tell whether the sweeps of a frame, leg by leg as recorded, lead to its end without going through anything."""
    trace = columns.trace
    attempts = trace.attempts_of(frame)
    if not attempts:
        return False
    places = [columns.starts[frame]]
    for index in trace.passes_of(attempts[-1]):
        record = trace.passes[index]
        if record["restored"] or record["kind"] in (PassKind.SENSOR, PassKind.PROBE):
            continue
        legs = trace.iterations_of(index)
        places += [*trace.iterations["origin"][legs.start : legs.stop], record["end"]]
    way = np.array([*places, columns.ends[frame]], dtype=np.float64)
    if not np.isfinite(way).all():
        return False
    return not bool(_is_crossed(solids.sweep_core(way[:-1], way[1:])).any())

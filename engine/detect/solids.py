"""The level that a trace was made in, to be asked: what the capsule is inside of, and which ways are free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.batch import closest_many, sweep_many
from engine.detect.columns import Columns, find_stretches, lengths
from engine.detect.finding import Finding, FindingKind
from engine.level import Body, Level

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
SLIM_SHARE = 0.999
"""Of the radius: what is swept to see whether a way is free. What the capsule merely touches is not in its way."""
FREE_OFFSETS, FREE_M = 4.0, 0.05
"""Contact offsets and metres that a free way is long: beyond the gap that is kept to whatever stands at an angle."""
GROUND_REACH_M = 0.05
"""Metres beyond the contact offset in which ground is looked for below: what holds the capsule is nearer."""
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
        self.mask = settings.mask
        self.movers = [body for body in self.level.bodies if body.moves]
        movers = self.movers
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
            reach = np.full(len(places), own)
            reach[1:] += lengths(places[1:] - places[:-1])  # what a fast body passes in between is near it too
            reach += float(lengths(np.maximum(np.abs(low - places[0]), np.abs(high - places[0]))[None])[0])
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

    def sweep_core(self, starts: Floats, ends: Floats, level: Level | None = None, frame: int = 0) -> Hits:
        """Sweep the core of the capsule along straight ways; without a level, against the bodies that stand still."""
        return self._sweep(starts, ends, CORE_SHARE, level, frame)

    def find_free_ways(self, frames: NDArray[np.intp], fans: list[Floats]) -> list[Mask | None]:
        """Tell for some frames which of some level directions are free at their ends; None: inside of something.

        On walkable ground the directions are those along it.
        """
        fan_of = dict(zip(frames.tolist(), fans, strict=True))
        found: list[Mask | None] = []
        for chosen in self._group_by_pose(frames):
            found += self._find_free_at(chosen, np.stack([fan_of[frame] for frame in chosen.tolist()]))
        return found

    def _find_free_at(self, frames: NDArray[np.intp], fans: Floats) -> list[Mask | None]:
        """Do so for frames in which no body moves, (n,), with fans (n, ways, 3): one call costs as much as for one."""
        frame, places = int(frames[0]), self.columns.ends[frames]
        gaps = closest_many(self.level, places, **self._shape(), frame=frame, max_distance=0.0)
        inside = gaps["found"] & (gaps["distance"] < -PENETRATION_M)
        found: list[Mask | None] = [None] * len(frames)
        outside = np.flatnonzero(~inside)
        if len(outside) == 0:
            return found
        ways = self._follow_ground(places[outside], fans[outside], frame)
        starts = np.repeat(places[outside], ways.shape[1], axis=0)
        distance = FREE_OFFSETS * self.columns.offset + FREE_M
        shape = self._shape(SLIM_SHARE)
        hits = sweep_many(self.level, starts, ways.reshape(-1, 3), distance, **shape, frame=frame)
        for index, is_hit in zip(outside.tolist(), hits["hit"].reshape(ways.shape[:2]), strict=True):
            found[index] = ~is_hit
        return found

    def _follow_ground(self, places: Floats, fans: Floats, frame: int) -> Floats:
        """Turn level directions along the ground below their places, where it can be walked on."""
        reach = self.columns.offset + GROUND_REACH_M
        below = sweep_many(self.level, places, -self.columns.up, reach, **self._shape(), frame=frame)
        normals = below["normal"]
        stays = ~below["hit"] | (normals @ self.columns.up < self.columns.slope_limit)
        along = fans - np.einsum("nwi,ni->nw", fans, normals)[:, :, None] * normals[:, None, :]
        turned: Floats = np.where(stays[:, None, None], fans, along)
        return turned

    def sweep_down(self, centers: Floats, distance: float) -> Hits:
        """Sweep the whole capsule down from some places, to learn what it stands on."""
        down = -distance * np.asarray(self.capsule.up)
        return self._sweep(centers, centers + down, 1.0)

    def _sweep(self, starts: Floats, ends: Floats, share: float, level: Level | None = None, frame: int = 0) -> Hits:
        ways = ends - starts
        sizes = lengths(ways)
        directions = np.where(sizes[:, None] > 0.0, ways, np.asarray(self.capsule.up))
        asked = self.still if level is None else level
        return sweep_many(asked, starts, directions, sizes, **self._shape(share), frame=frame)


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

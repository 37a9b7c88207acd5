"""The health of a mesh as a character's ground: what is wrong with which triangles, and what that does. Metres."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.mesh_faults import Fault, FaultArray, RawIndexArray, find_faults, measure_triangles
from engine.mesh_findings import FindingKind, MeshFinding, Severity
from engine.mesh_topology import Edges, Flags, Ids, build_edges, distinct, find_turned, weld_vertices
from engine.t_junctions import find_t_junctions
from engine.transforms import FloatArray, IndexArray

WELD_M = 1e-5
"""Vertices this near are one: far below any contact offset, above the noise of a placement."""
WELD_SHARE = 2.0**-22
"""Of the largest coordinate: two steps of a float32, in which most files are written."""
SLIVER_RATIO = 1e-3
"""Height by longest edge of a sliver: 1 mm a metre. A rounding of 1e-6 m turns its normal by 0.06° and more."""

_FAULT_KINDS = {
    Fault.OUT_OF_RANGE: FindingKind.OUT_OF_RANGE,
    Fault.NOT_FINITE: FindingKind.NOT_FINITE,
    Fault.TOO_FAR: FindingKind.TOO_FAR,
    Fault.DEGENERATE: FindingKind.DEGENERATE,
}


@dataclass(frozen=True, eq=False)
class MeshHealth:
    """What `examine_mesh` found, the worst first. Bounds are those of the usable triangles."""

    triangle_count: int
    vertex_count: int
    low: FloatArray
    high: FloatArray
    findings: tuple[MeshFinding, ...]

    @property
    def severity(self) -> Severity | None:
        """The worst of the findings; None if there is none."""
        return max((finding.severity for finding in self.findings), default=None)

    @property
    def is_sound(self) -> bool:
        """Whether nothing harms a character, though something may be worth a look."""
        return self.severity is None or self.severity == Severity.NOTABLE

    @property
    def unusable_count(self) -> int:
        """Triangles that the level is loaded without."""
        return sum(finding.count for finding in self.findings if finding.severity == Severity.UNUSABLE)

    @property
    def summary(self) -> str:
        """One sentence: how many findings of which weight."""
        if not self.findings:
            return "Healthy: nothing was found."
        told = []
        for severity in sorted(Severity, reverse=True):
            kinds = [finding for finding in self.findings if finding.severity == severity]
            if kinds:
                told.append(f"{severity.name.lower()}: " + ", ".join(finding.title for finding in kinds))
        return "; ".join(told).capitalize() + "."

    def find(self, kind: FindingKind) -> MeshFinding | None:
        """Return the finding of a kind, if there is one."""
        return next((finding for finding in self.findings if finding.kind == kind), None)


def examine_mesh(
    vertices: FloatArray, triangles: RawIndexArray | IndexArray, faults: FaultArray | None = None
) -> MeshHealth:
    """Examine vertices (n, 3) and triangles (m, 3), as a file has them or as a `Mesh` with its faults has them."""
    faults = find_faults(vertices, triangles) if faults is None else faults
    findings = [
        MeshFinding(kind, np.flatnonzero(faults == fault))
        for fault, kind in _FAULT_KINDS.items()
        if (faults == fault).any()
    ]
    usable = np.flatnonzero(faults == Fault.NONE)
    if len(usable) == 0:
        return MeshHealth(len(triangles), len(vertices), np.zeros(3), np.zeros(3), tuple(findings))
    examination = _Examination(vertices, np.asarray(triangles, dtype=np.int64), usable)
    findings += examination.find_all()
    findings.sort(key=lambda finding: (-finding.severity, list(FindingKind).index(finding.kind)))
    return MeshHealth(len(triangles), len(vertices), *examination.bounds, tuple(findings))


class _Examination:
    """The usable triangles of one mesh. Ids are the file's; `kept` are those without copies of others."""

    def __init__(self, vertices: FloatArray, triangles: Ids, usable: Ids) -> None:
        self.usable = usable
        self.vertices = vertices
        self.corners = triangles[usable]
        """(u, 3), numbers of vertices."""
        used = distinct(self.corners, len(vertices))
        positions = vertices[used]
        self.bounds = positions.min(axis=0), positions.max(axis=0)
        self.tolerance = max(WELD_M, WELD_SHARE * float(np.abs(positions).max()))
        label_of = np.zeros(len(vertices), dtype=np.int64)
        label_of[used] = weld_vertices(positions, self.tolerance)
        self.labels = label_of[self.corners]
        self.first_vertex = np.full(int(self.labels.max()) + 1, len(vertices), dtype=np.int64)
        """The lowest number of a vertex at each welded place."""
        np.minimum.at(self.first_vertex, label_of[used], used)

    def find_all(self) -> list[MeshFinding]:
        """Return every finding that needs neighbours, and the slivers."""
        heights, longest = measure_triangles(self.vertices[self.corners])
        slivers = heights < SLIVER_RATIO * longest
        copies, backs = self._find_copies()
        # Copies would make every edge of theirs a fault of its own; a triangle welded to a line has no neighbours.
        a, b, c = self.labels.T
        kept = np.flatnonzero(~copies & ~backs & (a != b) & (b != c) & (c != a))
        edges = build_edges(self.labels[kept])
        found = [
            MeshFinding(FindingKind.SLIVER, self.usable[slivers]),
            MeshFinding(FindingKind.DUPLICATE, self.usable[copies]),
            MeshFinding(FindingKind.BACK_TO_BACK, self.usable[backs]),
            self._find_edges(FindingKind.OPEN_EDGE, edges, edges.counts == 1, kept),
            self._find_edges(FindingKind.CROWDED_EDGE, edges, edges.counts > 2, kept),
            self._find_winding(edges, kept),
            self._find_t_junctions(edges, kept),
        ]
        return [finding for finding in found if finding.count]

    def _find_copies(self) -> tuple[Flags, Flags]:
        """Flag triangles with the same three places as an earlier one: as that one is wound, and the other way."""
        order = np.argsort(self.labels, axis=1)
        lowest_first = np.take_along_axis(self.labels, order, axis=1)
        # An even permutation of the corners keeps the winding: 0 1 2, 1 2 0, 2 0 1 have a step of one throughout.
        is_even = (order[:, 1] - order[:, 0]) % 3 == 1
        count = int(self.labels.max()) + 1
        pair_keys = lowest_first[:, 0] * count + lowest_first[:, 1]
        by_place = np.lexsort((lowest_first[:, 2], pair_keys))
        same = np.zeros(len(by_place), dtype=np.bool_)
        same[1:] = (np.diff(pair_keys[by_place]) == 0) & (np.diff(lowest_first[by_place, 2]) == 0)
        leader = by_place[np.maximum.accumulate(np.where(same, 0, np.arange(len(same))))]
        copies, backs = np.zeros(len(same), dtype=np.bool_), np.zeros(len(same), dtype=np.bool_)
        alike = is_even[by_place] == is_even[leader]
        copies[by_place], backs[by_place] = same & alike, same & ~alike
        return copies, backs

    def _find_edges(self, kind: FindingKind, edges: Edges, chosen: Flags, kept: Ids) -> MeshFinding:
        """Report edges, with their triangles in the order of the ids."""
        return MeshFinding(
            kind,
            self.usable[kept[edges.triangles_of(chosen)]],
            edges=self._name_edges(edges.half_edges[edges.starts[chosen]], kept),
        )

    def _name_edges(self, half_edges: Ids, kept: Ids) -> Ids:
        """Return the edges (k, 2) as numbers of vertices."""
        rows, corner = kept[half_edges // 3], half_edges % 3
        return np.stack([self.corners[rows, corner], self.corners[rows, (corner + 1) % 3]], axis=1)

    def _find_winding(self, edges: Edges, kept: Ids) -> MeshFinding:
        """Find edges that both of their triangles run in one direction, and the triangles that are turned."""
        double = edges.counts == 2
        first = edges.starts[double]
        clash = edges.forward[first] == edges.forward[first + 1]
        clashing, agreeing = double.copy(), double.copy()
        clashing[double], agreeing[double] = clash, ~clash
        if not clash.any():
            return MeshFinding(FindingKind.WINDING, np.zeros(0, dtype=np.int64))
        turned = find_turned(len(kept), edges.pairs(agreeing), edges.pairs(clashing))
        names = self._name_edges(edges.half_edges[edges.starts[clashing]], kept)
        return MeshFinding(FindingKind.WINDING, self.usable[kept[turned]], edges=names)

    def _find_t_junctions(self, edges: Edges, kept: Ids) -> MeshFinding:
        """Find vertices of open edges inside other open edges."""
        half_edges = edges.half_edges[edges.starts[edges.counts == 1]]
        rows, corner = kept[half_edges // 3], half_edges % 3
        ends = np.stack([self.labels[rows, corner], self.labels[rows, (corner + 1) % 3]], axis=1)
        hit, points = find_t_junctions(self.vertices[self.first_vertex], ends, self.tolerance)
        return MeshFinding(
            FindingKind.T_JUNCTION,
            self.usable[distinct(rows[hit], len(self.usable))],
            vertices=distinct(self.first_vertex[points], len(self.vertices)),
            edges=self._name_edges(half_edges[hit], kept),
        )

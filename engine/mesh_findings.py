"""What can be wrong with a mesh: each kind with its weight, its name, and what it does to a character."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

import numpy as np

from engine.mesh_faults import MAX_COORDINATE_M
from engine.mesh_topology import Ids


class Severity(IntEnum):
    """How much a finding matters, in rising order."""

    NOTABLE = 1
    """Fine in many levels, a slip in others."""
    HARMFUL = 2
    """It can let a character fall through, catch, or jitter."""
    UNUSABLE = 3
    """No query can use the triangle: the level is loaded without it."""


class FindingKind(StrEnum):
    """The kinds of findings, by their names in JSON."""

    OUT_OF_RANGE = "index_out_of_range"
    NOT_FINITE = "not_finite"
    TOO_FAR = "too_far"
    DEGENERATE = "degenerate"
    WINDING = "inconsistent_winding"
    T_JUNCTION = "t_junction"
    SLIVER = "sliver"
    DUPLICATE = "duplicate"
    BACK_TO_BACK = "back_to_back"
    CROWDED_EDGE = "non_manifold_edge"
    OPEN_EDGE = "open_edge"


@dataclass(frozen=True)
class KindWords:
    """A kind in words. `counted` is what `count` counts: triangles, edges or vertices."""

    severity: Severity
    name: str
    counted: str
    meaning: str
    """What it is, after the count."""
    effect: str
    """What it does to a character."""


WORDS: dict[FindingKind, KindWords] = {
    FindingKind.OUT_OF_RANGE: KindWords(
        Severity.UNUSABLE,
        "index out of range",
        "triangles",
        "name a vertex that the file does not have",
        "Left out: the character falls through there.",
    ),
    FindingKind.NOT_FINITE: KindWords(
        Severity.UNUSABLE,
        "not finite",
        "triangles",
        "have a corner that is NaN or infinite",
        "Left out: the character falls through there.",
    ),
    FindingKind.TOO_FAR: KindWords(
        Severity.UNUSABLE,
        "too far away",
        "triangles",
        f"have a corner beyond {MAX_COORDINATE_M:.0e} m",
        "Left out: so far away a distance has no digits left. Check the unit.",
    ),
    FindingKind.DEGENERATE: KindWords(
        Severity.UNUSABLE,
        "degenerate",
        "triangles",
        "have no area",
        "Left out: without a plane there is no normal to slide along. Neighbours have the same edges.",
    ),
    FindingKind.WINDING: KindWords(
        Severity.HARMFUL,
        "inconsistent winding",
        "triangles",
        "face the other way than most of their neighbours",
        "A one-sided mesh lets the character through there from the front, and holds it from behind.",
    ),
    FindingKind.T_JUNCTION: KindWords(
        Severity.HARMFUL,
        "T-junction",
        "vertices",
        "lie inside another triangle's edge",
        "Such a vertex is no corner of that triangle: it can catch the capsule's edge contact, or open a crack.",
    ),
    FindingKind.SLIVER: KindWords(
        Severity.HARMFUL,
        "sliver",
        "triangles",
        "are lower than a thousandth of their longest edge",
        "Rounding turns such a normal: the capsule may be pushed aside, or the ground be called too steep.",
    ),
    FindingKind.DUPLICATE: KindWords(
        Severity.NOTABLE,
        "duplicate",
        "triangles",
        "repeat an earlier triangle",
        "A sweep tests both, and which of the two numbers a hit names is a matter of order.",
    ),
    FindingKind.BACK_TO_BACK: KindWords(
        Severity.NOTABLE,
        "back to back",
        "triangles",
        "repeat an earlier triangle, wound the other way",
        "A wall without thickness: solid from both sides, and a capsule that got into it is pushed either way.",
    ),
    FindingKind.CROWDED_EDGE: KindWords(
        Severity.NOTABLE,
        "non-manifold edge",
        "edges",
        "have more than two triangles",
        "Inside and outside are undefined there: a capsule may touch faces that lie inside another body.",
    ),
    FindingKind.OPEN_EDGE: KindWords(
        Severity.NOTABLE,
        "open edge",
        "edges",
        "have one triangle only",
        "Normal at the rim of a level. Inside it, a gap that a one-sided mesh does not hold from behind.",
    ),
}


def _no_ids() -> Ids:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class MeshFinding:
    """One kind of finding with everything that it was found at. Triangles and vertices count from 0 in file order."""

    kind: FindingKind
    triangles: Ids
    """Sorted. Of an edge or a vertex: the triangles that have the edge."""
    vertices: Ids = field(default_factory=_no_ids)
    """Of T-junctions: the vertices that lie inside an edge, the first of those at one place."""
    edges: Ids = field(default_factory=lambda: np.zeros((0, 2), dtype=np.int64))
    """(k, 2) vertices: open and non-manifold edges, those that two triangles run alike, those with a vertex inside."""

    @property
    def words(self) -> KindWords:
        """The kind in words."""
        return WORDS[self.kind]

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return self.words.severity

    @property
    def count(self) -> int:
        """How many triangles, edges or vertices."""
        return len({"triangles": self.triangles, "edges": self.edges, "vertices": self.vertices}[self.words.counted])

    @property
    def title(self) -> str:
        """The count with its noun: `2 slivers`."""
        return f"{self.count} × {self.words.name}"

    @property
    def sentence(self) -> str:
        """Say what was found: `2 triangles have no area`, and a full stop."""
        counted, meaning = self.words.counted, self.words.meaning
        if self.count == 1:
            counted = {"triangles": "triangle", "edges": "edge", "vertices": "vertex"}[counted]
            verb, _, rest = meaning.partition(" ")
            meaning = f"{ {'have': 'has', 'are': 'is'}.get(verb, verb + 's') } {rest}"
        return f"{self.count} {counted} {meaning}."

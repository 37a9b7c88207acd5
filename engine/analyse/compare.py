"""Where two runs part, by how much, and which gate decided there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.analyse.agreement import Agreement, find_agreement
from engine.analyse.changes import Change, list_changes
from engine.analyse.differences import Difference, Place, What, walk_frame
from engine.analyse.pair import POSITION_TOLERANCE, Pair
from engine.analyse.rulings import GateFlip, Ruling, find_closest_call, find_flip, list_rulings, pick_rulings

if TYPE_CHECKING:
    from engine.trace import Trace


@dataclass(frozen=True)
class Totals:
    """How many of the frames agree, and how far apart the capsules get."""

    frames: int
    """Frames that both traces have: these are compared."""
    ours: int
    """Frames of each trace."""
    theirs: int
    outcome: int
    """Frames that agree in centre, flags and body underfoot."""
    passes: int | None
    """Frames that agree in every pass; None if one of the producers tells no passes."""
    hits: int | None
    """Frames that agree in every hit as well."""
    first_outcome: int | None
    """The first frame whose outcome differs."""
    worst_distance: float
    """Largest distance of the centres, metres; infinite if one of them is no number."""
    worst_frame: int | None
    """Where that is; None if there is no frame to compare."""
    final_distance: float
    """Distance after the last frame that both have, metres."""


@dataclass(frozen=True)
class Comparison:
    """What came of comparing two traces."""

    totals: Totals
    first: Difference | None
    """The first thing that differs, in order of execution. None: the traces agree."""
    gate: GateFlip | None = None
    """From that frame on, the first gate that the two runs answered differently, if both tell their decisions."""
    our_rulings: tuple[Ruling, ...] = ()
    """Our decisions around the first difference."""
    their_rulings: tuple[Ruling, ...] = ()
    deciding: Ruling | None = None
    """Our decision behind the first difference: the gate that flipped in its frame, or else the closest call.

    None too if the runs ask other questions there because their scenarios differ: then it was no close call."""
    changes: tuple[Change, ...] = ()
    """The values in which the two scenarios differ, where both are known."""

    @property
    def is_equal(self) -> bool:
        """Whether the traces agree in everything that both tell."""
        return self.first is None


def compare_traces(ours: Trace, theirs: Trace, *, tolerance: float = POSITION_TOLERANCE) -> Comparison:
    """Compare two runs; centres, starts and moves may be `tolerance` metres apart.

    What a producer does not tell is no difference: traces without passes compare by their outcomes.
    """
    pair = Pair(ours, theirs, tolerance)
    agreement = find_agreement(pair)
    totals = _count(pair, agreement)
    first = _find_first(pair, agreement)
    changes = list_changes(ours.scenario, theirs.scenario)
    if first is None or first.what is What.LENGTH:
        return Comparison(totals, first, changes=changes)
    frame = first.place.frame
    flip = find_flip(pair, agreement, frame)
    rulings = list_rulings(ours, frame)
    around = pick_rulings(rulings, first)
    here = flip if flip is not None and flip.place.frame == frame else None
    deciding = here.ours if here is not None and not here.is_parting else None
    if deciding is None and not (here is not None and here.is_parting and changes):
        deciding = find_closest_call(around, first.what)
    return Comparison(
        totals=totals,
        first=first,
        gate=flip,
        our_rulings=around,
        their_rulings=pick_rulings(list_rulings(theirs, frame), first),
        deciding=deciding,
        changes=changes,
    )


def _count(pair: Pair, agreement: Agreement) -> Totals:
    count, distances = pair.frame_count, agreement.distances
    worst = int(np.argmax(distances)) if count else None
    apart = np.flatnonzero(~agreement.outcome)
    return Totals(
        frames=count,
        ours=len(pair.ours),
        theirs=len(pair.theirs),
        outcome=int(agreement.outcome.sum()),
        passes=None if agreement.passes is None else int(agreement.passes.sum()),
        hits=None if agreement.hits is None else int(agreement.hits.sum()),
        first_outcome=int(apart[0]) if len(apart) else None,
        worst_distance=0.0 if worst is None else float(distances[worst]),
        worst_frame=worst,
        final_distance=float(distances[-1]) if count else 0.0,
    )


def _find_first(pair: Pair, agreement: Agreement) -> Difference | None:
    """Return the first difference: of the frames that do not agree, or else of the lengths."""
    suspects = ~agreement.complete
    # Where frame 0 starts may be told by the scenario alone, which has no column.
    suspects[:1] = True
    for frame in np.flatnonzero(suspects):
        difference = next(walk_frame(pair, int(frame)), None)
        if difference is not None:
            return difference
    lengths = len(pair.ours), len(pair.theirs)
    if lengths[0] != lengths[1]:
        return Difference(Place(min(lengths)), What.LENGTH, *lengths, float(abs(lengths[0] - lengths[1])))
    return None

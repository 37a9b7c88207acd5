"""Detectors: from a trace to what went wrong in it, with numbers, words and what the documents advise (003 8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.detect.caps import find_caps
from engine.detect.columns import tabulate
from engine.detect.finding import ADVICE, Advice, Finding, FindingKind
from engine.detect.ground import find_flicker, find_snags, find_wall_climbs
from engine.detect.hits import collect_hits
from engine.detect.motion import find_jitter, find_teleports
from engine.detect.records import find_guards, find_not_finite
from engine.detect.solids import Solids, find_penetrations
from engine.detect.stuck import find_stuck
from engine.detect.tunnelling import find_tunnelling

if TYPE_CHECKING:
    from engine.trace import Trace

__all__ = ["ADVICE", "Advice", "Finding", "FindingKind", "find_findings"]


def find_findings(trace: Trace, *, ask_level: bool = True) -> tuple[Finding, ...]:
    """Return everything that the detectors find, by first frame, then by kind.

    What a trace does not record is not guessed: without a scenario there is no level to be inside of, without
    decisions there are no guards.
    ask_level: look for tunnelling, penetration and wall climbs too; that takes compiled kernels.
    """
    columns = tabulate(trace)
    has_level = ask_level and trace.scenario is not None and len(trace.scenario.level.bodies) > 0
    solids = Solids(columns) if has_level else None
    found = [
        *find_jitter(columns),
        *find_stuck(columns, collect_hits(trace), solids),
        *find_teleports(columns),
        *find_flicker(columns),
        *find_snags(columns, None if solids is None else solids.near_movers),
        *find_caps(columns),
        *find_guards(columns),
        *find_not_finite(columns),
    ]
    if solids is not None:
        found += [*find_penetrations(solids), *find_tunnelling(columns, solids), *find_wall_climbs(columns, solids)]
    order = list(FindingKind)
    found.sort(key=lambda finding: (finding.first, order.index(finding.kind), finding.last))
    return tuple(replace(finding, controller=columns.controller) for finding in found)

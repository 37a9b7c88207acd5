"""Which candidates an iteration or a frame gathered (003 3.2, 3.3): looked up when somebody asks, never stored.

Takes compiled kernels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.geometry import geometry_of
from engine.query_input import SCRATCH
from engine.rules import SlideRules
from engine.settings import SlideSettings
from engine.trace import PassKind
from engine.transforms import Vector

if TYPE_CHECKING:
    from engine.scenario import Scenario
    from engine.trace import Trace

Id = tuple[int, int]
"""Body of the level and triangle, in file order; -1 for what has no triangles, or holds all of the box inside."""


@dataclass(frozen=True)
class Gathered:
    """The candidates of a sweep or a frame, sorted, none twice."""

    names: tuple[str, ...]
    """Of the level's bodies."""
    ids: tuple[Id, ...]

    @property
    def words(self) -> str:
        """Count, first and last, as 003 3.3 asks for: `6, first floor 6, last wall 5`."""
        if not self.ids:
            return "0"
        return f"{len(self.ids)}, first {self._name(self.ids[0])}, last {self._name(self.ids[-1])}"

    def _name(self, one: Id) -> str:
        return self.names[one[0]] if one[1] < 0 else f"{self.names[one[0]]} {one[1]}"


def gather_iteration(trace: Trace, iteration: int) -> Gathered | None:
    """Return what lies in the swept box of an iteration, by its index; None where that cannot be known."""
    return _gather(trace, (iteration,))


def gather_frame(trace: Trace, frame: int) -> Gathered | None:
    """Return what lies in the swept boxes of all iterations of a frame; None where that cannot be known."""
    inside = [i for a in trace.attempts_of(frame) for p in trace.passes_of(a) for i in trace.iterations_of(p)]
    return _gather(trace, inside)


def _gather(trace: Trace, iterations: Iterable[int]) -> Gathered | None:
    scenario = trace.scenario
    if scenario is None:
        return None
    found: set[Id] = set()
    for iteration in iterations:
        query = _read_sweep(trace, scenario, iteration)
        if query is None:
            return None
        owner = trace.passes[trace.iterations[iteration]["pass_index"]]
        found |= _find_ids(scenario, query, int(trace.attempts[owner["attempt"]]["frame"]))
    mask = scenario.settings.mask
    bodies = scenario.level.bodies
    kept = (one for one in found if bodies[one[0]].mask & mask)
    return Gathered(tuple(body.id for body in bodies), tuple(sorted(kept)))


_Query = tuple[Vector, Vector, float, Vector, float]
"""Centre, half axis, radius, direction, distance."""


def _read_sweep(trace: Trace, scenario: Scenario, iteration: int) -> _Query | None:
    """Return the shape that an iteration swept, and its way; None if it is not recorded."""
    record = trace.iterations[iteration]
    if not (np.isfinite(record["origin"]).all() and np.isfinite(record["direction"]).all()):
        return None
    capsule, settings = scenario.capsule, scenario.settings
    center, direction, distance = record["origin"], record["direction"], float(record["length"])
    half = np.array(capsule.up) * capsule.half_height
    radius = capsule.radius
    if isinstance(settings, SlideSettings):
        kind = PassKind(int(trace.passes[record["pass_index"]]["kind"]))
        is_first = iteration == trace.passes[record["pass_index"]]["iteration_start"]
        if kind == PassKind.PROBE or (kind == PassKind.SNAP and is_first):
            center, half, radius = center - half, np.zeros(3), radius * settings.probe_radius_factor
        else:
            radius += _skin_swept(scenario, settings)
        if kind == PassKind.DEPENETRATE:
            distance = 0.0  # what is recorded there is the push, not a way that was looked along
    else:
        distance += settings.contact_offset
    if not np.isfinite(distance):
        return None
    return _vector(center), _vector(half), radius, _vector(direction), distance


def _skin_swept(scenario: Scenario, settings: SlideSettings) -> float:
    """Return how much larger than the capsule `slide` sweeps: by its skin, unless the skin only shortens the way."""
    rules = scenario.rule_set
    return settings.skin if isinstance(rules, SlideRules) and rules.skin == "kept" else 0.0


def _find_ids(scenario: Scenario, query: _Query, frame: int) -> set[Id]:
    from engine.kernels.gather import gather_swept

    arrays = geometry_of(scenario.level).at_frame(frame)
    while True:
        count = gather_swept(arrays, query[:4], query[4], SCRATCH.found, SCRATCH.stack)
        if count <= len(SCRATCH.found):
            break
        SCRATCH.grow(count)
    owners = arrays[1][arrays[2][SCRATCH.found[:count]]][:, :2].tolist()
    with_triangles = {body for body, triangle in owners if triangle >= 0}
    # A box has an entry for its inside ahead of its triangles: it counts only where none of them is near.
    return {(body, max(triangle, -1)) for body, triangle in owners if triangle >= 0 or body not in with_triangles}


def _vector(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Vector:
    x, y, z = values.tolist()
    return (x, y, z)

"""Why a frame of ours differs from a reference's: proofs that it is a tie, which rounding alone decides.

Two forms of proof. Either the frame, run again with one figure off by at most 1e-6, is the reference's (`nudges`); or
the only difference is the face of a hit, the reference's is as opposed to the motion as ours within 1e-6, which is what
the choice goes by, and choosing it gives the reference's normal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.analyse.agreement import find_agreement
from engine.analyse.likeness import Aspect, list_aspects, list_unlike_iterations
from engine.analyse.nudges import LARGEST_NUDGE, Nudge, list_nudges, run_nudged
from engine.analyse.pair import DISTANCE_TOLERANCE, NORMAL_TOLERANCE, Pair
from engine.decisions import Gate
from engine.geometry import geometry_of
from engine.run_input import uses_float32
from engine.scenario import Scenario

if TYPE_CHECKING:
    from engine.trace import Trace
    from engine.transforms import Vector


@dataclass(frozen=True)
class Ruling:
    """The first decision that fell otherwise in the other run: what it compared, here and there."""

    gate: Gate
    value: float
    threshold: float
    other_value: float
    hit: str
    """Body and triangle; empty if there is none."""
    other_hit: str

    @property
    def words(self) -> str:
        """Return what fell otherwise, as a table shows it."""
        if self.gate is Gate.HIT and self.hit != self.other_hit:
            return f"hit: {_say_hit(self.hit, self.value)}; nudged, {_say_hit(self.other_hit, self.other_value)}"
        name = self.gate.name.lower().replace("_", " ")
        return f"{name}: {self.value:.9g} against {self.threshold:.9g}; nudged, {self.other_value:.9g}"


def _say_hit(name: str, distance: float) -> str:
    return f"{name} at {distance:.9g} m" if name else "none"


@dataclass(frozen=True)
class RunnerUp:
    """The reference's face of a hit, as opposed to the motion as the one that we took."""

    triangle: int
    other_triangle: int
    facing: float
    """Normal · direction of ours."""
    other_facing: float
    gap: float
    """Metres by which the sweep would reach it later."""

    @property
    def margin(self) -> float:
        """How much more opposed one is than the other, a cosine."""
        return abs(self.facing - self.other_facing)

    @property
    def words(self) -> str:
        """Return which faces compete, as a table shows it."""
        return f"face {self.triangle} ({self.facing:.9f}); theirs {self.other_triangle} ({self.other_facing:.9f})"


@dataclass(frozen=True)
class Tie:
    """A frame that differs from the reference's, and what proves that rounding alone decides it."""

    frame: int
    aspects: frozenset[Aspect]
    """In what it differs."""
    nudge: Nudge | None = None
    ruling: Ruling | None = None
    runner_up: RunnerUp | None = None

    @property
    def is_proven(self) -> bool:
        """Whether one of the forms of proof was found."""
        return self.nudge is not None or self.runner_up is not None

    @property
    def changes_outcome(self) -> bool:
        """Whether the capsule ends elsewhere, with other flags or on another body."""
        return Aspect.OUTCOME in self.aspects

    @property
    def cause_words(self) -> str:
        """Return what decides the frame, as a table shows it."""
        if self.runner_up is not None:
            return self.runner_up.words
        return "not found" if self.ruling is None else self.ruling.words

    @property
    def proof_words(self) -> str:
        """Return what proves it, as a table shows it."""
        if self.runner_up is not None:
            return f"runner-up {self.runner_up.gap:.1e} m behind, normal · direction off by {self.runner_up.margin:.1e}"
        return "none" if self.nudge is None else self.nudge.words


def find_ties(scenario: Scenario, ours: Trace, theirs: Trace, *, prove: bool = True) -> list[Tie]:
    """Return every frame that differs, with its proof if there is one. Ours must have been run along theirs.

    prove: search for the proofs; without it, only which frames differ is told.
    """
    pair = Pair(ours, theirs)
    agreement = find_agreement(pair)
    told = [mask for mask in (agreement.passes, agreement.hits) if mask is not None]
    differing = np.flatnonzero(~np.logical_and.reduce([agreement.outcome, *told])).tolist()
    if not prove:
        return [Tie(frame, list_aspects(pair, frame, frame)) for frame in differing]
    return [find_tie(scenario, pair, frame) for frame in differing]


def find_tie(scenario: Scenario, pair: Pair, frame: int) -> Tie:
    """Search for a proof that a frame which differs is a tie."""
    aspects = list_aspects(pair, frame, frame)
    unlike = list_unlike_iterations(pair, frame, frame)
    if aspects == {Aspect.HITS} and len(unlike) == 1:
        runner_up = find_runner_up(scenario, pair, *unlike[0])
        if runner_up is not None:
            return Tie(frame, aspects, runner_up=runner_up)
    for nudge in list_nudges(_list_faces(scenario, pair, unlike[:1])):
        other = run_nudged(scenario, pair.ours, frame, nudge)
        if not list_aspects(Pair(other, pair.theirs, pair.tolerance), 0, frame):
            return Tie(frame, aspects, nudge, find_ruling(pair.ours, frame, other))
    return Tie(frame, aspects)


def find_ruling(ours: Trace, frame: int, other: Trace) -> Ruling | None:
    """Return the first decision of a frame that fell otherwise when it ran again."""
    rows = ours.decisions[list(ours.decisions_of(frame))], other.decisions[list(other.decisions_of(0))]
    for here, there in zip(*rows, strict=False):
        names = ("gate", "outcome", "body", "triangle") if here["gate"] == Gate.HIT else ("gate", "outcome")
        if any(here[name] != there[name] for name in names):
            return Ruling(
                gate=Gate(int(here["gate"])),
                value=float(here["value"]),
                threshold=float(here["threshold"]),
                other_value=float(there["value"]),
                hit=_name_hit(ours, here),
                other_hit=_name_hit(other, there),
            )
    return None


def _name_hit(trace: Trace, row: Any) -> str:
    if row["body"] < 0:
        return ""
    triangle = f" {row['triangle']}" if row["triangle"] >= 0 else ""
    return f"{trace.body_name(row['body'])}{triangle}"


def find_runner_up(scenario: Scenario, pair: Pair, our_iteration: int, their_iteration: int) -> RunnerUp | None:
    """Return the reference's face if it is as opposed as ours, and touching it at our distance gives its normal."""
    from engine.kernels.sweep_physx import SAME_DISTANCE

    ours, theirs = pair.ours.iterations[our_iteration], pair.theirs.iterations[their_iteration]
    faces = _find_faces(scenario, pair, ours, theirs)
    if not (ours["hit"] and theirs["hit"]) or faces[0] < 0 or faces[1] < 0:
        return None
    corners = [_corners_of(scenario, face) for face in faces]
    facings = [float(np.dot(_normal_of(three), ours["direction"])) for three in corners]
    own_distance, _ = _touch(scenario, ours, corners[0])
    distance, normal = _touch(scenario, ours, corners[1])
    # Farther behind the nearest face than the rule allows, ours would be a mistake and no tie.
    window = SAME_DISTANCE * max(1.0, float(ours["distance"]))
    is_found = (
        pair.same_bodies(ours["body"], theirs["body"])
        and abs(facings[0] - facings[1]) <= LARGEST_NUDGE
        and max(own_distance, distance) - ours["distance"] < window
        and abs(ours["distance"] - theirs["distance"]) <= DISTANCE_TOLERANCE
        and np.abs(normal - theirs["normal"]).max() <= NORMAL_TOLERANCE
    )
    if not is_found:
        return None
    return RunnerUp(
        int(ours["triangle"]), int(theirs["triangle"]), facings[0], facings[1], distance - float(ours["distance"])
    )


def _touch(scenario: Scenario, iteration: Any, corners: Any) -> tuple[float, Any]:
    """Return how far a face is along a sweep of ours, and its normal where that sweep ended."""
    from engine.kernels.sweep_physx import SAME_DISTANCE, lead_sphere, touch_triangle
    from engine.kernels.sweep_triangle import sweep_capsule_triangle

    capsule, distance = scenario.capsule, float(iteration["distance"])
    half_axis = tuple(0.5 * capsule.height * x for x in scenario.up)
    query = (tuple(iteration["origin"].tolist()), half_axis, capsule.radius, tuple(iteration["direction"].tolist()))
    a, b, c = (tuple(corner.tolist()) for corner in corners)
    reach = distance + 3.0 * SAME_DISTANCE * max(1.0, distance)
    normal = touch_triangle(lead_sphere(query)[1], distance, a, b, c)[0]
    return float(sweep_capsule_triangle(*query, reach, a, b, c)[0]), np.array(normal)


def _list_faces(scenario: Scenario, pair: Pair, unlike: list[tuple[int, int]]) -> dict[int, Vector]:
    """Return the faces of the first hits that differ, and their normals: those whose corners may be nudged."""
    rows = [(pair.ours.iterations[ours], pair.theirs.iterations[theirs]) for ours, theirs in unlike[:1]]
    faces = [face for ours, theirs in rows for face in _find_faces(scenario, pair, ours, theirs)]
    normals = {face: _normal_of(_corners_of(scenario, face)).tolist() for face in faces if face >= 0}
    return {face: (x, y, z) for face, (x, y, z) in normals.items()}


def _find_faces(scenario: Scenario, pair: Pair, ours: Any, theirs: Any) -> tuple[int, int]:
    """Return the primitives of our hit and of theirs, -1 for none; their bodies have numbers of their own."""
    bodies = int(ours["body"]), int(pair.renumber_bodies(theirs["body"]))
    left, right = (
        _find_face(scenario, pair.ours, body, int(row["triangle"])) if row["hit"] else -1
        for body, row in zip(bodies, (ours, theirs), strict=True)
    )
    return left, right


def _find_face(scenario: Scenario, trace: Trace, body: int, triangle: int) -> int:
    """Return the primitive of a static body's triangle, -1 if there is none."""
    from engine.kernels.level_arrays import GROUP

    arrays = _arrays_of(scenario)
    if triangle < 0 or not 0 <= body < len(trace.body_names) or arrays[7][body, GROUP] > 0:
        return -1
    found = np.flatnonzero((arrays[1][:, 0] == body) & (arrays[1][:, 1] == triangle))
    return int(found[0]) if len(found) else -1


def _arrays_of(scenario: Scenario) -> Any:
    return geometry_of(scenario.level, rounded=uses_float32(scenario)).arrays


def _corners_of(scenario: Scenario, face: int) -> Any:
    return _arrays_of(scenario)[0][face].reshape(3, 3)


def _normal_of(corners: Any) -> Any:
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    return normal / np.linalg.norm(normal)

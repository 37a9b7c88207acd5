"""Where inside a frame two traces part: a walk through both, in the order in which things happened."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from engine.analyse.agreement import same_flags
from engine.analyse.pair import DISTANCE_TOLERANCE, NORMAL_TOLERANCE, Pair, list_run_passes, measure_gap
from engine.trace import AttemptKind, Exit, Flags, PassKind, SlopeRule

if TYPE_CHECKING:
    from engine.trace import Trace

Value = bool | int | float | str | tuple[float, ...] | None
"""A figure, a word or a vector; None for what one of the two does not have."""


class What(StrEnum):
    """What two traces tell differently."""

    MOVE = "move"
    START = "start"
    ATTEMPT = "attempt"
    ATTEMPT_MOVE = "attempt_move"
    ATTEMPT_START = "attempt_start"
    PASS = "pass"  # noqa: S105 - no password
    PASS_MOVE = "pass_move"  # noqa: S105
    HIT = "hit"
    BODY = "body"
    DISTANCE = "distance"
    NORMAL = "normal"
    ITERATIONS = "iterations"
    EXIT = "exit"
    RESTORED = "restored"
    SLOPE = "slope"
    FLAGS = "flags"
    TOUCHED = "touched"
    CENTER = "center"
    LENGTH = "length"

    @property
    def unit(self) -> str:
        """Of the amount; empty if it has none."""
        if self is What.LENGTH:
            return "frames"
        return "m" if self in _LENGTHS else ""


_LENGTHS = {
    What.MOVE,
    What.START,
    What.ATTEMPT_MOVE,
    What.ATTEMPT_START,
    What.PASS_MOVE,
    What.DISTANCE,
    What.CENTER,
}


@dataclass(frozen=True)
class Place:
    """Where in a run: a frame, and as much of attempt, pass and iteration as applies. All count from 0."""

    frame: int
    attempt: int | None = None
    attempt_kind: AttemptKind | None = None
    run_pass: int | None = None
    """Number of the pass in its attempt, among those that had a way to go."""
    pass_kind: PassKind | None = None
    iteration: int | None = None


@dataclass(frozen=True)
class Difference:
    """One thing that two traces tell differently."""

    place: Place
    what: What
    ours: Value
    theirs: Value
    amount: float | None = None
    """By how much, in `what.unit`; None for what is no quantity."""
    triangles: tuple[int, int] | None = None
    """Of a hit: ours and theirs, -1 where not told. Another triangle of the same plane is no difference by itself."""


def walk_frame(pair: Pair, frame: int) -> Iterator[Difference]:
    """Yield what differs in a frame, in the order in which it happened. All but the first may follow from the first."""
    place, ours, theirs = Place(frame), pair.ours.frames[frame], pair.theirs.frames[frame]
    yield from _compare_vectors(place, What.MOVE, ours["move"], theirs["move"], pair.tolerance)
    yield from _compare_starts(pair, place)
    if pair.tells_passes:
        numbers = zip_longest(pair.ours.attempts_of(frame), pair.theirs.attempts_of(frame))
        for number, (left, right) in enumerate(numbers):
            yield from _walk_attempt(pair, replace(place, attempt=number), left, right)
    if not same_flags(ours["flags"], theirs["flags"]):
        yield Difference(place, What.FLAGS, name_flags(ours["flags"]), name_flags(theirs["flags"]))
    if not pair.same_bodies(ours["touched"], theirs["touched"]):
        names = pair.ours.body_name(int(ours["touched"])), pair.theirs.body_name(int(theirs["touched"]))
        yield Difference(place, What.TOUCHED, *names)
    gap = math.dist(ours["center"].tolist(), theirs["center"].tolist())
    if not gap <= pair.tolerance:
        yield Difference(place, What.CENTER, as_tuple(ours["center"]), as_tuple(theirs["center"]), gap)


def _compare_starts(pair: Pair, place: Place) -> Iterator[Difference]:
    """Compare where a frame began, if both tell it: it need not be where the frame before ended (teleports)."""
    frames = pair.ours.frames[place.frame], pair.theirs.frames[place.frame]
    spawned = place.frame == 0 and pair.ours.scenario is not None and pair.theirs.scenario is not None
    if spawned or all(frame["attempt_count"] for frame in frames):
        starts = pair.ours.start_center(place.frame), pair.theirs.start_center(place.frame)
        yield from _compare_vectors(place, What.START, *starts, pair.tolerance)


def _walk_attempt(pair: Pair, place: Place, ours: int | None, theirs: int | None) -> Iterator[Difference]:
    kinds = _name_kind(pair.ours.attempts, ours, AttemptKind), _name_kind(pair.theirs.attempts, theirs, AttemptKind)
    known = pair.ours.attempts[ours] if ours is not None else pair.theirs.attempts[theirs]
    place = replace(place, attempt_kind=AttemptKind(int(known["kind"])))
    if kinds[0] != kinds[1]:
        yield Difference(place, What.ATTEMPT, *kinds)
    if ours is None or theirs is None:
        return
    left, right = pair.ours.attempts[ours], pair.theirs.attempts[theirs]
    yield from _compare_vectors(place, What.ATTEMPT_MOVE, left["move"], right["move"], pair.tolerance)
    yield from _compare_vectors(place, What.ATTEMPT_START, left["start"], right["start"], pair.tolerance)
    passes = zip_longest(list_run_passes(pair.ours, ours), list_run_passes(pair.theirs, theirs))
    for number, (one, other) in enumerate(passes):
        yield from _walk_pass(pair, replace(place, run_pass=number), one, other)
    if left["slope_rule"] != right["slope_rule"]:
        yield Difference(place, What.SLOPE, _name_slope(left), _name_slope(right))


def _walk_pass(pair: Pair, place: Place, ours: int | None, theirs: int | None) -> Iterator[Difference]:
    kinds = _name_kind(pair.ours.passes, ours, PassKind), _name_kind(pair.theirs.passes, theirs, PassKind)
    known = pair.ours.passes[ours] if ours is not None else pair.theirs.passes[theirs]
    place = replace(place, pass_kind=PassKind(int(known["kind"])))
    if kinds[0] != kinds[1]:
        yield Difference(place, What.PASS, *kinds)
    if ours is None or theirs is None:
        return
    left, right = pair.ours.passes[ours], pair.theirs.passes[theirs]
    yield from _compare_vectors(place, What.PASS_MOVE, left["move"], right["move"], pair.tolerance)
    # Both are walked as far as both go; that one goes farther shows in its count, and the exit says why.
    both = zip(pair.ours.iterations_of(ours), pair.theirs.iterations_of(theirs), strict=False)
    for number, (one, other) in enumerate(both):
        yield from _compare_iterations(pair, replace(place, iteration=number), one, other)
    exits = Exit(int(left["exit"])), Exit(int(right["exit"]))
    if exits[0] != exits[1] and Exit.UNKNOWN not in exits:
        yield Difference(place, What.EXIT, exits[0].name.lower(), exits[1].name.lower())
    counts = int(left["iteration_count"]), int(right["iteration_count"])
    if counts[0] != counts[1]:
        yield Difference(place, What.ITERATIONS, *counts, abs(counts[0] - counts[1]))
    if left["restored"] != right["restored"]:
        yield Difference(place, What.RESTORED, bool(left["restored"]), bool(right["restored"]))


def _compare_iterations(pair: Pair, place: Place, ours: int, theirs: int) -> Iterator[Difference]:
    left, right = pair.ours.iterations[ours], pair.theirs.iterations[theirs]
    triangles = int(left["triangle"]), int(right["triangle"])
    names = _name_hit(pair.ours, left), _name_hit(pair.theirs, right)
    if left["hit"] != right["hit"]:
        yield Difference(place, What.HIT, *names, None, triangles)
    if not (left["hit"] and right["hit"]):
        return
    if not pair.same_bodies(left["body"], right["body"]):
        yield Difference(place, What.BODY, *names, None, triangles)
    distances = float(left["distance"]), float(right["distance"])
    if abs(distances[0] - distances[1]) > DISTANCE_TOLERANCE:
        yield Difference(place, What.DISTANCE, *distances, abs(distances[0] - distances[1]), triangles)
    normals = as_tuple(left["normal"]), as_tuple(right["normal"])
    turned = max(abs(a - b) for a, b in zip(*normals, strict=True))
    if turned > NORMAL_TOLERANCE:
        yield Difference(place, What.NORMAL, *normals, turned, triangles)


def _compare_vectors(place: Place, what: What, ours: Any, theirs: Any, tolerance: float) -> Iterator[Difference]:
    gap = measure_gap(ours, theirs)
    if gap > tolerance:
        yield Difference(place, what, as_tuple(ours), as_tuple(theirs), gap)


def _name_kind(records: Any, index: int | None, kinds: type[AttemptKind] | type[PassKind]) -> str | None:
    return None if index is None else kinds(int(records[index]["kind"])).name


def _name_hit(trace: Trace, iteration: Any) -> str | None:
    return trace.body_name(int(iteration["body"])) if iteration["hit"] else None


def _name_slope(attempt: Any) -> str:
    return SlopeRule(int(attempt["slope_rule"])).name.lower()


def name_flags(flags: int) -> str:
    """Return flags as words: `down, sides`."""
    names = [str(flag.name).lower() for flag in (Flags.DOWN, Flags.SIDES, Flags.UP) if int(flags) & flag]
    return ", ".join(names) or "none"


def as_tuple(vector: Any) -> tuple[float, ...]:
    """Return a vector of a record as plain numbers."""
    return tuple(vector.tolist())

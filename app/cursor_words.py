"""A moment of a trace, named by words of the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.lanes import find_experiments
from app.playback import Cursor, find_first
from engine.errors import InputError
from engine.trace import AttemptKind, PassKind

if TYPE_CHECKING:
    from engine.trace import Trace


@dataclass(frozen=True)
class Moment:
    """What to look at, as given: a frame, a pass of it, an iteration of that, the walk experiment."""

    frame: int | None = None
    pass_name: str | None = None
    iteration: int | None = None
    experiment: bool = False


def find_cursor(trace: Trace, moment: Moment) -> Cursor:
    """Return the cursor that the words name. Raises InputError, saying what there is instead."""
    chosen = _find_frame(trace, moment.frame, experiment=moment.experiment)
    if moment.pass_name is None:
        if moment.iteration is not None:
            raise InputError("--iteration needs --pass")
        return Cursor(chosen)
    kind = _find_pass_kind(moment.pass_name)
    # Without --frame, the first pass of that kind in the whole trace is meant.
    last = None if moment.frame is None and not moment.experiment else chosen + 1
    attempt_kind = AttemptKind.WALK_EXPERIMENT if moment.experiment else None
    cursor = find_first(trace, kind, from_frame=chosen, to_frame=last, attempt_kind=attempt_kind)
    if cursor is None:
        raise InputError(f"--pass {kind.name}: no such pass in " + (f"frame {chosen}" if last else "this trace"))
    return cursor if moment.iteration is None else _enter_iteration(trace, cursor, moment.iteration)


def _find_frame(trace: Trace, frame: int | None, *, experiment: bool) -> int:
    if frame is None:
        if not experiment:
            return 0
        frames = find_experiments(trace)
        if len(frames) == 0:
            raise InputError("--experiment: no walk experiment ran in this trace")
        return int(frames[0])
    chosen = frame + len(trace) if frame < 0 else frame
    if not 0 <= chosen < len(trace):
        raise InputError(f"--frame {frame}: this trace has frames 0 to {len(trace) - 1}")
    if experiment and chosen not in find_experiments(trace):
        raise InputError(f"--experiment: none ran in frame {chosen}")
    return chosen


def _find_pass_kind(name: str) -> PassKind:
    try:
        return PassKind[name.upper()]
    except KeyError:
        raise InputError(f"--pass {name}: expected one of {', '.join(kind.name for kind in PassKind)}") from None


def _enter_iteration(trace: Trace, cursor: Cursor, iteration: int) -> Cursor:
    assert cursor.attempt is not None
    assert cursor.pass_ is not None
    index = trace.passes_of(trace.attempts_of(cursor.frame)[cursor.attempt])[cursor.pass_]
    count = len(trace.iterations_of(index))
    if not 1 <= iteration <= count:
        raise InputError(f"--iteration {iteration}: that pass has {count or 'none'}, counted from 1")
    return Cursor(cursor.frame, cursor.attempt, cursor.pass_, iteration - 1)

"""How many candidates a sweep had, with the first and the last: 003 3.3's proof that the order is stable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.explain.words import NOT_RECORDED, Row
from engine.warm_up import is_warm

if TYPE_CHECKING:
    from engine.trace import Trace

NOT_COMPILED = "not looked up yet"
"""It takes compiled kernels, and nobody waits for the compiler here."""
_HELP = (
    "What lies in the box around this sweep, by body and triangle: how many, the first and the last. Looked up anew."
)


def list_candidate_rows(trace: Trace, iteration: int) -> tuple[Row, ...]:
    """Return the row of an iteration's candidates, by its index; none where the trace has no level."""
    if trace.scenario is None:
        return ()
    if not is_warm():
        return (Row("candidates", NOT_COMPILED, "", _HELP),)
    from engine.gathered import gather_iteration

    gathered = gather_iteration(trace, iteration)
    return (Row("candidates", NOT_RECORDED if gathered is None else gathered.words, "", _HELP),)

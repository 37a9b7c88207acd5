"""All cases, and the table of docs/cases.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.scenario import Controller
from tests.engine.cases.case import Case
from tests.engine.cases.jolt_cases import JOLT
from tests.engine.cases.other_cases import GHOST_EDGES, OPEN_KCC, RAPIER, UNITY
from tests.engine.cases.query_cases import PHYSX, PRECISION

CASES = (*JOLT, *RAPIER, *UNITY, *OPEN_KCC, *GHOST_EDGES, *PHYSX, *PRECISION)
"""In the order of the table."""
BEGIN, END = "<!-- table: SWEEPSCOPE_UPDATE_GOLDEN=1 -->", "<!-- end of the table -->"
"""Between these lines of the document, the table stands."""

Measured = Mapping[tuple[int, Controller], float]
"""Figures by the case's place in CASES and by controller."""


def write_table(measured: Measured) -> str:
    """Return the table as Markdown, with the figures that were measured."""
    return "\n".join(_list_rows(measured))


def _list_rows(measured: Measured) -> Iterator[str]:
    yield "| case | from | what happens | theirs | PhysX | `cct` | `slide` | verdict |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for number, case in enumerate(CASES):
        physx = "" if case.physx is None else case.say(case.physx)
        ours = [case.say(measured[number, controller]) for controller in Controller]
        cells = [case.id, case.source, case.what, case.theirs, physx, *ours, say_verdict(case)]
        yield f"| {' | '.join(cells)} |"


def say_verdict(case: Case) -> str:
    """Return whether the controllers agree with the other engine, and by which design they do not."""
    differing = [
        f"`{controller}` differs by design: {answer.reason}"
        for controller in Controller
        if (answer := case.answer_of(controller)).reason is not None
    ]
    return "; ".join(differing) if differing else "agrees"


def find_table(document: str) -> str:
    """Return the table that stands in the document."""
    _, begun, rest = document.partition(BEGIN)
    table, ended, _ = rest.partition(END)
    assert begun, f"docs/cases.md lacks the line {BEGIN}"
    assert ended, f"docs/cases.md lacks the line {END}"
    return table.strip()


def replace_table(document: str, table: str) -> str:
    """Return the document with another table."""
    head, tail = document.partition(BEGIN)[0], document.partition(END)[2]
    return f"{head}{BEGIN}\n{table}\n{END}{tail}"

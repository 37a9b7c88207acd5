"""The criteria of a scenario file: read with every key checked, and written again."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.criteria import KIND_MEASURE, MEASURES, MOST_FRAMES, Criterion, Event, PhysxFigure, Take
from engine.detect.finding import FindingKind
from engine.errors import InputError
from engine.files.reader import Node

CRITERION_KEYS = tuple(each.name for each in fields(Criterion))
PHYSX_KEYS = tuple(each.name for each in fields(PhysxFigure))
LIMITS = ("expect", "within", "at_least", "at_most", "above", "below")
KINDS = tuple(str(kind) for kind in FindingKind)


def read_criteria(node: Node | None, *, allows_physx: bool) -> tuple[Criterion, ...]:
    """Read the list of criteria; `allows_physx` where real PhysX has a say, which is for `cct` only."""
    return tuple(_read_criterion(item, allows_physx=allows_physx) for item in (node.items() if node else []))


def _read_criterion(node: Node, *, allows_physx: bool) -> Criterion:
    node.object(CRITERION_KEYS)
    measure = node["measure"].choice(tuple(MEASURES))
    if "kind" not in node and measure == KIND_MEASURE:
        raise node.complaint(f'"kind" is missing; expected one of {", ".join(KINDS)}')
    if "physx" in node and not allows_physx:
        raise node["physx"].complaint("expected for the controller cct only")
    values: dict[str, Any] = {key: node[key].number() for key in LIMITS if key in node}
    values |= {
        "measure": measure,
        "take": Take(node["take"].choice(tuple(Take))) if "take" in node else None,
        "kind": node["kind"].choice(KINDS) if "kind" in node else None,
        "frames": _read_frames(node["frames"]) if "frames" in node else None,
        "after": Event(node["after"].choice(tuple(Event))) if "after" in node else None,
        "note": node["note"].text() if "note" in node else "",
        "physx": _read_physx(node["physx"]) if "physx" in node else None,
    }
    try:
        return Criterion(**values)
    except InputError as error:  # what no single key has wrong, but all of them together
        raise node.complaint(str(error)) from error


def _read_frames(node: Node) -> tuple[int, int]:
    items = node.items()
    if len(items) != 2:
        raise node.error("two frame numbers, the first and the last")
    first, last = (item.integer(-MOST_FRAMES, MOST_FRAMES) for item in items)
    if first > last and (first < 0) == (last < 0):
        raise node.error("two frame numbers, the first and the last, in that order")
    return first, last


def _read_physx(node: Node) -> PhysxFigure:
    node.object(PHYSX_KEYS)
    return PhysxFigure(node["expect"].number(), node["within"].number(low=0), node["why"].text())


def write_criterion(criterion: Criterion) -> dict[str, Any]:
    """Return a criterion as a file holds it: what is not set is left out."""
    written: dict[str, Any] = {}
    for name in CRITERION_KEYS:
        value = getattr(criterion, name)
        if value is None or value == "":
            continue
        match value:
            case Take() | Event():
                written[name] = str(value)
            case PhysxFigure():
                written[name] = {key: getattr(value, key) for key in PHYSX_KEYS}
            case tuple():
                written[name] = list(value)
            case _:
                written[name] = value
    return written

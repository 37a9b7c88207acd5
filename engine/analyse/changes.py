"""In which values two scenarios differ: settings, rules, capsule, time step. Level and input are not compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.scenario import SETTINGS
from engine.settings import knobs_of

if TYPE_CHECKING:
    from engine.scenario import Scenario

Value = bool | int | float | str | tuple[float, ...] | None


@dataclass(frozen=True)
class Change:
    """A value that two scenarios do not share."""

    name: str
    """As `--set` has it: `step_offset`, `rules.sensor`, `capsule.radius`."""
    ours: Value
    theirs: Value


def list_changes(ours: Scenario | None, theirs: Scenario | None) -> tuple[Change, ...]:
    """Return what differs, settings first; nothing if one of the scenarios is not known."""
    if ours is None or theirs is None:
        return ()
    values = _list_values(ours), _list_values(theirs)
    if ours.controller != theirs.controller:
        # Other controllers have other settings and rules: only what both have can be set side by side.
        names = [name for name in values[0] if name in values[1]]
    else:
        names = list(values[0])
    return tuple(Change(name, values[0][name], values[1][name]) for name in names if values[0][name] != values[1][name])


def _list_values(scenario: Scenario) -> dict[str, Value]:
    values: dict[str, Value] = {"controller": str(scenario.controller)}
    values |= {name: getattr(scenario.settings, name) for name, _ in knobs_of(SETTINGS[scenario.controller])}
    rules = scenario.rule_set
    values |= {f"rules.{name}": getattr(rules, name) for name, _ in knobs_of(rules)}
    capsule = scenario.capsule
    values |= {"capsule.radius": capsule.radius, "capsule.height": capsule.height, "capsule.center": capsule.center}
    return values | {"up": scenario.up, "dt": scenario.dt}

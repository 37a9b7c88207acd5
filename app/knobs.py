"""Edits of a scenario's values by name: settings, rules, capsule, time step. Pure; what is wrong raises InputError."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.errors import InputError
from engine.scenario import RULES, SETTINGS, Controller
from engine.settings import knobs_of

if TYPE_CHECKING:
    from engine.scenario import Scenario
    from engine.settings import Settings

Value = bool | int | float | str | None


def change_setting(scenario: Scenario, name: str, value: Value) -> Scenario:
    """Return a scenario with another setting; the knob checks the value."""
    if name not in {known for known, _ in knobs_of(scenario.settings)}:
        raise InputError(f'settings: "{name}" is no setting of {scenario.controller}')
    values: dict[str, Any] = {name: value}
    settings: Settings = replace(scenario.settings, **values)
    return replace(scenario, settings=settings)


def change_rule(scenario: Scenario, name: str, choice: str) -> Scenario:
    """Return a scenario with another choice of a rule; what equals the preset's again is no change."""
    preset = replace(scenario, rule_changes=()).rule_set
    if not hasattr(preset, name):
        raise InputError(f'rules: "{name}" is no rule of {scenario.controller}')
    changes = {known: old for known, old in scenario.rule_changes if known != name}
    if getattr(preset, name) != choice:
        changes[name] = choice
    return replace(scenario, rule_changes=tuple(changes.items()))


def change_preset(scenario: Scenario, preset: str) -> Scenario:
    """Return a scenario with the rules of a preset, and nothing changed in them."""
    return replace(scenario, rules=preset, rule_changes=())


def change_controller(scenario: Scenario, controller: Controller) -> Scenario:
    """Return a scenario for the other controller; settings that both have under one name keep their value."""
    if controller is scenario.controller:
        return scenario
    kind = SETTINGS[controller]
    shared = {name for name, _ in knobs_of(kind)} & {name for name, _ in knobs_of(scenario.settings)}
    kept = {name: getattr(scenario.settings, name) for name in shared}
    return replace(scenario, settings=kind(**kept), rules=RULES[controller][0], rule_changes=())


def change_capsule(
    scenario: Scenario, *, radius: float | None = None, height: float | None = None, keep_feet: bool = True
) -> Scenario:
    """Return a scenario with a capsule of another size, metres; its feet stay where they are."""
    capsule = scenario.capsule
    size = (capsule.radius if radius is None else radius, capsule.height if height is None else height)
    resized = replace(capsule, radius=size[0], height=size[1])
    if keep_feet:
        rise = (size[0] + 0.5 * size[1]) - (capsule.radius + 0.5 * capsule.height)
        resized = resized.moved_to(capsule.along_up(rise))
    return replace(scenario, capsule=resized)


def list_changed_settings(scenario: Scenario) -> tuple[str, ...]:
    """Return the settings that differ from their default."""
    return tuple(name for name, knob in knobs_of(scenario.settings) if getattr(scenario.settings, name) != knob.default)

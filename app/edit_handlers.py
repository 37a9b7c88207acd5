"""What the commands that edit do: they change the plan of the run that is wanted; the session has it made.

Pure but for presets, whose small files are read and written here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from app import commands as ask
from app.editing import Plan
from app.knobs import change_capsule, change_controller, change_preset, change_rule, change_setting
from app.paths import expand_path
from app.presets import SUFFIX as PRESET_SUFFIX
from app.presets import (
    apply_preset,
    delete_preset,
    name_preset,
    read_preset,
    save_preset,
    take_preset,
    write_preset,
)
from engine.errors import InputError
from engine.scenario import SETTINGS

if TYPE_CHECKING:
    from app.state import State
    from engine.scenario import Scenario


def wanted_scenario(state: State) -> Scenario:
    """Return the scenario as it has been edited so far. Raises InputError if nothing can be edited."""
    if state.document is None:
        raise InputError("nothing is open that could be edited")
    if state.editing.plan is None:
        raise InputError(f"{state.document.name}: a trace without a scenario cannot be simulated again")
    return state.editing.plan.scenario


def is_same(one: Scenario, other: Scenario) -> bool:
    """Tell whether two scenarios of one file have the same values; levels are the same only if they are one."""
    pairs = [(each.name, getattr(one, each.name), getattr(other, each.name)) for each in fields(one)]
    return all(mine is its or (name != "level" and mine == its) for name, mine, its in pairs)


def change_plan(state: State, scenario: Scenario, words: str, gesture: str = "", frame: int = 0) -> State:
    """Return the state that wants another run; equal scenarios leave it as it is."""
    if is_same(scenario, wanted_scenario(state)):
        return state
    document, plan = state.document, state.editing.plan
    assert document is not None
    assert plan is not None
    fork = Plan(scenario)
    if frame > 0 and plan.base is not None and frame <= plan.frame:
        # The frames before are the base's: what is shown was made by other settings from there on.
        fork = Plan(scenario, plan.base, frame)
    elif frame > 0:
        fork = Plan(scenario, document.trace, frame)
    elif plan.base is not None and gesture and state.editing.past and state.editing.past[-1].gesture == gesture:
        fork = replace(plan, scenario=scenario)
    return replace(state, editing=state.editing.change(fork, words, gesture))


def _edit_scenario(state: State, command: ask.EditScenario) -> State:
    return change_plan(state, command.scenario, command.words, command.gesture, command.frame)


def _set_setting(state: State, command: ask.SetSetting) -> State:
    changed = change_setting(wanted_scenario(state), command.name, command.value)
    value = getattr(changed.settings, command.name)
    shown = f"{value:.4g}" if isinstance(value, float) else str(value).lower()
    return change_plan(state, changed, f"{command.name} {shown}", command.gesture, command.frame)


def _set_rule(state: State, command: ask.SetRule) -> State:
    changed = change_rule(wanted_scenario(state), command.name, command.choice)
    return change_plan(state, changed, f"rule {command.name} {command.choice}", "", command.frame)


def _set_capsule(state: State, command: ask.SetCapsule) -> State:
    changed = change_capsule(wanted_scenario(state), radius=command.radius, height=command.height)
    size = changed.capsule
    return change_plan(state, changed, f"capsule {size.radius:.4g} by {size.height:.4g} m", command.gesture)


def _reset_knobs(state: State, command: ask.ResetKnobs) -> State:
    scenario, saved = wanted_scenario(state), state.editing.saved
    if command.to_file and saved is not None:
        kept = saved.scenario
        changed = replace(scenario, settings=kept.settings, rules=kept.rules, rule_changes=kept.rule_changes)
        return change_plan(state, changed, "settings and rules of the file")
    changed = replace(scenario, settings=SETTINGS[scenario.controller](), rules="", rule_changes=())
    return change_plan(state, changed, "default settings and rules")


def _toggle_scene_editing(state: State, _command: ask.ToggleSceneEditing) -> State:
    if not state.is_scene_editing:
        wanted_scenario(state)  # says why, if nothing can be edited
    return replace(state, is_scene_editing=not state.is_scene_editing)


def _save_preset(state: State, command: ask.SavePreset) -> State:
    save_preset(take_preset(wanted_scenario(state), command.name))
    return state


def _share_preset(state: State, command: ask.SharePreset) -> State:
    path = expand_path(command.path)
    if not path.name.endswith(PRESET_SUFFIX):
        path = path.with_name(f"{path.name}{PRESET_SUFFIX}")
    write_preset(take_preset(wanted_scenario(state), name_preset(path)), path)
    return state


def _load_preset(state: State, command: ask.LoadPreset) -> State:
    scenario = wanted_scenario(state)
    preset = read_preset(expand_path(command.path))
    return change_plan(state, apply_preset(scenario, preset), f"preset {preset.name}")


def _delete_preset(state: State, command: ask.DeletePreset) -> State:
    delete_preset(command.path)
    return state


EDIT_HANDLERS: dict[type[ask.Command], Callable[[Any, Any], Any]] = {
    ask.EditScenario: _edit_scenario,
    ask.SetSetting: _set_setting,
    ask.SetRule: _set_rule,
    ask.SetRulePreset: lambda state, c: change_plan(
        state, change_preset(wanted_scenario(state), c.preset), f"rules {c.preset}", frame=c.frame
    ),
    ask.SetController: lambda state, c: change_plan(
        state, change_controller(wanted_scenario(state), c.controller), f"controller {c.controller}"
    ),
    ask.SetCapsule: _set_capsule,
    ask.ResetKnobs: _reset_knobs,
    ask.ToggleForking: lambda state, _: replace(state, is_forking=not state.is_forking),
    ask.ToggleSceneEditing: _toggle_scene_editing,
    ask.SavePreset: _save_preset,
    ask.SharePreset: _share_preset,
    ask.LoadPreset: _load_preset,
    ask.DeletePreset: _delete_preset,
    ask.Undo: lambda state, _: replace(state, editing=state.editing.undo()),
    ask.Redo: lambda state, _: replace(state, editing=state.editing.redo()),
}
"""From a state and a command to the next state."""

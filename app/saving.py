"""The scenario as it is now, with what was edited and driven, to a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.edit_handlers import wanted_scenario
from app.paths import expand_path
from app.preferences import MOST_RECENT
from engine.files.scenario_file import SUFFIX
from engine.files.scenario_writer import write_scenario

if TYPE_CHECKING:
    from app.state import State


def suggest_path(state: State) -> Path:
    """Return a name in the folder of what is open that no file has yet."""
    name = "scenario" if state.document is None else state.document.name
    path, number = state.folder / f"{name}-driven{SUFFIX}", 2
    while path.exists():
        path, number = path.with_name(f"{name}-driven-{number}{SUFFIX}"), number + 1
    return path


def save_scenario(state: State, path: Path) -> State:
    """Write the scenario that is wanted, and return the state in which that file is open. Raises InputError."""
    scenario, document, plan = wanted_scenario(state), state.document, state.editing.plan
    assert document is not None
    assert plan is not None
    path = complete_path(path)
    saved = replace(scenario, name=path.name.removesuffix(SUFFIX), path=path)
    write_scenario(saved, path)
    fresh = replace(plan, scenario=saved)
    if document.trace.scenario is scenario:
        trace = replace(document.trace, scenario=saved)
        document = replace(document, trace=trace, scene=replace(document.scene, trace=trace))
    recent = (path, *(each for each in state.recent if each != path))[:MOST_RECENT]
    return replace(
        state,
        document=replace(document, path=path),
        editing=replace(state.editing, plan=fresh, saved=fresh),
        recent=recent,
        save_open=False,
    )


def complete_path(path: Path) -> Path:
    """Return a path as scenarios are named: absolute, with their suffix."""
    path = expand_path(path)
    return path if path.name.endswith(SUFFIX) else path.with_name(f"{path.name.removesuffix('.json')}{SUFFIX}")

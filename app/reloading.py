"""What becomes of the window when the open file changes on disk: cursor and camera stay, the run before is a ghost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from app.camera import follow
from app.documents import make_document
from app.editing import Editing, Plan
from app.handlers import show_run
from app.measure import as_vec3, cursor_center
from app.playback import Cursor
from app.runs import add_other, compare_again, free_slot, make_other
from app.watching import merge_scenario
from engine.files.opening import spawn_trace

if TYPE_CHECKING:
    from app.state import Document, State
    from app.watching import Reread
    from engine.scenario import Scenario


def show_reread(state: State, reread: Reread) -> State:
    """Return the state that shows a file as it is now; a scenario's run is yet to be made (its plan is another)."""
    if reread.scenario is not None:
        return _show_scenario(state, reread.scenario)
    if reread.document is None or state.document is None:
        return state
    if state.is_following:
        return _show_more(state, reread.document)
    return _show_trace(state, reread.document)


def _show_scenario(state: State, after: Scenario) -> State:
    """Plan the run of what the file holds now, with what was edited and driven since it was opened."""
    editing, document = state.editing, state.document
    assert document is not None
    if editing.plan is None:
        return state
    before = editing.plan if editing.saved is None else editing.saved
    merged = merge_scenario(before.scenario, editing.plan.scenario, after)
    plan = Plan(merged)
    saved = Plan(after) if editing.is_changed else plan
    editing = replace(editing.change(plan, "file changed on disk"), saved=saved)
    if merged.frame_count > 0:
        return replace(state, editing=editing)
    spawn = make_document(document.path, spawn_trace(merged), previous=document.scene)
    return replace(show_run(state, spawn), editing=editing)


def _show_trace(state: State, fresh: Document) -> State:
    """Show another trace of the same file; the one before stays as a ghost. What was driven on from it is kept."""
    old = state.document
    assert old is not None
    if state.editing.is_changed:
        return state
    others = compare_again((run for run in old.others if not run.is_before), fresh.trace)
    slot = next((run.slot for run in old.others if run.is_before), free_slot(old.others))
    if slot is not None:
        before = make_other(old.trace, fresh.scene, slot, "before the change", is_before=True)
        fresh = replace(fresh, others=add_other(others, before), compared=slot)
    scenario = fresh.trace.scenario
    plan = None if scenario is None else Plan(scenario)
    return replace(show_run(state, fresh), editing=Editing(plan, saved=plan))


def _show_more(state: State, fresh: Document) -> State:
    """Show a trace that has grown; a cursor at its end stays at the end, and the camera with it."""
    old, cursor = state.document, state.playback.cursor
    assert old is not None
    if state.editing.is_changed:
        return state
    scenario = fresh.trace.scenario
    plan = None if scenario is None else Plan(scenario)
    fresh = replace(fresh, others=compare_again(old.others, fresh.trace), compared=old.compared, health=old.health)
    shown = replace(show_run(state, fresh), editing=Editing(plan, saved=plan))
    if cursor.frame < len(old.trace) - 1:
        return shown
    last = Cursor(len(fresh.trace) - 1)
    camera = state.camera
    if camera.mode == "follow":
        way = np.asarray(cursor_center(fresh.trace, last)) - cursor_center(old.trace, cursor)
        camera = follow(camera, as_vec3(np.asarray(camera.target) + way))
    return replace(shown, playback=state.playback.seek(last), camera=camera)

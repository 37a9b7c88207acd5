"""What the commands do. Pure: from a state and a command to the next state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import commands as ask
from app.draw.options import toggle_layer
from app.edit_handlers import EDIT_HANDLERS
from app.editing import begin_editing
from app.explain import tell_difference
from app.framing import choose_view
from app.lanes import find_events, find_experiments
from app.navigation import CAMERA_HANDLERS
from app.paths import expand_path
from app.playback import Cursor, Playback, clamp, step
from app.preferences import MOST_RECENT
from app.runs import MOST_OTHERS, OtherRun, add_other, change_run, find_run, free_slot, make_other
from app.selection import Selection, follow_bodies, select
from app.series import find_gate, find_quantity
from app.state import Document, State
from engine.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PICTURE_STEM = "sweepscope"
LONGEST_STEM_BYTES = 200
"""File systems take names of 255 bytes: the rest is for the frame's number and the suffix."""


def obey(state: State, command: ask.Command, aspect: float) -> State:
    """Return the next state. `aspect` is the viewport's width by its height. Raises InputError."""
    change = CAMERA_HANDLERS.get(type(command))
    if change is not None:
        return replace(state, camera=change(state, command, aspect))
    return HANDLERS[type(command)](state, command)


def show_document(state: State, document: Document, aspect: float) -> State:
    """Return the state that shows a document from its first frame on."""
    recent = state.recent
    if document.microtest is None:
        recent = (document.path, *(path for path in state.recent if path != document.path))[:MOST_RECENT]
    old = state.playback
    return replace(
        state,
        document=document,
        editing=begin_editing(document.trace.scenario),
        playback=Playback(speed=old.speed, loop=old.loop),
        selection=Selection(),
        camera=choose_view(document.trace, Cursor(0), aspect),
        timeline_range=(0.0, float(len(document.trace) - 1)),
        recent=recent,
        folder=state.folder if document.microtest else document.path.parent,
        opening=None,
        stage="",
    )


def show_run(state: State, document: Document) -> State:
    """Return the state that shows another run of what is open; cursor, selection and camera stay as far as they can."""
    old = state.document
    trace, playback = document.trace, state.playback
    cursor = clamp(trace, playback.cursor)
    shown = replace(state, document=document, playback=playback if cursor == playback.cursor else playback.seek(cursor))
    if old is not None and old.trace.body_names != trace.body_names:
        shown = replace(shown, selection=follow_bodies(state.selection, old.trace, trace))
    if old is not None and len(old.trace) == len(trace):
        return shown
    return replace(shown, timeline_range=(0.0, float(len(trace) - 1)))


def _browse_folder(state: State, command: ask.BrowseFolder) -> State:
    folder = expand_path(command.path)
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder")
    return replace(state, folder=folder)


def _seek(state: State, cursor: Cursor) -> State:
    if state.document is None:
        return state
    return replace(state, playback=state.playback.seek(clamp(state.document.trace, cursor)))


def _step_cursor(state: State, command: ask.StepCursor) -> State:
    if state.document is None:
        return state
    cursor = step(state.document.trace, state.playback.cursor, command.depth, command.direction)
    return replace(state, playback=replace(state.playback, cursor=cursor, playing=False, fraction=0.0))


def _go_to_end(state: State, command: ask.GoToEnd) -> State:
    document = state.document
    last = 0 if document is None else len(document.trace) - 1
    return _seek(state, Cursor(0 if command.direction < 0 else last))


def _go_to_experiment(state: State, command: ask.GoToExperiment) -> State:
    if state.document is None:
        return state
    return _go_to_next(state, find_experiments(state.document.trace), command.direction, "walk experiment")


def _go_to_event(state: State, command: ask.GoToEvent) -> State:
    if state.document is None:
        return state
    return _go_to_next(state, find_events(state.document.trace), command.direction, "event")


def _go_to_next(state: State, frames: NDArray[np.int32], direction: int, word: str) -> State:
    """Go to the nearest of some frames, in order, after (+1) or before (-1) the cursor's. Raises InputError."""
    here = state.playback.cursor.frame
    ahead = frames[frames > here] if direction > 0 else frames[frames < here][::-1]
    if len(ahead) == 0:
        raise InputError(f"no {word} {'after' if direction > 0 else 'before'} this frame")
    return _seek(state, Cursor(int(ahead[0])))


def _go_to_difference(state: State, _command: ask.GoToDifference) -> State:
    ghost = None if state.document is None else state.document.ghost
    if ghost is None:
        raise InputError("no ghost is open to compare with")
    if ghost.comparison.first is None:
        raise InputError(f"ghost: {tell_difference(ghost.comparison).lower()}")
    return _seek(state, Cursor(ghost.comparison.first))


def _go_to_finding(state: State, command: ask.GoToFinding) -> State:
    findings = () if state.document is None else state.document.findings
    if not 0 <= command.number < len(findings):
        raise InputError(f"no finding {command.number}: there are {len(findings)}")
    return _seek(state, Cursor(findings[command.number].first))


def _close_ghost(state: State, _command: ask.CloseGhost) -> State:
    ghost = None if state.document is None else state.document.ghost
    return state if ghost is None else _close_run(state, ask.CloseRun(ghost.slot))


def _change_document(state: State, **changed: Any) -> State:
    assert state.document is not None
    return replace(state, document=replace(state.document, **changed))


def _get_run(state: State, slot: int) -> OtherRun:
    run = None if state.document is None else find_run(state.document.others, slot)
    if run is None:
        raise InputError(f"no other run has the number {slot + 1}")
    return run


def _close_run(state: State, command: ask.CloseRun) -> State:
    closed = _get_run(state, command.slot)
    assert state.document is not None
    return _change_document(state, others=tuple(run for run in state.document.others if run is not closed))


def _change_run(state: State, slot: int, **changed: Any) -> State:
    _get_run(state, slot)
    assert state.document is not None
    return _change_document(state, others=change_run(state.document.others, slot, **changed))


def _rename_run(state: State, command: ask.RenameRun) -> State:
    name = command.name.strip()
    if not name:
        raise InputError("a run needs a name")
    if command.slot == ask.OWN_RUN and state.document is not None:
        return _change_document(state, run_name=name)
    return _change_run(state, command.slot, name=name, is_before=False)


def _compare_with(state: State, command: ask.CompareWith) -> State:
    return _change_document(state, compared=_get_run(state, command.slot).slot)


def _keep_run(state: State, command: ask.KeepRun) -> State:
    document = state.document
    if document is None:
        raise InputError("nothing is open whose run could be kept")
    slot = free_slot(document.others)
    if slot is None:
        raise InputError(f"{MOST_OTHERS} other runs are kept already; close one first")
    name = command.name.strip() or document.run_name
    run = make_other(document.trace, document.scene, slot, name, findings=document.findings)
    return _change_document(state, others=add_other(document.others, run))


def _toggle_play(state: State, _command: ask.TogglePlay) -> State:
    if state.document is None:
        return state
    return replace(state, playback=state.playback.toggle(len(state.document.trace)))


def _select_pick(state: State, command: ask.SelectPick) -> State:
    if state.document is None:
        return state
    selection, cursor = select(state.document.trace, state.playback.cursor, command.pick)
    return replace(state, selection=selection, playback=state.playback.seek(cursor))


def _set_timeline_range(state: State, command: ask.SetTimelineRange) -> State:
    document = state.document
    last = 0.0 if document is None else float(len(document.trace) - 1)
    first = min(max(command.first, 0.0), last)
    return replace(state, timeline_range=(first, min(max(command.last, first), last)))


def _take_picture(state: State, command: ask.TakePicture) -> State:
    return replace(state, picture=command.path or _free_picture_name(state))


def _free_picture_name(state: State) -> Path:
    """Return a name in the current folder that no file has yet."""
    name = PICTURE_STEM
    if state.document is not None:
        stem = state.document.name.encode()[:LONGEST_STEM_BYTES].decode(errors="ignore")
        name = f"{stem}-frame{state.playback.cursor.frame}"
    path, number = Path.cwd() / f"{name}.png", 2
    while path.exists():
        path, number = path.with_name(f"{name}-{number}.png"), number + 1
    return path


def _toggle_plot(state: State, command: ask.TogglePlot) -> State:
    if find_quantity(command.name) is None and find_gate(command.name) is None:
        raise InputError(f'plots: "{command.name}" is neither a quantity nor a gate')
    kept = tuple(name for name in state.plots if name != command.name)
    return replace(state, plots=kept if len(kept) < len(state.plots) else (*kept, command.name))


def _toggle_panel(state: State, command: ask.TogglePanel) -> State:
    return replace(state, hidden_panels=state.hidden_panels ^ {command.title})


def _let_go(state: State, _command: ask.LetGo) -> State:
    if state.help_open:
        return replace(state, help_open=False)
    if state.selection:
        return replace(state, selection=Selection())
    if state.playback.cursor.attempt is not None:
        return _seek(state, Cursor(state.playback.cursor.frame))
    return replace(state, messages=()) if state.messages else state


def _ask_for_path(state: State, _command: ask.AskForPath) -> State:
    shown = state.hidden_panels - {"Scenarios"}
    return replace(state, hidden_panels=shown, path_requests=state.path_requests + 1)


def _toggle_capture(state: State, _command: ask.ToggleCapture) -> State:
    if state.driving is None:
        return state
    return replace(state, driving=replace(state.driving, is_captured=not state.driving.is_captured))


def _dismiss_message(state: State, command: ask.DismissMessage) -> State:
    kept = tuple(message for message in state.messages if message.number != command.number)
    return replace(state, messages=kept)


HANDLERS: dict[type[ask.Command], Callable[[State, Any], State]] = {
    ask.BrowseFolder: _browse_folder,
    ask.SetCursor: lambda state, command: _seek(state, command.cursor),
    ask.StepCursor: _step_cursor,
    ask.GoToEnd: _go_to_end,
    ask.GoToExperiment: _go_to_experiment,
    ask.GoToEvent: _go_to_event,
    ask.GoToDifference: _go_to_difference,
    ask.GoToFinding: _go_to_finding,
    ask.CloseGhost: _close_ghost,
    ask.CloseRun: _close_run,
    ask.ToggleRun: lambda state, c: _change_run(state, c.slot, is_shown=not _get_run(state, c.slot).is_shown),
    ask.RenameRun: _rename_run,
    ask.CompareWith: _compare_with,
    ask.KeepRun: _keep_run,
    ask.TogglePlay: _toggle_play,
    ask.SetSpeed: lambda state, c: replace(state, playback=replace(state.playback, speed=c.speed)),
    ask.ToggleLoop: lambda state, _: replace(state, playback=replace(state.playback, loop=not state.playback.loop)),
    ask.SetTimelineRange: _set_timeline_range,
    ask.SelectPick: _select_pick,
    ask.ToggleLayer: lambda state, c: replace(state, options=toggle_layer(state.options, c.name)),
    ask.SetTheme: lambda state, c: replace(state, theme=c.name),
    ask.SetScale: lambda state, c: replace(state, scale=c.scale),
    ask.ResetLayout: lambda state, _: replace(state, layout_resets=state.layout_resets + 1, hidden_panels=frozenset()),
    ask.TogglePanel: _toggle_panel,
    ask.ToggleLogTag: lambda state, c: replace(state, hidden_tags=state.hidden_tags ^ {c.tag}),
    ask.TogglePlot: _toggle_plot,
    ask.LetGo: _let_go,
    ask.AskForPath: _ask_for_path,
    ask.ToggleCapture: _toggle_capture,
    ask.AskToSave: lambda state, _: replace(state, save_open=not state.save_open),
    ask.ToggleHelp: lambda state, _: replace(state, help_open=not state.help_open),
    ask.ToggleHealth: lambda state, _: replace(state, health_open=not state.health_open),
    ask.TakePicture: _take_picture,
    ask.DismissMessage: _dismiss_message,
    ask.Quit: lambda state, _: replace(state, finished=True),
    **EDIT_HANDLERS,
}
"""What each command does, from a state to the next; those of the camera are in `app.navigation`."""

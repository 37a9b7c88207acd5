"""What the commands do. Pure: from a state and a command to the next state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import commands as ask
from app.draw.options import toggle_layer
from app.explain import tell_difference
from app.framing import choose_view
from app.lanes import find_events, find_experiments
from app.navigation import CAMERA_HANDLERS
from app.paths import expand_path
from app.playback import Cursor, Playback, clamp, step
from app.preferences import MOST_RECENT
from app.selection import Selection, select
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
    recent = (document.path, *(path for path in state.recent if path != document.path))[:MOST_RECENT]
    old = state.playback
    return replace(
        state,
        document=document,
        playback=Playback(speed=old.speed, loop=old.loop),
        selection=Selection(),
        camera=choose_view(document.trace, Cursor(0), aspect),
        timeline_range=(0.0, float(len(document.trace) - 1)),
        recent=recent,
        folder=document.path.parent,
        opening=None,
        stage="",
    )


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
    if state.document is None or state.document.ghost is None:
        return state
    return replace(state, document=replace(state.document, ghost=None))


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
    ask.LetGo: _let_go,
    ask.AskForPath: _ask_for_path,
    ask.ToggleHelp: lambda state, _: replace(state, help_open=not state.help_open),
    ask.ToggleHealth: lambda state, _: replace(state, health_open=not state.health_open),
    ask.TakePicture: _take_picture,
    ask.DismissMessage: _dismiss_message,
    ask.Quit: lambda state, _: replace(state, finished=True),
}
"""What each command does, from a state to the next; those of the camera are in `app.navigation`."""

"""The state of the window, changed only by commands; and the files that are read in the background."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app import commands as ask
from app.cursor_words import Moment, find_cursor
from app.draw.options import toggle_layer
from app.draw.scene import prepare_scene
from app.framing import choose_view, read_camera
from app.lanes import build_lanes, find_experiments
from app.navigation import CAMERA_HANDLERS, follow_capsule
from app.paths import write_path
from app.playback import Cursor, Playback, clamp, step
from app.preferences import MOST_RECENT, Preferences
from app.selection import Selection, follow_cursor, select
from app.state import Document, Message, State
from engine.errors import InputError
from engine.files.opening import open_trace
from engine.trace import Trace

DEFAULT_ASPECT = 16 / 9
"""Of the viewport, before it has been laid out."""
FALLBACK_DT_S = 1 / 60
"""Seconds a frame, for traces that do not say."""
PICTURE_STEM = "sweepscope"
LONGEST_STEM_BYTES = 200
"""File systems take names of 255 bytes: the rest is for the frame's number and the suffix."""


def read_document(path: Path) -> Document:
    """Read a file and make what is heavy from it. Raises InputError."""
    trace = open_trace(path)
    if len(trace) == 0:
        raise InputError(f"{path}: frames: at least one frame is needed, got none")
    return make_document(path, trace)


def make_document(path: Path, trace: Trace) -> Document:
    """Make what is heavy from a trace of at least one frame."""
    return Document(path, trace, prepare_scene(trace), build_lanes(trace))


@dataclass(frozen=True)
class _Job:
    command: ask.OpenFile
    future: Future[Document]


class Session:
    """Owns the state. `revision` counts its changes: nothing is redrawn while it stands still."""

    def __init__(self, preferences: Preferences | None = None) -> None:
        remembered = preferences or Preferences()
        self.state = State(
            options=remembered.options,
            theme=remembered.theme,
            recent=tuple(Path(text) for text in remembered.recent),
            folder=Path(remembered.folder) if remembered.folder else Path.cwd(),
            hidden_panels=frozenset(remembered.hidden_panels),
        )
        self.aspect = DEFAULT_ASPECT
        """Width by height of the viewport, told by whoever draws it."""
        self.revision = 0
        self._message_count = 0
        self._worker: ThreadPoolExecutor | None = None
        self._job: _Job | None = None

    def apply(self, command: ask.Command) -> None:
        """Obey a command. What is wrong with it becomes a message; the session goes on."""
        try:
            changed = HANDLERS[type(command)](self, command)
        except InputError as error:
            self.tell(str(error), is_error=True)
            return
        self._put(changed)

    def _put(self, changed: State) -> None:
        before = self.state
        if changed.playback.cursor != before.playback.cursor and changed.document is not None:
            changed = _follow(changed)
        if changed is not before:
            self.state = changed
            self.revision += 1

    def tell(self, text: str, *, is_error: bool) -> None:
        """Show a message until it is dismissed; the same words are not shown twice."""
        text = write_path(text)
        self._message_count += 1
        kept = tuple(message for message in self.state.messages if message.text != text)
        message = Message(self._message_count, text, is_error)
        self._put(replace(self.state, messages=(*kept, message)))

    def open_now(self, path: Path) -> None:
        """Read a file at once and show it. Raises InputError: for the command line, where there is nobody to tell."""
        self.show(read_document(path))

    def show(self, document: Document) -> None:
        """Show what has been read or made already, from its first frame on."""
        self._put(_show(self, document))

    def look_at(self, moment: Moment | None, camera: str) -> None:
        """Go to a moment and look from a place, in the words of the command line. Raises InputError."""
        document = self.state.document
        if document is None:
            return
        if moment is not None:
            self.apply(ask.SetCursor(find_cursor(document.trace, moment)))
            self.apply(ask.FrameCapsule())
        if camera:
            self._put(replace(self.state, camera=read_camera(camera, self.state.camera, document.trace, self.aspect)))

    def start_reading(self, command: ask.OpenFile) -> None:
        """Read a file in the background; a later request replaces an earlier one."""
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="reader")
        if self._job is not None:
            self._job.future.cancel()
        self._job = _Job(command, self._worker.submit(read_document, command.path))

    @property
    def is_busy(self) -> bool:
        """Whether a file is being read, or a trace plays: time alone changes the picture."""
        return self._job is not None or self.state.playback.playing

    def advance(self, elapsed_s: float) -> None:
        """Let time pass: play on, and take what the background has finished."""
        self._collect()
        document, playback = self.state.document, self.state.playback
        if document is not None and playback.playing:
            dt = document.trace.scenario.dt if document.trace.scenario else FALLBACK_DT_S
            self._put(replace(self.state, playback=playback.advance(len(document.trace), dt, elapsed_s)))

    def _collect(self) -> None:
        if self._job is None or not self._job.future.done():
            return
        job, self._job = self._job, None
        try:
            self._put(_show(self, job.future.result()))
            self.look_at(job.command.moment, job.command.camera)
        except Exception as error:  # whatever a file does to the reader, the session goes on
            self._put(replace(self.state, opening=None))
            self.tell(_describe_failure(job.command.path, error), is_error=True)

    def wait(self) -> None:
        """Wait until the background has nothing more to do. For tests and pictures."""
        if self._job is not None:
            self._job.future.exception()
            self._collect()

    def finish_picture(self) -> None:
        """Note that the picture that was asked for is being saved."""
        self._put(replace(self.state, picture=None))

    def remember(self, layout: str, scale: float) -> Preferences:
        """Return what the next start is to know."""
        state = self.state
        return Preferences(
            recent=tuple(map(str, state.recent)),
            folder=str(state.folder),
            theme=state.theme,
            scale=scale,
            options=state.options,
            layout=layout,
            hidden_panels=tuple(sorted(state.hidden_panels)),
        )

    def close(self) -> None:
        """Let the background finish what it cannot drop."""
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)


def _describe_failure(path: Path, error: Exception) -> str:
    """Say in one line why a file could not be shown."""
    if isinstance(error, InputError):
        return str(error)
    if isinstance(error, MemoryError):
        return f"{path}: too large for this machine's memory"
    reason = f"{type(error).__name__}: {error}"
    return f"{path}: reading it failed ({reason}); this is a defect of Sweepscope, please report it"


def _follow(state: State) -> State:
    """Let selection and camera follow a cursor that moved."""
    assert state.document is not None
    trace, cursor = state.document.trace, state.playback.cursor
    selection = follow_cursor(trace, state.selection, cursor)
    return replace(state, selection=selection, camera=follow_capsule(state.camera, trace, cursor))


def _show(session: Session, document: Document) -> State:
    recent = (document.path, *(path for path in session.state.recent if path != document.path))[:MOST_RECENT]
    old = session.state.playback
    return replace(
        session.state,
        document=document,
        playback=Playback(speed=old.speed, loop=old.loop),
        selection=Selection(),
        camera=choose_view(document.trace, Cursor(0), session.aspect),
        timeline_range=(0.0, float(len(document.trace) - 1)),
        recent=recent,
        folder=document.path.parent,
        opening=None,
    )


def _open_file(session: Session, command: ask.OpenFile) -> State:
    path = command.path.expanduser().absolute()
    session.start_reading(replace(command, path=path))
    return replace(session.state, opening=path)


def _browse_folder(session: Session, command: ask.BrowseFolder) -> State:
    folder = command.path.expanduser().absolute()
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder")
    return replace(session.state, folder=folder)


def _seek(session: Session, cursor: Cursor) -> State:
    state = session.state
    if state.document is None:
        return state
    return replace(state, playback=state.playback.seek(clamp(state.document.trace, cursor)))


def _step_cursor(session: Session, command: ask.StepCursor) -> State:
    state = session.state
    if state.document is None:
        return state
    cursor = step(state.document.trace, state.playback.cursor, command.depth, command.direction)
    return replace(state, playback=replace(state.playback, cursor=cursor, playing=False, fraction=0.0))


def _go_to_end(session: Session, command: ask.GoToEnd) -> State:
    document = session.state.document
    last = 0 if document is None else len(document.trace) - 1
    return _seek(session, Cursor(0 if command.direction < 0 else last))


def _go_to_experiment(session: Session, command: ask.GoToExperiment) -> State:
    state = session.state
    if state.document is None:
        return state
    frames, here = find_experiments(state.document.trace), state.playback.cursor.frame
    ahead = frames[frames > here] if command.direction > 0 else frames[frames < here][::-1]
    if len(ahead) == 0:
        raise InputError("no walk experiment " + ("after" if command.direction > 0 else "before") + " this frame")
    return _seek(session, Cursor(int(ahead[0])))


def _toggle_play(session: Session, _command: ask.TogglePlay) -> State:
    state = session.state
    if state.document is None:
        return state
    return replace(state, playback=state.playback.toggle(len(state.document.trace)))


def _select_pick(session: Session, command: ask.SelectPick) -> State:
    state = session.state
    if state.document is None:
        return state
    selection, cursor = select(state.document.trace, state.playback.cursor, command.pick)
    return replace(state, selection=selection, playback=state.playback.seek(cursor))


def _set_timeline_range(session: Session, command: ask.SetTimelineRange) -> State:
    document = session.state.document
    last = 0.0 if document is None else float(len(document.trace) - 1)
    first = min(max(command.first, 0.0), last)
    return replace(session.state, timeline_range=(first, min(max(command.last, first), last)))


def _take_picture(session: Session, command: ask.TakePicture) -> State:
    return replace(session.state, picture=command.path or _free_picture_name(session.state))


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


def _toggle_panel(session: Session, command: ask.TogglePanel) -> State:
    return replace(session.state, hidden_panels=session.state.hidden_panels ^ {command.title})


def _camera_handler(change: Callable[..., Any]) -> Callable[[Session, Any], State]:
    def handle(session: Session, command: Any) -> State:
        return replace(session.state, camera=change(session.state, command, session.aspect))

    return handle


def _dismiss_message(session: Session, command: ask.DismissMessage) -> State:
    kept = tuple(message for message in session.state.messages if message.number != command.number)
    return replace(session.state, messages=kept)


HANDLERS: dict[type[ask.Command], Callable[[Session, Any], State]] = {
    ask.OpenFile: _open_file,
    ask.BrowseFolder: _browse_folder,
    ask.SetCursor: lambda session, command: _seek(session, command.cursor),
    ask.StepCursor: _step_cursor,
    ask.GoToEnd: _go_to_end,
    ask.GoToExperiment: _go_to_experiment,
    ask.TogglePlay: _toggle_play,
    ask.SetSpeed: lambda s, c: replace(s.state, playback=replace(s.state.playback, speed=c.speed)),
    ask.ToggleLoop: lambda s, _: replace(s.state, playback=replace(s.state.playback, loop=not s.state.playback.loop)),
    ask.SetTimelineRange: _set_timeline_range,
    ask.SelectPick: _select_pick,
    ask.ToggleLayer: lambda s, c: replace(s.state, options=toggle_layer(s.state.options, c.name)),
    ask.SetTheme: lambda s, c: replace(s.state, theme=c.name),
    ask.SetScale: lambda s, c: replace(s.state, scale=c.scale),
    ask.ResetLayout: lambda s, _: replace(s.state, layout_resets=s.state.layout_resets + 1, hidden_panels=frozenset()),
    ask.TogglePanel: _toggle_panel,
    ask.ToggleHelp: lambda s, _: replace(s.state, help_open=not s.state.help_open),
    ask.TakePicture: _take_picture,
    ask.DismissMessage: _dismiss_message,
    ask.Quit: lambda s, _: replace(s.state, finished=True),
    **{command: _camera_handler(change) for command, change in CAMERA_HANDLERS.items()},
}
"""What each command does: from the session to its next state."""

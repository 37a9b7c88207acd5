"""The state of the window, changed only by commands; and the files that are read in the background."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from app import commands as ask
from app.board import Board, BoardRunner, Overrides, list_keys, list_overrides
from app.cursor_words import Moment, find_cursor
from app.documents import CalledOffError, Progress, add_ghost, read_document, read_ghost, read_microtest, swap_run
from app.editing import Plan
from app.framing import choose_view, read_camera
from app.handlers import obey, show_document, show_run
from app.health import LevelHealth, examine_level
from app.navigation import follow_capsule
from app.paths import expand_path, write_path
from app.preferences import Preferences
from app.selection import follow_cursor
from app.simulating import Simulator, Wish
from app.state import Document, Message, State
from engine.errors import InputError
from engine.microtests import find_microtest
from engine.trace import Trace

DEFAULT_ASPECT = 16 / 9
"""Of the viewport, before it has been laid out."""
FIRST_RUN = "as in the file"
"""The name of a run that nothing has been changed in."""
FALLBACK_DT_S = 1 / 60
"""Seconds a frame, for traces that do not say."""


Opening = ask.OpenFile | ask.OpenGhost | ask.OpenMicrotest
"""The commands that the background obeys."""


@dataclass(frozen=True)
class _Job:
    command: Opening
    future: Future[Document]
    progress: Progress


@dataclass(frozen=True)
class _Examination:
    document: Document
    future: Future[LevelHealth]


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
        self._before: tuple[Trace, str] | None = None
        self._worker: ThreadPoolExecutor | None = None
        self._job: _Job | None = None
        self._simulator = Simulator()
        self._board = BoardRunner()
        self._examiner: ThreadPoolExecutor | None = None
        self._examination: _Examination | None = None

    def apply(self, command: ask.Command) -> None:
        """Obey a command. What is wrong with it becomes a message; the session goes on."""
        try:
            if isinstance(command, ask.OpenFile | ask.OpenGhost | ask.OpenMicrotest):
                changed = self._open(command)
            elif isinstance(command, ask.RunMicrotests):
                changed = self._run_board(self.state)
            elif isinstance(command, ask.CallOff):
                changed = self._call_off()
            elif isinstance(command, ask.SwapRun):
                changed = self._swap_run(command)
            else:
                changed = obey(self.state, command, self.aspect)
        except InputError as error:
            self.tell(str(error), is_error=True)
            return
        before = self.state
        self._put(changed)
        if changed.editing.plan is not before.editing.plan and changed.document is before.document:
            self._simulate(before, changed)
            if changed.board is not None:
                self._put(self._run_board(self.state))

    def _simulate(self, before: State, changed: State) -> None:
        """Have the run of an edited plan made; the run before the gesture began stays as a ghost."""
        document, editing = changed.document, changed.editing
        assert document is not None
        assert editing.plan is not None
        is_same_gesture = len(editing.past) == len(before.editing.past) and not editing.future
        if not is_same_gesture or self._before is None:
            self._before = (document.trace, document.run_name)
        words = editing.past[-1].words if editing.past else FIRST_RUN
        self._simulator.ask(Wish(editing.plan, document, *self._before, words))

    def _call_off(self) -> State:
        """Stop what is being simulated, and want again what is shown."""
        self._simulator.cancel()
        return self.state

    def _swap_run(self, command: ask.SwapRun) -> State:
        """Look at another run; this one goes where it was. What is wanted is then what is shown."""
        if self.state.document is None:
            raise InputError("nothing is open")
        self._simulator.cancel()
        document = swap_run(self.state.document, command.slot)
        scenario = document.trace.scenario
        editing = self.state.editing
        if scenario is not None and editing.plan is not None:
            editing = editing.change(Plan(scenario), f"run {document.run_name}")
        return replace(show_run(self.state, document), editing=editing)

    def _run_board(self, state: State) -> State:
        """Have the microtests run again, with what has been changed in the knobs of the open scenario."""
        saved, wanted = state.editing.saved, state.editing.plan
        overrides = Overrides()
        if saved is not None and wanted is not None:
            overrides = list_overrides(saved.scenario, wanted.scenario)
        self._board.ask(list_keys(), overrides)
        return replace(state, board=(state.board or Board()).all_stale())

    def _collect_board(self) -> None:
        """Take the verdicts that are finished."""
        for result in self._board.collect():
            if self.state.board is not None:
                self._put(replace(self.state, board=self.state.board.with_result(result)))

    def _open(self, command: Opening) -> State:
        if isinstance(command, ask.OpenMicrotest):
            find_microtest(command.id)
            self.start_reading(command)
            return replace(self.state, opening=command.path, stage="")
        path = expand_path(command.path)
        if isinstance(command, ask.OpenGhost) and self.state.document is None:
            raise InputError(f"{path}: a ghost needs a run beside it; open one first")
        self.start_reading(replace(command, path=path))
        return replace(self.state, opening=path, stage="")

    def _put(self, changed: State) -> None:
        before = self.state
        if changed.playback.cursor != before.playback.cursor and changed.document is not None:
            changed = _follow(before, changed)
        if changed is not before:
            self.state = changed
            self.revision += 1
        if changed.health_open:
            self._examine()

    def tell(self, text: str, *, is_error: bool) -> None:
        """Show a message until it is dismissed; the same words are not shown twice."""
        text = write_path(text)
        self._message_count += 1
        kept = tuple(message for message in self.state.messages if message.text != text)
        message = Message(self._message_count, text, is_error)
        self._put(replace(self.state, messages=(*kept, message)))

    def open_now(self, path: Path, ghost: Path | None = None, progress: Progress | None = None) -> None:
        """Read a file at once and show it. Raises InputError: for the command line, where there is nobody to tell."""
        self.show(read_document(path, progress or Progress(), ghost))

    def show(self, document: Document) -> None:
        """Show what has been read or made already, from its first frame on."""
        self._put(show_document(self.state, document, self.aspect))
        for note in document.notes:
            self.tell(note, is_error=False)

    def _look_as_asked(self, command: ask.OpenFile | ask.OpenMicrotest) -> None:
        """Go to the moment of a command; a microtest's own is where it is decided."""
        document = self.state.document
        moment = command.moment
        if moment is None and document is not None and document.microtest is not None:
            moment = Moment(document.key_frame)
        self.look_at(moment, command.camera)

    def open_microtest(self, command: ask.OpenMicrotest, progress: Progress | None = None) -> None:
        """Run a microtest at once and show it. Raises InputError."""
        self.show(read_microtest(command.id, command.controller, command.variant, progress or Progress()))
        self._look_as_asked(command)

    def look_at(self, moment: Moment | None, camera: str) -> None:
        """Go to a moment and look from a place, in the words of the command line. Raises InputError."""
        document = self.state.document
        if document is None:
            return
        if moment is not None:
            self.apply(ask.SetCursor(find_cursor(document.trace, moment)))
            view = choose_view(document.trace, self.state.playback.cursor, self.aspect)
            self._put(replace(self.state, camera=view))
        if camera:
            self._put(replace(self.state, camera=read_camera(camera, self.state.camera, document.trace, self.aspect)))

    def start_reading(self, command: Opening) -> None:
        """Read a file in the background; a later request replaces an earlier one."""
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="reader")
        if self._job is not None:
            self._job.progress.cancelled.set()
            self._job.future.cancel()
        progress = Progress()
        if isinstance(command, ask.OpenMicrotest):
            future = self._worker.submit(read_microtest, command.id, command.controller, command.variant, progress)
        elif isinstance(command, ask.OpenFile):
            future = self._worker.submit(read_document, command.path, progress, command.ghost)
        else:
            assert self.state.document is not None
            future = self._worker.submit(_read_beside, self.state.document, command.path, progress)
        self._job = _Job(command, future, progress)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being read or examined, or a trace plays: time alone changes the picture."""
        reading = self._job is not None or self._examination is not None
        return reading or self._simulator.is_busy or self._board.is_busy or self.state.playback.playing

    def advance(self, elapsed_s: float) -> None:
        """Let time pass: play on, and take what the background has finished."""
        self._collect()
        self._collect_run()
        self._collect_board()
        self._collect_health()
        document, playback = self.state.document, self.state.playback
        if document is not None and playback.playing:
            dt = document.trace.scenario.dt if document.trace.scenario else FALLBACK_DT_S
            self._put(replace(self.state, playback=playback.advance(len(document.trace), dt, elapsed_s)))

    def _collect(self) -> None:
        if self._job is not None and self._job.progress.words != self.state.stage:
            self._put(replace(self.state, stage=self._job.progress.words))
        if self._job is None or not self._job.future.done():
            return
        job, self._job = self._job, None
        try:
            if isinstance(job.command, ask.OpenGhost):
                self._show_ghost(job.future.result())
                return
            self.show(job.future.result())
            self._look_as_asked(job.command)
            self._examine()
        except Exception as error:  # whatever a file does to the reader, the session goes on
            self._put(replace(self.state, opening=None, stage=""))
            self.tell(_describe_failure(job.command.path, error), is_error=True)

    def _collect_run(self) -> None:
        """Take what the simulator has finished: the cursor, the camera and the selection stay where they can."""
        try:
            fresh = self._simulator.collect()
        except Exception as error:  # whatever an edit does to the simulation, the session goes on
            name = "" if self.state.document is None else self.state.document.name
            self.tell(_describe_failure(Path(name), error), is_error=True)
            return
        if fresh is not None and self.state.document is not None and fresh.path == self.state.document.path:
            self._put(show_run(self.state, fresh))

    def _show_ghost(self, compared: Document) -> None:
        """Put a ghost beside the run that it was compared with, unless another has been opened since."""
        document, notes = self.state.document, tuple[str, ...]()
        if document is not None and document.trace is compared.trace:
            document, notes = replace(document, others=compared.others, compared=compared.compared), compared.notes
        self._put(replace(self.state, document=document, opening=None, stage=""))
        for note in notes:
            self.tell(note, is_error=False)

    def _examine(self) -> None:
        """Examine the meshes of the open level in the background, once: opening does not wait for it."""
        document = self.state.document
        if document is None or document.health is not None:
            return
        if self._examination is not None and self._examination.document.trace is document.trace:
            return
        if self._examiner is None:
            self._examiner = ThreadPoolExecutor(1, thread_name_prefix="examiner")
        self._examination = _Examination(document, self._examiner.submit(examine_level, document.trace))

    def _collect_health(self) -> None:
        """Take what the examiner has finished; open the panel if something harms a character."""
        if self._examination is None or not self._examination.future.done():
            return
        examination, self._examination = self._examination, None
        shown = self.state.document
        if shown is None or shown.trace is not examination.document.trace:
            return
        error = examination.future.exception()
        health = LevelHealth() if error else examination.future.result()
        unseen = not health.is_sound and not self.state.health_open
        document = replace(shown, health=health)
        self._put(replace(self.state, document=document, health_open=self.state.health_open or unseen))
        if error:
            self.tell(f"examining the meshes failed ({error!r}); this is a defect, please report it", is_error=True)
        elif unseen:
            self.tell(health.warning, is_error=health.has_unusable)

    def wait(self) -> None:
        """Wait until the background has nothing more to do. For tests and pictures."""
        if self._job is not None:
            self._job.future.exception()
            self._collect()
        self._board.wait()
        self._collect_board()
        while self._simulator.is_busy:
            self._simulator.wait()
            self._collect_run()
        if self._examination is not None:
            self._examination.future.exception()
            self._collect_health()

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
        if self._job is not None:
            self._job.progress.cancelled.set()
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
        self._simulator.close()
        self._board.close()
        if self._examiner is not None:
            self._examiner.shutdown(wait=False, cancel_futures=True)


def _read_beside(document: Document, path: Path, progress: Progress) -> Document:
    """Return an open document with the run of a file as its ghost, and only the ghost's notes. Raises InputError."""
    trace, notes = read_ghost(path, progress)
    return add_ghost(replace(document, notes=notes), path, trace)


def _describe_failure(path: Path, error: Exception) -> str:
    """Say in one line why a file could not be shown."""
    if isinstance(error, InputError):
        return str(error)
    if isinstance(error, CalledOffError):
        return f"{path}: called off"
    if isinstance(error, MemoryError):
        return f"{path}: too large for this machine's memory"
    reason = f"{type(error).__name__}: {error}"
    return f"{path}: reading it failed ({reason}); this is a defect of Sweepscope, please report it"


def _follow(before: State, state: State) -> State:
    """Let selection, camera and timeline follow a cursor that moved."""
    assert state.document is not None
    trace, cursor = state.document.trace, state.playback.cursor
    selection = follow_cursor(trace, state.selection, cursor)
    camera = state.camera
    if before.document is not None and before.document.trace is trace:
        camera = follow_capsule(camera, trace, before.playback.cursor, cursor)
    first, last = state.timeline_range
    shift = max(cursor.frame - last, 0.0) + min(cursor.frame - first, 0.0)
    return replace(state, selection=selection, camera=camera, timeline_range=(first + shift, last + shift))

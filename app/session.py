"""The state of the window, changed only by commands; and the files that are read in the background."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app import commands as ask
from app.board import Board, BoardRunner, Overrides, list_overrides
from app.cursor_words import Moment, find_cursor
from app.depths import DepthMeter, find_unmeasured, list_plotted
from app.documents import CalledOffError, Progress, add_ghost, read_ghost, read_microtest, swap_run
from app.driving import Driver
from app.editing import Plan
from app.framing import choose_view, read_camera
from app.handlers import obey, show_document, show_run
from app.health import LevelHealth, examine_level
from app.journal import find_recoveries
from app.navigation import CAMERA_HANDLERS, follow_capsule
from app.paths import expand_path, write_path
from app.preferences import Preferences
from app.presets import SUFFIX as PRESET_SUFFIX
from app.recovering import Recovered, recover_driving
from app.reloading import show_reread
from app.saving import save_scenario
from app.selection import follow_cursor
from app.series import PENETRATION, find_gate, find_quantity
from app.simulating import Simulator, Wish
from app.state import Document, Message, State
from app.watching import Reread, Stamps, Watch, Watched, read_again, read_watched
from engine.errors import InputError
from engine.microtests import find_microtest
from engine.trace import Trace

DEFAULT_ASPECT = 16 / 9
"""Of the viewport, before it has been laid out."""
FIRST_RUN = "as in the file"
"""The name of a run that nothing has been changed in."""
FALLBACK_DT_S = 1 / 60
"""Seconds a frame, for traces that do not say."""


Opening = ask.OpenFile | ask.OpenGhost | ask.OpenMicrotest | ask.Recover
"""The commands that the background obeys."""
WHILE_DRIVING = (
    *CAMERA_HANDLERS,
    *(ask.Steer, ask.ToggleCapture, ask.ToggleLayer, ask.SetTheme, ask.SetScale, ask.ResetLayout, ask.TogglePanel),
    *(ask.ToggleHelp, ask.ToggleHealth, ask.TakePicture, ask.DismissMessage, ask.SetTimelineRange, ask.Discard),
    ask.RunMicrotests,
)
"""What can be asked for without a break in the driving; anything else pauses it first."""


@dataclass(frozen=True)
class _Job:
    command: Opening
    future: Future[Any]
    progress: Progress


@dataclass(frozen=True)
class _Examination:
    document: Document
    future: Future[LevelHealth]


class Session:
    """Owns the state. `revision` counts its changes: nothing is redrawn while it stands still."""

    def __init__(self, preferences: Preferences | None = None, journals: Path | None = None) -> None:
        """`journals` is the folder for what is driven and not saved yet; None: a crash loses it."""
        remembered = preferences or Preferences()
        self.state = State(
            options=remembered.options,
            theme=remembered.theme,
            recent=tuple(Path(text) for text in remembered.recent),
            folder=Path(remembered.folder) if remembered.folder else Path.cwd(),
            hidden_panels=frozenset(remembered.hidden_panels),
            plots=tuple(name for name in remembered.plots if find_quantity(name) or find_gate(name) is not None),
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
        self._driver = Driver(journals)
        self._watch = Watch()
        self._reread: Future[Reread] | None = None
        self._watch_message: int | None = None
        self._handlers: dict[type[ask.Command], Callable[[Any], State]] = {
            ask.OpenFile: self._open,
            ask.OpenGhost: self._open,
            ask.OpenMicrotest: self._open_microtest,
            ask.RunMicrotests: lambda _: self._run_board(self.state, anew=True),
            ask.CallOff: lambda _: self._call_off(),
            ask.SwapRun: self._swap_run,
            ask.ToggleDrive: lambda _: self._start_driving(),
            ask.PauseDrive: lambda _: self.state,
            ask.Steer: self._steer,
            ask.SaveScenario: self._save_scenario,
            ask.Recover: self._recover,
            ask.Discard: self._discard,
        }
        """What the session does itself; the rest is pure (`app.handlers`)."""
        self._depths = DepthMeter()
        self._examiner: ThreadPoolExecutor | None = None
        self._examination: _Examination | None = None

    def apply(self, command: ask.Command) -> None:
        """Obey a command. What is wrong with it becomes a message; the session goes on."""
        if self.state.driving is not None and not isinstance(command, WHILE_DRIVING):
            self._put(self._driver.pause(self.state))
            if isinstance(command, ask.ToggleDrive):
                return
        try:
            own = self._handlers.get(type(command))
            changed = obey(self.state, command, self.aspect) if own is None else own(command)
        except InputError as error:
            self.tell(str(error), is_error=True)
            return
        before = self.state
        self._put(changed)
        wants_run = changed.editing.plan is not before.editing.plan and not isinstance(command, ask.CallOff)
        if wants_run and changed.document is before.document:
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
        is_busy, document = self._simulator.is_busy, self.state.document
        self._simulator.cancel()
        if not is_busy or document is None or document.trace.scenario is None:
            return self.state
        editing = self.state.editing
        plan = self._simulator.find_plan(document.trace)
        if plan is None:
            # Nothing has been made since it was opened or swapped: then the plan is its scenario.
            left = (step.plan for step in reversed(editing.past))
            plan = next((each for each in left if each.scenario is document.trace.scenario), None)
        return replace(self.state, editing=editing.call_off(plan or Plan(document.trace.scenario)))

    def _start_driving(self) -> State:
        if self._simulator.is_busy:
            raise InputError("the run is still being made; drive when it is there")
        return self._driver.start(self.state)

    def _steer(self, command: ask.Steer) -> State:
        self._driver.steer(command)
        return self.state

    def _save_scenario(self, command: ask.SaveScenario) -> State:
        changed = save_scenario(self.state, command.path)
        assert changed.document is not None
        self._driver.forget()
        self._watch.begin({changed.document.path: None})
        self._watch.renew()
        self.tell(f"Scenario saved: {changed.document.path}", is_error=False)
        return replace(changed, messages=self.state.messages)

    def offer_recoveries(self, folder: Path) -> None:
        """Offer what programs that have ended left unsaved in a folder of journals."""
        self._put(replace(self.state, recoveries=find_recoveries(folder)))

    def _recover(self, command: ask.Recover) -> State:
        self.start_reading(command)
        return replace(self._drop_recovery(command.file), opening=command.file, stage="")

    def _discard(self, command: ask.Discard) -> State:
        with contextlib.suppress(OSError):
            command.file.unlink()
        return self._drop_recovery(command.file)

    def _drop_recovery(self, file: Path) -> State:
        left = tuple(recovery for recovery in self.state.recoveries if recovery.file != file)
        return replace(self.state, recoveries=left)

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

    def _run_board(self, state: State, *, anew: bool = False) -> State:
        """Have the microtests run that what has been changed in the knobs of the open scenario concerns; or all."""
        saved, wanted = state.editing.saved, state.editing.plan
        overrides = Overrides()
        if saved is not None and wanted is not None:
            overrides = list_overrides(saved.scenario, wanted.scenario)
        asked = self._board.ask(overrides, anew=anew)
        return replace(state, board=(state.board or Board()).with_stale(asked))

    def _collect_board(self) -> None:
        """Take the verdicts that are finished."""
        for result, is_latest in self._board.collect():
            if self.state.board is not None:
                board = self.state.board.with_result(result, is_latest=is_latest)
                self._put(replace(self.state, board=board))

    def _open_microtest(self, command: ask.OpenMicrotest) -> State:
        find_microtest(command.id)
        self.start_reading(command)
        return replace(self.state, opening=command.path, stage="")

    def _open(self, command: ask.OpenFile | ask.OpenGhost) -> State:
        path = expand_path(command.path)
        if isinstance(command, ask.OpenFile) and path.name.endswith(PRESET_SUFFIX):
            return obey(self.state, ask.LoadPreset(path), self.aspect)
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
        watched = read_watched(path, progress or Progress(), ghost)
        self.show(watched.document, watched.stamps)

    def show(self, document: Document, stamps: Stamps | None = None) -> None:
        """Show what has been read or made already, from its first frame on; its files are watched."""
        left = self.state.document
        if self._driver.has_unsaved and left is not None:
            self.tell(f"Unsaved driving of {left.name} is kept; the next start offers it.", is_error=False)
        self._driver.leave()
        self._watch.begin(stamps or {})
        self._put(replace(show_document(self.state, document, self.aspect), is_following=False))
        for note in document.notes:
            self.tell(note, is_error=False)

    def _look_at_microtest(self, command: ask.OpenMicrotest) -> None:
        """Go to the moment that is asked for, or else to where the microtest is decided."""
        document = self.state.document
        assert document is not None
        self.look_at(command.moment or Moment(document.key_frame), command.camera)

    def open_microtest(self, command: ask.OpenMicrotest, progress: Progress | None = None) -> None:
        """Run a microtest at once and show it. Raises InputError."""
        self.show(read_microtest(command.id, command.controller, command.variant, progress or Progress()))
        self._look_at_microtest(command)

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
        future: Future[Any]
        if isinstance(command, ask.OpenMicrotest):
            future = self._worker.submit(read_microtest, command.id, command.controller, command.variant, progress)
        elif isinstance(command, ask.OpenFile):
            future = self._worker.submit(read_watched, command.path, progress, command.ghost, follow=command.follow)
        elif isinstance(command, ask.Recover):
            future = self._worker.submit(recover_driving, command.file, progress)
        else:
            assert self.state.document is not None
            future = self._worker.submit(_read_beside, self.state.document, command.path, progress)
        self._job = _Job(command, future, progress)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being read or examined, or a trace plays: time alone changes the picture."""
        working = self._job is not None or self._examination is not None or self._simulator.is_busy
        working = working or self._depths.is_busy or self._reread is not None or self._driver.is_busy
        return working or self._board.is_busy or self.state.playback.playing

    @property
    def watch_s(self) -> float | None:
        """Seconds after which files are to be looked at though nothing happens; None: there are none."""
        return self._watch.interval_s if self._watch.is_on else None

    def advance(self, elapsed_s: float) -> None:
        """Let time pass: play on, and take what the background has finished. `rest` ends what begins here."""
        self._board.hold()
        self._collect()
        self._collect_run()
        self._collect_board()
        self._collect_health()
        self._collect_depths()
        self._drive(elapsed_s)
        self._look_at_files(elapsed_s)
        document, playback = self.state.document, self.state.playback
        if document is not None and playback.playing:
            dt = document.trace.scenario.dt if document.trace.scenario else FALLBACK_DT_S
            self._put(replace(self.state, playback=playback.advance(len(document.trace), dt, elapsed_s)))

    def rest(self) -> None:
        """Tell that the frame that `advance` began is drawn: the badges go on, after the run that is being made."""
        self._simulator.when_made(self._board.let_go)

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
            if isinstance(job.command, ask.Recover):
                self._show_recovered(job.future.result())
                return
            if isinstance(job.command, ask.OpenMicrotest):
                self.show(job.future.result())
                self._look_at_microtest(job.command)
            else:
                self._show_watched(job.future.result(), job.command)
            self._examine()
        except Exception as error:  # whatever a file does to the reader, the session goes on
            self._put(replace(self.state, opening=None, stage=""))
            path = job.command.file if isinstance(job.command, ask.Recover) else job.command.path
            self.tell(_describe_failure(path, error), is_error=True)

    def _show_watched(self, watched: Watched, command: ask.OpenFile) -> None:
        self.show(watched.document, watched.stamps)
        if command.follow:
            self._watch.begin(watched.stamps, watched.tail, follow=True)
            self._put(replace(self.state, is_following=True))
            self.apply(ask.GoToEnd(1))
        self.look_at(command.moment, command.camera)

    def _show_recovered(self, recovered: Recovered) -> None:
        """Show what was recovered at its last frame. No file holds it yet."""
        document = recovered.document
        self.show(document)
        self._put(replace(self.state, editing=replace(self.state.editing, saved=None)))
        assert document.trace.scenario is not None
        self._driver.adopt(recovered.journal, document.trace.scenario)
        self.apply(ask.GoToEnd(1))

    def _drive(self, elapsed_s: float) -> None:
        self._put(self._driver.advance(self.state, elapsed_s))
        notes, self._driver.notes = self._driver.notes, []
        for text, is_error in notes:
            self.tell(text, is_error=is_error)

    def _look_at_files(self, elapsed_s: float) -> None:
        """Read the open file again if it has changed; not while somebody drives, or something else is being made."""
        if self._reread is not None and self._reread.done():
            self._take_reread()
        document, is_working = self.state.document, self._job is not None or self._simulator.is_busy
        if document is None or is_working or self._reread is not None or self.state.driving is not None:
            return
        if self._watch.find_change(elapsed_s):
            if self._worker is None:
                self._worker = ThreadPoolExecutor(1, thread_name_prefix="reader")
            self._reread = self._worker.submit(read_again, document, self._watch.tail)

    def _take_reread(self) -> None:
        """Show what the file holds now; if it is not whole, say so until it is."""
        reread, self._reread = self._reread, None
        assert reread is not None
        if self._watch_message is not None:
            self.apply(ask.DismissMessage(self._watch_message))
            self._watch_message = None
        document = self.state.document
        if document is None:
            return
        error = reread.exception()
        if isinstance(error, Exception):
            self.tell(_describe_failure(document.path, error), is_error=True)
            self._watch_message = self._message_count
            return
        before = self.state
        changed = show_reread(before, reread.result())
        self._watch.add(reread.result().files)
        self._put(changed)
        if changed.editing.plan is not before.editing.plan and changed.document is before.document:
            self._simulate(before, changed)

    def _collect_run(self) -> None:
        """Take what the simulator has finished: the cursor, the camera and the selection stay where they can."""
        try:
            fresh = self._simulator.collect()
        except Exception as error:  # whatever an edit does to the simulation, the session goes on
            name = "" if self.state.document is None else self.state.document.name
            self.tell(_describe_failure(Path(name), error), is_error=True)
            fresh = None
        if fresh is not None and self.state.document is not None and fresh.path == self.state.document.path:
            self._put(show_run(self.state, fresh))
        if self._simulator.words != self.state.simulating:  # after taking what is finished, or it would stay
            self._put(replace(self.state, simulating=self._simulator.words))

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
        if shown is None or not _share_level(shown, examination.document):
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

    def _collect_depths(self) -> None:
        """Take the depths that have been measured, and have the next run measured if they are plotted."""
        try:
            measured = self._depths.collect()
        except Exception as error:  # a level that cannot be asked costs its plot, not the session
            self._put(replace(self.state, plots=tuple(name for name in self.state.plots if name != PENETRATION)))
            self.tell(f"measuring penetration failed ({error!r}); this is a defect, please report it", is_error=True)
            return
        if measured is not None:
            plotted = list_plotted(self.state)
            kept = {trace: depths for trace, depths in self.state.depths.items() if trace in plotted}
            self._put(replace(self.state, depths={**kept, measured[0]: measured[1]}))
        # A run that is being driven is another trace at every tick: its depths wait for the pause.
        trace = find_unmeasured(self.state) if self.state.driving is None else None
        if trace is not None:
            self._depths.ask(trace)

    def wait(self) -> None:
        """Wait until the background has nothing more to do. For tests and pictures."""
        if self._job is not None:
            self._job.future.exception()
            self._collect()
        self._board.wait()
        self._collect_board()
        if self._reread is not None:
            self._reread.exception()
            self._take_reread()
        while self._simulator.is_busy:
            self._simulator.wait()
            self._collect_run()
        self._driver.wait()
        self._drive(0.0)
        if self._examination is not None:
            self._examination.future.exception()
            self._collect_health()
        self._collect_depths()
        while self._depths.is_busy:
            self._depths.wait()
            self._collect_depths()

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
            plots=state.plots,
        )

    def close(self) -> None:
        """Let the background finish what it cannot drop."""
        if self._job is not None:
            self._job.progress.cancelled.set()
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
        self._simulator.close()
        self._board.close()
        self._driver.close()
        self._depths.close()
        if self._examiner is not None:
            self._examiner.shutdown(wait=False, cancel_futures=True)


def _read_beside(document: Document, path: Path, progress: Progress) -> Document:
    """Return an open document with the run of a file as its ghost, and only the ghost's notes. Raises InputError."""
    trace, notes = read_ghost(path, progress)
    return add_ghost(replace(document, notes=notes), path, trace)


def _share_level(one: Document, other: Document) -> bool:
    """Tell whether two documents show one level: a run that grows is another trace at every tick."""
    mine, its = one.trace.scenario, other.trace.scenario
    return one.trace is other.trace or (mine is not None and its is not None and mine.level is its.level)


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

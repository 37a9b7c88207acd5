"""Driving: held keys become ticks of the scenario's own time step, recorded as they happen into a run that grows.

A tick is one frame of input, a velocity with gravity and perhaps a jump, so that what was driven is a scenario like any
other and gives the same bits when it is run again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app import commands as ask
from app.camera import follow, view_axes
from app.documents import Progress, add_findings, make_document, warm_up
from app.drive_state import Driving
from app.editing import Plan
from app.growing import grow_document
from app.journal import Journal
from app.lanes import FINDINGS, build_findings_lane
from app.measure import as_vec3, cross, cursor_center
from app.playback import Cursor
from app.runs import add_other, compare_again, free_slot, make_other
from engine.errors import InputError
from engine.live import LiveRun, goes_on, take_input
from engine.run_input import input_row
from engine.scenario import InputSegment, Scenario
from engine.trace import SPAWN_ONLY, Flags, Trace

if TYPE_CHECKING:
    from app.camera import Camera
    from app.state import Document, State
    from engine.transforms import Vector

WALK_M_S = 4.0
"""A brisk run, and the usual walking speed of third-person games: a tick is 67 mm, a fifth of a capsule's radius."""
SPRINT_M_S = 8.0
"""Twice that: what stairs and edges do to a character often shows only when it is fast."""
JUMP_M_S = 5.0
"""Rises 1.27 m under 9.81 m/s²: over a table, not over a wall."""
GRAVITY_M_S2 = -9.81
"""Where the scenario's input does not say."""
MOST_TICKS = 6
"""In one frame of the screen: a tenth of a second. After a longer stall the rest is left out, and told."""
ALMOST = 1e-6
"""Of a tick. Sums of screen frames miss a whole number of ticks by rounding."""


@dataclass(frozen=True, eq=False)
class _Start:
    """What driving begins with."""

    run: LiveRun
    scenario: Scenario
    """With the input of the frames that are kept."""
    bare: Scenario
    """Without input."""
    document: Document
    """What was open."""
    plan: Plan
    gravity: float
    """m/s² along up."""
    base: Trace | None = None
    """As in Plan: frames that other settings gave."""
    shown: Document | None = None
    """What is shown until the first tick; None: what was open."""
    note: str = ""


class Driver:
    """Drives the capsule of the open document. Ask it from one thread only."""

    def __init__(self, journals: Path | None = None) -> None:
        self._journals = journals
        self._journal: Journal | None = None
        self._journal_of: Scenario | None = None
        """The scenario whose run the journal gives."""
        self._start: _Start | None = None
        self._preparing: Future[_Start] | None = None
        self._progress = Progress()
        self._finding: Future[Document] | None = None
        self._worker: ThreadPoolExecutor | None = None
        self._steering: dict[str, ask.Steer] = {}
        self._jumps = False
        self._input: list[InputSegment] = []
        self._owed_s = 0.0
        self.notes: list[tuple[str, bool]] = []
        """What a person should know, and whether it is an error; whoever tells it empties the list."""

    @property
    def is_busy(self) -> bool:
        """Whether it drives, gets ready, or looks for failures in what was driven."""
        return self._start is not None or self._preparing is not None or self._finding is not None

    @property
    def has_unsaved(self) -> bool:
        """Whether there is a journal of something that no file holds yet."""
        return self._journal is not None

    def start(self, state: State) -> State:
        """Drive on from the cursor's frame; what comes after it now stays as another run. Raises InputError."""
        document = state.document
        if document is None or document.trace.scenario is None:
            raise InputError("drive: open a scenario, or a trace that has one; then G drives its capsule")
        scenario = document.trace.scenario
        plan = state.editing.plan or Plan(scenario)
        is_ours = len(document.trace.states) > 0
        frame = state.playback.cursor.frame + 1 if is_ours else 0
        self._steering, self._jumps, self._owed_s = {}, False, 0.0
        self._progress = Progress()
        self._preparing = self._executor.submit(_prepare, document, plan, frame, self._progress)
        camera = replace(state.camera, mode="follow")
        if state.camera.mode != "follow":
            camera = follow(camera, cursor_center(document.trace, state.playback.cursor))
        playback = replace(state.playback.seek(Cursor(state.playback.cursor.frame)), playing=False)
        return replace(state, driving=Driving(first=frame), playback=playback, camera=camera)

    @property
    def _executor(self) -> ThreadPoolExecutor:
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="driver")
        return self._worker

    def steer(self, command: ask.Steer) -> None:
        """Note what is held down; a jump is remembered until the next tick, however short the press was."""
        self._steering[command.source] = command
        self._jumps = self._jumps or command.jump

    def advance(self, state: State, elapsed_s: float) -> State:
        """Let time pass: get ready, run the ticks that are due, show them."""
        state = self._collect(state)
        if state.driving is None or self._start is None:
            return state
        dt = self._start.scenario.dt
        self._owed_s += elapsed_s
        due = int(self._owed_s / dt + ALMOST)
        ticks = min(due, MOST_TICKS)
        self._owed_s = max(self._owed_s - due * dt, 0.0)
        if ticks == 0:
            return state
        for _ in range(ticks):
            self._tick(state)
        return self._show(state, skipped_s=(due - ticks) * dt)

    def _tick(self, state: State) -> None:
        start = self._start
        assert start is not None
        segment = self._make_segment(state)
        start.run.advance(input_row(segment, start.scenario.dt))
        if self._input and goes_on(self._input[-1], segment):
            self._input[-1] = replace(self._input[-1], frames=self._input[-1].frames + 1)
        else:
            self._input.append(segment)
        self._write_journal(segment, start.scenario.dt)

    def _make_segment(self, state: State) -> InputSegment:
        """Return the input of one tick: what is held down, seen from the camera."""
        start = self._start
        assert start is not None
        forward = sum(each.forward for each in self._steering.values())
        right = sum(each.right for each in self._steering.values())
        sprint = any(each.sprint for each in self._steering.values())
        velocity = find_velocity(state.camera, forward, right, SPRINT_M_S if sprint else WALK_M_S)
        flags = start.run.last_flags if len(start.run) else Flags.NONE
        jump = JUMP_M_S if self._jumps and flags & Flags.DOWN else None
        self._jumps = False
        return InputSegment(1, velocity=velocity, gravity=start.gravity, jump=jump)

    def _show(self, state: State, *, skipped_s: float = 0.0) -> State:
        """Return the state that shows all ticks so far, with the cursor at the last one."""
        start, driving, shown = self._start, state.driving, state.document
        assert start is not None
        assert driving is not None
        assert shown is not None
        trace = start.run.trace()
        is_first = shown is start.document  # of a run from the spawn, which has nothing to show before
        document = _begin_document(start, trace) if is_first else grow_document(shown, trace, start.bare)
        last = len(trace) - 1
        before = cursor_center(shown.trace, state.playback.cursor)
        way = np.asarray(trace.centers[last]) - before
        camera = follow(state.camera, as_vec3(np.asarray(state.camera.target) + way))
        is_whole = state.timeline_range[0] <= 0.0 and state.timeline_range[1] >= len(shown.trace) - 1
        return replace(
            state,
            document=document,
            playback=replace(state.playback, cursor=Cursor(last), fraction=0.0),
            camera=camera,
            timeline_range=(0.0, float(last)) if is_whole else state.timeline_range,
            driving=replace(
                driving,
                recorded=len(trace) - driving.first,
                speed_m_s=measure_speed(trace, last, start.scenario),
                is_sprinting=any(each.sprint for each in self._steering.values()),
                is_grounded=bool(trace.frames["flags"][last] & Flags.DOWN),
                skipped_s=driving.skipped_s + skipped_s,
            ),
        )

    def pause(self, state: State) -> State:
        """Stop driving: the run is one that can be played, scrubbed, edited and undone like any other."""
        driving, start, shown = state.driving, self._start, state.document
        self._preparing, self._start = None, None
        self._progress.cancelled.set()
        if driving is None or start is None or shown is None:
            return replace(state, driving=None)
        if driving.recorded == 0:
            return replace(state, driving=None, document=start.document)
        scenario = replace(start.scenario, input=tuple(self._input))
        trace = start.run.trace(scenario)
        document = replace(shown, trace=trace, scene=replace(shown.scene, trace=trace))
        plan = Plan(scenario, start.base, start.plan.frame if start.base is not None else 0)
        editing = state.editing if state.editing.plan is not None else replace(state.editing, plan=start.plan)
        editing = editing.change(plan, f"drove {driving.recorded} frames")
        self._journal_of = scenario
        self._guard(lambda journal: journal.flush())
        self._finding = self._executor.submit(add_findings, _without_findings(document), Progress())
        return replace(state, driving=None, document=document, editing=editing)

    def _collect(self, state: State) -> State:
        """Take what the worker has finished: what driving begins with, or the findings of what was driven."""
        if self._preparing is not None and self._preparing.done():
            state = self._begin(state)
        elif self._preparing is not None and state.driving is not None and state.driving.stage != self._progress.words:
            state = replace(state, driving=replace(state.driving, stage=self._progress.words))
        if self._finding is not None and self._finding.done():
            finding, self._finding = self._finding, None
            if finding.exception() is not None:
                self.notes.append((f"looking for failures failed ({finding.exception()!r}); please report it", True))
                return state
            found = finding.result()
            if state.document is not None and state.document.trace is found.trace:
                known = replace(state.document, findings=found.findings, asked_level=found.asked_level)
                return replace(state, document=replace(known, lanes=found.lanes))
        return state

    def _begin(self, state: State) -> State:
        preparing, self._preparing = self._preparing, None
        assert preparing is not None
        driving, error = state.driving, preparing.exception()
        if driving is None or error is not None:
            reason = str(error) if isinstance(error, InputError) else f"driving failed ({error!r}); please report it"
            self.notes += [(reason, True)] if error is not None else []
            return replace(state, driving=None)
        start = preparing.result()
        if state.document is not start.document:
            return replace(state, driving=None)
        self._start, self._input = start, list(start.scenario.input)
        self.notes += [(start.note, False)] if start.note else []
        self._begin_journal(start)
        state = replace(state, driving=replace(driving, is_ready=True, first=len(start.run)))
        if start.shown is None:
            return state
        last = float(len(start.shown.trace) - 1)
        return replace(state, document=start.shown, timeline_range=(0.0, last))

    def _begin_journal(self, start: _Start) -> None:
        """Go on with the journal if its run is driven on, else begin another."""
        if self._journals is None:
            return
        if self._journal is not None and self._journal_of is start.document.trace.scenario:
            self._guard(lambda journal: journal.cut(len(start.run)))
            return
        old, self._journal = self._journal, None
        try:
            self._journal = Journal.begin(
                self._journals, start.scenario, start.document.path, is_mixed=start.base is not None
            )
        except OSError as error:
            self.notes.append((f"what is driven is not kept for a crash: {error}", True))
        if old is not None:
            old.remove()

    def _write_journal(self, segment: InputSegment, seconds: float) -> None:
        self._guard(lambda journal: journal.add(segment, seconds))

    def _guard(self, write: Callable[[Journal], None]) -> None:
        """Write to the journal; a disk that is full does not stop the driving."""
        if self._journal is None:
            return
        try:
            write(self._journal)
        except OSError as error:
            self._journal.close()
            self._journal = None
            self.notes.append((f"what is driven is no longer kept for a crash: {error}", True))

    def adopt(self, journal: Journal, scenario: Scenario) -> None:
        """Go on with the journal of what was recovered: it is unsaved still."""
        self.leave()
        self._journal, self._journal_of = journal, scenario

    def forget(self) -> None:
        """Delete the journal: what was driven has been saved."""
        if self._journal is not None:
            self._journal.remove()
        self._journal = self._journal_of = None

    def leave(self) -> None:
        """Let go of the journal; its file stays, and another start offers it."""
        if self._journal is not None:
            self._journal.close()
        self._journal = self._journal_of = None

    def wait(self) -> None:
        """Wait until the worker has nothing more to do. For tests and pictures."""
        for future in (self._preparing, self._finding):
            if future is not None:
                future.exception()

    def close(self) -> None:
        """Stop; what is unsaved stays in its journal."""
        self.leave()
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)


def find_velocity(camera: Camera, forward: float, right: float, speed_m_s: float) -> Vector:
    """Return the velocity along the ground, m/s, of keys as the camera sees it; no faster across than along.

    Rounded to a micrometre per second, so that files stay readable.
    """
    length = math.hypot(forward, right)
    if length == 0.0:
        return (0.0, 0.0, 0.0)
    across = as_vec3(view_axes(camera)[0])
    ahead = cross(camera.up, across)
    factor = speed_m_s * min(length, 1.0) / length
    x, y, z = (round(factor * (forward * a + right * b), 6) + 0.0 for a, b in zip(ahead, across, strict=True))
    return (x, y, z)


def find_gravity(scenario: Scenario) -> float:
    """Return the gravity that a scenario's input ends with, m/s² along up."""
    told = [segment.gravity for segment in scenario.input if segment.gravity is not None]
    return told[-1] if told else GRAVITY_M_S2


def measure_speed(trace: Trace, frame: int, scenario: Scenario) -> float:
    """Return how fast a frame went sideways, m/s."""
    way = np.asarray(trace.centers[frame]) - trace.start_center(frame)
    up = np.asarray(scenario.up)
    return float(np.linalg.norm(way - up * (way @ up))) / scenario.dt


def _prepare(document: Document, plan: Plan, frame: int, progress: Progress) -> _Start:
    """Make the run that driving goes on with, in the state in which `frame - 1` leaves it. Raises InputError."""
    warm_up(progress)
    progress.words = ""
    trace = document.trace
    assert trace.scenario is not None
    scenario = replace(trace.scenario, input=take_input(trace.scenario.input, frame))
    # What was made with other settings goes on from the run that they made.
    base = plan.base if plan.base is not None and plan.scenario is trace.scenario else None
    origin = base if base is not None and frame <= plan.frame else trace
    bare, gravity = replace(scenario, input=()), find_gravity(trace.scenario)
    if frame == 0:
        run, note = LiveRun(scenario), ""
        LiveRun(scenario).advance(input_row(InputSegment(1, velocity=(0.0, 0.0, 0.0)), scenario.dt))  # loads kernels
        if trace.producer != SPAWN_ONLY:
            note = f"{trace.producer} did not record what a run goes on from: driving begins at the spawn"
        return _Start(run, scenario, bare, document, plan, gravity, note=note)
    run = LiveRun.fork(origin, frame, scenario)
    if base is not None and frame <= plan.frame:
        plan = replace(plan, frame=frame)
    start = _Start(run, scenario, bare, document, plan, gravity, base)
    return replace(start, shown=_begin_document(start, run.trace()))


def _begin_document(start: _Start, trace: Trace) -> Document:
    """Return the document of a run that goes on from a frame of another; the other stays, if it had more frames."""
    old, kept = start.document, start.scenario.frame_count
    fresh = replace(make_document(old.path, trace, previous=old.scene), health=old.health, run_name="driven")
    findings = tuple(finding for finding in old.findings if finding.last < kept)
    if findings:
        fresh = replace(fresh, lanes=(*fresh.lanes, build_findings_lane(findings, len(trace))), findings=findings)
    others, slot = compare_again(old.others, trace), free_slot(old.others)
    has_future = old.trace.producer != SPAWN_ONLY and len(old.trace) > kept
    if has_future and slot is not None:
        name = f"{old.run_name}, left at frame {kept}" if kept else old.run_name
        ghost = make_other(old.trace, fresh.scene, slot, name, findings=old.findings)
        return replace(fresh, others=add_other(others, ghost), compared=slot)
    return replace(fresh, others=others, compared=old.compared)


def _without_findings(document: Document) -> Document:
    return replace(document, findings=(), lanes=tuple(lane for lane in document.lanes if lane.name != FINDINGS))

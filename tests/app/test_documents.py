"""Opening a scenario simulates it; the trace of another engine beside it becomes its ghost."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app import commands as ask
from app import documents, watching
from app.documents import COMPILING, CalledOffError, Progress, read_document, warm_up
from app.session import Session
from app.state import Document
from engine import warm_up as warmth
from engine.decisions import Gate
from engine.trace import SPAWN_ONLY, PassKind
from tests.app.sample_files import FRAMES, SCENARIO, write_walk


def write_scenario(folder: Path, name: str = "walk", **changes: Any) -> Path:
    """Write the scenario of the short walk with its input."""
    file = folder / f"{name}.scenario.json"
    steps = [{"frames": FRAMES, "move": [0.1, -0.2, 0]}]
    file.write_text(json.dumps({**SCENARIO, "name": name, "input": steps, **changes}))
    return file


def test_a_scenario_is_simulated_and_tells_its_decisions(tmp_path: Path) -> None:
    document = read_document(write_scenario(tmp_path))
    trace = document.trace
    assert len(trace) == FRAMES
    assert trace.producer.startswith("Sweepscope")
    assert trace.centers[-1, 0] == pytest.approx(0.1 * FRAMES, abs=1e-6)
    assert Gate.DOWN_STEEP in trace.decisions["gate"]
    assert document.ghost is None


def test_the_trace_of_another_engine_beside_it_is_its_ghost(tmp_path: Path) -> None:
    beside = write_walk(tmp_path)
    document = read_document(write_scenario(tmp_path))
    assert document.ghost is not None
    assert (document.ghost.path, document.ghost.trace.producer) == (beside, "test")
    assert document.ghost.comparison.lengths == (FRAMES, FRAMES)
    assert read_document(beside).ghost is None


def test_a_trace_of_our_own_beside_it_is_no_ghost(tmp_path: Path) -> None:
    beside = write_walk(tmp_path)
    scenario = write_scenario(tmp_path)
    producer = read_document(scenario).trace.producer
    beside.write_text(beside.read_text().replace('"producer": "test"', f'"producer": "{producer}"'))
    assert read_document(scenario).ghost is None


@pytest.mark.parametrize("producer", ["Sweepscope", "Sweepscope 0.0.1", "Sweepscope 99 (nightly)"])
def test_a_trace_of_any_version_of_ours_is_no_ghost(tmp_path: Path, producer: str) -> None:
    beside = write_walk(tmp_path)
    beside.write_text(beside.read_text().replace('"producer": "test"', f'"producer": "{producer}"'))
    assert read_document(write_scenario(tmp_path)).ghost is None


def test_another_producer_whose_name_only_begins_like_ours_is_a_ghost(tmp_path: Path) -> None:
    beside = write_walk(tmp_path)
    beside.write_text(beside.read_text().replace('"producer": "test"', '"producer": "Sweepscopes"'))
    assert read_document(write_scenario(tmp_path)).ghost is not None


def test_a_scenario_is_known_by_its_format_whatever_its_name(tmp_path: Path) -> None:
    beside = write_walk(tmp_path, "a")
    plain = write_scenario(tmp_path, "a").rename(tmp_path / "a.json")
    document = read_document(plain)
    assert document.trace.producer.startswith("Sweepscope")
    assert document.ghost is not None
    assert (document.ghost.path, document.ghost.trace.producer) == (beside, "test")
    disguised = beside.rename(tmp_path / "b.scenario.json")
    assert read_document(disguised).trace.producer == "test"


def test_a_plain_scenario_runs_although_the_trace_beside_it_is_broken(tmp_path: Path) -> None:
    plain = write_scenario(tmp_path, "a").rename(tmp_path / "a.json")
    (tmp_path / "a.trace.json").write_text("this is no JSON")
    document = read_document(plain)
    assert (len(document.trace), document.ghost) == (FRAMES, None)
    (note,) = document.notes
    assert note.startswith("no ghost: ")


def test_a_trace_without_frames_beside_it_does_not_keep_a_scenario_from_running(tmp_path: Path) -> None:
    beside = write_walk(tmp_path, frames=0)
    document = read_document(write_scenario(tmp_path))
    assert (len(document.trace), document.ghost) == (FRAMES, None)
    assert document.notes == (f"no ghost: {beside}: frames: at least one frame is needed, got none",)


def test_the_ghost_that_is_asked_for_is_not_denied_by_a_broken_trace_beside(tmp_path: Path) -> None:
    (tmp_path / "walk.trace.json").write_text("this is no JSON")
    document = read_document(write_scenario(tmp_path), ghost=write_walk(tmp_path, "other"))
    assert document.ghost is not None
    (note,) = document.notes
    assert note.startswith("other.trace.json is the ghost, as the trace beside walk.scenario.json is broken: ")


def test_the_run_of_the_other_controller_is_a_ghost_like_any_other(session: Session, tmp_path: Path) -> None:
    slide = write_scenario(tmp_path, "other", controller="slide")
    session.open_now(write_scenario(tmp_path))
    session.apply(ask.OpenGhost(slide))
    session.wait()
    assert [message.text for message in session.state.messages] == []
    document = session.state.document
    assert document is not None
    assert document.ghost is not None
    assert len(document.ghost.trace) == FRAMES


def test_a_broken_trace_beside_it_does_not_keep_a_scenario_from_running(session: Session, tmp_path: Path) -> None:
    scenario = write_scenario(tmp_path)
    (tmp_path / "walk.trace.json").write_text("this is no JSON")
    session.open_now(scenario)
    assert session.state.document is not None
    assert len(session.state.document.trace) == FRAMES
    assert session.state.messages[-1].text.startswith("no ghost: ")


def test_a_scenario_without_input_opens_at_its_spawn(session: Session, tmp_path: Path) -> None:
    session.apply(ask.OpenFile(write_scenario(tmp_path, input=[])))
    session.wait()
    assert session.state.document is not None
    assert session.state.document.trace.producer == SPAWN_ONLY
    assert session.state.messages == ()


def test_a_scenario_of_the_slide_controller_is_simulated(session: Session, tmp_path: Path) -> None:
    session.open_now(write_scenario(tmp_path, controller="slide"))
    assert session.state.document is not None
    assert len(session.state.document.trace) == FRAMES
    assert PassKind.BUMP in session.state.document.trace.passes["kind"]


def test_the_ramp_of_46_degrees_is_refused_as_physx_refuses_it(physx_traces: Path) -> None:
    document = read_document(physx_traces / "T07_ramp46_prev_constrained.scenario.json")
    assert document.ghost is not None
    assert document.ghost.trace.producer.startswith("NVIDIA PhysX")
    assert document.ghost.comparison.first is None
    assert len(document.trace) == len(document.ghost.trace) == 180


def test_what_takes_long_is_told_while_it_runs(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stages: list[str] = []
    document = read_document(write_scenario(tmp_path), Progress(listener=stages.append))
    assert stages[-1] == documents.SIMULATING
    begun, go_on = threading.Event(), threading.Event()

    def read_slowly(_path: Path, progress: Progress, _ghost: Path | None) -> Document:
        progress.tell(COMPILING)
        begun.set()
        assert go_on.wait(10)
        return document

    monkeypatch.setattr(watching, "read_document", read_slowly)
    session.apply(ask.OpenFile(document.path))
    assert begun.wait(10)
    session.advance(0.1)
    assert (session.state.opening, session.state.stage) == (document.path, COMPILING)
    go_on.set()
    session.wait()
    assert (session.state.opening, session.state.stage) == (None, "")
    assert session.state.document is document


class FakeProcess:
    """A compiler that never ends by itself."""

    started: list[list[str]]

    def __init__(self, command: list[str], **_options: Any) -> None:
        self.started.append(command)
        self.ended = False

    def poll(self) -> int | None:
        return 0 if self.ended else None

    def terminate(self) -> None:
        self.ended = True

    def wait(self) -> int:
        return 0


def test_a_cold_cache_is_filled_by_a_process_of_its_own_that_can_be_called_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    FakeProcess.started = []
    monkeypatch.setattr(warmth, "is_warm", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", FakeProcess)
    progress = Progress()
    progress.cancelled.set()
    with pytest.raises(CalledOffError):
        warm_up(progress)
    assert progress.words == COMPILING
    assert FakeProcess.started == [[sys.executable, "-m", "engine.warm_up"]]


def test_a_warm_cache_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeProcess.started = []
    monkeypatch.setattr(warmth, "is_warm", lambda: True)
    monkeypatch.setattr(subprocess, "Popen", FakeProcess)
    warm_up(Progress())
    assert FakeProcess.started == []


def test_the_cache_is_warm_once_its_folder_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.kernels import cache

    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(cache, "CACHE_FOLDER", tmp_path / "digest")
    (tmp_path / "digest").mkdir()
    assert not warmth.is_warm()
    (tmp_path / "digest" / warmth.MARK).touch()
    assert warmth.is_warm()
    monkeypatch.setattr(cache, "CACHE_FOLDER", tmp_path / "elsewhere" / "private")
    assert warmth.is_warm()
    monkeypatch.setattr(cache, "CACHE_FOLDER", tmp_path / "cold")
    assert not warmth.is_warm()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert warmth.is_warm()


def test_the_recorded_box_of_a_sweep_is_the_one_that_is_drawn(tmp_path: Path) -> None:
    from app.draw.options import ViewOptions
    from app.draw.scene import build_draw_list
    from app.playback import Cursor

    document = read_document(write_scenario(tmp_path))
    trace, cursor = document.trace, Cursor(3, 0, 1, 0)
    drawn = build_draw_list(document.scene, cursor, ViewOptions(swept_boxes=True))
    (boxes,) = [line for line in drawn.lines if line.key == ("trace", "boxes")]
    index = trace.iterations_of(trace.passes_of(trace.attempts_of(3)[0])[1])[0]
    low, high = boxes.points.reshape(-1, 3).min(axis=0), boxes.points.reshape(-1, 3).max(axis=0)
    assert np.allclose(low, trace.iterations[index]["box_low"], atol=1e-6)
    assert np.allclose(high, trace.iterations[index]["box_high"], atol=1e-6)

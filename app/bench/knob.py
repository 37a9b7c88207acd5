"""Dragging a slider on a microtest while all badges follow: what its frames cost, and how late everything is."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app import commands as ask
from app.bench.stage import FRAME_S, Following
from engine.scenario import Controller

if TYPE_CHECKING:
    from collections.abc import Generator

    from app.bench.stage import Sample, Stage
    from app.board import Board, Key

MICROTEST = ask.OpenMicrotest("T07", Controller.SLIDE, "above")
"""A ramp, so that the slope limit decides what happens."""
KNOB, MIDDLE, REACH, STEP = "slope_limit", 0.6, 0.35, 0.037
"""A cosine: the slider swings about the middle, by so many radians a frame, and no two frames have the same value."""


def turn_knob(stage: Stage) -> Generator[Sample, None, None]:
    """Drag the slider, a value a frame and 60 frames a second: the background needs the time in between."""
    stage.session.open_microtest(MICROTEST)
    stage.session.apply(ask.RunMicrotests())
    stage.session.wait()
    watcher, number, due = Watcher(stage), 0, time.perf_counter()
    try:
        while True:
            number += 1
            value = MIDDLE + REACH * math.sin(STEP * number)
            sample = stage.run_frame(partial(watcher.turn, value))
            yield replace(sample, following=watcher.look())
            due = max(due + FRAME_S, time.perf_counter())
            stage.pass_time(due - time.perf_counter())
    finally:
        stage.session.wait()


class Watcher:
    """Somebody who turns a knob and looks at what follows."""

    def __init__(self, stage: Stage) -> None:
        self._session = stage.session
        self._asked_s: dict[float, float] = {}
        """When each value was asked for."""
        self._shown = math.nan
        board = self._session.state.board
        assert board is not None
        self._board: Board = board
        self._fresh_s: dict[Key, float] = dict.fromkeys(
            (key for key in board.results if key[1] is MICROTEST.controller), time.perf_counter()
        )
        """When the badges that the knob concerns had their last verdict."""

    def turn(self, value: float) -> None:
        """Give the knob a value."""
        self._asked_s[value] = time.perf_counter()
        self._session.apply(ask.SetSetting(KNOB, value, gesture="drag"))

    def look(self) -> Following:
        """Tell what the frame that has just been drawn shows that the one before did not."""
        now, state = time.perf_counter(), self._session.state
        assert state.board is not None
        assert state.document is not None
        assert state.document.trace.scenario is not None
        fresh = [key for key in self._fresh_s if state.board.results[key] is not self._board.results[key]]
        self._board = state.board
        self._fresh_s |= dict.fromkeys(fresh, now)
        value = getattr(state.document.trace.scenario.settings, KNOB)
        asked_s = None if value == self._shown else self._asked_s.get(value)
        self._shown = value
        return Following(
            shown_ms=None if asked_s is None else (now - asked_s) * 1e3,
            badges=len(fresh),
            badge_age_ms=(now - min(self._fresh_s.values())) * 1e3,
        )

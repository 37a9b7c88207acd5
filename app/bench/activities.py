"""What a person does while it is measured, as input events: scrub, step, orbit, play."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.bench.knob import turn_knob
from app.commands import GoToEnd, SelectPick, SetCursor, SetTimelineRange, ToggleLoop
from app.draw.drawlist import Pick, PickKind
from app.playback import Cursor
from app.ui.events import send_button, send_key, send_motion
from app.ui.lanes import LABEL_WIDTH_PX
from app.ui.layout import PLOTS, TIMELINE, focus_panel

if TYPE_CHECKING:
    from app.bench.stage import Sample, Stage
    from engine.trace import Trace

FIRST, LAST = "scrub, first", "scrub, last"
"""The names of the two at the ends of the trace."""
MARGIN_PX = 4.0
"""Kept from the ends of the timeline while scrubbing."""
ORBIT_RADIUS_PX = 120.0
ORBIT_STEP = math.radians(4.0)
"""Along the circle that the pointer draws, a frame."""

Samples = Generator["Sample", None, None]
"""Does something until it is closed, and yields what each frame cost."""


@dataclass(frozen=True)
class Activity:
    """Something that a person does, with its name in the report."""

    name: str
    act: Callable[[Stage], Samples]
    is_scrubbing: bool = False
    has_background: bool = False
    """Whether other threads work meanwhile: then the limit is about the time of the one that draws."""


def list_activities(trace: Trace, near_frames: int) -> tuple[Activity, ...]:
    """Return what is measured. Two scrub over the first and over the last `near_frames` of the trace."""
    last = len(trace) - 1
    near = min(near_frames, last)
    return (
        Activity("scrub", partial(scrub, first=0, last=last), is_scrubbing=True),
        Activity("scrub, selected", scrub_selected, is_scrubbing=True),
        Activity("step", step_iterations),
        Activity("orbit", orbit),
        Activity("play", play),
        Activity(FIRST, partial(scrub, first=0, last=near), is_scrubbing=True),
        Activity(LAST, partial(scrub, first=last - near, last=last), is_scrubbing=True),
        Activity("scrub, plots", scrub_plots),
        # The last one: it leaves the world for a microtest.
        Activity("turn a knob", turn_knob, has_background=True),
    )


def scrub(stage: Stage, first: int, last: int) -> Samples:
    """Drag to and fro over the timeline, zoomed to some frames, so that every frame of the screen shows another one."""
    stage.session.apply(SetTimelineRange(first, last))
    stage.session.apply(SetCursor(Cursor(first)))
    stage.run_frame(_nothing)
    left, top, right, bottom = stage.screen.items["scrub"]
    left += LABEL_WIDTH_PX
    y = 0.5 * (top + bottom)
    # A whole number of frames of the trace for one of the screen, and at least a pixel.
    per_frame_px = (right - left) / (last - first + 1)
    stride_px = per_frame_px * math.ceil(1.0 / per_frame_px)
    with_room = max(right - left - 2 * MARGIN_PX, stride_px)
    yield from _hold_and_move(stage, lambda n: (left + MARGIN_PX + _zigzag(n * stride_px, with_room), y))


def scrub_selected(stage: Stage) -> Samples:
    """Scrub over everything with a triangle selected: it is outlined, told about, and has a lane of its own."""
    assert stage.session.state.document is not None
    trace = stage.session.state.document.trace
    landing = trace.iterations[-1]
    stage.session.apply(SelectPick(Pick(PickKind.TRIANGLE, int(landing["body"]), int(landing["triangle"]))))
    try:
        yield from scrub(stage, 0, len(trace) - 1)
    finally:
        stage.session.apply(SelectPick(Pick(PickKind.NOTHING)))


def scrub_plots(stage: Stage) -> Samples:
    """Go to and fro over all frames, one a frame of the screen, with the Plots in front of the Timeline."""
    last = _show_whole(stage)
    _bring_forward(stage, PLOTS)
    number = 0
    try:
        while True:
            number += 1
            cursor = Cursor(int(_zigzag(number, last)))
            yield stage.run_frame(partial(stage.session.apply, SetCursor(cursor)))
    finally:
        _bring_forward(stage, TIMELINE)


def step_iterations(stage: Stage) -> Samples:
    """Press shift+right again and again: every iteration of every pass, one after the other."""
    last = _show_whole(stage)
    send_key("left_shift", down=True)
    try:
        while True:
            # A press and its release need a frame each to be two things to ImGui.
            yield stage.run_frame(lambda: send_key("right_arrow", down=True))
            yield stage.run_frame(lambda: send_key("right_arrow", down=False))
            if stage.session.state.playback.cursor.frame == last:
                stage.session.apply(GoToEnd(-1))
    finally:
        send_key("right_arrow", down=False)
        send_key("left_shift", down=False)
        stage.run_frame(_nothing)


def orbit(stage: Stage) -> Samples:
    """Turn the camera by dragging in circles over the scene."""
    left, top, right, bottom = stage.screen.items["scene"]
    x, y = 0.5 * (left + right), 0.5 * (top + bottom)

    def place(number: int) -> tuple[float, float]:
        angle = number * ORBIT_STEP
        return x + ORBIT_RADIUS_PX * math.cos(angle), y + ORBIT_RADIUS_PX * math.sin(angle)

    yield from _hold_and_move(stage, place)


def play(stage: Stage) -> Samples:
    """Let the trace run, started by the space bar, over and over."""
    _show_whole(stage)
    stage.session.apply(ToggleLoop())
    _tap(stage, "space")
    try:
        while True:
            yield stage.run_frame(_nothing)
    finally:
        _tap(stage, "space")
        stage.session.apply(ToggleLoop())


def _bring_forward(stage: Stage, title: str) -> None:
    """Put a tab in front, as a click on it does; ImGui takes two frames to change it."""
    focus_panel(title)
    stage.run_frame(_nothing)
    stage.run_frame(_nothing)


def _show_whole(stage: Stage) -> int:
    """Show all frames across the timeline and go to the first one; returns the last one."""
    assert stage.session.state.document is not None
    last = len(stage.session.state.document.trace) - 1
    stage.session.apply(SetTimelineRange(0, last))
    stage.session.apply(GoToEnd(-1))
    return last


def _hold_and_move(stage: Stage, place: Callable[[int], tuple[float, float]]) -> Samples:
    """Press the left button at a place and drag on from there."""
    stage.run_frame(lambda: send_motion(*place(0)))
    stage.run_frame(lambda: send_button("left", down=True))
    number = 0
    try:
        while True:
            number += 1
            x, y = place(number)
            yield stage.run_frame(lambda x=x, y=y: send_motion(x, y))  # type: ignore[misc] # bound for this frame
    finally:
        stage.run_frame(lambda: send_button("left", down=False))


def _tap(stage: Stage, key: str) -> None:
    stage.run_frame(lambda: send_key(key, down=True))
    stage.run_frame(lambda: send_key(key, down=False))


def _zigzag(way: float, width: float) -> float:
    """Return where somebody is who walks to and fro between 0 and `width`."""
    place = way % (2.0 * width)
    return min(place, 2.0 * width - place)


def _nothing() -> None:
    """Touch neither mouse nor keyboard."""

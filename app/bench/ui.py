"""What a frame of the window costs on the CPU, from its input to the end of its submission, on null devices."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from app.bench.report import Check, Figures, Report, measure_spread
from app.bench.stage import SIZE_PX, Following, Sample, open_stage
from app.bench.worlds import WorldSize, make_world

if TYPE_CHECKING:
    from app.bench.activities import Activity

MOST_CPU_MS = 8.0
"""At the 95th percentile: half of a frame at 60 Hz."""
MOST_SHOWN_MS = 50.0
"""At the 95th percentile, from the turning of a knob to its run on the screen: what is felt as at once."""
MOST_BADGE_AGE_MS = 250.0
"""At the 95th percentile, since the last verdict of the badge that waited longest: it follows, a little behind."""
MOST_GL_CALLS = 300
MOST_UPLOADED_KB = 256
"""These two for every frame while scrubbing."""
MOST_RATIO = 1.25
"""Of the medians at the end and at the beginning of the trace: the cost must not grow with the frame's number."""
WARM_UP_FRAMES = 60
"""Before each measurement: letters are drawn into the font's texture when they are first seen, buffers grow."""
NEAR_FRAMES = 20
"""Of the trace, shown across the timeline when scrubbing near one of its ends: frame 10 is in the middle."""
MOST_IDLE = 20
"""Frames of the screen for one with a new picture. A key's press and release make two."""
CHUNK_FRAMES = 50
"""Between two words about progress, which are never said inside a measured frame."""

Tell = Callable[[str, float], None]
"""Takes what is being done, and the part of everything that is done, 0 to 1."""


@dataclass(frozen=True)
class Measured:
    """The samples of one activity, and what follows from them."""

    activity: Activity
    samples: tuple[Sample, ...]

    @cached_property
    def figures(self) -> Figures:
        """The row of the report.

        Only frames that drew the scene anew: those that show a picture again cost less and would flatter.
        """
        moving = [sample for sample in self.samples if sample.has_new_picture]
        spreads = {
            "cpu_ms": measure_spread([sample.cpu_ms for sample in moving]),
            "thread_ms": measure_spread([sample.thread_ms for sample in moving]),
            "wall_ms": measure_spread([sample.wall_ms for sample in moving]),
            "gl_calls": measure_spread([sample.gl_calls for sample in moving]),
            "uploaded_kb": measure_spread([sample.uploaded_bytes / 1000 for sample in moving]),
        }
        return Figures(self.activity.name, spreads)

    @property
    def followings(self) -> list[Following]:
        """How the background followed, frame by frame, if a knob was turned."""
        return [sample.following for sample in self.samples if sample.following is not None]


def measure_ui(size: WorldSize, frames: int, tell: Tell) -> Report:
    """Make a world of a size and measure every activity in it for some frames of the screen."""
    tell("making the world", 0.0)
    trace = make_world(size)
    assert trace.scenario is not None
    with open_stage(trace) as stage:
        # Only now: what sends input imports ImGui, which must know its GL platform.
        from app.bench.activities import list_activities

        activities = list_activities(trace, NEAR_FRAMES)
        measured = []
        for number, activity in enumerate(activities):
            samples = activity.act(stage)
            _take(samples, WARM_UP_FRAMES, lambda _: None)
            taken = _take(samples, frames, _tell_part(tell, activity, number, len(activities)))
            samples.close()
            measured.append(Measured(activity, taken))
    tell("done", 1.0)
    conditions: dict[str, str | int] = {
        "triangles": trace.scenario.level.triangle_count,
        "trace_frames": len(trace),
        "iterations": len(trace.iterations),
        "window": f"{SIZE_PX[0]}x{SIZE_PX[1]} px",
        "measured_frames": frames,
        "badges_refreshed": sum(each.badges for one in measured for each in one.followings),
        "runs_shown": sum(each.shown_ms is not None for one in measured for each in one.followings),
    }
    return Report("ui", conditions, tuple(each.figures for each in measured), check_limits(measured))


def _take(samples: Iterator[Sample], count: int, tell_part: Callable[[float], None]) -> tuple[Sample, ...]:
    """Take samples until so many of them are of frames with a new picture."""
    taken: list[Sample] = []
    moved = 0
    for sample in samples:
        taken.append(sample)
        assert len(taken) <= MOST_IDLE * count, "the input does not reach the scene"
        if sample.has_new_picture:
            moved += 1
            if moved % CHUNK_FRAMES == 0:
                tell_part(moved / count)
        if moved == count:
            break
    return tuple(taken)


def _tell_part(tell: Tell, activity: Activity, number: int, count: int) -> Callable[[float], None]:
    return lambda part: tell(activity.name, (number + part) / count)


def check_limits(measured: Sequence[Measured]) -> tuple[Check, ...]:
    """Hold what was measured against the limits."""
    from app.bench.activities import FIRST, LAST

    times = (
        Check(f"CPU time, 95 %, {each.figures.name}", each.figures.spreads[_choose_clock(each)].p95, MOST_CPU_MS, "ms")
        for each in measured
    )
    scrubbed = [sample for each in measured if each.activity.is_scrubbing for sample in each.samples]
    uploaded_kb = max(sample.uploaded_bytes for sample in scrubbed) / 1000
    medians = {each.figures.name: each.figures.spreads["cpu_ms"].median for each in measured}
    return (
        *times,
        Check("GL calls of a frame, scrubbing", max(sample.gl_calls for sample in scrubbed), MOST_GL_CALLS, ""),
        Check("uploaded in a frame, scrubbing", uploaded_kb, MOST_UPLOADED_KB, "kB"),
        Check("CPU time, median, last by first frames", medians[LAST] / medians[FIRST], MOST_RATIO, ""),
        *_check_following([each for one in measured for each in one.followings]),
    )


def _choose_clock(measured: Measured) -> str:
    return "thread_ms" if measured.activity.has_background else "cpu_ms"


def _check_following(followings: list[Following]) -> Iterator[Check]:
    """Hold how late runs and badges are against the limits; a run that never comes is infinitely late."""
    shown = [each.shown_ms for each in followings if each.shown_ms is not None] or [math.inf]
    yield Check("new run on the screen, 95 %", measure_spread(shown).p95, MOST_SHOWN_MS, "ms")
    ages = [each.badge_age_ms for each in followings]
    yield Check("age of the oldest badge, 95 %", measure_spread(ages).p95, MOST_BADGE_AGE_MS, "ms")

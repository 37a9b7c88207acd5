"""The Timeline: scrubbing, zooming, playing; lanes and cursor lie at the same place."""

from __future__ import annotations

import pytest

from app import commands as ask
from app.playback import Cursor
from app.ui.lanes import LABEL_WIDTH_PX, choose_tick_step
from tests.app.sample_files import FRAMES
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu


def place(panels: Driver, frame: float) -> tuple[float, float]:
    """Return where a frame lies on the timeline; its middle is at + 0.5."""
    left, top, right, bottom = panels.items["scrub"]
    first, last = panels.session.state.timeline_range
    left += LABEL_WIDTH_PX * panels.session.state.scale
    return left + (frame - first) * (right - left) / (last - first + 1), (top + bottom) / 2


def frame_of(panels: Driver) -> int:
    return panels.session.state.playback.cursor.frame


def test_a_click_goes_to_its_frame(ramp_panels: Driver) -> None:
    for frame in (0, 27, 100, 179):
        ramp_panels.click(place(ramp_panels, frame + 0.5))
        assert ramp_panels.session.state.playback.cursor == Cursor(frame)


def test_a_drag_scrubs_through_the_frames_and_stops_at_the_ends(panels: Driver) -> None:
    panels.move(place(panels, 2.5))
    with panels.holding("left"):
        for frame in (4, 9, 6):
            panels.move(place(panels, frame + 0.5))
            panels.settle()
            assert frame_of(panels) == frame
        x, y = place(panels, FRAMES)
        panels.move((x + 500, y - 300))
        panels.settle()
        assert frame_of(panels) == FRAMES - 1
        panels.move((0, y))
        panels.settle()
        assert frame_of(panels) == 0


def test_the_wheel_zooms_about_the_pointer_and_back_out_to_the_whole(ramp_panels: Driver) -> None:
    before = place(ramp_panels, 60.0)
    ramp_panels.turn_wheel(before, 3)
    first, last = ramp_panels.session.state.timeline_range
    assert last - first == pytest.approx(179 * 0.8**3, rel=0.01)
    assert place(ramp_panels, 60.0)[0] == pytest.approx(before[0], abs=3)
    for _ in range(12):
        ramp_panels.turn_wheel(before, 1)
    first, last = ramp_panels.session.state.timeline_range
    assert 8 <= last - first < 13, "no further in than eight frames"
    for _ in range(16):
        ramp_panels.turn_wheel(before, -1)
    assert ramp_panels.session.state.timeline_range == (0.0, 179.0)


def test_scrubbing_finds_the_right_frame_when_zoomed_in_between_frames(ramp_panels: Driver) -> None:
    ramp_panels.session.apply(ask.SetTimelineRange(20.6, 31.4))
    ramp_panels.settle()
    for frame in (21, 27, 31):
        ramp_panels.click(place(ramp_panels, frame + 0.5))
        assert frame_of(ramp_panels) == frame


@pytest.mark.parametrize("first", [20.0, 20.25, 20.5, 20.75])
def test_lanes_lie_where_their_frames_are_however_the_timeline_is_zoomed(ramp_panels: Driver, first: float) -> None:
    ramp_panels.session.apply(ask.SetTimelineRange(first, first + 12.5))
    ramp_panels.session.apply(ask.SetCursor(Cursor(0)))
    ramp_panels.settle()
    # The lane of the walk experiment begins at frame 27: right of that border its colour, left of it none.
    pixels = ramp_panels.headless.read_pixels()
    border = place(ramp_panels, 27.0)[0]
    left, top, right, bottom = (int(edge) for edge in ramp_panels.items["scrub"])
    rows = pixels[top:bottom].astype(int)
    differs = abs(rows[:, int(border) - 4] - rows[:, int(border) + 4]).max(axis=1) > 40
    assert differs.sum() >= 8, "a lane begins here"
    for elsewhere in (24.0, 30.0):
        x = int(place(ramp_panels, elsewhere + 0.5)[0])
        assert not (abs(rows[:, x - 4] - rows[:, x + 4]).max(axis=1) > 40)[22:].any()
    assert left < border < right


def test_playing_moves_with_the_clock_and_stops_at_the_end(panels: Driver) -> None:
    panels.press("space")
    assert panels.session.state.playback.playing
    assert "button Pause" in panels.items
    panels.session.advance(0.25)  # two frames of an eighth of a second
    panels.settle()
    assert frame_of(panels) == 2
    panels.session.advance(99.0)
    panels.settle()
    assert frame_of(panels) == FRAMES - 1
    assert "button Play" in panels.items
    panels.click("button Play")
    assert frame_of(panels) == 0, "at the end it begins again"
    panels.click("button Pause")
    assert not panels.session.state.playback.playing


def test_with_loop_it_begins_again(panels: Driver) -> None:
    panels.click("loop")
    panels.press("space")
    panels.session.advance(0.125 * (FRAMES + 3))
    assert frame_of(panels) == 3
    assert panels.session.state.playback.playing


@pytest.mark.parametrize(
    ("least", "step"), [(0.2, 1), (1, 1), (1.1, 2), (3, 5), (5, 5), (6, 10), (11, 20), (21, 50), (4000, 5000)]
)
def test_ticks_are_round_numbers(least: float, step: int) -> None:
    assert choose_tick_step(least) == step

"""The slope limit in the window: the colours and the legend follow the slider before the new run is there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app import commands as ask
from app.bench.stage import FRAME_S, SIZE_PX, open_stage
from app.render.uniforms import FRAME_BLOCK
from app.session import Session
from app.ui.context import Ui
from app.ui.overlay import list_slope_entries
from tests.app.sample_traces import open_sample
from tests.app.ui.driver import Driver

RAMP = "T07_ramp46_slide_constrained"
UNDER_46 = 0.6
"""A limit below the cosine of 46°, 0.695: the ramp is walkable by it."""


def want(session: Session, name: str, value: float) -> None:
    """Edit a setting and leave its run on its way."""
    session.apply(ask.SetSetting(name, value, gesture="drag"))


@pytest.mark.gpu
def test_the_ramp_turns_blue_with_the_slider_and_the_legend_says_up_to_where(ramp: Driver) -> None:
    before_key = ramp.session.state.options
    ramp.press("w")
    assert ramp.session.state.options == replace(before_key, walkable=True)
    assert not before_key.walkable, "off at first: the traces carry the colour"
    ramp.session.apply(ask.FrameLevel())
    ramp.settle()
    before = count_colors(ramp)
    assert read_legend(ramp) == ["walkable, up to 45.0°", "too steep, hatched"]
    want(ramp.session, "slope_limit", UNDER_46)
    ramp.settle()
    after = count_colors(ramp)
    assert before[1] > 10_000, "orange: the ramp"
    assert after[1] < 0.2 * before[1], "what is left is lines and words"
    assert after[0] > before[0] + 5_000, "blue"
    assert read_legend(ramp) == ["walkable, up to 53.1°", "too steep, hatched"]
    ramp.session.wait()
    ramp.settle()


def read_legend(driver: Driver) -> list[str]:
    return [words for words, _, _ in list_slope_entries(Ui(driver.session.state, driver.headless.screen._fonts))]


def count_colors(driver: Driver) -> tuple[int, int]:
    """Count the bluish and the orange pixels of the scene, words and legend aside."""
    left, top, right, bottom = (int(edge) for edge in driver.items["scene"])
    pixels = driver.headless.read_pixels()[top:bottom, left:right].astype(int)
    red, blue = pixels[..., 0], pixels[..., 2]
    return int((blue > red + 25).sum()), int((red > blue + 25).sum())


def test_dragging_the_slope_limit_uploads_no_geometry(physx_traces: Path) -> None:
    with open_stage(open_sample(physx_traces, RAMP)) as stage:

        def count_upload(name: str, value: float) -> int:
            """Edit, draw a frame without taking the new run, and count what the scene sends."""
            stage._context.reset()
            want(stage.session, name, value)
            stage.screen.run_frame(SIZE_PX, FRAME_S, stage._painter, stage._panels)
            assert stage._context.calls > 0, "a new picture was drawn"
            return stage._context.uploaded_bytes

        stage.session.apply(ask.ToggleLayer("walkable"))
        stage.run_frame(lambda: None)
        assert [count_upload("slope_limit", limit) for limit in (0.69, 0.5, 0.9)] == [FRAME_BLOCK.itemsize] * 3
        assert 0 < count_upload("step_offset", 0.3) < 4_000, "the mark at the feet moves"
        stage.session.wait()

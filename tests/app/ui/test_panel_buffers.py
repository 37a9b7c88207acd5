"""What stays of the panels on the GPU between two frames; and that they look as the backend itself draws them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from app.display import set_gl_platform
from app.headless import HeadlessScreen
from app.playback import Depth
from app.session import Session

set_gl_platform(headless=True)  # before the panels' renderer imports PyOpenGL

from app.commands import GoToEnd, StepCursor, ToggleHelp  # noqa: E402
from app.ui.null_gl import NullGl, replace_gl  # noqa: E402
from app.ui.panel_buffers import KeptBuffer, find_change  # noqa: E402


def words(*values: int) -> NDArray[np.uint32]:
    return np.array(values, dtype=np.uint32)


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        (words(), words(), (0, 0)),
        (words(1, 2, 3), words(1, 2, 3), (0, 0)),
        (words(1, 2, 3), words(1, 7, 3), (1, 2)),
        (words(1, 2, 3, 4, 5), words(9, 2, 3, 8, 5), (0, 4)),
        (words(1, 2), words(1, 2, 3, 4), (2, 4)),
        (words(1, 2), words(5, 2, 3), (0, 3)),
        (words(1, 2, 3), words(1, 2), (0, 0)),
        (words(1, 2, 3), words(1, 9), (1, 2)),
    ],
)
def test_the_change_runs_from_the_first_difference_to_the_last(
    old: NDArray[np.uint32], new: NDArray[np.uint32], change: tuple[int, int]
) -> None:
    assert find_change(old, new) == change


def test_a_buffer_sends_what_changed_and_nothing_twice() -> None:
    with replace_gl() as gl:
        buffer = KeptBuffer(gl.GL_ARRAY_BUFFER)
        sent = []
        content = np.arange(1000, dtype=np.uint32)
        for step in (content, content, np.where(content == 500, 0, content), content[:400], content, content.repeat(2)):
            gl.reset()
            buffer.write(step.astype(np.uint32))
            sent.append(gl.uploaded_bytes)
    assert sent == [4000, 0, 4, 0, 2400, 8000], "shorter content keeps what is behind it out of mind; growth sends all"


def test_a_call_that_gl_does_not_have_fails() -> None:
    with pytest.raises(AttributeError):
        NullGl().glDrawEverything  # noqa: B018


@pytest.mark.gpu
def test_kept_buffers_show_what_the_backend_shows(walking: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    from imgui_bundle.python_backends.opengl_backend_programmable import ProgrammablePipelineRenderer

    from app.ui.gl_renderer import GlRenderer

    screen = HeadlessScreen(walking, (900, 600))
    try:
        screen.settle()
        for command in (GoToEnd(1), StepCursor(Depth.ITERATION, -1), ToggleHelp(), ToggleHelp(), GoToEnd(-1)):
            walking.apply(command)
            screen.settle()
            ours = screen.read_pixels()
            with monkeypatch.context() as patch:
                patch.setattr(GlRenderer, "draw", ProgrammablePipelineRenderer.render)
                screen.run_frame()
            assert np.array_equal(screen.read_pixels(), ours)
    finally:
        screen.close()

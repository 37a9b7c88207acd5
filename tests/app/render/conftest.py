"""One graphics context for all render tests, and a fresh renderer for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import NoGraphicsError
from app.render.context import create_headless_context
from app.render.renderer import Renderer

if TYPE_CHECKING:
    from collections.abc import Iterator

    import moderngl


@pytest.fixture(scope="session")
def shared_context() -> Iterator[moderngl.Context]:
    """A headless context; where there is none the test is skipped."""
    try:
        ctx = create_headless_context()
    except NoGraphicsError as error:
        pytest.skip(str(error))
    yield ctx
    ctx.release()


@pytest.fixture
def gl(shared_context: moderngl.Context) -> Iterator[moderngl.Context]:
    """The shared context, made current: other tests make contexts of their own."""
    with shared_context:
        yield shared_context


@pytest.fixture
def renderer(gl: moderngl.Context) -> Iterator[Renderer]:
    """A renderer that left no GL error behind."""
    result = Renderer(gl)
    yield result
    result.release()
    assert gl.error == "GL_NO_ERROR"

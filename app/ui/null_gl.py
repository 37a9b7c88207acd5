"""A GL that does nothing and counts, in the place of the one that ImGui's renderer calls: no context is needed.

The renderer itself is the real one, so what it costs on the CPU is real too; what a driver adds is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from app.ui import gl_renderer, panel_buffers  # first: they set PyOpenGL up

# isort: split
from imgui_bundle.python_backends import opengl_backend_programmable, opengl_base_backend
from OpenGL import GL

if TYPE_CHECKING:
    from types import ModuleType

BYTES_A_PIXEL = 4
"""ImGui's textures are RGBA, a byte each."""
LISTS = {GL.GL_VIEWPORT: 4, GL.GL_SCISSOR_BOX: 4, GL.GL_POLYGON_MODE: 2}
"""What `glGetIntegerv` answers with several numbers, and how many."""
CALLERS: tuple[ModuleType, ...] = (gl_renderer, panel_buffers, opengl_backend_programmable, opengl_base_backend)
"""The modules that call GL, by the name `gl`."""


class NullGl:
    """Answers every call that GL has. `calls` counts them; `uploaded_bytes` is data sent."""

    def __init__(self) -> None:
        self.calls = 0
        self.uploaded_bytes = 0

    def reset(self) -> None:
        """Start counting afresh."""
        self.calls = 0
        self.uploaded_bytes = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(GL, name)  # a name that GL does not have fails here as it would there
        answer = self._make_call() if callable(found) else found
        setattr(self, name, answer)
        return answer

    def _make_call(self) -> Callable[..., int]:
        def call(*_arguments: object) -> int:
            self.calls += 1
            return 1  # for a handle, a location, a state

        return call

    def glGetIntegerv(self, name: int) -> int | list[int]:  # noqa: N802 - the names are GL's
        """Count, and answer with as many numbers as GL would."""
        self.calls += 1
        return [0] * LISTS[name] if name in LISTS else 0

    def glBufferData(self, _target: int, size: int, data: object, _usage: int) -> None:  # noqa: N802
        """Count, with the data as uploaded; without data it only makes room."""
        self.calls += 1
        self.uploaded_bytes += 0 if data is None else size

    def glBufferSubData(self, _target: int, _offset: int, size: int, _data: object) -> None:  # noqa: N802
        """Count, with the data as uploaded."""
        self.calls += 1
        self.uploaded_bytes += size

    def glTexImage2D(self, *arguments: Any) -> None:  # noqa: N802
        """Count, with the data as uploaded: width and height are the fourth and fifth argument."""
        self.calls += 1
        self.uploaded_bytes += arguments[3] * arguments[4] * BYTES_A_PIXEL

    def glTexSubImage2D(self, *arguments: Any) -> None:  # noqa: N802
        """Count, with the data as uploaded: width and height are the fifth and sixth argument."""
        self.calls += 1
        self.uploaded_bytes += arguments[4] * arguments[5] * BYTES_A_PIXEL


@contextmanager
def replace_gl() -> Iterator[NullGl]:
    """Let ImGui's renderer call a GL that does nothing, for a while."""
    null = NullGl()
    kept = [(module, module.gl) for module in CALLERS]
    for module in CALLERS:
        module.gl = null  # type: ignore[attr-defined]
    try:
        yield null
    finally:
        for module, real in kept:
            module.gl = real  # type: ignore[attr-defined]

"""ImGui's own renderer, made fit for a context that moderngl shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import OpenGL

# Off before OpenGL.GL is first imported: a stale error of somebody else would be raised at our next call, and checking
# every call costs more than the calls.
OpenGL.ERROR_CHECKING = False
OpenGL.ERROR_LOGGING = False

from imgui_bundle.python_backends.opengl_backend_programmable import ProgrammablePipelineRenderer  # noqa: E402

if TYPE_CHECKING:
    from imgui_bundle import imgui


class GlRenderer(ProgrammablePipelineRenderer):
    """Draws what ImGui built into whatever framebuffer is bound."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def draw(self, data: imgui.ImDrawData) -> None:
        """Draw a frame."""
        self.render(data)

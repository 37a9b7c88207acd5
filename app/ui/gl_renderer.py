"""ImGui's own renderer, made fit for a context that moderngl shares, and sparing with what it sends.

The backend uploads every vertex of every panel at every frame and saves and restores all state around that. Here what
did not change stays on the GPU, panel by panel, and nothing is restored: moderngl sets all that it depends on itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import OpenGL

# Off before OpenGL.GL is first imported: a stale error of somebody else would be raised at our next call, and checking
# every call costs more than the calls.
OpenGL.ERROR_CHECKING = False
OpenGL.ERROR_LOGGING = False

from imgui_bundle import imgui  # noqa: E402
from imgui_bundle.python_backends.opengl_backend_programmable import ProgrammablePipelineRenderer  # noqa: E402
from OpenGL import GL as gl  # noqa: E402, N811 - the backend calls it so, and so does what takes its place

from app.ui.panel_buffers import PanelBuffers  # noqa: E402

if TYPE_CHECKING:
    pass


class GlRenderer(ProgrammablePipelineRenderer):
    """Draws what ImGui built into whatever framebuffer is bound. Leaves blending on and no vertex array bound."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._buffers: dict[str, PanelBuffers] = {}
        self._texture: int | None = None
        self._scissor: tuple[int, int, int, int] | None = None

    def draw(self, data: imgui.ImDrawData) -> None:
        """Draw a frame."""
        self._update_textures()
        scale = data.framebuffer_scale
        width, height = int(data.display_size.x * scale.x), int(data.display_size.y * scale.y)
        if width <= 0 or height <= 0:
            return
        data.scale_clip_rects(scale)
        self._begin(data, width, height)
        for commands in data.cmd_lists:
            self._draw_panel(commands, height)
        gl.glBindVertexArray(0)
        gl.glDisable(gl.GL_SCISSOR_TEST)

    def _begin(self, data: imgui.ImDrawData, width: int, height: int) -> None:
        self._texture, self._scissor = None, None
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendEquation(gl.GL_FUNC_ADD)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glViewport(0, 0, width, height)
        gl.glUseProgram(self._shader_handle)
        gl.glUniform1i(self._attrib_location_tex, 0)
        gl.glUniformMatrix4fv(self._attrib_proj_mtx, 1, gl.GL_FALSE, clip_from_display(data))

    def _draw_panel(self, commands: imgui.ImDrawList, height: int) -> None:
        buffers = self._buffers.get(commands._owner_name)
        if buffers is None:
            buffers = PanelBuffers(gl, self._list_attributes())
            self._buffers[commands._owner_name] = buffers
        buffers.update(
            read_vector(commands.vtx_buffer, imgui.VERTEX_SIZE), read_vector(commands.idx_buffer, imgui.INDEX_SIZE)
        )
        for command in commands.cmd_buffer:
            self._set_texture(command.tex_ref.get_tex_id())
            left, top, right, bottom = command.clip_rect
            self._set_scissor((int(left), int(height - bottom), int(right - left), int(bottom - top)))
            buffers.draw(command.idx_offset, command.elem_count)

"""ImGui's own renderer, made fit for a context that moderngl shares, and sparing with what it sends.

The backend sends every vertex of every panel at every frame, and saves and restores all state around that. Here what
did not change stays on the GPU, panel by panel, and nothing is restored: moderngl sets whatever it depends on.
"""

from __future__ import annotations

import ctypes

import OpenGL

# Off before OpenGL.GL is first imported: a stale error of somebody else would be raised at our next call, and checking
# every call costs more than the calls.
OpenGL.ERROR_CHECKING = False
OpenGL.ERROR_LOGGING = False

from imgui_bundle import imgui  # noqa: E402
from imgui_bundle.python_backends.opengl_backend_programmable import ProgrammablePipelineRenderer  # noqa: E402
from OpenGL import GL as gl  # noqa: E402, N811 - the name that `app.ui.null_gl` puts itself under

from app.ui.panel_buffers import Locations, PanelBuffers  # noqa: E402


class GlRenderer(ProgrammablePipelineRenderer):
    """Draws what ImGui built into whatever framebuffer is bound."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        names = ("Position", "UV", "Color")  # of the backend's shader
        self._locations = Locations(*(int(gl.glGetAttribLocation(self._shader_handle, name)) for name in names))
        self._panels: dict[str, PanelBuffers] = {}
        """By the name of ImGui's window: its order changes with the focus, its name does not."""
        self._texture = -1
        self._scissor = (-1, -1, -1, -1)

    def draw(self, data: imgui.ImDrawData) -> None:
        """Draw a frame. Blending stays on, no vertex array stays bound."""
        self._update_textures()
        scale = data.framebuffer_scale
        size = int(data.display_size.x * scale.x), int(data.display_size.y * scale.y)
        if min(size) <= 0:
            return
        data.scale_clip_rects(scale)
        self._begin(data, size)
        for commands in data.cmd_lists:
            self._draw_panel(commands, size[1])
        gl.glBindVertexArray(0)
        gl.glDisable(gl.GL_SCISSOR_TEST)

    def _begin(self, data: imgui.ImDrawData, size: tuple[int, int]) -> None:
        # Others bind textures and set scissors between two frames.
        self._texture, self._scissor = -1, (-1, -1, -1, -1)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendEquation(gl.GL_FUNC_ADD)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glViewport(0, 0, *size)
        gl.glUseProgram(self._shader_handle)
        gl.glUniform1i(self._attrib_location_tex, 0)
        gl.glUniformMatrix4fv(self._attrib_proj_mtx, 1, gl.GL_FALSE, clip_from_display(data))

    def _draw_panel(self, commands: imgui.ImDrawList, height_px: int) -> None:
        panel = self._panels.get(commands._owner_name)
        if panel is None:
            panel = self._panels[commands._owner_name] = PanelBuffers(self._locations)
        panel.update(commands)
        for command in commands.cmd_buffer:
            left, top, right, bottom = command.clip_rect
            self._set_scissor((int(left), int(height_px - bottom), int(right - left), int(bottom - top)))
            self._set_texture(command.tex_ref.get_tex_id())
            panel.draw(command.idx_offset, command.elem_count)

    def _set_scissor(self, box: tuple[int, int, int, int]) -> None:
        if box != self._scissor:
            self._scissor = box
            gl.glScissor(*box)

    def _set_texture(self, texture: int) -> None:
        if texture != self._texture:
            self._texture = texture
            gl.glBindTexture(gl.GL_TEXTURE_2D, texture)

    def shutdown(self) -> None:
        """Free everything on the GPU."""
        for panel in self._panels.values():
            panel.release()
        self._panels.clear()
        super().shutdown()


def clip_from_display(data: imgui.ImDrawData) -> ctypes.Array[ctypes.c_float]:
    """Return the matrix, column by column, from ImGui's units, y down, to the clip space of GL."""
    left, top = data.display_pos
    width, height = data.display_size
    across, down = 2.0 / width, -2.0 / height
    columns = (across, 0, 0, 0, 0, down, 0, 0, 0, 0, -1, 0, -1 - left * across, 1 - top * down, 0, 1)
    return (ctypes.c_float * 16)(*columns)

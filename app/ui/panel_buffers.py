"""The vertices and indices of one panel on the GPU. Between two frames only what changed is sent."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from imgui_bundle import imgui
from OpenGL import GL as gl  # noqa: N811 - the name that `app.ui.null_gl` puts itself under

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_SHORT_INDICES = 1 << 16
"""Vertices that indices of two bytes can name; ImGui's own have four."""
LEAST_BYTES = 4096
"""Of a buffer. It grows in powers of two, so that some words more seldom need a new one."""


@dataclass(frozen=True)
class Locations:
    """Where the shader wants the parts of a vertex."""

    position: int
    texture: int
    color: int


class PanelBuffers:
    """A vertex array with its two buffers."""

    def __init__(self, locations: Locations) -> None:
        self._array = int(gl.glGenVertexArrays(1))
        gl.glBindVertexArray(self._array)
        self._vertices = KeptBuffer(gl.GL_ARRAY_BUFFER)
        # Bound while the array is, these indices belong to the array from now on.
        self._indices = KeptBuffer(gl.GL_ELEMENT_ARRAY_BUFFER)
        self._index_type, self._index_bytes = gl.GL_UNSIGNED_INT, 4
        for location, count, kind, normalized, offset in (
            (locations.position, 2, gl.GL_FLOAT, gl.GL_FALSE, imgui.VERTEX_BUFFER_POS_OFFSET),
            (locations.texture, 2, gl.GL_FLOAT, gl.GL_FALSE, imgui.VERTEX_BUFFER_UV_OFFSET),
            (locations.color, 4, gl.GL_UNSIGNED_BYTE, gl.GL_TRUE, imgui.VERTEX_BUFFER_COL_OFFSET),
        ):
            gl.glEnableVertexAttribArray(location)
            place = ctypes.c_void_p(offset)
            gl.glVertexAttribPointer(location, count, kind, normalized, imgui.VERTEX_SIZE, place)

    def update(self, commands: imgui.ImDrawList) -> None:
        """Bind the array and send what differs from the last frame."""
        gl.glBindVertexArray(self._array)
        vertices, indices = commands.vtx_buffer, commands.idx_buffer
        self._vertices.write(view_memory(vertices.data_address(), vertices.size() * imgui.VERTEX_SIZE, np.uint32))
        kind = np.uint16 if imgui.INDEX_SIZE == 2 else np.uint32
        numbers = view_memory(indices.data_address(), indices.size() * imgui.INDEX_SIZE, kind)
        if vertices.size() <= MOST_SHORT_INDICES:
            numbers = numbers.astype(np.uint16)
        self._index_bytes = numbers.itemsize
        self._index_type = gl.GL_UNSIGNED_SHORT if numbers.itemsize == 2 else gl.GL_UNSIGNED_INT
        self._indices.write(numbers)

    def draw(self, first: int, count: int) -> None:
        """Draw the triangles of some indices."""
        place = ctypes.c_void_p(first * self._index_bytes)
        gl.glDrawElements(gl.GL_TRIANGLES, count, self._index_type, place)

    def release(self) -> None:
        """Free everything."""
        gl.glDeleteVertexArrays(1, [self._array])
        self._vertices.release()
        self._indices.release()


class KeptBuffer:
    """A buffer, and what is in it."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._buffer = int(gl.glGenBuffers(1))
        self._capacity_bytes = 0
        self._content: NDArray[np.generic] = np.zeros(0, dtype=np.uint32)
        gl.glBindBuffer(target, self._buffer)

    def write(self, content: NDArray[np.generic]) -> None:
        """Make this the content: the stretch from the first difference to the last one is sent."""
        if content.nbytes > self._capacity_bytes or content.dtype != self._content.dtype:
            self._make_room(content)
        first, end = find_change(self._content, content)
        if first < end:
            changed = np.ascontiguousarray(content[first:end])
            gl.glBindBuffer(self._target, self._buffer)
            gl.glBufferSubData(self._target, first * content.itemsize, changed.nbytes, changed)
        self._content = content.copy()

    def _make_room(self, content: NDArray[np.generic]) -> None:
        while self._capacity_bytes < max(content.nbytes, LEAST_BYTES):
            self._capacity_bytes = max(2 * self._capacity_bytes, LEAST_BYTES)
        gl.glBindBuffer(self._target, self._buffer)
        gl.glBufferData(self._target, self._capacity_bytes, None, gl.GL_STREAM_DRAW)
        self._content = content[:0]

    def release(self) -> None:
        """Free it."""
        gl.glDeleteBuffers(1, [self._buffer])


def find_change(old: NDArray[np.generic], new: NDArray[np.generic]) -> tuple[int, int]:
    """Return the first element of `new` that is not that of `old`, and the end of those; (0, 0) if nothing differs."""
    common = min(len(old), len(new))
    different = np.flatnonzero(old[:common] != new[:common])
    first = int(different[0]) if len(different) else common
    end = len(new) if len(new) > common else int(different[-1]) + 1 if len(different) else 0
    return (first, end) if first < end else (0, 0)


def view_memory(address: int, size_bytes: int, kind: type[np.uint16 | np.uint32]) -> NDArray[np.uint16 | np.uint32]:
    """Return memory that ImGui owns until its next frame as an array."""
    if size_bytes == 0:
        return np.zeros(0, dtype=kind)
    memory = memoryview((ctypes.c_ubyte * size_bytes).from_address(address)).cast("B")
    return np.frombuffer(memory, dtype=kind)

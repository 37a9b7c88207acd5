"""What lives on the GPU between pictures: meshes by key and version, instance records, uniform blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.render.mesh_data import CORNER, CORNER_FORMAT, bound_sphere, pack_corners
from app.render.programs import fit_layout

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    import moderngl
    from numpy.typing import NDArray

    from app.draw.drawlist import Mesh

KEEP_PICTURES = 240
"""Pictures for which a mesh that vanished stays on the GPU: four seconds, so that toggling a layer uploads nothing."""


@dataclass
class StoredMesh:
    """A mesh on the GPU."""

    version: Hashable
    buffer: moderngl.Buffer
    arrays: dict[str, moderngl.VertexArray]
    corner_count: int
    center: NDArray[np.float64]
    radius: float
    last_used: int


class MeshStore:
    """Meshes by key. A key whose version did not change is not uploaded again; one that vanished is freed later."""

    def __init__(self, ctx: moderngl.Context, programs: Mapping[str, moderngl.Program]) -> None:
        self._ctx = ctx
        self._programs = programs
        self._stored: dict[Hashable, StoredMesh] = {}
        self._picture = 0

    def __len__(self) -> int:
        return len(self._stored)

    def fetch(self, mesh: Mesh) -> StoredMesh:
        """Return a mesh as it is on the GPU, uploading it if it is new or changed."""
        stored = self._stored.get(mesh.key)
        if stored is None or stored.version != mesh.version:
            stored = self._upload(mesh, stored)
            self._stored[mesh.key] = stored
        stored.last_used = self._picture
        return stored

    def _upload(self, mesh: Mesh, old: StoredMesh | None) -> StoredMesh:
        data = pack_corners(mesh)
        center, radius = bound_sphere(mesh)
        if old is not None and old.corner_count == len(data):
            # Orphaning lets the GPU finish the last picture with the old corners.
            old.buffer.orphan()
            old.buffer.write(data)
            old.version, old.center, old.radius = mesh.version, center, radius
            return old
        if old is not None:
            _release(old)
        buffer = self._ctx.buffer(data)
        arrays = {
            name: self._ctx.vertex_array(program, [(buffer, *fit_layout(program, CORNER_FORMAT, CORNER.names or ()))])
            for name, program in self._programs.items()
        }
        return StoredMesh(mesh.version, buffer, arrays, len(data), center, radius, self._picture)

    def end_picture(self) -> None:
        """Free what has not been drawn for a while."""
        self._picture += 1
        stale = [key for key, mesh in self._stored.items() if self._picture - mesh.last_used > KEEP_PICTURES]
        for key in stale:
            _release(self._stored.pop(key))

    def release(self) -> None:
        """Free everything."""
        for mesh in self._stored.values():
            _release(mesh)
        self._stored.clear()


def _release(mesh: StoredMesh) -> None:
    for array in mesh.arrays.values():
        array.release()
    mesh.buffer.release()


@dataclass(frozen=True)
class Shape:
    """The corners that every instance repeats. Without a buffer the vertex shader makes them from their number."""

    mode: int
    vertices: int
    buffer: moderngl.Buffer | None = None
    layout: tuple[str, ...] = ()
    index_buffer: moderngl.Buffer | None = None


class Instances:
    """Records of one type, each drawn as one instance of a shape, in one growing buffer."""

    def __init__(
        self,
        ctx: moderngl.Context,
        programs: Mapping[str, moderngl.Program],
        record: np.dtype[np.void],
        layout: str,
        shape: Shape,
    ) -> None:
        self._record = record
        self._shape = shape
        self._buffer = ctx.buffer(reserve=64 * record.itemsize, dynamic=True)
        self._capacity = 64
        self._written = b""
        self.count = 0
        self._arrays = {}
        for name, program in programs.items():
            parts, *used = fit_layout(program, layout, record.names or ())
            content: list[tuple[object, ...]] = [(self._buffer, f"{parts} /i", *used)]
            if shape.buffer is not None:
                content.append((shape.buffer, *shape.layout))
            self._arrays[name] = ctx.vertex_array(program, content, index_buffer=shape.index_buffer)

    def write(self, records: NDArray[np.void]) -> None:
        """Replace all records. Nothing is uploaded if they are those of the last time."""
        self.count = len(records)
        data = records.tobytes()
        if data == self._written:
            return
        self._written = data
        if data:
            self._make_room(self.count)
            self._buffer.write(data)

    def reserve(self, count: int) -> None:
        """Make room for some records and forget all that were written: `write_part` fills them in."""
        self.count = count
        self._make_room(count)

    def _make_room(self, count: int) -> None:
        while self._capacity < count:
            self._capacity *= 2
        # The buffer keeps its name, so the vertex arrays stay valid when it grows.
        self._buffer.orphan(self._capacity * self._record.itemsize)

    def write_part(self, first: int, records: NDArray[np.void]) -> None:
        """Replace some records in place."""
        self._buffer.write(records.tobytes(), offset=first * self._record.itemsize)

    def draw(self, program: str) -> None:
        """Draw all instances with one of the programs."""
        if self.count:
            self._arrays[program].render(self._shape.mode, vertices=self._shape.vertices, instances=self.count)

    def release(self) -> None:
        """Free what is on the GPU, except the shape, which others may share."""
        for array in self._arrays.values():
            array.release()
        self._buffer.release()


class UniformBuffer:
    """A uniform buffer that is written only when its content changes."""

    def __init__(self, ctx: moderngl.Context, size: int) -> None:
        self._buffer = ctx.buffer(reserve=size, dynamic=True)
        self._capacity = size
        self._written = b""

    def write(self, data: bytes) -> None:
        """Replace the content."""
        if data == self._written:
            return
        self._written = data
        self._capacity = max(self._capacity, len(data))
        self._buffer.orphan(self._capacity)
        self._buffer.write(data)

    def bind(self, binding: int, offset: int = 0, size: int = -1) -> None:
        """Make a part of it the block that programs see at a binding."""
        self._buffer.bind_to_uniform_block(binding, offset, size)

    def release(self) -> None:
        """Free what is on the GPU."""
        self._buffer.release()

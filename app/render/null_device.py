"""A graphics context that does nothing and counts: what a picture costs on the CPU, in calls and in bytes.

It has the surface of `moderngl.Context` that the renderer uses, and no more: a new call fails here first.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    import moderngl

BYTES_A_COMPONENT = {"f1": 1, "u4": 4}


class NullContext:
    """Counts what is asked of it. `calls` are method calls and assignments; `uploaded_bytes` is data sent."""

    max_samples = 4

    def __init__(self) -> None:
        self.calls = 0
        self.uploaded_bytes = 0
        self.fbo: NullFramebuffer | None = None

    def __setattr__(self, name: str, value: object) -> None:
        if name in {"blend_func", "depth_func"}:
            self.calls += 1
        super().__setattr__(name, value)

    def reset(self) -> None:
        """Start counting afresh."""
        self.calls = 0
        self.uploaded_bytes = 0

    def count(self, uploaded: Sized | None = None) -> None:
        """Note one call and the bytes that it sends."""
        self.calls += 1
        if uploaded is not None:
            self.uploaded_bytes += memoryview(cast("Any", uploaded)).nbytes

    def enable_only(self, flags: int) -> None:  # noqa: ARG002 - the parameters are moderngl's
        """Count."""
        self.count()

    def copy_framebuffer(self, dst: object, src: object) -> None:  # noqa: ARG002
        """Count."""
        self.count()

    def detect_framebuffer(self, glo: int) -> NullFramebuffer:  # noqa: ARG002
        """Count."""
        self.count()
        return NullFramebuffer(self, (0, 0))

    def buffer(self, data: Sized | None = None, reserve: int = 0, dynamic: bool = False) -> NullBuffer:  # noqa: ARG002
        """Count, with the data as uploaded."""
        self.count(data)
        return NullBuffer(self)

    def program(self, vertex_shader: str, fragment_shader: str) -> NullProgram:
        """Count."""
        self.count()
        return NullProgram(self, vertex_shader + fragment_shader)

    def vertex_array(self, program: object, content: object, index_buffer: object = None) -> NullVertexArray:  # noqa: ARG002
        """Count."""
        self.count()
        return NullVertexArray(self)

    def texture(self, size: tuple[int, int], components: int, dtype: str = "f1") -> NullImage:
        """Count."""
        self.count()
        return NullImage(self, size, components * BYTES_A_COMPONENT[dtype])

    def renderbuffer(self, size: tuple[int, int], components: int = 4, samples: int = 0) -> NullImage:  # noqa: ARG002
        """Count."""
        self.count()
        return NullImage(self, size, components)

    def depth_renderbuffer(self, size: tuple[int, int], samples: int = 0) -> NullImage:  # noqa: ARG002
        """Count."""
        self.count()
        return NullImage(self, size, 4)

    def framebuffer(self, color_attachments: list[NullImage], depth_attachment: object = None) -> NullFramebuffer:  # noqa: ARG002
        """Count."""
        self.count()
        return NullFramebuffer(self, color_attachments[0].size)


class NullObject:
    """Anything that a context makes."""

    glo = 0

    def __init__(self, ctx: NullContext) -> None:
        self._ctx = ctx

    def release(self) -> None:
        """Count."""
        self._ctx.count()


class NullBuffer(NullObject):
    """A buffer."""

    def write(self, data: Sized, offset: int = 0) -> None:  # noqa: ARG002
        """Count, with the data as uploaded."""
        self._ctx.count(data)

    def orphan(self, size: int = -1) -> None:  # noqa: ARG002
        """Count."""
        self._ctx.count()

    def bind_to_uniform_block(self, binding: int = 0, offset: int = 0, size: int = -1) -> None:  # noqa: ARG002
        """Count."""
        self._ctx.count()


class NullProgram(NullObject):
    """A program. It has every member that its source mentions."""

    def __init__(self, ctx: NullContext, source: str) -> None:
        super().__init__(ctx)
        self._source = source

    def get(self, key: str, default: object) -> object:
        """Return something for a name that occurs in the source."""
        return key if key in self._source else default

    def __iter__(self) -> Iterator[str]:
        return iter(self._source.split())


class NullVertexArray(NullObject):
    """A vertex array."""

    def render(self, mode: int, vertices: int = -1, first: int = 0, instances: int = -1) -> None:  # noqa: ARG002
        """Count."""
        self._ctx.count()


class NullImage(NullObject):
    """A texture or a renderbuffer."""

    def __init__(self, ctx: NullContext, size: tuple[int, int], pixel_bytes: int) -> None:
        super().__init__(ctx)
        self.size = size
        self.pixel_bytes = pixel_bytes

    def write(self, data: Sized) -> None:
        """Count, with the data as uploaded."""
        self._ctx.count(data)


class NullFramebuffer(NullObject):
    """A framebuffer. All its pixels are zero."""

    color_mask: object
    depth_mask: object

    def __init__(self, ctx: NullContext, size: tuple[int, int]) -> None:
        super().__init__(ctx)
        self.size = size

    def __setattr__(self, name: str, value: object) -> None:
        if name in {"color_mask", "depth_mask"}:
            self._ctx.count()
        super().__setattr__(name, value)

    def use(self) -> None:
        """Count."""
        self._ctx.count()
        self._ctx.fbo = self

    def clear(self, depth: float = 1.0) -> None:  # noqa: ARG002
        """Count."""
        self._ctx.count()

    def read(self, components: int = 3, attachment: int = 0, alignment: int = 1, dtype: str = "f1") -> bytes:  # noqa: ARG002
        """Count and return zeros."""
        self._ctx.count()
        return bytes(self.size[0] * self.size[1] * components * BYTES_A_COMPONENT[dtype])


def create_null_context() -> tuple[NullContext, moderngl.Context]:
    """Return one context twice: as what counts, and as what a Renderer takes."""
    ctx = NullContext()
    return ctx, cast("moderngl.Context", ctx)

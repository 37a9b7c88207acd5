"""A graphics context without a window."""

from __future__ import annotations

import moderngl

from app.errors import NoGraphicsError

MISSING_GRAPHICS = (
    "no OpenGL 3.3 without a window here ({reason}); software rendering is enough: on Debian, Ubuntu and in containers "
    "'apt install libegl1 libgl1-mesa-dri', on Fedora 'dnf install mesa-libEGL mesa-dri-drivers'"
)


def create_headless_context() -> moderngl.Context:
    """Make a context without a window through EGL: a graphics card where there is one, else Mesa in software."""
    try:
        return moderngl.create_context(require=330, standalone=True, backend="egl")  # type: ignore[arg-type]
    # The loader raises whatever it meets: a missing library, no device, a driver that is too old.
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise NoGraphicsError(MISSING_GRAPHICS.format(reason=reason)) from error

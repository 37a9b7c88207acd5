"""Pictures as files."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def write_png(pixels: NDArray[np.uint8], path: Path) -> None:
    """Write (height, width, 3) as PNG, beside and renamed: a picture is whole or not there."""
    from PIL import Image

    if path.suffix.lower() != ".png":
        raise InputError(f"{path}: pictures are PNG; end the name in .png")
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        Image.fromarray(pixels).save(beside, format="PNG", optimize=False)
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):  # where it could not be made, it need not be taken away
            beside.unlink()
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from error

"""Pictures as files."""

from __future__ import annotations

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
        beside.unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from error

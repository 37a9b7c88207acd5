"""Boxes around primitives, in float32 rounded outwards."""

from typing import Any

import numpy as np

from engine.kernels.cache import kernel
from engine.kernels.level_arrays import ROUND, SOLID, TRIANGLE

BELOW, ABOVE = np.float32(-np.inf), np.float32(np.inf)


@kernel
def round_down(x):
    """Return the largest float32 that is not above x."""
    rounded = np.float32(x)
    if float(rounded) > x:
        return np.nextafter(rounded, BELOW)
    return rounded


@kernel
def round_up(x):
    """Return the smallest float32 that is not below x."""
    rounded = np.float32(x)
    if float(rounded) < x:
        return np.nextafter(rounded, ABOVE)
    return rounded


@kernel
def bound_primitives(primitives: Any, owners: Any, bounds: Any) -> None:
    """Fill bounds (p, 6) float32 with the lower and upper corner of every primitive."""
    for i in range(len(primitives)):
        kind = owners[i, TRIANGLE]
        radius = primitives[i, 6] if kind == ROUND else 0.0
        for axis in range(3):
            a, b = primitives[i, axis], primitives[i, axis + 3]
            c = primitives[i, axis + 6] if kind not in (ROUND, SOLID) else a
            bounds[i, axis] = round_down(min(a, b, c) - radius)
            bounds[i, axis + 3] = round_up(max(a, b, c) + radius)

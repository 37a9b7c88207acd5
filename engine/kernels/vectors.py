"""Vectors of three floats as tuples: they live in registers, and read like the documents' pseudocode."""

from math import sqrt

from engine.kernels.cache import kernel


@kernel
def add(a, b):
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@kernel
def subtract(a, b):
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@kernel
def scale(a, s):
    """Return a · s."""
    return (a[0] * s, a[1] * s, a[2] * s)


@kernel
def dot(a, b):
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def cross(a, b):
    """Return the vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@kernel
def length(a):
    """Return the Euclidean length."""
    return sqrt(dot(a, a))


@kernel
def normalize(a):
    """Return a at length 1; the zero vector stays zero, because callers test for it and never want NaN."""
    size = length(a)
    if size == 0.0:
        return (0.0, 0.0, 0.0)
    return scale(a, 1.0 / size)

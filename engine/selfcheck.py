"""Whether the compiler behind the kernels works on this machine: asked by `doctor`."""

from __future__ import annotations

import time


def compile_small_kernel() -> float:
    """Compile a kernel afresh, past every cache, and run it; return the seconds that it took.

    Raises whatever numba raises, and AssertionError if the compiled code computes something else.
    """
    from numba import njit

    from engine.kernels import cache

    def sum_of_squares(count: int) -> float:
        total = 0.0
        for i in range(count):
            total += float(i) * float(i)
        return total

    assert cache.CACHE_FOLDER.is_dir()
    start = time.perf_counter()
    result = njit(cache=False)(sum_of_squares)(1000)
    if result != 332833500.0:
        raise AssertionError(f"a compiled kernel returned {result} instead of 332833500")
    return time.perf_counter() - start

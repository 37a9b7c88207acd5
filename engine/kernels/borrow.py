"""The decorator of kernels that only look at arrays which their caller owns."""

from numba import njit

from engine.kernels.cache import Kernel


def borrowing_kernel(function: Kernel) -> Kernel:
    """Compile a kernel that owns no memory: it makes no array and returns none, so nobody need count references.

    Counting is an atomic operation for each array of a level at each call: it took 280 of the 330 ns that a sweep into
    the void costs. The caller keeps the arrays alive, as Python does during a call.
    """
    compiled: Kernel = njit(cache=True, error_model="numpy", nogil=True, fastmath=False, _nrt=False)(function)
    return compiled


def inlined_kernel(function: Kernel) -> Kernel:
    """Make a borrowing kernel a part of its callers, as if it were written there: for one that has one or two of them.

    A level is passed on as a hundred words, call by call, which costs more than most of what is done with it.
    """
    compiled: Kernel = njit(cache=True, error_model="numpy", nogil=True, fastmath=False, _nrt=False, inline="always")(
        function
    )
    return compiled


def embedded_kernel(function: Kernel) -> Kernel:
    """Do the same once both are machine code: for large kernels, which numba takes long to see through as one."""
    compiled: Kernel = njit(cache=True, error_model="numpy", nogil=True, fastmath=False, _nrt=False, forceinline=True)(
        function
    )
    return compiled

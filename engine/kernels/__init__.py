"""The hot code: plain @njit functions on floats, tuples and arrays, named like the documents' functions.

Importing this package points numba's cache at a folder that belongs to exactly these sources (`engine.kernels.cache`),
so it must come before the first @njit: kernel modules decorate with `engine.kernels.cache.kernel`.
"""

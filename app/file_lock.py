"""A file that one process holds: the hold ends with the process, however that ends."""

from __future__ import annotations

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30
    """Windows keeps others from reading what is locked: a byte behind all that is ever written."""

    def hold_file(file: IO[bytes]) -> bool:
        """Hold an open file until it is closed; False if another holder has it."""
        place = file.tell()
        try:
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(place)
        return True

else:
    import fcntl

    def hold_file(file: IO[bytes]) -> bool:
        """Hold an open file until it is closed; False if another holder has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

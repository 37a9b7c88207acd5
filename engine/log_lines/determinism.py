"""The line that compares two runs of the same input (003 7.4)."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.trace import Trace


def run_hash(trace: Trace) -> int:
    """Return CRC-32 of the hashes of all frames: two runs that agree in it ended every frame bit for bit alike."""
    return zlib.crc32(trace.hashes.astype("<u4").tobytes())


def find_first_difference(first: Trace, second: Trace) -> int | None:
    """Return the first frame whose hashes differ, or that only one run has; None if the runs are alike."""
    common = min(len(first), len(second))
    apart = np.flatnonzero(first.hashes[:common] != second.hashes[:common])
    if len(apart):
        return int(apart[0])
    return None if len(first) == len(second) else common


def determinism_line(first: Trace, second: Trace) -> str:
    """Return the line of 7.4 for two runs: OK with their hash, or FAILED with both and the frame of the difference."""
    hashes, at = (run_hash(first), run_hash(second)), find_first_difference(first, second)
    if at is None:
        return f"[DETERMINISM] OK: 0x{hashes[0]:08X}, {len(first)} frames"
    found = f"[DETERMINISM] FAILED: 0x{hashes[0]:08X} vs 0x{hashes[1]:08X}, first difference in frame {at}"
    if at >= min(len(first), len(second)):
        return f"{found}: one run has {len(first)} frames, the other {len(second)}"
    return f"{found}: 0x{int(first.hashes[at]):08X} vs 0x{int(second.hashes[at]):08X}"

"""What `simulate` says: a line per scenario, a line for all, and the same as JSON."""

from __future__ import annotations

import json
import shutil
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.paths import write_path
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.trace import Trace

PIPE_WIDTH = 160
"""Columns where nobody says how wide the screen is."""
LEAST_NAME = 12
"""Columns that a name keeps on a narrow screen."""
COORDINATE_WIDTH = 12
"""Columns of a coordinate, at most: -999999.9999 m, beyond any level."""


@dataclass(frozen=True)
class Outcome:
    """What came of one scenario."""

    name: str
    scenario: Path
    trace: Path
    frames: int
    seconds: float
    """Of the simulation, without reading and writing."""
    center: tuple[float, float, float]
    flags: tuple[str, ...]
    hash: int
    """CRC-32 of the hashes of all frames."""

    @property
    def frame_microseconds(self) -> float:
        """How long a frame took."""
        return 1e6 * self.seconds / max(self.frames, 1)


def describe_outcome(name: str, file: Path, target: Path, trace: Trace, seconds: float) -> Outcome:
    """Sum up a run."""
    from engine.trace import Flags

    x, y, z = trace.centers[-1].tolist()
    flags = Flags(int(trace.frames["flags"][-1]))
    words = tuple(flag.name.lower() for flag in (Flags.DOWN, Flags.SIDES, Flags.UP) if flag & flags and flag.name)
    return Outcome(name, file, target, len(trace), seconds, (x, y, z), words, zlib.crc32(trace.hashes.tobytes()))


def print_outcomes(outcomes: Sequence[Outcome], seconds: float) -> None:
    """Print a line per scenario, and one for all."""
    if not outcomes:
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPE_WIDTH
    rests = [write_rest(outcome) for outcome in outcomes]
    longest = max(len(outcome.name) for outcome in outcomes)
    room = min(longest, max(LEAST_NAME, width - 2 - max(map(len, rests))))
    for outcome, rest in zip(outcomes, rests, strict=True):
        name = outcome.name if len(outcome.name) <= room else outcome.name[: room - 1] + "…"
        print(f"{write_path(name):<{room}}  {rest}"[:width])
    frames, spent = sum(each.frames for each in outcomes), sum(each.seconds for each in outcomes)
    noun = "scenario" if len(outcomes) == 1 else "scenarios"
    print(
        f"{len(outcomes)} {noun}, {frames:,} frames in {seconds:.2f} s, "
        f"of which simulation {spent:.2f} s ({1e6 * spent / max(frames, 1):.1f} µs per frame)"
    )


def write_rest(outcome: Outcome) -> str:
    """Write what a line says after the name."""
    center = ", ".join(map(write_coordinate, outcome.center))
    flags = ",".join(outcome.flags) or "-"
    return f"{outcome.frames:>6,} frames {outcome.frame_microseconds:>7.1f} µs  ({center}) {flags}"


def write_coordinate(value: float) -> str:
    """Write metres to a tenth of a millimetre, or in at most 12 characters what is too large for that."""
    text = f"{value:.4f}"
    return text if len(text) <= COORDINATE_WIDTH else f"{value:.4e}"


def write_summary(outcomes: Sequence[Outcome], target: Path, seconds: float) -> None:
    """Write the summary as JSON."""
    summary = {
        "format": "sweepscope.simulation",
        "version": 1,
        "frames": sum(each.frames for each in outcomes),
        "seconds": seconds,
        "scenarios": [
            {
                "name": each.name,
                "scenario": str(each.scenario),
                "trace": str(each.trace),
                "frames": each.frames,
                "microseconds_per_frame": each.frame_microseconds,
                "center": each.center,
                "flags": each.flags,
                "hash": f"{each.hash:08x}",
            }
            for each in outcomes
        ],
    }
    try:
        target.write_text(json.dumps(summary) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}") from error

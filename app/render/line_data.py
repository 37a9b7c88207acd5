"""Line segments packed for the GPU, and where each Lines item lies in the one buffer that they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from app.draw.drawlist import Lines, Pick

SEGMENT = np.dtype(
    [
        ("in_start", "<f4", (3,)),
        ("in_end", "<f4", (3,)),
        ("in_color", "u1", (4,)),
        ("in_style", "<f2", (4,)),
        ("in_phase", "<f4"),
    ]
)
SEGMENT_FORMAT = "3f 3f 4f1 4f2 1f"

JOINED_BEFORE, JOINED_AFTER, PICKABLE = 1, 2, 4
"""Bits of the last part of `in_style`."""
LEAST_SLOT = 16
"""Segments: slots grow in powers of two from here, so that a pass with one iteration more fits where it was."""


def pack_segments(lines: Lines) -> NDArray[np.void]:
    """Return the segments of an item as records."""
    packed = np.zeros(len(lines.points), dtype=SEGMENT)
    packed["in_start"], packed["in_end"] = lines.points[:, 0], lines.points[:, 1]
    packed["in_color"] = np.rint(np.clip(lines.colors, 0.0, 1.0) * 255.0)
    style = packed["in_style"]
    style[:, 0] = lines.widths_px
    style[:, 1] = lines.dash_px
    style[:, 2] = lines.hidden_alpha
    joined = find_joints(lines.points)
    style[:, 3] = joined * JOINED_BEFORE + np.append(joined[1:], False) * JOINED_AFTER
    if lines.picks:
        style[:, 3] += PICKABLE
    if lines.dash_px > 0.0:
        packed["in_phase"] = measure_phases(lines.points, joined)
    return packed


def find_joints(points: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Tell for each segment whether it starts where the one before it ends."""
    joined = np.zeros(len(points), dtype=np.bool_)
    joined[1:] = (points[1:, 0] == points[:-1, 1]).all(axis=1)
    return joined


def measure_phases(points: NDArray[np.float32], joined: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the metres of joined segments before each segment: dashes run on across joints."""
    lengths = np.linalg.norm(points[:, 1].astype(np.float64) - points[:, 0], axis=1)
    before = np.cumsum(lengths) - lengths
    starts = np.where(joined, 0.0, before)
    result: NDArray[np.float64] = before - np.maximum.accumulate(starts)
    return result


@dataclass
class Slot:
    """Where an item lies: its room in segments, and how many of them it uses now."""

    first: int
    room: int
    used: int
    version: Hashable
    lines: Lines

    def clear(self) -> None:
        """Take the item out; the room stays."""
        self.used = 0


class SlotPlan:
    """Which slot each item of a picture has, by key. Room is only handed out anew when an item outgrows its slot."""

    def __init__(self) -> None:
        self._slots: dict[Hashable, Slot] = {}
        self.length = 0
        """Segments from the first slot to the end of the last one, unused room included."""

    def plan(self, items: Sequence[Lines]) -> tuple[bool, list[tuple[Slot, Lines | None]]]:
        """Take the items of a picture. Returns whether all room moved, and the slots that must be written.

        A slot with None for its item is one whose item vanished: its segments must be blanked.
        """
        wanted = {item.key: item for item in items if len(item.points)}
        fits = all(key in self._slots and len(item.points) <= self._slots[key].room for key, item in wanted.items())
        if not fits:
            self._lay_out(wanted)
            return True, [(slot, slot.lines) for slot in self._slots.values()]
        changes: list[tuple[Slot, Lines | None]] = []
        for key, slot in self._slots.items():
            item = wanted.get(key)
            if item is None:
                if slot.used:
                    changes.append((slot, None))
                continue
            if not slot.used or slot.version != item.version:
                changes.append((slot, item))
            slot.lines = item
        return False, changes

    def _lay_out(self, wanted: dict[Hashable, Lines]) -> None:
        old = self._slots
        self._slots = {}
        self.length = 0
        for key, item in wanted.items():
            room = LEAST_SLOT
            while room < len(item.points):
                room *= 2
            # An item keeps the room that it once needed, so that scrubbing to and fro settles down.
            room = max(room, old[key].room) if key in old else room
            self._slots[key] = Slot(self.length, room, 0, item.version, item)
            self.length += room

    def find_pick(self, segment: int) -> Pick | None:
        """Return the pick of a segment by its place in the buffer."""
        for slot in self._slots.values():
            if slot.first <= segment < slot.first + slot.used:
                picks = slot.lines.picks
                return picks[segment - slot.first] if segment - slot.first < len(picks) else None
        return None

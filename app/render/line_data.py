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
LEAST_SLOT = 4
"""Segments: slots grow in powers of two from here, so that a pass with one iteration more fits where it was."""
LEAST_CAPACITY = 1024
"""Segments: 40 kB."""


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
    """A stretch of the buffer and the item in it."""

    first: int
    room: int
    dirty: bool = True
    """False once it has been written as blank; fresh memory counts as dirty."""
    key: Hashable = None
    lines: Lines | None = None


class SlotPlan:
    """Hands out stretches of one buffer to items by key, and moves as little as it can from picture to picture."""

    def __init__(self) -> None:
        self._slots: list[Slot] = []
        self.length = 0
        """Segments up to the end of the last slot, unused room included."""
        self.capacity = 0
        """Segments that the buffer must have room for."""

    def plan(self, items: Sequence[Lines]) -> tuple[bool, list[Slot]]:
        """Take the items of a picture. Returns whether the whole buffer starts afresh, and the slots to be written.

        A slot to be written without an item is one whose item vanished: it must be blanked.
        """
        wanted = _by_key(items)
        held = {slot.key: slot for slot in self._slots if slot.key in wanted}
        free = [slot for slot in self._slots if slot.key not in wanted]
        changed: list[Slot] = []
        for key, item in wanted.items():
            slot = held.get(key)
            if slot is not None and slot.room < len(item.points):
                free.append(slot)
                slot = None
            if slot is None:
                slot = self._take_room(len(item.points), free)
                if slot is None:
                    return True, self._lay_out(wanted)
                changed.append(slot)
            elif slot.lines is None or slot.lines.version != item.version:
                changed.append(slot)
            slot.key, slot.lines = key, item
        for slot in free:
            slot.key, slot.lines = None, None
        return False, changed + [slot for slot in free if slot.dirty]

    def _take_room(self, count: int, free: list[Slot]) -> Slot | None:
        """Return a free slot that is large enough, a new one at the end, or None when the buffer is full."""
        fitting = [slot for slot in free if slot.room >= count]
        if fitting:
            slot = min(fitting, key=lambda candidate: candidate.room)
            free.remove(slot)
            return slot
        room = _round_room(count)
        if self.length + room > self.capacity:
            return None
        slot = Slot(self.length, room)
        self._slots.append(slot)
        self.length += room
        return slot

    def _lay_out(self, wanted: dict[Hashable, Lines]) -> list[Slot]:
        self._slots, self.length = [], 0
        for key, item in wanted.items():
            room = _round_room(len(item.points))
            self._slots.append(Slot(self.length, room, key=key, lines=item))
            self.length += room
        # Twice what is needed now: items may come and go for a while before this happens again.
        self.capacity = max(2 * self.length, LEAST_CAPACITY)
        return list(self._slots)

    def find_pick(self, segment: int) -> Pick | None:
        """Return the pick of a segment by its place in the buffer."""
        for slot in self._slots:
            place = segment - slot.first
            if slot.lines is not None and 0 <= place < len(slot.lines.picks):
                return slot.lines.picks[place]
        return None


def gather_writes(changed: Sequence[Slot]) -> list[tuple[int, NDArray[np.void]]]:
    """Return the records of changed slots and where they go; neighbours are written in one piece."""
    writes: list[tuple[int, list[NDArray[np.void]]]] = []
    end = -1
    for slot in sorted(changed, key=lambda candidate: candidate.first):
        packed = np.zeros(0, dtype=SEGMENT) if slot.lines is None else pack_segments(slot.lines)
        # Room that is not used is written as zeros: segments without width, which are not drawn.
        records = np.zeros(slot.room, dtype=SEGMENT)
        records[: len(packed)] = packed
        slot.dirty = slot.lines is not None
        if slot.first == end:
            writes[-1][1].append(records)
        else:
            writes.append((slot.first, [records]))
        end = slot.first + slot.room
    return [(first, np.concatenate(parts)) for first, parts in writes]


def _by_key(items: Sequence[Lines]) -> dict[Hashable, Lines]:
    """Return the items that have segments by key; the second of two equal keys gets one of its own."""
    result: dict[Hashable, Lines] = {}
    for item in items:
        if len(item.points):
            key: Hashable = item.key
            while key in result:
                key = ("again", key)
            result[key] = item
    return result


def _round_room(count: int) -> int:
    room = LEAST_SLOT
    while room < count:
        room *= 2
    return room

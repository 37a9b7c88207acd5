"""Paths of moving bodies as key poses: between two keys a body moves and turns at an even rate.

A path is stored as poses (n, 7), position and rotation for each frame. Keys are not stored: they are the frames where
the motion changes, so a path that is saved and read again has the keys that it had.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.rotations import interpolate_rotations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from engine.transforms import FloatArray

_KINK = 1e-6
"""Metres, or parts of a unit quaternion, by which a step must differ from the next: far above rounding, unseen."""


def find_keys(poses: FloatArray) -> tuple[int, ...]:
    """Return the frames between which poses (n, 7) move and turn evenly; the first and the last are always keys."""
    count = len(poses)
    if count < 3:
        return tuple(range(count))
    steps = np.abs(np.diff(poses[:, :3], n=2, axis=0)).max(axis=1)
    rotations = poses[:, 3:].copy()
    # Both signs of a quaternion are one rotation: neighbours get the same one.
    flips = np.sign(np.sum(rotations[1:] * rotations[:-1], axis=1))
    rotations[1:] *= np.cumprod(np.where(flips == 0, 1.0, flips))[:, None]
    before, here, after = rotations[:-2], rotations[1:-1], rotations[2:]
    # At an even rate the neighbours lie mirrored about the one between: their sum points along it.
    middle = before + after
    middle /= np.linalg.norm(middle, axis=1, keepdims=True)
    turns = np.abs(middle - here).max(axis=1)
    kinks = np.flatnonzero((steps > _KINK) | (turns > _KINK)) + 1
    return (0, *(int(frame) for frame in kinks), count - 1)


def interpolate_keys(keys: Sequence[tuple[int, ArrayLike]]) -> FloatArray:
    """Return poses (n, 7) from frame 0 to the last key; before the first key the body stands where that one has it."""
    frames = [frame for frame, _ in keys]
    rows = [np.asarray(pose, dtype=np.float64) for _, pose in keys]
    poses = np.empty((frames[-1] + 1, 7))
    poses[: frames[0] + 1] = rows[0]
    for number in range(len(keys) - 1):
        (first, last), (a, b) = frames[number : number + 2], rows[number : number + 2]
        shares = np.arange(last - first + 1) / (last - first)
        poses[first : last + 1, :3] = a[:3] + (b[:3] - a[:3]) * shares[:, None]
        poses[first : last + 1, 3:] = interpolate_rotations(a[3:].tolist(), b[3:].tolist(), shares)
        poses[last] = b
    return poses


def set_key(poses: FloatArray, frame: int, pose: ArrayLike) -> FloatArray:
    """Return the path with a key at a frame; behind its last key the body stands still."""
    keys: dict[int, ArrayLike] = {key: poses[key] for key in find_keys(poses)}
    return interpolate_keys(sorted({**keys, frame: pose}.items(), key=lambda item: item[0]))


def remove_key(poses: FloatArray, frame: int) -> FloatArray:
    """Return the path without the key at a frame, if there is one; the last one that is left stays."""
    keys = [(key, poses[key]) for key in find_keys(poses) if key != frame]
    return interpolate_keys(keys) if keys else poses

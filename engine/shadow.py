"""The shadow of a character: what others see of it (001 3.2.6)."""

from __future__ import annotations

import numpy as np

from engine.errors import InputError
from engine.level import Body, BodyKind, BodyRole
from engine.shapes import CapsuleShape
from engine.trace import Trace
from engine.transforms import rotation_between


def make_shadow(trace: Trace, id: str) -> Body:  # noqa: A002 - a body's name is called id everywhere
    """Return a body that stands where others see the character of a trace, frame by frame.

    A controller places its kinematic actor when its move has ended, so during a frame the others meet it where its
    frame before ended; during the first one, at its spawn.
    """
    scenario = trace.scenario
    if scenario is None:
        raise InputError(f"{id}: the trace has no scenario, which says how large its character is")
    if not len(trace):
        raise InputError(f"{id}: expected a trace of at least one frame")
    capsule = scenario.capsule
    poses = np.empty((len(trace) + 1, 7))
    poses[0, :3], poses[1:, :3] = capsule.center, trace.centers
    # A capsule stands along its local Y.
    poses[:, 3:] = rotation_between((0.0, 1.0, 0.0), capsule.up)
    shape = CapsuleShape(capsule.radius, capsule.height)
    return Body(id, shape, role=BodyRole.CHARACTER, kind=BodyKind.KINEMATIC, poses=poses)

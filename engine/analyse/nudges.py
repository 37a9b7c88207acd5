"""Running a frame again with one figure a little off: less than float32 could hold apart (`ties`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from engine.run_input import repeat_frame
from engine.scenario import Scenario
from engine.simulate import Runner
from engine.trace import Trace
from engine.transforms import FloatArray, Vector

LARGEST_NUDGE = 1e-6
"""Metres, or a cosine. A float32 metre figure is off by as much between 8 and 16 m from the origin."""
SIZES = (1e-9, 3e-9, 1e-8, 1.4e-8, 2e-8, 3e-8, 4e-8, 6e-8, 1e-7, 2e-7, 3e-7, 6e-7, LARGEST_NUDGE)
"""From the smallest on: the first that works is the one that is told."""


class Target(StrEnum):
    """What is nudged."""

    CENTER = "start centre"
    MOVE = "move"
    CORNER = "corner of a face"
    RADIUS = "radius"
    CONTACT_OFFSET = "contact offset"
    STEP_OFFSET = "step offset"
    SLOPE_LIMIT = "slope limit"
    MIN_MOVE_DISTANCE = "min move distance"


_SETTINGS = (
    Target.RADIUS,
    Target.CONTACT_OFFSET,
    Target.STEP_OFFSET,
    Target.SLOPE_LIMIT,
    Target.MIN_MOVE_DISTANCE,
)


@dataclass(frozen=True)
class Nudge:
    """One figure, and by how much it is off."""

    target: Target
    offset: Vector
    """Metres along x, y and z; of a setting, the first says it all."""
    primitive: int = -1
    """Whose corner is moved."""
    corner: int = 0

    @property
    def words(self) -> str:
        """Return it as a table shows it."""
        if self.target in _SETTINGS:
            return f"{self.target} {self.offset[0]:+.1e}"
        parts = [f"{axis} {value:+.1e}" for axis, value in zip("xyz", self.offset, strict=True) if value]
        return f"{self.target} {', '.join(parts)} m"


def list_nudges(normals: dict[int, Vector]) -> Iterator[Nudge]:
    """Yield all nudges, small ones first; `normals` has the faces whose corners may move, and along what."""
    ways = (0.0, 1.0, -1.0)
    signs = [(x, y, z) for x, y, z in product(ways, ways, ways) if x or y or z]
    # Plain nudges before diagonal ones: they are easier to believe.
    signs.sort(key=lambda sign: sum(map(abs, sign)))
    for size in SIZES:
        for sign in signs:
            yield Nudge(Target.CENTER, _scale(sign, size))
        for target, way in product(_SETTINGS, (size, -size)):
            yield Nudge(target, (way, 0.0, 0.0))
        for sign in signs[:6]:
            yield Nudge(Target.MOVE, _scale(sign, size))
        for (primitive, normal), corner, way in product(normals.items(), range(3), (size, -size)):
            yield Nudge(Target.CORNER, _scale(normal, way), primitive, corner)


def _scale(v: Vector, size: float) -> Vector:
    return (v[0] * size, v[1] * size, v[2] * size)


def run_nudged(scenario: Scenario, trace: Trace, frame: int, nudge: Nudge | None) -> Trace:
    """Run a frame of a recorded trace of ours again, from its state, with a figure that is off."""
    runner = Runner(scenario, record=True)
    runner.state[0] = trace.states[frame]
    inputs = repeat_frame(trace, frame)
    if nudge is not None:
        _apply(runner, inputs[frame, :3], nudge)
    return runner.run(inputs, None, first=frame)


def _apply(runner: Runner, move: FloatArray, nudge: Nudge) -> None:
    from engine.kernels.cct import layout

    if nudge.target is Target.CENTER:
        runner.state["center"][0] += nudge.offset
    elif nudge.target is Target.MOVE:
        move += nudge.offset
    elif nudge.target is Target.CORNER:
        primitives = runner.geometry.arrays[0].copy()
        primitives[nudge.primitive].reshape(-1, 3)[nudge.corner] += nudge.offset
        runner.geometry = replace(runner.geometry, arrays=(primitives, *runner.geometry.arrays[1:]))
    else:
        entries = {
            Target.RADIUS: layout.SET_RADIUS,
            Target.CONTACT_OFFSET: layout.SET_CONTACT_OFFSET,
            Target.STEP_OFFSET: layout.SET_STEP_OFFSET,
            Target.SLOPE_LIMIT: layout.SET_SLOPE_LIMIT,
            Target.MIN_MOVE_DISTANCE: layout.SET_MIN_DISTANCE,
        }
        runner.config[0][entries[nudge.target]] += nudge.offset[0]

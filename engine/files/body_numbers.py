"""The names of bodies in a trace, as numbers, and at last as indices into the level."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files.columns import ABSENT
from engine.level import BodyRole
from engine.scenario import Scenario
from engine.trace import UNKNOWN_BODY


class BodyNumbers(dict[Any, int]):
    """A number for each name of a body, in the order in which names turn up."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self[ABSENT] = UNKNOWN_BODY

    def __missing__(self, name: Any) -> int:
        if not isinstance(name, str):
            raise TypeError("not a name")
        self.names.append(name)
        self[name] = len(self.names) - 1
        return self[name]

    def with_null(self, body: int) -> BodyNumbers:
        """Say what null means from here on."""
        self[None] = body
        return self

    def resolve(self, scenario: Scenario | None) -> tuple[tuple[str, ...], NDArray[np.int32]]:
        """Return all names, the level's first, and for each number the index in them."""
        names = list(scenario.level.ids) if scenario else []
        index_of = {name: index for index, name in enumerate(names)}
        for role in (BodyRole.OBSTACLE, BodyRole.CHARACTER):
            # PhysX calls each obstacle just that; where there is only one, it is clear which is meant.
            same = [i for i, body in enumerate(scenario.level.bodies) if body.role is role] if scenario else []
            if len(same) == 1:
                index_of.setdefault(str(role), same[0])
        for name in self.names:
            if name not in index_of:
                index_of[name] = len(names)
                names.append(name)
        return tuple(names), np.array([index_of[name] for name in self.names], dtype=np.int32)

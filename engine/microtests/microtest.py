"""What a microtest is made of: words for people, and for each controller the scenarios that are run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.criteria import Event
from engine.files.reader import Node
from engine.files.scenario_file import SUFFIX, build_scenario
from engine.scenario import Controller, Scenario


@dataclass(frozen=True, eq=False)
class Case:
    """One scenario of a microtest, for one controller."""

    id: str
    """The microtest's."""
    controller: Controller
    variant: str
    """What tells it from the microtest's other scenarios of that controller; empty if there is only one."""
    document: dict[str, Any]
    """The scenario as a file holds it, criteria included."""

    @property
    def name(self) -> str:
        """The scenario's name, which can be part of a file's name."""
        return str(self.document["name"])

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario, built when it is first needed."""
        return build_scenario(Node(self.document, Path(self.name + SUFFIX)), None)


@dataclass(frozen=True, eq=False)
class Microtest:
    """One row of 003 7.2, for both controllers."""

    id: str
    title: str
    setup: str
    expected: str
    """What should happen, in words; the figures are in the criteria."""
    key: Event
    """The moment to look at."""
    cases: tuple[Case, ...]

    def cases_of(self, controller: Controller | str) -> tuple[Case, ...]:
        """Return the cases of one controller, at least one."""
        return tuple(case for case in self.cases if case.controller == controller)

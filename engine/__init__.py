"""The simulation and the analysis of capsule character controllers, without a window.

Names load on first use, so that `import engine` costs nothing.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.batch import closest_many, overlap_many, sweep_many
    from engine.cache import TriangleCache
    from engine.candidates import list_candidates
    from engine.criteria import Criterion
    from engine.decisions import Gate
    from engine.detect import Finding, find_findings
    from engine.errors import InputError
    from engine.files.opening import open_trace
    from engine.files.scenario_file import load_scenario
    from engine.files.trace_file import load_trace
    from engine.hits import Candidate, Closest, Hit, Overlap
    from engine.level import Level
    from engine.microtests import evaluate, list_microtests, run_microtest
    from engine.queries import closest, overlap, sweep
    from engine.rules import Rules
    from engine.scenario import Scenario
    from engine.settings import CctSettings, SlideSettings
    from engine.shadow import make_shadow
    from engine.shapes import Capsule
    from engine.simulate import rerun_frame, simulate
    from engine.touches import TouchReport
    from engine.trace import Trace

__all__ = [
    "Candidate",
    "Capsule",
    "CctSettings",
    "Closest",
    "Criterion",
    "Finding",
    "Gate",
    "Hit",
    "InputError",
    "Level",
    "Overlap",
    "Rules",
    "Scenario",
    "SlideSettings",
    "TouchReport",
    "Trace",
    "TriangleCache",
    "closest",
    "closest_many",
    "evaluate",
    "find_findings",
    "list_candidates",
    "list_microtests",
    "load_scenario",
    "load_trace",
    "make_shadow",
    "open_trace",
    "overlap",
    "overlap_many",
    "rerun_frame",
    "run_microtest",
    "simulate",
    "sweep",
    "sweep_many",
]

_HOME = {
    "Candidate": "engine.hits",
    "Capsule": "engine.shapes",
    "CctSettings": "engine.settings",
    "Closest": "engine.hits",
    "Criterion": "engine.criteria",
    "Finding": "engine.detect",
    "Gate": "engine.decisions",
    "Hit": "engine.hits",
    "InputError": "engine.errors",
    "Level": "engine.level",
    "Overlap": "engine.hits",
    "Rules": "engine.rules",
    "Scenario": "engine.scenario",
    "SlideSettings": "engine.settings",
    "TouchReport": "engine.touches",
    "Trace": "engine.trace",
    "TriangleCache": "engine.cache",
    "closest": "engine.queries",
    "closest_many": "engine.batch",
    "evaluate": "engine.microtests",
    "find_findings": "engine.detect",
    "list_candidates": "engine.candidates",
    "list_microtests": "engine.microtests",
    "load_scenario": "engine.files.scenario_file",
    "load_trace": "engine.files.trace_file",
    "make_shadow": "engine.shadow",
    "open_trace": "engine.files.opening",
    "overlap": "engine.queries",
    "overlap_many": "engine.batch",
    "rerun_frame": "engine.simulate",
    "run_microtest": "engine.microtests",
    "simulate": "engine.simulate",
    "sweep": "engine.queries",
    "sweep_many": "engine.batch",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Face(ModuleType):
    """This package, whose function `simulate` is not hidden by the module of the same name.

    Importing `engine.simulate` sets it as an attribute here; `from engine import simulate` must give the function,
    whichever comes first.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _HOME and isinstance(value, ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face

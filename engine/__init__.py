"""The simulation and the analysis of capsule character controllers, without a window.

Names load on first use, so that `import engine` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.batch import closest_many, overlap_many, sweep_many
    from engine.cache import TriangleCache
    from engine.candidates import list_candidates
    from engine.errors import InputError
    from engine.files.opening import open_trace
    from engine.files.scenario_file import load_scenario
    from engine.files.trace_file import load_trace
    from engine.hits import Candidate, Closest, Hit, Overlap
    from engine.level import Level
    from engine.queries import closest, overlap, sweep
    from engine.scenario import Scenario
    from engine.settings import CctSettings, SlideSettings
    from engine.shapes import Capsule
    from engine.trace import Trace

__all__ = [
    "Candidate",
    "Capsule",
    "CctSettings",
    "Closest",
    "Hit",
    "InputError",
    "Level",
    "Overlap",
    "Scenario",
    "SlideSettings",
    "Trace",
    "TriangleCache",
    "closest",
    "closest_many",
    "list_candidates",
    "load_scenario",
    "load_trace",
    "open_trace",
    "overlap",
    "overlap_many",
    "sweep",
    "sweep_many",
]

_HOME = {
    "Candidate": "engine.hits",
    "Capsule": "engine.shapes",
    "CctSettings": "engine.settings",
    "Closest": "engine.hits",
    "Hit": "engine.hits",
    "InputError": "engine.errors",
    "Level": "engine.level",
    "Overlap": "engine.hits",
    "Scenario": "engine.scenario",
    "SlideSettings": "engine.settings",
    "Trace": "engine.trace",
    "TriangleCache": "engine.cache",
    "closest": "engine.queries",
    "list_candidates": "engine.candidates",
    "load_scenario": "engine.files.scenario_file",
    "load_trace": "engine.files.trace_file",
    "open_trace": "engine.files.opening",
    "overlap": "engine.queries",
    "sweep": "engine.queries",
    "closest_many": "engine.batch",
    "overlap_many": "engine.batch",
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

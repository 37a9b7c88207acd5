"""The simulation and the analysis of capsule character controllers, without a window.

Names load on first use, so that `import engine` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.errors import InputError
    from engine.files.opening import open_trace
    from engine.files.scenario_file import load_scenario
    from engine.files.trace_file import load_trace
    from engine.level import Level
    from engine.scenario import Scenario
    from engine.settings import CctSettings, SlideSettings
    from engine.shapes import Capsule
    from engine.trace import Trace

__all__ = [
    "Capsule",
    "CctSettings",
    "InputError",
    "Level",
    "Scenario",
    "SlideSettings",
    "Trace",
    "load_scenario",
    "load_trace",
    "open_trace",
]

_HOME = {
    "Capsule": "engine.shapes",
    "CctSettings": "engine.settings",
    "InputError": "engine.errors",
    "Level": "engine.level",
    "Scenario": "engine.scenario",
    "SlideSettings": "engine.settings",
    "Trace": "engine.trace",
    "load_scenario": "engine.files.scenario_file",
    "load_trace": "engine.files.trace_file",
    "open_trace": "engine.files.opening",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

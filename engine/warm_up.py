"""Compiles what a simulation and the detectors need, so that the cache holds it: `python -m engine.warm_up`.

In a process of its own: compiling holds Python's lock for about a minute, and a window would stand still meanwhile.
"""

from __future__ import annotations

import os

MARK = "document.warm"
"""A file in the cache folder: what a simulation and the detectors need has been compiled there."""


def is_warm() -> bool:
    """Tell whether a simulation can start at once: compiled already, or not to be compiled, or nowhere to keep it."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    from engine.kernels import cache

    # A private folder dies with its process: what another one compiles there is of no use to us.
    is_shared = cache.CACHE_FOLDER.parent == cache.cache_root()
    return not is_shared or (cache.CACHE_FOLDER / MARK).is_file()


def warm_up() -> None:
    """Simulate a few frames of a small scenario, look for failures in them, and mark the cache folder."""
    from engine.detect import find_findings
    from engine.gathered import gather_frame
    from engine.kernels import cache
    from engine.level import Body, Level
    from engine.readout import measure_penetration
    from engine.scenario import InputSegment, Scenario
    from engine.settings import CctSettings, SlideSettings
    from engine.shapes import Box, Capsule
    from engine.simulate import simulate

    floor = Body("floor", Box((5.0, 0.5, 5.0)))
    capsule = Capsule.from_feet((0.0, 0.6, 0.0), radius=0.35, height=1.1)
    walk = InputSegment(4, move=(0.05, -0.1, 0.0))
    for settings in (CctSettings(), SlideSettings()):
        scenario = Scenario("warm-up", capsule, Level((floor,)), settings, input=(walk,))
        for record in (True, False):
            trace = simulate(scenario, record=record)
            find_findings(trace)
            measure_penetration(trace, 0)  # what the head-up display and the log ask of single frames
            gather_frame(trace, 0)
    (cache.CACHE_FOLDER / MARK).touch()


if __name__ == "__main__":
    warm_up()

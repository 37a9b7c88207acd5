"""How deep the capsule of a run is in the level, measured in the background for whoever plots it."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from app.series import PENETRATION, measure_depths

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.state import State
    from engine.trace import Trace


class DepthMeter:
    """One worker, one run at a time."""

    def __init__(self) -> None:
        self._worker: ThreadPoolExecutor | None = None
        self._job: tuple[Trace, Future[NDArray[np.float64]]] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a run is being measured."""
        return self._job is not None

    def ask(self, trace: Trace) -> None:
        """Measure a run, unless another is being measured."""
        if self._job is not None:
            return
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="depths")
        self._job = (trace, self._worker.submit(measure_depths, trace))

    def collect(self) -> tuple[Trace, NDArray[np.float64]] | None:
        """Return a run that has been measured since the last time, and its depths, millimetres."""
        if self._job is None or not self._job[1].done():
            return None
        (trace, future), self._job = self._job, None
        return trace, future.result()

    def wait(self) -> None:
        """Wait for the run that is being measured. For tests and pictures."""
        if self._job is not None:
            self._job[1].exception()

    def close(self) -> None:
        """Let the worker finish what it cannot drop."""
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)


def find_unmeasured(state: State) -> Trace | None:
    """Return a run on screen whose depths are plotted and not known yet; None before the kernels are compiled."""
    from engine.warm_up import is_warm

    for trace in list_plotted(state):
        if trace not in state.depths and is_warm():
            return trace
    return None


def list_plotted(state: State) -> tuple[Trace, ...]:
    """Return the runs whose depths are plotted."""
    if state.document is None or PENETRATION not in state.plots:
        return ()
    return (state.document.trace, *(run.trace for run in state.document.others if run.is_shown))

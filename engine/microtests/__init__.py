"""The microtests T01 to T10 of 003 7.2 as data, and the judge of criteria for them and for any other run."""

from __future__ import annotations

from engine.microtests.catalogue import find_microtest, list_microtests
from engine.microtests.microtest import Case, Microtest
from engine.microtests.run import MicrotestResult, RunResult, judge, run_microtest
from engine.microtests.verdicts import CriterionResult, Verdict, evaluate, find_moment

__all__ = [
    "Case",
    "CriterionResult",
    "Microtest",
    "MicrotestResult",
    "RunResult",
    "Verdict",
    "evaluate",
    "find_microtest",
    "find_moment",
    "judge",
    "list_microtests",
    "run_microtest",
]

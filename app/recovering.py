"""Unsaved driving of a program that ended: replayed from its journal, it is the same run, bit for bit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.documents import Progress, add_findings, make_document, run_scenario
from app.journal import Journal, read_journal
from app.state import Document
from engine.errors import InputError
from engine.files.opening import spawn_trace


@dataclass(frozen=True, eq=False)
class Recovered:
    """What a journal gave, and the journal itself, which goes on: the driving is unsaved still."""

    document: Document
    journal: Journal


def recover_driving(file: Path, progress: Progress) -> Recovered:
    """Rebuild the run of a journal. Raises InputError."""
    scenario, document, told = read_journal(file)
    run = run_scenario(scenario, spawn_trace(scenario), progress)
    made = add_findings(make_document(document, run.trace, (told,) if told else ()), progress)
    try:
        journal = Journal.adopt(file, scenario.frame_count)
    except OSError as error:
        raise InputError(f"{file}: cannot be recovered: {error}") from error
    return Recovered(made, journal)

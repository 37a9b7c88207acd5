"""How far we agree with reference traces, as the tables of docs/agreement.md.

    python -m engine.reference_report FOLDER                          prints them
    python -m engine.reference_report FOLDER --write docs/agreement.md puts them in place of the tables there

FOLDER holds NAME.scenario.json and NAME.trace.json.gz. Takes some seconds once the kernels are
compiled.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.analyse.agreement import find_agreement
from engine.analyse.pair import Pair, measure_apart
from engine.analyse.ties import Tie, find_tie, find_ties
from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.files.trace_file import load_trace
from engine.simulate import simulate
from engine.transforms import FloatArray

BEGIN, END = "<!-- tables: python -m engine.reference_report -->", "<!-- end of the tables -->"
"""Between these lines of the document, the tables stand."""
OPEN_GROUND = "LR"
"""First letters of the scenarios that walk on terrain and levels."""
BOUND_M, OPEN_GROUND_BOUND_M = 1e-3, 1e-2
"""How far apart the last centres of two free runs may be: on made-up levels, on terrain and levels."""


@dataclass(frozen=True)
class Report:
    """How one scenario went, beside its reference."""

    name: str
    frames: int
    outcomes: int
    """Frames that agree; likewise below."""
    passes: int
    hits: int
    tells_passes: bool
    ties: tuple[Tie, ...]
    final_error: float
    """Metres between the last centres of two free runs."""
    parting: int
    """The frame from which on the centre of the free run stays out of bounds, -1 if it ends within."""
    largest_error: float
    """Metres between the centres of two free runs, where they are farthest apart."""
    out_of_bounds: tuple[int, ...]
    """The frames in which the free run is out of bounds, wherever it ends."""
    free_tie: Tie | None = None
    """Of a free run that strays with no tie in step before: the frame in which it leaves, and its proof."""

    @property
    def bound(self) -> float:
        """How far apart the last centres of two free runs may be, metres."""
        return OPEN_GROUND_BOUND_M if self.name[0] in OPEN_GROUND else BOUND_M

    @property
    def sent_apart_by(self) -> Tie | None:
        """The tie that sent a free run out of bounds: in step, the last one of another outcome before; or its own."""
        if not self.out_of_bounds:
            return None
        before = _list_senders(self.ties, self.parting if self.parting >= 0 else self.out_of_bounds[0])
        own = [self.free_tie] if self.free_tie is not None and self.free_tie.is_proven else []
        return [*own, *before][-1] if own or before else None


def report_scenario(path: Path, *, prove: bool = True) -> Report:
    """Compare one scenario with its reference, in step and free; `prove` searches for proofs that frames are ties."""
    name = path.name.removesuffix(".scenario.json")
    scenario = load_scenario(path)
    theirs = load_trace(path.with_name(f"{name}.trace.json.gz"), scenario)
    ours = simulate(scenario, reference=theirs)
    pair = Pair(ours, theirs)
    agreement = find_agreement(pair)
    told = [mask if mask is not None else agreement.outcome for mask in (agreement.passes, agreement.hits)]
    apart = measure_apart(simulate(scenario, record=False).centers, theirs.centers)
    bound = OPEN_GROUND_BOUND_M if name[0] in OPEN_GROUND else BOUND_M
    outside = tuple(np.flatnonzero(~(apart <= bound)).tolist())
    ties = tuple(find_ties(scenario, ours, theirs, prove=prove))
    free_tie = None
    if prove and outside and not _list_senders(ties, outside[0]):
        # In step, every frame begins where the reference's did: only the free run itself shows why it leaves.
        free_tie = find_tie(scenario, Pair(simulate(scenario), theirs), outside[0])
    return Report(
        name=name,
        frames=len(ours),
        outcomes=int(agreement.outcome.sum()),
        passes=int(told[0].sum()),
        hits=int(told[1].sum()),
        tells_passes=pair.tells_passes,
        ties=ties,
        final_error=float(apart[-1]),
        parting=_find_parting(apart, bound),
        largest_error=float(apart.max()),
        out_of_bounds=outside,
        free_tie=free_tie,
    )


def _list_senders(ties: tuple[Tie, ...], last: int) -> list[Tie]:
    """Return the ties that can send a free run elsewhere, up to a frame."""
    return [tie for tie in ties if tie.is_proven and tie.changes_outcome and tie.frame <= last]


def _find_parting(apart: FloatArray, bound: float) -> int:
    within = np.flatnonzero(apart <= bound)
    return -1 if apart[-1] <= bound else 1 + int(within[-1] if len(within) else -1)


def report_folder(folder: Path, *, prove: bool = True) -> list[Report]:
    """Compare all scenarios of a folder with their references."""
    paths = sorted(folder.glob("*.scenario.json"))
    if not paths:
        raise InputError(f"{folder}: expected *.scenario.json with *.trace.json.gz beside them, found none")
    return [report_scenario(path, prove=prove) for path in paths]


@dataclass(frozen=True)
class Figures:
    """All scenarios together; shares from 0 to 1."""

    frames: int
    outcomes: int
    pass_share: float
    hit_share: float
    lowest: Report
    """The scenario with the lowest share of outcomes."""


def sum_up(reports: list[Report]) -> Figures:
    """Add the scenarios up; passes and hits over those whose reference tells them."""
    telling = [report for report in reports if report.tells_passes]
    told = max(sum(report.frames for report in telling), 1)
    return Figures(
        frames=sum(report.frames for report in reports),
        outcomes=sum(report.outcomes for report in reports),
        pass_share=sum(report.passes for report in telling) / told,
        hit_share=sum(report.hits for report in telling) / told,
        lowest=min(reports, key=lambda report: report.outcomes / report.frames),
    )


def write_tables(reports: list[Report]) -> str:
    """Return the tables as Markdown."""
    return "\n".join([*_list_figures(reports), "", *_list_ties(reports), "", *_list_free_runs(reports)])


def _list_figures(reports: list[Report]) -> Iterator[str]:
    figures = sum_up(reports)
    lowest = figures.lowest
    yield "| figure | value |"
    yield "| --- | --- |"
    yield f"| traces | {len(reports)} |"
    share = _say_share(figures.outcomes / figures.frames)
    yield f"| frames that agree | {figures.outcomes} of {figures.frames} = {share} |"
    yield f"| frames whose passes agree | {_say_share(figures.pass_share)} |"
    yield f"| frames whose hits agree | {_say_share(figures.hit_share)} |"
    yield f"| lowest trace | {lowest.name}: {_say_share(lowest.outcomes / lowest.frames)} |"


def _say_share(share: float) -> str:
    return f"{100 * share:.3f} %"


def _list_ties(reports: list[Report]) -> Iterator[str]:
    yield "| trace | frame | differs in | what decides | proof |"
    yield "| --- | --- | --- | --- | --- |"
    for report in reports:
        for tie in report.ties:
            aspects = ", ".join(sorted(tie.aspects))
            yield f"| {report.name} | {tie.frame} | {aspects} | {tie.cause_words} | {tie.proof_words} |"


def _list_free_runs(reports: list[Report]) -> Iterator[str]:
    yield "| free run | farthest apart | last centres apart | allowed | out of bounds | sent apart by the tie |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for report in reports:
        if report.out_of_bounds:
            yield (
                f"| {report.name} | {1e3 * report.largest_error:.4f} mm | {1e3 * report.final_error:.4f} mm "
                f"| {1e3 * report.bound:.0f} mm | {_say_frames(report)} | {_say_sender(report)} |"
            )
    others = [report for report in reports if not report.out_of_bounds]
    if others:
        farthest, last = (
            max(others, key=lambda report: report.largest_error / report.bound),
            max(others, key=lambda report: report.final_error / report.bound),
        )
        yield (
            f"| the other {len(others)} | at most {1e3 * farthest.largest_error:.4f} mm ({farthest.name}) "
            f"| at most {1e3 * last.final_error:.4f} mm ({last.name}) | {1e3 * farthest.bound:.0f} mm | never | |"
        )


def _say_frames(report: Report) -> str:
    """Say from when on a free run is out of bounds, and for how long if it comes back."""
    if report.parting >= 0:
        return f"from frame {report.parting} on"
    return f"from frame {report.out_of_bounds[0]}, in {len(report.out_of_bounds)} frames; back at the end"


def _say_sender(report: Report) -> str:
    tie = report.sent_apart_by
    if tie is None:
        return "none"
    # Those in step are in the table above; this one is in no table.
    return f"in frame {tie.frame}" + (f" of the free run ({tie.proof_words})" if tie is report.free_tie else "")


def main(arguments: list[str]) -> int:
    """Print the tables, or renew them in a document."""
    parser = argparse.ArgumentParser(prog="python -m engine.reference_report", description="Agreement with references.")
    parser.add_argument("folder", type=Path, help="NAME.scenario.json and NAME.trace.json.gz")
    parser.add_argument("--write", type=Path, metavar="DOCUMENT", help="renew the tables of this document")
    options = parser.parse_args(arguments)
    tables = write_tables(report_folder(options.folder))
    if options.write is None:
        print(tables)
        return 0
    text = options.write.read_text(encoding="utf-8")
    head, found, rest = text.partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not found or not closed:
        raise InputError(f"{options.write}: expected the lines {BEGIN} and {END}")
    options.write.write_text(f"{head}{BEGIN}\n{tables}\n{END}{tail}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

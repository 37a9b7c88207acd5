"""`microtests`: T01 to T10 for both controllers, and scenarios with criteria of their own, judged."""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.paths import write_path
from app.subcommands.frame import Subcommand
from app.subcommands.microtests_report import Judged, print_report, write_report
from app.subcommands.preparing import check_writable, naming_file, prepare_run
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.criteria import Event
    from engine.microtests import Microtest
    from engine.microtests.run import RunResult
    from engine.scenario import Scenario

DESCRIPTION = """\
Runs the microtests of document 003 and judges each criterion: what was measured, what it may be, the verdict, and the
frame where the value occurs (docs/microtests.md). Without arguments all of them, for both controllers.

A scenario file with "criteria" of its own is judged in the same way. A verdict is pass, fail, or differs by design:
the last is for cct alone, where real PhysX does not meet a criterion and ours measures what PhysX does.
Exit code 0: none fails; 1: one does; 2: bad input.
"""
CONTROLLERS = ("slide", "cct")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `microtests`."""
    add = parser.add_argument
    add("cases", nargs="*", metavar="CASE", help="T01 to T10, or scenario files with criteria; none: T01 to T10")
    add("--controller", choices=CONTROLLERS, help="the microtests of this one only")
    add("--json", type=Path, metavar="FILE", help="write the results as JSON too")
    add("--write", type=Path, metavar="DIR", help="write the microtests as scenario files instead, to start your own")


def run(options: argparse.Namespace) -> int:
    """Run, judge and print; 1 if a criterion fails."""
    check_writable(options.json)
    tests, files = sort_cases(options.cases)
    controllers = (options.controller,) if options.controller else CONTROLLERS
    if options.write is not None:
        return write_scenarios(tests, controllers, options.write)
    scenarios = {file: read_scenario(file) for file in files}
    cases = [case.scenario for test in tests for name in controllers for case in test.cases_of(name)]
    prepare_all([(Path(each.name), each) for each in cases] + list(scenarios.items()))
    started = time.perf_counter()
    judged = [*judge_tests(tests, controllers), *(judge_file(file, each) for file, each in scenarios.items())]
    print_report(judged, time.perf_counter() - started)
    if options.json:
        write_report(judged, options.json)
    from engine.microtests import Verdict

    return 1 if any(each.verdict is Verdict.FAIL for each in judged) else 0


def sort_cases(words: Sequence[str]) -> tuple[list[Microtest], list[Path]]:
    """Tell microtests from files, which have a dot or a folder in their names; no words mean all microtests."""
    from engine.microtests import find_microtest, list_microtests

    if not words:
        return list(list_microtests()), []
    files = [Path(word) for word in words if "." in word or Path(word).name != word]
    names = [word for word in words if Path(word) not in files]
    return [find_microtest(name) for name in dict.fromkeys(name.upper() for name in names)], list(dict.fromkeys(files))


def read_scenario(file: Path) -> Scenario:
    """Read a scenario that has something to be judged by."""
    from engine.files.scenario_file import load_scenario

    scenario = load_scenario(file)
    if not scenario.criteria:
        raise InputError(f"{write_path(file)}: criteria: at least one is needed to judge a run")
    return scenario


def prepare_all(scenarios: Sequence[tuple[Path, Scenario]]) -> None:
    """Refuse what has no input, compile what was never compiled, and load the kernels: no part of what a run costs."""
    from engine.simulate import simulate

    for file, scenario in scenarios:
        prepare_run(scenario, file)
    for file, scenario in {each[1].controller: each for each in scenarios}.values():
        with naming_file(file):
            simulate(dataclasses.replace(scenario, input=(dataclasses.replace(scenario.input[0], frames=1),)))


def judge_tests(tests: Sequence[Microtest], controllers: Sequence[str]) -> Iterator[Judged]:
    """Run the microtests, controller by controller within each."""
    from engine.scenario import Controller

    for test in tests:
        for controller in controllers:
            runs, seconds = [], 0.0
            for case in test.cases_of(controller):
                result, spent = run_scenario(case.scenario, Path(case.name), test.key, case.variant)
                runs.append(result)
                seconds += spent
            yield Judged(test.id, test.title, Controller(controller), tuple(runs), seconds)


def judge_file(file: Path, scenario: Scenario) -> Judged:
    """Run a person's own scenario."""
    result, seconds = run_scenario(scenario, file)
    return Judged(scenario.name, write_path(file), scenario.controller, (result,), seconds)


def run_scenario(
    scenario: Scenario, file: Path, key: Event | None = None, variant: str = ""
) -> tuple[RunResult, float]:
    """Run one scenario and judge it; return the seconds that the simulation took, too."""
    from engine.microtests import judge
    from engine.simulate import simulate

    with naming_file(file):
        started = time.perf_counter()
        trace = simulate(scenario)
        seconds = time.perf_counter() - started
    return judge(scenario, trace, key, variant), seconds


def write_scenarios(tests: Sequence[Microtest], controllers: Sequence[str], folder: Path) -> int:
    """Write the cases of the microtests as scenario files."""
    from engine.files.scenario_file import SUFFIX

    cases = [case for test in tests for controller in controllers for case in test.cases_of(controller)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for case in cases:
            text = json.dumps(case.document, indent=1, ensure_ascii=False)
            (folder / f"{case.name}{SUFFIX}").write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write to {write_path(folder)}: {error.strerror}") from error
    print(f"{len(cases)} scenario{'' if len(cases) == 1 else 's'} written to {write_path(folder)}")
    return 0


COMMAND = Subcommand(
    name="microtests",
    summary="judge both controllers by the microtests T01 to T10",
    description=DESCRIPTION,
    examples=(
        "microtests",
        "microtests T04 T07 --controller slide --json verdicts.json",
        "microtests --write cases T08",
        "microtests cases/my_ledge.scenario.json",
    ),
    add_arguments=add_arguments,
    run=run,
)

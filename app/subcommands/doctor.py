"""`doctor`: what was found on this machine and what works, by trying it."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.subcommands.frame import Subcommand
from app.subcommands.preparing import check_writable

DESCRIPTION = """\
Really creates a GL context, links the shaders, compiles a kernel and writes to the folders that the program uses, then
prints a table of what it found. It is the first thing that a bug report needs. Exit code 0: everything that is needed
works; 2: something does not, and its row says what to do. A machine without a display is fine: headless work goes on.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `doctor`."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the findings as JSON too")


def run(options: argparse.Namespace) -> int:
    """Examine the machine and print what was found."""
    check_writable(options.json)
    from app import selfcheck

    findings = selfcheck.examine_machine()
    selfcheck.print_findings(findings)
    if options.json:
        selfcheck.write_findings(findings, options.json)
    return 0 if all(finding.works for finding in findings) else 2


COMMAND = Subcommand(
    name="doctor",
    summary="say what works on this machine and what does not",
    description=DESCRIPTION,
    examples=("doctor", "doctor --json findings.json"),
    add_arguments=add_arguments,
    run=run,
)

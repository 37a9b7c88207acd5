"""The planted cases and what was found, as a table of docs/findings.md.

python -m tests.engine.detect.matrix                           prints it
python -m tests.engine.detect.matrix --write docs/findings.md  puts it in place of the table there
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.detect import Finding, find_findings
from engine.findings_report import renew_table
from tests.engine.detect.planted import CASES, Planted

BEGIN, END = "<!-- table: python -m tests.engine.detect.matrix -->", "<!-- end of the matrix -->"
"""Between these lines of the document, the table stands."""


def find_planted(case: Planted) -> tuple[str, list[Finding]]:
    """Run a case; return which controller ran, and the findings of its kind."""
    trace = case.make()
    assert trace.scenario is not None
    found = [finding for finding in find_findings(trace) if finding.kind == case.kind]
    return str(trace.scenario.controller), found


def write_matrix() -> str:
    """Return a row per planted case."""
    lines = [
        "| kind | case | controller | planted at | found at | why there |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for case in CASES:
        controller, found = find_planted(case)
        at = found[0].frames if found else "not found"
        lines.append(f"| {case.kind} | {case.name} | {controller} | {case.frame} | {at} | {case.why} |")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the table, or renew it in a document."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.detect.matrix", description="The detector matrix.")
    parser.add_argument("--write", type=Path, metavar="DOCUMENT", help="renew the table of this document")
    options = parser.parse_args(arguments)
    if options.write is None:
        print(write_matrix())
    else:
        renew_table(options.write, BEGIN, END, write_matrix())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

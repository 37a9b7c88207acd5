"""What the detectors find on reference scenarios, as the table of docs/findings.md.

python -m engine.findings_report FOLDER                           prints it
python -m engine.findings_report FOLDER --write docs/findings.md  puts it in place of the table there
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from engine.detect import Finding, FindingKind, find_findings
from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.simulate import simulate

BEGIN, END = "<!-- table: python -m engine.findings_report -->", "<!-- end of the table -->"
"""Between these lines of the document, the table stands."""


def find_in_folder(folder: Path) -> dict[str, tuple[Finding, ...]]:
    """Simulate all scenarios of a folder; return what is found in each, by name."""
    paths = sorted(folder.glob("*.scenario.json"))
    if not paths:
        raise InputError(f"{folder}: expected *.scenario.json, found none")
    return {path.name.removesuffix(".scenario.json"): find_findings(simulate(load_scenario(path))) for path in paths}


def write_table(found: dict[str, tuple[Finding, ...]]) -> str:
    """Return the counts and a row per finding."""
    counts = Counter(finding.kind for findings in found.values() for finding in findings)
    kinds = ", ".join(f"{counts[kind]} × {kind}" for kind in FindingKind if counts[kind])
    told = f": {kinds}" if kinds else ""
    clean = sum(not findings for findings in found.values())
    lines = [
        f"{len(found)} scenarios, {clean} of them without a finding; {counts.total()} findings{told}.",
        "",
        "| scenario | kind | frames | what happened |",
        "| --- | --- | --- | --- |",
    ]
    for name, findings in found.items():
        lines += [f"| {name} | {each.kind} | {each.frames} | {each.sentence} |" for each in findings]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the table, or renew it in a document."""
    parser = argparse.ArgumentParser(prog="python -m engine.findings_report", description="Findings on references.")
    parser.add_argument("folder", type=Path, help="NAME.scenario.json")
    parser.add_argument("--write", type=Path, metavar="DOCUMENT", help="renew the table of this document")
    options = parser.parse_args(arguments)
    try:
        table = write_table(find_in_folder(options.folder))
        if options.write is None:
            print(table)
        else:
            renew_table(options.write, BEGIN, END, table)
    except (InputError, OSError) as error:
        print(f"findings_report: {error}", file=sys.stderr)
        return 2
    return 0


def renew_table(document: Path, begin: str, end: str, table: str) -> None:
    """Put a table between two lines of a document. Raises InputError."""
    head, found, rest = document.read_text(encoding="utf-8").partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise InputError(f"{document}: expected the lines {begin} and {end}")
    document.write_text(f"{head}{begin}\n{table}\n{end}{tail}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

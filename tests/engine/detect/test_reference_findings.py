"""docs/findings.md lists every finding on the reference scenarios, and explains every kind that occurs there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.detect import Finding, FindingKind
from engine.findings_report import BEGIN, END, find_in_folder, main, write_table


@pytest.fixture(scope="module")
def found(physx_traces: Path) -> dict[str, tuple[Finding, ...]]:
    return find_in_folder(physx_traces)


@pytest.fixture(scope="module")
def document(repository: Path) -> str:
    return (repository / "docs" / "findings.md").read_text(encoding="utf-8")


def test_the_list_is_complete_and_up_to_date(found: dict[str, tuple[Finding, ...]], document: str) -> None:
    assert len(found) == 92
    listed = document.partition(BEGIN)[2].partition(END)[0].strip()
    assert listed.splitlines() == write_table(found).splitlines()


def test_every_kind_that_occurs_is_explained(found: dict[str, tuple[Finding, ...]], document: str) -> None:
    explained = set(re.findall(r"^- \*\*([a-z ]+)\*\*", document, flags=re.MULTILINE))
    assert explained == {str(finding.kind) for findings in found.values() for finding in findings}


def test_every_kind_is_described(document: str) -> None:
    described = re.findall(r"^\| ([a-z ]+) \|", document.partition("## On the reference")[0], flags=re.MULTILINE)
    assert described[1:] == [str(kind) for kind in FindingKind]


def test_the_report_renews_the_table_of_a_document(physx_traces: Path, tmp_path: Path) -> None:
    folder, path = tmp_path / "scenarios", tmp_path / "findings.md"
    folder.mkdir()
    name = "T04_hold_wall.scenario.json"
    (folder / name).write_bytes((physx_traces / name).read_bytes())
    path.write_text(f"before\n{BEGIN}\nearlier\n{END}\nafter\n", encoding="utf-8")
    assert main([str(folder), "--write", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n1 scenarios, 0 of them without a finding; 1 findings: 1 × guard.")
    assert text.endswith(f"{END}\nafter\n")
    assert "earlier" not in text

"""docs/findings.md lists every finding on the reference scenarios, and explains every kind that occurs there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.detect import Finding, FindingKind, find_findings
from engine.files.opening import open_file
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


def test_the_recorded_traces_of_physx_show_the_same(found: dict[str, tuple[Finding, ...]], physx_traces: Path) -> None:
    """Real PhysX's own traces, opened as files: whatever they record is found in the same frames."""
    for name, findings in found.items():
        (path,) = [*physx_traces.glob(f"{name}.trace.json*")]
        recorded = find_findings(open_file(path).trace)
        assert [(each.kind, each.frames) for each in recorded] == [(each.kind, each.frames) for each in findings], name


def test_nobody_breaks_out_of_the_shipped_scenarios(repository: Path) -> None:
    """They show steps, slopes and ceilings, where a controller may get stuck or climb; none shows a broken world."""
    found = find_in_folder(repository / "assets" / "scenarios")
    kinds = {each.kind for findings in found.values() for each in findings}
    broken = {FindingKind.TUNNELLING, FindingKind.TELEPORT, FindingKind.NOT_FINITE, FindingKind.GUARD}
    assert not kinds & broken, found


def test_bad_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_every_kind_that_occurs_is_explained(found: dict[str, tuple[Finding, ...]], document: str) -> None:
    explained = set(re.findall(r"^- \*\*([a-z ]+)\*\*", document, flags=re.MULTILINE))
    assert explained == {str(finding.kind) for findings in found.values() for finding in findings}


def test_every_kind_is_described(document: str) -> None:
    described = re.findall(r"^\| ([a-z ]+) \|", document.partition("## Planted")[0], flags=re.MULTILINE)
    assert described[1:] == [str(kind) for kind in FindingKind]


def test_the_report_renews_the_table_of_a_document(physx_traces: Path, tmp_path: Path) -> None:
    folder, path = tmp_path / "scenarios", tmp_path / "findings.md"
    folder.mkdir()
    name = "T07_drop46_prev.scenario.json"
    (folder / name).write_bytes((physx_traces / name).read_bytes())
    path.write_text(f"before\n{BEGIN}\nearlier\n{END}\nafter\n", encoding="utf-8")
    assert main([str(folder), "--write", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n1 scenarios, 0 of them without a finding; 1 findings: 1 × iteration cap.")
    assert text.endswith(f"{END}\nafter\n")
    assert "earlier" not in text

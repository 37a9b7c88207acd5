"""What the README says can be done as it says it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import subcommands

LINK = re.compile(r"\]\(([^)#]+)\)")


def read_python_blocks(repository: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (repository / "README.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_library_example_runs(number: int, repository: Path, physx_traces: Path, tmp_path: Path) -> None:
    for suffix in ("trace.json.gz", "scenario.json"):
        shutil.copy(physx_traces / f"T07_ramp46_slide_constrained.{suffix}", tmp_path)
        if suffix == "trace.json.gz":
            shutil.copy(physx_traces / f"T07_ramp46_slide_constrained.{suffix}", tmp_path / f"ramp.{suffix}")
    shutil.copy(physx_traces / "S1_stairs03_constrained.scenario.json", tmp_path / "stairs.scenario.json")
    block = read_python_blocks(repository)[number]
    finished = subprocess.run(
        [sys.executable, "-c", block],
        cwd=tmp_path,
        env={"PYTHONPATH": str(repository), "HOME": str(Path.home())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert len(finished.stdout.splitlines()) >= 2


def test_every_link_leads_somewhere(repository: Path) -> None:
    papers = [repository / "README.md", repository / "CONTRIBUTING.md", *(repository / "docs").glob("*.md")]
    broken = [
        f"{paper.name}: {target}"
        for paper in papers
        for target in LINK.findall(paper.read_text())
        if not target.startswith("http") and not (paper.parent / target).exists()
    ]
    assert broken == []


def test_every_command_is_in_the_table(repository: Path) -> None:
    text = (repository / "README.md").read_text()
    assert [command.name for command in subcommands.ALL if f"`python run.py {command.name}" not in text] == []

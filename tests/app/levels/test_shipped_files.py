"""The files that ship are the ones that app.levels makes, and their meshes are sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.levels.shipped import SCENARIOS, build_files
from engine.files.scenario_file import load_scenario
from engine.mesh_findings import FindingKind
from engine.mesh_health import examine_mesh
from engine.shapes import Mesh

FILES = build_files()


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_file_is_what_the_generator_makes(repository: Path, name: str) -> None:
    assert (repository / "assets" / name).read_bytes() == FILES[name].encode(), "python -m app.levels"


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_meshes_have_no_faults_but_open_bottoms(repository: Path, name: str) -> None:
    level = load_scenario(repository / "assets" / "scenarios" / f"{name}.scenario.json").level
    for body in level.bodies:
        if isinstance(body.shape, Mesh):
            kinds = {finding.kind for finding in examine_mesh(body.shape.vertices, body.shape.triangles).findings}
            assert kinds <= {FindingKind.OPEN_EDGE}, body.id

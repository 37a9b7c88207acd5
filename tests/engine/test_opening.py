"""What a person opens is told apart by its content; the public face loads nothing before it is used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.errors import InputError
from engine.files.opening import open_file, open_trace
from engine.trace import SPAWN_ONLY, Flags

SCENARIO = {
    "format": "sweepscope.scenario",
    "version": 1,
    "capsule": {"radius": 0.5, "height": 1, "feet": [0, 3, 0]},
    "level": [{"shape": "box", "id": "floor", "half_extents": [9, 1, 9]}],
}
TRACE = {
    "format": "sweepscope.trace",
    "version": 1,
    "producer": "me",
    "frames": [{"center": [0, 1, 0], "touched": "floor"}],
}


def test_a_scenario_alone_is_one_frame_at_its_spawn(tmp_path: Path) -> None:
    file = tmp_path / "case.scenario.json"
    file.write_text(json.dumps(SCENARIO))
    trace = open_trace(file)
    assert trace.producer == SPAWN_ONLY
    assert trace.centers.tolist() == [[0, 4, 0]]
    assert trace.frames[0]["flags"] == Flags.UNKNOWN
    assert trace.body_names == ("floor",)
    assert trace.start_center(0).tolist() == [0, 4, 0]


@pytest.mark.parametrize("name", ["case.trace.json", "case.trace.json.gz"])
def test_a_scenario_brings_the_trace_beside_it(tmp_path: Path, name: str) -> None:
    import gzip

    (tmp_path / "case.scenario.json").write_text(json.dumps(SCENARIO))
    text = json.dumps(TRACE).encode()
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    trace = open_trace(tmp_path / "case.scenario.json")
    assert trace.producer == "me"
    assert trace.scenario is not None
    assert trace.scenario.name == "case"
    assert trace.frames[0]["touched"] == trace.scenario.level.index_of("floor")


def test_a_broken_trace_beside_a_scenario_is_told_and_keeps_only_open_trace_from_opening(tmp_path: Path) -> None:
    scenario, beside = tmp_path / "case.json", tmp_path / "case.trace.json"
    scenario.write_text(json.dumps(SCENARIO))
    beside.write_text("this is no JSON")
    opened = open_file(scenario)
    assert (opened.is_scenario, opened.beside, opened.trace.producer) == (True, beside, SPAWN_ONLY)
    assert str(opened.fault).startswith(str(beside))
    with pytest.raises(InputError, match=r"case\.trace\.json"):
        open_trace(scenario)


def test_a_trace_is_opened_under_any_name(tmp_path: Path) -> None:
    file = tmp_path / "whatever.json"
    file.write_text(json.dumps(TRACE))
    assert open_trace(str(file)).producer == "me"


def test_another_format_names_both_that_are_read(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"format": "gltf"}')
    with pytest.raises(InputError) as caught:
        open_trace(file)
    assert str(caught.value) == f'{file}: format: expected "sweepscope.scenario" or "sweepscope.trace", got "gltf"'


def test_importing_the_engine_loads_neither_numpy_nor_trimesh(repository: Path) -> None:
    code = "import engine, sys; print([m for m in ('numpy', 'trimesh', 'numba') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_opening_a_level_from_obj_does_not_import_trimesh(repository: Path, physx_traces: Path) -> None:
    code = "import engine, sys; engine.open_trace(sys.argv[1]); print('trimesh' in sys.modules)"
    arguments = [sys.executable, "-c", code, str(physx_traces / "L1_nav_slide.scenario.json")]
    run = subprocess.run(arguments, cwd=repository, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_every_public_name_can_be_had() -> None:
    for name in engine.__all__:
        assert getattr(engine, name).__name__ == name
    with pytest.raises(AttributeError, match="no_such_thing"):
        engine.no_such_thing  # noqa: B018

"""What is written as a scenario loads back equal, and runs to the same bits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.files.scenario_writer import digest_level, scenario_to_json, write_scenario
from engine.level import Body, BodyKind, BodyRole, Level
from engine.microtests import list_microtests
from engine.scenario import InputSegment, Scenario
from engine.settings import CctSettings, SlideSettings
from engine.shapes import Box, Capsule, CapsuleShape, Convex, Mesh, Sphere
from engine.simulate import simulate
from engine.transforms import normalize_quaternion, rotation_between

UP = (0.1, 1.0, -0.2)
TURN = normalize_quaternion((0.1, 0.7, 0.3, 0.9))


def make_level() -> Level:
    corners = np.array([[0.1, 0, 0], [3, 0, 0.3], [0, 1 / 3, 2], [2, 0.7, 3]])
    poses = np.array([[0, 0, 0, *TURN], [0.1, 0, 0, 0, 0, 0, 1], [0.2, 1 / 7, 0, 0.3, 0.1, 0.9, 0.2]])
    capsule = Capsule((0.0, 3.0, 0.0), 0.3, 1.0, UP)
    return Level(
        (
            Body("floor", Box((60.0, 0.5, 60.0)), position=(0.0, -0.5, 0.0), rotation=TURN),
            Body("hill", Mesh(corners, np.array([[0, 1, 2], [1, 3, 2]])), scale=(1.0, 2.0, 1.0), two_sided=True),
            Body("ball", Sphere(0.4), position=(2.0, 0.4, 0.0), mask=5, slide=True),
            Body("lift", Box((1.0, 0.1, 1.0)), kind=BodyKind.KINEMATIC, poses=poses, ride=True),
            Body("rock", Convex(corners), position=(5.0, 0.0, 0.0)),
            Body("post", CapsuleShape(0.3, 2.0), role=BodyRole.OBSTACLE, kind=BodyKind.KINEMATIC),
            Body(
                "guard",
                CapsuleShape(0.35, 1.1),
                role=BodyRole.CHARACTER,
                kind=BodyKind.KINEMATIC,
                position=(6.0, 1.0, 0.0),
                rotation=rotation_between((0.0, 1.0, 0.0), capsule.up),
            ),
        )
    )


def make_scenario(*, slide: bool = False) -> Scenario:
    input_ = (
        InputSegment(30, velocity=(3.0, 0.0, 1 / 3), gravity=-9.81, jump=5.0),
        InputSegment(20, move=(0.05, -0.1, 0.0)),
        InputSegment(1, velocity=(0.0, 0.0, 0.0), teleport=(1.0, 4.0, 1.0)),
    )
    settings = SlideSettings(skin=0.03) if slide else CctSettings(step_offset=1 / 3, max_iterations_side=4)
    changes = () if slide else (("sensor", "always"),)
    capsule = Capsule((0.1, 2.0, 1 / 7), 0.35, 1.1, UP)
    return Scenario("a ride", capsule, make_level(), settings, "", changes, input_, note="why", dt=1 / 50)


@pytest.mark.parametrize("slide", [False, True])
def test_a_written_scenario_loads_back_equal_and_runs_to_the_same_bits(tmp_path: Path, *, slide: bool) -> None:
    scenario, file = make_scenario(slide=slide), tmp_path / "ride.scenario.json"
    write_scenario(scenario, file)
    again = load_scenario(file)
    for name in ("name", "note", "capsule", "settings", "rules", "rule_changes", "input", "dt"):
        assert getattr(again, name) == getattr(scenario, name), name
    assert digest_level(again.level) == digest_level(scenario.level)
    np.testing.assert_array_equal(simulate(again).hashes, simulate(scenario).hashes)
    assert [path.name for path in tmp_path.iterdir()] == ["ride.scenario.json"]


def test_the_digest_tells_a_body_that_moved_by_a_hair(tmp_path: Path) -> None:
    level = make_level()
    floor = replace(level.bodies[0], position=(0.0, -0.5 + 1e-15, 0.0))
    assert digest_level(Level((floor, *level.bodies[1:]))) != digest_level(level)


def test_a_file_has_a_line_for_each_body_and_each_stretch_of_input(tmp_path: Path) -> None:
    file = tmp_path / "ride.scenario.json"
    write_scenario(make_scenario(), file)
    text = file.read_text()
    assert json.loads(text) == scenario_to_json(make_scenario())
    assert len(text.splitlines()) == len(scenario_to_json(make_scenario())) + 2 + 7 + 3


def test_a_folder_that_is_missing_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*No such file"):
        write_scenario(make_scenario(), tmp_path / "missing" / "ride.scenario.json")


def test_every_microtest_loads_back_with_its_criteria(tmp_path: Path) -> None:
    for test in list_microtests():
        for case in test.cases:
            path = tmp_path / f"{case.name}.scenario.json"
            write_scenario(case.scenario, path)
            assert load_scenario(path).criteria == case.scenario.criteria

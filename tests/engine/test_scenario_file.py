"""Scenario files are read whole, and every mistake in one is named with file, place and what is allowed."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import InputError
from engine.files.scenario_file import load_scenario, scenario_from_json
from engine.level import BodyKind, BodyRole
from engine.rules import PRESETS, Rules, SlideRules
from engine.settings import CctSettings, SlideSettings
from engine.shapes import Box, CapsuleShape, Convex, Mesh

FILE = Path("case.scenario.json")
CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


def scenario_data(**changes: Any) -> dict[str, Any]:
    return {
        "format": "sweepscope.scenario",
        "version": 1,
        "name": "stairs",
        "capsule": {"radius": 0.35, "height": 1.1, "feet": [0, 0.1, 0]},
        "level": [{"shape": "box", "id": "floor", "half_extents": [60, 0.5, 60], "position": [0, -0.5, 0]}],
        "input": [
            {"frames": 60, "move": [0.0667, -0.1635, 0]},
            {"frames": 30, "velocity": [1, 0, 0], "gravity": -9.81},
        ],
        **changes,
    }


def message_for(**changes: Any) -> str:
    with pytest.raises(InputError) as caught:
        scenario_from_json(scenario_data(**changes), FILE)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_a_scenario_is_read_with_its_defaults() -> None:
    scenario = scenario_from_json(scenario_data(), FILE)
    assert scenario.name == "stairs"
    assert scenario.capsule.center == pytest.approx((0, 1.0, 0))
    assert scenario.settings == CctSettings()
    assert (scenario.controller, scenario.rules, scenario.frame_count) == ("cct", "physx", 90)
    assert scenario.dt == pytest.approx(1 / 60)
    assert scenario.input[0].move == pytest.approx((0.0667, -0.1635, 0))
    assert scenario.input[1].gravity == -9.81
    assert scenario.path == FILE


def test_slide_has_settings_and_presets_of_its_own() -> None:
    scenario = scenario_from_json(scenario_data(controller="slide", settings={"skin": 0.05}), FILE)
    assert scenario.settings == SlideSettings(skin=0.05)
    assert scenario.rules == "repaired"
    assert scenario_from_json(scenario_data(controller="slide", rules={"preset": "document"}), FILE).rules == "document"


def test_rules_are_a_preset_or_a_preset_with_changes() -> None:
    plain = scenario_from_json(scenario_data(rules="spec"), FILE)
    assert (plain.rules, plain.rule_changes, plain.rule_set) == ("spec", (), PRESETS["spec"])
    changed = scenario_from_json(scenario_data(rules={"preset": "spec", "sensor": "off", "lift": "always"}), FILE)
    assert changed.rule_changes == (("sensor", "off"), ("lift", "always"))
    assert changed.rule_set == dataclasses.replace(PRESETS["spec"], sensor="off", lift="always")
    assert scenario_from_json(scenario_data(rules={"response": "crease"}), FILE).rule_set == Rules(response="crease")


def test_a_wrong_rule_is_named_with_what_is_allowed() -> None:
    assert message_for(rules={"sensors": "off"}) == f'{FILE}: rules: unknown key "sensors"; did you mean "sensor"?'
    assert message_for(rules={"lift": "never"}) == f'{FILE}: rules.lift: expected one of always, on_ground, got "never"'
    assert message_for(controller="slide", rules={"lift": "always"}).startswith(f'{FILE}: rules: unknown key "lift"')
    slide = scenario_from_json(scenario_data(controller="slide", rules={"skin": "shortens"}), FILE)
    assert slide.rule_set == SlideRules(skin="shortens")
    with pytest.raises(InputError, match=r'expected names of rules such as .* got "lift"'):
        dataclasses.replace(slide, rule_changes=(("lift", "always"),))


def test_bodies_come_in_order_and_nameless_ones_are_counted() -> None:
    level = scenario_from_json(
        scenario_data(
            obstacles=[
                {"shape": "box", "half_extents": [1, 1, 1], "position": [3, 1, 0]},
                {"shape": "capsule", "id": "post", "radius": 0.3, "height": 2},
            ],
            characters=[{"radius": 0.35, "height": 1.1, "center": [6, 0.95, 0]}],
        ),
        FILE,
    ).level
    assert level.ids == ("floor", "obstacle 1", "post", "character 1")
    assert [body.role for body in level.bodies] == [
        BodyRole.LEVEL,
        BodyRole.OBSTACLE,
        BodyRole.OBSTACLE,
        BodyRole.CHARACTER,
    ]
    assert level.bodies[3].shape == CapsuleShape(0.35, 1.1)
    assert level.bodies[3].position == (6, 0.95, 0)


def test_characters_stand_along_the_scenarios_up() -> None:
    data = scenario_data(up=[0, 0, 2], characters=[{"radius": 0.5, "height": 2, "feet": [0, 0, 0]}])
    scenario = scenario_from_json(data, FILE)
    lower, upper = scenario.level.bodies[1].bounds(0)
    assert scenario.up == pytest.approx((0, 0, 1))
    assert lower == pytest.approx([-0.5, -0.5, 0], abs=1e-12)
    assert upper == pytest.approx([0.5, 0.5, 3])


def test_three_number_poses_keep_the_rotation_and_seven_bring_their_own() -> None:
    lift = {
        "shape": "box",
        "id": "lift",
        "body": "kinematic",
        "half_extents": [1, 0.1, 1],
        "rotation": [0, 0, 2, 0],
        "poses": [[0, 1, 0], [0, 2, 0, 0, 0, 0, 1]],
    }
    body = scenario_from_json(scenario_data(level=[lift]), FILE).level.bodies[0]
    assert body.kind is BodyKind.KINEMATIC
    assert body.moves
    assert body.position == pytest.approx((0, 1, 0))
    assert body.pose(0)[1] == pytest.approx((0, 0, 1, 0))
    assert body.pose(1)[0] == pytest.approx((0, 2, 0))
    assert body.pose(1)[1] == pytest.approx((0, 0, 0, 1))


def test_all_shapes_and_flags_are_read() -> None:
    level = scenario_from_json(
        scenario_data(
            level=[
                {"shape": "mesh", "vertices": CORNERS, "triangles": [[0, 1, 2]], "two_sided": True, "scale": [1, 2, 3]},
                {"shape": "convex", "vertices": CORNERS, "mask": 6, "scale": 2},
                {"shape": "sphere", "radius": 2, "ride": False, "slide": True, "body": "dynamic"},
            ]
        ),
        FILE,
    ).level
    mesh, convex, sphere = level.bodies
    assert isinstance(mesh.shape, Mesh)
    assert (mesh.two_sided, mesh.scale) == (True, (1, 2, 3))
    assert isinstance(convex.shape, Convex)
    assert (convex.mask, convex.scale) == (6, (2, 2, 2))
    assert (sphere.ride, sphere.slide, sphere.kind) == (False, True, "dynamic")
    assert level.ids == ("body 1", "body 2", "body 3")


def test_the_input_is_read_to_its_last_key() -> None:
    segment = {"move": [0, 0, 0], "jump": 4, "teleport": [0, 10, 0]}
    scenario = scenario_from_json(scenario_data(input=[segment]), FILE)
    assert scenario.frame_count == 1
    assert (scenario.input[0].jump, scenario.input[0].teleport) == (4, (0, 10, 0))


MESH = {"shape": "mesh", "vertices": CORNERS, "triangles": [[0, 1, 2]]}
BOX = {"shape": "box", "half_extents": [1, 1, 1]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, 'format: expected "sweepscope.scenario", got "other"'),
        ({"version": 2}, "version: expected 1, the only version that this program reads, got 2"),
        ({"version": True}, "version: expected 1, the only version that this program reads, got true"),
        ({"settigns": {}}, 'unknown key "settigns"; did you mean "settings"?'),
        ({"name": "../out"}, 'name: expected a name that can be part of a file\'s name, got "../out"'),
        ({"up": [0, 0, 0]}, "up: expected a direction (three numbers, not all zero), got [0, 0, 0]"),
        ({"dt": 0}, "dt: expected a finite number > 0 and <= 10, got 0"),
        ({"controller": "quake"}, 'controller: expected one of cct, slide, got "quake"'),
        ({"rules": "document"}, 'rules: expected one of physx, spec, got "document"'),
        (
            {"rules": {"preset": "spec", "sensor": 1}},
            "rules.sensor: expected one of untouched, always, downward, before_up, off, got 1",
        ),
        ({"settings": {"step_ofset": 1}}, 'settings: unknown key "step_ofset"; did you mean "step_offset"?'),
        ({"settings": {"step_offset": "x"}}, 'settings.step_offset: expected a number from 0 to 100 (m), got "x"'),
        ({"settings": {"slope_limit": 2}}, "settings.slope_limit: expected a number from 0 to 1 (cosine), got 2.0"),
        ({"capsule": {"radius": 1, "height": 1}}, 'capsule: expected exactly one of "feet" and "center"'),
        ({"capsule": {"radius": 0, "height": 1}}, "capsule.radius: expected a finite number > 0 and <= 1e+09, got 0"),
        ({"capsule": {"height": 1}}, 'capsule: "radius" is missing'),
        ({"capsule": [1]}, "capsule: expected an object, got [1]"),
        ({"level": {}}, "level: expected a list, got an object"),
        ({"level": [7]}, "level[0]: expected an object, got 7"),
        (
            {"level": [{"shape": "cone"}]},
            'level[0].shape: expected one of box, mesh, sphere, capsule, convex, got "cone"',
        ),
        ({"level": [BOX, BOX, {**BOX, "half_extents": "x"}]}, 'level[2].half_extents: expected three numbers, got "x"'),
        (
            {"level": [{**BOX, "half_extents": [1, True, 1]}]},
            "level[0].half_extents: expected three numbers, got [1, true, 1]",
        ),
        (
            {"level": [{**BOX, "half_extents": [1, 0, 1]}]},
            "level[0].half_extents: expected three numbers > 0, got [1, 0, 1]",
        ),
        (
            {"level": [{**BOX, "position": [0, float("nan"), 0]}]},
            "level[0].position: expected three numbers, got [0, NaN, 0]",
        ),
        (
            {"level": [{**BOX, "rotation": [0, 0, 0, 0]}]},
            "level[0].rotation: expected a quaternion x y z w, not zero, got [0, 0, 0, 0]",
        ),
        ({"level": [{**BOX, "scale": 0}]}, "level[0].scale: expected a finite number > 0, got 0"),
        ({"level": [{**BOX, "radius": 1}]}, 'level[0]: unknown key "radius"; allowed: shape, body'),
        (
            {"level": [{"shape": "sphere", "radius": 1, "scale": [1, 2, 1]}]},
            "level[0].scale: expected one number, or three equal",
        ),
        (
            {"level": [{**BOX, "poses": [[0, 0, 0]]}]},
            'level[0].poses: expected only in a body that moves ("body": "kinematic"',
        ),
        (
            {"level": [{**BOX, "body": "kinematic", "poses": [[0, 0, 0], [0, 0]]}]},
            "level[0].poses[1]: expected three numbers (position)",
        ),
        ({"level": [{**BOX, "body": "kinematic", "poses": []}]}, "level[0].poses: expected at least one pose"),
        (
            {"level": [{**BOX, "mask": 2**32}]},
            "level[0].mask: expected a whole number from 0 to 4294967295, got 4294967296",
        ),
        (
            {"level": [{**BOX, "id": "a"}, {**BOX, "id": "a"}]},
            'level[1].id: expected a unique id, got "a", which level[0] has',
        ),
        (
            {"obstacles": [{**BOX, "id": "floor"}]},
            'obstacles[0].id: expected a unique id, got "floor", which level[0] has',
        ),
        (
            {"level": [{**MESH, "vertices": [[0, 0, 0], [1, 2]]}]},
            "level[0].vertices[1]: expected three numbers, got [1, 2]",
        ),
        (
            {"level": [{**MESH, "triangles": [[0, 1, 2], [0, 1, 4]]}]},
            "level[0].triangles[1]: expected indices from 0 to 3, got [0, 1, 4]",
        ),
        (
            {"level": [{**MESH, "triangles": [[0, 1, 1.5]]}]},
            "level[0].triangles[0]: expected three whole numbers, got [0, 1, 1.5]",
        ),
        ({"level": [{**MESH, "triangles": []}]}, "level[0].triangles: expected at least one, got an empty list"),
        ({"level": [{**MESH, "mirror": True}]}, 'level[0].mirror: expected only together with "file"'),
        (
            {"level": [{**MESH, "file": "a.obj"}]},
            'level[0].vertices: expected either "file" or "vertices" and "triangles"',
        ),
        ({"level": [{"shape": "mesh", "file": "gone.obj"}]}, "level[0].file: gone.obj: no such file"),
        (
            {"level": [{"shape": "convex", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}]},
            "level[0].vertices: expected points that enclose",
        ),
        (
            {"obstacles": [{"shape": "sphere", "radius": 1}]},
            'obstacles[0].shape: expected one of box, capsule, got "sphere"',
        ),
        ({"characters": [{"radius": 1, "height": 1}]}, 'characters[0]: expected exactly one of "feet" and "center"'),
        (
            {"capsule": {"radius": 1, "height": 2e9, "center": [0, 0, 0]}},
            "capsule.height: expected a finite number >= 0 and <= 1e+09, got 2000000000.0",
        ),
        (
            {"capsule": {"radius": 1, "height": 1, "feet": [0, -2e9, 0]}},
            "capsule.feet: expected coordinates within 1e+09 m, got [0, -2000000000.0, 0]",
        ),
        (
            {"input": [{"move": [0, 0, 0]}, {"move": [0, 2e9, 0]}]},
            "input[1].move: expected coordinates within 1e+09 m, got [0, 2000000000.0, 0]",
        ),
        (
            {"input": [{"move": [0, 0, 0], "teleport": [2e9, 0, 0]}]},
            "input[0].teleport: expected coordinates within 1e+09 m, got [2000000000.0, 0, 0]",
        ),
        ({"input": [{"frames": 3}]}, 'input[0]: expected exactly one of "move" and "velocity"'),
        (
            {"input": [{"frames": 0, "move": [0, 0, 0]}]},
            "input[0].frames: expected a whole number from 1 to 10000000, got 0",
        ),
        (
            {"input": [{"frames": 10**15, "move": [0, 0, 0]}]},
            "input[0].frames: expected a whole number from 1 to 10000000",
        ),
        (
            {"input": [{"frames": 10**7, "move": [0, 0, 0]}] * 2},
            "input: expected at most 10000000 frames in all, got 20000000",
        ),
        (
            {"input": [{"move": [0, 0, 0], "gravity": float("inf")}]},
            "input[0].gravity: expected a finite number, got Infinity",
        ),
        ({"input": [{"move": [0, 10**400, 0]}]}, "input[0].move: expected three numbers"),
    ],
)
def test_a_mistake_is_named_with_its_file_and_place(changes: dict[str, Any], message: str) -> None:
    assert message_for(**changes).startswith(f"{FILE}: {message}")


def test_a_missing_capsule_is_named() -> None:
    data = scenario_data()
    del data["capsule"]
    with pytest.raises(InputError, match='"capsule" is missing'):
        scenario_from_json(data, FILE)


def test_a_nameless_scenario_takes_its_files_name(tmp_path: Path) -> None:
    data = scenario_data()
    del data["name"]
    file = tmp_path / "hall.scenario.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert load_scenario(file).name == "hall"


def test_mesh_files_are_relative_to_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "one.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n")
    data = scenario_data(
        level=[{"shape": "mesh", "id": "m", "file": "meshes/one.obj", "file_unit": 0.01, "file_up": "z"}]
    )
    file = tmp_path / "case.scenario.json"
    file.write_text(json.dumps(data))
    shape = load_scenario(str(file)).level.bodies[0].shape
    assert isinstance(shape, Mesh)
    assert shape.vertices == pytest.approx(np.array([[0, 0, 0], [0.01, 0, 0], [0, -0.01, 0]]), abs=1e-15)


def test_all_reference_scenarios_are_read(physx_traces: Path) -> None:
    files = sorted(physx_traces.glob("*.scenario.json"))
    scenarios = [load_scenario(file) for file in files]
    assert len(scenarios) == 92
    assert sum(scenario.frame_count for scenario in scenarios) == 20958
    assert all(
        scenario.name == file.name.removesuffix(".scenario.json")
        for scenario, file in zip(scenarios, files, strict=True)
    )
    terrain = next(s for s in scenarios if s.name == "R1_terrain64")
    assert terrain.level.triangle_count == 63 * 63 * 2
    floor = next(s for s in scenarios if s.name == "O1_obstacle_box").level.bodies[0]
    assert floor.shape == Box((60, 0.5, 60))

"""Values of a scenario can be replaced by texts, checked as if they stood in the file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.errors import InputError
from engine.files.scenario_file import scenario_from_json
from engine.files.scenario_overrides import override_scenario
from engine.rules import DOCUMENT, Rules
from engine.settings import CctSettings, SlideSettings


def write_scenario(folder: Path, **changes: Any) -> Path:
    data = {
        "format": "sweepscope.scenario",
        "version": 1,
        "capsule": {"radius": 0.35, "height": 1.1, "feet": [0, 0.1, 0]},
        "settings": {"step_offset": 0.5},
        "rules": "physx",
        **changes,
    }
    file = folder / "stairs.scenario.json"
    file.write_text(json.dumps(data))
    return file


def test_every_kind_of_key_can_be_changed(tmp_path: Path) -> None:
    changes = ["step_offset=0.3", "climbing=easy", "settings.overlap_recovery=false", "dt=0.02", "capsule.radius = 0.4"]
    scenario, _ = override_scenario(write_scenario(tmp_path), [*changes, "rules.sensor=off", "capsule.feet=[1,2,3]"])
    assert isinstance(scenario.settings, CctSettings)
    assert (scenario.settings.step_offset, scenario.settings.climbing) == (0.3, "easy")
    assert scenario.settings.overlap_recovery is False
    assert (scenario.dt, scenario.capsule.radius) == (0.02, 0.4)
    assert scenario.capsule.center == pytest.approx((1, 2 + 0.4 + 0.55, 3))
    assert isinstance(scenario.rule_set, Rules)
    assert (scenario.rules, scenario.rule_set.sensor) == ("physx", "off")


def test_changes_are_made_in_order(tmp_path: Path) -> None:
    scenario, _ = override_scenario(write_scenario(tmp_path), ["rules=spec", "rules.lift=always", "dt=1", "dt=0.5"])
    assert (scenario.rules, scenario.rule_changes, scenario.dt) == ("spec", (("lift", "always"),), 0.5)
    slide = write_scenario(tmp_path, settings={})
    scenario, _ = override_scenario(slide, ["controller=slide", "rules=document", "skin=0.05", "rules.sweep=exact"])
    assert scenario.settings == SlideSettings(skin=0.05)
    assert scenario.rule_set == replace(DOCUMENT, sweep="exact")


def test_the_object_is_the_changed_scenario_as_another_folder_sees_it(tmp_path: Path) -> None:
    (tmp_path / "floor.obj").write_text("v 0 0 0\nv 0 0 9\nv 9 0 0\nf 1 2 3\n")
    level = [{"shape": "mesh", "id": "floor", "file": "floor.obj"}, {"shape": "sphere", "radius": 1}]
    file = write_scenario(tmp_path, level=level)
    _, data = override_scenario(file, ["step_offset=0.25"], relative_to=tmp_path / "runs" / "a")
    assert data["level"] == [{"shape": "mesh", "id": "floor", "file": "../../floor.obj"}, level[1]]
    (tmp_path / "runs" / "a").mkdir(parents=True)
    again = scenario_from_json(data, tmp_path / "runs" / "a" / "x.trace.json")
    assert again.name == "stairs"
    assert isinstance(again.settings, CctSettings)
    assert again.settings.step_offset == 0.25
    assert again.level.ids == ("floor", "body 2")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("step_offset", '"step_offset": expected key=value, such as step_offset=0.3 or rules.sensor=off'),
        ("=3", '"=3": expected key=value'),
        ("stepoffset=0.3", 'stepoffset=0.3: unknown key "stepoffset"; did you mean "step_offset"?'),
        ("radius=0.3", 'radius=0.3: unknown key "radius"; did you mean "capsule.radius"?'),
        ("xyz=1", 'xyz=1: unknown key "xyz"; allowed: step_offset, slope_limit,'),
        ("skin=0.1", 'skin=0.1: unknown key "skin"'),
        ("step_offset=-1", "FILE: settings.step_offset: expected a number from 0 to 100 (m), got -1.0"),
        ("slope_limit=50deg", 'FILE: settings.slope_limit: expected a number from 0 to 1 (cosine), got "50deg"'),
        ("rules=spek", 'FILE: rules: expected one of physx, spec, got "spek"'),
        ("rules.sensor=on", "FILE: rules.sensor: expected one of untouched, always, downward, before_up, off, got"),
        ("capsule.radius=0", "FILE: capsule.radius: expected a finite number > 0 and <= 1e+09, got 0"),
        ("dt=NaN", "FILE: dt: expected a finite number > 0 and <= 10, got NaN"),
    ],
)
def test_a_wrong_change_is_one_line_with_what_is_allowed(tmp_path: Path, change: str, message: str) -> None:
    file = write_scenario(tmp_path)
    with pytest.raises(InputError) as caught:
        override_scenario(file, [change])
    assert str(caught.value).startswith(message.replace("FILE", str(file)))
    assert len(str(caught.value).splitlines()) == 1

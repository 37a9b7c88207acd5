"""Presets: settings and rules under a name, saved, shared as a file, and copied for others."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from app import commands as ask
from app.presets import (
    MOST_CHARACTERS,
    SUFFIX,
    Preset,
    apply_preset,
    list_presets,
    preset_folder,
    read_preset,
    save_preset,
    take_preset,
    write_cpp,
    write_json,
)
from app.session import Session
from engine.errors import InputError
from engine.scenario import Controller, Scenario
from engine.settings import CctSettings, SlideSettings, knobs_of

STAIRS = Path("assets/scenarios/stairs.scenario.json")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SWEEPSCOPE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def stairs(session: Session, repository: Path) -> Session:
    session.open_now(repository / STAIRS)
    return session


def wanted(session: Session) -> Scenario:
    assert session.state.editing.plan is not None
    return session.state.editing.plan.scenario


def write(folder: Path, **changed: object) -> Path:
    data = {"format": "sweepscope.preset", "version": 1, "controller": "cct", **changed}
    path = folder / f"some{SUFFIX}"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_a_preset_comes_back_as_it_was(tmp_path: Path) -> None:
    for preset in (
        Preset("low steps", CctSettings(step_offset=0.2, max_iterations_side=3), "spec", (("sensor", "off"),)),
        Preset("ice", SlideSettings(skin=0.05), "document"),
    ):
        path = save_preset(preset, tmp_path)
        assert path == tmp_path / f"{preset.name}{SUFFIX}"
        assert read_preset(path) == preset
        assert [each.name for each in path.parent.iterdir() if each.name.endswith(".new")] == []
    assert [path.name for path in list_presets(tmp_path)] == [f"ice{SUFFIX}", f"low steps{SUFFIX}"]


def test_a_preset_brings_its_controller(stairs: Session, tmp_path: Path) -> None:
    path = save_preset(Preset("ice", SlideSettings(skin=0.05), "document"), tmp_path)
    stairs.apply(ask.LoadPreset(path))
    scenario = wanted(stairs)
    assert (scenario.controller, scenario.settings.skin, scenario.rules) == (  # type: ignore[union-attr]
        Controller.SLIDE,
        0.05,
        "document",
    )
    assert stairs.state.editing.past[-1].words == "preset ice"
    stairs.apply(ask.Undo())
    assert wanted(stairs).controller is Controller.CCT


def test_saved_shared_dropped_and_deleted_by_commands(stairs: Session, home: Path, tmp_path: Path) -> None:
    stairs.apply(ask.SetSetting("step_offset", 0.17))
    stairs.apply(ask.SavePreset("  low  "))
    saved = home / "presets" / f"low{SUFFIX}"
    assert list_presets() == (saved,)
    stairs.apply(ask.SharePreset(tmp_path / "for a friend"))
    stairs.apply(ask.ResetKnobs(to_file=True))
    stairs.apply(ask.OpenFile(tmp_path / f"for a friend{SUFFIX}"))
    assert wanted(stairs).settings.step_offset == 0.17  # type: ignore[union-attr]
    stairs.apply(ask.DeletePreset(saved))
    assert list_presets() == ()
    assert [message.text for message in stairs.state.messages] == []


@pytest.mark.parametrize("name", ["", " ", "a/b", "..", "a\nb", "x" * (MOST_CHARACTERS + 1)])
def test_a_name_that_is_no_file_name_is_refused(stairs: Session, name: str) -> None:
    stairs.apply(ask.SavePreset(name))
    assert not preset_folder().exists()
    assert len(stairs.state.messages) == 1
    assert stairs.state.messages[0].text.startswith("preset: expected a name")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"format": "sweepscope.scenario"}, 'format: expected "sweepscope.preset", got "sweepscope.scenario"'),
        ({"version": 2}, "version: expected 1, the only version that this program reads, got 2"),
        ({"controller": "box"}, 'controller: expected one of cct, slide, got "box"'),
        ({"settings": {"step_ofset": 1}}, 'settings: unknown key "step_ofset"; did you mean "step_offset"?'),
        ({"settings": {"step_offset": -1}}, "settings.step_offset: expected a number from 0 to 100 (m), got -1"),
        ({"rules": "jolt"}, 'rules: expected one of physx, spec, got "jolt"'),
        ({"rules": {"sensor": "blind"}}, "rules.sensor: expected one of untouched, always, downward, before_up, off"),
        ({"name": "a\nb"}, "name: expected a name that can be part of a file's name"),
        ({"capsule": {}}, 'unknown key "capsule"'),
    ],
)
def test_what_is_wrong_in_a_file_is_told_in_one_line(tmp_path: Path, changed: dict[str, object], words: str) -> None:
    path = write(tmp_path, **changed)
    with pytest.raises(InputError, match=re.escape(f"{path}: {words}")) as told:
        read_preset(path)
    assert "\n" not in str(told.value)


def test_a_preset_that_is_no_file_or_no_json_is_told(stairs: Session, tmp_path: Path) -> None:
    before = wanted(stairs)
    broken = tmp_path / f"broken{SUFFIX}"
    broken.write_text("{", encoding="utf-8")
    for path in (tmp_path / f"none{SUFFIX}", broken):
        stairs.apply(ask.LoadPreset(path))
        assert str(path) in stairs.state.messages[-1].text
    assert wanted(stairs) is before


def test_json_has_every_setting_so_that_later_defaults_change_nothing(stairs: Session) -> None:
    data = json.loads(write_json(take_preset(wanted(stairs), "x")))
    assert list(data) == ["format", "version", "name", "controller", "settings", "rules"]
    assert list(data["settings"]) == [name for name, _ in knobs_of(CctSettings)]


def test_constants_of_cpp_have_type_unit_and_help(stairs: Session) -> None:
    scenario = replace(
        wanted(stairs),
        settings=CctSettings(contact_offset=1e-6, max_iterations_side=3),
        rule_changes=(("sensor", "off"),),
    )
    lines = write_cpp(scenario).splitlines()
    assert "const float kStepOffset = 0.5f; // m. Highest step that is climbed." in lines
    assert "const float kContactOffset = 1e-06f; // m. Gap that is kept to everything." in lines
    assert any(line.startswith("const float kSlopeLimit = 0.707f; // cosine, 45.01 degrees. ") for line in lines)
    assert "const int kMaxIterationsSide = 3; // Most iterations of the SIDE pass; null: as the rules say." in lines
    assert "// max_iterations_up: as the rules say" in lines
    assert any(line.startswith("const bool kOverlapRecovery = true;") for line in lines)
    assert any(line.startswith("const unsigned int kMask = 0xFFFFFFFFu;") for line in lines)
    assert any(line.startswith('const char* const kClimbing = "constrained";') for line in lines)
    assert lines[-1] == "// rules: physx, with sensor = off"
    assert all(line.startswith(("const ", "//")) for line in lines)


def test_applying_leaves_level_input_and_capsule(stairs: Session) -> None:
    scenario = wanted(stairs)
    changed = apply_preset(scenario, Preset("ice", SlideSettings(), "repaired"))
    assert (changed.level, changed.input, changed.capsule) == (scenario.level, scenario.input, scenario.capsule)

"""The published schema is the one that the dataclasses make, and names what the reader reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.errors import InputError
from engine.files.body_json import SHAPE_KEYS
from engine.files.scenario_file import scenario_from_json
from engine.files.scenario_schema import build_schema, schema_text
from engine.rules import Rules, SlideRules
from engine.settings import CctSettings, SlideSettings, knobs_of


def message_for(**changes: Any) -> str:
    data = {"format": "sweepscope.scenario", "version": 1, "capsule": {"radius": 1, "height": 1, "feet": [0, 0, 0]}}
    with pytest.raises(InputError) as caught:
        scenario_from_json({**data, **changes}, Path("a.scenario.json"))
    return str(caught.value)


def test_the_published_schema_is_up_to_date(repository: Path) -> None:
    published = (repository / "docs" / "scenario.schema.json").read_text(encoding="utf-8")
    assert published == schema_text(), "python -m engine.files.scenario_schema > docs/scenario.schema.json"


def test_every_setting_and_rule_is_described_with_its_range() -> None:
    schema = build_schema()
    for branch, kind in (("else", CctSettings), ("then", SlideSettings)):
        described = schema[branch]["properties"]["settings"]["properties"]
        assert list(described) == [name for name, _ in knobs_of(kind)]
    offset = schema["else"]["properties"]["settings"]["properties"]["step_offset"]
    assert (offset["type"], offset["minimum"], offset["maximum"], offset["default"]) == ("number", 0, 100, 0.5)
    preset, single = schema["else"]["properties"]["rules"]["anyOf"]
    assert preset["enum"] == ["physx", "spec"]
    assert list(single["properties"]) == ["preset", *(name for name, _ in knobs_of(Rules))]
    preset, single = schema["then"]["properties"]["rules"]["anyOf"]
    assert preset["enum"] == ["repaired", "document"]
    assert list(single["properties"]) == ["preset", *(name for name, _ in knobs_of(SlideRules))]


@pytest.mark.parametrize("place", ["", "capsule", "level", "obstacles", "characters", "input", "criteria"])
def test_the_schema_names_the_keys_that_the_reader_allows(place: str) -> None:
    schema = build_schema()
    unknown = {"qqqq": 1}  # near to nothing, so that the reader lists all that it allows
    if not place:
        told, described = message_for(**unknown), schema
    elif place == "capsule":
        told, described = message_for(capsule=unknown), schema["properties"][place]
    else:
        described = schema["properties"][place]["items"]
        if "oneOf" in described and place in ("level", "obstacles"):
            for each in described["oneOf"]:
                shape = each["properties"]["shape"]["const"]
                told = message_for(**{place: [{"shape": shape, **unknown}]})
                assert set(told.partition("allowed: ")[2].split(", ")) == set(each["properties"])
            assert {each["properties"]["shape"]["const"] for each in described["oneOf"]} <= set(SHAPE_KEYS)
            return
        told = message_for(**{place: [unknown]})
    assert set(told.partition("allowed: ")[2].split(", ")) == set(described["properties"])

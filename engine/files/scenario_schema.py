"""The JSON Schema of scenario files, made from the dataclasses, for editors that complete and check while one types.

`python -m engine.files.scenario_schema` prints it; docs/scenario.schema.json holds it.
"""

from __future__ import annotations

import json
from typing import Any

from engine.criteria import EVENT_HELP, MEASURES, TAKE_HELP
from engine.files.body_json import SHAPE_KEYS
from engine.files.criteria_json import KINDS
from engine.files.mesh_file import AXES, LARGEST_UNIT_M, LEAST_UNIT_M
from engine.files.scenario_file import FORMAT
from engine.level import ALL_BITS, BodyKind
from engine.scenario import MAX_FRAMES, RULE_KINDS, RULES, SETTINGS, Controller
from engine.settings import Knob, knobs_of

Schema = dict[str, Any]

_LAST_INDEX = 2**31 - 1
_NUMBER: Schema = {"type": "number"}
_POSITIVE: Schema = {"type": "number", "exclusiveMinimum": 0}
_TEXT: Schema = {"type": "string"}
_TRUTH: Schema = {"type": "boolean"}
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}


def _list_of(items: Schema, least: int = 0, most: int | None = None) -> Schema:
    return {"type": "array", "items": items, "minItems": least} | ({} if most is None else {"maxItems": most})


def _object(properties: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


_VECTOR = _list_of(_NUMBER, 3, 3)
_TRIANGLE = _list_of({"type": "integer", "minimum": 0}, 3, 3)
_CAPSULE_KEYS: dict[str, Schema] = {
    "radius": _POSITIVE,
    "height": {"type": "number", "minimum": 0, "description": "Between the sphere centres, metres."},
    "feet": _VECTOR,
    "center": _VECTOR,
}
_SHAPE_VALUES: dict[str, Schema] = {
    "half_extents": _list_of(_POSITIVE, 3, 3),
    "vertices": _list_of(_VECTOR, 1),
    "triangles": _list_of(_TRIANGLE, 1),
    "file": {"type": "string", "description": "A mesh file, relative to the scenario."},
    "file_up": {"enum": list(AXES)},
    "file_unit": {
        "type": "number",
        "minimum": LEAST_UNIT_M,
        "maximum": LARGEST_UNIT_M,
        "description": "Metres per unit of the file.",
    },
    "mirror": {"enum": [True, False, "x", "y", "z"], "description": "The file is left-handed."},
    "max_triangles": {"type": "integer", "minimum": 1, "maximum": _LAST_INDEX},
    "radius": _POSITIVE,
    "height": {"type": "number", "minimum": 0},
}
_ANY_BODY: dict[str, Schema] = {
    "id": _TEXT,
    "poses": _list_of({"anyOf": [_VECTOR, _list_of(_NUMBER, 7, 7)]}, 1),
    "mask": {"type": "integer", "minimum": 0, "maximum": ALL_BITS},
    "ride": _TRUTH,
    "slide": _TRUTH,
}
_PLACED: dict[str, Schema] = {
    **_ANY_BODY,
    "position": _VECTOR,
    "rotation": _list_of(_NUMBER, 4, 4) | {"description": "Quaternion x y z w."},
    "scale": {"anyOf": [_POSITIVE, _list_of(_POSITIVE, 3, 3)]},
}


def build_schema() -> Schema:
    """Return the schema of a scenario file."""
    properties: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "version": {"const": 1},
        "name": _TEXT,
        "note": _TEXT,
        "up": _VECTOR,
        "dt": {"type": "number", "exclusiveMinimum": 0, "maximum": 10, "description": "Seconds per frame."},
        "controller": {"enum": [str(each) for each in Controller], "default": str(Controller.CCT)},
        "capsule": _object(_CAPSULE_KEYS, ("radius", "height")) | _exactly_one("feet", "center"),
        "settings": {"type": "object"},
        "rules": {"type": ["string", "object"]},
        "level": _list_of(_describe_bodies(tuple(SHAPE_KEYS), in_level=True)),
        "obstacles": _list_of(_describe_bodies(("box", "capsule"), in_level=False)),
        "characters": _list_of(_object(_CAPSULE_KEYS | _ANY_BODY, ("radius", "height"))),
        "input": _list_of(_describe_segment()),
        "criteria": _list_of(_describe_criterion()),
    }
    is_slide = {"properties": {"controller": {"const": str(Controller.SLIDE)}}, "required": ["controller"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Sweepscope scenario",
        **_object(properties, ("format", "version", "capsule")),
        "if": is_slide,
        "then": {"properties": _describe_controller(Controller.SLIDE)},
        "else": {"properties": _describe_controller(Controller.CCT)},
    }


def _exactly_one(*keys: str) -> Schema:
    return {"oneOf": [{"required": [key]} for key in keys]}


def _describe_controller(controller: Controller) -> dict[str, Schema]:
    """Return what a controller allows under `settings` and `rules`."""
    presets = {"enum": list(RULES[controller]), "default": RULES[controller][0]}
    single = {name: describe_knob(rule) for name, rule in knobs_of(RULE_KINDS[controller])}
    for rule in single.values():
        del rule["default"]  # it is the preset's
    return {
        "settings": _object({name: describe_knob(knob) for name, knob in knobs_of(SETTINGS[controller])}),
        "rules": {"anyOf": [presets, _object({"preset": presets, **single})]},
    }


def describe_knob(knob: Knob) -> Schema:
    """Return the schema of one setting or rule."""
    schema: Schema = {"description": knob.help + (f" In {knob.unit}." if knob.unit else "")}
    if knob.choices:
        schema["enum"] = list(knob.choices)
    else:
        schema["type"] = [_TYPES[knob.kind], "null"] if knob.default is None else _TYPES[knob.kind]
    if knob.low is not None:
        schema["minimum"] = knob.low
    if knob.high is not None:
        schema["maximum"] = knob.high
    return schema | {"default": knob.default}


def _describe_bodies(shapes: tuple[str, ...], *, in_level: bool) -> Schema:
    extra: dict[str, Schema] = {"body": {"enum": [str(kind) for kind in BodyKind]}, "two_sided": _TRUTH}
    common = _PLACED | (extra if in_level else {})
    required = {"mesh": ("shape",)}
    return {
        "oneOf": [
            _object(
                {"shape": {"const": shape}, **common, **{key: _SHAPE_VALUES[key] for key in SHAPE_KEYS[shape]}},
                required.get(shape, ("shape", *SHAPE_KEYS[shape])),
            )
            for shape in shapes
        ]
    }


def _describe_segment() -> Schema:
    properties: dict[str, Schema] = {
        "frames": {"type": "integer", "minimum": 1, "maximum": MAX_FRAMES, "default": 1},
        "move": _VECTOR | {"description": "Metres per frame."},
        "velocity": _VECTOR | {"description": "Metres per second."},
        "gravity": {"type": "number", "description": "Metres per second squared, along up: negative pulls down."},
        "jump": {"type": "number", "description": "Metres per second, on the first frame."},
        "teleport": _VECTOR | {"description": "The capsule's centre before the first frame."},
    }
    return _object(properties) | _exactly_one("move", "velocity")


def _describe_criterion() -> Schema:
    limit = {"type": "number"}
    described = [
        {"const": name, "description": measure.help + (f", in {measure.unit}." if measure.unit else ".")}
        for name, measure in MEASURES.items()
    ]
    properties: dict[str, Schema] = {
        "measure": {"oneOf": described},
        "take": {
            "oneOf": [{"const": str(take), "description": f"{words}."} for take, words in TAKE_HELP.items()],
            "description": "How the frames become one number; by default as suits the measure.",
        },
        "kind": {"enum": list(KINDS), "description": "Which findings are counted."},
        "expect": limit | {"description": "What it must be, in the measure's unit."},
        "within": {"type": "number", "minimum": 0, "description": "How far from that it may be."},
        "at_least": limit,
        "at_most": limit,
        "above": limit | {"description": "Strictly more than this."},
        "below": limit | {"description": "Strictly less than this."},
        "frames": _list_of({"type": "integer"}, 2, 2)
        | {"description": "First and last frame; negative ones count from the end, -1 being the last."},
        "after": {
            "oneOf": [{"const": str(event), "description": f"{words}."} for event, words in EVENT_HELP.items()],
            "description": "The window begins in the frame after this.",
        },
        "note": _TEXT,
        "physx": _object({"expect": _NUMBER, "within": _NUMBER, "why": _TEXT}, ("expect", "within", "why"))
        | {"description": "What real PhysX measures where it misses the criterion by design; only for cct."},
    }
    return _object(properties, ("measure",))


def schema_text() -> str:
    """Return the schema as the file holds it."""
    return json.dumps(build_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")

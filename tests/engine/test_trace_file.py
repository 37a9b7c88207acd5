"""Traces of any engine are read into columns; what is not recorded stays unknown; mistakes are named."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import InputError
from engine.files.trace_file import load_trace
from engine.trace import NO_BODY, UNKNOWN_BODY, AttemptKind, Exit, Flags, PassKind, SlopeRule

SCENARIO = {
    "format": "sweepscope.scenario",
    "version": 1,
    "capsule": {"radius": 0.35, "height": 1.1, "feet": [0, 0, 0]},
    "level": [{"shape": "box", "id": "floor", "half_extents": [9, 1, 9]}],
    "obstacles": [{"shape": "box", "half_extents": [1, 1, 1]}],
    "characters": [{"radius": 1, "height": 1, "feet": [5, 0, 0]}, {"radius": 1, "height": 1, "feet": [9, 0, 0]}],
}


def iteration(**changes: Any) -> dict[str, Any]:
    hit = {"distance": 0.5, "normal": [0, 1, 0], "point": [1, 0, 0], "body": "floor", "triangle": 3}
    return {"from": [0, 1, 0], "direction": [0, -1, 0], "length": 2, "hit": hit, **changes}


def one_pass(**changes: Any) -> dict[str, Any]:
    return {
        "pass": "DOWN",
        "move": [0, -1, 0],
        "max_iterations": 1,
        "start": [0, 1, 0],
        "end": [0, 0.5, 0],
        "exit": "no_hit",
        "iterations": [iteration(), iteration(hit=None)],
        **changes,
    }


def frame(**changes: Any) -> dict[str, Any]:
    attempt = {"kind": "move", "move": [0, -1, 0], "start": [0, 1, 0], "non_walkable": None, "passes": [one_pass()]}
    return {
        "move": [0, -1, 0],
        "center": [0, 0.5, 0],
        "flags": ["down"],
        "touched": "floor",
        "attempts": [attempt],
        **changes,
    }


def write_trace(folder: Path, frames: Any, **changes: Any) -> Path:
    file = folder / "run.trace.json"
    file.write_text(json.dumps({"format": "sweepscope.trace", "version": 1, "frames": frames, **changes}))
    return file


def message_for(folder: Path, frames: Any, **changes: Any) -> str:
    file = write_trace(folder, frames, **changes)
    with pytest.raises(InputError) as caught:
        load_trace(file)
    text = str(caught.value)
    assert len(text.splitlines()) == 1
    assert text.startswith(f"{file}: ")
    return text.removeprefix(f"{file}: ")


def test_the_reference_traces_are_read_to_the_last_iteration(physx_traces: Path) -> None:
    traces = [load_trace(file) for file in sorted(physx_traces.glob("*.trace.json.gz"))]
    assert len(traces) == 92
    totals = [sum(len(getattr(t, level)) for t in traces) for level in ("frames", "attempts", "passes", "iterations")]
    assert totals == [20958, 22769, 78687, 78808]
    assert sum(len(t.contacts) for t in traces) == 1250
    for trace in traces:
        assert trace.scenario is not None
        assert trace.body_names == trace.scenario.level.ids, "a name in the trace is not one of the scenario's bodies"
        assert len(trace) == trace.scenario.frame_count


def test_columns_hold_what_the_json_says(physx_traces: Path) -> None:
    file = physx_traces / "R3_terrain64_steep_slide.trace.json.gz"
    data = json.loads(gzip.decompress(file.read_bytes()))
    trace = load_trace(file)
    for index in (0, 255, 256, 257, 599):
        expected = data["frames"][index]
        assert trace.frames[index]["center"].tolist() == expected["center"]
        assert len(trace.attempts_of(index)) == len(expected["attempts"])
        for attempt, attempt_data in zip(trace.attempts_of(index), expected["attempts"], strict=True):
            assert trace.attempts[attempt]["frame"] == index
            assert trace.attempts[attempt]["start"].tolist() == attempt_data["start"]
            for number, pass_data in zip(trace.passes_of(attempt), attempt_data["passes"], strict=True):
                record = trace.passes[number]
                assert record["attempt"] == attempt
                assert PassKind(record["kind"]).name == pass_data["pass"]
                assert Exit(record["exit"]).name.lower() == pass_data["exit"]
                for step, step_data in zip(trace.iterations_of(number), pass_data["iterations"], strict=True):
                    assert trace.iterations[step]["pass_index"] == number
                    assert trace.iterations[step]["origin"].tolist() == step_data["from"]
                    if step_data["hit"]:
                        assert trace.iterations[step]["triangle"] == step_data["hit"]["triangle"]


def test_only_centres_are_needed_and_the_rest_stays_unknown(tmp_path: Path) -> None:
    trace = load_trace(write_trace(tmp_path, [{"center": [1, 2, 3]}, {"center": [4, 5, 6], "touched": None}]))
    assert trace.centers.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert trace.frames["flags"].tolist() == [Flags.UNKNOWN, Flags.UNKNOWN]
    assert trace.frames["touched"].tolist() == [UNKNOWN_BODY, NO_BODY]
    assert np.isnan(trace.frames["move"]).all()
    assert (trace.producer, trace.scenario, trace.body_names) == ("unknown", None, ())
    assert [len(trace.attempts), len(trace.passes), len(trace.iterations), len(trace.contacts)] == [0, 0, 0, 0]


def test_a_full_frame_is_read_field_by_field(tmp_path: Path) -> None:
    steep = {"rule": "down_triangle", "normal": [1, 0, 0], "height_above_bottom": 0.7, "step_offset": 0.5}
    second = {
        "kind": "walk_experiment",
        "non_walkable": steep,
        "passes": [one_pass(**{"pass": "RECOVER", "restored": True})],
    }
    first: dict[str, Any] = {"passes": []}
    trace = load_trace(write_trace(tmp_path, [frame(attempts=[first, second], flags=["up", "down"])]))
    assert trace.frames[0]["flags"] == Flags.UP | Flags.DOWN
    assert trace.attempts["kind"].tolist() == [AttemptKind.MOVE, AttemptKind.WALK_EXPERIMENT]
    assert trace.attempts["slope_rule"].tolist() == [SlopeRule.NONE, SlopeRule.DOWN_TRIANGLE]
    assert trace.attempts[1]["slope_height"] == 0.7
    assert np.isnan(trace.attempts[0]["slope_height"])
    assert trace.passes_of(0) == range(0)
    assert list(trace.passes_of(1)) == [0]
    assert trace.passes[0]["restored"]
    assert trace.iterations["hit"].tolist() == [True, False]
    assert trace.iterations["triangle"].tolist() == [3, -1]
    assert trace.iterations["body"].tolist() == [0, NO_BODY]
    assert np.isnan(trace.iterations[1]["distance"])


def test_names_resolve_to_the_scenarios_bodies_and_new_ones_are_added(tmp_path: Path) -> None:
    bodies = ["obstacle", "character", "obstacle 1", "floor", "cloud"]
    hits = [{"point": [0, 0, 0], "normal": [0, 1, 0], "body": name} for name in bodies]
    trace = load_trace(write_trace(tmp_path, [{"center": [0, 0, 0], "hits": hits}], scenario=SCENARIO))
    assert trace.body_names == ("floor", "obstacle 1", "character 1", "character 2", "character", "cloud")
    assert trace.contacts["body"].tolist() == [1, 4, 1, 0, 5]
    assert list(trace.contacts_of(0)) == [0, 1, 2, 3, 4]


def test_frames_before_the_scenario_in_the_file_resolve_alike(tmp_path: Path) -> None:
    file = tmp_path / "run.trace.json"
    parts = {"frames": [frame(touched="obstacle 1")], "scenario": SCENARIO, "version": 1, "format": "sweepscope.trace"}
    file.write_text(json.dumps(parts, indent=2))
    trace = load_trace(file)
    assert trace.body_name(trace.frames[0]["touched"]) == "obstacle 1"
    assert trace.body_name(trace.iterations[0]["body"]) == "floor"


@pytest.mark.parametrize("reference", ["case", "case.scenario.json", "../here/case.scenario.json"])
def test_the_scenario_is_a_name_or_a_path(tmp_path: Path, reference: str) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "case.scenario.json").write_text(json.dumps(SCENARIO))
    trace = load_trace(write_trace(folder, [frame()], scenario=reference))
    assert trace.scenario is not None
    assert trace.scenario.name == "case"


def test_a_scenario_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert message_for(tmp_path, [frame()], scenario="gone") == (
        'scenario: expected an object, a relative path, or NAME of a NAME.scenario.json beside the trace, got "gone"'
    )


def test_a_mistake_in_an_inline_scenario_is_named_by_its_place(tmp_path: Path) -> None:
    text = message_for(
        tmp_path, [frame()], scenario={**SCENARIO, "capsule": {"radius": -1, "height": 1, "feet": [0, 0, 0]}}
    )
    assert text == "scenario.capsule.radius: expected a finite number > 0 and <= 1e+09, got -1"


def deep(**changes: Any) -> list[dict[str, Any]]:
    """Three hundred good frames, then one whose second attempt has a bad second pass."""
    bad = {"passes": [one_pass(), one_pass(**changes)]}
    return [frame()] * 300 + [{"center": [0, 0, 0]}, frame(attempts=[{"passes": []}, bad])]


@pytest.mark.parametrize(
    ("frames", "message"),
    [
        (7, "frames: expected a list, got 7"),
        ([7], "frames[0]: expected an object, got 7"),
        ([{}], "frames[0].center: expected three numbers, got null"),
        ([frame()] * 17 + [frame(center=[0, "1", 0])], 'frames[17].center: expected three numbers, got [0, "1", 0]'),
        (
            [frame()] * 300 + [frame(center=[0, True, 0])],
            "frames[300].center: expected three numbers, got [0, true, 0]",
        ),
        ([frame(center=[0, float("nan"), 0])], "frames[0].center: expected three numbers, got [0, NaN, 0]"),
        ([frame(center=[0, 10**400, 0])], "frames[0].center: expected three numbers, got [0, 1000"),
        ([frame(move=[1, 2])], "frames[0].move: expected three numbers, got [1, 2]"),
        ([frame(flags=["left"])], 'frames[0].flags: expected a list of down, sides, up, got ["left"]'),
        ([frame(flags=3)], "frames[0].flags: expected a list of down, sides, up, got 3"),
        ([frame(touched=3)], "frames[0].touched: expected the name of a body or null, got 3"),
        ([frame(attempts=5)], "frames[0].attempts: expected a list, got 5"),
        ([frame(attempts=[3])], "frames[0].attempts[0]: expected an object, got 3"),
        (deep(exit="tired"), "AT.exit: expected one of zero, no_hit, min_distance, reversed"),
        (deep(**{"pass": "LEFT"}), "AT.pass: expected one of UP, SIDE, SENSOR, DOWN"),
        (deep(max_iterations=2**31), "AT.max_iterations: expected a whole number from 0 to 2147483647"),
        (deep(max_iterations=1.5), "AT.max_iterations: expected a whole number"),
        (deep(restored=1), "AT.restored: expected true or false, got 1"),
        (
            deep(iterations=[iteration(), iteration(length=float("inf"))]),
            "AT.iterations[1].length: expected a finite number, got Infinity",
        ),
        (deep(iterations=[iteration(hit={"body": []})]), "AT.iterations[0].hit.body: expected the name of a body"),
        (
            deep(iterations=[iteration(hit={"triangle": -1})]),
            "AT.iterations[0].hit.triangle: expected a whole number from 0",
        ),
        (deep(iterations=[iteration(hit=[])]), "AT.iterations[0].hit: expected an object, got []"),
        (
            [frame(attempts=[{"kind": "hop"}])],
            'frames[0].attempts[0].kind: expected one of move, walk_experiment, got "hop"',
        ),
        (
            [frame(attempts=[{"non_walkable": {"rule": "x"}}])],
            "frames[0].attempts[0].non_walkable.rule: expected one of side_constrained, down_triangle",
        ),
    ],
)
def test_a_mistake_deep_inside_is_named_by_its_place(tmp_path: Path, frames: Any, message: str) -> None:
    assert message_for(tmp_path, frames).startswith(message.replace("AT", "frames[301].attempts[1].passes[1]"))


def test_another_format_or_version_is_refused(tmp_path: Path) -> None:
    assert message_for(tmp_path, [{}], format="other") == 'format: expected "sweepscope.trace", got "other"'
    assert message_for(tmp_path, [{}], version=9).startswith("version: expected 1")


def test_keys_of_other_producers_are_passed_over(tmp_path: Path) -> None:
    assert len(load_trace(write_trace(tmp_path, [frame(mood="calm")], engine={"build": 7}))) == 1


def test_columns_cannot_be_written(tmp_path: Path) -> None:
    trace = load_trace(write_trace(tmp_path, [frame()]))
    with pytest.raises(ValueError, match="read-only"):
        trace.frames["center"][0] = 0


def test_a_trace_without_frames_is_empty(tmp_path: Path) -> None:
    assert len(load_trace(write_trace(tmp_path, []))) == 0

"""Where two runs part: the first difference in order of execution, the totals, and the gate that decided otherwise."""

from __future__ import annotations

import gzip
import importlib.util
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.analyse.compare import Comparison, compare_traces
from engine.analyse.differences import Place, What
from engine.files.trace_file import load_trace
from engine.trace import AttemptKind, PassKind, Trace

STAIRS, TERRAIN, STEEP = "S1_stairs03_constrained", "R1_terrain64", "T07_ramp46_slide_constrained"
Frames = list[dict[str, Any]]
Edit = Callable[[Frames], None]


def compare_edited(folder: Path, tmp_path: Path, name: str, edit: Edit, **options: float) -> Comparison:
    """Compare a real trace with an edited copy of it: ours is the copy."""
    file = folder / f"{name}.trace.json.gz"
    document = json.loads(gzip.decompress(file.read_bytes()))
    edit(document["frames"])
    document["scenario"] = None
    copy = tmp_path / "edited.trace.json"
    copy.write_text(json.dumps(document))
    return compare_traces(load_trace(copy), load_trace(file), **options)


def find_hit(frames: Frames, frame: int, kind: str) -> dict[str, Any]:
    """Return the first hit of a pass."""
    passes = [each for each in frames[frame]["attempts"][0]["passes"] if each["pass"] == kind]
    hit: dict[str, Any] = passes[0]["iterations"][0]["hit"]
    return hit


@pytest.mark.parametrize("name", [STAIRS, TERRAIN, STEEP, "P1_platform_h_ride", "T01_fall_10m"])
def test_a_trace_equals_itself_in_every_frame(physx_traces: Path, tmp_path: Path, name: str) -> None:
    comparison = compare_edited(physx_traces, tmp_path, name, lambda frames: None)
    totals = comparison.totals
    assert comparison.is_equal
    assert totals.outcome == totals.passes == totals.hits == totals.frames == totals.ours == totals.theirs
    assert (totals.worst_distance, totals.final_distance, totals.first_outcome) == (0.0, 0.0, None)


def test_a_shifted_centre_is_found_with_its_distance(physx_traces: Path, tmp_path: Path) -> None:
    def edit(frames: Frames) -> None:
        frames[40]["center"][0] += 0.003
        frames[90]["center"][2] -= 0.02

    comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
    assert comparison.first is not None
    assert (comparison.first.what, comparison.first.place) == (What.CENTER, Place(40))
    assert comparison.first.amount == pytest.approx(0.003)
    totals = comparison.totals
    assert (totals.outcome, totals.passes, totals.hits, totals.first_outcome) == (178, 180, 180, 40)
    assert totals.worst_frame == 90
    assert totals.worst_distance == pytest.approx(0.02)
    assert totals.final_distance == 0.0


def test_a_shift_within_the_tolerance_is_no_difference(physx_traces: Path, tmp_path: Path) -> None:
    def edit(frames: Frames) -> None:
        frames[40]["center"][0] += 0.003

    assert compare_edited(physx_traces, tmp_path, STAIRS, edit, tolerance=0.0031).is_equal


def test_another_exit_is_told_after_the_iterations_that_led_to_it(physx_traces: Path, tmp_path: Path) -> None:
    def edit(frames: Frames) -> None:
        frames[30]["attempts"][0]["passes"][3]["exit"] = "reversed"
        frames[30]["center"][0] += 1.0

    comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
    assert comparison.first is not None
    assert comparison.first.place == Place(30, 0, AttemptKind.MOVE, 3, PassKind.DOWN)
    assert (comparison.first.what, comparison.first.ours, comparison.first.theirs) == (
        What.EXIT,
        "reversed",
        "max_iterations",
    )
    assert (comparison.totals.outcome, comparison.totals.passes, comparison.totals.hits) == (179, 179, 179)


def test_a_turned_normal_is_found_in_its_iteration(physx_traces: Path, tmp_path: Path) -> None:
    def edit(frames: Frames) -> None:
        find_hit(frames, 30, "DOWN")["normal"][0] += 0.002
        frames[30]["attempts"][0]["passes"][3]["exit"] = "reversed"

    comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
    assert comparison.first is not None
    assert comparison.first.place == Place(30, 0, AttemptKind.MOVE, 3, PassKind.DOWN, 0)
    assert comparison.first.what is What.NORMAL
    assert comparison.first.amount == pytest.approx(0.002)


@pytest.mark.parametrize(("key", "off", "what"), [("distance", 2e-4, What.DISTANCE), ("distance", 5e-5, None)])
def test_a_distance_differs_from_a_tenth_of_a_millimetre_on(
    physx_traces: Path, tmp_path: Path, key: str, off: float, what: What | None
) -> None:
    def edit(frames: Frames) -> None:
        find_hit(frames, 30, "DOWN")[key] += off

    comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
    assert (comparison.first.what if comparison.first else None) is what
    assert comparison.totals.hits == (180 if what is None else 179)


def test_a_hit_on_another_body_and_a_missed_one_are_told_by_name(physx_traces: Path, tmp_path: Path) -> None:
    def rename(frames: Frames) -> None:
        find_hit(frames, 30, "DOWN")["body"] = "elsewhere"

    def miss(frames: Frames) -> None:
        frames[30]["attempts"][0]["passes"][3]["iterations"][0]["hit"] = None

    renamed, missed = (compare_edited(physx_traces, tmp_path, STAIRS, edit).first for edit in (rename, miss))
    assert renamed is not None
    assert (renamed.what, renamed.ours, renamed.theirs) == (What.BODY, "elsewhere", "step1")
    assert missed is not None
    assert (missed.what, missed.ours, missed.theirs) == (What.HIT, None, "step1")


def test_another_triangle_alone_is_no_difference(physx_traces: Path, tmp_path: Path) -> None:
    def edit(frames: Frames) -> None:
        for frame in range(len(frames)):
            for each in frames[frame]["attempts"][0]["passes"]:
                for iteration in each["iterations"]:
                    if iteration["hit"]:
                        iteration["hit"]["triangle"] = 7

    assert compare_edited(physx_traces, tmp_path, TERRAIN, edit).is_equal


def test_a_missing_pass_is_told_by_what_ran_instead(physx_traces: Path, tmp_path: Path) -> None:
    def edit(frames: Frames) -> None:
        del frames[30]["attempts"][0]["passes"][2]

    comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
    assert comparison.first is not None
    assert (comparison.first.what, comparison.first.ours, comparison.first.theirs) == (What.PASS, "DOWN", "SENSOR")
    assert comparison.first.place.run_pass == 2
    assert (comparison.totals.outcome, comparison.totals.passes) == (180, 179)


def test_a_missing_walk_experiment_and_another_verdict_are_told(physx_traces: Path, tmp_path: Path) -> None:
    document = json.loads(gzip.decompress((physx_traces / f"{STEEP}.trace.json.gz").read_bytes()))
    steep = next(i for i, frame in enumerate(document["frames"]) if len(frame["attempts"]) == 2)

    def forget(frames: Frames) -> None:
        del frames[steep]["attempts"][1]

    def accept(frames: Frames) -> None:
        frames[steep]["attempts"][0]["non_walkable"] = None

    forgotten, accepted = (compare_edited(physx_traces, tmp_path, STEEP, edit).first for edit in (forget, accept))
    assert forgotten is not None
    assert forgotten.place == Place(steep, 1, AttemptKind.WALK_EXPERIMENT)
    assert (forgotten.what, forgotten.ours, forgotten.theirs) == (What.ATTEMPT, None, "WALK_EXPERIMENT")
    assert accepted is not None
    assert (accepted.what, accepted.ours, accepted.place.frame) == (What.SLOPE, "none", steep)


def test_passes_without_a_way_to_go_do_not_count(physx_traces: Path, tmp_path: Path) -> None:
    idle = {"pass": "UP", "exit": "zero", "iterations": []}

    def edit(frames: Frames) -> None:
        for frame in frames:
            frame["attempts"][0]["passes"].insert(0, idle)

    comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
    assert comparison.is_equal
    assert comparison.totals.passes == 180


def test_a_move_that_was_not_asked_for_comes_before_all_that_follows_from_it(
    physx_traces: Path, tmp_path: Path
) -> None:
    def edit(frames: Frames) -> None:
        frames[12]["move"][1] = 0.5
        frames[12]["center"][1] = 0.5

    first = compare_edited(physx_traces, tmp_path, STAIRS, edit).first
    assert first is not None
    assert (first.what, first.place) == (What.MOVE, Place(12))
    assert first.amount == pytest.approx(0.5)


def test_flags_and_the_body_underfoot_are_outcomes(physx_traces: Path, tmp_path: Path) -> None:
    def collide(frames: Frames) -> None:
        frames[50]["flags"] = ["down", "up"]

    def stand(frames: Frames) -> None:
        frames[50]["touched"] = None

    for edit, what, ours in ((collide, What.FLAGS, "down, up"), (stand, What.TOUCHED, "none")):
        comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
        assert comparison.first is not None
        assert (comparison.first.what, comparison.first.ours, comparison.first.place) == (what, ours, Place(50))
        assert comparison.totals.first_outcome == 50


def test_a_shorter_trace_differs_only_in_length(physx_traces: Path, tmp_path: Path) -> None:
    def edit(frames: Frames) -> None:
        del frames[150:]

    comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
    assert comparison.first is not None
    assert (comparison.first.what, comparison.first.ours, comparison.first.theirs) == (What.LENGTH, 150, 180)
    assert (comparison.first.place.frame, comparison.first.amount) == (150, 30)
    assert comparison.totals.outcome == comparison.totals.frames == 150


def test_traces_without_passes_compare_by_outcome(physx_traces: Path, tmp_path: Path) -> None:
    def edit(frames: Frames) -> None:
        for frame in frames:
            frame.pop("attempts")
            frame.pop("touched")

    def edit_and_shift(frames: Frames) -> None:
        edit(frames)
        frames[7]["center"][0] += 0.01

    comparison = compare_edited(physx_traces, tmp_path, STAIRS, edit)
    assert comparison.is_equal
    assert (comparison.totals.outcome, comparison.totals.passes, comparison.totals.hits) == (180, None, None)
    shifted = compare_edited(physx_traces, tmp_path, STAIRS, edit_and_shift)
    assert shifted.first is not None
    assert (shifted.first.what, shifted.first.place) == (What.CENTER, Place(7))


def test_a_centre_that_is_no_number_is_infinitely_far(physx_traces: Path) -> None:
    trace = load_trace(physx_traces / f"{STAIRS}.trace.json.gz")
    frames = trace.frames.copy()
    frames["center"][3, 1] = np.nan
    parts = (trace.attempts, trace.passes, trace.iterations, trace.contacts)
    comparison = compare_traces(Trace("test", None, trace.body_names, frames, *parts), trace)
    assert comparison.first is not None
    assert (comparison.first.what, comparison.first.place) == (What.CENTER, Place(3))
    assert (comparison.totals.worst_frame, comparison.totals.worst_distance) == (3, math.inf)


def edit_at_random(frames: Frames, seed: int) -> None:
    """Change one thing in each of some frames, by figures on both sides of every tolerance."""
    random = np.random.default_rng(seed)
    for frame in (frames[i] for i in random.choice(len(frames), size=len(frames) // 3, replace=False)):
        passes = frame["attempts"][0]["passes"]
        hits = [each["hit"] for one in passes for each in one["iterations"] if each["hit"]]
        off = float(10.0 ** random.uniform(-5.0, -2.0))
        match int(random.integers(7)):
            case 0:
                frame["center"][1] += off
            case 1:
                frame["flags"] = ["sides"]
            case 2 if passes:
                del passes[-1]
            case 3 if passes:
                passes[0]["exit"] = "zero"
            case 4 if hits:
                hits[-1]["distance"] += off
            case 5 if hits:
                hits[-1]["normal"][2] += off
            case 6:
                frame["attempts"] = []


@pytest.mark.parametrize("name", [STAIRS, TERRAIN, STEEP])
def test_totals_are_those_of_the_checker_of_the_references(physx_traces: Path, tmp_path: Path, name: str) -> None:
    specification = importlib.util.spec_from_file_location("check", physx_traces.parent / "check.py")
    assert specification is not None
    assert specification.loader is not None
    check = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(check)
    totals = compare_edited(physx_traces, tmp_path, name, lambda frames: edit_at_random(frames, 5)).totals
    want, got = check.load(physx_traces / f"{name}.trace.json.gz"), check.load(tmp_path / "edited.trace.json")
    outcome, passes, hits, worst, first = check.compare(want, got, 1e-4)
    assert 0 < hits < passes < len(want)
    assert (totals.outcome, totals.passes, totals.hits, totals.first_outcome) == (outcome, passes, hits, first)
    assert totals.worst_distance == pytest.approx(worst)

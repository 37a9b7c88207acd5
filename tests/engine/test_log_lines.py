"""The log tells what the documents log, from the trace, at the place where it happened."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.files.opening import open_trace
from engine.log_lines import LogLine, Severity, Tag, build_log, determinism_line
from engine.scenario import InputSegment
from engine.trace import FRAME, Trace
from tests.engine.cct.worlds import box, floor, wall
from tests.engine.slide.worlds import REST, run

SPEED = 4.0


def tell(trace: Trace, tag: Tag) -> list[tuple[int, str]]:
    """Return frame and text of the lines of a tag."""
    log = build_log(trace)
    return [(line.frame, line.text) for line in log.lines(log.select(set(Tag) - {tag}))]


def test_every_bump_is_told_with_its_time_normal_and_what_remained() -> None:
    trace = run(floor(), wall(2.0), velocity=(SPEED, 0.0, SPEED), frames=60)
    log = build_log(trace)
    lines = [line for line in log.lines_of(50) if line.tag == Tag.SLIDE]
    assert [(line.attempt, line.pass_, line.iteration) for line in lines] == [(0, 0, 0), (0, 0, 1)]
    assert re.fullmatch(r"\[Slide 0\] t=0\.\d{4} normal=\(-1\.00,0\.00,0\.00\) remain=0\.0943", lines[0].text)
    # The first took a hair's breadth of the frame, so this is a little less than 4 m/s / 60.
    assert lines[1].text == "[Slide 1] t=1.0000 normal=(0.00,0.00,0.00) remain=0.0666"


def test_ground_transitions_tell_the_normal_and_how_long_the_old_state_lasted() -> None:
    ledge = box("ledge", (-5.0, -1.0, -5.0), (1.0, 0.0, 5.0))
    pit = box("pit", (-5.0, -4.0, -5.0), (9.0, -3.0, 5.0))
    trace = run(ledge, pit, velocity=(SPEED, 0.0, 0.0), frames=120)
    first, left, landed = tell(trace, Tag.GROUND)
    assert first == (0, "[GROUND] AIR -> GROUNDED, normalY=1.000")
    # The probe's sphere rolls off the edge: the last ground that it felt leans.
    assert left[1] == f"[GROUND] GROUNDED -> AIR, normalY=0.773, after {left[0]} frames"
    assert landed[1] == f"[GROUND] AIR -> GROUNDED, normalY=1.000, after {landed[0] - left[0]} frames"
    # Grace of 0.1 s, six frames of 1/60 s, before it counts as air; then 3 m of fall.
    assert 0 < left[0] < landed[0] < 120


def test_a_snap_down_a_ledge_is_told_with_its_height_and_level_ground_is_not() -> None:
    low = box("low", (1.0, -1.3, -5.0), (9.0, -0.3, 5.0))
    trace = run(box("high", (-5.0, -1.0, -5.0), (1.0, 0.0, 5.0)), low, velocity=(SPEED, 0.0, 0.0), frames=60)
    snaps = tell(trace, Tag.SNAP)
    assert snaps, "walks off a ledge of 0.3 m"
    total = sum(float(text.removeprefix("[SNAP] Snapped down by ")) for _, text in snaps)
    # The rest is what gravity did while its feet still touched the edge.
    assert total == pytest.approx(0.3, abs=0.01)
    assert tell(run(floor(), velocity=(SPEED, 0.0, 0.0), frames=60), Tag.SNAP) == []


def test_pushing_out_is_told_round_by_round_with_the_test_after_it() -> None:
    cube = box("cube", (-0.5, 0.0, -0.5), (0.5, 1.0, 0.5))
    trace = run(floor(), cube, center=(0.4, 1.0, 0.0), frames=2)
    texts = [text for frame, text in tell(trace, Tag.DEPEN) if frame == 0]
    assert texts[0] == "[DEPEN] due: spawn"
    assert re.fullmatch(r"\[DEPEN\] iter=0, push=\(.*\), overlaps=\d", texts[1])
    assert texts[-1].endswith("overlap=NO, depth=0.0000")
    assert [frame for frame, _ in tell(trace, Tag.DEPEN)] == [0] * len(texts)


def test_pushing_out_in_vain_is_told_as_an_error() -> None:
    shut = [box(f"wall {sign}", (sign * 0.3 - 0.2, 0.0, -2.0), (sign * 0.3 + 0.2, 3.0, 2.0)) for sign in (-1.0, 1.0)]
    trace = run(*shut, center=(0.0, 1.5, 0.0), gravity=None, frames=1)
    log = build_log(trace)
    depen = [line for line in log.lines_of(0) if line.tag == Tag.DEPEN]
    assert depen[-1].text == "[DEPEN] FAILED - reverting to safe position"
    assert depen[-1].severity == Severity.ERROR
    assert depen[-2].text.startswith("[DEPEN] rounds=4, overlap=YES, depth=0.")


def test_the_last_bump_warns_at_its_iteration() -> None:
    trace = run(floor(), wall(2.0), velocity=(SPEED, 0.0, SPEED), frames=60, max_bumps=2)
    log = build_log(trace)
    (warning,) = [line for line in log.lines_of(50) if line.tag == Tag.WARN]
    assert warning == LogLine(50, 0, 0, 1, Tag.WARN, Severity.WARNING, "[WARN] last bump used, 2 of 2")
    dropping = run(floor(), wall(2.0), velocity=(SPEED, 0.0, SPEED), frames=60, max_bumps=1)
    assert tell(dropping, Tag.WARN)[-1][1].endswith("1 of 1; what was left of the move was dropped")


def test_being_stuck_warns_and_the_next_frame_tells_why_it_pushes() -> None:
    trace = run(floor(), wall(2.0), velocity=(SPEED, 0.0, 0.0), frames=90)
    frame, text = tell(trace, Tag.WARN)[0]
    assert text == "[WARN] stuck for 11 frames, more than 10: the next frame begins with pushing out"
    assert (frame + 1, "[DEPEN] due: stuck") in tell(trace, Tag.DEPEN)


def test_a_teleport_tells_why_it_pushes() -> None:
    there = InputSegment(3, velocity=(0.0, 0.0, 0.0), teleport=(3.0, REST, 0.0))
    trace = run(floor(), segments=(InputSegment(2, velocity=(0.0, 0.0, 0.0)), there))
    assert (2, "[DEPEN] due: teleport") in tell(trace, Tag.DEPEN)


def test_a_refused_ramp_tells_the_rule_and_the_walk_experiment(physx_traces: Path) -> None:
    trace = open_trace(physx_traces / "T07_ramp46_slide_constrained.trace.json.gz")
    log = build_log(trace)
    tags = [line.tag for line in log.lines_of(27) if line.tag not in (Tag.HASH, Tag.CANDIDATES)]
    assert tags.index(Tag.SLOPE) < tags.index(Tag.WALK)
    assert tell(trace, Tag.SLOPE)[0] == (
        27,
        "[SLOPE] non-walkable by the down rule: normalY=0.695, height=7.093, step offset=0.500",
    )
    assert tell(trace, Tag.WALK)[0] == (27, "[WALK] walk experiment, move=(0.0000,0.0000,-0.1635)")


def test_passes_that_use_all_their_iterations_warn(physx_traces: Path) -> None:
    trace = open_trace(physx_traces / "L1_nav_walk_easy.trace.json.gz")
    assert tell(trace, Tag.WARN)[0] == (621, "[WARN] SIDE used all 10 iterations, remain=0.0235")


def test_recovery_of_another_engine_is_told_without_what_it_did_not_record(physx_traces: Path) -> None:
    trace = open_trace(physx_traces / "T05a_overlap_side.trace.json.gz")
    assert tell(trace, Tag.DEPEN) == [(0, "[DEPEN] iter=0, push=(0.300,0.000,0.000), overlaps=not recorded")]


def test_each_frame_has_its_hash_and_its_candidates() -> None:
    trace = run(floor(), wall(0.5), velocity=(SPEED, 0.0, 0.0), frames=3)
    log = build_log(trace)
    lines = {line.tag: line.text for line in log.lines_of(1, look_up=True)}
    assert lines[Tag.HASH] == f"[HASH] frame=1 positionHash=0x{int(trace.hashes[1]):08X}"
    assert re.fullmatch(r"\[CANDIDATES\] \d+, first floor \d, last wall \d+", lines[Tag.CANDIDATES])
    assert "first" not in "".join(line.text for line in log.lines_of(1))


def test_a_trace_of_centres_alone_has_its_hashes() -> None:
    frames = np.zeros(3, dtype=FRAME)
    frames["flags"], frames["move"] = 128, np.nan
    empty = run(floor(), frames=1)
    trace = Trace("other", None, (), frames, *(getattr(empty, n)[:0] for n in LEVELS))
    assert build_log(trace).tags == (Tag.HASH,)
    assert len(build_log(replace(trace, frames=frames[:0]))) == 0


LEVELS = ("attempts", "passes", "iterations", "contacts")


def test_a_search_ignores_case_and_finds_numbers() -> None:
    trace = run(floor(), wall(2.0), velocity=(SPEED, 0.0, SPEED), frames=60)
    log = build_log(trace)
    found = log.lines(log.select((), " SLIDE 1"))
    assert found
    assert {line.tag for line in found} == {Tag.SLIDE}
    assert len(log.select((), f"0x{int(trace.hashes[7]):08x}")) == 1
    assert len(log.select((), "nothing like this")) == 0
    assert len(log.select(set(Tag))) == 0


def test_the_lines_of_a_frame_stand_together_in_the_order_of_its_passes() -> None:
    trace = run(floor(), wall(2.0), velocity=(SPEED, 0.0, SPEED), frames=60)
    log = build_log(trace)
    assert [line.frame for line in log.lines(range(len(log)))] == sorted(log.rows["frame"].tolist())
    assert {line.frame for line in log.lines_of(30)} == {30}
    assert sum(len(log.numbers_of(frame)) for frame in range(len(trace))) == len(log)


def test_two_equal_runs_are_told_as_one_hash_and_others_by_their_first_difference() -> None:
    first, second = (run(floor(), velocity=(SPEED, 0.0, 0.0), frames=30) for _ in range(2))
    assert re.fullmatch(r"\[DETERMINISM\] OK: 0x[0-9A-F]{8}, 30 frames", determinism_line(first, second))
    moved = second.frames.copy()
    moved["center"][20, 0] += 1e-15 + np.spacing(moved["center"][20, 0])
    told = determinism_line(first, replace(second, frames=moved))
    form = r"\[DETERMINISM\] FAILED: 0x[0-9A-F]{8} vs 0x[0-9A-F]{8}, first difference in frame 20: .* vs .*"
    assert re.fullmatch(form, told)
    shorter = determinism_line(first, replace(second, frames=second.frames[:9]))
    assert shorter.endswith("first difference in frame 9: one run has 30 frames, the other 9")


def test_a_hundred_thousand_frames_are_listed_at_once() -> None:
    there_and_back = [InputSegment(500, velocity=((-1.0) ** i * SPEED, 0.0, 1.0 - i % 4 // 2 * 2)) for i in range(200)]
    trace = run(floor(), wall(2.0), segments=there_and_back)
    begin = time.perf_counter()
    log = build_log(trace)
    built = time.perf_counter() - begin
    begin = time.perf_counter()
    assert len(log.lines(range(len(log) // 2, len(log) // 2 + 40))) == 40
    read = time.perf_counter() - begin
    assert len(log) > 250_000
    assert built < 1.0, "about 0.1 s"
    assert read < 0.05, "about 0.0004 s"

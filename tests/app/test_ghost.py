"""A ghost: another run beside the open one, compared with it frame by frame."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app import commands as ask
from app.comparison import SAME_M, compare_centers
from app.draw.ghost_layer import RunLook
from app.draw.options import ViewOptions
from app.draw.palette import PASS_COLORS, THEMES
from app.draw.scene import build_draw_list, prepare_scene
from app.explain import explain_ghost, ghost_row, tell_difference
from app.lanes import HIT, NONE, RAN, build_difference_lane
from app.playback import Cursor
from app.session import Session
from engine.files.scenario_file import scenario_from_json
from engine.trace import Trace
from tests.app.sample_files import FRAMES, SCENARIO, STEP_M, write_broken, write_walk
from tests.app.sample_traces import make_centre_only_trace


def shift(count: int, offsets: dict[int, float]) -> Trace:
    """Return the way along x of `count` frames, some of them moved along y."""
    trace = make_centre_only_trace(count)
    for frame, offset in offsets.items():
        trace.frames["center"][frame, 1] += offset
    return trace


@pytest.mark.parametrize(
    ("offsets", "first", "differing"),
    [({}, None, []), ({3: 0.9 * SAME_M}, None, []), ({3: 1.1 * SAME_M, 7: 2.0}, 3, [3, 7])],
)
def test_frames_differ_where_the_centres_are_more_than_a_tenth_of_a_millimetre_apart(
    offsets: dict[int, float], first: int | None, differing: list[int]
) -> None:
    comparison = compare_centers(shift(10, {}), shift(10, offsets))
    assert comparison.first == first
    assert comparison.differing.tolist() == differing
    assert comparison.distances.max() == pytest.approx(max(offsets.values(), default=0.0))


def test_a_centre_that_is_no_number_differs() -> None:
    assert compare_centers(shift(3, {}), shift(3, {1: np.nan})).first == 1


@pytest.mark.parametrize(
    ("lengths", "offsets", "told"),
    [
        ((180, 180), {}, "Same within 0.0001 m in all 180 frames"),
        ((180, 90), {}, "Same within 0.0001 m in the 90 common frames"),
        ((9, 9), {4: 0.01}, "First differs in frame 4, by more than 0.0001 m"),
    ],
)
def test_the_first_difference_is_told(lengths: tuple[int, int], offsets: dict[int, float], told: str) -> None:
    assert tell_difference(compare_centers(shift(lengths[0], {}), shift(lengths[1], offsets))) == told


def test_a_ghost_of_another_length_is_compared_where_both_are() -> None:
    trace, ghost = shift(6, {}), shift(4, {2: 0.25})
    comparison = compare_centers(trace, ghost)
    assert build_difference_lane(comparison).strength.tolist() == [NONE, NONE, HIT, NONE, RAN, RAN]
    assert ghost_row(comparison, 2).text == "0.25 m"
    assert ghost_row(comparison, 5).text == "the ghost ended at frame 3"
    told = explain_ghost(trace, ghost, comparison, 5)
    assert told.title == "Ghost: another engine, beside another engine"
    assert told.text == (
        "First differs in frame 2, by more than 0.0001 m. 1 frame differs; most in frame 2, by 0.25 m. "
        "This run has 6 frames, the ghost 4. Here the ghost ended at frame 3."
    )
    longer = compare_centers(ghost, trace)
    assert build_difference_lane(longer).strength.tolist() == [NONE, NONE, HIT, NONE]


def with_scenario(**changes: Any) -> Trace:
    scenario = scenario_from_json({**SCENARIO, "name": "walk", **changes}, Path("walk.scenario.json"))
    return replace(make_centre_only_trace(3), scenario=scenario)


@pytest.mark.parametrize(
    ("mine", "other", "told"),
    [
        ({}, {"settings": {"step_offset": 0.3}}, "step_offset 0.30 instead of 0.50"),
        (
            {"settings": {"max_iterations_up": 3}},
            {"settings": {"climbing": "easy"}},
            "climbing easy instead of constrained, max_iterations_up not set instead of 3",
        ),
        ({}, {"rules": "spec"}, "rules spec instead of physx"),
        (
            {"rules": {"sensor": "off"}},
            {"rules": {"lift": "on_ground"}},
            "sensor untouched instead of off, lift on_ground",
        ),
        ({}, {"controller": "slide"}, "controller slide instead of cct"),
        ({"controller": "slide"}, {"controller": "slide", "settings": {"skin": 0.05}}, "skin 0.05 instead of 0.03"),
        ({}, {"note": "a copy"}, "same settings and rules"),
    ],
)
def test_two_runs_of_one_producer_are_told_apart_by_settings_and_rules(
    mine: dict[str, Any], other: dict[str, Any], told: str
) -> None:
    trace, ghost = with_scenario(**mine), with_scenario(**other)
    title = explain_ghost(trace, ghost, compare_centers(trace, ghost), 0).title
    assert title.startswith(f"Ghost: another engine, {told}")
    named = replace(ghost, producer="a third one")
    apart = explain_ghost(trace, named, compare_centers(trace, named), 0)
    assert apart.title == "Ghost: a third one, beside another engine"


def test_many_differences_are_counted() -> None:
    changed = {"step_offset": 0.1, "slope_limit": 0.5, "contact_offset": 0.02, "mask": 1, "max_iterations": 4}
    trace, ghost = with_scenario(), with_scenario(settings=changed)
    title = explain_ghost(trace, ghost, compare_centers(trace, ghost), 0).title
    assert title.endswith("max_iterations 4 instead of 10, 1 more")


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_ghost_is_drawn_at_the_same_frame_in_a_colour_of_its_own(theme: object) -> None:
    assert theme in THEMES.values()
    look = next(each for each in THEMES.values() if each is theme)
    scene, ghost = prepare_scene(shift(6, {})), prepare_scene(shift(4, {2: 0.25}), label="ghost")
    alone = build_draw_list(scene, Cursor(2), ViewOptions(), theme=look)
    drawn = build_draw_list(scene, Cursor(2), ViewOptions(), theme=look, others=[RunLook(ghost, 0, "another engine")])
    added = drawn.capsules[len(alone.capsules) :]
    assert [capsule.center for capsule in added] == [pytest.approx((0.2, 0.25, 0.0))] * 2
    assert {capsule.color[:3] for capsule in added} == {look.runs[0][:3]}
    assert look.runs[0][:3] not in {color[:3] for color in PASS_COLORS.values()}
    assert [line.key for line in drawn.lines if "ghost" in line.key] == [("ghost", "path", 0)]  # type: ignore[operator]
    assert [label.text for label in drawn.labels if "ghost" in label.text] == ["ghost: another engine"]


def test_a_ghost_that_ended_stays_and_one_that_is_in_the_same_place_has_no_words() -> None:
    scene, ghost = prepare_scene(shift(6, {})), prepare_scene(shift(4, {}), label="ghost")
    after = build_draw_list(scene, Cursor(5), ViewOptions(), others=[RunLook(ghost, 0, "another engine")])
    assert after.capsules[-1].center == pytest.approx((0.3, 0.0, 0.0))
    same = build_draw_list(scene, Cursor(1), ViewOptions(), others=[RunLook(ghost, 0, "another engine")])
    assert not [label for label in same.labels if "ghost" in label.text]


def test_a_ghost_can_be_switched_off() -> None:
    scene, ghost = prepare_scene(shift(6, {})), prepare_scene(shift(6, {2: 1.0}), label="ghost")
    off = build_draw_list(scene, Cursor(2), ViewOptions(other_run=False), others=[RunLook(ghost, 0, "another engine")])
    alone = build_draw_list(scene, Cursor(2), ViewOptions(other_run=False))
    assert (len(off.capsules), len(off.lines), len(off.labels)) == (
        len(alone.capsules),
        len(alone.lines),
        len(alone.labels),
    )


def open_ghost(session: Session, path: Path) -> None:
    session.apply(ask.OpenGhost(path))
    session.wait()


def test_a_ghost_is_opened_beside_the_run_found_by_its_first_difference_and_closed(
    walking: Session, tmp_path: Path
) -> None:
    other = write_walk(tmp_path, "other", frames=4)
    text = other.read_text().replace(f'"center": [{STEP_M * 3}', '"center": [7.5')
    other.write_text(text)
    walking.apply(ask.SetCursor(Cursor(1)))
    open_ghost(walking, other)
    document = walking.state.document
    assert document is not None
    assert document.ghost is not None
    assert (document.ghost.path, document.ghost.comparison.first) == (other, 2)
    assert walking.state.playback.cursor == Cursor(1)
    walking.apply(ask.GoToDifference())
    assert walking.state.playback.cursor == Cursor(2)
    walking.apply(ask.CloseGhost())
    assert walking.state.document is not None
    assert walking.state.document.ghost is None
    assert walking.state.document.trace is document.trace


def test_the_same_run_as_ghost_has_no_difference_to_go_to(walking: Session, tmp_path: Path) -> None:
    open_ghost(walking, write_walk(tmp_path, "twin"))
    walking.apply(ask.GoToDifference())
    assert walking.state.messages[-1].text == f"ghost: same within 0.0001 m in all {FRAMES} frames"


def test_a_ghost_needs_a_run_and_a_file_that_can_be_read(session: Session, walking: Session, tmp_path: Path) -> None:
    open_ghost(walking, write_broken(tmp_path, "text"))
    assert walking.state.document is not None
    assert walking.state.document.ghost is None
    assert walking.state.messages[-1].is_error
    empty = Session()
    open_ghost(empty, write_walk(tmp_path, "twin"))
    assert "a ghost needs a run beside it" in empty.state.messages[-1].text
    empty.apply(ask.GoToDifference())
    assert empty.state.messages[-1].text == "no ghost is open to compare with"


def test_a_file_opens_with_the_ghost_that_is_asked_for_and_the_next_one_without(
    session: Session, tmp_path: Path
) -> None:
    session.apply(ask.OpenFile(write_walk(tmp_path), ghost=write_walk(tmp_path, "twin")))
    session.wait()
    assert session.state.document is not None
    assert session.state.document.ghost is not None
    session.open_now(write_walk(tmp_path, "third"))
    assert session.state.document.ghost is None

"""Scene editing by the mouse of a person: handles and tools in the viewport, numbers in the Selection panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from app import commands as ask
from app.draw.drawlist import PickKind
from app.playback import Cursor
from app.scene_edits import find_body
from engine.scenario import Scenario
from tests.app.test_driving import write_yard

if TYPE_CHECKING:
    from pathlib import Path

    from engine.trace import Trace
    from tests.app.ui.conftest import MakeDriver
    from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu
WALK = [
    {"frames": 60, "velocity": [4, 0, 0], "gravity": -9.81},
    {"frames": 30, "velocity": [0, 0, 0], "gravity": -9.81},
]
CRATE = {"shape": "box", "id": "crate", "half_extents": [0.5, 1, 2], "position": [3, 1, 0]}
FLOOR = {"shape": "box", "id": "floor", "half_extents": [60, 0.5, 60], "position": [0, -0.5, 0]}


@pytest.fixture
def yard(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """A walk along x that a crate stops, in the editor."""
    driver = make_driver()
    driver.open(write_yard(tmp_path, level=[FLOOR, CRATE], input=WALK))
    driver.session.apply(ask.FrameLevel())
    driver.press("ctrl+e")
    assert driver.session.state.is_scene_editing
    return driver


def trace_of(driver: Driver) -> Trace:
    driver.session.wait()
    driver.settle()
    assert driver.session.state.document is not None
    return driver.session.state.document.trace


def scenario_of(driver: Driver) -> Scenario:
    scenario = trace_of(driver).scenario
    assert scenario is not None
    return scenario


def select_crate(driver: Driver) -> None:
    driver.click(driver.find_world((2.8, 2.0, 1.5)))
    pick = driver.session.state.selection.pick
    assert pick.kind == PickKind.TRIANGLE
    assert trace_of(driver).body_name(pick.index) == "crate"


def pull(driver: Driver, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Drag a handle: the pointer rests on it first, as a hand does."""
    driver.move(start)
    driver.settle()
    steps = [(start[0] + by[0] * share, start[1] + by[1] * share) for share in (0.25, 0.5, 1.0)]
    driver.drag(start, *steps)


def along_axis(
    driver: Driver, position: tuple[float, float, float], px: float
) -> tuple[tuple[float, float], np.ndarray]:
    """Return the point of the gizmo's x arrow, some pixels from its middle, and the arrow's direction on screen."""
    x, y, z = position
    middle, ahead = np.array(driver.find_world(position)), np.array(driver.find_world((x + 1, y, z)))
    direction = (ahead - middle) / np.linalg.norm(ahead - middle)
    tip = middle + px * direction
    return (float(tip[0]), float(tip[1])), direction


def test_the_x_arrow_moves_a_crate_along_x_the_path_follows_and_undo_brings_it_back(yard: Driver) -> None:
    before = trace_of(yard)
    end = float(before.centers[-1, 0])
    camera = yard.session.state.camera
    select_crate(yard)
    start, direction = along_axis(yard, (3.0, 1.0, 0.0), 40.0)
    pull(yard, start, tuple((60.0 * direction).tolist()))
    crate = find_body(scenario_of(yard), "crate")
    assert crate.position[0] > 3.3
    assert crate.position[1:] == (1.0, 0.0)
    after = trace_of(yard)
    moved = min(crate.position[0] - 3.0, 4.0 - end)
    assert after.centers[-1, 0] - end == pytest.approx(moved, abs=0.01)
    assert yard.session.state.camera == camera, "the drag did not turn the camera"
    assert [step.words for step in yard.session.state.editing.past] == ["move crate"]
    yard.press("ctrl+z")
    assert find_body(scenario_of(yard), "crate").position == (3.0, 1.0, 0.0)
    np.testing.assert_array_equal(trace_of(yard).hashes, before.hashes)


def test_without_the_switch_a_drag_turns_the_camera_and_edits_nothing(yard: Driver) -> None:
    select_crate(yard)
    start, direction = along_axis(yard, (3.0, 1.0, 0.0), 40.0)
    yard.press("ctrl+e")
    assert "scene tools" not in yard.items
    camera = yard.session.state.camera
    pull(yard, start, tuple((60.0 * direction).tolist()))
    assert yard.session.state.camera != camera
    assert yard.session.state.editing.past == ()


@pytest.mark.parametrize("what", ["box", "ramp", "sphere", "obstacle"])
def test_a_body_is_added_before_the_capsule_selected_doubled_and_deleted(yard: Driver, what: str) -> None:
    yard.click(f"scene add {what}")
    assert set(scenario_of(yard).level.ids) == {"floor", "crate", what}
    assert find_body(scenario_of(yard), what).position[0] == pytest.approx(2.0, abs=0.1)
    yard.click("scene duplicate")
    names = scenario_of(yard).level.ids
    assert set(names) == {"floor", "crate", what, f"{what} 2"}
    assert trace_of(yard).body_name(yard.session.state.selection.pick.index) == f"{what} 2"
    yard.click("scene delete")
    assert set(scenario_of(yard).level.ids) == {"floor", "crate", what}
    assert yard.session.state.selection.pick.kind == PickKind.NOTHING
    for _ in range(3):
        yard.press("ctrl+z")
    assert scenario_of(yard).level.ids == ("floor", "crate")
    assert [message.text for message in yard.session.state.messages] == []


def type_number(driver: Driver, name: str, text: str) -> None:
    driver.click(name)
    driver.press("ctrl+a")
    driver.type(text)
    driver.press("enter")


def test_numbers_are_typed_for_place_rotation_size_and_input(yard: Driver) -> None:
    select_crate(yard)
    type_number(yard, "scene position z", "0.25")
    assert find_body(scenario_of(yard), "crate").position == (3.0, 1.0, 0.25)
    type_number(yard, "scene rotation y", "90")
    type_number(yard, "scene size x", "3")
    crate = find_body(scenario_of(yard), "crate")
    assert crate.position == (3.0, 1.0, 0.25)
    low, high = crate.bounds(0)
    assert (high - low).tolist() == pytest.approx([4.0, 2.0, 3.0])
    yard.session.apply(ask.SetCursor(Cursor(70)))
    yard.press("escape")  # without a selection the input comes first in the panel
    type_number(yard, "scene input z", "-2")
    assert scenario_of(yard).input[1].velocity == (0.0, 0.0, -2.0)


def test_the_spawn_is_selected_and_moved(yard: Driver) -> None:
    yard.click("scene spawn")
    start, direction = along_axis(yard, scenario_of(yard).capsule.center, 40.0)
    pull(yard, start, tuple((-50.0 * direction).tolist()))
    spawn = scenario_of(yard).capsule.center
    assert spawn[0] < -0.3
    assert spawn[1:] == pytest.approx((0.91, 0.0), abs=1e-6)
    assert trace_of(yard).centers[0, 0] == pytest.approx(spawn[0] + 4 / 60, abs=1e-4)


def test_the_arrow_sets_the_input_from_the_cursors_frame_on_while_forking(yard: Driver) -> None:
    before = trace_of(yard)
    yard.session.apply(ask.ToggleForking())
    yard.session.apply(ask.SetCursor(Cursor(20)))
    yard.settle()
    tip = yard.find("input arrow")
    feet = before.centers[19] - [0.0, 0.9, 0.0]
    goal = yard.find_world((float(feet[0]), float(feet[1]), 1.5))
    pull(yard, tip, (goal[0] - tip[0], goal[1] - tip[1]))
    walked = scenario_of(yard)
    assert [segment.frames for segment in walked.input] == [20, 40, 30]
    assert walked.input[0].velocity == (4.0, 0.0, 0.0)
    assert walked.input[1].velocity == pytest.approx((0.0, 0.0, 3.0), abs=0.1)
    after = trace_of(yard)
    np.testing.assert_array_equal(after.hashes[:20], before.hashes[:20])
    assert after.centers[59, 2] > 1.5
    assert len(yard.session.state.editing.past) == 1


def test_a_key_at_a_later_frame_makes_the_crate_move_there(yard: Driver) -> None:
    select_crate(yard)
    yard.session.apply(ask.SetCursor(Cursor(40)))
    yard.settle()
    yard.click("scene keys")
    type_number(yard, "scene position x", "7")
    crate = find_body(scenario_of(yard), "crate")
    assert (crate.kind, len(crate.poses if crate.poses is not None else ())) == ("kinematic", 41)
    assert crate.pose(10)[0] == pytest.approx((4.0, 1.0, 0.0))
    assert trace_of(yard).centers[-1, 0] > 3.9, "the crate went out of its way"


@pytest.mark.parametrize("mode", ["turn", "scale"])
def test_the_other_modes_turn_and_scale_the_crate_in_one_step(yard: Driver, mode: str) -> None:
    select_crate(yard)
    yard.click(f"scene {mode}")
    middle = yard.find_world((3.0, 1.0, 0.0))
    up = np.array(yard.find_world((3.0, 2.0, 0.0))) - middle
    up = up / np.linalg.norm(up)
    start = (float(middle[0] + 40 * up[0]), float(middle[1] + 40 * up[1]))
    if mode == "turn":  # the ring around the eye's own axis lies outside the others
        start = (middle[0] + 96.0, middle[1])
        pull(yard, start, (-40.0, -70.0))
        crate = find_body(scenario_of(yard), "crate")
        assert (crate.position, crate.scale) == ((3.0, 1.0, 0.0), (1.0, 1.0, 1.0))
        assert abs(crate.rotation[3]) < 0.95, "by more than 36°"
    else:
        pull(yard, start, (float(40 * up[0]), float(40 * up[1])))
        crate = find_body(scenario_of(yard), "crate")
        assert (crate.position, crate.rotation) == ((3.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
        assert crate.scale == pytest.approx((1.0, 2.0, 1.0), abs=0.2)
        assert crate.scale[::2] == (1.0, 1.0)
    assert [step.words for step in yard.session.state.editing.past] == [f"{mode} crate"]

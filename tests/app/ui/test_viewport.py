"""The mouse in the viewport: what is clicked is selected and stays or goes with time; drags move the camera."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from app import commands as ask
from app.camera import Camera, eye_of
from app.draw.drawlist import Pick, PickKind
from app.measure import as_vec3
from app.playback import Cursor
from engine.trace import PassKind, Trace
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu


def trace_of(driver: Driver) -> Trace:
    assert driver.session.state.document is not None
    return driver.session.state.document.trace


def look_at(driver: Driver, frame: int) -> None:
    driver.session.apply(ask.SetCursor(Cursor(frame)))
    driver.session.apply(ask.FrameCapsule())
    driver.settle()


def picked(driver: Driver) -> Pick:
    return driver.session.state.selection.pick


def test_the_ramp_is_picked_by_a_click_and_stays_selected_while_time_moves(ramp: Driver) -> None:
    look_at(ramp, 30)
    ramp.press("f8")  # from above nothing hides it
    ramp.click(ramp.find_world((3.0, 1.0, 1.0355)))
    assert picked(ramp).kind == PickKind.TRIANGLE
    assert trace_of(ramp).body_name(picked(ramp).index) == "ramp"
    assert picked(ramp).triangle == 0
    assert any("It is too steep: n·up 0.69" in text for text in ramp.read_texts())
    before = picked(ramp)
    for chord in ("right", "right", "home", "end", "shift+left"):
        ramp.press(chord)
        assert picked(ramp) == before


def test_a_line_of_each_pass_is_picked_and_the_cursor_goes_to_it(ramp: Driver) -> None:
    trace = trace_of(ramp)
    for kind in (PassKind.UP, PassKind.SIDE, PassKind.SENSOR, PassKind.DOWN):
        look_at(ramp, 10)
        (index,) = trace.iterations_of(trace.passes_of(trace.attempts_of(10)[0])[kind])
        record = trace.iterations[index]
        ramp.click(ramp.find_world(as_vec3(record["origin"] + record["direction"] * record["length"] / 2)))
        assert picked(ramp) == Pick(PickKind.ITERATION, index)
        assert ramp.session.state.playback.cursor == Cursor(10, 0, int(kind), 0)


def test_the_point_of_a_hit_is_picked_before_what_lies_behind_it(ramp: Driver) -> None:
    look_at(ramp, 40)
    trace = trace_of(ramp)
    (index,) = trace.iterations_of(trace.passes_of(trace.attempts_of(40)[0])[3])
    ramp.click(ramp.find_world(as_vec3(trace.iterations[index]["point"])))
    assert picked(ramp) == Pick(PickKind.HIT, index)


def test_a_contact_is_picked_and_let_go_in_the_next_frame(make_driver: MakeDriver, physx_traces: Path) -> None:
    driver = make_driver()
    driver.open(physx_traces / "O4_character_walk.trace.json.gz")
    look_at(driver, 60)
    driver.press("v")  # the other character stands before it
    trace = trace_of(driver)
    contact = trace.contacts_of(60)[0]
    driver.click(driver.find_world(as_vec3(trace.contacts[contact]["point"])))
    assert picked(driver) == Pick(PickKind.CONTACT, contact)
    driver.press("right")
    assert picked(driver).kind == PickKind.NOTHING


def test_a_click_beside_everything_lets_go(driver: Driver) -> None:
    driver.session.apply(ask.SelectPick(Pick(PickKind.CAPSULE)))
    driver.settle()
    left, top, right, _ = driver.items["scene"]
    driver.click(((left + right) / 2, top + 3))
    assert picked(driver).kind == PickKind.NOTHING


def test_the_capsule_is_picked_on_its_body(driver: Driver) -> None:
    # Beside the axis, where the lines of the passes run.
    driver.press("f6")
    driver.click(driver.find_world((-0.12, 1.35, 0.0)))
    assert picked(driver).kind == PickKind.CAPSULE


def camera_of(driver: Driver) -> Camera:
    return driver.session.state.camera


def test_drags_turn_shift_and_look_around_but_do_not_select(driver: Driver) -> None:
    x, y = driver.find("scene")
    before = camera_of(driver)
    driver.drag((x, y), (x + 40, y), (x + 80, y + 30))
    turned = camera_of(driver)
    assert turned.target == before.target
    assert turned.yaw - before.yaw == pytest.approx(80 * 0.006, abs=10 * 0.006)
    driver.drag((x, y), (x + 60, y), button="middle")
    shifted = camera_of(driver)
    assert (shifted.yaw, shifted.pitch) == (turned.yaw, turned.pitch)
    assert shifted.target != turned.target
    driver.press("f2")
    driver.drag((x, y), (x + 60, y), button="right")
    assert eye_of(camera_of(driver)) == pytest.approx(eye_of(shifted))
    assert picked(driver).kind == PickKind.NOTHING


def test_the_wheel_comes_nearer(driver: Driver) -> None:
    before = camera_of(driver).distance
    driver.turn_wheel("scene", 1)
    assert camera_of(driver).distance == pytest.approx(0.88 * before)


def test_letters_only_fly_while_the_right_button_is_held(driver: Driver) -> None:
    from app.ui import events

    options, first = driver.session.state.options, camera_of(driver)
    driver.move("scene")
    for key in "wasdqe":
        before = camera_of(driver)
        with driver.holding("right"):
            events.send_key(key, down=True)
            for _ in range(5):
                driver.headless.run_frame()
            events.send_key(key, down=False)
            driver.headless.run_frame()
        moved = camera_of(driver)
        assert (moved.yaw, moved.pitch, moved.distance) == (before.yaw, before.pitch, before.distance)
        assert 0.2 < math.dist(before.target, moved.target) < 1.0, key
    assert camera_of(driver).target == pytest.approx(first.target), "each direction has its opposite"
    assert driver.session.state.options == options

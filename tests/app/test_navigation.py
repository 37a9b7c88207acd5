"""What the camera commands do: turn, shift, fly, follow, and frame what is selected."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app import commands as ask
from app.camera import Camera, eye_of, view_axes
from app.draw.drawlist import Pick, PickKind
from app.framing import choose_view
from app.navigation import FLY_SPEED, LEAST_FLY_SPEED_M_S
from app.playback import Cursor, Depth
from app.session import Session
from engine.trace import Trace
from tests.app.sample_files import FRAMES, STEP_M


def walking_trace(session: Session) -> Trace:
    assert session.state.document is not None
    return session.state.document.trace


def camera_after(session: Session, *commands: ask.Command) -> Camera:
    for command in commands:
        session.apply(command)
    return session.state.camera


def test_a_following_camera_goes_with_the_capsule_and_keeps_its_angle(walking: Session) -> None:
    before = camera_after(walking, ask.SetCameraMode("follow"))
    for frame in range(1, FRAMES):
        camera = camera_after(walking, ask.StepCursor(Depth.FRAME, 1))
        assert camera.target == pytest.approx((STEP_M * (frame + 1), 1.0, 0.0))
        assert (camera.yaw, camera.pitch, camera.distance) == (before.yaw, before.pitch, before.distance)


def test_a_following_camera_follows_into_a_frame(walking: Session) -> None:
    camera = camera_after(walking, ask.SetCameraMode("follow"), ask.SetCursor(Cursor(4, 0, 0, 0)))
    assert 0.4 - 1e-9 <= camera.target[0] <= 0.5 + 1e-9


def test_a_following_camera_that_was_shifted_stays_shifted(walking: Session) -> None:
    before = camera_after(walking, ask.SetCameraMode("follow"), ask.PanCamera(40.0, 25.0, 700))
    after = camera_after(walking, ask.StepCursor(Depth.FRAME, 1))
    moved = np.asarray(after.target) - np.asarray(before.target)
    assert moved == pytest.approx(walking_trace(walking).centers[1] - walking_trace(walking).centers[0])


def test_following_begins_where_the_capsule_is(walking: Session) -> None:
    camera_after(walking, ask.GoToEnd(1))
    assert camera_after(walking, ask.SetCameraMode("follow")).target == pytest.approx((FRAMES * STEP_M, 1.0, 0.0))


@pytest.mark.parametrize("mode", ["orbit", "fly"])
def test_other_cameras_stay_while_the_capsule_goes(walking: Session, mode: str) -> None:
    before = camera_after(walking, ask.SetCameraMode("fly" if mode == "fly" else "orbit"))
    assert camera_after(walking, ask.GoToEnd(1)) == before


def test_turning_keeps_the_target_in_orbit_and_the_eye_in_flight(session: Session) -> None:
    before = session.state.camera
    orbited = camera_after(session, ask.TurnCamera(50, 20))
    assert orbited.target == before.target
    assert math.dist(eye_of(orbited), eye_of(before)) > 1.0
    session.apply(ask.SetCameraMode("fly"))
    looked = camera_after(session, ask.TurnCamera(50, 20))
    assert eye_of(looked) == pytest.approx(eye_of(orbited))
    assert math.dist(looked.target, orbited.target) > 1.0


@pytest.mark.parametrize(("distance", "speed"), [(10.0, 10.0 * FLY_SPEED), (0.1, LEAST_FLY_SPEED_M_S)])
def test_flying_is_as_fast_as_the_view_is_wide(session: Session, distance: float, speed: float) -> None:
    before = Camera(distance=distance)
    session.state = replace(session.state, camera=before)
    after = camera_after(session, ask.FlyCamera(1.0, 0.0, 0.0, 0.5))
    moved = np.subtract(eye_of(after), eye_of(before))
    assert moved == pytest.approx(view_axes(before)[2] * speed * 0.5)


def test_zooming_in_and_out_again_comes_back(session: Session) -> None:
    before = session.state.camera
    assert camera_after(session, ask.ZoomCamera(2)).distance == pytest.approx(before.distance * 0.88**2)
    assert camera_after(session, ask.ZoomCamera(-2)).distance == pytest.approx(before.distance)


def test_panning_shifts_the_picture_by_as_many_pixels(session: Session) -> None:
    before = session.state.camera
    after = camera_after(session, ask.PanCamera(100, 0, 600))
    per_pixel = 2 * before.distance * math.tan(before.fov / 2) / 600
    moved = np.subtract(after.target, before.target)
    assert moved == pytest.approx(-view_axes(before)[0] * 100 * per_pixel)


def test_framing_goes_to_the_capsule_or_to_the_picked_triangle(walking: Session) -> None:
    walking.apply(ask.SetCursor(Cursor(3)))
    camera = camera_after(walking, ask.FrameCapsule())
    assert camera.target == pytest.approx((0.4, 1.0, 0.0))
    floor = camera_after(walking, ask.SelectPick(Pick(PickKind.TRIANGLE, 0, 2)), ask.FrameCapsule())
    assert math.hypot(floor.target[0], floor.target[2]) < 9.1
    assert floor.distance > 2 * camera.distance, "a triangle of a floor of 18 m is further away than a capsule"


def test_framing_the_path_centres_it(walking: Session) -> None:
    camera = camera_after(walking, ask.FrameLevel())
    assert camera.target == pytest.approx(((STEP_M + FRAMES * STEP_M) / 2, 1.0, 0.0))


def test_the_view_from_beside_the_way_is_that_of_the_first_look(walking: Session) -> None:
    assert walking.state.document is not None
    first = choose_view(walking.state.document.trace, Cursor(0), walking.aspect)
    assert walking.state.camera == first
    turned = camera_after(walking, ask.SetAxisView("top"))
    assert turned.pitch == pytest.approx(math.pi / 2)
    back = camera_after(walking, ask.SetAxisView("iso"))
    assert (back.yaw, back.pitch) == (first.yaw, first.pitch)


def test_a_view_is_chosen_anew_for_each_file(walking: Session, tmp_path: Path) -> None:
    first = walking.state.camera
    camera_after(walking, ask.TurnCamera(300, 100), ask.ZoomCamera(5))
    walking.open_now(tmp_path / "walk.trace.json")
    assert walking.state.camera == first

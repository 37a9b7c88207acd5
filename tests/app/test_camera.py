"""The camera: pictures stay where they belong, for any world up."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import camera as cameras
from app import camera_words
from app.camera import Camera, Vec3

WIDTH, HEIGHT = 1600, 900

coordinates = st.floats(-200.0, 200.0)
points = st.tuples(coordinates, coordinates, coordinates)
angles = st.floats(-math.pi, math.pi)


def make_unit(vector: Vec3) -> Vec3:
    length = math.sqrt(sum(value * value for value in vector))
    return vector[0] / length, vector[1] / length, vector[2] / length


ups = (
    st.tuples(*(st.floats(-1.0, 1.0),) * 3)
    .filter(lambda vector: sum(value * value for value in vector) > 0.01)
    .map(make_unit)
)
camera_values = st.builds(
    Camera,
    target=points,
    distance=st.floats(0.1, 500.0),
    yaw=angles,
    pitch=st.floats(-math.pi / 2, math.pi / 2),
    up=st.one_of(st.sampled_from([(0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)]), ups),
    fov=st.floats(math.radians(10), math.radians(120)),
    projection=st.sampled_from(["perspective", "orthographic"]),
)


@given(camera_values)
def test_view_axes_are_a_right_handed_frame(camera: Camera) -> None:
    right, up, forward = cameras.view_axes(camera)
    np.testing.assert_allclose(np.stack([right, up, forward]) @ np.stack([right, up, forward]).T, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(np.cross(right, up), -forward, atol=1e-9)
    assert abs(right @ np.asarray(camera.up)) < 1e-9, "the horizon is level"


@given(camera_values, st.floats(0.0, WIDTH), st.floats(0.0, HEIGHT), st.floats(0.5, 100.0))
def test_a_point_on_the_ray_of_a_pixel_projects_to_that_pixel(camera: Camera, x: float, y: float, far: float) -> None:
    origin, direction = cameras.ray_from_pixel(camera, x, y, WIDTH, HEIGHT)
    point = np.asarray(origin) + np.asarray(direction) * far
    pixel = cameras.project(camera, (point[0], point[1], point[2]), WIDTH, HEIGHT)
    assert pixel is not None
    assert pixel == pytest.approx((x, y), abs=1e-3)


@given(camera_values, st.floats(0.0, WIDTH), st.floats(0.0, HEIGHT))
def test_the_matrices_agree_with_project(camera: Camera, x: float, y: float) -> None:
    origin, direction = cameras.ray_from_pixel(camera, x, y, WIDTH, HEIGHT)
    point = np.asarray(origin) + np.asarray(direction) * camera.distance
    clip_from_world = cameras.clip_from_view(camera, WIDTH / HEIGHT) @ cameras.view_from_world(camera)
    clip = clip_from_world @ np.append(point, 1.0)
    seen = clip[:3] / clip[3]
    assert (seen[0] + 1.0) / 2.0 * WIDTH == pytest.approx(x, abs=1e-3)
    assert (1.0 - seen[1]) / 2.0 * HEIGHT == pytest.approx(y, abs=1e-3)
    assert -1.0 <= seen[2] <= 1.0, "what lies at the target's distance is between near and far"


@given(camera_values, points, st.tuples(*(st.floats(0.05, 40.0),) * 3), st.floats(0.4, 3.0))
def test_frame_box_shows_all_corners(camera: Camera, low: Vec3, size: Vec3, aspect: float) -> None:
    high = (low[0] + size[0], low[1] + size[1], low[2] + size[2])
    framed = cameras.frame_box(camera, low, high, aspect)
    width, height = round(1000 * aspect), 1000
    for corner in [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]:
        pixel = cameras.project(framed, corner, width, height)
        assert pixel is not None
        assert -1.0 <= pixel[0] <= width + 1.0
        assert -1.0 <= pixel[1] <= height + 1.0


@given(camera_values, points, st.floats(0.1, 50.0), st.floats(0.4, 3.0))
def test_frame_sphere_shows_the_whole_sphere(camera: Camera, center: Vec3, radius: float, aspect: float) -> None:
    framed = cameras.frame_sphere(camera, center, radius, aspect)
    width, height = round(1000 * aspect), 1000
    right, up, _ = cameras.view_axes(framed)
    for direction in (right, -right, up, -up):
        point = np.asarray(center) + direction * radius
        pixel = cameras.project(framed, (point[0], point[1], point[2]), width, height)
        assert pixel is not None
        assert -1.0 <= pixel[0] <= width + 1.0
        assert -1.0 <= pixel[1] <= height + 1.0


@pytest.mark.parametrize(
    ("name", "y_up", "z_up"),
    [
        ("front", (0, 0, 1), (0, -1, 0)),
        ("back", (0, 0, -1), (0, 1, 0)),
        ("left", (-1, 0, 0), (-1, 0, 0)),
        ("right", (1, 0, 0), (1, 0, 0)),
        ("top", (0, 1, 0), (0, 0, 1)),
        ("bottom", (0, -1, 0), (0, 0, -1)),
    ],
)
def test_axis_views_stand_on_their_side(name: cameras.AxisView, y_up: Vec3, z_up: Vec3) -> None:
    for up, side in (((0.0, 1.0, 0.0), y_up), ((0.0, 0.0, 1.0), z_up)):
        camera = cameras.set_axis_view(Camera(target=(0.0, 0.0, 0.0), distance=1.0, up=up), name)
        np.testing.assert_allclose(cameras.eye_of(camera), side, atol=1e-12)


def project_point(camera: Camera, point: Vec3) -> tuple[float, float]:
    pixel = cameras.project(camera, point, WIDTH, HEIGHT)
    assert pixel is not None
    return pixel


def test_orbit_turns_the_near_side_with_the_pointer() -> None:
    camera = Camera(target=(0.0, 0.0, 0.0), distance=10.0, yaw=0.0, pitch=0.0)
    near = (0.0, 0.0, 2.0)
    before = project_point(camera, near)
    assert project_point(cameras.orbit(camera, 20.0, 0.0), near)[0] > before[0]
    assert project_point(cameras.orbit(camera, 0.0, 20.0), near)[1] > before[1]


def test_orbit_stops_at_the_poles() -> None:
    camera = cameras.orbit(Camera(), 0.0, 1e6)
    assert camera.pitch == pytest.approx(math.pi / 2)


@given(camera_values, st.floats(-300, 300), st.floats(-300, 300))
def test_look_keeps_the_eye(camera: Camera, dx: float, dy: float) -> None:
    np.testing.assert_allclose(cameras.eye_of(cameras.look(camera, dx, dy)), cameras.eye_of(camera), atol=1e-6)


@given(camera_values, st.floats(-300, 300), st.floats(-300, 300))
def test_pan_moves_the_target_by_the_drag(camera: Camera, dx: float, dy: float) -> None:
    pixel = project_point(cameras.pan(camera, dx, dy, HEIGHT), camera.target)
    assert pixel == pytest.approx((WIDTH / 2 + dx, HEIGHT / 2 + dy), abs=1e-3)


@given(camera_values, st.floats(0, WIDTH), st.floats(0, HEIGHT), st.floats(-3.0, 3.0))
def test_zoom_towards_a_point_keeps_its_pixel(camera: Camera, x: float, y: float, notches: float) -> None:
    origin, direction = cameras.ray_from_pixel(camera, x, y, WIDTH, HEIGHT)
    point = np.asarray(origin) + np.asarray(direction) * camera.distance
    towards = (point[0], point[1], point[2])
    zoomed = cameras.zoom(camera, notches, towards)
    assert zoomed.distance == pytest.approx(camera.distance * cameras.ZOOM_RATE**notches)
    assert project_point(zoomed, towards) == pytest.approx((x, y), abs=1e-2)


def test_zoom_stays_within_its_limits() -> None:
    assert cameras.zoom(Camera(), 1000.0).distance == cameras.MIN_DISTANCE
    assert cameras.zoom(Camera(), -1000.0).distance == cameras.MAX_DISTANCE


def test_fly_moves_along_the_view_and_follow_carries_the_eye() -> None:
    camera = Camera(target=(0.0, 0.0, 0.0), distance=2.0, yaw=0.0, pitch=0.0, mode="fly")
    moved = cameras.fly(camera, forward=2.0, right=1.0, up=3.0, dt=0.5)
    np.testing.assert_allclose(cameras.eye_of(moved), (0.5, 1.5, 1.0), atol=1e-12)
    followed = cameras.follow(camera, (5.0, 6.0, 7.0))
    np.testing.assert_allclose(cameras.eye_of(followed), (5.0, 6.0, 9.0), atol=1e-12)


@given(camera_values)
def test_toggling_the_projection_keeps_sizes_at_the_target(camera: Camera) -> None:
    right, _, _ = cameras.view_axes(camera)
    side = np.asarray(camera.target) + right * 0.1 * camera.distance
    point = (side[0], side[1], side[2])
    other = cameras.toggle_projection(camera)
    assert other.projection != camera.projection
    assert project_point(other, point) == pytest.approx(project_point(camera, point), abs=1e-3)


def test_a_point_behind_the_eye_has_no_pixel() -> None:
    camera = Camera(target=(0.0, 0.0, 0.0), distance=1.0, yaw=0.0, pitch=0.0)
    assert cameras.project(camera, (0.0, 0.0, 5.0), WIDTH, HEIGHT) is None


@given(camera_values)
def test_the_text_form_reads_back(camera: Camera) -> None:
    again = camera_words.parse_camera(camera_words.format_camera(camera), Camera(up=camera.up), radius=1.0)
    np.testing.assert_allclose(cameras.eye_of(again), cameras.eye_of(camera), atol=2e-4)
    np.testing.assert_allclose(again.target, camera.target, atol=2e-4)
    assert again.projection == camera.projection


def test_a_named_view_frames_the_scene() -> None:
    base = Camera(target=(1.0, 2.0, 3.0))
    camera = camera_words.parse_camera("top projection=orthographic fov=30", base, radius=4.0)
    assert camera.pitch == pytest.approx(math.pi / 2)
    assert camera.projection == "orthographic"
    assert camera.fov == pytest.approx(math.radians(30))
    assert camera == replace(cameras.frame_sphere(camera, base.target, 4.0, 16 / 9))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing given"),
        ("sideways", "unknown view 'sideways'; use one of front, back"),
        ("front top", "more than one view"),
        ("front eye=1,2,3", "more than one view"),
        ("eye=1,2 target=0,0,0", "eye=1,2 is not three numbers"),
        ("eye=nan,0,0 target=0,0,0", "must lie within"),
        ("eye=1e308,0,0 target=0,0,0", "must lie within"),
        ("eye=20001,0,0 target=0,0,0", "eye and target are 20001 m apart"),
        ("eye=1,1,1 target=1,1,1", "eye and target are 0 m apart"),
        ("eye=1,1,1 zoom=3", "unknown key 'zoom'"),
        ("iso fov=wide", "fov=wide is not a number of degrees"),
        ("iso projection=isometric", "neither perspective nor orthographic"),
    ],
)
def test_a_bad_camera_text_is_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        camera_words.parse_camera(text, Camera(), radius=1.0)
    assert "\n" not in str(error.value)

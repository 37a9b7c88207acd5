"""The camera stands where the picture explains what happened: across the way, with the capsule in the middle."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.camera import Camera, eye_of, project, view_axes
from app.framing import PITCHES, SIDE_ANGLES, choose_view, frame_capsule, frame_level, read_camera
from app.measure import as_vec3
from app.playback import Cursor
from app.sight import gather_triangles, is_hidden
from engine.errors import InputError
from engine.files.opening import open_trace
from engine.trace import Trace
from tests.app.sample_files import write_walk
from tests.app.sample_traces import make_centre_only_trace, make_trace, open_sample

SIZES = [(640, 360), (360, 640), (500, 500)]


@pytest.fixture
def walk(tmp_path: Path) -> Trace:
    return open_trace(write_walk(tmp_path))


def pixel(camera: Camera, point: tuple[float, float, float], size: tuple[int, int]) -> tuple[float, float]:
    found = project(camera, point, *size)
    assert found is not None
    return found


def angle_to_way(camera: Camera, way: tuple[float, float, float]) -> float:
    """Return the angle between the way and where the camera looks, both on the ground, in radians."""
    forward = view_axes(camera)[2]
    level = forward - np.asarray(camera.up) * float(forward @ np.asarray(camera.up))
    return math.acos(float(level @ np.asarray(way)) / float(np.linalg.norm(level)))


def test_the_view_looks_across_the_way_from_slightly_above(walk: Trace) -> None:
    camera = choose_view(walk, Cursor(0), 16 / 9)
    assert angle_to_way(camera, (1.0, 0.0, 0.0)) == pytest.approx(abs(SIDE_ANGLES[0]))
    assert camera.pitch == PITCHES[0]
    assert eye_of(camera)[1] > 1.0


def test_the_view_looks_past_the_walls_of_a_corner(physx_traces: Path) -> None:
    trace = open_sample(physx_traces, "T02_corner90")
    cursor = Cursor(60)
    camera = choose_view(trace, cursor, 16 / 9)
    center = trace.centers[60]
    corners = gather_triangles(trace, 60, center, 20.0)
    assert not is_hidden(np.asarray(eye_of(camera)), center, corners)
    blocked = replace(camera, yaw=camera.yaw + math.pi)
    assert is_hidden(np.asarray(eye_of(blocked)), center, corners)


def test_most_reference_runs_show_their_capsule_from_the_start(physx_traces: Path) -> None:
    hidden = []
    for path in sorted(physx_traces.glob("*.trace.json.gz")):
        trace = open_trace(path)
        for frame in (0, len(trace) // 2, len(trace) - 1):
            eye = np.asarray(eye_of(choose_view(trace, Cursor(frame), 16 / 9)))
            if is_hidden(eye, trace.centers[frame], gather_triangles(trace, frame, trace.centers[frame], 20.0)):
                hidden.append((path.name, frame))
    # Wholly inside a closed cube there is no free view.
    assert {name.split("_")[0] for name, _ in hidden} <= {"T05b"}


def test_the_view_knows_which_way_is_up(physx_traces: Path) -> None:
    for name, up in (("T07_ramp46_slide_constrained", (0.0, 0.0, 1.0)), ("O4_character_walk", (0.0, 1.0, 0.0))):
        trace = open_sample(physx_traces, name)
        camera = choose_view(trace, Cursor(0), 16 / 9)
        assert camera.up == up
        way = trace.centers[-1] - trace.start_center(0)
        way -= np.asarray(up) * (way @ np.asarray(up))
        assert angle_to_way(camera, as_vec3(way / np.linalg.norm(way))) == pytest.approx(abs(SIDE_ANGLES[0]))


def test_a_capsule_that_goes_nowhere_is_looked_at_across_what_it_was_asked_for(walk: Trace) -> None:
    stuck = replace(walk, frames=walk.frames.copy())
    stuck.frames["center"] = stuck.start_center(0)
    stuck.frames["move"] = (0.0, -0.2, 0.3)
    assert angle_to_way(choose_view(stuck, Cursor(0), 1.0), (0.0, 0.0, 1.0)) == pytest.approx(abs(SIDE_ANGLES[0]))


def test_a_trace_without_motion_or_scenario_has_a_view_all_the_same() -> None:
    camera = choose_view(make_trace([[], []]), Cursor(0), 1.0)
    assert camera.yaw == Camera.yaw
    assert math.isfinite(camera.distance)
    assert camera.target == (0.0, 0.0, 0.0)
    assert choose_view(make_centre_only_trace(3), Cursor(2), 1.0).target == pytest.approx((0.2, 0.0, 0.0))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("projection", ["perspective", "orthographic"])
def test_the_whole_capsule_is_in_the_middle_of_the_picture(walk: Trace, size: tuple[int, int], projection: str) -> None:
    base = Camera(projection="orthographic" if projection == "orthographic" else "perspective")
    camera = frame_capsule(base, walk, Cursor(6), size[0] / size[1])
    assert pixel(camera, (0.7, 1.0, 0.0), size) == pytest.approx((size[0] / 2, size[1] / 2))
    (x, head), (_, feet) = pixel(camera, (0.7, 1.9, 0.0), size), pixel(camera, (0.7, 0.1, 0.0), size)
    assert 0 < x < size[0]
    assert 0 < head < feet < size[1]
    assert 0.3 * min(size) < feet - head < 0.7 * min(size), "it fills the picture, with room around it"


@pytest.mark.parametrize("size", SIZES)
def test_the_overview_holds_the_whole_path(walk: Trace, size: tuple[int, int]) -> None:
    camera = frame_level(Camera(), walk, size[0] / size[1])
    for center in (*walk.centers, walk.start_center(0)):
        x, y = pixel(camera, as_vec3(center), size)
        assert 0 < x < size[0]
        assert 0 < y < size[1]


def test_a_named_view_frames_the_capsule_and_a_place_is_taken_as_it_is(walk: Trace) -> None:
    base = choose_view(walk, Cursor(0), 1.0)
    front = read_camera("front", base, walk, 1.0)
    assert (front.target, front.pitch) == (base.target, 0.0)
    assert front.distance == pytest.approx(base.distance)
    assert eye_of(read_camera("eye=3,4,5 target=0,1,0", base, walk, 1.0)) == pytest.approx((3, 4, 5))
    with pytest.raises(InputError, match="unknown view 'somewhere'"):
        read_camera("somewhere", base, walk, 1.0)

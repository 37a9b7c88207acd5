"""The path is uploaded once; a window around the cursor and the piece that grows are all that changes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.draw.options import ViewOptions
from app.draw.path_layer import CHUNK, prepare_path
from app.draw.scene import build_draw_list, prepare_scene
from app.playback import Cursor
from tests.app.draw.reading import find_lines
from tests.app.sample_traces import make_centre_only_trace, make_trace, open_sample


def test_the_path_is_uploaded_once_and_only_a_window_follows_the_cursor(physx_traces: Path) -> None:
    scene = prepare_scene(open_sample(physx_traces, "R3_terrain64_steep_slide"))
    first, later = (build_draw_list(scene, Cursor(frame), ViewOptions()) for frame in (100, 101))
    one, other = find_lines(first, "path"), find_lines(later, "path")
    assert one is not None
    assert other is not None
    assert (one.key, one.version) == (other.key, other.version)
    assert one.points is other.points
    past, future = find_lines(later, "path past"), find_lines(later, "path future")
    assert past is not None
    assert future is not None
    assert (len(past.points), len(future.points)) == (31, 30)
    assert past.points[-1][1] == pytest.approx(scene.trace.centers[101], abs=1e-5)


def test_a_growing_path_keeps_its_finished_pieces() -> None:
    short, long = make_centre_only_trace(CHUNK + 5), make_centre_only_trace(CHUNK + 6)
    before = prepare_path(short)
    after = prepare_path(long, previous=before)
    assert after[0] is before[0]
    assert after[1] is not before[1]
    window = find_lines(build_draw_list(prepare_scene(long), Cursor(CHUNK), ViewOptions()), "path past")
    assert window is not None
    assert window.points[:, 1, 0] == pytest.approx(0.1 * np.arange(CHUNK - 30, CHUNK + 1), rel=1e-6)


def test_a_teleport_leaves_a_gap_in_the_path() -> None:
    trace = make_trace([[[1]], [[1]]])
    trace.frames["center"][1] = (10.0, 0.0, 0.0)
    trace.attempts["start"][1] = (9.9, 0.0, 0.0)
    (chunk,) = prepare_path(trace)
    assert chunk.points[1][0] == pytest.approx((9.9, 0.0, 0.0))

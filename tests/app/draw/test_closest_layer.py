"""The closest pair is where capsule and level are closest, green and red; the ground's normal rises from the feet."""

from __future__ import annotations

import numpy as np
import pytest

from app.draw.closest_layer import find_closest
from app.draw.options import ViewOptions
from app.draw.palette import CLOSEST_ON_CAPSULE, CLOSEST_ON_LEVEL, DARK
from app.draw.scene import build_draw_list, prepare_scene
from app.draw.view import make_view
from app.playback import Cursor
from app.selection import Selection
from tests.app.draw.reading import find_lines
from tests.app.sample_traces import make_centre_only_trace
from tests.app.slide_runs import run_to_wall, spawn_in_cube
from tests.engine.slide.worlds import FEET, RADIUS, SKIN

PROOFS = ViewOptions(closest_pair=True, ground_normal=True)


def test_the_pair_is_a_skin_apart_on_the_floor() -> None:
    trace = run_to_wall()
    drawn = build_draw_list(prepare_scene(trace), Cursor(5), PROOFS)
    green, red = (
        next(c for c in drawn.capsules if c.color == color) for color in (CLOSEST_ON_CAPSULE, CLOSEST_ON_LEVEL)
    )
    x, y, z = trace.centers[5]
    assert green.center == pytest.approx((x, y - FEET + RADIUS, z))
    assert red.center == pytest.approx((x, 0.0, z), abs=1e-12)
    lines = find_lines(drawn, "closest pair")
    assert lines is not None
    assert np.linalg.norm(lines.points[1, 1] - lines.points[1, 0]) == pytest.approx(SKIN, abs=1e-6)
    assert [label.text for label in drawn.labels if "to floor" in label.text] == ["0.03 m to floor"]


def test_it_follows_the_cursor_into_the_frame_and_tells_how_deep_the_capsule_is() -> None:
    trace = spawn_in_cube()
    scene = prepare_scene(trace)
    drawn = build_draw_list(scene, Cursor(0), PROOFS)
    assert not [label for label in drawn.labels if "deep in" in label.text]
    view = make_view(scene, Cursor(0, 0, 0, 0), PROOFS, Selection().pick, DARK, right=None, wanted=None)
    pair = find_closest(view)
    assert pair is not None
    assert pair.distance == pytest.approx(SKIN, abs=1e-6), "after the first push"


def test_the_ground_normal_rises_from_the_feet_of_a_whole_frame() -> None:
    trace = run_to_wall()
    arrow = find_lines(build_draw_list(prepare_scene(trace), Cursor(5), PROOFS), "ground normal")
    assert arrow is not None
    x, y, z = trace.centers[5]
    assert arrow.points[0, 0].tolist() == pytest.approx([x, y - FEET, z], abs=1e-6)
    way = arrow.points[0, 1] - arrow.points[0, 0]
    assert (way / np.linalg.norm(way)).tolist() == pytest.approx([0.0, 1.0, 0.0], abs=1e-6)
    inside = build_draw_list(prepare_scene(trace), Cursor(5, 0, 0, 0), PROOFS)
    assert find_lines(inside, "ground normal") is None


def test_both_are_off_at_first_and_absent_where_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = build_draw_list(prepare_scene(run_to_wall()), Cursor(5), ViewOptions())
    assert find_lines(plain, "closest pair") is None
    assert find_lines(plain, "ground normal") is None
    loose = build_draw_list(prepare_scene(make_centre_only_trace(3)), Cursor(1), PROOFS)
    assert find_lines(loose, "closest pair") is None
    monkeypatch.setattr("app.draw.closest_layer.is_warm", lambda: False)
    cold = build_draw_list(prepare_scene(run_to_wall()), Cursor(6), PROOFS)
    assert find_lines(cold, "closest pair") is None

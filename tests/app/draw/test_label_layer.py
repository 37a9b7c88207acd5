"""Words stand beside what they speak about, and never on each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.draw.drawlist import Label
from app.draw.label_layer import spread_labels
from app.draw.options import ViewOptions
from app.draw.scene import build_draw_list, prepare_scene
from app.draw.view import SceneCache
from app.playback import Cursor
from tests.app.draw.reading import find_lines
from tests.app.sample_traces import open_sample


@pytest.fixture
def ramp(physx_traces: Path) -> SceneCache:
    return prepare_scene(open_sample(physx_traces, "T07_ramp46_slide_constrained"))


def test_labels_of_one_side_never_share_a_height_however_the_frame_is_seen(physx_traces: Path) -> None:
    for name, frame in (("S2_step061_constrained", 60), ("T07_drop60_prev", 60), ("T02_corner90", 60)):
        scene = prepare_scene(open_sample(physx_traces, name))
        for right in ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.6, 0.8, 0.0)):
            labels = build_draw_list(scene, Cursor(frame), ViewOptions(), right=right).labels
            along = np.array([label.position for label in labels]) @ right
            middle = np.dot(scene.trace.centers[frame], right)
            heights = np.array([label.position[2] for label in labels])
            for side in (along < middle, along >= middle):
                assert np.diff(np.sort(heights[side])).min(initial=1.0) > 0.1


def test_words_stand_clear_of_the_capsule_left_and_right_of_it(ramp: SceneCache) -> None:
    right = (0.0, 1.0, 0.0)
    labels = build_draw_list(ramp, Cursor(27), ViewOptions(), right=right).labels
    passes = [label for label in labels if "0.6635" in label.text or "experiment" in label.text]
    assert [round(label.position[1] / 0.35, 3) for label in passes] == [-3.1, 3.1]
    leaders = find_lines(build_draw_list(ramp, Cursor(27), ViewOptions(), right=right), "leaders")
    assert leaders is not None
    assert len(leaders.points) == 6


def test_spreading_keeps_the_middle_of_the_group() -> None:
    labels = [Label((0.0, 0.0, 0.01 * i), str(i), (1.0, 1.0, 1.0, 1.0)) for i in range(4)]
    heights = [label.position[2] for label in spread_labels(labels, (0.0, 0.0, 1.0), 0.5)]
    assert np.diff(heights) == pytest.approx(0.5)
    assert np.mean(heights) == pytest.approx(0.015)


def test_the_labels_of_a_frame_name_its_passes_and_its_verdict(ramp: SceneCache) -> None:
    texts = [label.text for label in build_draw_list(ramp, Cursor(27), ViewOptions()).labels]
    assert "UP 0.50 m, no hit" in texts
    assert "experiment: DOWN 0.00 of 0.1635 m, hit floor" in texts
    assert "too steep, so undone (n·up 0.6947)" in texts


def test_the_label_of_a_slide_tells_how_much_of_it_went_down(physx_traces: Path) -> None:
    scene = prepare_scene(open_sample(physx_traces, "R3_terrain64_steep_slide"))
    texts = [label.text for label in build_draw_list(scene, Cursor(186), ViewOptions()).labels]
    assert "experiment: DOWN slid 0.1071 of 0.1635 m (0.0701 m down), hit terrain" in texts


def test_the_label_of_what_was_achieved_counts_the_lift_of_a_platform(physx_traces: Path) -> None:
    scene = prepare_scene(open_sample(physx_traces, "P2_platform_v_ride"))
    texts = [label.text for label in build_draw_list(scene, Cursor(2), ViewOptions()).labels]
    assert "achieved 0.0167 m" in texts
    assert "asked 0.1635 m" in texts

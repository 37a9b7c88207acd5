"""What is on screen at a cursor, read off the DrawList of real traces."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.draw.drawlist import Lines, Pick, PickKind
from app.draw.options import ViewOptions
from app.draw.palette import LIGHT, PASS_COLORS
from app.draw.scene import build_draw_list, prepare_scene
from app.draw.view import SceneCache
from app.playback import Cursor
from app.selection import Selection
from engine.trace import PassKind, Trace
from tests.app.draw.reading import colors_of, find_lines, rounded
from tests.app.sample_traces import make_centre_only_trace, make_trace, open_sample


@pytest.fixture
def ramp(physx_traces: Path) -> SceneCache:
    return prepare_scene(open_sample(physx_traces, "T07_ramp46_slide_constrained"))


def test_the_whole_frame_shows_both_attempts_the_first_one_dimmed(ramp: SceneCache) -> None:
    drawn = build_draw_list(ramp, Cursor(27), ViewOptions())
    solid, experiment = find_lines(drawn, "passes"), find_lines(drawn, "experiment")
    assert solid is not None
    assert experiment is not None
    assert experiment.dash_px > 0.0
    first_up = [c for c, p in zip(solid.colors, solid.picks, strict=True) if p.index == 108]
    assert ramp.trace.passes[ramp.trace.iterations[108]["pass_index"]]["kind"] == PassKind.UP
    assert first_up[0][3] < 0.5
    assert experiment.colors[0][3] == 1.0


def test_in_the_first_attempt_the_experiment_has_not_happened(ramp: SceneCache) -> None:
    drawn = build_draw_list(ramp, Cursor(27, 0, 3, 0), ViewOptions())
    assert find_lines(drawn, "experiment") is None
    solid = find_lines(drawn, "passes")
    assert solid is not None
    assert solid.colors[:, 3].min() == 1.0


def test_later_passes_are_hidden_and_earlier_ones_stay(ramp: SceneCache) -> None:
    drawn = build_draw_list(ramp, Cursor(27, 0, 1, 0), ViewOptions())
    assert colors_of(find_lines(drawn, "passes")) == {rounded(PassKind.UP), rounded(PassKind.SIDE)}


def test_the_current_iteration_is_wider_and_has_ghosts_at_both_ends(ramp: SceneCache) -> None:
    drawn = build_draw_list(ramp, Cursor(27, 0, 1, 0), ViewOptions())
    whole = build_draw_list(ramp, Cursor(27), ViewOptions())
    now, before = find_lines(drawn, "passes"), find_lines(whole, "passes")
    assert now is not None
    assert before is not None

    def side_width(lines: Lines) -> float:
        chosen = np.all(np.isclose(lines.colors[:, :3], PASS_COLORS[PassKind.SIDE][:3], atol=1e-4), axis=1)
        return float(lines.widths_px[chosen].max())

    assert side_width(now) > side_width(before)
    ghosts = [capsule.center for capsule in drawn.capsules if capsule.shell and capsule.radius == 0.35]
    assert np.allclose(ghosts, [(1.8, 0.0, 1.5), (1.8666668, 0.0, 1.5)], atol=1e-6)
    assert drawn.capsules[0].center == pytest.approx((1.8666668, 0.0, 1.5), abs=1e-6)


def test_a_pass_that_was_taken_back_is_thin_and_dashed(ramp: SceneCache) -> None:
    looks = find_lines(build_draw_list(ramp, Cursor(27), ViewOptions()), "looks")
    assert looks is not None
    assert looks.dash_px > 0.0
    assert rounded(PassKind.SENSOR) in colors_of(looks)
    assert looks.widths_px.max() <= 2.0


def test_what_was_left_of_the_way_is_drawn_to_the_target(ramp: SceneCache) -> None:
    looks = find_lines(build_draw_list(ramp, Cursor(27, 0, 3, 0), ViewOptions()), "looks")
    assert looks is not None
    down = looks.points[np.all(np.isclose(looks.colors[:, :3], PASS_COLORS[PassKind.DOWN][:3], atol=1e-4), axis=1)]
    assert down[0][0] == pytest.approx((1.8666668, 0.0, 1.0157741), abs=1e-6)
    assert down[0][1] == pytest.approx((1.8666668, 0.0, 1.5 - 0.6635), abs=1e-6)


def test_a_hit_is_a_disc_on_the_ramp_that_can_be_picked(ramp: SceneCache) -> None:
    discs = build_draw_list(ramp, Cursor(27, 0, 3, 0), ViewOptions()).discs
    assert len(discs) == 1
    assert discs[0].normal == pytest.approx((-0.71934, 0.0, 0.694658), abs=1e-5)
    assert discs[0].center == pytest.approx((2.11843, 0.0, 0.12264), abs=0.01)
    assert discs[0].pick is not None
    assert discs[0].pick.kind == PickKind.HIT


def test_an_overlap_has_no_disc_because_its_point_means_nothing(physx_traces: Path) -> None:
    scene = prepare_scene(open_sample(physx_traces, "T05a_overlap_side"))
    drawn = build_draw_list(scene, Cursor(0), ViewOptions())
    assert drawn.discs == []
    assert any("pushed out of cube" in label.text for label in drawn.labels)


def test_loose_contacts_are_drawn_where_passes_are_not_recorded(physx_traces: Path) -> None:
    scene = prepare_scene(open_sample(physx_traces, "O4_character_walk"))
    drawn = build_draw_list(scene, Cursor(60), ViewOptions())
    assert len(drawn.discs) == len(scene.trace.contacts_of(60)) == 1
    assert drawn.discs[0].pick == Pick(PickKind.CONTACT, scene.trace.contacts_of(60)[0])
    assert find_lines(drawn, "passes") is None
    chosen = build_draw_list(scene, Cursor(60), ViewOptions(), Selection(drawn.discs[0].pick))
    assert chosen.discs[0].radius > drawn.discs[0].radius


def test_a_trace_of_centres_alone_shows_a_mark_and_its_path() -> None:
    drawn = build_draw_list(prepare_scene(make_centre_only_trace(50)), Cursor(20), ViewOptions())
    assert drawn.capsules[0].center == pytest.approx((2.0, 0.0, 0.0))
    assert drawn.capsules[0].half_height == 0.0
    path = find_lines(drawn, "path")
    assert path is not None
    assert path.points.shape == (50, 2, 3)
    assert [label.text for label in drawn.labels] == ["achieved 0.10 m"]


def test_an_empty_trace_draws_the_grid_alone() -> None:
    drawn = build_draw_list(prepare_scene(make_trace([])), Cursor(0), ViewOptions())
    assert drawn.ground is not None
    assert not drawn.lines + drawn.capsules


def test_attempted_and_achieved_moves_are_true_to_scale(physx_traces: Path) -> None:
    scene = prepare_scene(open_sample(physx_traces, "S1_stairs03_constrained"))
    moves = find_lines(build_draw_list(scene, Cursor(27), ViewOptions()), "moves")
    assert moves is not None
    vectors = moves.points[:, 1] - moves.points[:, 0]
    assert np.isclose(vectors, (0.0666667, 0.0, -0.1635), atol=1e-5).all(axis=1).any()
    assert np.isclose(vectors, (0.0666667, 0.0, 0.03638), atol=1e-5).all(axis=1).any()


def test_the_arrows_of_the_move_float_above_the_head_and_go_when_a_pass_is_looked_at(ramp: SceneCache) -> None:
    moves = find_lines(build_draw_list(ramp, Cursor(27), ViewOptions()), "moves")
    assert moves is not None
    assert moves.points[..., 2].min() > 1.0 + 0.9 + 0.1
    assert find_lines(build_draw_list(ramp, Cursor(27, 0, 1), ViewOptions()), "moves") is None


def test_swept_boxes_hold_the_capsule_at_both_ends(ramp: SceneCache) -> None:
    options = ViewOptions(swept_boxes=True)
    boxes = find_lines(build_draw_list(ramp, Cursor(27, 0, 3, 0), options), "boxes")
    assert boxes is not None
    assert len(boxes.points) == 12
    low, high = boxes.points.reshape(-1, 3).min(axis=0), boxes.points.reshape(-1, 3).max(axis=0)
    assert low == pytest.approx((1.8666668 - 0.35, -0.35, 1.5 - 0.6635 - 0.1 - 0.9), abs=1e-5)
    assert high == pytest.approx((1.8666668 + 0.35, 0.35, 2.4), abs=1e-5)
    assert find_lines(build_draw_list(ramp, Cursor(27, 0, 3, 0), ViewOptions()), "boxes") is None


def test_the_same_arguments_give_the_same_versions(ramp: SceneCache) -> None:
    one, other = (build_draw_list(ramp, Cursor(27), ViewOptions()) for _ in range(2))
    assert [(i.key, i.version) for i in one.lines] == [(i.key, i.version) for i in other.lines]
    light = build_draw_list(ramp, Cursor(27), ViewOptions(), theme=LIGHT)
    assert all(a.version != b.version for a, b in zip(one.lines, light.lines, strict=True))


def test_the_selected_capsule_gets_a_rim_and_the_selected_triangle_an_outline(ramp: SceneCache) -> None:
    plain = build_draw_list(ramp, Cursor(3), ViewOptions())
    capsule = build_draw_list(ramp, Cursor(3), ViewOptions(), Selection(Pick(PickKind.CAPSULE)))
    assert len(capsule.capsules) == len(plain.capsules) + 1
    triangle = Pick(PickKind.TRIANGLE, 1, 0)
    assert build_draw_list(ramp, Cursor(3), ViewOptions(), Selection(triangle)).highlight == triangle


def test_a_cursor_outside_the_trace_is_clamped(ramp: SceneCache) -> None:
    assert build_draw_list(ramp, Cursor(10**6), ViewOptions()).capsules


def test_figures_that_were_not_recorded_are_left_out(ramp: SceneCache) -> None:
    trace = ramp.trace
    blind = replace(trace, iterations=trace.iterations.copy(), passes=trace.passes.copy())
    blind.iterations["normal"] = np.nan
    blind.passes["end"] = np.nan
    drawn = build_draw_list(prepare_scene(blind), Cursor(27), ViewOptions())
    assert drawn.discs == []
    assert all(np.isfinite(lines.points).all() for lines in drawn.lines)
    assert all(np.isfinite(capsule.center).all() for capsule in drawn.capsules)


def test_every_stop_of_a_frame_can_be_drawn(physx_traces: Path) -> None:
    from app.playback import Depth, step

    for name in ("T07_drop60_prev", "P5_kinematic_pusher", "T05d_overlap_zero_disp"):
        scene = prepare_scene(open_sample(physx_traces, name))
        cursor = Cursor(5)
        for _ in range(60):
            cursor = step(scene.trace, cursor, Depth.ITERATION, +1)
            drawn = build_draw_list(scene, cursor, ViewOptions(swept_boxes=True))
            assert all(np.isfinite(lines.points).all() for lines in drawn.lines)


def test_a_picture_is_composed_in_time(ramp: SceneCache) -> None:
    trace: Trace = ramp.trace
    best = float("inf")
    for frame in range(27, 60):
        began = time.perf_counter()
        build_draw_list(ramp, Cursor(frame % len(trace)), ViewOptions())
        best = min(best, time.perf_counter() - began)
    assert best < 0.002

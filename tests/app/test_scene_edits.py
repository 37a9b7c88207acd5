"""Scene edits: what each makes of a scenario, by its figures."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app import scene_edits as edits
from app.key_poses import find_keys, remove_key, set_key
from app.rotations import degrees_from_quaternion, quaternion_from_degrees, quaternion_from_matrix
from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.files.scenario_writer import digest_level, write_scenario
from engine.level import Body, BodyKind, BodyRole, Level
from engine.scenario import InputSegment, Scenario
from engine.shapes import Box, Capsule, Sphere
from engine.transforms import matrix_from_quaternion

IDENTITY = (0.0, 0.0, 0.0, 1.0)


@pytest.fixture
def scenario() -> Scenario:
    floor = Body("floor", Box((10.0, 0.5, 10.0)), position=(0.0, -0.5, 0.0))
    crate = Body("box", Box((0.5, 0.5, 0.5)), position=(3.0, 0.5, 0.0))
    ball = Body("ball", Sphere(0.4), position=(0.0, 0.4, 4.0))
    post = Body("post", Box((0.2, 1.0, 0.2)), BodyRole.OBSTACLE, BodyKind.KINEMATIC, position=(0.0, 1.0, -4.0))
    walk = InputSegment(40, velocity=(3.0, 0.0, 0.0), gravity=-9.81, jump=4.0)
    push = InputSegment(20, move=(0.0, 0.0, 0.02))
    capsule = Capsule.from_feet((0.0, 0.0, 0.0), 0.35, 1.1)
    return Scenario("edits", capsule, Level((floor, crate, ball, post)), input=(walk, push))


def test_a_body_is_moved_turned_and_scaled_and_the_others_stay(scenario: Scenario) -> None:
    turn = quaternion_from_degrees((0.0, 90.0, 0.0))
    changed = edits.scale_body(
        edits.turn_body(edits.move_body(scenario, "box", (4, 1, 2)), "box", turn), "box", (2, 1, 3)
    )
    body = edits.find_body(changed, "box")
    assert (body.position, body.scale) == ((4.0, 1.0, 2.0), (2.0, 1.0, 3.0))
    assert degrees_from_quaternion(body.rotation) == pytest.approx((0.0, 90.0, 0.0))
    low, high = body.bounds(0)
    assert (high - low).tolist() == pytest.approx([3.0, 1.0, 2.0])
    assert edits.find_body(changed, "floor") is edits.find_body(scenario, "floor")
    assert edits.find_body(scenario, "box").position == (3.0, 0.5, 0.0)


def test_a_size_is_given_in_metres_and_a_round_body_takes_the_number_that_changed(scenario: Scenario) -> None:
    assert edits.size_of(edits.find_body(scenario, "box")) == (1.0, 1.0, 1.0)
    wide = edits.resize_body(scenario, "box", (5.0, 1.0, 0.5))
    assert edits.size_of(edits.find_body(wide, "box")) == pytest.approx((5.0, 1.0, 0.5))
    large = edits.resize_body(scenario, "ball", (0.8, 1.6, 0.8))
    assert edits.size_of(edits.find_body(large, "ball")) == pytest.approx((1.6, 1.6, 1.6))


def test_a_new_body_stands_two_metres_ahead_on_the_height_of_the_feet(scenario: Scenario) -> None:
    changed, name = edits.add_body(scenario, "box", (1.0, 0.0, 1.0), (0.0, -5.0, 2.0))
    body = edits.find_body(changed, name)
    assert name == "box 2"
    assert body.position == pytest.approx((1.0, 0.5, 3.0))
    assert changed.level.ids == ("floor", "box", "ball", "box 2", "post")
    ramp, name = edits.add_body(scenario, "ramp", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    along = matrix_from_quaternion(edits.find_body(ramp, name).rotation)[:, 0]
    assert along == pytest.approx([math.cos(math.radians(30)), 0.5, 0.0])
    assert edits.find_body(ramp, name).bounds(0)[0][1] < 0.0
    post, name = edits.add_body(scenario, "obstacle", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert post.level.ids[-1] == name
    assert edits.find_body(post, name).bounds(0)[0][1] == pytest.approx(0.0)
    assert edits.find_body(post, name).bounds(0)[1][1] == pytest.approx(1.8)


def test_a_body_is_doubled_beside_itself_and_deleted(scenario: Scenario) -> None:
    doubled, name = edits.duplicate_body(scenario, "box")
    assert (name, edits.find_body(doubled, name).position) == ("box 2", (4.0, 0.5, 0.0))
    assert edits.delete_body(doubled, "box").level.ids == ("floor", "ball", "box 2", "post")


def test_the_spawn_moves_and_keeps_its_size(scenario: Scenario) -> None:
    capsule = edits.move_spawn(scenario, (1.0, 2.0, 3.0)).capsule
    assert (capsule.center, capsule.radius, capsule.height) == ((1.0, 2.0, 3.0), 0.35, 1.1)


def test_the_segment_at_the_cursor_gets_another_input(scenario: Scenario) -> None:
    whole = edits.change_input(scenario, 10, (0.0, 0.0, 5.0))
    assert [segment.frames for segment in whole.input] == [40, 20]
    assert (whole.input[0].velocity, whole.input[0].jump) == ((0.0, 0.0, 5.0), 4.0)
    pushed = edits.change_input(scenario, 59, (0.1, 0.0, 0.0)).input[1]
    assert (pushed.move, pushed.velocity) == ((0.1, 0.0, 0.0), None)


def test_from_a_frame_on_the_segment_is_split_there(scenario: Scenario) -> None:
    split = edits.change_input(scenario, 10, (0.0, 0.0, 5.0), from_frame=True)
    assert [segment.frames for segment in split.input] == [10, 30, 20]
    assert [segment.velocity for segment in split.input] == [(3.0, 0.0, 0.0), (0.0, 0.0, 5.0), None]
    assert [segment.jump for segment in split.input] == [4.0, None, None]
    assert [segment.gravity for segment in split.input] == [-9.81, -9.81, None]


def test_two_keys_make_a_body_kinematic_and_move_it_evenly(scenario: Scenario) -> None:
    turn = quaternion_from_degrees((0.0, 90.0, 0.0))
    changed = edits.set_key_pose(scenario, "box", 30, (6.0, 0.5, 0.0), turn)
    body = edits.find_body(changed, "box")
    assert body.kind is BodyKind.KINEMATIC
    assert body.poses is not None
    assert body.poses.shape == (31, 7)
    assert body.pose(10)[0] == pytest.approx((4.0, 0.5, 0.0))
    assert degrees_from_quaternion(body.pose(10)[1]) == pytest.approx((0.0, 30.0, 0.0))
    assert body.pose(99)[0] == (6.0, 0.5, 0.0)
    again = edits.set_key_pose(changed, "box", 10, (3.0, 2.5, 0.0), IDENTITY)
    poses = edits.find_body(again, "box").poses
    assert poses is not None
    assert find_keys(poses) == (0, 10, 30)
    assert poses[5, :3].tolist() == pytest.approx([3.0, 1.5, 0.0])
    assert poses[20, :3].tolist() == pytest.approx([4.5, 1.5, 0.0])
    straight = edits.find_body(edits.remove_key_pose(again, "box", 10), "box").poses
    assert straight is not None
    np.testing.assert_allclose(straight, body.poses, atol=1e-12)


def test_a_path_is_moved_and_turned_as_a_whole(scenario: Scenario) -> None:
    path = edits.set_key_pose(scenario, "box", 30, (6.0, 0.5, 0.0), IDENTITY)
    moved = edits.find_body(edits.move_body(path, "box", (4.0, 0.5, 2.0), frame=10), "box")
    assert moved.pose(0)[0] == pytest.approx((3.0, 0.5, 2.0))
    assert moved.pose(30)[0] == pytest.approx((6.0, 0.5, 2.0))
    turned = edits.turn_body(path, "box", quaternion_from_degrees((0.0, 0.0, 45.0)), frame=10)
    for frame in (0, 30):
        angles = degrees_from_quaternion(edits.find_body(turned, "box").pose(frame)[1])
        assert angles == pytest.approx((0.0, 0.0, 45.0))


def test_keys_of_a_turning_path_are_found_again_whatever_the_sign_of_its_quaternions() -> None:
    start = np.array([[0.0, 0.0, 0.0, *IDENTITY]])
    path = set_key(start, 40, (0.0, 0.0, 0.0, *quaternion_from_degrees((0.0, 150.0, 0.0))))
    path = set_key(path, 100, (0.0, 0.0, 0.0, *quaternion_from_degrees((20.0, -60.0, 0.0))))
    path[13:57, 3:] *= -1
    assert find_keys(path) == (0, 40, 100)
    assert len(remove_key(path, 100)) == 41


@pytest.mark.parametrize("angles", [(10.0, 20.0, 30.0), (-170.0, 80.0, 5.0), (0.0, 0.0, 180.0), (35.0, 90.0, 0.0)])
def test_degrees_and_matrices_lead_back_to_the_same_rotation(angles: tuple[float, float, float]) -> None:
    rotation = quaternion_from_degrees(angles)
    for back in (
        quaternion_from_degrees(degrees_from_quaternion(rotation)),
        quaternion_from_matrix(matrix_from_quaternion(rotation) * [2.0, 0.5, 1.0]),
    ):
        assert abs(np.dot(back, rotation)) == pytest.approx(1.0)


def test_what_cannot_be_done_is_told_in_one_line(scenario: Scenario) -> None:
    alone = Scenario("alone", scenario.capsule, Level(scenario.level.bodies[:1]))
    wrong: dict[str, Callable[[], object]] = {
        'the level has no body "door"': lambda: edits.move_body(scenario, "door", (0, 0, 0)),
        "floor is the only body of the level: it cannot be deleted": lambda: edits.delete_body(alone, "floor"),
        "frame 60 has no input: the scenario has 60 frames of it": lambda: edits.change_input(scenario, 60, (0, 0, 0)),
        "box: scale: expected numbers > 0, got [0, 1, 1]": lambda: edits.scale_body(scenario, "box", (0, 1, 1)),
        "floor: it has no path": lambda: edits.remove_key_pose(scenario, "floor", 3),
    }
    for words, attempt in wrong.items():
        with pytest.raises(InputError) as caught:
            attempt()
        assert str(caught.value) == words


def test_an_edited_scene_is_saved_and_read_again_bit_for_bit(scenario: Scenario, tmp_path: Path) -> None:
    turn = quaternion_from_degrees((10.0, 20.0, 30.0))
    changed, _ = edits.add_body(scenario, "obstacle", (0.0, 0.0, 0.0), (1.0, 0.0, 0.3))
    changed, ramp = edits.add_body(changed, "ramp", (0.0, 0.0, 0.0), (1.0, 0.0, 0.3))
    changed = edits.set_key_pose(changed, ramp, 25, (1.0, 1.0, 1.0), turn)
    changed = edits.scale_body(changed, "box", (1.5, 1.0, 0.3))
    write_scenario(changed, tmp_path / "edited.scenario.json")
    read = load_scenario(tmp_path / "edited.scenario.json")
    assert digest_level(read.level) == digest_level(changed.level)
    poses = edits.find_body(read, ramp).poses
    assert poses is not None
    assert find_keys(poses) == (0, 25)

"""What the pictures show, in figures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app import camera as cameras
from app.draw.drawlist import Capsule, Color, Disc, DrawList, Ground, Pick, PickKind, SlopeTint
from app.render.renderer import Renderer
from app.render.theme import DARK, LIGHT
from tests.app.render.scenes import CENTER, FRONT, GREY, RED, SIZE, make_line, make_wall, read_pixel

pytestmark = pytest.mark.gpu

UP = (0.0, 1.0, 0.0)
GREEN: Color = (0.0, 1.0, 0.0, 1.0)


def redness(renderer: Renderer, x: int = CENTER[0], y: int = CENTER[1]) -> int:
    pixel = read_pixel(renderer, x, y)
    return int(pixel[0] - pixel[1])


def test_the_background_is_the_themes_gradient(renderer: Renderer) -> None:
    for theme in (DARK, LIGHT):
        renderer.render(DrawList(), FRONT, SIZE, theme=theme)
        np.testing.assert_allclose(read_pixel(renderer, 5, 0), np.array(theme.background_top) * 255, atol=2)
        np.testing.assert_allclose(read_pixel(renderer, 5, 199), np.array(theme.background_bottom) * 255, atol=2)


def test_a_line_behind_a_wall_is_faint(renderer: Renderer) -> None:
    line = make_line((-3.0, 0.5, -1.0), (3.0, 0.5, -1.0))
    renderer.render(DrawList(meshes=[make_wall()], lines=[line]), FRONT, SIZE)
    row = 100 - round(0.5 / cameras.metres_per_pixel(FRONT, SIZE[1]))
    hidden, clear = redness(renderer, 100, row), redness(renderer, 40, row)
    assert clear > 200
    assert 30 < hidden < 0.4 * clear


def test_hidden_alpha_zero_hides(renderer: Renderer) -> None:
    line = make_line((-3.0, 0.0, -1.0), (3.0, 0.0, -1.0), hidden_alpha=0.0)
    renderer.render(DrawList(meshes=[make_wall()], lines=[line]), FRONT, SIZE)
    assert abs(redness(renderer, 90)) < 10


def test_a_line_on_a_wall_is_not_hidden_by_it(renderer: Renderer) -> None:
    line = make_line((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    for camera in (FRONT, cameras.toggle_projection(FRONT), cameras.orbit(FRONT, 150.0, 0.0)):
        renderer.render(DrawList(meshes=[make_wall()], lines=[line]), camera, SIZE)
        assert redness(renderer) > 200


def test_widths_grow_with_the_scale(renderer: Renderer) -> None:
    scene = DrawList(lines=[make_line((-3.0, 0.0, 0.0), (3.0, 0.0, 0.0), width=4.0)])
    heights = []
    for scale in (1.0, 2.0):
        renderer.render(scene, FRONT, SIZE, scale)
        heights.append(int((renderer.read_pixels()[:, 100, 0] > 128).sum()))
    assert heights == [pytest.approx(4, abs=1), pytest.approx(8, abs=1)]


def test_dashes_leave_gaps(renderer: Renderer) -> None:
    line = make_line((-4.0, 0.0, 0.0), (4.0, 0.0, 0.0), dash_px=8.0)
    renderer.render(DrawList(lines=[line]), FRONT, SIZE)
    ink = renderer.read_pixels()[100, 10:190, 0] > 128
    assert 0.4 < ink.mean() < 0.75
    assert int(np.count_nonzero(np.diff(ink.astype(int)) == 1)) in range(6, 24)


def test_a_line_that_passes_the_eye_is_cut_at_the_near_plane(renderer: Renderer) -> None:
    camera = cameras.toggle_projection(FRONT)
    line = make_line((0.0, -0.5, -5.0), (0.0, -0.5, 50.0))
    renderer.render(DrawList(lines=[line]), camera, SIZE)
    column = renderer.read_pixels()[:, 100, 0]
    assert column[198] > 200, "it runs out of the picture below"
    assert column[:95].max() < 60, "and does not come in again from above"


def test_a_translucent_capsule_shows_only_its_front(renderer: Renderer) -> None:
    capsule = Capsule((0.0, 0.0, 0.0), UP, 1.0, 1.0, (0.2, 1.0, 0.2, 0.5))
    renderer.render(DrawList(capsules=[capsule]), FRONT, SIZE)
    once = read_pixel(renderer, *CENTER)
    # A second capsule inside the first lies behind its front and must not add anything.
    inner = replace(capsule, radius=0.5)
    renderer.render(DrawList(capsules=[inner, capsule]), FRONT, SIZE)
    np.testing.assert_allclose(read_pixel(renderer, *CENTER), once, atol=1)
    renderer.render(DrawList(capsules=[replace(capsule, color=(0.2, 1.0, 0.2, 1.0))]), FRONT, SIZE)
    solid = read_pixel(renderer, *CENTER)
    background = np.mean([DARK.background_top[1], DARK.background_bottom[1]]) * 255
    assert once[1] == pytest.approx((solid[1] + background) / 2, abs=8), "half of it, blended once"


def test_a_translucent_capsule_tints_lines_inside_and_leaves_those_before_it(renderer: Renderer) -> None:
    capsule = Capsule((0.0, 0.0, 0.0), UP, 1.0, 1.0, (0.0, 1.0, 0.0, 0.5))
    inside = make_line((-0.5, 0.5, 0.0), (0.5, 0.5, 0.0), key="inside")
    before = make_line((-0.5, -0.5, 2.0), (0.5, -0.5, 2.0), key="before")
    renderer.render(DrawList(capsules=[capsule], lines=[inside, before]), FRONT, SIZE)
    step = round(0.5 / cameras.metres_per_pixel(FRONT, SIZE[1]))
    assert redness(renderer, 100, 100 + step) > 240
    tinted = read_pixel(renderer, 100, 100 - step)
    assert 80 < tinted[0] < 170
    assert tinted[1] > 60


def test_a_shell_is_clear_in_the_middle_and_bright_at_the_rim(renderer: Renderer) -> None:
    shell = Capsule((0.0, 0.0, 0.0), UP, 1.0, 1.0, (1.0, 1.0, 1.0, 1.0), shell=True)
    renderer.render(DrawList(capsules=[shell]), FRONT, SIZE)
    row = renderer.read_pixels()[100, :, 0].astype(int)
    assert row[100] < 60
    assert row[100:130].max() > 110


def test_the_diagonal_shows_only_in_wireframe(renderer: Renderer) -> None:
    wall = make_wall(half=3.0)
    renderer.render(DrawList(meshes=[wall]), FRONT, SIZE)
    shaded = renderer.read_pixels().astype(int)
    face = shaded[110, 150]
    assert np.abs(shaded[80:120, 60:140] - face).max() < 6, "no diagonal on the shaded wall"
    renderer.render(DrawList(meshes=[wall], wireframe=True), FRONT, SIZE)
    wire = renderer.read_pixels().astype(int)
    on_diagonal = max(wire[100 - i, 100 + i + j, 0] for i in (0,) for j in (-1, 0, 1))
    assert on_diagonal > wire[130, 160, 0] + 40
    assert wire[130, 160, 0] < 45, "and no faces"


def test_creases_are_darker_than_faces(renderer: Renderer) -> None:
    renderer.render(DrawList(meshes=[make_wall(half=2.0)]), FRONT, SIZE)
    row = renderer.read_pixels()[100, :, 0].astype(int)
    left = 100 - round(2.0 / cameras.metres_per_pixel(FRONT, SIZE[1]))
    assert row[left - 1 : left + 3].min() < row[110] - 25


def test_a_back_face_is_darker_unless_two_sided(renderer: Renderer) -> None:
    levels = []
    for flipped, two_sided in ((False, False), (True, False), (True, True)):
        wall = make_wall(flipped=flipped, two_sided=two_sided, version=(flipped, two_sided))
        renderer.render(DrawList(meshes=[wall]), FRONT, SIZE)
        levels.append(renderer.read_pixels()[110:130, 110:130, 0].astype(float))
    front, back, both = (patch.mean() for patch in levels)
    assert back < 0.7 * front
    assert both == pytest.approx(front, abs=2)
    assert levels[1].std() > 2 > levels[0].std(), "the wrong winding is hatched"


def test_steep_faces_are_told_from_walkable_ones(renderer: Renderer) -> None:
    wall = replace(make_wall(), has_slopes=True)
    tint = SlopeTint((0.0, 0.0, 1.0), 0.9, walkable=(0.0, 0.0, 1.0, 0.6), steep=(1.0, 0.6, 0.0, 0.6))
    renderer.render(DrawList(meshes=[wall], slope=tint), FRONT, SIZE)
    walkable = read_pixel(renderer, 115, 110)
    renderer.render(DrawList(meshes=[wall], slope=replace(tint, up=UP)), FRONT, SIZE)
    steep = read_pixel(renderer, 115, 110)
    assert walkable[2] > walkable[0] + 40
    assert steep[0] > steep[2] + 40


def test_the_picked_triangle_is_tinted_and_outlined(renderer: Renderer) -> None:
    wall = make_wall()
    renderer.render(DrawList(meshes=[wall]), FRONT, SIZE)
    plain = renderer.read_pixels().astype(int)
    renderer.render(DrawList(meshes=[wall], highlight=Pick(PickKind.TRIANGLE, 7, 30)), FRONT, SIZE)
    marked = renderer.read_pixels().astype(int)
    lower_right, upper_left, diagonal = (130, 125), (70, 75), (100, 100)
    assert marked[lower_right][0] - marked[lower_right][2] > plain[lower_right][0] - plain[lower_right][2] + 15
    np.testing.assert_allclose(marked[upper_left], plain[upper_left], atol=1)
    assert marked[diagonal][0] > 200, "the outline runs along the diagonal"


def test_the_grid_shows_on_a_floor_at_its_height_and_not_through_one_above(renderer: Renderer) -> None:
    ground = Ground((0.5, 0.5, 0.0), (0.0, 0.0, 1.0))
    spread = []
    for z in (0.0, 0.3):
        wall = make_wall(z=z, half=3.5, version=z)
        renderer.render(DrawList(meshes=[wall], ground=ground), FRONT, SIZE)
        spread.append(renderer.read_pixels()[60:140, 60:140].astype(float).std(axis=(0, 1)).max())
    assert spread[0] > 4.0
    assert spread[1] < 1.0


def test_a_disc_keeps_a_least_size_at_a_distance(renderer: Renderer) -> None:
    far = replace(cameras.toggle_projection(FRONT), distance=500.0)
    disc = Disc((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.05, GREEN)
    renderer.render(DrawList(discs=[disc]), far, SIZE)
    bright = renderer.read_pixels()[:, :, 1] > 70
    assert 5 <= bright.any(axis=0).sum() <= 8


def test_a_disc_seen_from_its_side_stays_readable(renderer: Renderer) -> None:
    disc = Disc((0.0, 0.0, 0.0), UP, 0.5, GREEN)
    renderer.render(DrawList(discs=[disc]), FRONT, SIZE)
    assert (renderer.read_pixels()[:, 100, 1] > 70).sum() >= 5


def test_a_mirrored_mesh_shows_the_winding_that_it_has(renderer: Renderer) -> None:
    mirrored = replace(make_wall(), world_from_local=np.diag([-1.0, 1.0, 1.0, 1.0]))
    renderer.render(DrawList(meshes=[make_wall()]), FRONT, SIZE)
    front = read_pixel(renderer, 115, 110)[0]
    renderer.render(DrawList(meshes=[mirrored]), FRONT, SIZE)
    assert read_pixel(renderer, 115, 110)[0] < 0.75 * front


@pytest.mark.parametrize("size", [(0, 0), (0, 50), (1, 1), (-3, 7)])
def test_resize_to_nothing_is_harmless(renderer: Renderer, size: tuple[int, int]) -> None:
    scene = DrawList(meshes=[make_wall()], lines=[make_line((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), RED)])
    renderer.render(scene, FRONT, size)
    assert renderer.pick(0, 0).kind in PickKind
    renderer.render(scene, FRONT, SIZE)
    assert renderer.read_pixels().shape == (200, 200, 3)


def test_an_empty_mesh_and_degenerate_triangles_are_harmless(renderer: Renderer) -> None:
    empty = replace(
        make_wall(key="empty"),
        corners=np.zeros((0, 3), dtype=np.float32),
        bodies=np.zeros(0, dtype=np.int32),
        triangles=np.zeros(0, dtype=np.int32),
        sharp_edges=np.zeros((0, 3), dtype=np.bool_),
    )
    flat = replace(make_wall(key="flat"), corners=np.zeros((6, 3), dtype=np.float32))
    renderer.render(DrawList(meshes=[empty, flat, make_wall(color=GREY)]), FRONT, SIZE)
    assert read_pixel(renderer, 115, 110)[0] > 60


def test_the_picture_is_opaque_for_the_panel_that_shows_it(renderer: Renderer) -> None:
    capsule = Capsule((0.0, 0.0, 0.0), UP, 1.0, 1.0, (0.2, 1.0, 0.2, 0.3))
    texture = renderer.render(DrawList(capsules=[capsule], ground=Ground((0.0, 0.0, 0.0), UP)), FRONT, SIZE)
    assert np.frombuffer(texture.read(), dtype=np.uint8).reshape(-1, 4)[:, 3].min() == 255

"""A click finds what it should."""

from __future__ import annotations

import pytest

from app import camera as cameras
from app.draw.drawlist import Capsule, Disc, DrawList, Pick, PickKind
from app.render.picking import NOTHING, find_region
from app.render.renderer import Renderer
from tests.app.render.scenes import FRONT, RED, SIZE, make_line, make_wall

LINE = Pick(PickKind.ITERATION, 5)
HIT = Pick(PickKind.HIT, 9)
CAPSULE = Pick(PickKind.CAPSULE, 0)
UP = (0.0, 1.0, 0.0)


@pytest.mark.gpu
def test_a_line_is_found_within_four_pixels_then_the_triangle(renderer: Renderer) -> None:
    line = make_line((-1.5, 0.0, 0.5), (1.5, 0.0, 0.5), width=2.0, picks=(LINE,))
    renderer.render(DrawList(meshes=[make_wall()], lines=[line]), FRONT, SIZE)
    assert renderer.pick(110, 100) == LINE
    assert renderer.pick(110, 104) == LINE
    assert renderer.pick(110, 96) == LINE
    assert renderer.pick(120, 110) == Pick(PickKind.TRIANGLE, 7, 30)
    assert renderer.pick(80, 90) == Pick(PickKind.TRIANGLE, 7, 31)
    assert renderer.pick(5, 5) == NOTHING


@pytest.mark.gpu
def test_the_tolerance_grows_with_the_scale(renderer: Renderer) -> None:
    line = make_line((-1.5, 0.0, 0.5), (1.5, 0.0, 0.5), width=2.0, picks=(LINE,))
    scene = DrawList(lines=[line])
    renderer.render(scene, FRONT, SIZE, scale=1.0)
    assert renderer.pick(100, 107) == NOTHING
    renderer.render(scene, FRONT, SIZE, scale=2.0)
    assert renderer.pick(100, 107) == LINE


@pytest.mark.gpu
def test_a_line_behind_the_level_and_one_without_picks_are_not_found(renderer: Renderer) -> None:
    behind = make_line((-1.5, 0.0, -0.5), (1.5, 0.0, -0.5), key="behind", picks=(LINE,))
    plain = make_line((-1.5, 0.5, 0.5), (1.5, 0.5, 0.5), key="plain")
    renderer.render(DrawList(meshes=[make_wall()], lines=[behind, plain]), FRONT, SIZE)
    assert renderer.pick(115, 101).kind == PickKind.TRIANGLE
    assert renderer.pick(115, 88).kind == PickKind.TRIANGLE


@pytest.mark.gpu
def test_marks_inside_the_capsule_win_over_it_and_it_over_the_wall(renderer: Renderer) -> None:
    scene = DrawList(
        meshes=[make_wall()],
        capsules=[
            Capsule((0.0, 0.0, 1.5), UP, 1.2, 0.3, RED, shell=True),
            Capsule((0.0, 0.0, 1.5), UP, 1.0, 0.5, RED, pick=CAPSULE),
        ],
        discs=[Disc((0.0, 0.0, 0.5), UP, 0.1, RED), Disc((0.4, 0.0, 0.5), (0.0, 0.0, 1.0), 0.1, RED, HIT)],
    )
    for camera in (FRONT, cameras.toggle_projection(FRONT)):
        renderer.render(scene, camera, SIZE)
        assert renderer.pick(110, 100) == HIT
        assert renderer.pick(100, 100) == CAPSULE, "a disc without a pick is no obstacle"
        assert renderer.pick(145, 110).kind == PickKind.TRIANGLE


@pytest.mark.gpu
def test_the_right_segment_is_found_after_items_changed(renderer: Renderer) -> None:
    rows = [
        make_line((-1.0, y, 0.0), (1.0, y, 0.0), key=y, picks=(Pick(PickKind.PATH, i),))
        for i, y in enumerate((-2.0, 0.0, 2.0))
    ]
    renderer.render(DrawList(lines=rows), FRONT, SIZE)
    assert renderer.pick(100, 100) == Pick(PickKind.PATH, 1)
    renderer.render(DrawList(lines=rows[1:]), FRONT, SIZE)
    assert renderer.pick(100, 100) == Pick(PickKind.PATH, 1)
    assert renderer.pick(100, 148) == NOTHING
    renderer.render(DrawList(lines=rows), FRONT, SIZE)
    assert renderer.pick(100, 148) == Pick(PickKind.PATH, 0)


@pytest.mark.gpu
def test_picking_leaves_the_next_picture_alone(renderer: Renderer) -> None:
    scene = DrawList(meshes=[make_wall()])
    renderer.render(scene, FRONT, SIZE)
    before = renderer.read_pixels()
    renderer.pick(100, 100)
    renderer.render(scene, FRONT, SIZE)
    assert (renderer.read_pixels() == before).all()


@pytest.mark.gpu
def test_nothing_is_found_before_the_first_picture_and_outside_it(renderer: Renderer) -> None:
    assert renderer.pick(0, 0) == NOTHING
    renderer.render(DrawList(meshes=[make_wall(half=50.0)]), FRONT, SIZE)
    assert renderer.pick(199.5, 199.5).kind == PickKind.TRIANGLE
    assert renderer.pick(200, 0) == NOTHING
    assert renderer.pick(-1, 0) == NOTHING


def test_the_region_lies_around_the_pointer() -> None:
    region = find_region(10.7, 3.2, (100, 50), 1.0)
    assert region is not None
    assert (region.column, region.row, region.side) == (10, 46, 9)
    scale_x, scale_y, offset_x, offset_y = region.zoom((100, 50))
    left = 2.0 * (10 - 4) / 100 - 1.0
    top = 2.0 * (46 + 5) / 50 - 1.0
    assert left * scale_x + offset_x == pytest.approx(-1.0)
    assert top * scale_y + offset_y == pytest.approx(1.0)

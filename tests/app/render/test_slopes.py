"""Walkable and too steep in the picture: as the controllers judge a face, and by a uniform alone."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from app.draw.drawlist import DrawList, Mesh, SlopeTint
from app.render.null_device import create_null_context
from app.render.renderer import Renderer
from app.render.uniforms import FRAME_BLOCK
from engine.kernels.cct.layout import SET_SLOPE_LIMIT, TOO_STEEP
from engine.kernels.cct.slopes import test_slope as is_too_steep
from tests.app.render.scenes import FRONT, SIZE, make_wall

LIMIT = 0.707
TINT = SlopeTint((0.0, 0.0, 1.0), LIMIT, walkable=(0.0, 0.0, 1.0, 0.6), steep=(1.0, 0.6, 0.0, 0.6))
"""Up is towards the eye: a wall that faces it is level ground."""


def lean_to(degrees: float, *, flipped: bool = False, two_sided: bool = False) -> Mesh:
    """Make a square that leans back from level ground by an angle, turned as a body that moves is."""
    angle = math.radians(degrees)
    turn = np.eye(4)
    turn[1:3, 1:3] = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
    wall = make_wall(half=3.0, flipped=flipped, two_sided=two_sided)
    return replace(wall, world_from_local=turn, has_slopes=True)


def read_slope(renderer: Renderer, mesh: Mesh, tint: SlopeTint = TINT) -> str:
    """Tell the colour that a face has in the picture; up and the eye's way stay as they are, whatever it does."""
    renderer.render(DrawList(meshes=[mesh], slope=tint), FRONT, SIZE)
    red, _, blue = renderer.read_pixels()[98:103, 102:112].astype(int).mean(axis=(0, 1))
    return "walkable" if blue > red + 25 else "steep" if red > blue + 25 else "neither"


def judge(lean: float, limit: float, *, ceilings: bool) -> str:
    """Tell what the engine says about a triangle."""
    settings, rules = np.zeros(64), np.zeros(64, dtype=np.int64)
    settings[SET_SLOPE_LIMIT], rules[TOO_STEEP] = limit, int(ceilings)
    if is_too_steep((settings, rules), lean):
        return "steep"
    return "walkable" if lean >= limit else "neither"


@pytest.mark.gpu
@pytest.mark.parametrize("limit", [0.0, 0.5, LIMIT, 0.9])
def test_a_face_has_the_colour_that_the_engine_gives_its_slope(renderer: Renderer, limit: float) -> None:
    edge = math.degrees(math.acos(limit))
    for degrees in (0.0, 20.0, 44.0, 46.0, 70.0, edge - 0.05, edge + 0.05):
        if degrees >= 88.0:
            continue  # seen from its side it fills no pixel
        lean = math.cos(math.radians(degrees))
        got = read_slope(renderer, lean_to(degrees), replace(TINT, limit_cos=limit))
        assert got == judge(lean, limit, ceilings=False), (degrees, limit)


@pytest.mark.gpu
def test_a_ceiling_is_neither_unless_the_rules_call_it_too_steep(renderer: Renderer) -> None:
    # Up points away from the eye: what faces it looks down.
    down = replace(TINT, up=(0.0, 0.0, -1.0))
    for ceilings, told in ((False, "neither"), (True, "steep")):
        assert judge(-1.0, LIMIT, ceilings=ceilings) == told
        assert read_slope(renderer, lean_to(0.0), replace(down, judges_ceilings=ceilings)) == told


@pytest.mark.gpu
def test_a_wall_is_too_steep_however_it_is_turned(renderer: Renderer) -> None:
    for turn in np.linspace(0.0, math.tau, 7):
        up = (math.cos(turn), math.sin(turn), 0.0)
        assert read_slope(renderer, lean_to(0.0), replace(TINT, up=up)) == "steep"


@pytest.mark.gpu
def test_the_back_of_a_one_sided_face_is_no_ground_and_two_sides_go_by_the_winding_or_by_what_is_seen(
    renderer: Renderer,
) -> None:
    tint, down = TINT, replace(TINT, up=(0.0, 0.0, -1.0))
    assert read_slope(renderer, lean_to(0.0, flipped=True), down) == "neither"
    both = lean_to(0.0, flipped=True, two_sided=True)
    assert read_slope(renderer, both, down) == "walkable", "cct asks the winding alone, as PhysX does"
    assert read_slope(renderer, both, tint) == "neither"
    assert read_slope(renderer, both, replace(tint, judges_side_seen=True)) == "walkable"


@pytest.mark.gpu
def test_bodies_that_no_limit_judges_keep_their_colour(renderer: Renderer) -> None:
    assert read_slope(renderer, replace(lean_to(0.0), has_slopes=False)) == "neither"


@pytest.mark.gpu
def test_a_wireframe_shows_the_slopes_too(renderer: Renderer) -> None:
    # The upper edge of the square lies 73 pixels above the middle.
    drawn = DrawList(meshes=[lean_to(0.0)], slope=TINT, wireframe=True)
    renderer.render(drawn, FRONT, SIZE)
    red, _, blue = renderer.read_pixels()[20:35, 80:120].astype(int).max(axis=(0, 1))
    assert blue > red + 25


def test_moving_the_limit_uploads_no_geometry() -> None:
    context, device = create_null_context()
    renderer = Renderer(device)
    meshes = [replace(make_wall(z=-float(i), key=i), has_slopes=True) for i in range(5)]
    renderer.render(DrawList(meshes=meshes, slope=TINT), FRONT, SIZE)
    for limit in (0.6, 0.5, 0.9):
        context.reset()
        renderer.render(DrawList(meshes=meshes, slope=replace(TINT, limit_cos=limit)), FRONT, SIZE)
        assert context.uploaded_bytes == FRAME_BLOCK.itemsize, "the block of the frame, and nothing else"

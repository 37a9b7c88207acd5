"""The uniform blocks as numpy records: same members and order as `frame.glsl` and `mesh_block.glsl` (std140)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from app import camera as cameras

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.camera import Camera
    from app.draw.drawlist import Color, DrawList, Ground, Mesh
    from app.render.theme import RenderTheme

MATRIX = ("<f4", (4, 4))
VECTOR = ("<f4", (4,))

FRAME_MEMBERS = (
    "eye",
    "forward",
    "world_up",
    "key_light",
    "viewport",
    "pick",
    "dash",
    "sky_light",
    "bounce_light",
    "background_top",
    "background_bottom",
    "edge_color",
    "grid_origin",
    "grid_focus",
    "grid_axis_u",
    "grid_axis_v",
    "grid_color",
    "axis_u_color",
    "axis_v_color",
    "slope",
    "slope_rule",
    "walkable_color",
    "steep_color",
)
FRAME_BLOCK = np.dtype([("clip_from_world", *MATRIX), *((name, *VECTOR) for name in FRAME_MEMBERS)])
MESH_BLOCK = np.dtype(
    [
        ("clip_from_local", *MATRIX),
        ("normal_from_local", *MATRIX),
        ("mesh_color", *VECTOR),
        ("mesh_style", *VECTOR),
        ("mesh_slope", *VECTOR),
    ]
)
BLOCK_STRIDE = 256
"""Bytes between two blocks in one buffer: no GL asks for a coarser alignment of offsets."""

NEXT, AFTER_NEXT = [1, 2, 0], [2, 0, 1]
"""The other two of three axes, in the order of a cross product."""

NO_SLOPE_TINT = (0.0, 1.0, 0.0, -2.0)
SHOW_ALL = (1.0, 1.0, 0.0, 0.0)
"""The pick transform that leaves the picture as it is."""

KEY_LIGHT = (0.42, 0.28, 0.86)
"""Towards the key light, along the horizon's right and back and along up: walls that meet at a corner differ."""
GRID_REACH = (30.0, 9.0)
"""The grid has faded out this many metres plus this many camera distances from what the camera looks at."""
GRID_AXIS_NEAR = 0.9
"""Cosine from which a grid axis counts as a world axis and gets its colour."""


def pack_frame(
    camera: Camera,
    draw_list: DrawList,
    theme: RenderTheme,
    *,
    size_px: tuple[int, int],
    scale: float,
    scene_radius: float,
) -> NDArray[np.void]:
    """Return the Frame block of one picture."""
    block = np.zeros((), dtype=FRAME_BLOCK)
    _pack_view(block, camera, size_px, scale, scene_radius)
    right, forward = cameras.horizon_axes(camera.up)
    light = right * KEY_LIGHT[0] - forward * KEY_LIGHT[1] + np.asarray(camera.up) * KEY_LIGHT[2]
    block["key_light"] = (*(light / np.linalg.norm(light)), theme.key_strength)
    block["sky_light"][:3] = theme.sky_light
    block["bounce_light"][:3] = theme.bounce_light
    block["background_top"][:3] = theme.background_top
    block["background_bottom"][:3] = theme.background_bottom
    block["edge_color"] = theme.edge
    block["slope"] = NO_SLOPE_TINT
    slope = draw_list.slope
    if slope is not None:
        block["slope"] = (*slope.up, slope.limit_cos)
        block["slope_rule"][:2] = slope.judges_ceilings, slope.judges_side_seen
        block["walkable_color"], block["steep_color"] = slope.walkable, slope.steep
    if draw_list.ground is not None:
        _pack_ground(block, camera, draw_list.ground, theme)
    return block


def _pack_view(
    block: NDArray[np.void], camera: Camera, size: tuple[int, int], scale: float, scene_radius: float
) -> None:
    width, height = size
    near, far = cameras.clip_range(camera, scene_radius)
    perspective = camera.projection == "perspective"
    tan_y = math.tan(camera.fov / 2)
    # A step of a whole distance to the eye, in clip z: the same everywhere in the picture, in both projections.
    whole_lift = 2.0 * near * far / (far - near) if perspective else 2.0 * camera.distance / (far - near)
    metres_per_pixel = cameras.metres_per_pixel(camera, height) * scale
    block["clip_from_world"] = compute_clip_from_world(camera, size, scene_radius).T
    block["eye"] = (*cameras.eye_of(camera), 1.0 if perspective else 0.0)
    block["forward"] = (*cameras.view_axes(camera)[2], whole_lift)
    block["world_up"] = (*camera.up, camera.distance)
    pixels_per_metre = height / (2.0 * tan_y) if perspective else height / (2.0 * camera.distance * tan_y)
    block["viewport"] = (width, height, scale, pixels_per_metre)
    block["pick"] = SHOW_ALL
    # Powers of two: dashes keep still while zooming and double now and then, instead of crawling.
    block["dash"][0] = 2.0 ** round(math.log2(metres_per_pixel))


def compute_clip_from_world(camera: Camera, size: tuple[int, int], scene_radius: float) -> NDArray[np.float64]:
    """Return the whole projection of one picture, in double precision."""
    aspect = size[0] / size[1]
    matrix: NDArray[np.float64] = cameras.clip_from_view(camera, aspect, scene_radius) @ cameras.view_from_world(camera)
    return matrix


def _pack_ground(block: NDArray[np.void], camera: Camera, ground: Ground, theme: RenderTheme) -> None:
    up = np.asarray(ground.up, dtype=np.float64)
    origin = np.asarray(ground.origin, dtype=np.float64)
    axis_u, axis_v = cameras.horizon_axes(ground.up)
    target = np.asarray(camera.target)
    focus = target - up * float((target - origin) @ up)
    reach = GRID_REACH[0] + GRID_REACH[1] * camera.distance
    # Seen along its plane the grid would be a solid bar.
    toward = abs(float((np.asarray(cameras.eye_of(camera)) - focus) @ up)) / camera.distance
    strength = min(1.0, toward / 0.02) if camera.projection == "orthographic" else 1.0
    block["grid_origin"] = (*origin, reach)
    block["grid_focus"] = (*focus, strength)
    block["grid_axis_u"][:3], block["grid_axis_v"][:3] = axis_u, axis_v
    block["grid_color"] = theme.grid
    block["axis_u_color"], block["axis_v_color"] = _axis_color(axis_u, theme), _axis_color(axis_v, theme)


def _axis_color(axis: NDArray[np.float64], theme: RenderTheme) -> Color:
    nearest = int(np.argmax(np.abs(axis)))
    if abs(axis[nearest]) < GRID_AXIS_NEAR:
        return theme.grid
    return (theme.axis_x, theme.axis_y, theme.axis_z)[nearest]


def pack_mesh_block(
    mesh: Mesh,
    clip_from_world: NDArray[np.float64],
    *,
    color: Color,
    mode: float,
    number: int,
    lift: float,
) -> NDArray[np.void]:
    """Return the block of one mesh. The matrices are multiplied here, in double precision."""
    block = np.zeros((), dtype=MESH_BLOCK)
    block["clip_from_local"] = (clip_from_world @ mesh.world_from_local).T
    linear = np.asarray(mesh.world_from_local, dtype=np.float64)[:3, :3]
    # Rows of cofactors: they carry normals even through a mirroring or a flattening scale.
    a, b = linear[NEXT], linear[AFTER_NEXT]
    cofactors = a[:, NEXT] * b[:, AFTER_NEXT] - a[:, AFTER_NEXT] * b[:, NEXT]
    block["normal_from_local"][:3, :3] = cofactors.T
    block["mesh_color"] = color
    block["mesh_style"] = (1.0 if mesh.two_sided else 0.0, mode, number, lift)
    block["mesh_slope"][0] = mesh.has_slopes
    return block

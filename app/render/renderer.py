"""Draws a DrawList: opaque things, the ground, lines and discs, then what is translucent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import moderngl
import numpy as np

from app import camera as cameras
from app.draw.drawlist import Lines
from app.render.buffers import UniformBuffer
from app.render.ground_pass import GroundPass
from app.render.line_pass import LinePass
from app.render.mesh_pass import MeshPass
from app.render.picking import NOTHING, PickTarget, choose_pick, find_region
from app.render.programs import FRAME_BINDING
from app.render.shape_pass import CapsulePass, DiscPass
from app.render.targets import PictureTarget
from app.render.theme import DARK
from app.render.uniforms import FRAME_BLOCK, compute_clip_from_world, pack_frame

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.camera import Camera
    from app.draw.drawlist import DrawList, Pick
    from app.render.theme import RenderTheme

OUTLINE_PX = 2.5
"""Width of the outline of the picked triangle."""
OUTLINE_HIDDEN = 0.45
"""Its opacity behind other things: what is selected must be found."""

BLEND = (
    # Opacity adds up to one, or the panel that shows the texture would let the window shine through.
    moderngl.SRC_ALPHA,
    moderngl.ONE_MINUS_SRC_ALPHA,
    moderngl.ONE,
    moderngl.ONE_MINUS_SRC_ALPHA,
)


@dataclass(frozen=True, eq=False)
class Picture:
    """What was drawn last; picking looks at the same."""

    draw_list: DrawList
    block: NDArray[np.void]
    scale: float


class Renderer:
    """Turns a DrawList and a camera into a texture, and a click into a Pick."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._target = PictureTarget(ctx)
        self._frame = UniformBuffer(ctx, FRAME_BLOCK.itemsize)
        self._meshes = MeshPass(ctx)
        self._capsules = CapsulePass(ctx)
        self._discs = DiscPass(ctx)
        self._lines = LinePass(ctx)
        self._ground = GroundPass(ctx)
        self._pick_target = PickTarget(ctx)
        self._picture: Picture | None = None

    def render(
        self,
        draw_list: DrawList,
        camera: Camera,
        size_px: tuple[int, int],
        scale: float = 1.0,
        theme: RenderTheme = DARK,
    ) -> moderngl.Texture:
        """Draw a picture and return its texture, whose first row is the lowest one.

        `scale` is the number of pixels for one nominal pixel of the widths (2 on a high-density screen). The
        framebuffer that was bound before is bound again.
        """
        bound_before = self._find_bound()
        self._target.resize(size_px)
        self._update(draw_list, camera, scale, theme)
        framebuffer = self._target.framebuffer
        framebuffer.depth_mask = True
        framebuffer.use()
        self._ctx.blend_func = BLEND  # type: ignore[assignment] # the stub knows two factors only
        self._draw_opaque(framebuffer, has_ground=draw_list.ground is not None)
        self._draw_marks(framebuffer)
        self._draw_translucent(framebuffer)
        self._target.resolve()
        self._leave(bound_before)
        return self._target.texture

    def _update(self, draw_list: DrawList, camera: Camera, scale: float, theme: RenderTheme) -> None:
        size = self._target.size
        reach = max(self._meshes.bound_scene(draw_list, np.asarray(camera.target)), cameras.DEFAULT_SCENE_RADIUS)
        block = pack_frame(camera, draw_list, theme, size_px=size, scale=scale, scene_radius=reach)
        self._frame.write(block.tobytes())
        self._frame.bind(FRAME_BINDING)
        self._meshes.update(draw_list, compute_clip_from_world(camera, size, reach), theme)
        self._capsules.update(draw_list.capsules)
        self._discs.update(draw_list.discs)
        self._lines.update([*draw_list.lines, *self._outline_highlight(draw_list, theme)])
        self._picture = Picture(draw_list, block, scale)

    def _outline_highlight(self, draw_list: DrawList, theme: RenderTheme) -> list[Lines]:
        picked = self._meshes.find_highlight(draw_list)
        if picked is None:
            return []
        mesh, row = picked
        corners = mesh.corners[3 * row : 3 * row + 3] @ mesh.world_from_local[:3, :3].T + mesh.world_from_local[:3, 3]
        points = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1).astype(np.float32)
        version = (mesh.key, mesh.version, row, points.tobytes(), theme.name)
        colors = np.tile(np.asarray(theme.highlight, dtype=np.float32), (3, 1))
        widths = np.full(3, OUTLINE_PX, dtype=np.float32)
        return [Lines("highlight outline", version, points, colors, widths, hidden_alpha=OUTLINE_HIDDEN)]

    def _draw_opaque(self, framebuffer: moderngl.Framebuffer, *, has_ground: bool) -> None:
        framebuffer.clear(depth=1.0)
        self._ctx.enable_only(moderngl.NOTHING)
        self._ground.draw_background()
        self._ctx.enable_only(moderngl.DEPTH_TEST)
        self._ctx.depth_func = "<="
        self._meshes.draw(self._meshes.opaque)
        self._capsules.draw("solid")
        self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        framebuffer.depth_mask = False
        if has_ground:
            self._ground.draw_grid()
        self._meshes.draw(self._meshes.wireframe)
        self._meshes.draw(self._meshes.tint)

    def _draw_marks(self, framebuffer: moderngl.Framebuffer) -> None:
        """Draw lines and discs, first what the level hides of them."""
        self._ctx.depth_func = ">"
        if self._capsules.count("solid") or self._capsules.count("translucent"):
            self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND | moderngl.CULL_FACE)
            self._capsules.draw_hidden()
            self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        self._lines.draw("hidden")
        self._discs.draw("hidden")
        self._ctx.depth_func = "<="
        self._lines.draw("visible")
        framebuffer.depth_mask = True
        self._discs.draw("visible")

    def _draw_translucent(self, framebuffer: moderngl.Framebuffer) -> None:
        """Draw what is translucent twice, depth first: only the front surface is blended in.

        Lines are on the picture already and now get their depth: what is translucent tints the lines inside and behind
        it and leaves those in front of it alone.
        """
        meshes, capsules = self._meshes.translucent, self._capsules
        if not meshes and not capsules.count("translucent") and not capsules.count("shell"):
            return
        mask_color(framebuffer, on=False)
        self._lines.draw("depth")
        self._meshes.draw(meshes)
        mask_color(framebuffer, on=True)
        self._meshes.draw(meshes)
        if capsules.count("translucent"):
            mask_color(framebuffer, on=False)
            capsules.draw("translucent")
            mask_color(framebuffer, on=True)
            capsules.draw("translucent")
        if capsules.count("shell"):
            framebuffer.depth_mask = False
            self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND | moderngl.CULL_FACE)
            capsules.draw("shell")

    def _find_bound(self) -> moderngl.Framebuffer | None:
        """Return the framebuffer that others have bound, to be bound again afterwards."""
        bound: moderngl.Framebuffer | None = self._ctx.fbo
        own = (self._target.framebuffer, self._pick_target.framebuffer)
        return None if bound in own else bound

    def _leave(self, framebuffer: moderngl.Framebuffer | None) -> None:
        """Give the context back as others expect to find it."""
        self._ctx.enable_only(moderngl.NOTHING)
        self._ctx.depth_func = "<"
        if framebuffer is not None:
            framebuffer.use()

    def read_pixels(self) -> NDArray[np.uint8]:
        """Return the last picture as (height, width, 3), top row first."""
        return self._target.read_pixels()

    def pick(self, x: float, y: float) -> Pick:
        """Return what the last picture shows at a pixel, counted from its top left corner.

        Lines and discs are found within a few pixels and win over the capsule and triangles, which must be hit.
        """
        picture = self._picture
        region = None if picture is None else find_region(x, y, self._target.size, picture.scale)
        if picture is None or region is None:
            return NOTHING
        bound_before = self._find_bound()
        block = picture.block.copy()
        block["pick"] = region.zoom(self._target.size)
        self._frame.write(block.tobytes())
        self._frame.bind(FRAME_BINDING)
        self._draw_numbers(picture.draw_list, region.side)
        surfaces, marks = self._pick_target.read()
        self._frame.write(picture.block.tobytes())
        self._leave(bound_before)
        return choose_pick(surfaces, marks, picture.draw_list, self._lines.find_pick)

    def _draw_numbers(self, draw_list: DrawList, side: int) -> None:
        self._ctx.enable_only(moderngl.DEPTH_TEST)
        self._ctx.depth_func = "<="
        self._pick_target.prepare(side)
        self._pick_target.write_to("surfaces")
        self._meshes.draw_for_picking()
        # Marks inside a capsule are what people look for: only the level hides them.
        self._pick_target.write_to("marks")
        self._lines.draw("pick")
        self._discs.draw_for_picking([disc for disc in draw_list.discs if disc.pick is not None])
        self._pick_target.write_to("surfaces")
        self._capsules.draw_for_picking([capsule for capsule in draw_list.capsules if capsule.pick is not None])

    def release(self) -> None:
        """Free everything on the GPU."""
        self._pick_target.release()
        self._target.release()
        for part in (self._frame, self._meshes, self._capsules, self._discs, self._lines, self._ground):
            part.release()
        self._picture = None


def mask_color(framebuffer: moderngl.Framebuffer, *, on: bool) -> None:
    """Let draws into a framebuffer write colour, or depth alone."""
    framebuffer.color_mask = (on, on, on, on)
    # The mask takes effect when the framebuffer is bound.
    framebuffer.use()

"""Level and bodies: shaded, translucent, as wireframe, and the tint of the picked triangle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import moderngl

from app.draw.drawlist import Mesh, PickKind
from app.render.buffers import MeshStore, StoredMesh, UniformBuffer
from app.render.mesh_data import find_triangle
from app.render.programs import MESH_BINDING, load_program
from app.render.uniforms import BLOCK_STRIDE, MESH_BLOCK, pack_mesh_block

if TYPE_CHECKING:
    from collections.abc import Hashable

    import numpy as np
    from numpy.typing import NDArray

    from app.draw.drawlist import Color, DrawList, Pick
    from app.render.theme import RenderTheme

MODE_SHADED, MODE_WIREFRAME, MODE_TINT = 0.0, 1.0, 2.0
"""As in mesh_block.glsl."""
OVERLAY_LIFT = 0.0006
"""Part of the distance by which translucent meshes come nearer: laid over the same triangles, they win."""
TINT_ALPHA = 0.30
"""How much of the highlight goes into the face of the picked triangle."""
WIREFRAME_TINT = 0.3
"""How much of its own colour a mesh keeps when it shows no faces."""
OPAQUE = 0.995
"""Opacity from which blending would not be seen."""


@dataclass(frozen=True)
class MeshDraw:
    """One mesh of the picture and where its uniform block lies."""

    stored: StoredMesh
    offset: int
    first: int
    count: int


class MeshPass:
    """Draws the meshes of a picture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._programs = {
            "color": load_program(ctx, "mesh.vert", "mesh.frag"),
            "pick": load_program(ctx, "mesh.vert", "pick_surface.frag"),
        }
        self._store = MeshStore(ctx, self._programs)
        self._blocks = UniformBuffer(ctx, 8 * BLOCK_STRIDE)
        self._found: tuple[tuple[Hashable, Hashable, Pick], int | None] | None = None
        self.opaque: list[MeshDraw] = []
        self.wireframe: list[MeshDraw] = []
        self.translucent: list[MeshDraw] = []
        self.tint: list[MeshDraw] = []

    def update(self, draw_list: DrawList, clip_from_world: NDArray[np.float64], theme: RenderTheme) -> None:
        """Upload what changed and sort the meshes by how they are drawn."""
        self.opaque, self.wireframe, self.translucent, self.tint = [], [], [], []
        blocks: list[NDArray[np.void]] = []

        def add(mesh: Mesh, **style: Any) -> MeshDraw:
            stored = self._store.fetch(mesh)
            blocks.append(pack_mesh_block(mesh, clip_from_world, **style))
            return MeshDraw(stored, (len(blocks) - 1) * BLOCK_STRIDE, 0, stored.corner_count)

        for number, mesh in enumerate(draw_list.meshes, start=1):
            if len(mesh.corners) == 0:
                continue
            if draw_list.wireframe:
                color = mix_wireframe(mesh.color, theme)
                self.wireframe.append(add(mesh, color=color, mode=MODE_WIREFRAME, number=number, lift=0.0))
            elif mesh.color[3] < OPAQUE:
                draw = add(mesh, color=mesh.color, mode=MODE_SHADED, number=number, lift=OVERLAY_LIFT)
                self.translucent.append(draw)
            else:
                self.opaque.append(add(mesh, color=mesh.color, mode=MODE_SHADED, number=number, lift=0.0))
        picked = self.find_highlight(draw_list)
        if picked is not None:
            mesh, row = picked
            color = (*theme.highlight[:3], TINT_ALPHA)
            whole = add(mesh, color=color, mode=MODE_TINT, number=0, lift=OVERLAY_LIFT)
            self.tint = [MeshDraw(whole.stored, whole.offset, 3 * row, 3)]
        if blocks:
            self._blocks.write(b"".join(block.tobytes().ljust(BLOCK_STRIDE, b"\0") for block in blocks))
        self._store.end_picture()

    def find_highlight(self, draw_list: DrawList) -> tuple[Mesh, int] | None:
        """Return the mesh and the row of the highlighted triangle, if there is one."""
        pick = draw_list.highlight
        if pick is None or pick.kind != PickKind.TRIANGLE:
            return None
        for mesh in draw_list.meshes:
            question = (mesh.key, mesh.version, pick)
            # Looking through a million triangles for every picture would be felt: the last answer is kept.
            if self._found is None or self._found[0] != question:
                row = find_triangle(mesh, pick.index, pick.triangle)
                if row is None:
                    continue
                self._found = (question, row)
            row = self._found[1]
            if row is not None:
                return mesh, row
        return None

    def draw(self, draws: list[MeshDraw], program: str = "color") -> None:
        """Draw some of the meshes with the state that is set."""
        for draw in draws:
            self._blocks.bind(MESH_BINDING, draw.offset, MESH_BLOCK.itemsize)
            draw.stored.arrays[program].render(moderngl.TRIANGLES, vertices=draw.count, first=draw.first)

    def draw_for_picking(self) -> None:
        """Draw the numbers of all meshes and triangles."""
        self.draw(self.opaque + self.wireframe + self.translucent, "pick")

    def bound_scene(self, draw_list: DrawList, target: NDArray[np.float64]) -> float:
        """Return the distance from a point to the furthest point of any mesh, or a little more."""
        furthest = 0.0
        for mesh in draw_list.meshes:
            if len(mesh.corners):
                stored = self._store.fetch(mesh)
                linear, offset = mesh.world_from_local[:3, :3], mesh.world_from_local[:3, 3]
                reach = linear @ stored.center + offset - target
                # The sum of squares of a matrix bounds how much it stretches anything.
                stretch = float((linear**2).sum()) ** 0.5
                furthest = max(furthest, float(reach @ reach) ** 0.5 + stored.radius * stretch)
        return furthest

    def release(self) -> None:
        """Free what is on the GPU."""
        self._store.release()
        self._blocks.release()
        for program in self._programs.values():
            program.release()


def mix_wireframe(color: Color, theme: RenderTheme) -> Color:
    """Return the colour of a mesh's edges when it shows no faces."""
    part = WIREFRAME_TINT
    red, green, blue = (a + (b - a) * part for a, b in zip(theme.wireframe[:3], color[:3], strict=True))
    return red, green, blue, theme.wireframe[3] * color[3]

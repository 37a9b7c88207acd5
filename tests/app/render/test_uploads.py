"""What a picture costs, counted on a device that does nothing, and what stays on the GPU."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app import camera as cameras
from app.draw.drawlist import Capsule, Disc, DrawList, Ground, Lines, Mesh, Pick, PickKind
from app.render import buffers
from app.render.line_data import SEGMENT, SlotPlan, gather_writes
from app.render.mesh_data import compute_normals, decode_normals, encode_normals, unpack_steps
from app.render.null_device import NullContext, create_null_context
from app.render.renderer import Renderer
from tests.app.render.scenes import FRONT, GREY, RED, SIZE, make_line, make_wall

UP = (0.0, 1.0, 0.0)


def make_typical_scene(meshes: int = 5, items: int = 10) -> DrawList:
    return DrawList(
        meshes=[make_wall(z=-float(i), key=f"wall {i}") for i in range(meshes)],
        lines=[make_line((0.0, float(i), 0.0), (1.0, float(i), 0.0), key=f"line {i}") for i in range(items)],
        capsules=[
            Capsule((0.0, 0.0, 0.0), UP, 0.35, 0.55, GREY, pick=Pick(PickKind.CAPSULE, 0)),
            Capsule((0.0, 0.0, 0.0), UP, 0.45, 0.55, (1.0, 1.0, 1.0, 0.4), shell=True),
            Capsule((1.0, 0.0, 0.0), UP, 0.35, 0.55, (1.0, 1.0, 1.0, 0.4)),
        ],
        discs=[Disc((0.0, 0.0, 0.0), UP, 0.1, RED, Pick(PickKind.HIT, 1))],
        ground=Ground((0.0, 0.0, 0.0), UP),
    )


@pytest.fixture
def counted() -> tuple[NullContext, Renderer]:
    ctx, device = create_null_context()
    return ctx, Renderer(device)


def test_an_unchanged_scene_uploads_next_to_nothing(counted: tuple[NullContext, Renderer]) -> None:
    ctx, renderer = counted
    scene = make_typical_scene()
    renderer.render(scene, FRONT, SIZE)
    assert ctx.uploaded_bytes > 0
    ctx.reset()
    renderer.render(scene, cameras.orbit(FRONT, 5.0, 5.0), SIZE)
    assert ctx.uploaded_bytes < 8_000
    ctx.reset()
    renderer.render(scene, cameras.orbit(FRONT, 5.0, 5.0), SIZE)
    assert ctx.uploaded_bytes == 0


def test_a_typical_picture_takes_sixty_calls_at_most(counted: tuple[NullContext, Renderer]) -> None:
    ctx, renderer = counted
    scene = make_typical_scene()
    renderer.render(scene, FRONT, SIZE)
    moved = replace(
        scene,
        lines=[replace(item, version=(item.version, "moved")) for item in scene.lines],
        capsules=[replace(capsule, center=(0.1, 0.0, 0.0)) for capsule in scene.capsules],
    )
    ctx.reset()
    renderer.render(moved, FRONT, SIZE)
    assert ctx.calls <= 60
    assert 0 < ctx.uploaded_bytes < 8_000


def test_scrubbing_does_not_upload_the_level_again(counted: tuple[NullContext, Renderer]) -> None:
    ctx, renderer = counted
    wall = make_wall()
    renderer.render(DrawList(meshes=[wall]), FRONT, SIZE)
    ctx.reset()
    moved = replace(wall, world_from_local=np.diag([2.0, 1.0, 1.0, 1.0]))
    renderer.render(DrawList(meshes=[moved]), FRONT, SIZE)
    assert ctx.uploaded_bytes < 1_000, "a moving platform is a new matrix"
    ctx.reset()
    renderer.render(DrawList(meshes=[replace(wall, version=2)]), FRONT, SIZE)
    assert ctx.uploaded_bytes >= 6 * 16, "a new version is new corners"


def test_a_mesh_that_vanished_is_freed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffers, "KEEP_PICTURES", 3)
    ctx, device = create_null_context()
    renderer = Renderer(device)
    renderer.render(DrawList(meshes=[make_wall()]), FRONT, SIZE)
    for _ in range(5):
        renderer.render(DrawList(), FRONT, SIZE)
    ctx.reset()
    renderer.render(DrawList(meshes=[make_wall()]), FRONT, SIZE)
    assert ctx.uploaded_bytes >= 6 * 16


def test_the_null_device_carries_picking_and_release(counted: tuple[NullContext, Renderer]) -> None:
    ctx, renderer = counted
    renderer.render(replace(make_typical_scene(), highlight=Pick(PickKind.TRIANGLE, 7, 30)), FRONT, SIZE)
    assert renderer.pick(50, 50).kind == PickKind.NOTHING
    assert renderer.read_pixels().shape == (200, 200, 3)
    ctx.reset()
    renderer.release()
    assert ctx.calls > 20


@pytest.mark.gpu
def test_the_store_keeps_unchanged_meshes(renderer: Renderer) -> None:
    wall = make_wall(color=GREY)
    renderer.render(DrawList(meshes=[wall]), FRONT, SIZE)
    before = renderer.read_pixels()
    # Same key and version: what is on the GPU counts, not what the item holds.
    shrunk = replace(wall, corners=wall.corners * np.float32(0.1))
    renderer.render(DrawList(meshes=[shrunk]), FRONT, SIZE)
    assert (renderer.read_pixels() == before).all()
    renderer.render(DrawList(meshes=[replace(shrunk, version=2)]), FRONT, SIZE)
    assert (renderer.read_pixels() != before).any()


def make_polyline(key: str, count: int, version: int = 0) -> Lines:
    points = np.zeros((count, 2, 3), dtype=np.float32)
    points[:, 0, 0], points[:, 1, 0] = np.arange(count), np.arange(count) + 1
    colors, widths = np.ones((count, 4), dtype=np.float32), np.full(count, 2.0, dtype=np.float32)
    return Lines(key, version, points, colors, widths, dash_px=4.0)


def apply_plan(plan: SlotPlan, memory: np.ndarray, items: list[Lines]) -> np.ndarray:
    """Bring a stand-in for the GPU's buffer up to date and return it."""
    afresh, changed = plan.plan(items)
    if afresh:
        memory = np.full(plan.capacity, 77, dtype=SEGMENT)
    for first, records in gather_writes(changed):
        memory[first : first + len(records)] = records
    return memory


def test_slots_hold_exactly_the_items_of_the_picture() -> None:
    plan = SlotPlan()
    memory = np.zeros(0, dtype=SEGMENT)
    random = np.random.default_rng(3)
    for step in range(200):
        names = random.choice(list("abcdefgh"), size=int(random.integers(0, 7)), replace=False)
        items = [make_polyline(str(name), int(random.integers(0, 90)), step) for name in names]
        memory = apply_plan(plan, memory, items)
        drawn = memory[: plan.length]
        visible = int((drawn["in_style"][:, 0] > 0).sum())
        assert visible == sum(len(item.points) for item in items)
        assert plan.length <= plan.capacity


def test_a_small_change_is_a_small_write() -> None:
    plan = SlotPlan()
    long, short = make_polyline("path", 5000), make_polyline("pass", 3)
    apply_plan(plan, np.zeros(0, dtype=SEGMENT), [long, short])
    afresh, changed = plan.plan([long, make_polyline("pass", 4, version=1), make_polyline("new", 2)])
    assert not afresh
    assert sum(len(records) for _, records in gather_writes(changed)) <= 16


def test_two_items_with_one_key_are_both_drawn() -> None:
    plan = SlotPlan()
    memory = apply_plan(plan, np.zeros(0, dtype=SEGMENT), [make_polyline("same", 3), make_polyline("same", 5)])
    assert int((memory[: plan.length]["in_style"][:, 0] > 0).sum()) == 8


def test_dashes_run_on_across_joints_and_start_anew_after_gaps() -> None:
    item = make_polyline("path", 6)
    item.points[3:] += 10.0
    phases = gather_writes(SlotPlan().plan([item])[1])[0][1]["in_phase"][:6]
    np.testing.assert_allclose(phases, [0, 1, 2, 0, 1, 2])


def test_packed_normals_are_within_less_than_a_hundredth_of_a_degree() -> None:
    random = np.random.default_rng(1)
    normals = random.normal(size=(2000, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    unpacked = decode_normals(unpack_steps(encode_normals(normals)))
    worst = np.degrees(np.linalg.norm(unpacked - normals, axis=1)).max()
    assert worst < 0.0075


def test_a_packed_slope_of_45_degrees_stays_walkable_at_a_limit_of_0_707_whichever_way_it_looks() -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 20_001)
    half = np.sqrt(0.5)
    ramps = np.stack([half * np.cos(turn), np.full_like(turn, half), half * np.sin(turn)], axis=1)
    for up in range(3):
        leans = decode_normals(unpack_steps(encode_normals(np.roll(ramps, up - 1, axis=1))))[:, up]
        assert leans.min() > 0.707


def test_the_normal_of_a_degenerate_triangle_is_zero() -> None:
    assert not compute_normals(np.zeros((3, 3), dtype=np.float32)).any()


def make_terrain(cells: int) -> Mesh:
    steps = np.arange(cells + 1, dtype=np.float32)
    x, z = np.meshgrid(steps, steps, indexing="ij")
    grid = np.stack([x, np.sin(x) * np.cos(z), z], axis=-1)
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    corners = np.stack([a, d, c, a, c, b], axis=2).reshape(-1, 3)
    count = len(corners) // 3
    numbers = np.arange(count, dtype=np.int32)
    sharp = np.ones((count, 3), dtype=np.bool_)
    return Mesh("terrain", 1, corners, np.zeros(count, dtype=np.int32), numbers, sharp, np.eye(4), GREY)


def test_a_mesh_takes_sixteen_bytes_a_corner(counted: tuple[NullContext, Renderer]) -> None:
    ctx, renderer = counted
    terrain = make_terrain(100)
    ctx.reset()
    renderer.render(DrawList(meshes=[terrain]), FRONT, SIZE)
    assert ctx.uploaded_bytes - 16 * len(terrain.corners) < 2_000

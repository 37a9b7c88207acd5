"""A picture of a trace at a cursor: the layers put together. What is heavy is prepared once per trace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.draw.aabb_layer import draw_swept_boxes
from app.draw.capsule_layer import draw_capsule, draw_shell
from app.draw.closest_layer import draw_closest_line, draw_closest_points, draw_ground_normal, label_closest
from app.draw.contact_layer import draw_contacts, draw_normals
from app.draw.drawlist import DrawList, Ground, PickKind
from app.draw.ghost_layer import RunLook, draw_ghost_capsule, draw_ghost_path, label_ghost
from app.draw.label_layer import draw_labels, draw_leaders
from app.draw.level_layer import draw_level, draw_movers, make_slope_tint, prepare_level
from app.draw.move_layer import draw_moves
from app.draw.palette import DARK, Theme
from app.draw.pass_layer import draw_ghosts, draw_passes
from app.draw.path_layer import draw_path, prepare_path
from app.draw.refusal_layer import draw_refusals
from app.draw.shown import list_shown_passes
from app.draw.step_layer import draw_step, label_step
from app.draw.view import SceneCache, View, make_view
from app.measure import trace_up
from app.playback import Cursor, Depth, clamp
from app.selection import Selection

if TYPE_CHECKING:
    from app.draw.options import ViewOptions
    from app.measure import Vec3
    from engine.scenario import Scenario
    from engine.trace import Trace

_NOTHING_SELECTED = Selection()


def prepare_scene(trace: Trace, previous: SceneCache | None = None, label: str = "trace") -> SceneCache:
    """Build the heavy arrays of a trace: the merged level and the path.

    What `previous` has already is taken from it: the level if it is the same object and the bodies have the same
    names, and the pieces of the path that are equal. So a trace that grows while driving costs its last piece only.
    """
    if previous is not None and previous.label == label and _same_level(trace, previous.trace):
        level = previous.level
    else:
        level = prepare_level(trace)
    return SceneCache(trace, label, level, prepare_path(trace, previous.path if previous is not None else ()))


def _same_level(trace: Trace, other: Trace) -> bool:
    if trace.scenario is None or other.scenario is None:
        return trace.scenario is other.scenario
    return trace.scenario.level is other.scenario.level and trace.body_names == other.body_names


def build_draw_list(
    scene: SceneCache,
    cursor: Cursor,
    options: ViewOptions,
    selection: Selection = _NOTHING_SELECTED,
    theme: Theme = DARK,
    *,
    right: Vec3 | None = None,
    others: Sequence[RunLook] = (),
    wanted: Scenario | None = None,
) -> DrawList:
    """Return everything that is on screen at a cursor. Pure: the same arguments give the same picture.

    `right` is the camera's right in the world, a unit vector: words then stand left and right of the capsule as it is
    seen. Without it they stand before and behind it in the direction of the move. `others` are other runs, drawn faint.
    `wanted` is the scenario as it is being edited, for what follows a slider before its run is there.
    """
    trace = scene.trace
    if len(trace) == 0:
        return DrawList(ground=Ground((0.0, 0.0, 0.0), trace_up(trace)) if options.grid else None)
    view = make_view(scene, clamp(trace, cursor), options, selection.pick, theme, right=right, wanted=wanted)
    drawn = DrawList(
        ground=Ground((0.0, 0.0, 0.0), view.up) if options.grid else None,
        wireframe=options.wireframe,
        highlight=selection.pick if selection.pick.kind == PickKind.TRIANGLE else None,
        slope=make_slope_tint(view) if options.walkable else None,
    )
    _add_things(view, drawn)
    if options.other_run:
        for run in others:
            _add_ghost(view, run, drawn)
    _add_events(view, drawn)
    return drawn


def _add_ghost(view: View, run: RunLook, drawn: DrawList) -> None:
    """Add another run: its capsule, its path and its name, as far as such things are on."""
    options = view.options
    if options.path:
        drawn.lines.extend(draw_ghost_path(view, run))
    if options.capsule:
        drawn.capsules.extend(draw_ghost_capsule(view, run))
    if options.labels:
        drawn.labels.extend(label_ghost(view, run))


def _add_things(view: View, drawn: DrawList) -> None:
    """Add what there is: level, movers, capsule, path."""
    options = view.options
    if options.level:
        drawn.meshes.extend(draw_level(view))
    if options.movers:
        drawn.meshes.extend(draw_movers(view))
    if options.path:
        drawn.lines.extend(draw_path(view))
    if options.capsule:
        drawn.capsules.extend(draw_capsule(view))
    if options.shell:
        drawn.capsules.extend(draw_shell(view))
    if options.step:
        drawn.lines.extend(draw_step(view))


def _add_events(view: View, drawn: DrawList) -> None:
    """Add what happened in the frame: passes, hits, moves, words."""
    options, shown = view.options, list_shown_passes(view)
    drawn.lines.extend(draw_passes(view, shown))
    if options.swept_boxes:
        drawn.lines.extend(draw_swept_boxes(view, shown))
    if options.refusals:
        drawn.lines.extend(draw_refusals(view))
    if options.contacts:
        drawn.discs.extend(draw_contacts(view, shown))
    if options.normals:
        drawn.lines.extend(draw_normals(view, shown))
    _add_proofs(view, drawn)
    if view.cursor.depth <= Depth.ATTEMPT:  # a pass or an iteration is looked at by itself
        drawn.lines.extend(draw_moves(view))
    if options.capsule:
        drawn.capsules.extend(draw_ghosts(view, shown))
    if options.labels:
        labels = draw_labels(view, shown, label_step(view) if options.step else [])
        drawn.labels.extend(label for label, _ in labels)
        drawn.lines.extend(draw_leaders(view, labels))


def _add_proofs(view: View, drawn: DrawList) -> None:
    """Add the proof hooks of 003 that are on: the closest pair, and the normal of the ground from the feet."""
    if view.options.closest_pair:
        drawn.lines.extend(draw_closest_line(view))
        drawn.capsules.extend(draw_closest_points(view))
        if view.options.labels:
            drawn.labels.extend(label_closest(view))
    if view.options.ground_normal:
        drawn.lines.extend(draw_ground_normal(view))

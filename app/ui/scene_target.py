"""What scene editing works on: the spawn or a body of the scenario as it is wanted now, and how edits are sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app import commands as ask
from app import scene_edits as edits
from app.draw.drawlist import PickKind
from app.key_poses import find_keys
from app.ui.context import Ui
from engine.errors import InputError
from engine.level import Body, BodyRole
from engine.scenario import Scenario
from engine.transforms import FloatArray, Quaternion, Vector, rotation_between, world_from_local

SPAWN = "spawn"
ERROR, MODE, KEYING = "scene error", "scene mode", "scene keying"
"""Names in the panel's texts: what could not be done, what the gizmo does, and whether it sets keys."""
MODES = ("move", "turn", "scale")


@dataclass(frozen=True, eq=False)
class Target:
    """What is selected, at the cursor's frame."""

    name: str
    position: Vector
    rotation: Quaternion
    scale: Vector
    body: Body | None = None
    """None: the spawn."""

    @property
    def modes(self) -> tuple[str, ...]:
        """What the gizmo can do with it: a character stands along up, and only its own capsule has a size."""
        if self.body is None:
            return ("move", "scale")
        return ("move",) if self.body.role is BodyRole.CHARACTER else MODES

    @property
    def keys(self) -> tuple[int, ...]:
        """The frames of its key poses; none if it has no path."""
        return () if self.body is None or self.body.poses is None else find_keys(self.body.poses)

    def world_from_local(self) -> FloatArray:
        """Return its placement (4, 4)."""
        return world_from_local(self.position, self.rotation, self.scale)


def can_edit_scene(ui: Ui) -> bool:
    """Tell whether the handles and tools are there now."""
    state = ui.state
    return state.is_scene_editing and state.driving is None and state.editing.plan is not None and bool(ui.document)


def wanted(ui: Ui) -> Scenario:
    """Return the scenario as it has been edited so far; there must be one."""
    assert ui.state.editing.plan is not None
    return ui.state.editing.plan.scenario


def find_target(ui: Ui) -> Target | None:
    """Return what is selected, if it can be edited."""
    scenario, pick, document = wanted(ui), ui.state.selection.pick, ui.document
    if pick.kind == PickKind.CAPSULE:
        capsule = scenario.capsule
        size = (capsule.radius, max(capsule.height, 1e-3), capsule.radius)
        return Target(SPAWN, capsule.center, rotation_between((0.0, 1.0, 0.0), capsule.up), size)
    if pick.kind != PickKind.TRIANGLE or document is None or not 0 <= pick.index < len(document.trace.body_names):
        return None
    name = document.trace.body_names[pick.index]
    if name not in scenario.level.ids:
        return None
    body = edits.find_body(scenario, name)
    return Target(name, *body.pose(ui.state.playback.cursor.frame), body.scale, body)


def send_edit(ui: Ui, words: str, edit: Callable[[Scenario], Scenario], gesture: str = "", frame: int = 0) -> None:
    """Ask for the scenario that an edit makes of the one that is wanted; what is wrong is told beside the tools."""
    ui.texts.pop(ERROR, None)
    try:
        changed = edit(wanted(ui))
    except InputError as error:
        ui.texts[ERROR] = str(error)
        return
    ui.send(ask.EditScenario(changed, words, gesture, frame))


def send_place(ui: Ui, target: Target, position: Vector, rotation: Quaternion, gesture: str = "") -> None:
    """Ask for another place of the target: of the spawn, of a body, of its whole path, or of a key of it."""
    frame, name = ui.state.playback.cursor.frame, target.name
    if target.body is None:
        send_edit(ui, "move spawn", lambda scenario: edits.move_spawn(scenario, position), gesture)
    elif ui.texts.get(KEYING):
        words = f"key of {name} at frame {frame}"
        send_edit(ui, words, lambda scenario: edits.set_key_pose(scenario, name, frame, position, rotation), gesture)
    elif rotation != target.rotation:
        send_edit(ui, f"turn {name}", lambda scenario: edits.turn_body(scenario, name, rotation, frame), gesture)
    else:
        send_edit(ui, f"move {name}", lambda scenario: edits.move_body(scenario, name, position, frame), gesture)


def send_input(ui: Ui, vector: Vector, gesture: str = "") -> None:
    """Ask for another input of the segment at the cursor, or, as a fork, from the cursor's frame on."""
    frame, forks = ui.state.playback.cursor.frame, ui.state.is_forking
    words = f"input {vector[0]:.3g} {vector[1]:.3g} {vector[2]:.3g}"
    send_edit(
        ui,
        words,
        lambda scenario: edits.change_input(scenario, frame, vector, from_frame=forks),
        gesture,
        frame if forks else 0,
    )

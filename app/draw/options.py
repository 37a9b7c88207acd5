"""Which layers of the scene are on. The table LAYERS is what menus, key handling and the help page read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.trace import PassKind


@dataclass(frozen=True)
class ViewOptions:
    """One switch per layer; the names are those of LAYERS."""

    level: bool = True
    movers: bool = True
    wireframe: bool = False
    walkable: bool = False
    grid: bool = True
    capsule: bool = True
    shell: bool = True
    step: bool = True
    path: bool = True
    other_run: bool = True
    pass_up: bool = True
    pass_side: bool = True
    pass_sensor: bool = True
    pass_down: bool = True
    pass_recover: bool = True
    pass_bump: bool = True
    pass_snap: bool = True
    pass_depenetrate: bool = True
    pass_probe: bool = True
    experiment: bool = True
    refusals: bool = True
    attempted: bool = True
    achieved: bool = True
    swept_boxes: bool = False
    contacts: bool = True
    normals: bool = True
    closest_pair: bool = False
    ground_normal: bool = False
    labels: bool = True
    hud: bool = True
    legend: bool = True

    def shows_pass(self, kind: PassKind) -> bool:
        """Tell whether passes of a kind are on."""
        return bool(getattr(self, f"pass_{kind.name.lower()}"))


@dataclass(frozen=True)
class Layer:
    """A row of the layers menu. `key` is the plain key that toggles it; `pass_kind` names the colour of its swatch."""

    name: str
    words: str
    key: str
    help: str
    pass_kind: PassKind | None = None


LAYERS: tuple[Layer, ...] = (
    Layer("level", "Level", "L", "The bodies that never move, shaded, with their creases."),
    Layer(
        "movers", "Moving bodies", "V", "Platforms, dynamic bodies, obstacles and other characters, where they were."
    ),
    Layer("wireframe", "Wireframe", "X", "Every edge of every triangle, no faces."),
    Layer(
        "walkable",
        "Walkable ground",
        "W",
        "Ground by the slope limit as set now: blue is walkable, orange and hatched too steep, others are not judged.",
    ),
    Layer("grid", "Grid", "Z", "A plane with lines every metre, strong every ten, and the axes."),
    Layer("capsule", "Capsule", "C", "The capsule where the cursor is."),
    Layer("shell", "Contact offset", "K", "The skin around the capsule that sweeps keep free, as a rim."),
    Layer("step", "Step height", "S", "How high the capsule steps from its feet; for slide, how deep it snaps down."),
    Layer("path", "Path", "P", "Where the capsule's centre went; brighter near the cursor."),
    Layer("other_run", "Ghost", "M", "The capsule and the path of the run that is compared with."),
    Layer("pass_up", "UP", "1", "The lift by the step offset and the upward part of the move.", PassKind.UP),
    Layer("pass_side", "SIDE", "2", "The sideways part of the move, sliding along what it hits.", PassKind.SIDE),
    Layer(
        "pass_sensor",
        "SENSOR",
        "3",
        "A look ahead by one radius for steep triangles; the capsule is put back afterwards.",
        PassKind.SENSOR,
    ),
    Layer("pass_down", "DOWN", "4", "Back down by the lift, and the downward part of the move.", PassKind.DOWN),
    Layer(
        "pass_recover",
        "RECOVER",
        "5",
        "In the walk experiment: down again from ground that is too steep.",
        PassKind.RECOVER,
    ),
    Layer("pass_bump", "BUMP", "6", "Slide controller: one bump-and-slide sweep.", PassKind.BUMP),
    Layer("pass_snap", "SNAP", "7", "Slide controller: down to the ground it just left.", PassKind.SNAP),
    Layer("pass_depenetrate", "DEPENETRATE", "8", "Slide controller: pushed out of an overlap.", PassKind.DEPENETRATE),
    Layer("pass_probe", "PROBE", "9", "Slide controller: a look for the ground.", PassKind.PROBE),
    Layer("experiment", "Walk experiment", "E", "The second attempt, after ground that was too steep; dashed."),
    Layer("refusals", "Refusing triangle", "R", "The triangle that was too steep, where an attempt was refused."),
    Layer("attempted", "Attempted move", "U", "An arrow for the displacement that was asked for."),
    Layer("achieved", "Achieved move", "Y", "An arrow from where the frame began to where it ended."),
    Layer("swept_boxes", "Swept boxes", "O", "The axis-aligned box around each sweep that is looked at."),
    Layer("contacts", "Contacts", "T", "A disc at each point that was hit."),
    Layer("normals", "Normals", "N", "The normal of each hit."),
    Layer(
        "closest_pair",
        "Closest pair",
        "Q",
        "Where the capsule and the level are closest at the cursor: green on the capsule's axis, red on the level.",
    ),
    Layer("ground_normal", "Ground normal", "0", "An arrow from the feet along the normal of what was felt below."),
    Layer("labels", "Labels", "J", "Words beside the passes of the frame."),
    Layer("hud", "Figures", "H", "The frame's figures in the corner of the viewport."),
    Layer("legend", "Legend", "I", "What the colours mean, in the corner of the viewport."),
)
"""All layers in the order of the menu."""


def toggle_layer(options: ViewOptions, name: str) -> ViewOptions:
    """Return the options with one layer, a name of LAYERS, switched over."""
    if name not in ViewOptions.__dataclass_fields__:
        raise ValueError(f"no layer is called {name!r}; they are {', '.join(layer.name for layer in LAYERS)}")
    return replace(options, **{name: not getattr(options, name)})


def show_only_pass(options: ViewOptions, kind: PassKind) -> ViewOptions:
    """Return the options with one kind of pass on and the others off."""
    return replace(options, **{f"pass_{other.name.lower()}": other == kind for other in PassKind})
